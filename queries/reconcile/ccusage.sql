-- The lake beside a report of ccusage: what both count, and why they differ.
--
-- ccusage reads the same transcripts by other rules. Each rule that gives another figure is a cause. A cause changes how often a
-- request counts, the period that it counts in, or what it costs; the parts that the causes account for are added up here request by
-- request. What they leave of a difference is unexplained. Rules as of ccusage 20, found by giving it transcripts of known content.
--
-- Variables, all of them text:
--   report   JSON: for each period and model of the report its tokens and cost, and whether ccusage has no price
--   grain    day, week, month or session
--   week     a day on which a week of the report begins; NULL for other grains
--   gone     JSON: transcripts of this machine that are no longer on its disk
--   machine  this machine; NULL where the lake has nothing of it
--   since, until  first and last day; NULL for none
-- The macro `their_ts` gives the local time of the report.
theirs as (
    select * replace (round(cost_usd, 9)::decimal(38,12) as cost_usd) from (
        select unnest(from_json(getvariable('report')::json, '[{
            "scope": "VARCHAR", "model": "VARCHAR", "input_tokens": "BIGINT", "output_tokens": "BIGINT", "cache_read_tokens": "BIGINT",
            "cache_write_tokens": "BIGINT", "cost_usd": "DECIMAL(38,12)", "unpriced": "BOOLEAN"}]'), recursive := true)
    )
    where getvariable('grain') = 'session'
        or scope between
            case getvariable('grain')
                when 'month' then coalesce(getvariable('since')[:7], '')
                when 'week' then coalesce(strftime(getvariable('since')::date - 6, '%Y-%m-%d'), '')
                else coalesce(getvariable('since'), '')
            end
            and coalesce(getvariable('until'), '9999')
),

ours as (
    select
        request.*,
        -- Fast mode is a model of its own there.
        request.model || case when request.speed = 'fast' and request.kind = 'main' then '-fast' else '' end as named_model,
        coalesce(request.input_tokens, 0) as input,
        coalesce(request.output_tokens, 0) as output,
        coalesce(request.cache_read_tokens, 0) as cache_read,
        coalesce(request.cache_write_5m_tokens, 0) as write_5m,
        coalesce(request.cache_write_1h_tokens, 0) as write_1h,
        request.message_id || case when request.kind = 'advisor' then ':' || request.iteration_index else '' end as message
    from requests as request
),

-- Why ccusage does not count a request, as far as the request itself tells. NULL where it counts it.
judged as (
    select
        *,
        case
            when machine <> getvariable('machine') then 'other_machine'
            when not starts_with(source, 'projects/') then 'other_place'
            when list_contains(from_json(getvariable('gone')::json, '["VARCHAR"]'), source) then 'deleted'
            when ts is null then 'no_time'
            when carrier = 'echo' and getvariable('grain') <> 'day' then 'echo'
            when speed not in ('standard', 'fast') then 'unknown_speed'
            when input_tokens is null or output_tokens is null then 'incomplete_usage'
            when not regexp_matches(version, '^[0-9]+[.][0-9]+[.][0-9]') then 'odd_version'
        end as reason
    from ours
),

-- It knows a response by its message id and request id: one where they are equal, whatever was sent.
counted as (
    select
        * exclude (reason),
        case
            when reason is null and message is not null and row_number() over (
                partition by reason is null, message, request_id, case when request_id is null then session_id end,
                    case when request_id is null and getvariable('grain') = 'day' then ts end
                order by is_sidechain, input + output + cache_read + write_5m + write_1h desc, ts, response_id
            ) > 1 then 'same_ids'
            else reason
        end as reason
    from judged
),

-- The lines of responses, each copy of a line by itself.
lines_of_responses as (
    select
        message_id, session_id, ts, source,
        row_number() over (partition by message_id order by ts, source, line) as number,
        row_number() over (partition by message_id, session_id, ts order by source, line) as number_at_time,
        row_number() over (partition by message_id, session_id order by ts, source, line) as number_in_session,
        dense_rank() over (partition by message_id order by ts desc) as time_from_end,
        first_value(source) over (partition by message_id order by is_sidechain, source, line) as first_source
    from records
    where type = 'assistant' and message_id is not null and ts is not null and starts_with(source, 'projects/')
        and (carrier <> 'echo' or getvariable('grain') = 'day')
),

