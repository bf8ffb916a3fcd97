-- name: subagents
-- description: Agents with all that is told of them in several places: the call that started them, their own transcript and the sidecar
--   beside it, their requests, and the notice of their end. Agents of kind system, which the program runs for itself, cost money but are
--   none that anybody started: count agents with `where kind = 'user'`. One row per agent run.
-- column agent_id VARCHAR: The agent. NULL where a call ran one that neither its result nor a sidecar names.
-- column session_id VARCHAR: Session of the agent; of the call where there is no transcript.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column kind VARCHAR: user, or system (to compact, to suggest a prompt, to answer aside).
-- column agent_type VARCHAR: Type of the agent that ran. NULL where neither sidecar nor result says.
-- column agent_type_asked VARCHAR: Type that the call asked for. NULL where it does not say, and where there is no call.
-- column description VARCHAR: What the agent is for. NULL where neither sidecar nor call says.
-- column call_id VARCHAR: Call that started it. NULL where none is known.
-- column call_tool VARCHAR: Tool that was called: Agent, or another that runs agents. NULL where no call is known.
-- column joined_by VARCHAR: How transcript and call found each other: meta (the sidecar names the call), agent_id (the call's result names
--   the agent), workflow (its result names the run that the agent is part of), echo (the caller's progress names both), none (there is no
--   call, or no transcript).
-- column parent_agent_id VARCHAR: Agent that started it. NULL where the main thread did, and where nothing says.
-- column depth BIGINT: 1 for an agent of the main thread, 2 for one of such an agent and so on: as the sidecar says, else counted from parent
--   to parent. NULL where the chain is broken.
-- column in_background BOOLEAN: Whether the caller did not wait for it. NULL where nothing says.
-- column workflow_run_id VARCHAR: Run of a workflow that it is part of. NULL for others.
-- column workflow_phase VARCHAR: Phase of the workflow. NULL where the sidecar does not say.
-- column worktree_path VARCHAR: Worktree that it worked in. NULL where neither sidecar nor result says.
-- column launch_ts TIMESTAMP: Time of the call, UTC. NULL where none is known.
-- column first_ts TIMESTAMP: Time of its first record, UTC. NULL where it has none.
-- column last_ts TIMESTAMP: Time of its last record, UTC. NULL where it has none.
-- column local_ts TIMESTAMP: `first_ts`, else `launch_ts`, in the zone of `--tz`. NULL where both are.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column end_status VARCHAR: How it ended: completed, failed, killed; for a call that gave no answer how that ended: interrupted, denied,
--   cancelled, failed. NULL where neither the call that waited for it nor a later notice says.
-- column end_ts TIMESTAMP: When that was said, UTC. NULL where `end_status` is, and where it has no readable time.
-- column models VARCHAR: Models of its requests, joined by commas. NULL where it has none.
-- column requests BIGINT: Its requests, those to an advisor included. NULL where it has no records.
-- column unpriced_requests BIGINT: Requests among them without a cost. NULL where it has no records.
-- column tool_calls BIGINT: Calls of tools that it made. NULL where it has no records.
-- column input_tokens BIGINT: Uncached input tokens of all its requests. NULL where it has no records.
-- column output_tokens BIGINT: Output tokens of all its requests. NULL where it has no records.
-- column cache_read_tokens BIGINT: Tokens that all its requests read from the cache. NULL where it has no records.
-- column cache_write_tokens BIGINT: Tokens that all its requests wrote to the cache. NULL where it has no records.
-- column cost_usd DECIMAL(38,12): Cost of its requests that have a price. NULL where none has.
-- column reported_total_tokens BIGINT: Tokens of its last request, as the result of the call or the notice of its end states them: no part of
--   any total. NULL where neither does.
-- column reported_tool_calls BIGINT: Its calls of tools, as stated there. NULL where that does not say.
-- column reported_duration_ms BIGINT: Time that it took, as stated there. NULL where that does not say.
-- column has_transcript BOOLEAN: Whether records of its own were read. Where not, it is known by the call, or by echoes of its records.
-- column has_meta BOOLEAN: Whether it has a sidecar that could be read.
-- column source VARCHAR: File that its records are in, relative to its root. NULL where it has none.
with recursive sightings as (
    -- A fork repeats an agent's records under its own session, times and all: rows of one agent with one beginning are one run.
    select *, first_value(session_id) over run as run_session_id
    from agent_transcripts
    window run as (partition by agent_id, first_ts order by has_meta desc, carrier = 'echo', is_copy, line desc, source, session_id)
),

