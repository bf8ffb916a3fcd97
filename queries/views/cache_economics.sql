-- name: cache_economics
-- description: What the prompt cache saved each request, what it missed and why, as far as the requests around it tell. Requests to an advisor
--   are not among them. One row per request of kind main.
-- column response_id VARCHAR: The response.
-- column session_id VARCHAR: Session of the request.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column context_id VARCHAR: The context, as in `request_order`.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column ts TIMESTAMP: When it happened, UTC. NULL where the transcript gives no readable time.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`. NULL where `ts` is.
-- column day DATE: Day of `local_ts`. NULL where `ts` is.
-- column model VARCHAR: Model that answered. NULL where there is none.
-- column thread_index BIGINT: Place of the request in its thread, from 1.
-- column gap_ms BIGINT: Time since the request before it in the thread. NULL where there is none, and where one has no readable time.
-- column prompt_tokens BIGINT: Size of the prompt. NULL where usage does not say.
-- column cache_read_tokens BIGINT: Tokens of it that were read from the cache. NULL where usage does not say.
-- column cache_write_tokens BIGINT: Tokens of it that were written to the cache. NULL where usage does not say.
-- column prompt_usd DECIMAL(38,12): Cost of the prompt: input, cache reads and cache writes. NULL where the request is unpriced.
-- column uncached_usd DECIMAL(38,12): Cost of the same prompt without a cache: all of it at the price of uncached input. NULL where that price
--   is not known.
-- column saved_usd DECIMAL(38,12): The difference; negative where writes cost more than reads saved. NULL where `uncached_usd` is.
-- column miss_cause VARCHAR: Why tokens were not read from the cache: cold_start (first request of its thread), compaction (first one after
--   it), model_switch (the context's last request that used the cache was another model's), ttl_expired_1h, ttl_expired_5m (it was longer ago
--   than what was last written lives), prefix_change (none of these: what comes early in the prompt was not the same), none (all that the last
--   request left was read). An estimate. NULL where usage does not say.
-- column cache_miss_reason VARCHAR: Why, as the API says. NULL where it does not.
-- column missed_tokens BIGINT: Tokens that the last request of the context that used the cache left there and this one did not read, the
--   size of the prompt at most; for cold_start and compaction all that it did not read. NULL where usage does not say.
-- column missed_usd DECIMAL(38,12): What these tokens cost more than if they had been read. NULL where a price is not known.
-- column cache_write_1h_tokens BIGINT: Tokens that were written for an hour. NULL where usage does not say.
-- column unread_1h_tokens BIGINT: Tokens among them that no later request of the context and model read; another context may have. NULL where
--   usage does not say.
-- column unread_1h_usd DECIMAL(38,12): What it cost to write these. NULL where that price is not known.
with used as (
    select
        ordered.*,
        ordered.cache_write_5m_tokens + ordered.cache_write_1h_tokens as cache_write_tokens,
        epoch_ms(ordered.ts) - epoch_ms(ordered.last_use_ts) as age_ms,
        case
            when ordered.is_first then ordered.prompt_tokens - ordered.cache_read_tokens
            else greatest(least(coalesce(ordered.last_use_tokens, 0), ordered.prompt_tokens) - ordered.cache_read_tokens, 0)
        end as missed_tokens,
        -- What this one does not read is written anew, so that later ones read that.
        lead(
            case when ordered.cache_read_tokens + ordered.cache_write_5m_tokens + ordered.cache_write_1h_tokens > 0 then ordered.cache_read_tokens end
            ignore nulls
        ) over same_model as next_read_tokens,
        coalesce(token_usd(ordered.cost_input_usd, ordered.input_tokens), price.input_token_usd) as input_token_usd,
        coalesce(token_usd(ordered.cost_cache_read_usd, ordered.cache_read_tokens), price.cache_read_token_usd) as cache_read_token_usd,
        coalesce(
            case when ordered.cache_write_5m_tokens = 0 then token_usd(ordered.cost_cache_write_usd, ordered.cache_write_1h_tokens) end,
            price.cache_write_1h_token_usd
        ) as cache_write_1h_token_usd
    from request_order as ordered
    left join token_prices as price
        on ordered.price_id = price.price_id and token_usd(ordered.cost_output_usd, ordered.output_tokens) = price.output_token_usd
    where ordered.kind = 'main'
    window same_model as (
        partition by ordered.session_id, ordered.agent_id, ordered.context_index, ordered.model order by ordered.thread_index
    )
),

costs as (
    select
        *,
        -- Tokens of one hour stand before those of 5 minutes.
        cache_write_1h_tokens - least(greatest(coalesce(next_read_tokens, 0) - cache_read_tokens, 0), cache_write_1h_tokens) as unread_1h_tokens,
        case when cost_usd is not null then coalesce(cost_input_usd, 0) + coalesce(cost_cache_read_usd, 0) + coalesce(cost_cache_write_usd, 0) end
            as prompt_usd,
        prompt_tokens * input_token_usd as uncached_usd,
        -- Writes of both kinds have one price here, that of all of them.
        token_usd(cost_cache_write_usd, cache_write_tokens) as write_token_usd,
        least(missed_tokens, cache_write_tokens) as missed_write_tokens
    from used
)

select
    response_id,
    session_id,
    agent_id,
    context_id,
    project,
    repo,
    ts,
    local_ts,
    day,
    model,
    thread_index,
    gap_ms,
    prompt_tokens,
    cache_read_tokens,
    cache_write_tokens,
    prompt_usd::decimal(38, 12) as prompt_usd,
    uncached_usd::decimal(38, 12) as uncached_usd,
    (uncached_usd - prompt_usd)::decimal(38, 12) as saved_usd,
    case
        when missed_tokens is null then null
        when missed_tokens = 0 then 'none'
        when is_first and context_index = 0 then 'cold_start'
        when is_first then 'compaction'
        when model <> last_use_model then 'model_switch'
        when age_ms > 3600000 and last_write_1h then 'ttl_expired_1h'
        when age_ms > 300000 and last_write_5m then 'ttl_expired_5m'
        else 'prefix_change'
    end as miss_cause,
    cache_miss_reason,
    missed_tokens,
    case
        when missed_tokens = 0 and cost_usd is not null then 0
        else
            missed_write_tokens * case when missed_write_tokens = 0 then 0 else write_token_usd end
            + (missed_tokens - missed_write_tokens) * case when missed_tokens = missed_write_tokens then 0 else input_token_usd end
            - missed_tokens * cache_read_token_usd
    end::decimal(38, 12) as missed_usd,
    cache_write_1h_tokens,
    unread_1h_tokens,
    case when unread_1h_tokens = 0 and cost_usd is not null then 0 else unread_1h_tokens * cache_write_1h_token_usd end::decimal(38, 12)
        as unread_1h_usd
from costs
