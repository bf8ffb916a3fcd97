-- name: read_edit
-- group: behaviour
-- description: Reads for each edit, and edits of files that the session had not read. One row per repository.
-- scope: since, until, project
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions with a read or a change.
-- column reads BIGINT sum: Reads that did not fail.
-- column changes BIGINT sum: Edits and writes that were made.
-- column change_reads DECIMAL(18,2): Reads for each change. NULL where there is no change.
-- column unread_changes BIGINT sum: Edits of files that the session had neither read nor written before; writes, which can make new files, are not
--   among them.
-- column edits BIGINT sum detail: Edits that were made.
-- column unread_rate DECIMAL(9,6) bar: Part of the edits. NULL where there is none.
-- example: cclake report read_edit --since 2026-11-01
with steps as (
    select session_id, project, repo, day, ts, file_path, 'read' as step from reads where fail_reason is null
    union all
    select session_id, project, repo, day, ts, file_path, case tool when 'Write' then 'write' else 'edit' end
    from file_changes
    where status = 'ok'
),

known as (
    select *, row_number() over (partition by session_id, file_path order by ts nulls last, step desc) = 1 as is_first
    from steps
    where in_project(project, repo)
)

select
    repo,
    count(distinct session_id) as sessions,
    count(*) filter (step = 'read') as reads,
    count(*) filter (step <> 'read') as changes,
    (count(*) filter (step = 'read') / nullif(count(*) filter (step <> 'read'), 0))::decimal(18, 2) as change_reads,
    count(*) filter (step = 'edit' and is_first and file_path is not null) as unread_changes,
    count(*) filter (step = 'edit') as edits,
    rate(count(*) filter (step = 'edit' and is_first and file_path is not null), count(*) filter (step = 'edit')) as unread_rate
from known
where in_period(day)
group by repo
order by changes desc, repo nulls last
