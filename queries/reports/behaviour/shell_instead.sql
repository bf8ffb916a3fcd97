-- name: shell_instead
-- group: behaviour
-- description: Shell commands that a tool of its own would have done. One row per tool that they stand for.
-- scope: since, until, project
-- column tool VARCHAR key: The tool: Read, Grep, Glob, LS, Edit, Write.
-- column shell_calls BIGINT sum: Shell commands that begin with a program that does the same.
-- column programs VARCHAR: These programs, the most frequent first, with their calls. NULL where there is none.
-- column tool_calls BIGINT sum: Calls of the tool.
-- column shell_share DECIMAL(9,6) bar: Shell commands, of both. NULL where there is neither.
-- column estimated_result_tokens BIGINT sum detail: A quarter of the characters that the shell commands gave the model: about as many tokens
--   as they are.
-- example: cclake report shell_instead --since 2026-11-01
with programs as (
    select unnest(['cat', 'head', 'tail', 'less', 'bat', 'nl', 'Get-Content']) as program, 'Read' as tool
    union all
    select unnest(['grep', 'rg', 'egrep', 'fgrep', 'ag', 'ack', 'Select-String']), 'Grep'
    union all
    select unnest(['find', 'fd', 'locate']), 'Glob'
    union all
    select unnest(['ls', 'tree', 'dir', 'Get-ChildItem']), 'LS'
    union all
    select unnest(['sed', 'perl', 'awk']), 'Edit'
    union all
    select unnest(['tee', 'echo', 'printf']), 'Write'
),

shells as (
    select program.tool, program.program, count(*) as calls, coalesce(sum(call.result_chars), 0)::bigint as result_chars
    from bash
    join programs as program on bash.command_head = program.program
    left join tool_calls as call on bash.call_id = call.call_id
    where in_period(bash.day) and in_project(bash.project, bash.repo)
    group by program.tool, program.program
),

by_shell as (
    select
        tool,
        sum(calls)::bigint as calls,
        string_agg(program || ' ' || calls, ', ' order by calls desc, program) as programs,
        sum(result_chars)::bigint // 4 as estimated_result_tokens
    from shells
    group by tool
),

by_tool as (
    select tool, count(*) as calls from tool_calls where in_period(day) and in_project(project, repo) group by tool
),

replaced as (
    select distinct tool from programs
)

select
    replaced.tool,
    coalesce(by_shell.calls, 0) as shell_calls,
    by_shell.programs,
    coalesce(by_tool.calls, 0) as tool_calls,
    rate(coalesce(by_shell.calls, 0), coalesce(by_shell.calls, 0) + coalesce(by_tool.calls, 0)) as shell_share,
    coalesce(by_shell.estimated_result_tokens, 0) as estimated_result_tokens
from replaced
left join by_shell on replaced.tool = by_shell.tool
left join by_tool on replaced.tool = by_tool.tool
order by shell_calls desc, replaced.tool
