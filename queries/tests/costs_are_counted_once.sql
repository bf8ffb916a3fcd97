-- Whatever requests are grouped by, all groups add up to all requests.
with told as (
    select 'session_summary' as place, requests, unpriced_requests, input_tokens, output_tokens, cache_read_tokens, cost_usd from session_summary
    union all
    select 'contexts', requests, unpriced_requests, input_tokens, output_tokens, cache_read_tokens, cost_usd from contexts
    union all
    select 'commit_costs', requests, unpriced_requests, input_tokens, output_tokens, cache_read_tokens, cost_usd from commit_costs
    union all
    select 'pull_request_costs', requests, unpriced_requests, input_tokens, output_tokens, cache_read_tokens, cost_usd from pull_request_costs
    union all
    select 'agent_runs', requests, unpriced_requests, input_tokens, output_tokens, cache_read_tokens, cost_usd from agent_runs
    union all
    -- What is of no agent is of the main thread.
    select 'agent_runs', 1, (cost_usd is null)::bigint, input_tokens, output_tokens, cache_read_tokens, cost_usd from requests where agent_id is null
),

totals as (
    select
        place, coalesce(sum(requests), 0) as requests, coalesce(sum(unpriced_requests), 0) as unpriced, coalesce(sum(input_tokens), 0) as input_tokens,
        coalesce(sum(output_tokens), 0) as output_tokens, coalesce(sum(cache_read_tokens), 0) as cache_read_tokens, coalesce(sum(cost_usd), 0) as cost_usd
    -- A place without any row counts, too.
    from unnest(['session_summary', 'contexts', 'commit_costs', 'pull_request_costs', 'agent_runs']) as places (place)
    left join told using (place)
    group by all
),

expected as (
    select
        count(*) as requests, count(*) filter (cost_usd is null) as unpriced, coalesce(sum(input_tokens), 0) as input_tokens,
        coalesce(sum(output_tokens), 0) as output_tokens, coalesce(sum(cache_read_tokens), 0) as cache_read_tokens, coalesce(sum(cost_usd), 0) as cost_usd
    from requests
)

select * from totals
except
select totals.place, expected.* from totals, expected
order by all
