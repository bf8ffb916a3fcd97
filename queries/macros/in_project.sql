-- name: in_project
-- description: Whether a project is the one that the variable `project` asks for: by its path or its last folder, those of its repository or a
--   folder above, or a pattern with `*`. Where it is not set, all are.
create or replace macro in_project(project, repo) as
    getvariable('project') is null
    or coalesce(
        project = getvariable('project')
        or repo = getvariable('project')
        or ends_with(project, '/' || getvariable('project'))
        or ends_with(repo, '/' || getvariable('project'))
        or starts_with(project, rtrim(getvariable('project'), '/') || '/')
        or (contains(getvariable('project'), '*') and (project glob getvariable('project') or repo glob getvariable('project'))),
        false
    )
