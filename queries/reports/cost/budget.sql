-- name: budget
-- group: cost
-- aliases: budgets
-- description: What is spent of budgets, and what it will be at the end of their periods. One row per budget.
-- param budgets VARCHAR = '[{"name":"all","period":"month"}]': Budgets as a JSON array of objects: name, amount_usd, period (day, week,
--   month), project, model.
--   Those of the settings, where there are any.
-- column budget VARCHAR key: Name of the budget.
-- column period VARCHAR: How long it lasts: day, week, month.
-- column period_start DATE: First day of the period that it is now.
-- column period_end DATE detail: Last day of it.
-- column days_left BIGINT detail: Days of it that come after today.
-- column spent_usd DECIMAL(38,12): Cost of the requests in it until now that have a price. 0 where there is none.
-- column amount_usd DECIMAL(38,12): The budget. NULL where none is given.
-- column spent_share DECIMAL(9,6) bar: Part of the budget that is spent. NULL where none is given.
-- column forecast_usd DECIMAL(38,12): What will be spent by the end: for each day that is left the mean of the same weekday in the 28 days
--   before today,
--   and at least as much today. Of a shorter history the days that there are count.
-- column forecast_share DECIMAL(9,6): Part of the budget. NULL where none is given.
-- column is_over BOOLEAN: Whether more is spent than the budget. NULL where none is given.
-- column will_be_over BOOLEAN detail: Whether the forecast is more than the budget. NULL where none is given.
-- column unpriced_requests BIGINT detail: Requests in the period without a cost: what is spent is a floor where there are any.
-- example: cclake report budget --fail-if 'is_over or will_be_over'
with budgets as (
    select
        (position - 1)::bigint as place,
        coalesce(json_extract_string(budget, '$.name'), 'budget ' || position) as name,
        json_extract_string(budget, '$.amount_usd')::decimal(38, 12) as amount_usd,
        coalesce(json_extract_string(budget, '$.period'), 'month') as period,
        json_extract_string(budget, '$.project') as project,
        json_extract_string(budget, '$.model') as model,
        local_ts(getvariable('now')::timestamp)::date as today
    from (
        select
            unnest(json_extract(getvariable('budgets')::json, '$[*]')) as budget,
            generate_subscripts(json_extract(getvariable('budgets')::json, '$[*]'), 1) as position
    )
),

periods as (
    select
        *,
        case period when 'day' then today when 'week' then date_trunc('week', today)::date else date_trunc('month', today)::date end as period_start,
        case
            period when 'day' then today
            when 'week' then date_trunc('week', today)::date + 6
            else (date_trunc('month', today) + interval 1 month)::date - 1
        end as period_end
    from budgets
),

spent as (
    -- What a clock of the past does not know yet is no part of it.
    select day, project, repo, model, sum(cost_usd) as cost_usd, count(*) filter (cost_usd is null) as unpriced_requests
    from requests
    where ts <= getvariable('now')::timestamp
    group by all
),

matched as (
    select budget.place, budget.today, budget.period_start, spent.day, spent.cost_usd, spent.unpriced_requests
    from periods as budget
    join spent
        on (budget.project is null or fits_project(spent.project, spent.repo, budget.project))
        and (budget.model is null or fits_model(spent.model, budget.model))
),

totals as (
    select
        place,
        coalesce(sum(cost_usd) filter (day between period_start and today), 0)::decimal(38, 12) as spent_usd,
        coalesce(sum(cost_usd) filter (day = today), 0)::decimal(38, 12) as today_usd,
        coalesce(sum(unpriced_requests) filter (day between period_start and today), 0)::bigint as unpriced_requests,
        greatest(min(day) filter (day < today), any_value(today) - 28) as history_start
    from matched
    group by place
),

-- The days before today that count, those without spending too.
history as (
    select
        totals.place, past.day, isodow(past.day) as isodow
    from totals
    join periods as budget on totals.place = budget.place
    cross join lateral (select (totals.history_start + offset_days::integer)::date as day from range(0, 28) as offsets(offset_days)) as past
    where past.day < budget.today
),

means as (
    select history.place, history.isodow, usd_per(coalesce(sum(matched_day.cost_usd), 0)::decimal(38, 12), count(distinct history.day)) as mean_usd
    from history
    left join (select place, day, sum(cost_usd) as cost_usd from matched group by place, day) as matched_day
        on history.place = matched_day.place and history.day = matched_day.day
    group by history.place, history.isodow
),

days_to_come as (
    select budget.place, (budget.today + ahead::integer)::date as day, ahead
    from periods as budget
    cross join range(0, 31) as days(ahead)
    where budget.today + ahead::integer <= budget.period_end
),

to_come as (
    select
        days.place,
        sum(
            case
                when days.ahead > 0 then coalesce(means.mean_usd, 0)
                else greatest(coalesce(means.mean_usd, 0) - coalesce(totals.today_usd, 0), 0)
            end
        )::decimal(38, 12) as to_come_usd
    from days_to_come as days
    left join means on days.place = means.place and isodow(days.day) = means.isodow
    left join totals on days.place = totals.place
    group by days.place
)

select
    budget.name as budget,
    budget.period,
    budget.period_start,
    budget.period_end,
    (budget.period_end - budget.today)::bigint as days_left,
    coalesce(totals.spent_usd, 0)::decimal(38, 12) as spent_usd,
    budget.amount_usd,
    rate(coalesce(totals.spent_usd, 0), budget.amount_usd) as spent_share,
    (coalesce(totals.spent_usd, 0) + coalesce(to_come.to_come_usd, 0))::decimal(38, 12) as forecast_usd,
    rate(coalesce(totals.spent_usd, 0) + coalesce(to_come.to_come_usd, 0), budget.amount_usd) as forecast_share,
    coalesce(totals.spent_usd, 0) > budget.amount_usd as is_over,
    coalesce(totals.spent_usd, 0) + coalesce(to_come.to_come_usd, 0) > budget.amount_usd as will_be_over,
    coalesce(totals.unpriced_requests, 0) as unpriced_requests
from periods as budget
left join totals on budget.place = totals.place
left join to_come on budget.place = to_come.place
order by budget.place
