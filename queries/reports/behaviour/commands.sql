-- name: commands
-- group: behaviour
-- aliases: exit_codes
-- description: Shell commands by their first words: how often they run, and with what exit codes. One row per command and subcommand.
-- scope: since, until, project
-- top: 30
-- column command_head VARCHAR key: Program that the command begins with. NULL where the call is not known.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column calls BIGINT sum: Calls.
-- column sessions BIGINT detail: Sessions that called it.
-- column zero_exits BIGINT sum detail: Calls that ended with exit code 0.
-- column failed_exits BIGINT sum: Calls that ended with another one, benign ones aside.
-- column failure_rate DECIMAL(9,6) bar: These, of the calls whose exit code is known. NULL where none is.
-- column failure_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column failure_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column benign_exits BIGINT sum detail: Calls that ended with 1 where that is an answer and no failure, such as that of a search without a match.
-- column unknown_exits BIGINT sum: Calls whose exit code is not known: denied, interrupted, in the background, or the transcript does not say.
-- column p50_ms BIGINT detail: Median time from call to result, which can hold a wait for permission. NULL where no time is known.
-- column last_day DATE detail: Last day that it was called on. NULL where no call has a readable time.
-- example: cclake report commands --since 2026-11-01 --order failed_exits:desc
with called as (
    select
        bash.command_head, bash.command_sub, bash.session_id, bash.day, bash.exit_code, call.duration_ms,
        bash.exit_code_source is not distinct from 'benign_1' as is_benign
    from bash
    left join tool_calls as call on bash.call_id = call.call_id
    where in_period(bash.day) and in_project(bash.project, bash.repo)
)

select
    command_head,
    command_sub,
    count(*) as calls,
    count(distinct session_id) as sessions,
    count(*) filter (exit_code = 0) as zero_exits,
    count(*) filter (exit_code <> 0 and not is_benign) as failed_exits,
    rate(count(*) filter (exit_code <> 0 and not is_benign), count(exit_code)) as failure_rate,
    wilson_low(count(*) filter (exit_code <> 0 and not is_benign), count(exit_code)) as failure_rate_low,
    wilson_high(count(*) filter (exit_code <> 0 and not is_benign), count(exit_code)) as failure_rate_high,
    count(*) filter (exit_code is not null and is_benign) as benign_exits,
    count(*) - count(exit_code) as unknown_exits,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    max(day) as last_day
from called
group by command_head, command_sub
order by calls desc, command_head nulls last, command_sub nulls last
