-- name: edit_failures
-- group: behaviour
-- description: Why edits and writes fail, by model. One row per tool, reason and model. What was denied or cancelled has not failed: the report
--   `denials` has it.
-- scope: since, until, project, model
-- column tool VARCHAR key: Edit, MultiEdit or Write.
-- column fail_reason VARCHAR key: Why: not_read, not_found, not_unique, changed_on_disk, no_change, other.
-- column model VARCHAR key: Model whose response asked for it. NULL where that is not known.
-- column failures BIGINT sum: Calls that failed so.
-- column failure_share DECIMAL(9,6) detail: Part of the tool's calls by the model that failed.
-- column calls BIGINT detail: Calls of the tool by the model that were made or failed.
-- column failure_rate DECIMAL(9,6) bar: Failures for this reason, of these calls.
-- column failure_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence.
-- column failure_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence.
-- column sessions BIGINT: Sessions that this happened in.
-- column last_day DATE detail: Last day that it happened on. NULL where no call has a readable time.
-- example: cclake report edit_failures --since 2026-11-01
with ended as (
    select change.tool, coalesce(change.fail_reason, 'other') as fail_reason, answer.model, change.status, change.session_id, change.day
    from file_changes as change
    left join message_models as answer on change.session_id = answer.session_id and change.message_id = answer.message_id
    where change.status in ('ok', 'failed') and in_period(change.day) and in_project(change.project, change.repo) and in_model(answer.model)
),

totals as (
    select tool, model, count(*) as calls, count(*) filter (status = 'failed') as all_failures from ended group by tool, model
),

failed as (
    select tool, fail_reason, model, count(*) as failures, count(distinct session_id) as sessions, max(day) as last_day
    from ended
    where status = 'failed'
    group by tool, fail_reason, model
)

select
    failed.tool,
    failed.fail_reason,
    failed.model,
    failed.failures,
    rate(failed.failures, totals.all_failures) as failure_share,
    totals.calls,
    rate(failed.failures, totals.calls) as failure_rate,
    wilson_low(failed.failures, totals.calls) as failure_rate_low,
    wilson_high(failed.failures, totals.calls) as failure_rate_high,
    failed.sessions,
    failed.last_day
from failed
join totals on failed.tool = totals.tool and failed.model is not distinct from totals.model
order by failed.failures desc, failed.tool, failed.fail_reason, failed.model nulls last
