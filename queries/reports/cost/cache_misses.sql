-- name: cache_misses
-- group: cost
-- aliases: misses
-- description: What cache misses cost, by cause. One row per cause, as in `cache_economics`.
-- scope: since, until, project, model
-- column miss_cause VARCHAR key: Why tokens were not read from the cache: cold_start, compaction, model_switch, ttl_expired_1h, ttl_expired_5m,
--   prefix_change, none (all was read). An estimate. NULL where usage does not say.
-- column requests BIGINT sum: Requests of kind main.
-- column request_share DECIMAL(9,6) detail: Part of all these requests.
-- column missed_tokens BIGINT sum: Tokens that could have been read and were not. What could not have been, at the beginning of a thread,
--   counts too.
-- column missed_usd DECIMAL(38,12) sum: What these tokens cost more than if they had been read. NULL where no price is known.
-- column missed_share DECIMAL(9,6) bar: Part of what all misses cost. NULL where they cost nothing, or no price is known.
-- column cost_share DECIMAL(9,6): `missed_usd` as a part of the cost of all requests in scope. NULL where nothing has a price.
-- column unpriced_requests BIGINT sum detail: Requests that are not in `missed_usd`, since a price is not known.
-- column p50_gap_ms BIGINT detail: Median time since the request before in the thread. NULL where there is none.
-- example: cclake report cache_misses --since 2026-11-01
with spent as (
    select sum(cost_usd) as cost_usd from requests where in_period(day) and in_project(project, repo) and in_model(model)
)

select
    miss_cause,
    count(*) as requests,
    rate(count(*), sum(count(*)) over ()) as request_share,
    coalesce(sum(missed_tokens), 0)::bigint as missed_tokens,
    sum(missed_usd) as missed_usd,
    rate(sum(missed_usd), sum(sum(missed_usd)) over ()) as missed_share,
    rate(sum(missed_usd), (select cost_usd from spent)) as cost_share,
    count(*) filter (missed_usd is null) as unpriced_requests,
    quantile_cont(gap_ms, 0.5)::bigint as p50_gap_ms
from cache_economics
where in_period(day) and in_project(project, repo) and in_model(model)
group by miss_cause
order by missed_usd desc nulls last, miss_cause nulls last
