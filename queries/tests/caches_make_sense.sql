-- What was missed or not read is no more than there was; prices of tokens times tokens are what a request cost.
select economics.response_id
from cache_economics as economics
join requests as request on economics.response_id = request.response_id and request.kind = 'main'
join request_prices as price on request.response_id = price.response_id and price.kind = 'main'
where
    economics.missed_tokens not between 0 and economics.prompt_tokens
    or economics.unread_1h_tokens not between 0 and economics.cache_write_1h_tokens
    or economics.prompt_usd <> request.cost_usd - coalesce(request.cost_output_usd, 0) - coalesce(request.cost_search_usd, 0)
    -- Rounded down by less than a pico-dollar per token.
    or request.cost_input_usd - price.input_token_usd * request.input_tokens not between 0 and request.input_tokens * 0.000000000001
    or request.cost_output_usd - price.output_token_usd * request.output_tokens not between 0 and request.output_tokens * 0.000000000001
    or request.cost_cache_read_usd - price.cache_read_token_usd * request.cache_read_tokens
    not between 0 and request.cache_read_tokens * 0.000000000001
    or request.cost_cache_write_usd - price.cache_write_5m_token_usd * request.cache_write_5m_tokens
    - price.cache_write_1h_token_usd * request.cache_write_1h_tokens
    not between 0 and (request.cache_write_5m_tokens + request.cache_write_1h_tokens) * 0.000000000001
order by all
