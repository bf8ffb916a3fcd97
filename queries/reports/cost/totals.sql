-- name: totals
-- group: cost
-- aliases: total
-- description: All there is in one row. One row per lake.
-- scope: since, until, project, model
-- column first_day DATE: First day with a request. NULL where there is none.
-- column last_day DATE: Last day with a request. NULL where there is none.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column agent_cost_usd DECIMAL(38,12) sum: Part of it that is of agents' requests. NULL where none of these has a price.
-- column requests BIGINT sum: Billed requests, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum: Requests among them without a cost: `cost_usd` is a floor where there are any.
-- column sessions BIGINT sum: Sessions with a request.
-- column projects BIGINT sum: Projects of these sessions.
-- column active_days BIGINT sum: Days with a request.
-- column input_tokens BIGINT sum: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum: Tokens read from the cache.
-- column cache_read_share DECIMAL(9,6): Part of all prompts that was read from the cache. NULL where there is no prompt.
-- column daily_cost_usd DECIMAL(38,12)[] spark: Cost of each of the last 30 days with requests. NULL where there is none.
-- example: cclake report totals --since 2026-11-01 --fail-if 'cost_usd > 500'
with used as (
    select * from requests where in_period(day) and in_project(project, repo) and in_model(model)
),

days as (
    select day, sum(cost_usd) as cost_usd from used where day is not null group by day order by day desc limit 30
)

select
    min(day) as first_day,
    max(day) as last_day,
    sum(cost_usd) as cost_usd,
    sum(cost_usd) filter (agent_id is not null) as agent_cost_usd,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    count(distinct session_id) as sessions,
    count(distinct project) as projects,
    count(distinct day) as active_days,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    rate(coalesce(sum(cache_read_tokens), 0), sum(prompt_tokens)) as cache_read_share,
    (select list(coalesce(cost_usd, 0)::decimal(38, 12) order by day) from days) as daily_cost_usd
from used
order by first_day
