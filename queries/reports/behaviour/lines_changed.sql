-- name: lines_changed
-- group: behaviour
-- aliases: lines
-- description: Lines that edits and writes changed, by kind of file. One row per ending of file names.
-- scope: since, until, project
-- top: 30
-- column file_ext VARCHAR key: Ending of the file's name. NULL where it has none.
-- column changes BIGINT sum: Edits and writes that were made.
-- column files BIGINT detail: Files that they changed.
-- column lines_added BIGINT sum: Lines that they added.
-- column lines_removed BIGINT sum: Lines that they removed.
-- column lines_changed BIGINT sum bar: Both.
-- column agent_lines_changed BIGINT sum detail: Lines among them that agents changed.
-- column unknown_changes BIGINT sum detail: Changes whose lines are not known: they are in none of these figures.
-- column refused_changes BIGINT sum detail: Edits and writes that were not made: failed, denied, cancelled, interrupted.
-- column no_result_changes BIGINT sum detail: Edits and writes of which the result is not known.
-- example: cclake report lines_changed --since 2026-11-01
select
    file_ext,
    count(*) filter (status = 'ok') as changes,
    count(distinct case when status = 'ok' then file_path end) as files,
    coalesce(sum(lines_added), 0)::bigint as lines_added,
    coalesce(sum(lines_removed), 0)::bigint as lines_removed,
    (coalesce(sum(lines_added), 0) + coalesce(sum(lines_removed), 0))::bigint as lines_changed,
    coalesce(sum(coalesce(lines_added, 0) + coalesce(lines_removed, 0)) filter (agent_id is not null), 0)::bigint as agent_lines_changed,
    count(*) filter (status = 'ok' and lines_added is null and lines_removed is null) as unknown_changes,
    count(*) filter (status not in ('ok', 'no_result')) as refused_changes,
    count(*) filter (status = 'no_result') as no_result_changes
from file_changes
where in_period(day) and in_project(project, repo)
group by file_ext
order by lines_changed desc, changes desc, file_ext nulls last
