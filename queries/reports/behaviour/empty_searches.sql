-- name: empty_searches
-- group: behaviour
-- description: Searches that found nothing. One row per tool and mode.
-- scope: since, until, project
-- column tool VARCHAR key: Tool by its name of today.
-- column mode VARCHAR key: What was to be returned: content, files_with_matches, count. NULL where the tool has no modes, or the call does not say.
-- column searches BIGINT sum: Searches that did not fail.
-- column known_searches BIGINT sum detail: Searches among them whose number of hits is known.
-- column empty_searches BIGINT sum: Searches among these without a hit.
-- column empty_rate DECIMAL(9,6) bar: Part of these. NULL where no number of hits is known.
-- column empty_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column empty_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column truncated_searches BIGINT sum: Searches whose hits were cut.
-- column p50_pattern_bytes BIGINT detail: Median length of the pattern of the searches without a hit. NULL where there is none.
-- column failed_searches BIGINT sum detail: Searches that failed.
-- example: cclake report empty_searches --since 2026-11-01
with found as (
    select
        tool, mode, fail_reason, truncated, pattern_bytes, coalesce(num_matches, num_lines, num_files) as hits,
        -- With a mode that lists lines a search can name no file.
        coalesce(num_files, 0) + coalesce(num_lines, 0) + coalesce(num_matches, 0) = 0 as is_empty
    from searches
    where in_period(day) and in_project(project, repo)
)

select
    tool,
    mode,
    count(*) filter (fail_reason is null) as searches,
    count(hits) filter (fail_reason is null) as known_searches,
    count(*) filter (fail_reason is null and hits is not null and is_empty) as empty_searches,
    rate(count(*) filter (fail_reason is null and hits is not null and is_empty), count(hits) filter (fail_reason is null)) as empty_rate,
    wilson_low(count(*) filter (fail_reason is null and hits is not null and is_empty), count(hits) filter (fail_reason is null)) as empty_rate_low,
    wilson_high(count(*) filter (fail_reason is null and hits is not null and is_empty), count(hits) filter (fail_reason is null)) as empty_rate_high,
    count(*) filter (fail_reason is null and truncated) as truncated_searches,
    quantile_cont(pattern_bytes, 0.5) filter (fail_reason is null and hits is not null and is_empty)::bigint as p50_pattern_bytes,
    count(fail_reason) as failed_searches
from found
group by tool, mode
order by searches desc, tool, mode nulls last
