-- name: prompts
-- group: behaviour
-- description: What sessions are told, and in which permission mode. One row per kind of prompt and mode.
-- scope: since, until, project
-- column kind VARCHAR key: Kind of the prompt: typed, command, bash, interrupt, agent (what an agent is given), task_notification and others.
-- column permission_mode VARCHAR key: Permission mode of the session. NULL where the record does not say.
-- column prompts BIGINT sum bar: Prompts.
-- column sessions BIGINT: Sessions that had such a prompt.
-- column p50_chars BIGINT: Median length. NULL where it is not known.
-- column p95_chars BIGINT: 95th percentile of it. NULL where it is not known.
-- column chars BIGINT sum detail: Length of all.
-- column images BIGINT sum detail: Images that came with them.
-- column last_day DATE detail: Last day of such a prompt. NULL where none has a readable time.
-- example: cclake report prompts --since 2026-11-01
select
    kind,
    permission_mode,
    count(*) as prompts,
    count(distinct session_id) as sessions,
    quantile_cont(chars, 0.5)::bigint as p50_chars,
    quantile_cont(chars, 0.95)::bigint as p95_chars,
    coalesce(sum(chars), 0)::bigint as chars,
    coalesce(sum(images), 0)::bigint as images,
    max(day) as last_day
from prompts
where in_period(day) and in_project(project, repo)
group by kind, permission_mode
order by prompts desc, kind, permission_mode nulls last
