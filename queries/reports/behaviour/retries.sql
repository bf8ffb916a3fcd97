-- name: retries
-- group: behaviour
-- description: Commands that are tried again and again after a failure, as in `bash_episodes`. One row per program and subcommand.
-- scope: since, until, project
-- top: 25
-- column command_head VARCHAR key: Program that the commands begin with.
-- column command_sub VARCHAR key: Its subcommand. NULL where it has none.
-- column episodes BIGINT sum: Times that it failed and, perhaps, was tried again.
-- column retried_episodes BIGINT sum: Episodes in which it was tried again.
-- column recovered_episodes BIGINT sum detail: Episodes that ended with a success.
-- column recovered_rate DECIMAL(9,6) bar: Part of all episodes that did.
-- column recovered_rate_low DECIMAL(9,6) detail: Lower bound of that rate at 95 % confidence.
-- column recovered_rate_high DECIMAL(9,6) detail: Upper bound of that rate at 95 % confidence.
-- column p50_attempts BIGINT: Median number of calls in an episode.
-- column p95_attempts BIGINT detail: 95th percentile of it.
-- column p50_duration_ms BIGINT: Median time that an episode took, waits for permission included. NULL where no time is known.
-- column requests BIGINT detail: Requests of the thread during the episodes.
-- column unpriced_requests BIGINT detail: Requests among them without a cost.
-- column cost_usd DECIMAL(38,12): Cost of these that have a price. NULL where none has. Episodes of two programs can overlap: rows have no sum.
-- example: cclake report retries --since 2026-11-01
select
    command_head,
    command_sub,
    count(*) as episodes,
    count(*) filter (attempts > 1) as retried_episodes,
    count(*) filter (is_recovered) as recovered_episodes,
    rate(count(*) filter (is_recovered), count(*)) as recovered_rate,
    wilson_low(count(*) filter (is_recovered), count(*)) as recovered_rate_low,
    wilson_high(count(*) filter (is_recovered), count(*)) as recovered_rate_high,
    quantile_disc(attempts, 0.5) as p50_attempts,
    quantile_disc(attempts, 0.95) as p95_attempts,
    quantile_cont(duration_ms, 0.5)::bigint as p50_duration_ms,
    coalesce(sum(requests), 0)::bigint as requests,
    coalesce(sum(unpriced_requests), 0)::bigint as unpriced_requests,
    sum(cost_usd) as cost_usd
from bash_episodes
where in_period(day) and in_project(project, repo)
group by command_head, command_sub
order by cost_usd desc nulls last, episodes desc, command_head, command_sub nulls last
