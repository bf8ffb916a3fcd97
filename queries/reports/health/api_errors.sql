-- name: api_errors
-- group: health
-- description: Errors of the API, retries, refusals, and answers that were cut. One row per kind and status.
-- scope: since, until, project
-- column kind VARCHAR key: api_error (the request failed at last), api_retry (it was tried again), refusal and max_tokens (the answer ended so).
-- column error_type VARCHAR key: Type of the error; of answers the model. NULL where the record does not say.
-- column error_status BIGINT key: HTTP status. NULL where the record does not say, and for answers.
-- column events BIGINT sum bar: How often it happened.
-- column sessions BIGINT: Sessions that it happened in.
-- column max_retry_attempt BIGINT detail: Most attempts of one request. NULL where there were none.
-- column wait_ms BIGINT sum detail: Time until the next attempts. NULL where there were none.
-- column first_local_ts TIMESTAMP detail: First time. NULL where none is readable.
-- column last_local_ts TIMESTAMP: Last time. NULL where none is readable.
-- example: cclake report api_errors --since 2026-11-01
with happened as (
    select kind, error_type, error_status, session_id, retry_attempt, retry_in_ms, local_ts
    from events
    where kind in ('api_error', 'api_retry') and in_period(day) and in_project(project, repo)
    union all
    select stop_reason, model, null, session_id, null, null, local_ts
    from requests
    where stop_reason in ('refusal', 'max_tokens', 'model_context_window_exceeded') and in_period(day) and in_project(project, repo)
)

select
    kind,
    error_type,
    error_status,
    count(*) as events,
    count(distinct session_id) as sessions,
    max(retry_attempt) as max_retry_attempt,
    sum(retry_in_ms)::bigint as wait_ms,
    min(local_ts) as first_local_ts,
    max(local_ts) as last_local_ts
from happened
group by kind, error_type, error_status
order by events desc, kind, error_type nulls last, error_status nulls last
