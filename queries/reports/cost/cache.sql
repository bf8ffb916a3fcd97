-- name: cache
-- group: cost
-- description: How well the prompt cache works, by model: hit rate, and what it saved. One row per model.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column requests BIGINT sum: Billed requests.
-- column prompt_tokens BIGINT sum detail: Tokens of all prompts. Those of requests whose usage does not say are not in it.
-- column input_tokens BIGINT sum detail: Tokens among them that did not go through the cache.
-- column cache_write_5m_tokens BIGINT sum detail: Tokens among them that were written for 5 minutes.
-- column cache_write_1h_tokens BIGINT sum detail: Tokens among them that were written for an hour.
-- column cache_read_tokens BIGINT sum: Tokens among them that were read.
-- column hit_rate DECIMAL(9,6) bar: Part of the prompts that was read from the cache. NULL where there is no prompt.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price, output included. NULL where none has.
-- column unpriced_requests BIGINT sum detail: Requests without a cost.
-- column saved_usd DECIMAL(38,12) sum: What prompts would have cost more without a cache; negative where writing cost more than reading saved. NULL
--   where no price of uncached input is known.
-- column unsaved_requests BIGINT sum detail: Requests of kind main that are not in `saved_usd`, since that price is not known.
-- example: cclake report cache --since 2026-11-01
with used as (
    select
        model,
        count(*) as requests,
        coalesce(sum(prompt_tokens), 0)::bigint as prompt_tokens,
        coalesce(sum(input_tokens) filter (prompt_tokens is not null), 0)::bigint as input_tokens,
        coalesce(sum(cache_write_5m_tokens) filter (prompt_tokens is not null), 0)::bigint as cache_write_5m_tokens,
        coalesce(sum(cache_write_1h_tokens) filter (prompt_tokens is not null), 0)::bigint as cache_write_1h_tokens,
        coalesce(sum(cache_read_tokens) filter (prompt_tokens is not null), 0)::bigint as cache_read_tokens,
        sum(cost_usd) as cost_usd,
        count(*) filter (cost_usd is null) as unpriced_requests
    from requests
    where in_period(day) and in_project(project, repo) and in_model(model)
    group by model
),

saved as (
    select model, sum(saved_usd) as saved_usd, count(*) filter (saved_usd is null) as unsaved_requests
    from cache_economics
    where in_period(day) and in_project(project, repo) and in_model(model)
    group by model
)

select
    used.model,
    used.requests,
    used.prompt_tokens,
    used.input_tokens,
    used.cache_write_5m_tokens,
    used.cache_write_1h_tokens,
    used.cache_read_tokens,
    rate(used.cache_read_tokens, used.prompt_tokens) as hit_rate,
    used.cost_usd,
    used.unpriced_requests,
    saved.saved_usd,
    coalesce(saved.unsaved_requests, 0) as unsaved_requests
from used
left join saved on used.model is not distinct from saved.model
order by used.prompt_tokens desc, used.model nulls last
