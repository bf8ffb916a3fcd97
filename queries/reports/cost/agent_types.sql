-- name: agent_types
-- group: cost
-- description: Cost by type of agent and model, the main thread beside them. One row per type and model.
-- scope: since, until, project, model
-- column agent_type VARCHAR key: Type of the agent; (main) for the main thread, (system) for agents that the program runs for itself. NULL where
--   nothing says.
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column agents BIGINT detail: Agents with a request; 0 for the main thread.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum detail: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum detail: Tokens read from the cache.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column cost_share DECIMAL(9,6) bar: Part of all cost. NULL where nothing has a price.
-- column agent_usd DECIMAL(38,12) detail: Cost of one agent, on average. NULL for the main thread, and where nothing has a price.
-- example: cclake report agent_types --since 2026-11-01
with types as (
    select agent_id, session_id, max(case when kind = 'system' then '(system)' else agent_type end) as agent_type
    from subagents
    where agent_id is not null
    group by agent_id, session_id
),

alone as (
    -- Records of a fork can stand under another session than the run.
    select agent_id, max(agent_type) as agent_type from types group by agent_id having count(*) = 1
),

used as (
    select
        case when request.agent_id is null then '(main)' else coalesce(types.agent_type, alone.agent_type) end as agent_type,
        request.model, request.agent_id, request.session_id, request.input_tokens, request.output_tokens, request.cache_read_tokens,
        request.cache_write_5m_tokens + request.cache_write_1h_tokens as cache_write_tokens, request.cost_usd
    from requests as request
    left join types on request.agent_id = types.agent_id and request.session_id = types.session_id
    left join alone on request.agent_id = alone.agent_id
    where in_period(request.day) and in_project(request.project, request.repo) and in_model(request.model)
)

select
    agent_type,
    model,
    count(distinct case when agent_id is not null then session_id || '/' || agent_id end) as agents,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    sum(cost_usd) as cost_usd,
    rate(sum(cost_usd), sum(sum(cost_usd)) over ()) as cost_share,
    usd_per(sum(cost_usd), count(distinct case when agent_id is not null then session_id || '/' || agent_id end)) as agent_usd
from used
group by agent_type, model
order by cost_usd desc nulls last, agent_type nulls last, model nulls last
