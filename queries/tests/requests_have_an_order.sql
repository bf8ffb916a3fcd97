-- Requests of a context are numbered without gaps, know how many come after them, and do not go back in time.
with contexts_of_main as (
    select context_id, count(*) as requests, min(request_index) as lowest, max(request_index) as highest, count(distinct request_index) as places,
        count(*) filter (request_index + later_requests <> highest_index) as miscounted, count(*) filter (gap_ms < 0) as backwards
    from (select *, max(request_index) over (partition by context_id) as highest_index from request_order where kind = 'main')
    group by all
)

select *
from contexts_of_main
where lowest <> 1 or highest <> requests or places <> requests or miscounted > 0 or backwards > 0
order by all
