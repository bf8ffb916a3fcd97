-- name: commit_costs
-- description: What commits cost: the requests of the session, its agents' included, since the commit before or the beginning. What comes
--   after the last commit, and all of a session without one, is a row without a commit, so that all rows add up to `requests`. One row per call
--   of a shell that made a commit, and one per session for the rest, where there are such requests.
-- column session_id VARCHAR: Session.
-- column call_id VARCHAR: Call that made the commit. NULL for the rest.
-- column commit_index BIGINT: Place of the commit in its session, from 1. NULL for the rest.
-- column commit_sha VARCHAR: The commit. NULL for the rest.
-- column commit_kind VARCHAR: Kind of the commit: committed, amended and others. NULL where the result does not say.
-- column commit_branch VARCHAR: Branch of the commit. NULL where the result does not say.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column since_ts TIMESTAMP: Time of the commit before, else of the session's first record, UTC. NULL where that has no readable time.
-- column ts TIMESTAMP: Time of the call, UTC. NULL for the rest, and where it is not readable: then no request counts to it.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`; of the rest `since_ts`. NULL where that is.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column requests BIGINT: Requests that count to it. 0 for the second of two commits at one time.
-- column agent_requests BIGINT: Requests among them that agents made.
-- column unpriced_requests BIGINT: Requests among them without a cost.
-- column input_tokens BIGINT: Uncached input tokens.
-- column output_tokens BIGINT: Output tokens.
-- column cache_read_tokens BIGINT: Tokens read from the cache.
-- column cache_write_tokens BIGINT: Tokens written to the cache.
-- column cost_usd DECIMAL(38,12): Cost of the requests that have a price. NULL where none has.
-- column agent_cost_usd DECIMAL(38,12): Part of it that is of agents' requests. NULL where none of these has a price.
with commits as (
    select
        call_id, session_id, ts, agent_id, git_commit_sha, git_commit_kind, git_branch_pushed,
        row_number() over in_session as commit_index,
        lag(ts) over in_session as previous_ts
    from bash
    where git_commit_sha is not null
    window in_session as (partition by session_id order by ts nulls last, source, line, call_id)
),

marks as (
    -- Of two at one time the first takes it all.
    select session_id, ts, arg_min(call_id, commit_index) as call_id
    from commits
    where ts is not null
    group by all
),

used as (
    select
        request.session_id, mark.call_id,
        count(*) as requests,
        count(request.agent_id) as agent_requests,
        count(*) filter (request.cost_usd is null) as unpriced_requests,
        coalesce(sum(request.input_tokens), 0)::bigint as input_tokens,
        coalesce(sum(request.output_tokens), 0)::bigint as output_tokens,
        coalesce(sum(request.cache_read_tokens), 0)::bigint as cache_read_tokens,
        coalesce(sum(request.cache_write_5m_tokens + request.cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
        sum(request.cost_usd) as cost_usd,
        sum(request.cost_usd) filter (request.agent_id is not null) as agent_cost_usd
    from requests as request
    asof left join marks as mark on request.session_id = mark.session_id and request.ts <= mark.ts
    group by request.session_id, mark.call_id
),

members as (
    select session_id, call_id, commit_index, git_commit_sha, git_commit_kind, git_branch_pushed, agent_id, previous_ts, ts
    from commits
    union all
    select used.session_id, null, null, null, null, null, null, last_commit.ts, null
    from used
    left join (select session_id, max(ts) as ts from commits group by all) as last_commit using (session_id)
    where used.call_id is null
)

select
    member.session_id,
    member.call_id,
    member.commit_index,
    member.git_commit_sha as commit_sha,
    member.git_commit_kind as commit_kind,
    member.git_branch_pushed as commit_branch,
    member.agent_id,
    session.project,
    session.repo,
    coalesce(member.previous_ts, session.first_ts) as since_ts,
    member.ts,
    local_ts(case when member.call_id is not null then member.ts else coalesce(member.previous_ts, session.first_ts) end) as local_ts,
    local_ts(case when member.call_id is not null then member.ts else coalesce(member.previous_ts, session.first_ts) end)::date as day,
    coalesce(used.requests, 0) as requests,
    coalesce(used.agent_requests, 0) as agent_requests,
    coalesce(used.unpriced_requests, 0) as unpriced_requests,
    coalesce(used.input_tokens, 0) as input_tokens,
    coalesce(used.output_tokens, 0) as output_tokens,
    coalesce(used.cache_read_tokens, 0) as cache_read_tokens,
    coalesce(used.cache_write_tokens, 0) as cache_write_tokens,
    used.cost_usd,
    used.agent_cost_usd
from members as member
left join used on member.session_id = used.session_id and member.call_id is not distinct from used.call_id
left join sessions as session on member.session_id = session.session_id
