-- name: contexts
-- description: Contexts of threads: what a model saw from the beginning or a compaction on until the next. Contexts without a request have no
--   row. One row per context.
-- column context_id VARCHAR: The context, as in `request_order`.
-- column session_id VARCHAR: Session of the thread.
-- column agent_id VARCHAR: Agent of the thread. NULL on the main thread.
-- column context_index BIGINT: Compactions of the thread before it.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column compaction_trigger VARCHAR: What set off the compaction that it began with: auto, manual. NULL where it began with none, and where
--   that does not say.
-- column pre_tokens BIGINT: Size of the context before that compaction. NULL where it began with none, and where that does not say.
-- column first_ts TIMESTAMP: Time of its first request, UTC. NULL where none has a readable time.
-- column last_ts TIMESTAMP: Time of its last request, UTC. NULL where none has a readable time.
-- column local_ts TIMESTAMP: `first_ts` in the zone of `--tz`. NULL where that is.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column requests BIGINT: Requests, those to an advisor included.
-- column unpriced_requests BIGINT: Requests among them without a cost.
-- column models VARCHAR: Models that answered, joined by commas. NULL where no request has one.
-- column first_prompt_tokens BIGINT: Size of the first prompt. NULL where usage does not say.
-- column max_prompt_tokens BIGINT: Size of the largest prompt, those to an advisor aside. NULL where usage does not say.
-- column input_tokens BIGINT: Uncached input tokens.
-- column output_tokens BIGINT: Output tokens.
-- column cache_read_tokens BIGINT: Tokens read from the cache.
-- column cache_write_tokens BIGINT: Tokens written to the cache.
-- column cost_usd DECIMAL(38,12): Cost of the requests that have a price. NULL where none has.
with compactions as (
    -- Numbered as `request_order` counts them.
    select
        session_id, agent_id, trigger, pre_tokens,
        row_number() over (partition by session_id, agent_id order by ts nulls last, source, line) as context_index
    from events
    where kind = 'compaction'
),

used as (
    select
        ordered.context_id, ordered.session_id, ordered.agent_id, ordered.context_index,
        any_value(request.project) as project,
        any_value(request.repo) as repo,
        min(request.ts) as first_ts,
        max(request.ts) as last_ts,
        count(*) as requests,
        count(*) filter (request.cost_usd is null) as unpriced_requests,
        string_agg(distinct request.model, ',' order by request.model) as models,
        max(request.prompt_tokens) filter (ordered.request_index = 1) as first_prompt_tokens,
        max(request.prompt_tokens) filter (request.kind = 'main') as max_prompt_tokens,
        coalesce(sum(request.input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(request.output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(request.cache_read_tokens), 0)::bigint as cache_read_tokens,
        coalesce(sum(request.cache_write_5m_tokens + request.cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        sum(request.cost_usd) as cost_usd
    from requests as request
    join request_order as ordered
        on request.response_id = ordered.response_id and request.kind = ordered.kind and request.iteration_index = ordered.iteration_index
    group by ordered.context_id, ordered.session_id, ordered.agent_id, ordered.context_index
)

select
    used.context_id,
    used.session_id,
    used.agent_id,
    used.context_index,
    used.project,
    used.repo,
    compaction.trigger as compaction_trigger,
    compaction.pre_tokens,
    used.first_ts,
    used.last_ts,
    local_ts(used.first_ts) as local_ts,
    local_ts(used.first_ts)::date as day,
    used.requests,
    used.unpriced_requests,
    used.models,
    used.first_prompt_tokens,
    used.max_prompt_tokens,
    used.input_tokens,
    used.output_tokens,
    used.cache_read_tokens,
    used.cache_write_tokens,
    used.cost_usd
from used
left join compactions as compaction
    on used.session_id = compaction.session_id
    and used.agent_id is not distinct from compaction.agent_id
    and used.context_index = compaction.context_index
