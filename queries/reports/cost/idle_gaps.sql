-- name: idle_gaps
-- group: cost
-- description: How pauses between requests let the cache expire. One row per length of the pause.
-- scope: since, until, project, model
-- column gap VARCHAR key: Time since the request before in the thread: up to 1 min, 1 to 5 min, 5 to 60 min, over 60 min; first (there is none);
--   unknown (one has no readable time).
-- column requests BIGINT sum: Requests of kind main.
-- column request_share DECIMAL(9,6) detail: Part of all these requests.
-- column prompt_tokens BIGINT sum detail: Tokens of their prompts.
-- column hit_rate DECIMAL(9,6) bar: Part of the prompts that was read from the cache. NULL where there is no prompt.
-- column missed_tokens BIGINT sum: Tokens that could have been read and were not.
-- column missed_usd DECIMAL(38,12) sum: What these cost more than if they had been read. NULL where no price is known.
-- column missed_share DECIMAL(9,6) detail: Part of what all misses cost. NULL where they cost nothing, or no price is known.
-- column unpriced_requests BIGINT sum detail: Requests that are not in `missed_usd`, since a price is not known.
-- example: cclake report idle_gaps --since 2026-11-01
with gaps as (
    select
        *,
        case
            when thread_index = 1 then 5
            when gap_ms is null then 6
            when gap_ms <= 60000 then 1
            when gap_ms <= 300000 then 2
            when gap_ms <= 3600000 then 3
            else 4
        end as place
    from cache_economics
    where in_period(day) and in_project(project, repo) and in_model(model)
)

select
    ['up to 1 min', '1 to 5 min', '5 to 60 min', 'over 60 min', 'first', 'unknown'][place] as gap,
    count(*) as requests,
    rate(count(*), sum(count(*)) over ()) as request_share,
    coalesce(sum(prompt_tokens), 0)::bigint as prompt_tokens,
    rate(coalesce(sum(cache_read_tokens) filter (prompt_tokens is not null), 0), sum(prompt_tokens)) as hit_rate,
    coalesce(sum(missed_tokens), 0)::bigint as missed_tokens,
    sum(missed_usd) as missed_usd,
    rate(sum(missed_usd), sum(sum(missed_usd)) over ()) as missed_share,
    count(*) filter (missed_usd is null) as unpriced_requests
from gaps
group by place
order by place
