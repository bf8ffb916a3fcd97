-- name: session_summary
-- description: What a session did and cost, its agents included. One row per session.
-- column session_id VARCHAR: The session.
-- column machine VARCHAR: Machine that it was read on.
-- column project VARCHAR: Folder that it began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column title VARCHAR: Latest title. NULL where it has none.
-- column entrypoint VARCHAR: How Claude Code was started. NULL where no record says.
-- column branch_first VARCHAR: Git branch at the beginning, empty outside a repository. NULL where no record says.
-- column version_last VARCHAR: Version of Claude Code at the end. NULL where no record says.
-- column first_ts TIMESTAMP: Time of its earliest record, UTC. NULL where none has a readable time.
-- column last_ts TIMESTAMP: Time of its latest record, UTC. NULL where none has a readable time.
-- column local_ts TIMESTAMP: `first_ts` in the zone of `--tz`. NULL where that is.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column wall_minutes DECIMAL(18,2): Time from the first record to the last, in minutes. NULL where none has a readable time.
-- column active_minutes DECIMAL(18,2): Time between one record and the next, of the main thread or any agent, where that is at most 10 minutes
--   (the longest that a command runs unless told otherwise): what is longer was idle. In minutes. NULL where no record has a readable time.
-- column prompts_typed BIGINT: Prompts of the person or program that drives the session.
-- column slash_commands BIGINT: Slash commands.
-- column interrupts BIGINT: Interruptions by the person.
-- column requests BIGINT: Requests, those to an advisor included.
-- column agent_requests BIGINT: Requests among them that agents made.
-- column unpriced_requests BIGINT: Requests among them without a cost.
-- column models VARCHAR: Models that answered, joined by commas. NULL where none did.
-- column input_tokens BIGINT: Uncached input tokens.
-- column output_tokens BIGINT: Output tokens.
-- column cache_read_tokens BIGINT: Tokens read from the cache.
-- column cache_write_5m_tokens BIGINT: Tokens written to the cache for 5 minutes.
-- column cache_write_1h_tokens BIGINT: Tokens written to the cache for an hour.
-- column web_search_requests BIGINT: Web searches, billed apart.
-- column cost_usd DECIMAL(38,12): Cost of the requests that have a price. NULL where none has.
-- column cost_input_usd DECIMAL(38,12): Part of it that is input. NULL where no request has that.
-- column cost_output_usd DECIMAL(38,12): Part of it that is output. NULL where no request has that.
-- column cost_cache_read_usd DECIMAL(38,12): Part of it that is cache reads. NULL where no request has that.
-- column cost_cache_write_usd DECIMAL(38,12): Part of it that is cache writes. NULL where no request has that.
-- column cost_search_usd DECIMAL(38,12): Part of it that is fees for web searches. NULL where no request has that.
-- column agent_cost_usd DECIMAL(38,12): Part of it that is of agents' requests. NULL where none of these has a price.
-- column agents BIGINT: Agents that ran, those that the program runs for itself aside.
-- column compactions BIGINT: Compactions, those of agents included.
-- column api_errors BIGINT: Requests that the API answered with an error at last.
-- column tool_calls BIGINT: Calls of tools.
-- column failed_calls BIGINT: Calls among them that failed.
-- column denied_calls BIGINT: Calls among them that were denied.
-- column interrupted_calls BIGINT: Calls among them that were interrupted.
-- column lines_added BIGINT: Lines that edits and writes added.
-- column lines_removed BIGINT: Lines that edits and writes removed.
-- column files_touched BIGINT: Files that were edited or written, notebooks included.
-- column commits BIGINT: Commits that were made, each state of an amended one.
-- column pull_requests BIGINT: Pull requests that it named, as in `pull_request_costs`.
-- column damaged_lines BIGINT: Damaged lines of its files.
with used as (
    select
        session_id,
        count(*) as requests,
        count(agent_id) as agent_requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        string_agg(distinct model, ',' order by model) as models,
        sum(input_tokens)::bigint as input_tokens,
        sum(output_tokens)::bigint as output_tokens,
        sum(cache_read_tokens)::bigint as cache_read_tokens,
        sum(cache_write_5m_tokens)::bigint as cache_write_5m_tokens,
        sum(cache_write_1h_tokens)::bigint as cache_write_1h_tokens,
        sum(web_search_requests)::bigint as web_search_requests,
        sum(cost_usd) as cost_usd,
        sum(cost_input_usd) as cost_input_usd,
        sum(cost_output_usd) as cost_output_usd,
        sum(cost_cache_read_usd) as cost_cache_read_usd,
        sum(cost_cache_write_usd) as cost_cache_write_usd,
        sum(cost_search_usd) as cost_search_usd,
        sum(cost_usd) filter (agent_id is not null) as agent_cost_usd
    from requests
    group by all
),

gaps as (
    select session_id, epoch_ms(ts) - lag(epoch_ms(ts)) over (partition by session_id order by ts) as gap_ms
    from records
    where ts is not null
),

