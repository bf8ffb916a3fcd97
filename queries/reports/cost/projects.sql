-- name: projects
-- group: cost
-- aliases: project, repos
-- description: Cost and tokens by project, worktrees with their repository. One row per repository.
-- scope: since, until, project, model
-- top: 30
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column projects BIGINT detail: Folders that belong to it: itself and its worktrees.
-- column sessions BIGINT: Sessions with a request.
-- column active_days BIGINT detail: Days with a request.
-- column requests BIGINT sum: Billed requests, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum detail: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum detail: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum detail: Tokens read from the cache.
-- column agent_cost_usd DECIMAL(38,12) sum detail: Cost of agents' requests. NULL where none has a price.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column cost_share DECIMAL(9,6) bar: Part of the cost of all repositories. NULL where nothing has a price.
-- column last_day DATE detail: Last day with a request. NULL where none has a readable time.
-- example: cclake report projects --since 2026-11-01 --top 10
select
    repo,
    count(distinct project) as projects,
    count(distinct session_id) as sessions,
    count(distinct day) as active_days,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    sum(cost_usd) filter (agent_id is not null) as agent_cost_usd,
    sum(cost_usd) as cost_usd,
    rate(sum(cost_usd), sum(sum(cost_usd)) over ()) as cost_share,
    max(day) as last_day
from requests
where in_period(day) and in_project(project, repo) and in_model(model)
group by repo
order by cost_usd desc nulls last, repo nulls last
