-- name: churn
-- group: behaviour
-- aliases: rework
-- description: Lines that were added and changed again in the same session, an estimate as in `hunk_fates`. One row per repository.
-- scope: since, until, project
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions that added lines whose patch is known.
-- column edited_files BIGINT detail: Files in these sessions, counted once for each.
-- column edits BIGINT sum: Calls that added lines.
-- column file_edits DECIMAL(18,2): Such calls for each file and session, on average.
-- column lines_added BIGINT sum: Lines that they added.
-- column superseded_lines DECIMAL(38,2) sum: Lines among them that later calls of the session took away, by estimate: a floor.
-- column rework_rate DECIMAL(9,6) bar: Part of the added lines.
-- column reworked_edits BIGINT sum detail: Calls whose lines a later one touched.
-- example: cclake report churn --since 2026-11-01
select
    repo,
    count(distinct session_id) as sessions,
    count(distinct session_id || '/' || file_path) as edited_files,
    count(distinct call_id) as edits,
    (count(distinct call_id) / nullif(count(distinct session_id || '/' || file_path), 0))::decimal(18, 2) as file_edits,
    sum(lines_added)::bigint as lines_added,
    sum(superseded_lines) as superseded_lines,
    rate(sum(superseded_lines), sum(lines_added)) as rework_rate,
    count(distinct case when later_hunks > 0 then call_id end) as reworked_edits
from hunk_fates
where in_period(day) and in_project(project, repo)
group by repo
order by lines_added desc, repo nulls last
