-- name: wilson_high
-- description: The upper bound of a rate at 95 % confidence, by Wilson's score. NULL where there is no case.
create or replace macro wilson_high(hits, cases) as
    case when cases = 0 then null else least(1, wilson_bound(hits, cases, 1)) end::decimal(9, 6)
