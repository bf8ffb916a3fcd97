-- name: user_edits
-- group: behaviour
-- description: Edits and writes that the user changed before accepting them. One row per ending of file names.
-- scope: since, until, project
-- column file_ext VARCHAR key: Ending of the file's name. NULL where it has none.
-- column changes BIGINT sum: Edits and writes that were made.
-- column known_changes BIGINT sum: Changes among them of which the result says whether the user modified them.
-- column user_modified_changes BIGINT sum: Changes among these that the user modified.
-- column user_modified_rate DECIMAL(9,6) bar: Part of these. NULL where no result says.
-- column user_modified_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence. NULL where it is.
-- column user_modified_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence. NULL where it is.
-- column denied_changes BIGINT sum: Edits and writes that were denied.
-- example: cclake report user_edits --since 2026-11-01
with changes as (
    select file_ext, user_modified, fail_reason from edits where in_period(day) and in_project(project, repo)
    union all
    select file_ext, user_modified, fail_reason from writes where in_period(day) and in_project(project, repo)
)

select
    file_ext,
    count(*) filter (fail_reason is null) as changes,
    count(user_modified) filter (fail_reason is null) as known_changes,
    count(*) filter (fail_reason is null and user_modified) as user_modified_changes,
    rate(count(*) filter (fail_reason is null and user_modified), count(user_modified) filter (fail_reason is null)) as user_modified_rate,
    wilson_low(count(*) filter (fail_reason is null and user_modified), count(user_modified) filter (fail_reason is null)) as user_modified_rate_low,
    wilson_high(count(*) filter (fail_reason is null and user_modified), count(user_modified) filter (fail_reason is null))
        as user_modified_rate_high,
    count(*) filter (fail_reason = 'denied') as denied_changes
from changes
group by file_ext
order by changes desc, file_ext nulls last
