-- name: health
-- group: health
-- aliases: ingest_health
-- description: Whether what was read is whole: damaged, unknown, unpriced. One row per check, problems first.
-- scope: since, until, project
-- column check_name VARCHAR key: What was looked for.
-- column level VARCHAR: ok (none), notice (it happens, and figures stay right), problem (something is missing or not counted).
-- column found BIGINT: How many there are. Files, lines and unknown keys belong to no day or project: they are counted whatever is asked for.
-- column base BIGINT: Of how many. NULL where they are a part of nothing that is counted.
-- column found_rate DECIMAL(9,6) bar: Part of these. NULL where there are none.
-- column meaning VARCHAR detail: What that means.
-- example: cclake report health --fail-if "level = 'problem'"
with files as (
    -- Several machines can have read copies of one file.
    select
        path, max(lines) as lines, max(records) as records, max(duplicates) as duplicates, max(damaged_lines) as damaged_lines,
        max(recovered_records) as recovered_records, max(pending_lines) as pending_lines
    from sources
    group by path
),

read as (
    select
        coalesce(sum(lines), 0)::bigint as lines,
        coalesce(sum(records), 0)::bigint as records,
        coalesce(sum(duplicates), 0)::bigint as duplicates,
        coalesce(sum(damaged_lines), 0)::bigint as damaged_lines,
        coalesce(sum(recovered_records), 0)::bigint as recovered_records,
        coalesce(sum(pending_lines), 0)::bigint as pending_lines
    from files
),

used as (
    select
        count(*) as requests,
        count(*) filter (cost_usd is null) as unpriced,
        count(*) filter (usage_final is not true) as unfinished,
        count(*) filter (cost_status like '%assumed%') as assumed,
        count(*) filter (ts is null) as undated
    from requests
    where in_period(day) and in_project(project, repo)
),

called as (
    select
        count(*) as calls,
        count(*) filter (not has_result) as no_result,
        count(*) filter (not has_call) as no_call
    from tool_calls
    where in_period(day) and in_project(project, repo)
),

untyped as (
    select count(distinct call_id) as results
    from other_results
    where in_period(day) and in_project(project, repo)
),

unknown as (
    select count(*) as keys from (select distinct place, name from drift)
),

checks as (
    select 1 as place, 'damaged lines' as check_name, 'problem' as level, damaged_lines as found, lines as base,
        'Lines that are no whole record: `ingest_errors` has where and why. What could be recovered is in the tables.' as meaning
    from read
    union all
    select 2, 'requests without a price', 'problem', unpriced, requests,
        'Their tokens are counted, their cost is not: costs are a floor. `cclake report unpriced` names the models.'
    from used
    union all
    select 3, 'results that are not typed', 'problem', untyped.results, called.calls,
        'Payloads that are not as those of their tool, or of an unknown one: `other_results` has them.'
    from untyped, called
    union all
    select 4, 'unknown keys', 'notice', keys, null,
        'Keys that no table has a column for: the program is older than the transcripts. `cclake report drift` names them.'
    from unknown
    union all
    select 5, 'requests without a time', 'notice', undated, requests, 'They are in totals and belong to no day.' from used
    union all
    select 6, 'calls without a result', 'notice', no_result, calls, 'The session ended, or the result is in a file that is gone.' from called
    union all
    select 7, 'results without a call', 'notice', no_call, calls, 'The call is in a file that is gone.' from called
    union all
    select 8, 'requests whose usage is not final', 'notice', unfinished, requests,
        'The transcript does not have the end of the answer: its output tokens are a floor.'
    from used
    union all
    select 9, 'requests with an assumption in their cost', 'notice', assumed, requests,
        'Cache writes that are not split by how long they live are taken as of 5 minutes.'
    from used
    union all
    select 10, 'lines still being written', 'notice', pending_lines, lines, 'The next ingest reads them.' from read
    union all
    select 11, 'records recovered from damaged lines', 'notice', recovered_records, records, 'They are in the tables like others.' from read
    union all
    select 12, 'lines that are written twice', 'notice', duplicates, lines, 'Copies of one record in one file, which count once.' from read
)

select
    check_name,
    case when found > 0 then level else 'ok' end as level,
    found,
    base,
    rate(found, base) as found_rate,
    meaning
from checks
order by case when found = 0 then 3 when level = 'problem' then 1 else 2 end, place
