-- name: fits_project
-- description: Whether a project is the one that a text asks for: by its path or its last folder, those of its repository or a folder above, or a
--   pattern with `*`.
create or replace macro fits_project(project, repo, asked) as
    coalesce(
        project = asked
        or repo = asked
        or ends_with(project, '/' || asked)
        or ends_with(repo, '/' || asked)
        or starts_with(project, rtrim(asked, '/') || '/')
        or (contains(asked, '*') and (project glob asked or repo glob asked)),
        false
    )
