-- name: components
-- group: cost
-- description: What the money goes to: input, output, cache reads, cache writes, searches. One row per part of a cost.
-- scope: since, until, project, model
-- column component VARCHAR key: Part of a cost: input, output, cache_read, cache_write_5m, cache_write_1h, web_search. Where a request wrote
--   for 5 minutes and for an hour, its one cost of writes is split by their prices, else as 1 to 1.6.
-- column tokens BIGINT: Tokens of this kind; searches for web_search. Kinds have different prices, so that they have no sum.
-- column cost_usd DECIMAL(38,12) sum: What it cost. NULL where no request has that.
-- column cost_share DECIMAL(9,6) bar: Part of all cost. NULL where nothing has a price.
-- column mtok_usd DECIMAL(38,12) detail: Paid for a million of these tokens, or searches, on average, those without a price left out. NULL
--   where there is none.
-- column requests BIGINT detail: Requests that have tokens of this kind.
-- column unpriced_tokens BIGINT detail: Tokens among them without a price.
-- example: cclake report components --since 2026-11-01
with scoped as (
    select
        request.*,
        coalesce(price.cache_write_5m_usd_per_mtok > 0 and price.cache_write_1h_usd_per_mtok > 0, false) as has_both,
        (price.cache_write_5m_usd_per_mtok::decimal(38, 12) * 1000000)::bigint as price_5m,
        (price.cache_write_1h_usd_per_mtok::decimal(38, 12) * 1000000)::bigint as price_1h
    from requests as request
    left join prices as price on request.price_id = price.price_id
    where in_period(request.day) and in_project(request.project, request.repo) and in_model(request.model)
),

weighed as (
    select
        *,
        cache_write_5m_tokens::hugeint * case when has_both then price_5m else 5 end as weight_5m,
        cache_write_1h_tokens::hugeint * case when has_both then price_1h else 8 end as weight_1h
    from scoped
),

used as (
    select
        *,
        case
            when cost_cache_write_usd is null or cache_write_1h_tokens = 0 then 0::decimal(18, 12)
            when cache_write_5m_tokens = 0 then cost_cache_write_usd
            else
                ((cost_cache_write_usd::decimal(38, 12) * 1000000000000)::hugeint * weight_1h // (weight_1h + weight_5m))::decimal(18, 0)
                * 0.000000000001
        end::decimal(18, 12) as cost_cache_write_1h_usd
    from weighed
),

parts as (
    select 1 as place, 'input' as component, input_tokens as tokens, cost_input_usd as part_usd, cost_usd from used
    union all
    select 2, 'output', output_tokens, cost_output_usd, cost_usd from used
    union all
    select 3, 'cache_read', cache_read_tokens, cost_cache_read_usd, cost_usd from used
    union all
    select 4, 'cache_write_5m', cache_write_5m_tokens, (cost_cache_write_usd - cost_cache_write_1h_usd)::decimal(18, 12), cost_usd from used
    union all
    select 5, 'cache_write_1h', cache_write_1h_tokens, case when cost_cache_write_usd is not null then cost_cache_write_1h_usd end, cost_usd from used
    union all
    select 6, 'web_search', web_search_requests, cost_search_usd, cost_usd from used
),

summed as (
    select
        place,
        component,
        coalesce(sum(tokens), 0)::bigint as tokens,
        sum(part_usd) as cost_usd,
        count(*) filter (tokens > 0) as requests,
        coalesce(sum(tokens) filter (cost_usd is null), 0)::bigint as unpriced_tokens
    from parts
    group by place, component
)

select
    component,
    tokens,
    cost_usd,
    rate(cost_usd, sum(cost_usd) over ()) as cost_share,
    usd_per(cost_usd * 1000000, tokens - unpriced_tokens) as mtok_usd,
    requests,
    unpriced_tokens
from summed
order by place
