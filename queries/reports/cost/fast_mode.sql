-- name: fast_mode
-- group: cost
-- description: What fast mode cost more. One row per model that answered in fast mode.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered.
-- column requests BIGINT sum: Requests in fast mode.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cost_usd DECIMAL(38,12) sum: What they cost. NULL where none has a price.
-- column standard_usd DECIMAL(38,12) sum: What their tokens would have cost at standard speed; fees of searches are not in it. NULL where it
--   is not known.
-- column premium_usd DECIMAL(38,12) sum bar: What was paid more. NULL where it is not known.
-- column fast_requests_share DECIMAL(9,6) detail: Part of the model's requests that was in fast mode.
-- example: cclake report fast_mode --since 2026-11-01
with used as (
    select
        request.*,
        (request.cost_usd - coalesce(request.cost_search_usd, 0))::decimal(38, 12) as token_usd,
        price.fast_multiplier::decimal(38, 12) as fast_multiplier
    from requests as request
    left join prices as price on request.price_id = price.price_id
    where in_period(request.day) and in_project(request.project, request.repo) and in_model(request.model)
),

shares as (
    select model, count(*) as requests from used group by model
),

fast as (
    select
        model,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens,
        sum(cost_usd) as cost_usd,
        -- The multiplier has six digits.
        sum(usd_per(token_usd * 1000000, (fast_multiplier * 1000000)::bigint)) as standard_usd,
        sum(token_usd) filter (fast_multiplier is not null) as fast_usd
    from used
    where speed = 'fast'
    group by model
)

select
    fast.model,
    fast.requests,
    fast.unpriced_requests,
    fast.output_tokens,
    fast.cost_usd,
    fast.standard_usd::decimal(38, 12) as standard_usd,
    (fast.fast_usd - fast.standard_usd)::decimal(38, 12) as premium_usd,
    rate(fast.requests, shares.requests) as fast_requests_share
from fast
join shares on fast.model is not distinct from shares.model
order by premium_usd desc nulls last, fast.model nulls last
