-- name: web
-- group: behaviour
-- description: What was fetched and searched on the web. One row per host and status code; searches are one row per tool that searched.
-- scope: since, until, project
-- top: 30
-- column tool VARCHAR key: Tool by its name of today.
-- column host VARCHAR key: Host of the address that was asked for. NULL for searches, and where no address is known.
-- column status_code BIGINT key: HTTP status of the answer. NULL for searches, and where the result does not say.
-- column calls BIGINT sum bar: Calls.
-- column failed_calls BIGINT sum: Calls that failed.
-- column denied_calls BIGINT sum detail: Calls that were denied.
-- column searches BIGINT sum: Searches that calls made. NULL for fetches, and where no result says.
-- column p50_ms BIGINT: Median time that the tool measured. NULL where it measured none.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where it measured none.
-- column content_bytes BIGINT sum detail: Bytes that were fetched. NULL for searches, and where no result says.
-- column estimated_result_tokens BIGINT sum detail: A quarter of the characters that the model was given: about as many tokens as they are.
-- example: cclake report web --since 2026-11-01
with called as (
    select
        call_id, nullif(regexp_extract(url, '^[a-zA-Z][a-zA-Z0-9+.-]*://(?:[^/@]*@)?([^/:?#]+)', 1), '') as host,
        status_code, null::bigint as searches, duration_ms, content_bytes
    from web_fetches
    where in_period(day) and in_project(project, repo)
    union all
    select call_id, null, null, search_count, duration_ms, null
    from web_searches
    where in_period(day) and in_project(project, repo)
)

select
    call.tool,
    lower(called.host) as host,
    called.status_code,
    count(*) as calls,
    count(*) filter (call.status = 'failed') as failed_calls,
    count(*) filter (call.status = 'denied') as denied_calls,
    sum(called.searches)::bigint as searches,
    quantile_cont(called.duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(called.duration_ms, 0.95)::bigint as p95_ms,
    sum(called.content_bytes)::bigint as content_bytes,
    coalesce(sum(call.result_chars), 0)::bigint // 4 as estimated_result_tokens
from called
join tool_calls as call on called.call_id = call.call_id
group by call.tool, lower(called.host), called.status_code
order by calls desc, call.tool, host nulls last, called.status_code nulls last
