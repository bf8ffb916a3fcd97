-- name: pull_requests
-- group: cost
-- aliases: prs
-- description: What pull requests cost, as in `pull_request_costs`. One row per pull request and session.
-- scope: since, until, project
-- top: 30
-- column pull_request VARCHAR key: The pull request. NULL for what belongs to none.
-- column session_id VARCHAR key detail: Session.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column day DATE: Day that it was begun on. NULL where no readable time is given.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum detail: Output tokens, thinking included.
-- column agent_cost_usd DECIMAL(38,12) sum detail: Cost of agents' requests. NULL where none has a price.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- example: cclake report pull_requests --since 2026-11-01
select pull_request, session_id, project, day, requests, unpriced_requests, output_tokens, agent_cost_usd, cost_usd
from pull_request_costs
where in_period(day) and in_project(project, repo)
order by cost_usd desc nulls last, pull_request nulls last, session_id
