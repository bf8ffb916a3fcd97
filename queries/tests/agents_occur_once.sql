-- No agent is twice in `subagents`, and no run of a call without an id.
select coalesce(agent_id, call_id), session_id, count(*)
from subagents
group by all
having count(*) > 1
order by all
