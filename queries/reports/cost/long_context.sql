-- name: long_context
-- group: cost
-- description: What long prompts cost more where their price is higher. One row per model with a request above its threshold.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered.
-- column long_context_threshold_tokens BIGINT key: Size of a prompt above which the long prices hold.
-- column requests BIGINT sum: Requests above it. Such as sum up several calls of the model, which are held against the threshold one by one,
--   are not among them.
-- column prompt_tokens BIGINT sum: Tokens of their prompts.
-- column output_tokens BIGINT sum detail: Their output tokens.
-- column cost_usd DECIMAL(38,12) sum: What they cost. NULL where none has a price.
-- column short_usd DECIMAL(38,12) sum: What their tokens would have cost at the prices of short prompts, fees of searches included. NULL where
--   one of these is not known.
-- column premium_usd DECIMAL(38,12) sum bar: What was paid more. NULL where it is not known.
-- example: cclake report long_context --since 2026-11-01
with long as (
    select
        request.model, price.long_context_threshold_tokens, request.prompt_tokens, request.output_tokens, request.cost_usd,
        case when request.speed = 'fast' then price.fast_multiplier else 1 end as multiplier,
        tokens_usd(request.input_tokens, price.input_usd_per_mtok)
        + tokens_usd(request.output_tokens, price.output_usd_per_mtok)
        + tokens_usd(request.cache_read_tokens, price.cache_read_usd_per_mtok)
        + tokens_usd(request.cache_write_5m_tokens, price.cache_write_5m_usd_per_mtok)
        + tokens_usd(request.cache_write_1h_tokens, price.cache_write_1h_usd_per_mtok) as short_mtok_usd,
        coalesce(request.cost_search_usd, 0) as cost_search_usd
    from requests as request
    join prices as price on request.price_id = price.price_id
    where request.calls is null
        and request.prompt_tokens > price.long_context_threshold_tokens
        and in_period(request.day) and in_project(request.project, request.repo) and in_model(request.model)
),

priced as (
    select
        *,
        (usd_per(short_mtok_usd * (multiplier * 1000)::bigint, 1000000000) + cost_search_usd)::decimal(38, 12) as short_usd
    from long
)

select
    model,
    long_context_threshold_tokens,
    count(*) as requests,
    sum(prompt_tokens)::bigint as prompt_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    sum(cost_usd) as cost_usd,
    sum(short_usd) as short_usd,
    (sum(cost_usd) filter (short_usd is not null) - sum(short_usd) filter (cost_usd is not null))::decimal(38, 12) as premium_usd
from priced
group by model, long_context_threshold_tokens
order by premium_usd desc nulls last, model, long_context_threshold_tokens
