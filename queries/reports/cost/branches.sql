-- name: branches
-- group: cost
-- aliases: branch, tickets
-- description: Cost by git branch, with the ticket that its name has. One row per repository and branch.
-- scope: since, until, project, model
-- param ticket VARCHAR = '[A-Z][A-Z0-9]+-[0-9]+': Regular expression that finds a ticket in the name of a branch.
-- top: 30
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column branch VARCHAR key: Branch at the request; HEAD where none was checked out, empty outside a repository. NULL where the record does
--   not say.
-- column ticket VARCHAR: First part of the branch's name that looks like a ticket. NULL where none does.
-- column sessions BIGINT detail: Sessions with a request on it.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum detail: Output tokens, thinking included.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- column first_day DATE detail: First day with a request. NULL where none has a readable time.
-- column last_day DATE detail: Last day with a request. NULL where none has a readable time.
-- example: cclake report branches --since 2026-11-01 --project app
with used as (
    select
        repo,
        git_branch as branch,
        count(distinct session_id) as sessions,
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced_requests,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens,
        sum(cost_usd) as cost_usd,
        min(day) as first_day,
        max(day) as last_day
    from requests
    where in_period(day) and in_project(project, repo) and in_model(model)
    group by repo, git_branch
)

select
    repo,
    branch,
    nullif(regexp_extract(branch, getvariable('ticket')), '') as ticket,
    sessions,
    requests,
    unpriced_requests,
    output_tokens,
    cost_usd,
    first_day,
    last_day
from used
order by cost_usd desc nulls last, repo nulls last, branch nulls last
