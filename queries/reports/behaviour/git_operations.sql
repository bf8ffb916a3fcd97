-- name: git_operations
-- group: behaviour
-- aliases: git
-- description: What agents did with git: commits, pushes, branches, pull requests, by repository. Only calls whose result says so count, which
--   not every version writes: figures are a floor, and `commands` has the calls. One row per repository where they did any.
-- scope: since, until, project
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions that did any.
-- column commits BIGINT sum bar: Commits, each state of an amended one.
-- column amended BIGINT sum detail: Calls among them that amended one.
-- column pushed_branches BIGINT sum: Branches that were pushed, once per call.
-- column branch_operations BIGINT sum: Calls that merged, rebased or otherwise worked on branches.
-- column pull_requests BIGINT sum: Pull requests that were worked on, once per session.
-- column pull_requests_created BIGINT sum detail: Pull requests that were created.
-- column last_day DATE detail: Last day of any. NULL where no call has a readable time.
-- example: cclake report git_operations --since 2026-11-01
select
    repo,
    count(distinct session_id) as sessions,
    count(distinct session_id || '/' || git_commit_sha) as commits,
    count(*) filter (git_commit_kind = 'amended') as amended,
    count(git_branch_pushed) as pushed_branches,
    count(git_branch_action) as branch_operations,
    count(distinct session_id || '/' || coalesce(pr_url, pr_number::varchar)) as pull_requests,
    count(*) filter (pr_action = 'created') as pull_requests_created,
    max(day) as last_day
from bash
where (git_operation is not null or git_commit_sha is not null or git_branch_pushed is not null or git_branch_action is not null
    or pr_action is not null) and in_period(day) and in_project(project, repo)
group by repo
order by commits desc, repo nulls last
