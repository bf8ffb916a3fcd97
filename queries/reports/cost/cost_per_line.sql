-- name: cost_per_line
-- group: cost
-- aliases: per_line
-- description: Tokens and cost for a line changed, by model. One row per model; all requests are in it, also those of sessions that change nothing.
-- scope: since, until, project, model
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column requests BIGINT sum: Billed requests.
-- column unpriced_requests BIGINT sum detail: Requests among them without a cost.
-- column output_tokens BIGINT sum: Output tokens, thinking included.
-- column cost_usd DECIMAL(38,12) sum: Cost of the requests that have a price. NULL where none has.
-- column lines_changed BIGINT sum: Lines that edits and writes added and removed which the model's responses asked for. Calls whose response is not
--   known count for no model.
-- column line_usd DECIMAL(38,12): Cost for such a line. NULL where none was changed, and where nothing has a price.
-- column line_output_tokens DECIMAL(18,2) detail: Output tokens for such a line. NULL where none was changed.
-- column changing_sessions BIGINT detail: Sessions in which the model changed lines.
-- column p50_session_line_usd DECIMAL(38,12): Median of the cost for a line in these sessions. NULL where there is none, and where nothing has
--   a price.
-- example: cclake report cost_per_line --since 2026-11-01
with used as (
    select session_id, model, count(*) as requests, count(*) filter (cost_usd is null) as unpriced_requests,
        coalesce(sum(output_tokens), 0)::bigint as output_tokens, sum(cost_usd) as cost_usd
    from requests
    where in_period(day) and in_project(project, repo) and in_model(model)
    group by session_id, model
),

changed as (
    select change.session_id, answer.model, sum(coalesce(change.lines_added, 0) + coalesce(change.lines_removed, 0))::bigint as lines_changed
    from file_changes as change
    join message_models as answer on change.session_id = answer.session_id and change.message_id = answer.message_id
    where in_period(change.day) and in_project(change.project, change.repo) and in_model(answer.model)
    group by change.session_id, answer.model
    having lines_changed > 0
),

joined as (
    select used.*, changed.lines_changed, usd_per(used.cost_usd, changed.lines_changed) as line_usd
    from used
    left join changed on used.session_id = changed.session_id and used.model = changed.model
)

select
    model,
    sum(requests)::bigint as requests,
    sum(unpriced_requests)::bigint as unpriced_requests,
    sum(output_tokens)::bigint as output_tokens,
    sum(cost_usd) as cost_usd,
    coalesce(sum(lines_changed), 0)::bigint as lines_changed,
    usd_per(sum(cost_usd), sum(lines_changed)) as line_usd,
    (sum(output_tokens) / nullif(sum(lines_changed), 0))::decimal(18, 2) as line_output_tokens,
    count(lines_changed) as changing_sessions,
    quantile_disc(line_usd, 0.5) as p50_session_line_usd
from joined
group by model
order by cost_usd desc nulls last, model nulls last
