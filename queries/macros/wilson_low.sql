-- name: wilson_low
-- description: The lower bound of a rate at 95 % confidence, by Wilson's score: what a few cases tell is little. NULL where there is no case.
create or replace macro wilson_low(hits, cases) as
    case when cases = 0 then null else greatest(0, wilson_bound(hits, cases, -1)) end::decimal(9, 6)
