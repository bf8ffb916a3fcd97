-- name: tokens_usd
-- description: What tokens cost at a price: nothing where there are none, be the price known or not.
create or replace macro tokens_usd(tokens, price) as
    case when coalesce(tokens, 0) = 0 then 0 else tokens * price end
