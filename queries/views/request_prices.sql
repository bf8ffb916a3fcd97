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
with picodollars as (
    -- Whole numbers, for a quotient of decimals is a float.
    select
        response_id, kind, iteration_index, price_id,
        nullif(input_tokens, 0) as input_tokens,
        nullif(output_tokens, 0) as output_tokens,
        nullif(cache_read_tokens, 0) as cache_read_tokens,
        -- A cost of both kinds of writes does not say what either cost.
        case when cache_write_1h_tokens = 0 then nullif(cache_write_5m_tokens, 0) end as cache_write_5m_tokens,
        case when cache_write_5m_tokens = 0 then nullif(cache_write_1h_tokens, 0) end as cache_write_1h_tokens,
        (cost_input_usd * 1000000000000::bigint)::bigint as input,
        (cost_output_usd * 1000000000000::bigint)::bigint as output,
        (cost_cache_read_usd * 1000000000000::bigint)::bigint as cache_read,
        (cost_cache_write_usd * 1000000000000::bigint)::bigint as cache_write
    from requests
),

own as (
    select
        response_id, kind, iteration_index, price_id,
        input // input_tokens as input,
        output // output_tokens as output,
        cache_read // cache_read_tokens as cache_read,
        cache_write // cache_write_5m_tokens as cache_write_5m,
        cache_write // cache_write_1h_tokens as cache_write_1h
    from picodollars
),

peers as (
    -- Modifiers and long prompts change all prices of a row at once: where the output cost the same, everything did.
    select
        price_id, output, max(input) as input, max(cache_read) as cache_read,
        max(cache_write_5m) as cache_write_5m, max(cache_write_1h) as cache_write_1h
    from own
    where output is not null
    group by all
)

select
    own.response_id,
    own.kind,
    own.iteration_index,
    own.price_id,
    (coalesce(own.input, peers.input)::decimal(18, 0) * 0.000000000001)::decimal(18, 12) as input_token_usd,
    (own.output::decimal(18, 0) * 0.000000000001)::decimal(18, 12) as output_token_usd,
    (coalesce(own.cache_read, peers.cache_read)::decimal(18, 0) * 0.000000000001)::decimal(18, 12) as cache_read_token_usd,
    (coalesce(own.cache_write_5m, peers.cache_write_5m)::decimal(18, 0) * 0.000000000001)::decimal(18, 12) as cache_write_5m_token_usd,
    (coalesce(own.cache_write_1h, peers.cache_write_1h)::decimal(18, 0) * 0.000000000001)::decimal(18, 12) as cache_write_1h_token_usd
from own
left join peers on own.price_id = peers.price_id and own.output = peers.output
