-- A result comes into a context, and no more requests carry it than the context has.
select carry.call_id, carry.context_id, carry.carried_requests
from result_carry as carry
left join contexts as context on carry.context_id = context.context_id
where carry.carried_requests > coalesce(context.requests, 0)
order by all
