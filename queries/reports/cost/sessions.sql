-- name: sessions
-- group: cost
-- aliases: session
-- description: What sessions cost and did, the most costly first. One row per session with requests in the period.
-- scope: since, until, project, model
-- top: 30
-- column session_id VARCHAR key: The session.
-- column project VARCHAR: Folder that it began in. NULL where no record says.
-- column title VARCHAR: Latest title. NULL where it has none.
-- column first_local_ts TIMESTAMP detail: Time of its first request in the period. NULL where none has a readable time.
-- column last_local_ts TIMESTAMP: Time of its last request in the period. NULL where none has a readable time.
-- column requests BIGINT sum: Billed requests in the period, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum detail: Uncached input tokens.
-- column output_tokens BIGINT sum detail: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum detail: Tokens read from the cache.
-- column lines_changed BIGINT sum detail: Lines that its edits and writes in the period added and removed.
-- column agent_cost_usd DECIMAL(38,12) sum detail: Cost of agents' requests. NULL where none has a price.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- column models VARCHAR detail: Models that answered, joined by commas. NULL where none did.
-- example: cclake report sessions --since 2026-11-01 --top 10
with used as (
    select
        session_id,
        any_value(project) as project,
        min(local_ts) as first_local_ts,
        max(local_ts) as last_local_ts,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        coalesce(sum(input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
        sum(cost_usd) filter (agent_id is not null) as agent_cost_usd,
        sum(cost_usd) as cost_usd,
        string_agg(distinct model, ',' order by model) as models
    from requests
    where in_period(day) and in_project(project, repo) and in_model(model)
    group by session_id
),

changes as (
    select session_id, day, coalesce(lines_added, 0) + coalesce(lines_removed, 0) as lines from edits
    union all
    select session_id, day, coalesce(lines_added, 0) + coalesce(lines_removed, 0) from writes
),

changed as (
    select session_id, sum(lines)::bigint as lines_changed from changes where in_period(day) group by session_id
)

select
    used.session_id,
    used.project,
    session.title,
    used.first_local_ts,
    used.last_local_ts,
    used.requests,
    used.unpriced_requests,
    used.input_tokens,
    used.output_tokens,
    used.cache_write_tokens,
    used.cache_read_tokens,
    coalesce(changed.lines_changed, 0) as lines_changed,
    used.agent_cost_usd,
    used.cost_usd,
    used.models
from used
left join sessions as session on used.session_id = session.session_id
left join changed on used.session_id = changed.session_id
order by used.cost_usd desc nulls last, used.session_id
