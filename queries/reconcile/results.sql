-- The lake beside the result messages of Claude Code: what a run says that its models used, and why the lake has another figure.
--
-- A result message states what its run used until then, agents and calls of the program's own included. So the last one of a run counts; where
-- the total falls from one message to the next, a new run of the session has begun. What a log does not hold of a session (earlier runs, what
-- was asked after its last result) is told by the responses that it does hold.
--
-- Variables, all of them text:
--   report  JSON: for each result message and model its session, its place in the log, tokens and cost, and the total of the message
--   seen    JSON: the responses in the log: session, message id, place
messages as (
    select * replace (regexp_replace(model, '\[[0-9]+m\]$', '') as model)
    from (
        select unnest(from_json(getvariable('report')::json, '[{
            "session_id": "VARCHAR", "place": "BIGINT", "total_usd": "DECIMAL(38,12)", "model": "VARCHAR", "input_tokens": "BIGINT",
            "output_tokens": "BIGINT", "cache_read_tokens": "BIGINT", "cache_write_tokens": "BIGINT", "cost_usd": "DECIMAL(38,12)"}]'),
            recursive := true)
    )
),

seen as (
    select unnest(from_json(getvariable('seen')::json, '[{"session_id": "VARCHAR", "place": "BIGINT", "message_id": "VARCHAR"}]'), recursive := true)
),

results as (
    select distinct session_id, place, total_usd from messages
),

runs as (
    select session_id, place, sum(if(is_new, 1, 0)) over (partition by session_id order by place) as run
    from (select *, total_usd < lag(total_usd) over (partition by session_id order by place) as is_new from results)
),

theirs as (
    select
        session_id as scope, model, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
        sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens,
        round(sum(cost_usd), 9)::decimal(38,12) as cost_usd
    from messages
    inner join (select session_id, max(place) as place from runs group by session_id, run) as latest using (session_id, place)
    group by all
),

-- When the log begins, and when its last result was.
spans as (
    select session_id, latest.place as last_place, min(request.ts) as begin_ts, max(request.last_ts) as end_ts
    from (select session_id, max(place) as place from results group by all) as latest
    left join seen using (session_id)
    left join requests as request on request.session_id = latest.session_id and request.message_id = seen.message_id and seen.place <= latest.place
    group by all
),

ours as (
    select
        span.session_id as scope,
        regexp_replace(request.model, '\[[0-9]+m\]$', '') as model,
        request.response_id, request.carrier, request.usage_final, request.cost_usd,
        coalesce(request.input_tokens, 0) as input_tokens,
        coalesce(request.output_tokens, 0) as output_tokens,
        coalesce(request.cache_read_tokens, 0) as cache_read_tokens,
        coalesce(request.cache_write_5m_tokens, 0) + coalesce(request.cache_write_1h_tokens, 0) as cache_write_tokens,
        (price.output * factor)::decimal(18,12) as output_usd,
        ((coalesce(request.input_tokens, 0) * (newest.input - price.input)
            + coalesce(request.output_tokens, 0) * (newest.output - price.output)
            + coalesce(request.cache_read_tokens, 0) * (newest.cache_read - price.cache_read)
            + coalesce(request.cache_write_5m_tokens, 0) * (newest.cache_write_5m - price.cache_write_5m)
            + coalesce(request.cache_write_1h_tokens, 0) * (newest.cache_write_1h - price.cache_write_1h))::decimal(29,12)
            * factor)::decimal(38,12) as newer_usd,
        case
            when request.ts < span.begin_ts then 'before_log'
            when seen.place > span.last_place or (seen.place is null and request.ts > span.end_ts) then 'after_result'
        end as cause
    from requests as request
    inner join spans as span on span.session_id = request.session_id
    left join seen on seen.session_id = request.session_id and seen.message_id = request.message_id
    left join rates as price on price.price_id = request.price_id
    left join newest on newest.model_pattern = price.model_pattern and newest.provider = price.provider
    cross join lateral (
        select if(request.speed = 'fast' and request.kind = 'main', coalesce(price.fast, 1), 1)::decimal(9,6) as factor
    )
),

-- A message without figures by model has a total only: then that is compared, with all models.
compared as (
    select ours.* replace (if(theirs.scope is null, ours.model, null) as model)
    from ours
    left join (select distinct scope from theirs where model is null) as theirs using (scope)
),

counted as (
    select
        scope, model,
        sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens, sum(cost_usd) as cost_usd,
        sum(newer_usd) as newer_usd, count(cost_usd) = 0 as is_unpriced, max(output_usd) as output_usd,
        bool_or(carrier = 'stream' and not usage_final) as has_placeholder
    from compared
    where cause is null
    group by all
),

-- What is left of a model's figures after the requests that the log does not hold.
readings as (
    select
        counted.*, theirs.cost_usd as their_usd,
        greatest(if(has_placeholder, theirs.output_tokens - counted.output_tokens, 0), 0) as added_tokens,
        coalesce(greatest(if(has_placeholder, theirs.output_tokens - counted.output_tokens, 0), 0) * output_usd, 0)::decimal(38,12) as added_usd,
        theirs.cost_usd - counted.cost_usd as rest_usd
    from counted
    inner join theirs on theirs.scope = counted.scope and theirs.model is not distinct from counted.model
),

parts as (
    select
        scope, model, cause, -sum(input_tokens) as input_tokens, -sum(output_tokens) as output_tokens, -sum(cache_read_tokens) as cache_read_tokens,
        -sum(cache_write_tokens) as cache_write_tokens, coalesce(-sum(cost_usd), 0)::decimal(38,12) as cost_usd
    from compared
    where cause is not null
    group by all
    union all
    select scope, model, 'no_transcript', input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd
    from theirs
    where not exists (from compared where compared.scope = theirs.scope and compared.model is not distinct from theirs.model)
    union all
    select scope, model, 'placeholder', 0, added_tokens, 0, 0, if(is_unpriced, 0, added_usd) from readings
    union all
    -- Only where today's prices leave nothing: the program may have been of that day.
    select scope, model, 'price_date', 0, 0, 0, 0, newer_usd
    from readings
    where abs(rest_usd - added_usd - newer_usd) < 0.000000001 and newer_usd <> 0
    union all
    select scope, model, 'no_price_here', 0, 0, 0, 0, their_usd from readings where is_unpriced
),

figures as (
    select 'ours' as line, scope, model, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
        sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens, sum(cost_usd)::decimal(38,12) as cost_usd
    from compared
    group by all
    union all
    select 'theirs', * from theirs
),

causes as (
    from (values
        (1, 'before_log', 'asked before the log begins: an earlier run of the session'),
        (2, 'after_result', 'asked after the last result: in no result message'),
        (3, 'no_transcript', 'model without a request in the lake: calls of the program''s own, which leave no record, or a session that was not read'),
        (4, 'placeholder', 'streams have placeholders for output tokens, and there is no transcript that has the figures'),
        (5, 'price_date', 'the price has changed since: the newest there'),
        (6, 'no_price_here', 'model without a price here: costs NULL')
    ) as cause(place, cause, meaning)
),

