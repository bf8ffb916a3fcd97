-- A prompt and a block belong to a record, at the same time.
with parts as (
    select record_id, ts, 'prompts' as place from prompts
    union all select record_id, ts, 'content_blocks' from content_blocks
)
select parts.record_id, parts.place
from parts
left join records on parts.record_id = records.record_id and parts.ts is not distinct from records.ts
where records.record_id is null
order by all
