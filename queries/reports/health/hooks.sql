-- name: hooks
-- group: health
-- description: Hooks: how often they ran, blocked and failed. One row per event and hook.
-- scope: since, until, project
-- column hook_event VARCHAR key: Event that they hang on. NULL where the record does not say.
-- column hook_name VARCHAR key: Name of the hook, else its command. NULL where the record does not say.
-- column runs BIGINT sum bar: Records of a run. Claude Code does not write one for every run.
-- column sessions BIGINT: Sessions that they ran in.
-- column blocked_runs BIGINT sum: Runs that kept the session from going on.
-- column failed_runs BIGINT sum: Runs that ended with an error, or with an exit code other than 0.
-- column failure_rate DECIMAL(9,6): Part of the runs.
-- column p50_ms BIGINT: Median time that they took. NULL where no record says.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where no record says.
-- column last_local_ts TIMESTAMP detail: Last time. NULL where none is readable.
-- example: cclake report hooks --since 2026-11-01
select
    hook_event,
    coalesce(hook_name, command) as hook_name,
    count(*) as runs,
    count(distinct session_id) as sessions,
    count(*) filter (prevented_continuation or subtype like '%blocking%' and subtype not like '%non_blocking%') as blocked_runs,
    count(*) filter (exit_code <> 0 or subtype like '%error%' or hook_errors > 0) as failed_runs,
    rate(count(*) filter (exit_code <> 0 or subtype like '%error%' or hook_errors > 0), count(*)) as failure_rate,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    max(local_ts) as last_local_ts
from events
where kind = 'hook' and in_period(day) and in_project(project, repo)
group by hook_event, coalesce(hook_name, command)
order by runs desc, hook_event nulls last, hook_name nulls last
