-- name: anomalies
-- group: cost
-- description: Days on which a project cost unusually much. One row per such day and repository, the latest first.
-- scope: since, until, project, model
-- param threshold DOUBLE = 3.5: Score from which a day is unusual.
-- param min_days INTEGER = 7: Days with spending in the 28 days before that a score needs.
-- column day DATE key: Local day.
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column cost_usd DECIMAL(38,12) bar: Cost of the day.
-- column median_usd DECIMAL(38,12): Median cost of the days with spending in the 28 days before.
-- column ratio DECIMAL(18,2): How many times the median it is. NULL where that is 0.
-- column score DECIMAL(18,2): Robust z-score: 0.6745 times the distance from the median, in median absolute deviations. NULL where these are
--   0: then
--   twice the median is unusual.
-- column history_days BIGINT detail: Days with spending in the 28 days before.
-- column sessions BIGINT: Sessions of the day.
-- column top_model VARCHAR detail: Model that cost most. NULL where nothing has a price.
-- column top_session_id VARCHAR detail: Session that cost most. NULL where nothing has a price.
-- example: cclake report anomalies --since 7d --fail-if 'score > 5'
with used as (
    select day, repo, session_id, model, sum(cost_usd) as cost_usd
    from requests
    -- The days before the period are its history.
    where day is not null and cost_usd is not null and in_project(project, repo) and in_model(model)
    group by all
),

days as (
    select day, repo, sum(cost_usd) as cost_usd, count(distinct session_id) as sessions from used group by day, repo
),

histories as (
    select day.day, day.repo, day.cost_usd, day.sessions, list(past.cost_usd order by past.day) as past_usd
    from days as day
    join days as past on day.repo is not distinct from past.repo and past.day < day.day and past.day >= day.day - 28
    where in_period(day.day)
    group by day.day, day.repo, day.cost_usd, day.sessions
    having count(*) >= getvariable('min_days')
),

medians as (
    select *, list_median(past_usd) as median_usd from histories
),

scored as (
    select *, list_median(list_transform(past_usd, lambda past: abs(past - median_usd))) as deviation_usd from medians
),

unusual as (
    select
        *,
        case when deviation_usd > 0 then 0.6745::double * (cost_usd - median_usd) / deviation_usd end as score
    from scored
),

drivers as (
    select day, repo, arg_max(model, (model_usd, model)) as top_model, arg_max(session_id, (session_usd, session_id)) as top_session_id
    from (
        select
            day, repo, model, session_id,
            sum(sum(cost_usd)) over (partition by day, repo, model) as model_usd,
            sum(sum(cost_usd)) over (partition by day, repo, session_id) as session_usd
        from used
        group by day, repo, model, session_id
    )
    group by day, repo
)

select
    unusual.day,
    unusual.repo,
    unusual.cost_usd,
    unusual.median_usd::decimal(38, 12) as median_usd,
    (unusual.cost_usd / nullif(unusual.median_usd, 0))::decimal(18, 2) as ratio,
    unusual.score::decimal(18, 2) as score,
    len(unusual.past_usd)::bigint as history_days,
    unusual.sessions,
    drivers.top_model,
    drivers.top_session_id
from unusual
left join drivers on unusual.day = drivers.day and unusual.repo is not distinct from drivers.repo
where unusual.score >= getvariable('threshold') or (unusual.score is null and unusual.cost_usd > 2 * unusual.median_usd)
order by unusual.day desc, unusual.cost_usd desc, unusual.repo nulls last
