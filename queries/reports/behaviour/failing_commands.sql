-- name: failing_commands
-- group: behaviour
-- description: Shell commands that fail most. One row per command, as the lake keeps it.
-- scope: since, until, project
-- top: 25
-- column command VARCHAR key: The command. NULL where the call is not known.
-- column calls BIGINT sum: Calls of it.
-- column failures BIGINT sum bar: Calls among them that ended with an exit code other than 0, benign ones aside, or without one as failed.
-- column sessions BIGINT: Sessions that it failed in.
-- column exit_codes VARCHAR: Exit codes of the failures, the most frequent first, joined by commas. NULL where none is known.
-- column error_classes VARCHAR detail: Classes of the errors, the most frequent first, joined by commas. NULL where none is known.
-- column last_local_ts TIMESTAMP detail: Last time that it failed. NULL where none is readable.
-- example: cclake report failing_commands --since 2026-11-01
with called as (
    select
        bash.command, bash.session_id, bash.local_ts, bash.exit_code, call.error_class,
        coalesce(bash.exit_code <> 0 and bash.exit_code_source <> 'benign_1', call.status = 'failed', false) as is_failure
    from bash
    left join tool_calls as call on bash.call_id = call.call_id
    where in_period(bash.day) and in_project(bash.project, bash.repo)
),

codes as (
    select command, string_agg(exit_code, ',' order by calls desc, exit_code) as exit_codes
    from (select command, exit_code, count(*) as calls from called where is_failure and exit_code is not null group by all)
    group by command
),

classes as (
    select command, string_agg(error_class, ',' order by calls desc, error_class) as error_classes
    from (select command, error_class, count(*) as calls from called where is_failure and error_class is not null group by all)
    group by command
),

failing as (
    select
        command,
        count(*) as calls,
        count(*) filter (is_failure) as failures,
        count(distinct case when is_failure then session_id end) as sessions,
        max(local_ts) filter (is_failure) as last_local_ts
    from called
    group by command
    having failures > 0
)

select failing.command, failing.calls, failing.failures, failing.sessions, codes.exit_codes, classes.error_classes, failing.last_local_ts
from failing
left join codes on failing.command is not distinct from codes.command
left join classes on failing.command is not distinct from classes.command
order by failing.failures desc, failing.command nulls last
