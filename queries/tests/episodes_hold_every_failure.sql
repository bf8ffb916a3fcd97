-- Every failed call of a shell with a program is in one episode, and no episode is empty.
with failed as (
    select count(*) as calls
    from bash
    join tool_calls as call on bash.call_id = call.call_id
    where bash.command_head is not null
        and bash.exit_code_source is distinct from 'benign_1'
        and bash.exit_code is distinct from 0
        and (bash.exit_code is not null or call.status = 'failed')
)

select 'failures' as problem, calls as expected, (select coalesce(sum(failures), 0) from bash_episodes) as found
from failed
where calls <> found
union all
select 'an episode without a failure', attempts, failures from bash_episodes where failures < 1 or failures > attempts or distinct_commands > attempts
order by all