-- Without a request id a response counts once in every session, in a report by day even once for every time that a line has, but for an
-- agent's lines. Where only some lines have no request id, these count apart from the others.
copies as (
    select request.response_id, request.kind, request.iteration_index, line.ts, line.source
    from counted as request
    inner join lines_of_responses as line on line.message_id = request.message_id
    where request.reason is null
        and line.number > 1
        and case
            when getvariable('grain') = 'day' and not request.is_sidechain
                then line.number_at_time = 1 and (request.request_id is null or line.time_from_end <= request.unnamed_snapshots)
            when request.request_id is null then line.number_in_session = 1
            else request.unnamed_snapshots > 0 and getvariable('grain') <> 'day' and line.number_at_time = 1 and line.time_from_end = 1
        end
),

-- Where a response is that counts once. Its day is that of its line with the most tokens: the last one, where that is what ended it. Its
-- session is that of the first file that has it.
homes as (
    select
        *,
        local_ts(if(usage_final, last_ts, ts))::date as last_day,
        their_ts(if(usage_final, last_ts, ts))::date as their_day,
        case when getvariable('grain') = 'session' then coalesce(first_source, source) else source end as their_source
    from (
        select request.*, local_ts(request.ts)::date as our_day, line.first_source
        from counted as request
        left join (select distinct message_id, first_source from lines_of_responses) as line on line.message_id = request.message_id
    )
),

-- Each time that a request counts here, and each way in which ccusage differs in that.
instances as (
    select 'ours' as cause, 1 as weight, our_day as on_day, source as in_source, * from homes
    union all
    select reason, -1, our_day, source, * from homes where reason is not null
    union all
    select 'no_request_id', 1, their_ts(copy.ts)::date, copy.source, request.*
    from homes as request
    inner join copies as copy using (response_id, kind, iteration_index)
    union all
    select unnest(['midnight', 'midnight']), unnest([-1, 1]), unnest([our_day, last_day]), source, *
    from homes
    where reason is null and our_day <> last_day
    union all
    select unnest(['time_zone', 'time_zone']), unnest([-1, 1]), unnest([last_day, their_day]), source, *
    from homes
    where reason is null and last_day <> their_day
    union all
    select unnest(['copy', 'copy']), unnest([-1, 1]), their_day, unnest([source, their_source]), *
    from homes
    where reason is null and source <> their_source
),

placed as (
    select
        *,
        case getvariable('grain')
            when 'day' then coalesce(strftime(on_day, '%Y-%m-%d'), 'no time')
            when 'week' then coalesce(strftime(on_day - ((date_diff('day', getvariable('week')::date, on_day) % 7 + 7) % 7)::integer, '%Y-%m-%d'), 'no time')
            when 'month' then coalesce(strftime(on_day, '%Y-%m'), 'no time')
            -- A session is a file there, or the folder that its agents' folder is in.
            else case
                when regexp_matches(in_source, '^projects/[^/]+/[^/]+[.]jsonl$') then regexp_extract(in_source, '([^/]+)[.]jsonl$', 1)
                when regexp_matches(in_source, '/[^/]+/subagents/[^/]+$') then regexp_extract(in_source, '([^/]+)/subagents/[^/]+$', 1)
                else coalesce(regexp_extract(in_source, '([^/]+)/[^/]+$', 1), in_source)
            end
        end as scope
    from instances
    where on_day between coalesce(getvariable('since')::date, on_day) and coalesce(getvariable('until')::date, on_day)
        or (on_day is null and getvariable('since') is null and getvariable('until') is null)
),

