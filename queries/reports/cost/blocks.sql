-- name: blocks
-- group: cost
-- aliases: block
-- description: Five-hour blocks, as subscriptions count usage, with burn rate. One row per block: it begins with the full hour of its first
--   request, and lasts five hours. Requests without a time are not in it.
-- scope: since, until, project, model
-- column block_start TIMESTAMP key: Local time that the block begins at.
-- column block_end TIMESTAMP detail: Local time five hours later.
-- column last_local_ts TIMESTAMP detail: Time of its last request.
-- column is_active BOOLEAN: Whether the block has not ended yet.
-- column sessions BIGINT detail: Sessions with a request.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum detail: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum detail: Tokens read from the cache.
-- column max_prompt_tokens BIGINT detail: Size of the largest prompt. NULL where usage does not say.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- column hourly_cost_usd DECIMAL(38,12): Cost per hour between the first request and the last, or now where the block is active. NULL where that
--   is less than a minute, and where nothing has a price.
-- column projected_cost_usd DECIMAL(38,12) detail: Cost at the end of an active block if it goes on like this. NULL for other blocks, and where
--   there is no cost per hour.
-- example: cclake report blocks --since 2026-11-01
with recursive used as (
    select *, date_trunc('hour', ts) as hour_ts
    from requests
    where ts is not null and in_project(project, repo) and in_model(model)
),

hours as (
    select
        hour_ts,
        -- After five hours without a request a block begins, whatever was before: from there on each run is on its own.
        hour_ts - lag(hour_ts) over (order by hour_ts) < interval 5 hours as goes_on,
        min(hour_ts) over (order by hour_ts range between interval 5 hours following and unbounded following) as next_ts
    from used
    group by hour_ts
),

starts as (
    select hour_ts, next_ts from hours where goes_on is not true
    union
    select hours.hour_ts, hours.next_ts
    from starts
    join hours on starts.next_ts = hours.hour_ts
),

blocks as (
    select
        start.hour_ts as start_ts,
        start.hour_ts + interval 5 hours as end_ts,
        count(distinct session_id) as sessions,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        coalesce(sum(input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
        max(prompt_tokens) as max_prompt_tokens,
        sum(cost_usd) as cost_usd,
        min(ts) as first_ts,
        max(ts) as last_ts
    from used
    asof join starts as start on used.hour_ts >= start.hour_ts
    group by start.hour_ts
),

running as (
    select
        *,
        coalesce(getvariable('now')::timestamp < end_ts and getvariable('now')::timestamp >= start_ts, false) as is_active,
        epoch_ms(least(end_ts, getvariable('now')::timestamp)) - epoch_ms(first_ts) as run_ms
    from blocks
),

burning as (
    select *, case when not is_active then epoch_ms(last_ts) - epoch_ms(first_ts) else run_ms end as used_ms from running
),

rated as (
    select *, case when used_ms >= 60000 then usd_per(cost_usd * 3600000, used_ms) end as hourly_cost_usd from burning
)

select
    local_ts(start_ts) as block_start,
    local_ts(end_ts) as block_end,
    local_ts(last_ts) as last_local_ts,
    is_active,
    sessions,
    requests,
    unpriced_requests,
    input_tokens,
    output_tokens,
    cache_write_tokens,
    cache_read_tokens,
    max_prompt_tokens,
    cost_usd,
    hourly_cost_usd,
    case
        when is_active
            then cost_usd + usd_per(hourly_cost_usd * (epoch_ms(end_ts) - epoch_ms(getvariable('now')::timestamp)), 3600000)
    end::decimal(38, 12) as projected_cost_usd
from rated
where in_period(local_ts(start_ts)::date)
order by start_ts
