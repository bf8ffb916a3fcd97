-- name: carry
-- group: cost
-- aliases: context_hogs
-- description: Large results of tools, and what it cost to carry them on. One row per tool call whose result has at least 4000 characters.
-- scope: since, until, project
-- top: 25
-- column call_id VARCHAR key detail: The call.
-- column tool VARCHAR: Tool by its name of today. NULL where only the result is known.
-- column subject VARCHAR: What it was about: the command, file, pattern or address. NULL where the call does not say.
-- column project VARCHAR detail: Folder that the session began in. NULL where no record says.
-- column session_id VARCHAR detail: Session of the call.
-- column local_ts TIMESTAMP detail: Time of the call. NULL where it has no readable time.
-- column result_chars BIGINT sum detail: Length of the text that the model was given.
-- column estimated_tokens BIGINT sum: A quarter of the characters: about as many tokens as that is.
-- column carried_requests BIGINT: Later requests of the context, until a compaction or the end. NULL where the call has no readable time.
-- column estimated_carry_usd DECIMAL(38,12) sum bar: Cost of these tokens in each of the others, at its own price of cache reads: a floor.
--   NULL where the call has no readable time.
-- column unpriced_requests BIGINT detail: Later requests whose price of cache reads is not known. NULL where the call has no readable time.
-- example: cclake report carry --since 2026-11-01 --top 10
with carried as materialized (
    select * from result_carry where in_period(day) and in_project(project, repo)
),

subjects as (
    select call_id, command as subject from bash semi join carried using (call_id)
    union all
    select call_id, file_path from reads semi join carried using (call_id)
    union all
    select call_id, pattern from searches semi join carried using (call_id)
    union all
    select call_id, url from web_fetches semi join carried using (call_id)
    union all
    select call_id, query from web_searches semi join carried using (call_id)
    union all
    select call_id, description from agents semi join carried using (call_id)
    union all
    select call_id, server || ' ' || server_tool from mcp_calls semi join carried using (call_id)
)

select
    carry.call_id,
    carry.tool,
    subjects.subject,
    carry.project,
    carry.session_id,
    carry.local_ts,
    carry.result_chars,
    carry.estimated_tokens,
    carry.carried_requests,
    carry.estimated_carry_usd,
    carry.unpriced_requests
from carried as carry
left join subjects on carry.call_id = subjects.call_id
order by carry.estimated_carry_usd desc nulls last, carry.call_id
