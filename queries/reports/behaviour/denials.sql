-- name: denials
-- group: behaviour
-- aliases: denied
-- description: Calls that were denied: what, by whom, in which mode. One row per tool, program, class of denial and permission mode.
-- scope: since, until, project
-- top: 30
-- column tool VARCHAR key: Tool by its name of today. NULL where only the result is known.
-- column command_head VARCHAR key: Program that the command begins with. NULL for tools that are no shell, and where it is not known.
-- column error_class VARCHAR key: Who or what denied it: user_rejected, action_refused, permission_rule, not_granted, prompt_aborted,
--   auto_mode, hook.
-- column permission_mode VARCHAR key: Permission mode of the session. NULL where the transcript does not say.
-- column denials BIGINT sum: Calls that were denied.
-- column denial_share DECIMAL(9,6) detail: Part of all denials.
-- column calls BIGINT: Calls of the tool and program in that mode.
-- column denial_rate DECIMAL(9,6) bar: Part of these calls that was denied so.
-- column denial_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence.
-- column denial_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence.
-- column sessions BIGINT detail: Sessions that this happened in.
-- column last_local_ts TIMESTAMP detail: Last time that it happened. NULL where none is readable.
-- example: cclake report denials --since 2026-11-01
with called as (
    select
        call.tool, bash.command_head, call.status, call.error_class, call.permission_mode, call.session_id, call.local_ts,
        count(*) over (partition by call.tool, bash.command_head, call.permission_mode) as calls
    from tool_calls as call
    left join bash on call.call_id = bash.call_id
    where in_period(call.day) and in_project(call.project, call.repo)
)

select
    tool,
    command_head,
    error_class,
    permission_mode,
    count(*) as denials,
    rate(count(*), sum(count(*)) over ()) as denial_share,
    any_value(calls) as calls,
    rate(count(*), any_value(calls)) as denial_rate,
    wilson_low(count(*), any_value(calls)) as denial_rate_low,
    wilson_high(count(*), any_value(calls)) as denial_rate_high,
    count(distinct session_id) as sessions,
    max(local_ts) as last_local_ts
from called
where status = 'denied'
group by tool, command_head, error_class, permission_mode
order by denials desc, tool nulls last, command_head nulls last, error_class nulls last, permission_mode nulls last
