-- name: interrupts
-- group: behaviour
-- description: When users interrupt: what was running. One row per tool that the interruption came in.
-- scope: since, until, project
-- column tool VARCHAR key: Tool of the last call before the interruption if that had not gone well; (answer) where the model was answering.
-- column interrupts BIGINT sum bar: Interruptions.
-- column interrupt_share DECIMAL(9,6) detail: Part of all interruptions.
-- column sessions BIGINT detail: Sessions that were interrupted so.
-- column hundred_prompts_interrupts DECIMAL(18,2): Interruptions for each hundred prompts that were typed, in all sessions. NULL where there
--   is none.
-- column last_local_ts TIMESTAMP: Last time that it happened. NULL where none is readable.
-- example: cclake report interrupts --since 2026-11-01
with interrupted as (
    select record_id, session_id, ts, local_ts
    from prompts
    where kind = 'interrupt' and agent_id is null and in_period(day) and in_project(project, repo)
),

typed as (
    select count(*) as prompts
    from prompts
    where kind = 'typed' and agent_id is null and in_period(day) and in_project(project, repo)
),

calls as (
    select session_id, call_ts, tool, status from tool_calls where agent_id is null and call_ts is not null
),

placed as (
    select
        interrupted.*,
        case when calls.status is null or calls.status = 'ok' or calls.status = 'failed' then '(answer)' else calls.tool end as tool
    from interrupted
    asof left join calls on interrupted.session_id = calls.session_id and interrupted.ts >= calls.call_ts
)

select
    tool,
    count(*) as interrupts,
    rate(count(*), sum(count(*)) over ()) as interrupt_share,
    count(distinct session_id) as sessions,
    (count(*) * 100 / nullif((select prompts from typed), 0))::decimal(18, 2) as hundred_prompts_interrupts,
    max(local_ts) as last_local_ts
from placed
group by tool
order by interrupts desc, tool