-- What the tokens cost by this program's price row, and by other readings of it.
priced as (
    select
        request.*,
        price.threshold,
        -- Fast mode of a model that has no price for it costs as usual, and an advisor is never fast.
        case when request.speed = 'fast' and request.kind = 'main' then coalesce(price.fast, 1) else 1 end::decimal(9,6) as factor,
        (request.input * price.input + request.output * price.output + request.cache_read * price.cache_read + request.write_5m * price.cache_write_5m
            + request.write_1h * price.cache_write_1h)::decimal(29,12) as base_usd,
        (request.input * newest.input + request.output * newest.output + request.cache_read * newest.cache_read + request.write_5m * newest.cache_write_5m
            + request.write_1h * newest.cache_write_1h)::decimal(29,12) as newest_usd,
        (request.write_1h * (price.cache_write_1h - price.cache_write_5m))::decimal(29,12) as hour_usd,
        (request.input * price.long_input + request.output * price.long_output + request.cache_read * price.long_cache_read + request.write_5m * price.long_cache_write_5m
            + request.write_1h * price.long_cache_write_1h)::decimal(29,12) as long_usd,
        -- What is beyond the threshold in one kind of token.
        (greatest(request.input - price.threshold, 0) * (price.long_input - price.input)
            + greatest(request.output - price.threshold, 0) * (price.long_output - price.output)
            + greatest(request.cache_read - price.threshold, 0) * (price.long_cache_read - price.cache_read)
            + greatest(request.write_5m - price.threshold, 0) * (price.long_cache_write_5m - price.cache_write_5m)
            + greatest(request.write_1h - price.threshold, 0) * (price.long_cache_write_1h - price.cache_write_1h))::decimal(29,12) as beyond_usd
    from placed as request
    left join rates as price on price.price_id = request.price_id
    left join newest on newest.model_pattern = price.model_pattern and newest.provider = price.provider
),

-- By how much each reading changes the cost of a request. Where no price row is known the cost is taken as it is, and so is one that the
-- transcript states.
steps as (
    select
        scope, named_model as model, cause, weight, input, output, cache_read, write_5m + write_1h as cache_write, cost_usd,
        reported_cost_usd - cost_usd as stated,
        case when reported_cost_usd is null then -cost_search_usd end as web_search,
        case when reported_cost_usd is null and is_us then list_usd * if(is_batch, 0.5, 1.0) - cost_usd + coalesce(cost_search_usd, 0) end as inference_geo,
        case when reported_cost_usd is null and is_batch then list_usd * 0.5 end as batch,
        case when reported_cost_usd is null and is_long then (base_usd + beyond_usd) * factor - list_usd end as long_by_kind,
        case when reported_cost_usd is null and is_long then base_usd * factor - list_usd end as long_never,
        case when reported_cost_usd is null then (newest_usd - base_usd) * factor end as price_date,
        case when reported_cost_usd is null then -hour_usd * factor end as cache_write_1h
    from (
        select
            *,
            inference_geo = 'us' as is_us,
            service_tier = 'batch' and factor = 1 as is_batch,
            prompt_tokens > threshold as is_long,
            -- What the request costs without these two: only they are computed anew, for a request of several calls has long ones and others.
            case
                when coalesce(inference_geo = 'us', false) or coalesce(service_tier = 'batch', false)
                    then if(coalesce(prompt_tokens > threshold, false) and calls is null, long_usd, base_usd) * factor
                else cost_usd - coalesce(cost_search_usd, 0)
            end::decimal(30,12) as list_usd
        from priced
    )
),

charged as (
    select
        scope, model, count(cost_usd) = 0 as is_unpriced,
        [sum(weight * input), sum(weight * output), sum(weight * cache_read), sum(weight * cache_write)] as counted_tokens,
        sum(weight * cost_usd)::decimal(38,12) as counted_usd,
        coalesce(sum(weight * stated), 0)::decimal(38,12) as stated,
        coalesce(sum(weight * web_search), 0)::decimal(38,12) as web_search,
        coalesce(sum(weight * inference_geo), 0)::decimal(38,12) as inference_geo,
        coalesce(sum(weight * batch), 0)::decimal(38,12) as batch,
        coalesce(sum(weight * long_by_kind), 0)::decimal(38,12) as long_by_kind,
        coalesce(sum(weight * long_never), 0)::decimal(38,12) as long_never,
        coalesce(sum(weight * price_date), 0)::decimal(38,12) as price_date,
        coalesce(sum(weight * cache_write_1h), 0)::decimal(38,12) as cache_write_1h
    from steps
    group by all
),

-- How ccusage prices depends on its version and its price list: whole prompts, only the tokens beyond the threshold or no prompt as long;
-- today's prices or those of the day; an hour in the cache or not. A reading is taken where the tokens agree and it leaves nothing; where
-- none does, the usual one.
readings as (
    select
        scope, model, theirs.cost_usd as their_usd, unpriced, is_unpriced, counted_usd, stated, web_search, inference_geo, batch,
        case tier.long_prompt when 'by kind' then long_by_kind when 'never' then long_never else 0 end as long_prompt,
        if(newest.is_newest, price_date, 0) as price_date,
        if(hour.is_ignored, cache_write_1h, 0) as cache_write_1h,
        [hour.is_ignored::integer, newest.is_newest::integer, tier.place] as unusual
    from charged
    inner join theirs using (scope, model)
    cross join (values (0, 'whole'), (1, 'by kind'), (2, 'never')) as tier(place, long_prompt)
    cross join (values (false), (true)) as newest(is_newest)
    cross join (values (false), (true)) as hour(is_ignored)
    where (tier.place = 0 and not newest.is_newest and not hour.is_ignored)
        or counted_tokens = [theirs.input_tokens, theirs.output_tokens, theirs.cache_read_tokens, theirs.cache_write_tokens]
),

