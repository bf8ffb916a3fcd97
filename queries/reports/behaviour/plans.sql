-- name: plans
-- group: behaviour
-- description: Plans that were put to the user, and what became of them. One row per end of the call.
-- scope: since, until, project
-- column outcome VARCHAR key: approved, rejected (denied, or not approved), other (failed, interrupted, cancelled). NULL where nothing says.
-- column plans BIGINT sum bar: Plans.
-- column plan_share DECIMAL(9,6): Part of all plans.
-- column sessions BIGINT: Sessions that had such a plan.
-- column edited_plans BIGINT sum detail: Plans that the user edited.
-- column with_feedback BIGINT sum detail: Plans that the user answered with words.
-- column p50_plan_chars BIGINT detail: Median length of the plan. NULL where it is not known.
-- column p50_ms BIGINT: Median time from the call to its answer. NULL where no time is known.
-- example: cclake report plans --since 2026-11-01
with ended as (
    select
        plan.*, call.duration_ms,
        case
            when plan.approved or (plan.approved is null and call.status = 'ok') then 'approved'
            when call.status = 'denied' or plan.approved is false then 'rejected'
            when call.status in ('failed', 'interrupted', 'cancelled') then 'other'
        end as outcome
    from plans as plan
    join tool_calls as call on plan.call_id = call.call_id
    where plan.tool = 'ExitPlanMode' and in_period(plan.day) and in_project(plan.project, plan.repo)
)

select
    outcome,
    count(*) as plans,
    rate(count(*), sum(count(*)) over ()) as plan_share,
    count(distinct session_id) as sessions,
    count(*) filter (plan_was_edited) as edited_plans,
    count(feedback) as with_feedback,
    quantile_cont(plan_chars, 0.5)::bigint as p50_plan_chars,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms
from ended
group by outcome
order by plans desc, outcome nulls last
