-- name: attribution
-- group: cost
-- description: Cost by what it is for: skill, plugin, MCP server. One row per kind of attribution and name; each kind has all requests.
-- scope: since, until, project, model
-- column attribution VARCHAR key: Kind: skill, plugin, mcp_server.
-- column name VARCHAR key: What the transcript names. NULL for requests that are for none.
-- column sessions BIGINT detail: Sessions with a request.
-- column requests BIGINT: Billed requests. Every kind has each of them once.
-- column unpriced_requests BIGINT detail: Requests among them without a cost.
-- column output_tokens BIGINT detail: Output tokens, thinking included.
-- column cost_usd DECIMAL(38,12): Cost of the requests that have a price. NULL where none has.
-- column cost_share DECIMAL(9,6) bar: Part of all cost. NULL where nothing has a price.
-- example: cclake report attribution --since 2026-11-01
with named as (
    select unnest(['skill', 'plugin', 'mcp_server']) as attribution,
        unnest([attribution_skill, attribution_plugin, attribution_mcp_server]) as name,
        session_id, output_tokens, cost_usd
    from requests
    where in_period(day) and in_project(project, repo) and in_model(model)
)

select
    attribution,
    name,
    count(distinct session_id) as sessions,
    count(*) as requests,
    count(*) filter (cost_usd is null) as unpriced_requests,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    sum(cost_usd) as cost_usd,
    rate(sum(cost_usd), sum(sum(cost_usd)) over (partition by attribution)) as cost_share
from named
group by attribution, name
order by attribution, cost_usd desc nulls last, name nulls last
