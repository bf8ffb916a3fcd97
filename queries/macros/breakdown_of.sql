-- name: breakdown_of
-- description: The part that the variable `breakdown` splits rows by: their model, project, repo, branch or thread (main, agents). NULL where it is
--   not set.
create or replace macro breakdown_of(model, project, repo, git_branch, agent_id) as
    case getvariable('breakdown')
        when 'model' then model
        when 'project' then project
        when 'repo' then repo
        when 'branch' then git_branch
        when 'thread' then case when agent_id is null then 'main' else 'agents' end
    end
