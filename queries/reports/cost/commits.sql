-- name: commits
-- group: cost
-- aliases: commit
-- description: What commits cost, as in `commit_costs`. One row per commit, and one per session for what came after the last.
-- scope: since, until, project
-- top: 25
-- column commit_sha VARCHAR key: The commit. NULL for what came after the last one of a session, and for all of a session without one.
-- column call_id VARCHAR key detail: Call that made it. NULL for the rest.
-- column session_id VARCHAR key detail: Session.
-- column commit_branch VARCHAR: Branch of the commit. NULL where the result does not say.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column local_ts TIMESTAMP: Time of the call; of the rest that of its beginning. NULL where it has no readable time.
-- column requests BIGINT sum: Billed requests since the commit before, or the beginning.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum detail: Output tokens, thinking included.
-- column agent_cost_usd DECIMAL(38,12) sum detail: Cost of agents' requests. NULL where none has a price.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- example: cclake report commits --since 2026-11-01
select commit_sha, call_id, session_id, commit_branch, project, local_ts, requests, unpriced_requests, output_tokens, agent_cost_usd, cost_usd
from commit_costs
where in_period(day) and in_project(project, repo)
order by cost_usd desc nulls last, session_id, commit_index nulls last