runs_of_agents as (
    select
        run.* exclude (last_ts, echo_tool_use_id),
        max(run.last_ts) over (partition by run.agent_id, run.first_ts) as last_ts,
        max(run.echo_tool_use_id) over (partition by run.agent_id, run.first_ts) as echo_tool_use_id,
        list(run.session_id) over (partition by run.agent_id, run.first_ts) as sessions,
        -- An id of few digits can come twice; then only the session tells which run is meant.
        count(*) filter (run.session_id = run.run_session_id) over (partition by run.agent_id) = 1 as is_only
    from sightings as run
    qualify run.session_id = run.run_session_id
),

calls as (
    -- Any tool can run agents; what the results of Agent and Workflow say of them is in their own tables.
    select
        call.call_id, call.tool_use_id, call.tool, call.session_id, call.agent_id as caller_id, call.ts, call.result_ts, call.status,
        workflow.run_id as workflow_run_id,
        agent.agent_run_id, agent.subagent_type, agent.agent_type, agent.description, agent.worktree_path,
        agent.status as run_status,
        agent.status in ('async_launched', 'remote_launched', 'teammate_spawned') as is_launch,
        -- What a call of Agent says of the end: nothing where it only started one, or has no result that we know.
        case
            when agent.call_id is null or is_launch then null
            when agent.status is not null then agent.status
            -- In the file of an agent all that is left of a result can be the answer itself.
            when call.status = 'ok' and call.result_source is null then 'completed'
            when call.status not in ('ok', 'no_result') then call.status
        end as end_status,
        agent.run_in_background,
        coalesce(agent.total_tokens, agent.stated_tokens) as total_tokens,
        coalesce(agent.total_tool_use_count, agent.stated_tool_use_count) as tool_use_count,
        coalesce(agent.total_duration_ms, agent.stated_duration_ms) as duration_ms
    from tool_calls as call
    left join agents as agent on call.call_id = agent.call_id
    left join workflows as workflow on call.call_id = workflow.call_id
    where agent.call_id is not null or workflow.call_id is not null or call.tool_use_id in (select unnest([tool_use_id, echo_tool_use_id]) from runs_of_agents)
),

pairs as (
    -- The id of a call that the API issued is its key, and global; any other is one of its session.
    select run.agent_id, run.session_id, call.call_id, call.ts, 'meta' as joined_by, 1 as choice
    from runs_of_agents as run
    join calls as call on run.tool_use_id = call.tool_use_id
    where call.call_id = call.tool_use_id or list_contains(run.sessions, call.session_id)
    union all
    select run.agent_id, run.session_id, call.call_id, call.ts, 'agent_id', 2
    from runs_of_agents as run
    join calls as call on run.agent_id = call.agent_run_id
    where run.is_only or list_contains(run.sessions, call.session_id)
    union all
    select run.agent_id, run.session_id, call.call_id, call.ts, 'workflow', 3
    from runs_of_agents as run
    join calls as call on run.workflow_run_id = call.workflow_run_id
    union all
    select run.agent_id, run.session_id, call.call_id, call.ts, 'echo', 4
    from runs_of_agents as run
    join calls as call on run.echo_tool_use_id = call.tool_use_id
    where call.call_id = call.tool_use_id or list_contains(run.sessions, call.session_id)
),

starts as (
    -- Who is resumed has several calls: the first one started it.
    select agent_id, session_id, call_id, joined_by
    from pairs
    qualify row_number() over (partition by agent_id, session_id order by choice, ts, call_id) = 1
),

members as (
    select run.agent_id as run_id, run.agent_id, run.session_id, start.call_id, coalesce(start.joined_by, 'none') as joined_by
    from runs_of_agents as run
    left join starts as start using (agent_id, session_id)
    union all
    -- The result says that an agent ran, and nothing of it is left. A call that failed may have started none.
    (
        select coalesce(agent_run_id, call_id), agent_run_id, session_id, call_id, 'none'
        from calls
        where run_status is not null and call_id not in (select call_id from pairs)
        qualify row_number() over (partition by coalesce(agent_run_id, call_id), session_id order by ts, call_id) = 1
    )
),

placed as (
    select
        member.*,
        coalesce(run.parent_agent_id, call.caller_id) as parent_agent_id,
        coalesce(run.spawn_depth, case when member.call_id is not null and run.parent_agent_id is null and call.caller_id is null then 1 end) as depth
    from members as member
    left join runs_of_agents as run using (agent_id, session_id)
    left join calls as call on member.call_id = call.call_id
),

depths as (
    -- From the agents whose depth is known down to those that they started.
    select run_id, session_id, depth from placed where depth is not null
    union all
    select child.run_id, child.session_id, parent.depth + 1
    from depths as parent
    left join runs_of_agents as run on parent.run_id = run.agent_id and parent.session_id = run.session_id
    join placed as child
        on child.parent_agent_id = parent.run_id
        and (child.session_id = parent.session_id or run.is_only or list_contains(run.sessions, child.session_id))
    where child.depth is null
),

