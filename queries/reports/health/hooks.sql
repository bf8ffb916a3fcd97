-- name: hooks
-- group: health
-- description: Hooks: how often they ran, blocked and failed. One row per event and hook.
-- scope: since, until, project
-- column hook_event VARCHAR key: Event that they hang on. NULL where nothing says.
-- column hook_name VARCHAR key: Name of the hook, else its command. NULL where the record does not say, and for summaries of all hooks of a stop.
-- column runs BIGINT sum bar: Records of a run. Claude Code does not write one for every run. A summary is none: what it tells was run already.
-- column sessions BIGINT: Sessions that they ran in.
-- column blocked_runs BIGINT sum: Runs that kept the session from going on.
-- column failed_runs BIGINT sum: Runs that ended with an error, or with an exit code other than 0.
-- column failure_rate DECIMAL(9,6): Part of the runs. NULL where there is none.
-- column p50_ms BIGINT: Median time that they took. NULL where no record says.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where no record says.
-- column last_local_ts TIMESTAMP detail: Last time. NULL where none is readable.
-- example: cclake report hooks --since 2026-11-01
with happened as (
    select
        coalesce(hook_event, case when subtype in ('stop_hook', 'stop_hook_summary') then 'Stop' end) as hook_event,
        coalesce(hook_name, command) as hook_name,
        subtype is distinct from 'stop_hook_summary' as is_run,
        coalesce(prevented_continuation, false) or coalesce(contains(subtype, 'blocking') and not contains(subtype, 'non_blocking'), false)
            as is_blocked,
        coalesce(exit_code <> 0, false) or coalesce(hook_errors > 0, false) or coalesce(contains(subtype, 'error'), false) as has_error,
        session_id, duration_ms, local_ts
    from events
    where kind = 'hook' and in_period(day) and in_project(project, repo)
)

select
    hook_event,
    hook_name,
    count(*) filter (is_run) as runs,
    count(distinct session_id) as sessions,
    count(*) filter (is_blocked) as blocked_runs,
    count(*) filter (has_error and not is_blocked) as failed_runs,
    rate(count(*) filter (has_error and not is_blocked), count(*) filter (is_run)) as failure_rate,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    max(local_ts) as last_local_ts
from happened
group by hook_event, hook_name
order by runs desc, hook_event nulls last, hook_name nulls last
