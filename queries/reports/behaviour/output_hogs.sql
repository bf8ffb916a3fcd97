-- name: output_hogs
-- group: behaviour
-- description: Shell commands that print most. One row per program and subcommand.
-- scope: since, until, project
-- top: 25
-- column command_head VARCHAR key: Program that the command begins with. NULL where the call is not known.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column calls BIGINT sum: Calls.
-- column stdout_bytes BIGINT sum: Bytes of standard output, as far as the transcript has it: that of a failing command is an excerpt.
-- column stderr_bytes BIGINT sum detail: Bytes of standard error, likewise.
-- column persisted_output_bytes BIGINT sum detail: Bytes of outputs that were too large for the conversation and went to a file.
-- column estimated_result_tokens BIGINT sum bar: A quarter of the characters that the model was given: about as many tokens as they are.
-- column p95_result_chars BIGINT detail: 95th percentile of the characters that the model was given by one call. NULL where no result is known.
-- column truncated_calls BIGINT sum: Calls whose output was cut.
-- column truncated_share DECIMAL(9,6) detail: Part of its calls.
-- example: cclake report output_hogs --since 2026-11-01
select
    bash.command_head,
    bash.command_sub,
    count(*) as calls,
    coalesce(sum(bash.stdout_bytes), 0)::bigint as stdout_bytes,
    coalesce(sum(bash.stderr_bytes), 0)::bigint as stderr_bytes,
    coalesce(sum(bash.persisted_output_bytes), 0)::bigint as persisted_output_bytes,
    coalesce(sum(call.result_chars), 0)::bigint // 4 as estimated_result_tokens,
    quantile_cont(call.result_chars, 0.95)::bigint as p95_result_chars,
    count(bash.truncated_kind) as truncated_calls,
    rate(count(bash.truncated_kind), count(*)) as truncated_share
from bash
left join tool_calls as call on bash.call_id = call.call_id
where in_period(bash.day) and in_project(bash.project, bash.repo)
group by bash.command_head, bash.command_sub
order by estimated_result_tokens desc, bash.command_head nulls last, bash.command_sub nulls last
