-- name: pull_request_costs
-- description: What pull requests cost in each session that named them: a request, of the session or its agents, counts to the pull request that
--   the session names next, in a call of a shell that did something to it or in a link. What comes after the last naming, and all of a session
--   without one, is a row without a pull request, so that all rows add up to `requests`. One row per session and pull request, and one per
--   session for the rest, where there are such requests.
-- column session_id VARCHAR: Session.
-- column pull_request VARCHAR: The pull request: its address, else repository and number, else the number, as `#12`. NULL for the rest.
-- column pr_number BIGINT: Number of the pull request. NULL for the rest, and where nothing says.
-- column pr_url VARCHAR: Address of the pull request. NULL for the rest, and where nothing says.
-- column pr_repository VARCHAR: Repository of the pull request. NULL where no link names it.
-- column pr_actions VARCHAR: What was done to it, joined by commas. NULL where nothing was, but a link names it.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column first_ts TIMESTAMP: When the session first named it, UTC. NULL for the rest, and where no naming has a readable time.
-- column last_ts TIMESTAMP: When the session last named it, UTC. NULL where `first_ts` is.
-- column local_ts TIMESTAMP: `first_ts` in the zone of `--tz`; of the rest the time of the session's last naming, else of its first record.
--   NULL where that is not known.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column requests BIGINT: Requests that count to it.
-- column agent_requests BIGINT: Requests among them that agents made.
-- column unpriced_requests BIGINT: Requests among them without a cost.
-- column input_tokens BIGINT: Uncached input tokens.
-- column output_tokens BIGINT: Output tokens.
-- column cache_read_tokens BIGINT: Tokens read from the cache.
-- column cache_write_tokens BIGINT: Tokens written to the cache.
-- column cost_usd DECIMAL(38,12): Cost of the requests that have a price. NULL where none has.
-- column agent_cost_usd DECIMAL(38,12): Part of it that is of agents' requests. NULL where none of these has a price.
with told as (
    select session_id, ts, pr_number, pr_url, null as pr_repository, pr_action
    from bash
    where pr_number is not null or pr_url is not null
    union all
    select session_id, ts, pr_number, url, pr_repository, null
    from events
    where kind = 'pr_link' and (pr_number is not null or url is not null)
),

named as (
    -- Who did something may have said the number only; a link has the address.
    select
        * exclude (pr_url, pr_repository),
        case when pr_number is null then pr_url else coalesce(pr_url, max(pr_url) over same) end as pr_url,
        case when pr_number is null then pr_repository else coalesce(pr_repository, max(pr_repository) over same) end as pr_repository
    from told
    window same as (partition by session_id, pr_number)
),

keyed as (
    select *, coalesce(pr_url, coalesce(pr_repository, '') || '#' || pr_number) as pull_request from named
),

pulls as (
    select
        session_id, pull_request,
        max(pr_number) as pr_number,
        max(pr_url) as pr_url,
        max(pr_repository) as pr_repository,
        string_agg(distinct pr_action, ',' order by pr_action) as pr_actions,
        min(ts) as first_ts,
        max(ts) as last_ts
    from keyed
    group by all
),

marks as (
    select session_id, ts, min(pull_request) as pull_request
    from keyed
    where ts is not null
    group by all
),

used as (
    select
        request.session_id, mark.pull_request,
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
    group by request.session_id, mark.pull_request
),

members as (
    select *, first_ts as placed_ts from pulls
    union all
    select used.session_id, null, null, null, null, null, null, null, last_naming.ts
    from used
    left join (select session_id, max(ts) as ts from keyed group by all) as last_naming using (session_id)
    where used.pull_request is null
)

select
    member.session_id,
    member.pull_request,
    member.pr_number,
    member.pr_url,
    member.pr_repository,
    member.pr_actions,
    session.project,
    session.repo,
    member.first_ts,
    member.last_ts,
    local_ts(case when member.pull_request is not null then member.placed_ts else coalesce(member.placed_ts, session.first_ts) end) as local_ts,
    local_ts(case when member.pull_request is not null then member.placed_ts else coalesce(member.placed_ts, session.first_ts) end)::date as day,
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
left join used on member.session_id = used.session_id and member.pull_request is not distinct from used.pull_request
left join sessions as session on member.session_id = session.session_id
