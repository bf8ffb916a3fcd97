-- name: skills
-- group: behaviour
-- aliases: skill
-- description: Which skills are used, by whom, and what their requests cost. One row per skill or command.
-- scope: since, until, project
-- top: 30
-- column skill VARCHAR key: The skill; of a slash command its name without the slash. NULL where the call does not say.
-- column tool_uses BIGINT sum: Calls of the tool by the model.
-- column failed_uses BIGINT sum detail: Calls among them that did not go well.
-- column slash_uses BIGINT sum: Slash commands of this name that a person typed.
-- column sessions BIGINT: Sessions that used it either way.
-- column requests BIGINT sum detail: Requests that the transcript attributes to it.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of these that have a price. NULL where none has.
-- column last_day DATE detail: Last day that it was used on. NULL where none has a readable time.
-- example: cclake report skills --since 2026-11-01
with uses as (
    select
        ltrim(coalesce(skill.skill, skill.command_name, skill.command), '/') as skill, skill.session_id, skill.day, 1 as tool_uses, 0 as slash_uses,
        case when call.status = 'ok' then 0 else 1 end as failed_uses
    from skills as skill
    join tool_calls as call on skill.call_id = call.call_id
    where in_period(skill.day) and in_project(skill.project, skill.repo)
    union all
    select ltrim(command, '/'), session_id, day, 0, 1, 0
    from prompts
    where kind = 'command' and command is not null and agent_id is null and in_period(day) and in_project(project, repo)
),

used as (
    select
        skill,
        sum(tool_uses)::bigint as tool_uses,
        sum(failed_uses)::bigint as failed_uses,
        sum(slash_uses)::bigint as slash_uses,
        count(distinct session_id) as sessions,
        max(day) as last_day
    from uses
    group by skill
),

attributed as (
    select attribution_skill as skill, count(*) as requests, count(*) filter (cost_usd is null) as unpriced_requests, sum(cost_usd) as cost_usd
    from requests
    where attribution_skill is not null and in_period(day) and in_project(project, repo)
    group by attribution_skill
)

select
    coalesce(used.skill, attributed.skill) as skill,
    coalesce(used.tool_uses, 0) as tool_uses,
    coalesce(used.failed_uses, 0) as failed_uses,
    coalesce(used.slash_uses, 0) as slash_uses,
    coalesce(used.sessions, 0) as sessions,
    coalesce(attributed.requests, 0) as requests,
    coalesce(attributed.unpriced_requests, 0) as unpriced_requests,
    attributed.cost_usd,
    used.last_day
from used
full join attributed on used.skill = attributed.skill
order by attributed.cost_usd desc nulls last, tool_uses + slash_uses desc, skill nulls last
