-- name: token_prices
-- description: What one token of each kind costs at a price, as requests show it. Modifiers and long prompts change all prices of a row at
--   once: where the output costs the same, everything does. One row per price and price of the output.
-- column price_id VARCHAR: Price that was used, as in the price table.
-- column output_token_usd DECIMAL(18,12): Price of a token of output.
-- column input_token_usd DECIMAL(18,12): Price of an uncached token of input. NULL where no request has such tokens.
-- column cache_read_token_usd DECIMAL(18,12): Price of a token read from the cache. NULL where no request has such tokens.
-- column cache_write_5m_token_usd DECIMAL(18,12): Price of a token written to the cache for 5 minutes. NULL where no request has writes of
--   this kind alone.
-- column cache_write_1h_token_usd DECIMAL(18,12): Price of a token written to the cache for an hour. NULL where no request has writes of this
--   kind alone.
select
    price_id,
    token_usd(cost_output_usd, output_tokens) as output_token_usd,
    max(token_usd(cost_input_usd, input_tokens)) as input_token_usd,
    max(token_usd(cost_cache_read_usd, cache_read_tokens)) as cache_read_token_usd,
    -- A cost of both kinds of writes does not say what either cost.
    max(case when cache_write_1h_tokens = 0 then token_usd(cost_cache_write_usd, cache_write_5m_tokens) end) as cache_write_5m_token_usd,
    max(case when cache_write_5m_tokens = 0 then token_usd(cost_cache_write_usd, cache_write_1h_tokens) end) as cache_write_1h_token_usd
from requests
where price_id is not null and token_usd(cost_output_usd, output_tokens) is not null
group by price_id, token_usd(cost_output_usd, output_tokens)
