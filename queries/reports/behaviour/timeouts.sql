-- name: timeouts
-- group: behaviour
-- description: Shell commands that ran into their time limit or were interrupted. One row per program and subcommand that did.
-- scope: since, until, project
-- column command_head VARCHAR key: Program that the command begins with. NULL where the call is not known.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column calls BIGINT sum: Calls of it.
-- column timed_out_calls BIGINT sum: Calls among them that ran into their limit.
-- column interrupted_calls BIGINT sum: Calls among them that a person interrupted.
-- column stopped_rate DECIMAL(9,6) bar: Part of its calls that did either.
-- column stopped_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence.
-- column stopped_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence.
-- column max_timeout_ms BIGINT detail: Longest limit that was asked for. NULL where none was.
-- example: cclake report timeouts --since 2026-11-01
with called as (
    select
        bash.command_head, bash.command_sub, bash.timeout_ms,
        coalesce(bash.timed_out_after_ms is not null or call.error_class = 'timeout', false) as is_timed_out,
        coalesce(bash.interrupted, false) or coalesce(call.status = 'interrupted', false) as is_interrupted
    from bash
    left join tool_calls as call on bash.call_id = call.call_id
    where in_period(bash.day) and in_project(bash.project, bash.repo)
)

select
    command_head,
    command_sub,
    count(*) as calls,
    count(*) filter (is_timed_out) as timed_out_calls,
    count(*) filter (is_interrupted and not is_timed_out) as interrupted_calls,
    rate(count(*) filter (is_timed_out or is_interrupted), count(*)) as stopped_rate,
    wilson_low(count(*) filter (is_timed_out or is_interrupted), count(*)) as stopped_rate_low,
    wilson_high(count(*) filter (is_timed_out or is_interrupted), count(*)) as stopped_rate_high,
    max(timeout_ms) as max_timeout_ms
from called
group by command_head, command_sub
having count(*) filter (is_timed_out or is_interrupted) > 0
order by timed_out_calls desc, interrupted_calls desc, command_head nulls last, command_sub nulls last
