-- name: edit_styles
-- group: behaviour
-- description: How files are changed: by edits, writes of whole files, notebooks. One row per tool.
-- scope: since, until, project
-- column tool VARCHAR key: Edit, MultiEdit, Write or NotebookEdit.
-- column calls BIGINT sum: Calls.
-- column call_share DECIMAL(9,6) bar: Part of the calls of all these tools.
-- column made_changes BIGINT sum: Calls among them that were made.
-- column replace_all_calls BIGINT sum detail: Edits of all occurrences.
-- column created_files BIGINT sum: Writes that made a new file.
-- column lines_added BIGINT sum: Lines that were added. 0 for notebooks, which have none.
-- column lines_removed BIGINT sum: Lines that were removed.
-- column p50_new_bytes BIGINT detail: Median size of the text that was put in. NULL where it is not known.
-- column files BIGINT detail: Files that were changed.
-- example: cclake report edit_styles --since 2026-11-01
with changes as (
    select tool, replace_all, action, lines_added, lines_removed, new_bytes, file_path, status
    from file_changes
    where in_period(day) and in_project(project, repo)
    union all
    select 'NotebookEdit', null, null, null, null, notebook.new_source_bytes, notebook.notebook_path, call.status
    from notebook_edits as notebook
    join tool_calls as call on notebook.call_id = call.call_id
    where in_period(notebook.day) and in_project(notebook.project, notebook.repo)
)

select
    tool,
    count(*) as calls,
    rate(count(*), sum(count(*)) over ()) as call_share,
    count(*) filter (status = 'ok') as made_changes,
    count(*) filter (replace_all) as replace_all_calls,
    count(*) filter (action = 'create' and status = 'ok') as created_files,
    coalesce(sum(lines_added), 0)::bigint as lines_added,
    coalesce(sum(lines_removed), 0)::bigint as lines_removed,
    quantile_cont(new_bytes, 0.5)::bigint as p50_new_bytes,
    count(distinct case when status = 'ok' then file_path end) as files
from changes
group by tool
order by calls desc, tool