chosen as (
    from readings
    where unusual = [0, 0, 0]
        or abs(their_usd - counted_usd - stated - web_search - inference_geo - batch - long_prompt - price_date - cache_write_1h) < 0.000000001
    qualify row_number() over (
        partition by scope, model
        order by
            abs(their_usd - counted_usd - stated - web_search - inference_geo - batch - long_prompt - price_date - cache_write_1h) >= 0.000000001,
            unusual
    ) = 1
),

parts as (
    select
        scope, model, cause, sum(weight * input) as input_tokens, sum(weight * output) as output_tokens,
        sum(weight * cache_read) as cache_read_tokens, sum(weight * cache_write) as cache_write_tokens,
        coalesce(sum(weight * cost_usd), 0)::decimal(38,12) as cost_usd
    from steps
    where cause <> 'ours'
    group by all
    union all
    select scope, model, cause, 0, 0, 0, 0, usd
    from (
        select
            scope, model,
            unnest([
                {cause: 'stated_cost', usd: stated}, {cause: 'web_search', usd: web_search}, {cause: 'inference_geo', usd: inference_geo},
                {cause: 'batch', usd: batch}, {cause: 'long_prompt', usd: long_prompt}, {cause: 'price_date', usd: price_date},
                {cause: 'cache_write_1h', usd: cache_write_1h}
            ], recursive := true)
        from chosen
        where not unpriced and not is_unpriced
    )
    union all
    select scope, model, 'no_price_there', 0, 0, 0, 0, their_usd - counted_usd from chosen where unpriced and not is_unpriced
    union all
    select scope, model, 'no_price_here', 0, 0, 0, 0, their_usd from chosen where is_unpriced
),

figures as (
    select 'ours' as line, scope, model, sum(input) as input_tokens, sum(output) as output_tokens, sum(cache_read) as cache_read_tokens,
        sum(cache_write) as cache_write_tokens, sum(cost_usd)::decimal(38,12) as cost_usd
    from steps
    where cause = 'ours'
    group by all
    union all
    select 'theirs', scope, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd from theirs
),

causes as (
    from (values
        (1, 'other_machine', 'read on another machine'),
        (2, 'other_place', 'not in a folder of projects: a stream or a single file'),
        (3, 'deleted', 'its transcript is no longer on the disk'),
        (4, 'no_time', 'no readable time: not counted there'),
        (5, 'echo', 'known from progress records only: counted in reports by day only'),
        (6, 'unknown_speed', 'speed neither standard nor fast: not counted there'),
        (7, 'incomplete_usage', 'usage without input or output tokens: not counted there'),
        (8, 'odd_version', 'version that is no number: not counted there'),
        (9, 'same_ids', 'responses with the same ids: one there'),
        (10, 'no_request_id', 'lines without a request id: counted again there'),
        (11, 'midnight', 'response that goes on after midnight: on its last day there'),
        (12, 'time_zone', 'days of another time zone there'),
        (13, 'copy', 'response that several files have: in the session of the first of them there'),
        (14, 'stated_cost', 'the transcript states a cost: taken there'),
        (15, 'web_search', 'fees for web searches: left out there'),
        (16, 'inference_geo', 'inference in the US: no higher price there'),
        (17, 'batch', 'batch processing: no lower price there'),
        (18, 'long_prompt', 'long prompts: a higher price there only for tokens of one kind beyond the threshold, or none'),
        (19, 'price_date', 'the price has changed since: the newest for all days there'),
        (20, 'cache_write_1h', 'cache writes for an hour: priced as for five minutes there'),
        (21, 'no_price_there', 'model without a price there: costs 0'),
        (22, 'no_price_here', 'model without a price here: costs NULL')
    ) as cause(place, cause, meaning)
),

