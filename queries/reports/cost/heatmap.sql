-- name: heatmap
-- group: cost
-- description: When work happens: cost by weekday and hour. One row per weekday, from Monday; requests without a time are not in it.
-- scope: since, until, project, model
-- column weekday VARCHAR key: Day of the week.
-- column days BIGINT detail: Such days with requests.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column hourly_requests BIGINT[] spark: Requests in each local hour of the day, from midnight on.
-- column hourly_cost_usd DECIMAL(38,12)[] detail: Cost in each local hour of the day. 0 where no request has a price.
-- column busiest_hour BIGINT: Hour with most requests, from 0 to 23; the first of several.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- example: cclake report heatmap --since 2026-11-01
with hours as (
    select
        isodow(day) as isodow,
        hour(local_ts) as hour,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        sum(cost_usd) as cost_usd
    from requests
    where day is not null and in_period(day) and in_project(project, repo) and in_model(model)
    group by all
),

days as (
    select isodow(day) as isodow, count(distinct day) as days
    from requests
    where day is not null and in_period(day) and in_project(project, repo) and in_model(model)
    group by all
),

grid as (
    select days.isodow, days.days, clock.hour, hours.requests, hours.unpriced_requests, hours.cost_usd
    from days
    cross join range(24) as clock(hour)
    left join hours on days.isodow = hours.isodow and clock.hour = hours.hour
)

select
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][isodow] as weekday,
    any_value(days) as days,
    sum(requests)::bigint as requests,
    sum(unpriced_requests)::bigint as unpriced_requests,
    list(coalesce(requests, 0) order by hour) as hourly_requests,
    list(coalesce(cost_usd, 0)::decimal(38, 12) order by hour) as hourly_cost_usd,
    arg_max(hour, (coalesce(requests, 0), -hour)) as busiest_hour,
    sum(cost_usd) as cost_usd
from grid
group by isodow
order by isodow
