-- name: concurrency
-- group: health
-- aliases: parallel
-- description: How many sessions and agents work at the same time. One row per day.
-- scope: since, until, project
-- column day DATE key: Local day.
-- column sessions BIGINT: Sessions with a request.
-- column threads BIGINT detail: Main threads and agents with a request.
-- column max_sessions BIGINT bar: Most sessions that were active at a time. A session is active in the five minutes after each of its requests.
-- column max_threads BIGINT: Most threads that were active at a time, main threads and agents, likewise.
-- column busiest_local_ts TIMESTAMP: First time at which so many threads were active.
-- column requests BIGINT sum detail: Billed requests.
-- example: cclake report concurrency --since 2026-11-01
with used as (
    select session_id, session_id || '/' || coalesce(agent_id, '') as thread, ts, local_ts, day
    from requests
    where ts is not null and in_period(day) and in_project(project, repo)
),

-- Each request of a thread or session that comes after five minutes without one begins an activity, and so does the first one of a day: who works
-- through midnight is active on both days.
activities as (
    select
        'thread' as kind, ts, day,
        lag({'ts': ts, 'day': day}) over (partition by thread order by ts) as previous,
        lead({'ts': ts, 'day': day}) over (partition by thread order by ts) as next
    from used
    union all
    select
        'session', ts, day,
        lag({'ts': ts, 'day': day}) over (partition by session_id order by ts),
        lead({'ts': ts, 'day': day}) over (partition by session_id order by ts)
    from used
),

steps as (
    select kind, ts, 1 as step from activities where previous.ts is null or ts - previous.ts > interval 5 minutes or day <> previous.day
    union all
    select kind, least(ts + interval 5 minutes, coalesce(next.ts, ts + interval 5 minutes)), -1
    from activities
    where next.ts is null or next.ts - ts > interval 5 minutes or day <> next.day
),

swept as (
    -- What ends at a time ends before what begins then.
    select kind, ts, step, sum(step) over (partition by kind order by ts, step rows unbounded preceding) as active from steps
),

peaks as (
    select
        local_ts(ts)::date as day,
        max(active) filter (kind = 'session') as max_sessions,
        max(active) filter (kind = 'thread') as max_threads,
        local_ts(arg_max(ts, (active, -epoch_us(ts))) filter (kind = 'thread')) as busiest_local_ts
    from swept
    where step = 1
    group by all
),

days as (
    select day, count(distinct session_id) as sessions, count(distinct thread) as threads, count(*) as requests from used group by day
)

select
    days.day,
    days.sessions,
    days.threads,
    coalesce(peaks.max_sessions, 1)::bigint as max_sessions,
    coalesce(peaks.max_threads, 1)::bigint as max_threads,
    peaks.busiest_local_ts,
    days.requests
from days
left join peaks on days.day = peaks.day
order by days.day
