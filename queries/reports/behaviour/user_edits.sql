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
select
    file_ext,
    count(*) filter (status = 'ok') as changes,
    count(user_modified) filter (status = 'ok') as known_changes,
    count(*) filter (status = 'ok' and user_modified) as user_modified_changes,
    rate(count(*) filter (status = 'ok' and user_modified), count(user_modified) filter (status = 'ok')) as user_modified_rate,
    wilson_low(count(*) filter (status = 'ok' and user_modified), count(user_modified) filter (status = 'ok')) as user_modified_rate_low,
    wilson_high(count(*) filter (status = 'ok' and user_modified), count(user_modified) filter (status = 'ok')) as user_modified_rate_high,
    count(*) filter (status = 'denied') as denied_changes
from file_changes
where in_period(day) and in_project(project, repo)
group by file_ext
order by changes desc, file_ext nulls last
