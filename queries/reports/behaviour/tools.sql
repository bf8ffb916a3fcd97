-- name: tools
-- group: behaviour
-- aliases: tool
-- description: How often tools are called, and how that ends. One row per tool.
-- scope: since, until, project
-- column tool VARCHAR key: Tool by its name of today. NULL where only the result is known.
-- column calls BIGINT sum: Calls.
-- column call_share DECIMAL(9,6) detail: Part of all calls.
-- column sessions BIGINT detail: Sessions that called it.
-- column ok_calls BIGINT sum detail: Calls that went well.
-- column failed_calls BIGINT sum: Calls that failed.
-- column failure_rate DECIMAL(9,6) bar: Failed calls, of those that went well or failed. NULL where there is none.
-- column failure_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column failure_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column denied_calls BIGINT sum: Calls that were denied. They have not failed.
-- column cancelled_calls BIGINT sum detail: Calls that were cancelled with another one.
-- column interrupted_calls BIGINT sum detail: Calls that were interrupted.
-- column no_result_calls BIGINT sum detail: Calls whose result is not known.
-- column p50_ms BIGINT: Median time from call to result, which can hold a wait for permission. NULL where no time is known.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where no time is known.
-- column estimated_result_tokens BIGINT sum detail: A quarter of the characters of the results: about as many tokens as they are.
-- example: cclake report tools --since 2026-11-01 --order failed_calls:desc
select
    tool,
    count(*) as calls,
    rate(count(*), sum(count(*)) over ()) as call_share,
    count(distinct session_id) as sessions,
    count(*) filter (status = 'ok') as ok_calls,
    count(*) filter (status = 'failed') as failed_calls,
    rate(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate,
    wilson_low(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_low,
    wilson_high(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_high,
    count(*) filter (status = 'denied') as denied_calls,
    count(*) filter (status = 'cancelled') as cancelled_calls,
    count(*) filter (status = 'interrupted') as interrupted_calls,
    count(*) filter (status = 'no_result') as no_result_calls,
    quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(duration_ms, 0.95)::bigint as p95_ms,
    coalesce(sum(result_chars), 0)::bigint // 4 as estimated_result_tokens
from tool_calls
where in_period(day) and in_project(project, repo)
group by tool
order by calls desc, tool nulls last
