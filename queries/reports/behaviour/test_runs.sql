-- name: test_runs
-- group: behaviour
-- aliases: tests
-- description: How tests go: runs of test commands by day, and the first one after a change. One row per day.
-- scope: since, until, project
-- column day DATE key: Day of the runs. NULL where they have no readable time.
-- column runs BIGINT sum: Runs of well-known test programs: cargo test, go test, pytest, npm test, jest, vitest, make test and others.
-- column passed_runs BIGINT sum: Runs that ended with exit code 0.
-- column failed_runs BIGINT sum: Runs that ended with another one.
-- column unknown_runs BIGINT sum detail: Runs whose exit code is not known.
-- column pass_rate DECIMAL(9,6) bar: Runs that passed, of those that passed or failed. NULL where there is none.
-- column pass_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column pass_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column first_runs BIGINT sum detail: First runs in a thread after an edit or write, with a known exit code.
-- column first_pass_rate DECIMAL(9,6): Part of these that passed. NULL where there is none.
-- example: cclake report test_runs --since 2026-11-01
with runs as (
    select
        session_id, agent_id, ts, source, line, day, exit_code, true as is_run
    from bash
    where
        (
            command_head in ('pytest', 'jest', 'vitest', 'mocha', 'rspec', 'phpunit', 'ctest', 'tox', 'nox', 'nextest', 'ava', 'karma', 'cypress')
            or (
                command_head in (
                    'cargo', 'go', 'npm', 'pnpm', 'yarn', 'bun', 'deno', 'make', 'just', 'mvn', 'gradle', './gradlew', 'dotnet', 'swift', 'mix',
                    'zig', 'bazel', 'rake'
                )
                and command_sub in ('test', 'nextest', 'tests', 't')
            )
        )
        and in_project(project, repo)
),

steps as (
    select * from runs
    union all
    select session_id, agent_id, ts, source, line, day, null, false from edits where fail_reason is null and in_project(project, repo)
    union all
    select session_id, agent_id, ts, source, line, day, null, false from writes where fail_reason is null and in_project(project, repo)
),

ordered as (
    select *, lag(is_run) over (partition by session_id, agent_id order by ts nulls last, source, line) is false as is_first
    from steps
)

select
    day,
    count(*) as runs,
    count(*) filter (exit_code = 0) as passed_runs,
    count(*) filter (exit_code <> 0) as failed_runs,
    count(*) filter (exit_code is null) as unknown_runs,
    rate(count(*) filter (exit_code = 0), count(exit_code)) as pass_rate,
    wilson_low(count(*) filter (exit_code = 0), count(exit_code)) as pass_rate_low,
    wilson_high(count(*) filter (exit_code = 0), count(exit_code)) as pass_rate_high,
    count(*) filter (is_first and exit_code is not null) as first_runs,
    rate(count(*) filter (is_first and exit_code = 0), count(*) filter (is_first and exit_code is not null)) as first_pass_rate
from ordered
where is_run and in_period(day)
group by day
order by day nulls last
