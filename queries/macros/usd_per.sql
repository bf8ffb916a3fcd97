-- name: usd_per
-- description: Money for one of a number of things, without a float: rounded down to a trillionth of a dollar. NULL where the number is 0.
create or replace macro usd_per(money, number) as
    (((money::decimal(38, 12) * 1000000000000)::hugeint // nullif(number, 0)::hugeint)::decimal(26, 0) * 0.000000000001)::decimal(38, 12)
