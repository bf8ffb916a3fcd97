-- name: request_order
-- description: Requests in their order, with what came before. A thread is the main one of a session or that of an agent; each compaction ends
--   a context of it and begins the next. Requests to an advisor are in the context that it was asked from, and not in the order. One row per
--   request.
-- column response_id VARCHAR: The response.
-- column kind VARCHAR: main, or advisor.
-- column iteration_index BIGINT: Place in `usage.iterations`, as in `requests`.
-- column session_id VARCHAR: Session of the request.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column ts TIMESTAMP: When it happened, UTC. NULL where the transcript gives no readable time; such requests come last.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`. NULL where `ts` is.
-- column day DATE: Day of `local_ts`. NULL where `ts` is.
-- column model VARCHAR: Model that answered. NULL where there is none.
-- column price_id VARCHAR: Price that was used, as in the price table. NULL where none was found.
-- column prompt_tokens BIGINT: Size of the prompt. NULL where usage does not say.
-- column input_tokens BIGINT: Tokens of it that were neither read from the cache nor written to it. NULL where usage does not say.
-- column output_tokens BIGINT: Tokens of the response. NULL where usage does not say.
-- column cache_read_tokens BIGINT: Tokens that were read from the cache. NULL where usage does not say.
-- column cache_write_5m_tokens BIGINT: Tokens that were written to it for 5 minutes. NULL where usage does not say.
-- column cache_write_1h_tokens BIGINT: Tokens that were written to it for an hour. NULL where usage does not say.
-- column cost_usd DECIMAL(18,12): Cost of the request. NULL where it is unpriced.
-- column cost_input_usd DECIMAL(18,12): Part of it for uncached input. NULL as in `requests`.
-- column cost_output_usd DECIMAL(18,12): Part of it for output. NULL as in `requests`.
-- column cost_cache_read_usd DECIMAL(18,12): Part of it for reads from the cache. NULL as in `requests`.
-- column cost_cache_write_usd DECIMAL(18,12): Part of it for writes to the cache. NULL as in `requests`.
-- column cache_miss_reason VARCHAR: Why the cache was missed, as the API says. NULL where it does not.
-- column context_id VARCHAR: The context, as `session#0` or `session/agent#0`, with the number of compactions before it.
-- column context_index BIGINT: Compactions of the thread before the request.
-- column thread_index BIGINT: Place of the request in its thread, from 1. NULL for an advisor.
-- column request_index BIGINT: Place of the request in its context, from 1. NULL for an advisor.
-- column later_requests BIGINT: Requests of the context that come after it. NULL for an advisor.
-- column is_first BOOLEAN: Whether it is the first of its context. NULL for an advisor.
-- column previous_response_id VARCHAR: Request before it in the thread, be it of an earlier context. NULL for the first, and for an advisor.
-- column previous_model VARCHAR: Model of that request. NULL where there is none, and where it has no model.
-- column gap_ms BIGINT: Time since that request, from beginning to beginning. NULL where there is none, and where one has no readable time.
-- column last_use_tokens BIGINT: What the last request of the context that used the cache left there: tokens that it read and wrote. Requests
--   that do not use the cache leave it as it was. NULL where there is none, and for an advisor.
-- column last_use_model VARCHAR: Model of that request. NULL where there is none, and where it has no model.
-- column last_use_ts TIMESTAMP: Time of that request. NULL where there is none, and where it has no readable time.
-- column last_write_5m BOOLEAN: Whether the last request of the thread that wrote to the cache did so for 5 minutes. NULL where there is none, and
--   for an advisor.
-- column last_write_1h BOOLEAN: Whether it did so for an hour. NULL where there is none, and for an advisor.
with steps as (
    select
        *,
        kind = 'main' as is_main,
        false as is_compaction,
        cache_write_5m_tokens + cache_write_1h_tokens as cache_write_tokens,
        cache_read_tokens + cache_write_5m_tokens + cache_write_1h_tokens as cached_tokens
    from requests
    union all by name
    select session_id, agent_id, ts, source, line, false as is_main, true as is_compaction
    from events
    where kind = 'compaction'
),

placed as (
    -- All in one window, for what is sorted is all requests. Counts have no filter: with one the engine counts from the beginning for each row.
    select
        *,
        count(case when is_compaction then true end) over thread as context_index,
        count(case when is_main then true end) over thread as thread_index,
        coalesce(lag(case when is_main or is_compaction then is_compaction end ignore nulls) over thread, true) as is_first,
        lag(case when is_main then response_id end ignore nulls) over thread as previous_response_id,
        lag(case when is_main then {'model': model} end ignore nulls) over thread as previous,
        -- Those without a time come last, and know no time since.
        lag(case when is_main then ts end ignore nulls) over thread as previous_ts,
        -- A compaction leaves nothing.
        lag(case when is_compaction or is_main and cached_tokens > 0 then {'tokens': cached_tokens, 'model': model, 'ts': ts} end ignore nulls)
            over thread as last_use,
        lag(
            case when is_main and cache_write_tokens > 0 then {'for_5m': cache_write_5m_tokens > 0, 'for_1h': cache_write_1h_tokens > 0} end
            ignore nulls
        ) over thread as last_write
    from steps
    window thread as (partition by session_id, agent_id order by ts nulls last, source, line rows unbounded preceding)
),

numbered as (
    select
        *,
        min(case when is_main then thread_index end) over context as first_thread_index,
        max(case when is_main then thread_index end) over context as last_thread_index
    from placed
    where not is_compaction
    window context as (partition by session_id, agent_id, context_index)
)

select
    response_id,
    kind,
    iteration_index,
    session_id,
    agent_id,
    project,
    repo,
    ts,
    local_ts,
    day,
    model,
    price_id,
    prompt_tokens,
    input_tokens,
    output_tokens,
    cache_read_tokens,
    cache_write_5m_tokens,
    cache_write_1h_tokens,
    cost_usd,
    cost_input_usd,
    cost_output_usd,
    cost_cache_read_usd,
    cost_cache_write_usd,
    cache_miss_reason,
    concat_ws('/', session_id, agent_id) || '#' || context_index as context_id,
    context_index,
    case when is_main then thread_index end as thread_index,
    case when is_main then thread_index - first_thread_index + 1 end as request_index,
    case when is_main then last_thread_index - thread_index end as later_requests,
    case when is_main then is_first end as is_first,
    case when is_main then previous_response_id end as previous_response_id,
    case when is_main then previous.model end as previous_model,
    case when is_main then epoch_ms(ts) - epoch_ms(previous_ts) end as gap_ms,
    case when is_main then last_use.tokens end as last_use_tokens,
    case when is_main and last_use.tokens is not null then last_use.model end as last_use_model,
    case when is_main and last_use.tokens is not null then last_use.ts end as last_use_ts,
    case when is_main then last_write.for_5m end as last_write_5m,
    case when is_main then last_write.for_1h end as last_write_1h
from numbered
