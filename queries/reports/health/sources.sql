-- name: sources
-- group: health
-- description: Transcripts that were read, by kind. One row per machine and kind of file; they belong to no day or project.
-- column machine VARCHAR key: Machine that read them.
-- column kind VARCHAR key: Kind of the file.
-- column files BIGINT sum: Files.
-- column bytes BIGINT sum bar: Bytes.
-- column lines BIGINT sum: Lines.
-- column records BIGINT sum detail: Records.
-- column duplicates BIGINT sum detail: Lines that repeat another one of their file.
-- column damaged_lines BIGINT sum: Damaged lines.
-- column recovered_records BIGINT sum detail: Records that were recovered from these.
-- column pending_lines BIGINT sum detail: Lines that were still being written.
-- column first_local_ts TIMESTAMP detail: Time of the first record. NULL where none is readable.
-- column last_local_ts TIMESTAMP: Time of the last record. NULL where none is readable.
-- example: cclake report sources
select
    machine,
    kind,
    count(*) as files,
    sum(bytes)::bigint as bytes,
    sum(lines)::bigint as lines,
    sum(records)::bigint as records,
    sum(duplicates)::bigint as duplicates,
    sum(damaged_lines)::bigint as damaged_lines,
    sum(recovered_records)::bigint as recovered_records,
    sum(pending_lines)::bigint as pending_lines,
    local_ts(min(first_ts)) as first_local_ts,
    local_ts(max(last_ts)) as last_local_ts
from sources
group by machine, kind
order by bytes desc, machine, kind
