-- name: request_prices
-- description: What one token of each kind cost a request, modifiers such as the speed included: derived from the parts of its own cost,
--   else from a request at the same price. Rounded down to a pico-dollar, which built-in prices do not need unless a response sums up calls
--   with short and long prompts: then it is a mean. One row per request.
-- column response_id VARCHAR: The response.
-- column kind VARCHAR: main, or advisor.
-- column iteration_index BIGINT: Place in `usage.iterations`, as in `requests`.
-- column price_id VARCHAR: Price that was used, as in the price table. NULL where none was found.
-- column input_token_usd DECIMAL(18,12): Price of an uncached token of input. NULL where the request is unpriced, and where no request at its
--   price has such tokens.
-- column output_token_usd DECIMAL(18,12): Price of a token of output. NULL where the request is unpriced or has no output.
-- column cache_read_token_usd DECIMAL(18,12): Price of a token read from the cache. NULL where the request is unpriced, and where no request
--   at its price has such tokens.
-- column cache_write_5m_token_usd DECIMAL(18,12): Price of a token written to the cache for 5 minutes. NULL where the request is unpriced, and
--   where no request at its price has writes of this kind alone.
-- column cache_write_1h_token_usd DECIMAL(18,12): Price of a token written to the cache for an hour. NULL where the request is unpriced, and
--   where no request at its price has writes of this kind alone.
select
    request.response_id,
    request.kind,
    request.iteration_index,
    request.price_id,
    coalesce(token_usd(request.cost_input_usd, request.input_tokens), peer.input_token_usd) as input_token_usd,
    token_usd(request.cost_output_usd, request.output_tokens) as output_token_usd,
    coalesce(token_usd(request.cost_cache_read_usd, request.cache_read_tokens), peer.cache_read_token_usd) as cache_read_token_usd,
    coalesce(
        case when request.cache_write_1h_tokens = 0 then token_usd(request.cost_cache_write_usd, request.cache_write_5m_tokens) end,
        peer.cache_write_5m_token_usd
    ) as cache_write_5m_token_usd,
    coalesce(
        case when request.cache_write_5m_tokens = 0 then token_usd(request.cost_cache_write_usd, request.cache_write_1h_tokens) end,
        peer.cache_write_1h_token_usd
    ) as cache_write_1h_token_usd
from requests as request
left join token_prices as peer
    on request.price_id = peer.price_id and token_usd(request.cost_output_usd, request.output_tokens) = peer.output_token_usd
