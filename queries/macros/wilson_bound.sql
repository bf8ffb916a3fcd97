-- name: wilson_bound
-- description: A bound of a rate at 95 % confidence, by Wilson's score, not yet cut to what a rate can be: the lower one for -1, the upper one for 1.
create or replace macro wilson_bound(hits, cases, side) as
    (hits / cases + 1.9207294 / cases + side * 1.959964 * sqrt(hits / cases * (1 - hits / cases) / cases + 0.9603647 / cases / cases))
    / (1 + 3.8414588 / cases)
