-- name: in_period
-- description: Whether a day is one of those that the variables `since` and `until` ask for, both included. Where neither is set, all are, no day
--   at all among them; where one is, what has no day is left out.
create or replace macro in_period(day) as
    (getvariable('since') is null or coalesce(day >= getvariable('since')::date, false))
    and (getvariable('until') is null or coalesce(day <= getvariable('until')::date, false))
