-- name: request_order
-- description: The order of requests. A thread is the main one of a session or that of an agent; each compaction ends a context of it and
--   begins the next. One row per request.
-- column response_id VARCHAR: The response.
-- column kind VARCHAR: main, or advisor.
-- column iteration_index BIGINT: Place in `usage.iterations`, as in `requests`.
-- column session_id VARCHAR: Session of the request.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column ts TIMESTAMP: When it happened, UTC. NULL where the transcript gives no readable time; such requests come last.
-- column context_id VARCHAR: The context, as `session#0` or `session/agent#0`, with the number of compactions before it. That of an advisor
--   is the one that it was asked from.
-- column context_index BIGINT: Compactions of the thread before the request.
-- column request_index BIGINT: Place of the request in its context, from 1. NULL for an advisor, which is not in the order.
-- column later_requests BIGINT: Requests of the context that come after it. NULL for an advisor.
-- column previous_response_id VARCHAR: Request before it in the thread, be it of an earlier context. NULL for the first, and for an advisor.
-- column previous_model VARCHAR: Model of that request. NULL where there is none, and where it has no model.
-- column gap_ms BIGINT: Time since that request, from beginning to beginning. NULL where there is none, and where one has no readable time.
with steps as (
    select session_id, agent_id, ts, source, line, false as is_compaction, response_id, model from requests where kind = 'main'
    union all
    select session_id, agent_id, ts, source, line, true, null, null from events where kind = 'compaction'
),

placed as (
    -- Without a filter: with one the engine counts from the beginning for each row.
    select *, count(case when is_compaction then true end) over (
        partition by session_id, agent_id order by ts nulls last, source, line, response_id rows unbounded preceding
    ) as context_index
    from steps
),

ordered as (
    select
        response_id,
        concat_ws('/', session_id, agent_id) || '#' || context_index as context_id,
        context_index,
        row_number() over context as request_index,
        count(*) over (partition by session_id, agent_id, context_index) as context_requests,
        lag(response_id) over thread as previous_response_id,
        lag(model) over thread as previous_model,
        epoch_ms(ts) - lag(epoch_ms(ts)) over thread as gap_ms
    from placed
    where not is_compaction
    window
        thread as (partition by session_id, agent_id order by ts nulls last, source, line, response_id),
        context as (partition by session_id, agent_id, context_index order by ts nulls last, source, line, response_id)
)

select
    request.response_id,
    request.kind,
    request.iteration_index,
    request.session_id,
    request.agent_id,
    request.ts,
    ordered.context_id,
    ordered.context_index,
    case when request.kind = 'main' then ordered.request_index end as request_index,
    case when request.kind = 'main' then ordered.context_requests - ordered.request_index end as later_requests,
    case when request.kind = 'main' then ordered.previous_response_id end as previous_response_id,
    case when request.kind = 'main' then ordered.previous_model end as previous_model,
    case when request.kind = 'main' then ordered.gap_ms end as gap_ms
from requests as request
left join ordered on request.response_id = ordered.response_id
