-- name: sidechains
-- group: cost
-- description: What agents add to the main thread, by project. One row per repository.
-- scope: since, until, project, model
-- top: 30
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions with a request.
-- column agent_sessions BIGINT detail: Sessions among them with a request of an agent.
-- column requests BIGINT sum: Billed requests.
-- column agent_requests BIGINT sum: Requests among them that agents made.
-- column unpriced_requests BIGINT sum detail: Requests without a cost.
-- column main_cost_usd DECIMAL(38,12) sum: Cost of the main thread's requests. NULL where none has a price.
-- column agent_cost_usd DECIMAL(38,12) sum: Cost of agents' requests. NULL where none has a price.
-- column cost_usd DECIMAL(38,12) sum: Cost of all requests that have a price. NULL where none has.
-- column agent_share DECIMAL(9,6) bar: Part of the cost that is agents'. NULL where nothing has a price.
-- example: cclake report sidechains --since 2026-11-01
select
    repo,
    count(distinct session_id) as sessions,
    count(distinct case when agent_id is not null then session_id end) as agent_sessions,
    count(*) as requests,
    count(agent_id) as agent_requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    sum(cost_usd) filter (agent_id is null) as main_cost_usd,
    sum(cost_usd) filter (agent_id is not null) as agent_cost_usd,
    sum(cost_usd) as cost_usd,
    case when sum(cost_usd) is not null then rate(coalesce(sum(cost_usd) filter (agent_id is not null), 0), sum(cost_usd)) end as agent_share
from requests
where in_period(day) and in_project(project, repo) and in_model(model)
group by repo
order by cost_usd desc nulls last, repo nulls last
