-- name: context_pressure
-- group: health
-- aliases: contexts
-- description: How full contexts become, and how they end. One row per model.
-- scope: since, until, project, model
-- column model VARCHAR key: Model of the context's largest prompt. NULL where there is none.
-- column contexts BIGINT sum: Contexts: what a thread's model saw from the beginning, or a compaction, to the next.
-- column sessions BIGINT detail: Sessions that they belong to.
-- column p50_max_prompt_tokens BIGINT: Median of their largest prompts. NULL where usage does not say.
-- column p95_max_prompt_tokens BIGINT: 95th percentile of it. NULL where usage does not say.
-- column max_prompt_tokens BIGINT: Largest prompt of all. NULL where usage does not say.
-- column p50_requests BIGINT detail: Median number of requests in a 
-- column auto_compactions BIGINT sum: Contexts that began with a compaction because the one before was full.
-- column manual_compactions BIGINT sum detail: Contexts that began with one that the user asked for.
-- column other_compactions BIGINT sum detail: Contexts that began with one of which the record does not say.
-- example: cclake report context_pressure --since 2026-11-01
select
    largest_model as model,
    count(*) as contexts,
    count(distinct session_id) as sessions,
    quantile_cont(max_prompt_tokens, 0.5)::bigint as p50_max_prompt_tokens,
    quantile_cont(max_prompt_tokens, 0.95)::bigint as p95_max_prompt_tokens,
    max(max_prompt_tokens) as max_prompt_tokens,
    quantile_disc(requests, 0.5) as p50_requests,
    count(*) filter (context_index > 0 and compaction_trigger = 'auto') as auto_compactions,
    count(*) filter (context_index > 0 and compaction_trigger = 'manual') as manual_compactions,
    count(*) filter (context_index > 0 and compaction_trigger is null) as other_compactions
from contexts
where in_period(day) and in_project(project, repo) and in_model(largest_model)
group by largest_model
order by contexts desc, largest_model nulls last
