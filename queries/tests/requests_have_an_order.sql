-- Requests of a context are numbered without gaps, know how many come after them, and do not go back in time; contexts follow each other in
-- their thread; an advisor is in the context that it was asked from.
with counted as (
    select
        *,
        max(request_index) over (partition by context_id) as highest_index,
        row_number() over (partition by session_id, agent_id order by context_index, request_index) as place
    from request_order
    where kind = 'main'
),

contexts_of_main as (
    select
        context_id, count(*) as requests, min(request_index) as lowest, max(request_index) as highest, count(distinct request_index) as places,
        count(*) filter (request_index + later_requests <> highest_index) as miscounted, count(*) filter (gap_ms < 0) as backwards,
        count(*) filter (thread_index <> place) as misplaced, count(*) filter (is_first <> (request_index = 1)) as not_first
    from counted
    group by all
)

select context_id, 'main' as kind
from contexts_of_main
where lowest <> 1 or highest <> requests or places <> requests or miscounted > 0 or backwards > 0 or misplaced > 0 or not_first > 0
union all
select advisor.context_id, advisor.kind
from request_order as advisor
join request_order as main on advisor.response_id = main.response_id and main.kind = 'main'
where advisor.kind <> 'main' and advisor.context_id is distinct from main.context_id
order by all
