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
        call_id, session_id, agent_id, coalesce(result_ts, ts) as step_ts, coalesce(result_source, source) as step_source,
        coalesce(result_line, last_line) as step_line, 'result' as step, null::decimal(18, 12) as cache_read_token_usd
    from tool_calls
    where result_chars >= 4000
    union all
    select null, request.session_id, request.agent_id, request.ts, request.source, request.line, 'request', price.cache_read_token_usd
    from requests as request
    join request_prices as price using (response_id, kind, iteration_index)
    where request.kind = 'main'
    union all
    select null, session_id, agent_id, ts, source, line, 'compaction', null from events where kind = 'compaction'
),

placed as (
    -- Without a filter: with one the engine counts from the beginning for each row.
    select *, count(case when step = 'compaction' then true end) over (
        partition by session_id, agent_id order by step_ts nulls last, step_source, step_line, call_id rows unbounded preceding
    ) as context_index
    from steps
),

carried as (
    select
        call_id, step, step_ts, context_index,
        count(case when step = 'request' then true end) over later as requests,
        count(cache_read_token_usd) over later as priced_requests,
        coalesce(sum(cache_read_token_usd) over later, 0) as cache_read_token_usd
    from placed
    window later as (
        partition by session_id, agent_id, context_index order by step_ts nulls last, step_source, step_line, call_id
        rows between 1 following and unbounded following
    )
)

select
    call.call_id,
    call.session_id,
    call.agent_id,
    concat_ws('/', call.session_id, call.agent_id) || '#' || carried.context_index as context_id,
    call.project,
    call.repo,
    call.ts,
    call.local_ts,
    call.day,
    call.tool,
    call.result_chars,
    call.result_chars // 4 as estimated_tokens,
    case when carried.step_ts is not null then carried.requests end as carried_requests,
    case when carried.step_ts is not null then carried.requests - carried.priced_requests end as unpriced_requests,
    case
        when carried.step_ts is not null then (call.result_chars // 4)::decimal(18, 0) * carried.cache_read_token_usd::decimal(18, 12)
    end::decimal(38, 12) as estimated_carry_usd
from carried
join tool_calls as call on carried.call_id = call.call_id
where carried.step = 'result'
