-- name: agent_runs
-- description: What runs of agents cost, beside what their callers were told: that is of the last request only, and is compared with it. What
--   agents cost that a run itself started is in their own rows. Builds on `subagents`. One row per agent run.
-- column agent_id VARCHAR: The agent. NULL where a call ran one that neither its result nor a sidecar names.
-- column session_id VARCHAR: Session of the agent; of the call where there is no transcript.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column kind VARCHAR: user, or system (to compact, to suggest a prompt, to answer aside).
-- column agent_type VARCHAR: Type of the agent that ran. NULL where neither sidecar nor result says.
-- column call_id VARCHAR: Call that started it. NULL where none is known.
-- column parent_agent_id VARCHAR: Agent that started it. NULL where the main thread did, and where nothing says.
-- column depth BIGINT: 1 for an agent of the main thread, 2 for one of such an agent and so on. NULL where the chain is broken.
-- column local_ts TIMESTAMP: Time of its first record, else of the call, in the zone of `--tz`. NULL where neither has one.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column end_status VARCHAR: How it ended, as in `subagents`. NULL where nothing says.
-- column models VARCHAR: Models of its requests, joined by commas. NULL where it has none.
-- column requests BIGINT: Its requests, those to an advisor included. NULL where it has no records.
-- column unpriced_requests BIGINT: Requests among them without a cost. NULL where it has no records.
-- column input_tokens BIGINT: Uncached input tokens of all its requests. NULL where it has no records.
-- column output_tokens BIGINT: Output tokens of all its requests. NULL where it has no records.
-- column cache_read_tokens BIGINT: Tokens that all its requests read from the cache. NULL where it has no records.
-- column cache_write_tokens BIGINT: Tokens that all its requests wrote to the cache. NULL where it has no records.
-- column cost_usd DECIMAL(38,12): Cost of its requests that have a price. NULL where none has.
-- column is_transcript_missing BOOLEAN: Whether no record of its own was read: it is known by the call alone, or by echoes of some of its
--   messages, and its cost is not known or a floor.
-- column last_request_tokens BIGINT: Prompt and output of its last request before it ended. NULL where it has none, and where usage does not say.
-- column reported_total_tokens BIGINT: The same as the caller was told it. NULL where it was not.
-- column total_tokens_difference BIGINT: What was told, less what is known. NULL where one of them is.
-- column tool_calls BIGINT: Calls of tools that it made. NULL where it has no records.
-- column reported_tool_calls BIGINT: The same as the caller was told it. NULL where it was not.
-- column tool_calls_difference BIGINT: What was told, less what is known. NULL where one of them is.
-- column duration_ms BIGINT: Time from its first record to its end, else to its last record. NULL where it has no readable times.
-- column reported_duration_ms BIGINT: Time that it took, as the caller was told. NULL where it was not.
with finals as (
    -- Who is resumed goes on after the end that was told. Ids of few digits can come twice; the time tells the runs apart.
    select
        run.agent_id, run.session_id,
        arg_max(request.prompt_tokens + request.output_tokens, (request.ts, request.line)) as last_request_tokens
    from subagents as run
    join requests as request
        on run.agent_id = request.agent_id and request.ts between run.first_ts and greatest(run.first_ts, coalesce(run.end_ts, run.last_ts))
    where request.kind = 'main'
    group by all
)

select
    run.agent_id,
    run.session_id,
    run.project,
    run.repo,
    run.kind,
    run.agent_type,
    run.call_id,
    run.parent_agent_id,
    run.depth,
    run.local_ts,
    run.day,
    run.end_status,
    run.models,
    run.requests,
    run.unpriced_requests,
    run.input_tokens,
    run.output_tokens,
    run.cache_read_tokens,
    run.cache_write_tokens,
    run.cost_usd,
    not run.has_transcript as is_transcript_missing,
    finals.last_request_tokens,
    run.reported_total_tokens,
    run.reported_total_tokens - finals.last_request_tokens as total_tokens_difference,
    run.tool_calls,
    run.reported_tool_calls,
    run.reported_tool_calls - run.tool_calls as tool_calls_difference,
    epoch_ms(coalesce(run.end_ts, run.last_ts)) - epoch_ms(run.first_ts) as duration_ms,
    run.reported_duration_ms
from subagents as run
left join finals on run.agent_id = finals.agent_id and run.session_id = finals.session_id
