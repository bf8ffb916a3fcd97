-- name: result_sizes
-- group: behaviour
-- aliases: images
-- description: How much tools give the model, images apart. One row per tool.
-- scope: since, until, project
-- column tool VARCHAR key: Tool by its name of today. NULL where only the result is known.
-- column results BIGINT sum: Calls with a result.
-- column result_chars BIGINT sum detail: Characters of the texts that the model was given.
-- column estimated_result_tokens BIGINT sum bar: A quarter of them: about as many tokens as they are.
-- column p50_result_chars BIGINT: Median of the characters of a result. NULL where there is none.
-- column p95_result_chars BIGINT: 95th percentile of it. NULL where there is none.
-- column max_result_chars BIGINT detail: Longest of it. NULL where there is none.
-- column image_results BIGINT sum: Results with an image.
-- column image_base64_bytes BIGINT sum detail: Bytes of images in base64, of files that were read and results of MCP tools. 0 where no result says.
-- example: cclake report result_sizes --since 2026-11-01
with images as (
    select call_id, base64_bytes from reads where kind = 'image'
    union all
    select call_id, image_base64_bytes from mcp_calls
)

select
    call.tool,
    count(*) as results,
    coalesce(sum(call.result_chars), 0)::bigint as result_chars,
    coalesce(sum(call.result_chars), 0)::bigint // 4 as estimated_result_tokens,
    quantile_cont(call.result_chars, 0.5)::bigint as p50_result_chars,
    quantile_cont(call.result_chars, 0.95)::bigint as p95_result_chars,
    max(call.result_chars) as max_result_chars,
    count(*) filter (call.has_image) as image_results,
    coalesce(sum(images.base64_bytes), 0)::bigint as image_base64_bytes
from tool_calls as call
left join images on call.call_id = images.call_id
where call.has_result and in_period(call.day) and in_project(call.project, call.repo)
group by call.tool
order by estimated_result_tokens desc, call.tool nulls last
