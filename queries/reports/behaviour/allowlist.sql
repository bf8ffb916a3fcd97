-- name: allowlist
-- group: behaviour
-- aliases: permissions
-- description: Permission rules worth a thought: what was asked for often and never denied. One row per rule.
-- scope: since, until, project
-- param min_calls INTEGER = 5: Calls that there have to be.
-- top: 30
-- column rule VARCHAR key: The rule, as settings have it under permissions.allow.
-- column tool VARCHAR detail: Tool by its name of today.
-- column calls BIGINT sum bar: Calls that the rule is for, those in modes that ask for nothing left out. None of them was denied.
-- column sessions BIGINT: Sessions that made them.
-- column failed_calls BIGINT sum detail: Calls among them that failed.
-- column p50_ms BIGINT: Median time from call to result: where it is long for such a tool, somebody was asked. NULL where no time is known.
-- column last_day DATE detail: Last day of such a call. NULL where none has a readable time.
-- example: cclake report allowlist --param min_calls=20
with asked as (
    select
        call.tool, call.status, call.session_id, call.duration_ms, call.day,
        case
            when bash.call_id is null then call.tool
            when bash.command_head is null then null
            else call.tool || '(' || concat_ws(' ', bash.command_head, bash.command_sub) || ':*)'
        end as rule
    from tool_calls as call
    left join bash on call.call_id = bash.call_id
    left join tools as known on call.tool = known.tool
    where
        call.has_call
        and known.asks_permission is not false
        and call.permission_mode is distinct from 'bypassPermissions'
        -- Edits ask for nothing in that mode.
        and not (call.permission_mode is not distinct from 'acceptEdits' and call.tool in ('Edit', 'MultiEdit', 'Write', 'NotebookEdit'))
        and in_period(call.day)
        and in_project(call.project, call.repo)
)

select
    rule,
    tool,
    count(*) as calls,
    count(distinct session_id) as sessions,
    count(*) filter (status = 'failed') as failed_calls,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    max(day) as last_day
from asked
where rule is not null
group by rule, tool
having count(*) >= getvariable('min_calls') and count(*) filter (status = 'denied') = 0
order by calls desc, rule
