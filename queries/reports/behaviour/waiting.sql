-- name: waiting
-- group: behaviour
-- aliases: waits
-- description: How long sessions waited for their user: prompts, questions, plans. One row per repository.
-- scope: since, until, project
-- param idle_minutes INTEGER = 10: Longest wait that counts, in minutes: whoever took longer was away, and counts with this.
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column sessions BIGINT detail: Sessions with a wait.
-- column waits BIGINT sum: Waits.
-- column prompt_wait_ms BIGINT sum: From the last record of the main thread to the next prompt that was typed.
-- column question_wait_ms BIGINT sum: From questions of the model to their answers.
-- column plan_wait_ms BIGINT sum: From plans to their approval or rejection.
-- column wait_ms BIGINT sum bar: All of these. Waits for permission of tools are not in it: the transcript does not tell them from the tools'
--   own time.
-- column p50_prompt_wait_ms BIGINT: Median of the waits for a prompt, without the limit. NULL where there is none.
-- column away_waits BIGINT sum detail: Waits that were longer than the limit.
-- example: cclake report waiting --since 2026-11-01
with main as (
    select record.session_id, record.repo, record.project, record.day, record.ts, prompt.record_id is not null as is_prompt,
        lag(record.ts) over (partition by record.session_id order by record.ts, record.line) as previous_ts
    from records as record
    left join prompts as prompt on record.record_id = prompt.record_id and prompt.kind in ('typed', 'command', 'bash') and prompt.agent_id is null
    where record.agent_id is null and record.ts is not null and (record.type = 'assistant' or record.type = 'user')
),

waits as (
    select session_id, repo, 'prompt' as kind, epoch_ms(ts) - epoch_ms(previous_ts) as wait_ms
    from main
    where is_prompt and previous_ts is not null and in_period(day) and in_project(project, repo)
    union all
    select session_id, repo, case tool when 'AskUserQuestion' then 'question' else 'plan' end, duration_ms
    from tool_calls
    where tool in ('AskUserQuestion', 'ExitPlanMode') and duration_ms is not null and in_period(day) and in_project(project, repo)
),

capped as (
    select *, least(wait_ms, getvariable('idle_minutes')::bigint * 60000) as capped_ms from waits
)

select
    repo,
    count(distinct session_id) as sessions,
    count(*) as waits,
    coalesce(sum(capped_ms) filter (kind = 'prompt'), 0)::bigint as prompt_wait_ms,
    coalesce(sum(capped_ms) filter (kind = 'question'), 0)::bigint as question_wait_ms,
    coalesce(sum(capped_ms) filter (kind = 'plan'), 0)::bigint as plan_wait_ms,
    sum(capped_ms)::bigint as wait_ms,
    quantile_cont(wait_ms, 0.5) filter (kind = 'prompt')::bigint as p50_prompt_wait_ms,
    count(*) filter (wait_ms > capped_ms) as away_waits
from capped
group by repo
order by wait_ms desc, repo nulls last
