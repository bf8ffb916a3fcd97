-- name: versions
-- group: health
-- aliases: version
-- description: What changes with versions of Claude Code: failures, cache, tokens. One row per version.
-- scope: since, until, project
-- column version VARCHAR key: Version of Claude Code. NULL where the record does not say.
-- column first_day DATE: First day of a request or call. NULL where none has a readable time.
-- column last_day DATE detail: Last day of a request or call. NULL where none has a readable time.
-- column sessions BIGINT: Sessions with a request or call.
-- column requests BIGINT sum: Billed requests.
-- column output_tokens BIGINT sum detail: Output tokens, thinking included.
-- column prompt_output_tokens DECIMAL(18,2) detail: Output tokens for each prompt that was typed. NULL where there is none.
-- column hit_rate DECIMAL(9,6): Part of the prompts that was read from the cache. NULL where there is no prompt.
-- column tool_calls BIGINT sum: Calls of tools.
-- column failure_rate DECIMAL(9,6) bar: Failed calls, of those that went well or failed. NULL where there is none.
-- column failure_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column failure_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column unpriced_requests BIGINT sum detail: Requests without a cost.
-- example: cclake report versions --since 2026-11-01
with facts as (
    select
        version, session_id, day, 1 as requests, output_tokens, prompt_tokens,
        case when prompt_tokens is not null then cache_read_tokens end as cache_read_tokens, cost_usd,
        case when cost_usd is null then 1 else 0 end as unpriced_requests, 0 as typed, null as status
    from requests
    where in_period(day) and in_project(project, repo)
    union all
    select version, session_id, day, 0, null, null, null, null, 0, 0, status
    from tool_calls
    where in_period(day) and in_project(project, repo)
    union all
    select version, session_id, day, 0, null, null, null, null, 0, 1, null
    from prompts
    where kind = 'typed' and agent_id is null and in_period(day) and in_project(project, repo)
)

select
    version,
    min(day) as first_day,
    max(day) as last_day,
    count(distinct session_id) as sessions,
    sum(requests)::bigint as requests,
    coalesce(sum(output_tokens), 0)::bigint as output_tokens,
    (sum(output_tokens) / nullif(sum(typed), 0))::decimal(18, 2) as prompt_output_tokens,
    rate(sum(cache_read_tokens), sum(prompt_tokens)) as hit_rate,
    count(status) as tool_calls,
    rate(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate,
    wilson_low(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_low,
    wilson_high(count(*) filter (status = 'failed'), count(*) filter (status in ('ok', 'failed'))) as failure_rate_high,
    sum(cost_usd) as cost_usd,
    sum(unpriced_requests)::bigint as unpriced_requests
from facts
group by version
order by list_transform(string_split(version, '.'), lambda part: try_cast(part as integer)) nulls last, version nulls last
