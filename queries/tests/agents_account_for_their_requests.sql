-- All that agents used, as their requests and calls have it, is in `subagents`, once. Of a call that only a hook log tells, the agent has no
--   record.
with told as (
    select
        coalesce(sum(requests), 0) as requests, coalesce(sum(unpriced_requests), 0) as unpriced, coalesce(sum(tool_calls), 0) as calls,
        coalesce(sum(input_tokens), 0) as input_tokens, coalesce(sum(output_tokens), 0) as output_tokens, coalesce(sum(cost_usd), 0) as cost_usd
    from subagents
),

used as (
    select
        count(*) as requests, count(*) filter (cost_usd is null) as unpriced,
        (select count(*) from tool_calls where agent_id is not null and carrier <> 'hook') as calls,
        coalesce(sum(input_tokens), 0) as input_tokens, coalesce(sum(output_tokens), 0) as output_tokens, coalesce(sum(cost_usd), 0) as cost_usd
    from requests
    where agent_id is not null
)

select * from told except select * from used
order by all
