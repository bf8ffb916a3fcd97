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
-- column largest_model VARCHAR: Model of the request with the largest prompt. NULL where no usage says how large prompts were, and where
--   that request has no model.
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
        session_id, agent_id, context_index,
        any_value(context_id) as context_id,
        any_value(project) as project,
        any_value(repo) as repo,
        min(ts) as first_ts,
        max(ts) as last_ts,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        string_agg(distinct model, ',' order by model) as models,
        arg_max(model, (prompt_tokens, response_id)) filter (kind = 'main' and prompt_tokens is not null) as largest_model,
        max(prompt_tokens) filter (is_first) as first_prompt_tokens,
        max(prompt_tokens) filter (kind = 'main') as max_prompt_tokens,
        coalesce(sum(input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
        coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        sum(cost_usd) as cost_usd
    from request_order
    group by session_id, agent_id, context_index
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
    used.largest_model,
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
