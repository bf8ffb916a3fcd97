-- name: weekly
-- group: cost
-- aliases: week, weeks
-- description: Cost and tokens by week. One row per week with requests; what has no time is in the last one.
-- scope: since, until, project, model, breakdown
-- param week_start INTEGER = 1: Day that weeks begin on, from 1 for Monday to 7 for Sunday
-- column week DATE key: First day of the week. NULL where no readable time is given.
-- column part VARCHAR key: Part that --breakdown splits by: a model, a project or another. NULL without --breakdown, and where a request has none.
-- column sessions BIGINT detail: Sessions with a request. One that goes on in the next week counts in both.
-- column requests BIGINT sum: Billed requests, those of agents and to an advisor included.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column input_tokens BIGINT sum: Uncached input tokens.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cache_write_tokens BIGINT sum: Tokens written to the cache.
-- column cache_read_tokens BIGINT sum: Tokens read from the cache.
-- column cost_usd DECIMAL(38,12) sum bar: Cost of the requests that have a price. NULL where none has.
-- column models VARCHAR detail: Models that answered, joined by commas. NULL where none did.
-- example: cclake report weekly --since 2026-11-01 --breakdown
select
    (day - (isodow(day) - getvariable('week_start') + 7)::integer % 7)::date as week,
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
order by week nulls last, part nulls last