used as (
    select
        run.agent_id, run.run_session_id as session_id,
        count(*) as requests,
        count(*) filter (request.cost_usd is null) as unpriced_requests,
        string_agg(distinct request.model, ',' order by request.model) as models,
        coalesce(sum(request.input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(request.output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(request.cache_read_tokens), 0)::bigint as cache_read_tokens,
        coalesce(sum(request.cache_write_5m_tokens + request.cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        sum(request.cost_usd) as cost_usd
    from requests as request
    join sightings as run on request.agent_id = run.agent_id and request.session_id = run.session_id
    group by all
),

called as (
    select run.agent_id, run.run_session_id as session_id, count(*) as tool_calls
    from tool_calls as call
    join sightings as run on call.agent_id = run.agent_id and call.session_id = run.session_id
    group by all
),

notices as (
    -- The queue has a notice when it comes, the conversation when it is read. Who is resumed ends several times: the last one counts.
    select
        task_id, session_id,
        arg_max(status, ts) as status,
        coalesce(max(ts) filter (subtype = 'enqueue'), max(ts)) as ts,
        arg_max(total_tokens, ts) as total_tokens,
        arg_max(tool_uses, ts) as tool_use_count,
        arg_max(duration_ms, ts) as duration_ms
    from events
    where kind = 'task_notification' and status is not null and task_id is not null
    group by all
),

ends as (
    select member.agent_id, member.session_id, notice.* exclude (task_id, session_id)
    from members as member
    left join runs_of_agents as run using (agent_id, session_id)
    join notices as notice
        on member.agent_id = notice.task_id
        and (notice.session_id = member.session_id or run.is_only or list_contains(run.sessions, notice.session_id))
    qualify row_number() over (partition by member.agent_id, member.session_id order by notice.ts desc, notice.session_id) = 1
),

final as (
    select
        member.agent_id,
        member.session_id,
        session.project,
        session.repo,
        coalesce(run.agent_kind, 'user') as kind,
        coalesce(run.agent_type, call.agent_type) as agent_type,
        call.subagent_type as agent_type_asked,
        coalesce(run.description, call.description) as description,
        member.call_id,
        call.tool as call_tool,
        member.joined_by,
        member.parent_agent_id,
        depths.depth,
        case
            when call.is_launch then true
            -- It was waited for.
            when call.end_status is not null then false
            else coalesce(call.run_in_background, run.request_shape = 'background')
        end as in_background,
        run.workflow_run_id,
        run.workflow_phase,
        coalesce(run.worktree_path, call.worktree_path) as worktree_path,
        call.ts as launch_ts,
        run.first_ts,
        run.last_ts,
        local_ts(coalesce(run.first_ts, call.ts)) as local_ts,
        local_ts(coalesce(run.first_ts, call.ts))::date as day,
        coalesce(call.end_status, ending.status) as end_status,
        case when call.end_status is not null then call.result_ts else ending.ts end as end_ts,
        used.models,
        case when run.agent_id is not null then coalesce(used.requests, 0) end as requests,
        case when run.agent_id is not null then coalesce(used.unpriced_requests, 0) end as unpriced_requests,
        case when run.agent_id is not null then coalesce(called.tool_calls, 0) end as tool_calls,
        case when run.agent_id is not null then coalesce(used.input_tokens, 0) end as input_tokens,
        case when run.agent_id is not null then coalesce(used.output_tokens, 0) end as output_tokens,
        case when run.agent_id is not null then coalesce(used.cache_read_tokens, 0) end as cache_read_tokens,
        case when run.agent_id is not null then coalesce(used.cache_write_tokens, 0) end as cache_write_tokens,
        used.cost_usd,
        coalesce(call.total_tokens, ending.total_tokens) as reported_total_tokens,
        coalesce(call.tool_use_count, ending.tool_use_count) as reported_tool_calls,
        coalesce(call.duration_ms, ending.duration_ms) as reported_duration_ms,
        coalesce(run.carrier <> 'echo', false) as has_transcript,
        coalesce(run.has_meta, false) as has_meta,
        run.source
    from placed as member
    left join runs_of_agents as run using (agent_id, session_id)
    left join calls as call on member.call_id = call.call_id
    left join depths on member.run_id = depths.run_id and member.session_id = depths.session_id
    left join used on member.agent_id = used.agent_id and member.session_id = used.session_id
    left join called on member.agent_id = called.agent_id and member.session_id = called.session_id
    left join ends as ending on member.agent_id = ending.agent_id and member.session_id = ending.session_id
    left join sessions as session on member.session_id = session.session_id
)

select * from final
