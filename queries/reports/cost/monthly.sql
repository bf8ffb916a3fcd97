-- name: monthly
-- group: cost
-- aliases: month, months
-- description: Cost and tokens by month. One row per month with requests; what has no time is in the last one.
-- scope: since, until, project, model, breakdown
-- column month DATE key: First day of the month. NULL where no readable time is given.
-- column part VARCHAR key: Part that --breakdown splits by: a model, a project or another. NULL without --breakdown, and where a request has none.
-- column sessions BIGINT detail: Sessions with a request. One that goes on in the next month counts in both.
-- column requests BIGINT sum: Billed requests, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum: Tokens read from the cache.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- column models VARCHAR detail: Models that answered, joined by commas. NULL where none did.
-- example: cclake report monthly --since 2026-11-01 --breakdown
select
    date_trunc('month', day)::date as month,
    breakdown_of(model, project, repo, git_branch, agent_id) as part,
    count(distinct session_id) as sessions,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    coalesce(sum(input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    coalesce(sum(cache_write_5m_tokens + cache_write_1h_tokens), 0)::bigint as cache_write_tokens,
    coalesce(sum(cache_read_tokens), 0)::bigint as cache_read_tokens,
    sum(cost_usd) as cost_usd,
    string_agg(distinct model, ',' order by model) as models
from requests
where in_period(day) and in_project(project, repo) and in_model(model)
group by all
order by month nulls last, part nulls last
