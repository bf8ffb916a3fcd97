-- name: token_usd
-- description: Price of one token that the cost of a number of tokens tells, without a float: rounded down to a trillionth of a dollar, which
--   built-in prices do not need. NULL where there are no tokens.
create or replace macro token_usd(cost_usd, tokens) as
    -- Digits without their point are trillionths; a product with 1000000000000 takes the engine several times longer.
    ((replace(cost_usd::decimal(18, 12)::varchar, '.', '')::bigint // nullif(tokens, 0))::decimal(18, 0) * 0.000000000001)::decimal(18, 12)
