-- The parts of a cost sum to the cost, and a request without a cost says why.
select response_id, kind, iteration_index, cost_status
from requests
where
    coalesce(cost_input_usd, 0) + coalesce(cost_output_usd, 0) + coalesce(cost_cache_read_usd, 0)
    + coalesce(cost_cache_write_usd, 0) + coalesce(cost_search_usd, 0) <> coalesce(cost_usd, 0)
    or (cost_usd is null) <> (cost_status not like 'priced%')
order by all
