-- name: allowlist
-- group: behaviour
-- aliases: permissions
-- description: Permission rules worth a thought: what was asked for often and never denied. One row per rule.
-- scope: since, until, project
-- param min_calls INTEGER = 5: Calls that there have to be.
-- top: 30
-- column rule VARCHAR key: The rule, as settings have it under permissions.allow.
-- column tool VARCHAR detail: Tool by its name of today.
-- column calls BIGINT sum bar: Calls that the rule is for and that were made, those in modes that ask for nothing left out. None of what it is
--   for was denied.
-- column sessions BIGINT: Sessions that made them.
-- column failed_calls BIGINT sum detail: Calls among them that failed.
-- column caution VARCHAR: Why to think twice: can destroy, can run anything, can send anything, changes any file. NULL where nothing of the kind is
--   known; that is no promise.
-- column p50_ms BIGINT: Median time from call to result: where it is long for such a tool, somebody was asked. NULL where no time is known.
-- column last_day DATE detail: Last day of such a call. NULL where none has a readable time.
-- example: cclake report allowlist --param min_calls=20
with asked as (
    select
        call.tool, call.status, call.session_id, call.duration_ms, call.day, bash.command_head, bash.command_sub, bash.call_id is not null as is_shell
    from tool_calls as call
    left join bash on call.call_id = bash.call_id
    left join tools as known on call.tool = known.tool
    where
        call.has_call
        and known.asks_permission is not false
        -- What is denied counts in every mode; what is made, only where it was asked for. Edits ask for nothing in acceptEdits.
        and (
            call.status = 'denied'
            or call.permission_mode is null
            or (
                call.permission_mode <> 'bypassPermissions'
                and not (call.permission_mode = 'acceptEdits' and call.tool in ('Edit', 'MultiEdit', 'Write', 'NotebookEdit'))
            )
        )
        and in_period(call.day)
        and in_project(call.project, call.repo)
),

counted as (
    select
        case when not is_shell then tool else tool || '(' || concat_ws(' ', command_head, command_sub) || ':*)' end as rule,
        tool,
        command_head,
        command_sub,
        count(*) filter (status in ('ok', 'failed')) as calls,
        count(distinct session_id) as sessions,
        count(*) filter (status = 'failed') as failed_calls,
        count(*) filter (status = 'denied') as own_denials,
        quantile_cont(duration_ms, 0.5)::bigint as p50_ms,
        max(day) as last_day
    from asked
    where not is_shell or command_head is not null
    group by tool, is_shell, command_head, command_sub
),

rules as (
    -- A rule for a program is one for all that it does.
    select
        *,
        case when command_sub is null then sum(own_denials) over (partition by tool, command_head) else own_denials end as denials
    from counted
)

select
    rule,
    tool,
    calls,
    sessions,
    failed_calls,
    case
        when command_head in (
            'rm', 'mv', 'dd', 'chmod', 'chown', 'kill', 'pkill', 'sudo', 'su', 'docker', 'kubectl', 'terraform', 'ssh', 'scp', 'rsync'
        ) then 'can destroy'
        when command_head in (
            'bash', 'sh', 'zsh', 'python', 'python3', 'node', 'deno', 'bun', 'ruby', 'perl', 'php', 'eval', 'exec', 'env', 'xargs', 'find', 'sed',
            'awk', 'npx', 'uv', 'uvx', 'make', 'just', 'for', 'while', 'if', 'cd', 'export', 'powershell', 'pwsh', 'cmd'
        ) then 'can run anything'
        when command_head = 'git' and command_sub in ('reset', 'clean', 'checkout', 'restore', 'rebase', 'branch', 'stash', 'rm') then 'can destroy'
        when command_head in ('npm', 'pnpm', 'yarn', 'cargo', 'go') and command_sub in ('run', 'exec', 'x', 'dlx') then 'can run anything'
        when command_head in ('curl', 'wget', 'gh', 'nc', 'ftp', 'aws', 'gcloud', 'az') then 'can send anything'
        when command_head = 'git' and (command_sub is null or command_sub in ('push', 'remote', 'config', 'fetch', 'pull', 'clone'))
            then 'can send anything'
        when tool in ('Bash', 'PowerShell') and command_head is null then 'can run anything'
        when tool in ('Write', 'Edit', 'MultiEdit', 'NotebookEdit') then 'changes any file'
        when tool = 'WebFetch' then 'can send anything'
    end as caution,
    p50_ms,
    last_day
from rules
where calls >= getvariable('min_calls') and denials = 0
order by calls desc, rule
