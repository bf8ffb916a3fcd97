-- name: agents
-- group: cost
-- description: What runs of agents cost, beside what their callers were told. One row per run of an agent, the most costly first.
-- scope: since, until, project
-- top: 25
-- column agent_id VARCHAR key: The agent. NULL where a call ran one that nothing names.
-- column call_id VARCHAR key detail: Call that started it. NULL where none is known.
-- column session_id VARCHAR key detail: Session of the agent; of the call where there is no transcript.
-- column agent_type VARCHAR: Type of the agent; (system) for one that the program runs for itself. NULL where nothing says.
-- column end_status VARCHAR: How it ended. NULL where nothing says.
-- column models VARCHAR detail: Models of its requests, joined by commas. NULL where it has none.
-- column local_ts TIMESTAMP detail: Time of its beginning. NULL where none is readable.
-- column requests BIGINT sum: Its requests. NULL where it has no records.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost. NULL where it has no records.
-- column tool_calls BIGINT sum detail: Calls of tools that it made. NULL where it has no records.
-- column tool_calls_difference BIGINT detail: Calls that the caller was told of, less those that are known. NULL where one of them is.
-- column total_tokens_difference BIGINT detail: Tokens of its last request as told, less those that are known. NULL where one of them is.
-- column duration_ms BIGINT detail: Time from its first record to its end. NULL where it has no readable times.
-- column is_transcript_missing BOOLEAN detail: Whether no record of its own was read: then its cost is not known, or a floor.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of its requests that have a price. NULL where none has.
-- example: cclake report agents --since 2026-11-01 --top 10
select
    agent_id,
    call_id,
    session_id,
    case when kind = 'system' then '(system)' else agent_type end as agent_type,
    end_status,
    models,
    local_ts,
    requests,
    unpriced_requests,
    tool_calls,
    tool_calls_difference,
    total_tokens_difference,
    duration_ms,
    is_transcript_missing,
    cost_usd
from agent_runs
where in_period(day) and in_project(project, repo)
order by cost_usd desc nulls last, session_id, agent_id nulls last, call_id nulls last
