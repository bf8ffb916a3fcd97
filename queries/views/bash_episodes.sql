-- name: bash_episodes
-- description: Commands that were tried again after they failed. An episode begins with a failure of a program and subcommand in a thread; each
--   later call of the same one belongs to it that comes within ten shell calls of the thread after the one before; it ends with the first success,
--   or when no such call comes any more. Benign exit codes are successes; calls whose exit code is not known neither begin nor end one. One row per
--   episode.
-- column first_call_id VARCHAR: The call that failed first.
-- column last_call_id VARCHAR: The last call of the episode.
-- column session_id VARCHAR: Session of the calls.
-- column agent_id VARCHAR: Agent that made them. NULL on the main thread.
-- column project VARCHAR: Folder that the session began in. NULL where no record says.
-- column repo VARCHAR: The project without a worktree's part. NULL where the project is.
-- column command_head VARCHAR: Program that the commands begin with.
-- column command_sub VARCHAR: Its subcommand. NULL where it has none.
-- column local_ts TIMESTAMP: Time of the first call in the zone of `--tz`. NULL where it has no readable time.
-- column day DATE: Day of `local_ts`. NULL where that is.
-- column attempts BIGINT: Calls, the first one included. 1 where it was not tried again.
-- column failures BIGINT: Calls among them that failed.
-- column distinct_commands BIGINT: Different commands among them.
-- column is_recovered BOOLEAN: Whether the last one succeeded.
-- column duration_ms BIGINT: Time from the first call to the result of the last. NULL where one has no readable time.
-- column requests BIGINT: Requests of the thread in this time. NULL where `duration_ms` is.
-- column unpriced_requests BIGINT: Requests among them without a cost. NULL where `duration_ms` is.
-- column cost_usd DECIMAL(38,12): Cost of these that have a price. NULL where none has, and where `duration_ms` is.
with calls as (
    select
        bash.call_id, bash.session_id, bash.agent_id, bash.project, bash.repo, bash.command, bash.command_head, bash.command_sub, bash.ts,
        bash.local_ts, bash.day, coalesce(call.result_ts, bash.ts) as end_ts,
        case
            when bash.exit_code = 0 or bash.exit_code_source = 'benign_1' then false
            when bash.exit_code is not null or call.status = 'failed' then true
        end as has_failed,
        row_number() over (partition by bash.session_id, bash.agent_id order by bash.ts nulls last, bash.source, bash.line, bash.call_id)
            as call_index
    from bash
    join tool_calls as call on bash.call_id = call.call_id
    where bash.command_head is not null
),

beside as (
    select
        *,
        call_index - lag(call_index) over same as calls_since,
        -- Without a filter: with one the engine counts from the beginning for each row.
        sum(case when has_failed is false then 1 else 0 end) over (
            partition by session_id, agent_id, command_head, command_sub order by call_index rows between unbounded preceding and 1 preceding
        ) as successes_before
    from calls
    window same as (partition by session_id, agent_id, command_head, command_sub order by call_index)
),

chained as (
    -- A success ends a chain, and so does a long way to the next call.
    select
        *,
        sum(case when calls_since is null or calls_since > 10 then 1 else 0 end) over (
            partition by session_id, agent_id, command_head, command_sub order by call_index rows unbounded preceding
        ) as chain
    from beside
),

begun as (
    select
        *,
        max(case when has_failed then 1 else 0 end) over (
            partition by session_id, agent_id, command_head, command_sub, chain, coalesce(successes_before, 0)
            order by call_index rows unbounded preceding
        ) as is_begun
    from chained
),

episodes as (
    select
        session_id, agent_id, command_head, command_sub, chain, coalesce(successes_before, 0) as successes_before,
        any_value(project) as project,
        any_value(repo) as repo,
        arg_min(call_id, call_index) as first_call_id,
        arg_max(call_id, call_index) as last_call_id,
        arg_min({'ts': ts, 'local_ts': local_ts, 'day': day}, call_index) as first,
        arg_max({'ts': end_ts, 'has_failed': has_failed}, call_index) as last,
        count(*) as attempts,
        count(*) filter (has_failed) as failures,
        count(distinct command) as distinct_commands
    from begun
    where is_begun = 1
    group by all
),

used as (
    select
        episode.first_call_id,
        count(*) as requests,
        count(*) filter (request.cost_usd is null) as unpriced_requests,
        sum(request.cost_usd) as cost_usd
    from episodes as episode
    join requests as request
        on episode.session_id = request.session_id
        and episode.agent_id is not distinct from request.agent_id
        and request.ts > episode.first.ts
        and request.ts <= episode.last.ts
    group by episode.first_call_id
)

select
    episode.first_call_id,
    episode.last_call_id,
    episode.session_id,
    episode.agent_id,
    episode.project,
    episode.repo,
    episode.command_head,
    episode.command_sub,
    episode.first.local_ts as local_ts,
    episode.first.day as day,
    episode.attempts,
    episode.failures,
    episode.distinct_commands,
    episode.last.has_failed is false as is_recovered,
    epoch_ms(episode.last.ts) - epoch_ms(episode.first.ts) as duration_ms,
    case when episode.last.ts is not null and episode.first.ts is not null then coalesce(used.requests, 0) end as requests,
    case when episode.last.ts is not null and episode.first.ts is not null then coalesce(used.unpriced_requests, 0) end as unpriced_requests,
    used.cost_usd
from episodes as episode
left join used on episode.first_call_id = used.first_call_id
