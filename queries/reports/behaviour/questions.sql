-- name: questions
-- group: behaviour
-- description: Questions of the model to the user, and how they were answered. One row per kind of answer.
-- scope: since, until, project
-- column answer_kind VARCHAR key: What the answer is: option, several, free_text, none. NULL where it is not known.
-- column questions BIGINT sum bar: Questions.
-- column question_share DECIMAL(9,6): Part of all questions.
-- column calls BIGINT detail: Calls that asked them.
-- column sessions BIGINT: Sessions that asked.
-- column p50_options BIGINT detail: Median number of options. NULL where no call says.
-- column p50_ms BIGINT: Median time from the call to its answer. NULL where no time is known.
-- column p95_ms BIGINT detail: 95th percentile of it. NULL where no time is known.
-- example: cclake report questions --since 2026-11-01
select
    question.answer_kind,
    count(*) as questions,
    rate(count(*), sum(count(*)) over ()) as question_share,
    count(distinct question.call_id) as calls,
    count(distinct question.session_id) as sessions,
    quantile_disc(question.option_count, 0.5) as p50_options,
    quantile_cont(call.duration_ms, 0.5)::bigint as p50_ms,
    quantile_cont(call.duration_ms, 0.95)::bigint as p95_ms
from questions as question
join tool_calls as call on question.call_id = call.call_id
where in_period(question.day) and in_project(question.project, question.repo)
group by question.answer_kind
order by questions desc, question.answer_kind nulls last
