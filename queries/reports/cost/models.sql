-- name: models
-- group: cost
-- aliases: model
-- description: Cost and tokens by model. One row per model and speed.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column speed VARCHAR detail: Speed that was billed: standard, fast. NULL where usage does not say.
-- column requests BIGINT sum: Billed requests, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column sessions BIGINT detail: Sessions that the model answered in.
-- column input_tokens BIGINT sum detail: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum detail: Tokens read from the cache.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column cost_share DECIMAL(9,6) bar: Part of the cost of all models. NULL where nothing has a price.
-- column request_usd DECIMAL(38,12) detail: Cost of a request with a price, on average. NULL where none has one.
-- column last_day DATE detail: Last day that it answered on. NULL where no request has a readable time.
-- example: cclake report models --since 2026-11-01 --compare
select
    model,
    speed,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    count(distinct session_id) as sessions,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    sum(cost_usd) as cost_usd,
    rate(sum(cost_usd), sum(sum(cost_usd)) over ()) as cost_share,
    usd_per(sum(cost_usd), count(cost_usd)) as request_usd,
    max(day) as last_day
from requests
where in_period(day) and in_project(project, repo) and in_model(model)
group by model, speed
order by cost_usd desc nulls last, model nulls last, speed nulls last
