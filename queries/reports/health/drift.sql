-- name: drift
-- group: health
-- aliases: unknown_keys
-- description: Keys of transcripts that no table has a column for. One row per place and key; they belong to no day or project.
-- column place VARCHAR key: Where in a record it stands.
-- column name VARCHAR key: The key, or the unknown type.
-- column kind VARCHAR: What is unknown: key, type and others.
-- column occurrences BIGINT sum bar: How often it occurs.
-- column sources BIGINT: Transcripts that have it.
-- column versions BIGINT detail: Versions of Claude Code that wrote it.
-- column first_version VARCHAR detail: Version that wrote the earliest. NULL where no record says.
-- column last_version VARCHAR: Version that wrote the latest. NULL where no record says.
-- column first_local_ts TIMESTAMP detail: First time. NULL where none is readable.
-- column last_local_ts TIMESTAMP detail: Last time. NULL where none is readable.
-- example: cclake report drift --fail-if 'occurrences > 100'
select
    place,
    name,
    any_value(kind) as kind,
    sum("count")::bigint as occurrences,
    count(distinct source) as sources,
    count(distinct version) as versions,
    arg_min(version, (first_ts, version)) filter (first_ts is not null) as first_version,
    arg_max(version, (last_ts, version)) filter (last_ts is not null) as last_version,
    local_ts(min(first_ts)) as first_local_ts,
    local_ts(max(last_ts)) as last_local_ts
from drift
group by place, name
order by occurrences desc, place, name
