-- name: in_project
-- description: Whether a project is the one that the variable `project` asks for, as in `fits_project`. Where it is not set, all are.
create or replace macro in_project(project, repo) as
    getvariable('project') is null or fits_project(project, repo, getvariable('project'))