activity as (
    select session_id, coalesce(sum(gap_ms) filter (gap_ms <= 600000), 0) as active_ms from gaps group by all
),

prompted as (
    -- What an agent is given, no person typed.
    select
        session_id,
        count(*) filter (kind = 'typed') as prompts_typed,
        count(*) filter (kind = 'command') as slash_commands,
        count(*) filter (kind = 'interrupt') as interrupts
    from prompts
    where agent_id is null
    group by all
),

called as (
    select
        session_id,
        count(*) as tool_calls,
        count(*) filter (status = 'failed') as failed_calls,
        count(*) filter (status = 'denied') as denied_calls,
        count(*) filter (status = 'interrupted') as interrupted_calls
    from tool_calls
    group by all
),

-- A change that was not made has no lines.
changes as (
    select session_id, file_path, lines_added, lines_removed, fail_reason from edits
    union all
    select session_id, file_path, lines_added, lines_removed, fail_reason from writes
    union all
    select notebook.session_id, notebook.notebook_path, null, null, case when call.status <> 'ok' then call.status end
    from notebook_edits as notebook
    join tool_calls as call on notebook.call_id = call.call_id
),

changed as (
    select
        session_id,
        sum(lines_added)::bigint as lines_added,
        sum(lines_removed)::bigint as lines_removed,
        count(distinct file_path) filter (fail_reason is null) as files_touched
    from changes
    group by all
),

happened as (
    select
        session_id,
        count(*) filter (kind = 'compaction') as compactions,
        count(*) filter (kind = 'api_error') as api_errors
    from events
    group by all
),

committed as (
    select session_id, count(distinct git_commit_sha) as commits from bash group by all
),

pulled as (
    select session_id, count(pull_request) as pull_requests from pull_request_costs group by all
),

ran as (
    select session_id, count(*) as agents from subagents where kind = 'user' group by all
),

copies as (
    -- Several machines can have read copies of one file.
    select session_id, path, max(damaged_lines) as damaged_lines from sources group by all
),

damaged as (
    select session_id, sum(damaged_lines)::bigint as damaged_lines from copies group by all
)

select
    session.session_id,
    session.machine,
    session.project,
    session.repo,
    session.title,
    session.entrypoint,
    session.branch_first,
    session.version_last,
    session.first_ts,
    session.last_ts,
    local_ts(session.first_ts) as local_ts,
    local_ts(session.first_ts)::date as day,
    ((epoch_ms(session.last_ts) - epoch_ms(session.first_ts)) / 60000)::decimal(18, 2) as wall_minutes,
    case when session.first_ts is not null then (coalesce(activity.active_ms, 0) / 60000)::decimal(18, 2) end as active_minutes,
    coalesce(prompted.prompts_typed, 0) as prompts_typed,
    coalesce(prompted.slash_commands, 0) as slash_commands,
    coalesce(prompted.interrupts, 0) as interrupts,
    coalesce(used.requests, 0) as requests,
    coalesce(used.agent_requests, 0) as agent_requests,
    coalesce(used.unpriced_requests, 0) as unpriced_requests,
    used.models,
    coalesce(used.input_tokens, 0) as input_tokens,
    coalesce(used.output_tokens, 0) as output_tokens,
    coalesce(used.cache_read_tokens, 0) as cache_read_tokens,
    coalesce(used.cache_write_5m_tokens, 0) as cache_write_5m_tokens,
    coalesce(used.cache_write_1h_tokens, 0) as cache_write_1h_tokens,
    coalesce(used.web_search_requests, 0) as web_search_requests,
    used.cost_usd,
    used.cost_input_usd,
    used.cost_output_usd,
    used.cost_cache_read_usd,
    used.cost_cache_write_usd,
    used.cost_search_usd,
    used.agent_cost_usd,
    coalesce(ran.agents, 0) as agents,
    coalesce(happened.compactions, 0) as compactions,
    coalesce(happened.api_errors, 0) as api_errors,
    coalesce(called.tool_calls, 0) as tool_calls,
    coalesce(called.failed_calls, 0) as failed_calls,
    coalesce(called.denied_calls, 0) as denied_calls,
    coalesce(called.interrupted_calls, 0) as interrupted_calls,
    coalesce(changed.lines_added, 0) as lines_added,
    coalesce(changed.lines_removed, 0) as lines_removed,
    coalesce(changed.files_touched, 0) as files_touched,
    coalesce(committed.commits, 0) as commits,
    coalesce(pulled.pull_requests, 0) as pull_requests,
    coalesce(damaged.damaged_lines, 0) as damaged_lines
from sessions as session
left join used on session.session_id = used.session_id
left join activity on session.session_id = activity.session_id
left join prompted on session.session_id = prompted.session_id
left join called on session.session_id = called.session_id
left join changed on session.session_id = changed.session_id
left join happened on session.session_id = happened.session_id
left join committed on session.session_id = committed.session_id
left join pulled on session.session_id = pulled.session_id
left join ran on session.session_id = ran.session_id
left join damaged on session.session_id = damaged.session_id
