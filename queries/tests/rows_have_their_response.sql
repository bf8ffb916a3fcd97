-- An advisor and an attempt belong to a response, at the same time.
with parts as (
    select response_id, ts, kind as place from requests where kind <> 'main'
    union all select response_id, ts, 'attempt' from request_attempts
)
select parts.response_id, parts.place
from parts
left join requests as main on main.kind = 'main' and parts.response_id = main.response_id and parts.ts is not distinct from main.ts
where main.response_id is null
order by all
