-- The end of every query beside this one: lines of both figures, their difference, what each cause accounts for, and the rest.
--
-- It goes on from `figures` (line: ours or theirs; scope; model; tokens; cost), `parts` (scope; model; cause; tokens; cost) and `causes`
-- (place; cause; meaning). Money is compared to a billionth of a dollar: others compute it in floating point.
--
-- Variables: all, NULL if what agrees is not to be shown. The meaning of a cause stands beside the totals.
by_scope as (
    select
        scope, model, if(line = 'ours', 1, 2) as place, line, null as cause, null as meaning, input_tokens, output_tokens, cache_read_tokens,
        cache_write_tokens, cost_usd
    from figures
    union all
    select
        scope, model, 3 + place, 'explained', cause, meaning, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd
    from parts
    inner join causes using (cause)
    where input_tokens <> 0 or output_tokens <> 0 or cache_read_tokens <> 0 or cache_write_tokens <> 0 or abs(cost_usd) >= 0.000000001
),

signed as (
    -- The difference is theirs less ours, and what no cause accounts for is that less the causes.
    select *, if(line = 'theirs', 1, if(line = 'ours', -1, 0)) as in_difference, if(line = 'theirs', 1, -1) as in_rest
    from by_scope
),

balanced as (
    select scope, model, place, line, cause, meaning, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd from by_scope
    union all
    select
        scope, model, 3, 'difference', null, null, sum(in_difference * input_tokens), sum(in_difference * output_tokens),
        sum(in_difference * cache_read_tokens), sum(in_difference * cache_write_tokens), sum(in_difference * cost_usd)
    from signed
    group by scope, model
    union all
    select
        scope, model, 99, 'unexplained', null, null, sum(in_rest * input_tokens), sum(in_rest * output_tokens),
        sum(in_rest * cache_read_tokens), sum(in_rest * cache_write_tokens),
        if(abs(sum(in_rest * cost_usd)) < 0.000000001, 0, sum(in_rest * cost_usd))
    from signed
    group by scope, model
),

shown as (
    select false as is_total, scope, model, place, line, cause, null as meaning, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd
    from balanced
    qualify getvariable('all') is not null or bool_or(
        place = 3 and (input_tokens <> 0 or output_tokens <> 0 or cache_read_tokens <> 0 or cache_write_tokens <> 0 or abs(cost_usd) >= 0.000000001)
        or place > 3 and place < 99
    ) over (partition by scope, model)
    union all
    select
        true, 'total', null, place, line, cause, meaning, sum(input_tokens), sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens), sum(cost_usd)
    from balanced
    group by place, line, cause, meaning
)

select
    scope, model, line, cause, input_tokens::bigint as input_tokens, output_tokens::bigint as output_tokens,
    cache_read_tokens::bigint as cache_read_tokens, cache_write_tokens::bigint as cache_write_tokens, cost_usd::decimal(38,12) as cost_usd,
    meaning
from shown
order by is_total, scope, model nulls last, place
