-- name: hot_files
-- group: behaviour
-- aliases: files
-- description: Files that are changed and read most. One row per file.
-- scope: since, until, project
-- top: 25
-- column file_path VARCHAR key: The file. NULL where the call does not say.
-- column changes BIGINT sum bar: Edits and writes that were made.
-- column edits BIGINT sum detail: Edits among them.
-- column writes BIGINT sum detail: Writes among them.
-- column reads BIGINT sum: Reads that were made.
-- column sessions BIGINT: Sessions that changed or read it.
-- column lines_added BIGINT sum: Lines that were added.
-- column lines_removed BIGINT sum: Lines that were removed.
-- column unmade_changes BIGINT sum: Edits and writes that were not made, or whose result is not known.
-- column estimated_read_tokens BIGINT sum detail: A quarter of the characters that were read: about as many tokens as they are.
-- column last_local_ts TIMESTAMP detail: Last time that it was changed or read. NULL where none is readable.
-- example: cclake report hot_files --since 2026-11-01
with uses as (
    select
        file_path, session_id, local_ts, tool <> 'Write' as is_edit, tool = 'Write' as is_write, false as is_read, lines_added, lines_removed,
        0 as read_chars, status = 'ok' as is_made
    from file_changes
    where in_period(day) and in_project(project, repo)
    union all
    select read.file_path, read.session_id, read.local_ts, false, false, true, null, null, read.content_chars, call.status = 'ok'
    from reads as read
    join tool_calls as call on read.call_id = call.call_id
    where in_period(read.day) and in_project(read.project, read.repo)
)

select
    file_path,
    count(*) filter (not is_read and is_made) as changes,
    count(*) filter (is_edit and is_made) as edits,
    count(*) filter (is_write and is_made) as writes,
    count(*) filter (is_read and is_made) as reads,
    count(distinct session_id) as sessions,
    coalesce(sum(lines_added), 0)::bigint as lines_added,
    coalesce(sum(lines_removed), 0)::bigint as lines_removed,
    count(*) filter (not is_read and not is_made) as unmade_changes,
    coalesce(sum(read_chars), 0)::bigint // 4 as estimated_read_tokens,
    max(local_ts) as last_local_ts
from uses
group by file_path
order by changes desc, reads desc, file_path nulls last
