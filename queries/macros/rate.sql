-- name: rate
-- description: A part of a whole, from 0 to 1, to six digits. NULL where there is no whole.
create or replace macro rate(part, whole) as (part / nullif(whole, 0))::decimal(9, 6)
