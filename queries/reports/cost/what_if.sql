-- name: what_if
-- group: cost
-- description: What the same tokens would cost with another model, at its latest price. One row per model.
-- scope: since, until, project, model
-- param target VARCHAR = 'claude-haiku-4-5': Model to reckon with, as `cclake prices list` or the table `models` name it.
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests without a cost; they are in none of the figures.
-- column cost_usd DECIMAL(38,12) sum: What they cost, fees of searches left out. NULL where none has a price.
-- column target_usd DECIMAL(38,12) sum: What the same tokens would cost with the other model at standard speed and with short prompts. Another
--   model would need more or fewer of them. NULL where that model has no price.
-- column difference_usd DECIMAL(38,12) sum bar: What that would cost more; negative where it would cost less. NULL where one of them is not
--   known.
-- example: cclake report what_if --param target=claude-sonnet-4-5 --since 2026-11-01
with target as (
    select price.*
    from models as model
    join prices as price on model.price_id = price.price_id
    where model.model = getvariable('target')
    order by price.effective_from desc nulls last, model.place
    limit 1
),

used as (
    select
        request.model, request.cost_usd - coalesce(request.cost_search_usd, 0) as cost_usd,
        case
            when request.cost_usd is not null
                then usd_per(
                    tokens_usd(request.input_tokens, target.input_usd_per_mtok)
                    + tokens_usd(request.output_tokens, target.output_usd_per_mtok)
                    + tokens_usd(request.cache_read_tokens, target.cache_read_usd_per_mtok)
                    + tokens_usd(request.cache_write_5m_tokens, target.cache_write_5m_usd_per_mtok)
                    + tokens_usd(request.cache_write_1h_tokens, target.cache_write_1h_usd_per_mtok),
                    1000000
                )
        end as target_usd
    from requests as request
    left join target on true
    where in_period(request.day) and in_project(request.project, request.repo) and in_model(request.model)
)

select
    model,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    sum(cost_usd)::decimal(38, 12) as cost_usd,
    sum(target_usd) as target_usd,
    (sum(target_usd) - sum(cost_usd))::decimal(38, 12) as difference_usd
from used
group by model
order by cost_usd desc nulls last, model nulls last
