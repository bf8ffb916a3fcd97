-- The call of an agent exists, and was made by the agent's parent; depths begin at 1.
select agent.agent_id, agent.call_id
from subagents as agent
left join tool_calls as call on agent.call_id = call.call_id
where
    agent.call_id is not null
    and (call.call_id is null or call.agent_id is distinct from agent.parent_agent_id or agent.depth < 1)
order by all
