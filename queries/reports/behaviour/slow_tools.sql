-- name: slow_tools
-- group: behaviour
-- aliases: latency
-- description: How long tools take, waits for a person told apart as far as that is known. One row per tool.
-- scope: since, until, project
-- column tool VARCHAR key: Tool by its name of today. NULL where only the result is known.
-- column calls BIGINT sum: Calls.
-- column timed_calls BIGINT sum detail: Calls among them whose time is known.
-- column p50_ms BIGINT: Median of that time, which can hold a wait for permission. NULL where none is known.
-- column p95_ms BIGINT: 95th percentile of it. NULL where none is known.
-- column p99_ms BIGINT detail: 99th percentile of it. NULL where none is known.
-- column max_ms BIGINT detail: Longest of it. NULL where none is known.
-- column total_ms BIGINT sum bar: Sum of it.
-- column unattended_calls BIGINT sum: Timed calls that hold no wait: a hook measured them, the tool asks for no permission, or none was asked
--   for in
--   the mode.
-- column p50_unattended_ms BIGINT: Median time of these. NULL where there is none.
-- column p95_unattended_ms BIGINT detail: 95th percentile of it. NULL where there is none.
-- example: cclake report slow_tools --since 2026-11-01
with timed as (
    select
        call.tool, call.duration_ms,
        case
            -- Their time is that of an answer.
            when call.tool not in ('AskUserQuestion', 'ExitPlanMode')
                and call.duration_ms is not null
                and holds_no_wait(call.duration_source, known.asks_permission, call.permission_mode)
                then call.duration_ms
        end as unattended_ms
    from tool_calls as call
    left join tools as known on call.tool = known.tool
    where in_period(call.day) and in_project(call.project, call.repo)
)

select
    tool,
    count(*) as calls,
    count(duration_ms) as timed_calls,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    quantile_cont(duration_ms, 0.99)::bigint as p99_ms,
    max(duration_ms) as max_ms,
    coalesce(sum(duration_ms), 0)::bigint as total_ms,
    count(unattended_ms) as unattended_calls,
    quantile_cont(unattended_ms, 0.5)::bigint as p50_unattended_ms,
    quantile_cont(unattended_ms, 0.95)::bigint as p95_unattended_ms
from timed
group by tool
order by total_ms desc, tool nulls last
