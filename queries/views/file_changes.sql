-- name: file_changes
-- description: Edits and writes of files, with how their calls ended. Those of notebooks are in `notebook_edits`. One row per call.
-- column call_id VARCHAR: The call.
-- column session_id VARCHAR: Session of the call.
-- column agent_id VARCHAR: Agent that made it. NULL on the main thread.
-- column message_id VARCHAR: Message that asked for it. NULL where that is not known.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column ts TIMESTAMP: Time of the call, UTC. NULL where it has no readable time.
-- column local_ts TIMESTAMP: `ts` in the zone of `--tz`. NULL where `ts` is.
-- column day DATE: Day of `local_ts`. NULL where `ts` is.
-- column tool VARCHAR: Edit, MultiEdit or Write.
-- column file_path VARCHAR: The file. NULL where the call does not say.
-- column file_ext VARCHAR: Ending of its name. NULL where it has none.
-- column status VARCHAR: How the call ended, as in `tool_calls`: the change was made where that is ok.
-- column fail_reason VARCHAR: Why it was not made. NULL where it was, and where there is no result.
-- column lines_added BIGINT: Lines that it added. NULL where they are not known, and where it was not made.
-- column lines_removed BIGINT: Lines that it removed. NULL where they are not known, and where it was not made.
-- column new_bytes BIGINT: Size of the text that it puts in. NULL where that is not known.
-- column action VARCHAR: What a write did: create, update. NULL for edits, and where the result does not say.
-- column replace_all BOOLEAN: Whether an edit is of all occurrences. NULL for writes, and where the call does not say.
-- column user_modified BOOLEAN: Whether the user changed it before accepting it. NULL where the result does not say.
with changes as (
    select
        call_id, tool, file_path, file_ext, fail_reason, lines_added, lines_removed, new_string_bytes as new_bytes, null as action, replace_all,
        user_modified
    from edits
    union all
    select call_id, 'Write', file_path, file_ext, fail_reason, lines_added, lines_removed, content_bytes, action, null, user_modified
    from writes
)

select
    call.call_id,
    call.session_id,
    call.agent_id,
    call.message_id,
    call.project,
    call.repo,
    call.ts,
    call.local_ts,
    call.day,
    changes.tool,
    changes.file_path,
    changes.file_ext,
    call.status,
    changes.fail_reason,
    changes.lines_added,
    changes.lines_removed,
    changes.new_bytes,
    changes.action,
    changes.replace_all,
    changes.user_modified
from changes
join tool_calls as call on changes.call_id = call.call_id
