-- name: background_commands
-- group: behaviour
-- aliases: background
-- description: Shell commands in the background, and how they ended. One row per program, subcommand and end.
-- scope: since, until, project
-- column command_head VARCHAR key: Program that the command begins with. NULL where the call is not known.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column end_status VARCHAR key: How it ended, as a notification, else a look at its output said at last: completed, failed, killed, running
--   and others;
--   stopped where a call stopped it. NULL where nothing says.
-- column tasks BIGINT sum bar: Commands that went into the background.
-- column looked_at_tasks BIGINT sum: Commands among them whose output a later call looked at.
-- column p50_run_ms BIGINT: Median time from the call to the notification of the end. NULL where there is none.
-- column p95_run_ms BIGINT detail: 95th percentile of it. NULL where there is none.
-- example: cclake report background_commands --since 2026-11-01
with started as (
    select session_id, background_task_id as task_id, command_head, command_sub, ts
    from bash
    where background_task_id is not null and in_period(day) and in_project(project, repo)
),

notices as (
    select session_id, task_id, arg_max(status, ts) as status, min(ts) as ts
    from events
    where kind = 'task_notification' and task_id is not null and status is not null
    group by session_id, task_id
),

looks as (
    select session_id, task_id, arg_max(status, ts) filter (status is not null) as status, count(*) as looks
    from task_outputs
    where task_id is not null
    group by session_id, task_id
),

stops as (
    select distinct session_id, task_id from task_stops where task_id is not null and success is not false
)

select
    started.command_head,
    started.command_sub,
    coalesce(notices.status, case when stops.task_id is not null then 'stopped' end, looks.status) as end_status,
    count(*) as tasks,
    count(*) filter (looks.looks > 0) as looked_at_tasks,
    quantile_cont(epoch_ms(notices.ts) - epoch_ms(started.ts), 0.5)::bigint as p50_run_ms,
    quantile_cont(epoch_ms(notices.ts) - epoch_ms(started.ts), 0.95)::bigint as p95_run_ms
from started
left join notices on started.session_id = notices.session_id and started.task_id = notices.task_id
left join looks on started.session_id = looks.session_id and started.task_id = looks.task_id
left join stops on started.session_id = stops.session_id and started.task_id = stops.task_id
group by all
order by tasks desc, started.command_head nulls last, started.command_sub nulls last, end_status nulls last
