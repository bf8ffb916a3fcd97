-- name: unread_cache
-- group: cost
-- description: Cache writes for an hour that nothing read. One row per repository and model.
-- scope: since, until, project, model
-- top: 30
-- column repo VARCHAR key: Folder that sessions began in, without a worktree's part. NULL where no record says.
-- column model VARCHAR key: Model that answered. NULL where there is none.
-- column requests BIGINT sum detail: Requests of kind main that wrote for an hour.
-- column cache_write_1h_tokens BIGINT sum: Tokens that they wrote for an hour.
-- column unread_1h_tokens BIGINT sum: Tokens among them that no later request of the context and model read; another context may have.
-- column unread_share DECIMAL(9,6) bar: Part of them. NULL where nothing was written for an hour.
-- column unread_1h_usd DECIMAL(38,12) sum: What it cost to write these. NULL where no price is known.
-- column unpriced_requests BIGINT sum detail: Requests that are not in it, since the price is not known.
-- example: cclake report unread_cache --since 2026-11-01
select
    repo,
    model,
    count(*) as requests,
    sum(cache_write_1h_tokens)::bigint as cache_write_1h_tokens,
    coalesce(sum(unread_1h_tokens), 0)::bigint as unread_1h_tokens,
    rate(coalesce(sum(unread_1h_tokens), 0), sum(cache_write_1h_tokens)) as unread_share,
    sum(unread_1h_usd) as unread_1h_usd,
    count(*) filter (unread_1h_usd is null) as unpriced_requests
from cache_economics
where cache_write_1h_tokens > 0 and in_period(day) and in_project(project, repo) and in_model(model)
group by repo, model
order by unread_1h_usd desc nulls last, repo nulls last, model nulls last
