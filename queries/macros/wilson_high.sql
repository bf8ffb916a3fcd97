-- name: wilson_high
-- description: The upper bound of a rate at 95 % confidence, by Wilson's score. NULL where there is no case.
create or replace macro wilson_high(hits, cases) as
    case
        when cases = 0 then null
        else least(
            1,
            (hits / cases + 1.9207294 / cases + 1.959964 * sqrt(hits / cases * (1 - hits / cases) / cases + 0.9603647 / cases / cases))
            / (1 + 3.8414588 / cases)
        )
    end::decimal(9, 6)
