-- name: compactions
-- group: cost
-- description: What compactions cost: the first request after each. One row per trigger.
-- scope: since, until, project
-- column trigger VARCHAR key: What set them off: auto, manual. NULL where the record does not say.
-- column compactions BIGINT sum: Compactions.
-- column sessions BIGINT detail: Sessions that they happened in.
-- column p50_pre_tokens BIGINT: Median size of the context before. NULL where no record says.
-- column p95_pre_tokens BIGINT detail: 95th percentile of it. NULL where no record says.
-- column p50_first_prompt_tokens BIGINT: Median size of the first prompt after. NULL where none followed.
-- column p50_duration_ms BIGINT detail: Median time that they took. NULL where no record says.
-- column followed BIGINT detail: Compactions that a request followed.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the first requests after them, which write the new context to the cache. NULL where none has
--   a price.
-- column unpriced_requests BIGINT sum detail: First requests without a cost.
-- example: cclake report compactions --since 2026-11-01
with compacted as (
    select
        session_id, agent_id, trigger, pre_tokens, duration_ms, day, project, repo,
        -- Numbered as `request_order` counts them.
        row_number() over (partition by session_id, agent_id order by ts nulls last, source, line) as context_index
    from events
    where kind = 'compaction'
),

firsts as (
    select session_id, agent_id, context_index, cost_usd, prompt_tokens
    from request_order
    where is_first and context_index > 0
)

select
    compacted.trigger,
    count(*) as compactions,
    count(distinct compacted.session_id) as sessions,
    quantile_cont(compacted.pre_tokens, 0.5)::bigint as p50_pre_tokens,
    quantile_cont(compacted.pre_tokens, 0.95)::bigint as p95_pre_tokens,
    quantile_cont(firsts.prompt_tokens, 0.5)::bigint as p50_first_prompt_tokens,
    quantile_cont(compacted.duration_ms, 0.5)::bigint as p50_duration_ms,
    count(firsts.session_id) as followed,
    sum(firsts.cost_usd) as cost_usd,
    count(*) filter (firsts.session_id is not null and firsts.cost_usd is null) as unpriced_requests
from compacted
left join firsts
    on compacted.session_id = firsts.session_id
    and compacted.agent_id is not distinct from firsts.agent_id
    and compacted.context_index = firsts.context_index
where in_period(compacted.day) and in_project(compacted.project, compacted.repo)
group by compacted.trigger
order by compactions desc, compacted.trigger nulls last
