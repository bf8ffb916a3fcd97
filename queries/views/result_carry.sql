-- name: result_carry
-- description: What large results of tools cost after they came, for every later request of the context sends them again. Results of at least
--   4000 characters; images do not count. Microcompactions, which take old results out of the context, are not considered. One row per tool
--   call.
-- column call_id VARCHAR: The call.
-- column session_id VARCHAR: Session of the call.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column context_id VARCHAR: The context that the result came into, as in `request_order`.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column ts TIMESTAMP: Time of the call, UTC; of the result where that alone is known. NULL where it has no readable time.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`. NULL where `ts` is.
-- column day DATE: Day of `local_ts`. NULL where `ts` is.
-- column tool VARCHAR: Tool by its name of today. NULL where only the result is known.
-- column result_chars BIGINT: Length of the text that the model was given.
-- column estimated_tokens BIGINT: A quarter of the characters: about as many tokens as that is.
-- column carried_requests BIGINT: Later requests of the context, until a compaction or the end. NULL where the call has no readable time.
-- column unpriced_requests BIGINT: Requests among them whose price of cache reads is not known. NULL where the call has no readable time.
-- column estimated_carry_usd DECIMAL(38,12): Cost of these tokens in each of the others, at its own price of cache reads. A floor: the first one
--   wrote them to the cache, and whatever missed the cache paid more. NULL where the call has no readable time.
with steps as (
    select
        *, coalesce(result_ts, ts) as step_ts, coalesce(result_source, source) as step_source, coalesce(result_line, last_line) as step_line,
        'result' as step
    from tool_calls
    where result_chars >= 4000
    union all by name
    select
        request.session_id, request.agent_id, request.ts as step_ts, request.source as step_source, request.line as step_line, 'request' as step,
        coalesce(token_usd(request.cost_cache_read_usd, request.cache_read_tokens), price.cache_read_token_usd) as cache_read_token_usd
    from requests as request
    left join token_prices as price
        on request.price_id = price.price_id and token_usd(request.cost_output_usd, request.output_tokens) = price.output_token_usd
    where request.kind = 'main'
    union all by name
    select session_id, agent_id, ts as step_ts, source as step_source, line as step_line, 'compaction' as step
    from events
    where kind = 'compaction'
),

placed as (
    -- Without filters: with one the engine counts from the beginning for each row.
    select
        *,
        count(case when step = 'compaction' then true end) over thread as context_index,
        count(case when step = 'request' then true end) over thread as requests,
        count(cache_read_token_usd) over thread as priced_requests,
        coalesce(sum(cache_read_token_usd) over thread, 0) as token_usd
    from steps
    window thread as (partition by session_id, agent_id order by step_ts nulls last, step_source, step_line rows unbounded preceding)
),

ends as (
    select
        session_id, agent_id, context_index, max(requests) as requests, max(priced_requests) as priced_requests, max(token_usd) as token_usd
    from placed
    group by session_id, agent_id, context_index
),

carried as (
    -- What came until the end of the context, without what came until the result.
    select
        result.*,
        ends.requests - result.requests as later_requests,
        ends.priced_requests - result.priced_requests as later_priced_requests,
        ends.token_usd - result.token_usd as later_token_usd
    from placed as result
    join ends
        on result.session_id = ends.session_id
        and result.agent_id is not distinct from ends.agent_id
        and result.context_index = ends.context_index
    where result.step = 'result'
)

select
    call_id,
    session_id,
    agent_id,
    concat_ws('/', session_id, agent_id) || '#' || context_index as context_id,
    project,
    repo,
    ts,
    local_ts,
    day,
    tool,
    result_chars,
    result_chars // 4 as estimated_tokens,
    case when step_ts is not null then later_requests end as carried_requests,
    case when step_ts is not null then later_requests - later_priced_requests end as unpriced_requests,
    case when step_ts is not null then (result_chars // 4)::decimal(18, 0) * later_token_usd::decimal(18, 12) end::decimal(38, 12)
        as estimated_carry_usd
from carried
