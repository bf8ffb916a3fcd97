-- Rows of views are what their descriptions say: none is there twice.
with keys as (
    select 'request_order' as place, concat_ws(' ', response_id, kind, iteration_index) as key from request_order
    union all select 'request_prices', concat_ws(' ', response_id, kind, iteration_index) from request_prices
    union all select 'token_prices', concat_ws(' ', price_id, output_token_usd) from token_prices
    union all select 'contexts', context_id from contexts
    union all select 'cache_economics', response_id from cache_economics
    union all select 'result_carry', call_id from result_carry
    union all select 'file_changes', call_id from file_changes
    union all select 'message_models', concat_ws(' ', session_id, message_id) from message_models
    union all select 'bash_episodes', first_call_id from bash_episodes
    union all select 'hunk_fates', concat_ws(' ', call_id, hunk_index) from hunk_fates
    union all select 'agent_runs', concat_ws(' ', session_id, coalesce(agent_id, call_id)) from agent_runs
    union all select 'session_summary', session_id from session_summary
    union all select 'commit_costs', coalesce(call_id, session_id) from commit_costs
    union all select 'pull_request_costs', concat_ws(' ', session_id, pull_request) from pull_request_costs
)

select place, key, count(*)
from keys
group by all
having count(*) > 1
order by all
