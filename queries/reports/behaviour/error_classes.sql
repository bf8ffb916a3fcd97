-- name: error_classes
-- group: behaviour
-- aliases: errors
-- description: Why calls of tools do not go well: failures, denials, cancellations by class. One row per tool, end and class.
-- scope: since, until, project
-- top: 30
-- column tool VARCHAR key: Tool by its name of today. NULL where only the result is known.
-- column status VARCHAR key: How the calls ended: failed, denied, cancelled, interrupted.
-- column error_class VARCHAR key: Class of the error. NULL where the result does not say.
-- column calls BIGINT sum: Calls that ended so.
-- column call_share DECIMAL(9,6) bar: Part of all calls of the tool.
-- column sessions BIGINT detail: Sessions that this happened in.
-- column example VARCHAR: Error text of the latest of them. NULL where none is kept.
-- column last_local_ts TIMESTAMP detail: Last time that it happened. NULL where none is readable.
-- example: cclake report error_classes --since 2026-11-01
with called as (
    select *, count(*) over (partition by tool) as all_calls
    from tool_calls
    where in_period(day) and in_project(project, repo)
)

select
    tool,
    status,
    error_class,
    count(*) as calls,
    rate(count(*), any_value(all_calls)) as call_share,
    count(distinct session_id) as sessions,
    arg_max(error_text, (ts, call_id)) filter (error_text is not null and ts is not null) as example,
    max(local_ts) as last_local_ts
from called
where status in ('failed', 'denied', 'cancelled', 'interrupted')
group by tool, status, error_class
order by calls desc, tool nulls last, status, error_class nulls last
