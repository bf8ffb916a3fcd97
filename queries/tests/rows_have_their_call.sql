-- A row of a tool's table belongs to a call of that tool, at the same time.
with typed as (
    select call_id, ts, 'bash' as place from bash
    union all select call_id, ts, 'edits' from edits
    union all select call_id, ts, 'edit_hunks' from edit_hunks
    union all select call_id, ts, 'writes' from writes
    union all select call_id, ts, 'reads' from reads
    union all select call_id, ts, 'searches' from searches
    union all select call_id, ts, 'agents' from agents
    union all select call_id, ts, 'agent_launches' from agent_launches
    union all select call_id, ts, 'text_results' from text_results
    union all select call_id, ts, 'other_results' from other_results
)
select typed.call_id, typed.place
from typed
left join tool_calls as called on typed.call_id = called.call_id and typed.ts is not distinct from called.ts
where called.call_id is null
order by all
