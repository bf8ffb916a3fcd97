-- name: churn
-- group: behaviour
-- aliases: rework
-- description: Lines that were added and changed again in the same session, an estimate as in `hunk_fates`. One row per repository.
-- scope: since, until, project
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions that added lines whose patch is known.
-- column edited_files BIGINT detail: Files in these sessions, counted once for each.
-- column edits BIGINT sum: Calls that added lines.
-- column file_edits DECIMAL(18,2): Such calls for each file and session, on average. NULL where no patch is known.
-- column lines_added BIGINT sum detail: Lines that all edits and writes added, those without a patch, such as of new files, among them.
-- column known_lines_added BIGINT sum: Lines among them whose patch is known.
-- column superseded_lines DECIMAL(38,2) sum: Lines among them that later calls of the session took away, by estimate: a floor.
-- column rework_rate DECIMAL(9,6) bar: Part of the lines whose patch is known. NULL where none is.
-- column reworked_edits BIGINT sum detail: Calls whose lines a later one touched.
-- example: cclake report churn --since 2026-11-01
with fates as (
    select
        repo,
        count(distinct session_id) as sessions,
        count(distinct session_id || '/' || file_path) as edited_files,
        count(distinct call_id) as edits,
        sum(lines_added)::bigint as known_lines_added,
        sum(superseded_lines) as superseded_lines,
        count(distinct case when later_hunks > 0 then call_id end) as reworked_edits
    from hunk_fates
    where in_period(day) and in_project(project, repo)
    group by repo
),

changed as (
    select repo, sum(lines_added)::bigint as lines_added
    from (
        select repo, lines_added from edits where in_period(day) and in_project(project, repo)
        union all
        select repo, lines_added from writes where in_period(day) and in_project(project, repo)
    )
    group by repo
)

select
    coalesce(fates.repo, changed.repo) as repo,
    coalesce(fates.sessions, 0) as sessions,
    coalesce(fates.edited_files, 0) as edited_files,
    coalesce(fates.edits, 0) as edits,
    (fates.edits / nullif(fates.edited_files, 0))::decimal(18, 2) as file_edits,
    coalesce(changed.lines_added, 0) as lines_added,
    coalesce(fates.known_lines_added, 0) as known_lines_added,
    coalesce(fates.superseded_lines, 0)::decimal(38, 2) as superseded_lines,
    rate(fates.superseded_lines, fates.known_lines_added) as rework_rate,
    coalesce(fates.reworked_edits, 0) as reworked_edits
from fates
full join changed on fates.repo is not distinct from changed.repo
order by known_lines_added desc, coalesce(fates.repo, changed.repo) nulls last
