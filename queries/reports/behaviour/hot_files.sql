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
    select call_id, file_path, session_id, local_ts, 1 as edits, 0 as writes, 0 as reads, lines_added, lines_removed, 0 as read_chars
    from edits
    where in_period(day) and in_project(project, repo)
    union all
    select call_id, file_path, session_id, local_ts, 0, 1, 0, lines_added, lines_removed, 0
    from writes
    where in_period(day) and in_project(project, repo)
    union all
    select call_id, file_path, session_id, local_ts, 0, 0, 1, null, null, content_chars
    from reads
    where in_period(day) and in_project(project, repo)
),

ended as (
    select uses.*, call.status = 'ok' as is_made from uses join tool_calls as call on uses.call_id = call.call_id
)

select
    file_path,
    coalesce(sum(edits + writes) filter (is_made), 0)::bigint as changes,
    coalesce(sum(edits) filter (is_made), 0)::bigint as edits,
    coalesce(sum(writes) filter (is_made), 0)::bigint as writes,
    coalesce(sum(reads) filter (is_made), 0)::bigint as reads,
    count(distinct session_id) as sessions,
    coalesce(sum(lines_added), 0)::bigint as lines_added,
    coalesce(sum(lines_removed), 0)::bigint as lines_removed,
    coalesce(sum(edits + writes) filter (not is_made), 0)::bigint as unmade_changes,
    coalesce(sum(read_chars), 0)::bigint // 4 as estimated_read_tokens,
    max(local_ts) as last_local_ts
from ended
group by file_path
order by changes desc, reads desc, file_path nulls last
