-- name: hunk_fates
-- description: What became of the lines that edits and writes added, in the same session: how many of a hunk's lines a later hunk in the same file
--   took away again. Later hunks move the lines below them; that is followed, so that lines are compared where they stand. Which of the lines in a
--   later hunk were taken away is not known, only how many of its old lines: the estimate takes them in proportion. A floor: of calls whose
--   patch is
--   not in the transcript nothing is known, nor of changes by others. One row per hunk that added lines.
-- column call_id VARCHAR: The call.
-- column hunk_index BIGINT: Place of the hunk in the call's patch.
-- column session_id VARCHAR: Session of the call.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column ts TIMESTAMP: Time of the call, UTC. NULL where it has no readable time.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`. NULL where `ts` is.
-- column day DATE: Day of `local_ts`. NULL where `ts` is.
-- column file_path VARCHAR: The file.
-- column lines_added BIGINT: Lines that the hunk added.
-- column later_hunks BIGINT: Later hunks of the session that touch the place of these lines.
-- column superseded_lines DECIMAL(18,2): Lines among them that these took away, by estimate; all of them at most.
with changes as (
    select call_id, file_path from edits where fail_reason is null
    union all
    select call_id, file_path from writes where fail_reason is null
),

hunks as (
    select
        hunk.call_id, hunk.hunk_index, hunk.session_id, hunk.agent_id, hunk.project, hunk.repo, hunk.ts, hunk.local_ts, hunk.day, changes.file_path,
        hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines, hunk.lines_added, hunk.lines_removed,
        dense_rank() over (partition by hunk.session_id, changes.file_path order by hunk.ts nulls last, hunk.call_id) as change_index
    from edit_hunks as hunk
    join changes on hunk.call_id = changes.call_id
    where hunk.ts is not null
),

later as (
    -- Of each pair: where the earlier hunk's lines stand when the later one comes. What a hunk between them adds above them moves them down; of
    -- these, those that begin above count with all that they change.
    select
        early.call_id, early.hunk_index, early.lines_added,
        late.call_id as late_call_id, late.hunk_index as late_hunk_index, late.old_start, late.old_lines, late.lines_removed,
        early.new_start + coalesce(
            sum(late.new_lines - late.old_lines) filter (late.old_start + late.old_lines <= early.new_start) over (
                partition by early.call_id, early.hunk_index order by late.change_index groups between unbounded preceding and 1 preceding
            ), 0
        ) as start_now,
        early.new_lines
    from hunks as early
    join hunks as late
        on early.session_id = late.session_id and early.file_path = late.file_path and late.change_index > early.change_index
    where early.lines_added > 0
),

touched as (
    select
        call_id, hunk_index,
        count(*) as later_hunks,
        sum(
            lines_removed * greatest(0, least(start_now + new_lines, old_start + old_lines) - greatest(start_now, old_start))
            / greatest(old_lines, 1) * lines_added / greatest(new_lines, 1)
        ) as superseded_lines
    from later
    where lines_removed > 0 and old_start < start_now + new_lines and start_now < old_start + old_lines
    group by call_id, hunk_index
)

select
    hunk.call_id,
    hunk.hunk_index,
    hunk.session_id,
    hunk.agent_id,
    hunk.project,
    hunk.repo,
    hunk.ts,
    hunk.local_ts,
    hunk.day,
    hunk.file_path,
    hunk.lines_added,
    coalesce(touched.later_hunks, 0) as later_hunks,
    least(coalesce(touched.superseded_lines, 0), hunk.lines_added)::decimal(18, 2) as superseded_lines
from hunks as hunk
left join touched on hunk.call_id = touched.call_id and hunk.hunk_index = touched.hunk_index
where hunk.lines_added > 0
