-- name: rereads
-- group: behaviour
-- description: Files that were read again in the same context. One row per file.
-- scope: since, until, project
-- top: 25
-- column file_path VARCHAR key: The file.
-- column reads BIGINT sum: Reads of text whose lines are known.
-- column sessions BIGINT detail: Sessions that read it.
-- column read_lines BIGINT sum: Lines that were read, each time counted.
-- column reread_lines BIGINT sum: Lines among them that the thread had read before since its beginning or last compaction.
-- column reread_share DECIMAL(9,6) bar: Part of the lines.
-- column estimated_reread_tokens BIGINT sum: As many tokens as these lines are, by the length of the file's lines and four characters a token.
-- column edits BIGINT detail: Edits and writes of it: a changed file may have to be read again.
-- example: cclake report rereads --since 2026-11-01
with compactions as (
    select session_id, agent_id, ts from events where kind = 'compaction' and ts is not null
),

lines_read as (
    select
        call_id, session_id, agent_id, file_path, ts, start_line as first_line, start_line + num_lines as end_line, num_lines,
        content_chars
    from reads
    where kind = 'text' and num_lines > 0 and start_line is not null and fail_reason is null and in_period(day) and in_project(project, repo)
),

steps as (
    select session_id, agent_id, ts, call_id, false as is_compaction from lines_read
    union all
    select session_id, agent_id, ts, null, true from compactions
),

placed as (
    select call_id, count(case when is_compaction then true end) over (
        partition by session_id, agent_id order by ts nulls last, call_id nulls first rows unbounded preceding
    ) as context_index
    from steps
),

ranges as (
    select read.*, placed.context_index from lines_read as read join placed on read.call_id = placed.call_id
),

-- The union of the ranges of a context: sorted by their beginning, each adds what reaches beyond those before.
unions as (
    select
        *,
        greatest(
            0,
            end_line - greatest(
                first_line,
                coalesce(max(end_line) over (
                    partition by session_id, agent_id, context_index, file_path order by first_line, end_line, call_id
                    rows between unbounded preceding and 1 preceding
                ), first_line)
            )
        ) as new_lines
    from ranges
),

changed as (
    select file_path, count(*) as edits
    from (
        select file_path from edits where fail_reason is null and in_period(day) and in_project(project, repo)
        union all
        select file_path from writes where fail_reason is null and in_period(day) and in_project(project, repo)
    )
    group by file_path
)

select
    unions.file_path,
    count(*) as reads,
    count(distinct unions.session_id) as sessions,
    sum(unions.num_lines)::bigint as read_lines,
    sum(unions.num_lines - unions.new_lines)::bigint as reread_lines,
    rate(sum(unions.num_lines - unions.new_lines), sum(unions.num_lines)) as reread_share,
    coalesce(sum((unions.num_lines - unions.new_lines) * unions.content_chars // unions.num_lines), 0)::bigint // 4 as estimated_reread_tokens,
    coalesce(any_value(changed.edits), 0) as edits
from unions
left join changed on unions.file_path = changed.file_path
group by unions.file_path
having reread_lines > 0
order by estimated_reread_tokens desc, unions.file_path
