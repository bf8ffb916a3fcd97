-- name: agent_status
-- group: cost
-- description: How runs of agents end, and what those cost that failed. One row per type of agent and end.
-- scope: since, until, project
-- column agent_type VARCHAR key: Type of the agent; (system) for those that the program runs for itself. NULL where nothing says.
-- column end_status VARCHAR key: How runs ended. NULL where nothing says.
-- column runs BIGINT sum: Runs of agents.
-- column run_share DECIMAL(9,6) detail: Part of the runs of the type.
-- column transcripts_missing BIGINT sum detail: Runs of which no record was read: their cost is not known.
-- column requests BIGINT sum: Their requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum detail: Their output tokens.
-- column p50_duration_ms BIGINT: Median time from the first record to the end. NULL where no run has readable times.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of their requests that have a price. NULL where none has.
-- example: cclake report agent_status --since 2026-11-01
with runs as (
    select *, case when kind = 'system' then '(system)' else agent_type end as type
    from agent_runs
    where in_period(day) and in_project(project, repo)
)

select
    type as agent_type,
    end_status,
    count(*) as runs,
    rate(count(*), sum(count(*)) over (partition by type)) as run_share,
    count(*) filter (is_transcript_missing) as transcripts_missing,
    coalesce(sum(requests), 0)::bigint as requests,
    coalesce(sum(unpriced_requests), 0)::bigint as unpriced_requests,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    quantile_cont(duration_ms, 0.5)::bigint as p50_duration_ms,
    sum(cost_usd) as cost_usd
from runs
group by type, end_status
order by cost_usd desc nulls last, type nulls last, end_status nulls last
