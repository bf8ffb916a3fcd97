-- name: slow_commands
-- group: behaviour
-- description: Shell commands that take longest, waits for a person told apart as far as that is known. One row per command and subcommand.
-- scope: since, until, project
-- top: 25
-- column command_head VARCHAR key: Program that the command begins with. NULL where the call is not known.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column calls BIGINT sum: Calls.
-- column timed_calls BIGINT sum detail: Calls among them whose time is known.
-- column p50_ms BIGINT: Median of that time, which can hold a wait for permission. NULL where none is known.
-- column p95_ms BIGINT: 95th percentile of it. NULL where none is known.
-- column p99_ms BIGINT detail: 99th percentile of it. NULL where none is known.
-- column max_ms BIGINT detail: Longest of it. NULL where none is known.
-- column total_ms BIGINT sum bar: Sum of it.
-- column unattended_calls BIGINT sum detail: Timed calls that hold no wait: a hook measured them, or permission was not asked for in the mode.
-- column p50_unattended_ms BIGINT detail: Median time of these. NULL where there is none.
-- example: cclake report slow_commands --since 2026-11-01
with timed as (
    select
        bash.command_head, bash.command_sub, call.duration_ms,
        case when holds_no_wait(call.duration_source, null, call.permission_mode) then call.duration_ms end as unattended_ms
    from bash
    left join tool_calls as call on bash.call_id = call.call_id
    where in_period(bash.day) and in_project(bash.project, bash.repo)
)

select
    command_head,
    command_sub,
    count(*) as calls,
    count(duration_ms) as timed_calls,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    quantile_cont(duration_ms, 0.99)::bigint as p99_ms,
    max(duration_ms) as max_ms,
    coalesce(sum(duration_ms), 0)::bigint as total_ms,
    count(unattended_ms) as unattended_calls,
    quantile_cont(unattended_ms, 0.5)::bigint as p50_unattended_ms
from timed
group by command_head, command_sub
order by total_ms desc, command_head nulls last, command_sub nulls last
