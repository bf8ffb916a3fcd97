-- name: unpriced
-- group: health
-- description: Models without a price: their tokens are counted, their cost is not. One row per model and reason.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column cost_status VARCHAR key: Why there is no cost, as in `requests`.
-- column requests BIGINT sum bar: Requests without a cost.
-- column sessions BIGINT detail: Sessions that made them.
-- column input_tokens BIGINT sum: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum: Tokens read from the cache.
-- column first_day DATE detail: First day of such a request. NULL where none has a readable time.
-- column last_day DATE: Last day of such a request. NULL where none has a readable time.
-- example: cclake report unpriced --fail-if 'requests > 0'
select
    model,
    cost_status,
    count(*) as requests,
    count(distinct session_id) as sessions,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    min(day) as first_day,
    max(day) as last_day
from requests
where cost_usd is null and in_period(day) and in_project(project, repo) and in_model(model)
group by model, cost_status
order by requests desc, model nulls last, cost_status
