-- name: mcp
-- group: behaviour
-- aliases: mcp_servers
-- description: How MCP servers are used, and how that ends. One row per server and tool.
-- scope: since, until, project
-- column mcp_server VARCHAR key: The server.
-- column mcp_tool VARCHAR key: Its tool. NULL where the name does not say.
-- column calls BIGINT sum: Calls.
-- column sessions BIGINT detail: Sessions that called it.
-- column failed_calls BIGINT sum: Calls that failed.
-- column failure_rate DECIMAL(9,6) bar: Failed calls, of those that went well or failed. NULL where there is none.
-- column failure_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column failure_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column denied_calls BIGINT sum detail: Calls that were denied.
-- column no_result_calls BIGINT sum detail: Calls whose result is not known.
-- column p50_ms BIGINT: Median time from call to result, which can hold a wait for permission. NULL where no time is known.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where no time is known.
-- column estimated_result_tokens BIGINT sum: A quarter of the characters of the results: about as many tokens as they are.
-- column last_day DATE detail: Last day that it was called on. NULL where no call has a readable time.
-- example: cclake report mcp --since 2026-11-01
select
    mcp_server,
    mcp_tool,
    count(*) as calls,
    count(distinct session_id) as sessions,
    count(*) filter (status = 'failed') as failed_calls,
    rate(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate,
    wilson_low(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_low,
    wilson_high(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_high,
    count(*) filter (status = 'denied') as denied_calls,
    count(*) filter (status = 'no_result') as no_result_calls,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    coalesce(sum(result_chars), 0)::bigint // 4 as estimated_result_tokens,
    max(day) as last_day
from tool_calls
where mcp_server is not null and in_period(day) and in_project(project, repo)
group by mcp_server, mcp_tool
order by calls desc, mcp_server, mcp_tool nulls last
