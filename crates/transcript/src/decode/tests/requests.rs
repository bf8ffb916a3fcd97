//! Responses and their iterations.

use super::*;
use crate::tables::{request_attempts, requests};

#[test]
fn lines_of_one_response_are_one_request() {
    let mut last = response("u3", 9, "msg_b", 159, json!([]));
    last["message"]["stop_reason"] = json!("end_turn");
    let decoded = Decoded::of(&[response("u1", 1, "msg_b", 1, json!([])), response("u2", 5, "msg_b", 9, json!([])), last]);
    let batch = decoded.batch(&requests::TABLE);
    let rows = requests::Columns::of(batch);
    assert_eq!(batch.num_rows(), 1);
    assert_eq!((rows.usage.response_id.get(0), rows.usage.output_tokens.get(0), rows.snapshots.get(0)), ("msg_b", Some(159), 3));
    assert!(rows.usage_final.get(0));
    assert_eq!(rows.last_ts.get(0).zip(rows.common.ts.get(0)).map(|(last, first)| last - first), Some(8_000_000));
    assert_eq!(decoded.counts.requests, 1);
}

#[test]
fn lines_without_a_request_id_are_counted() {
    let named = |line: Value| with(line, "requestId", json!("req_1"));
    let decoded = Decoded::of(&[
        named(response("u1", 1, "msg_b", 1, json!([]))),
        with(response("u2", 2, "msg_b", 1, json!([])), "requestId", json!("")),
        with(response("u3", 3, "msg_b", 9, json!([])), "requestId", json!(null)),
        named(response("u4", 4, "msg_c", 1, json!([]))),
    ]);
    let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
    let of_row = |row| (rows.usage.request_id.get(row), rows.snapshots.get(row), rows.unnamed_snapshots.get(row));
    assert_eq!([of_row(0), of_row(1)], [(Some("req_1"), 3, 2), (Some("req_1"), 1, 0)]);
}

#[test]
fn the_largest_output_counts_whatever_the_order() {
    let decoded = Decoded::of(&[response("u1", 1, "msg_b", 159, json!([])), response("u2", 2, "msg_b", 3, json!([]))]);
    assert_eq!(requests::Columns::of(decoded.batch(&requests::TABLE)).usage.output_tokens.get(0), Some(159));
}

#[test]
fn an_unissued_id_is_told_apart_by_session_and_prompt() {
    let other = |line: Value, input: i64| {
        let mut line = line;
        line["message"]["usage"]["input_tokens"] = json!(input);
        line
    };
    let decoded = Decoded::of(&[
        response("u1", 1, "relay", 3, json!([])),
        response("u2", 2, "relay", 5, json!([])),
        other(response("u3", 3, "relay", 5, json!([])), 8),
        with(response("u4", 4, "relay", 5, json!([])), "sessionId", json!("s2")),
    ]);
    let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
    let ids: Vec<_> = (0..decoded.count(&requests::TABLE)).map(|row| (rows.usage.response_id.get(row), rows.usage.output_tokens.get(row))).collect();
    assert_eq!(ids, [("u1", Some(5)), ("u3", Some(5)), ("u4", Some(5))]);
}

#[test]
fn what_is_no_response_is_no_request() {
    let mut synthetic = response("u1", 1, "a-uuid", 0, json!([]));
    synthetic["message"]["model"] = json!("<synthetic>");
    let mut unknown_usage = response("u2", 2, "msg_u", 0, json!([]));
    unknown_usage["message"]["usage"] = Value::Null;
    let mut empty_usage = response("u3", 3, "msg_e", 0, json!([]));
    empty_usage["message"]["usage"] = json!({});
    let unknown_type = with(response("u4", 4, "msg_x", 9, json!([])), "type", json!("from-the-future"));
    let decoded =
        Decoded::of(&[synthetic, unknown_usage, empty_usage, unknown_type, with(record("assistant", "u5", 5, Value::Null), "message", Value::Null)]);
    let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
    assert_eq!((decoded.count(&requests::TABLE), rows.usage.response_id.get(0), rows.usage.input_tokens.get(0)), (1, "msg_e", None));
    assert_eq!(decoded.count(&records::TABLE), 5);
}

#[test]
fn cache_writes_are_split_within_their_total() {
    for (usage, want) in [
        (
            json!({"cache_creation_input_tokens": 10, "cache_creation": {"ephemeral_5m_input_tokens": 4, "ephemeral_1h_input_tokens": 6}}),
            (Some(4), Some(6), true),
        ),
        (json!({"cache_creation_input_tokens": 10}), (Some(10), Some(0), false)),
        (json!({"cache_creation_input_tokens": 10, "cache_creation": {"ephemeral_1h_input_tokens": 12}}), (Some(0), Some(10), true)),
        (
            json!({"cache_creation_input_tokens": 10, "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 7}}),
            (Some(3), Some(7), true),
        ),
        (json!({"cache_creation": {"ephemeral_5m_input_tokens": 4, "ephemeral_1h_input_tokens": 6}}), (Some(4), Some(6), true)),
        (json!({"input_tokens": "15", "output_tokens": 12.0}), (None, None, false)),
    ] {
        let mut line = response("u1", 1, "msg_b", 1, json!([]));
        line["message"]["usage"] = usage.clone();
        let decoded = Decoded::of(&[line]);
        let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
        assert_eq!(
            (rows.usage.cache_write_5m_tokens.get(0), rows.usage.cache_write_1h_tokens.get(0), rows.usage.cache_write_split.get(0)),
            want,
            "{usage}"
        );
    }
}

#[test]
fn an_advisor_is_a_request_of_its_own() {
    let mut line = response("u1", 1, "msg_b", 5, json!([]));
    line["message"]["usage"]["iterations"] = json!([{"type": "message", "input_tokens": 7}, {"type": "advisor_message", "model": "claude-opus-5-5", "input_tokens": 20000, "output_tokens": 700}]);
    let decoded = Decoded::of(&[line]);
    let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
    assert_eq!(decoded.count(&requests::TABLE), 2);
    assert_eq!((rows.kind.get(0), rows.usage.iteration_index.get(0), rows.usage.output_tokens.get(0)), ("main", 0, Some(5)));
    assert_eq!(
        (rows.kind.get(1), rows.usage.iteration_index.get(1), rows.usage.model.get(1), rows.usage.output_tokens.get(1)),
        ("advisor", 1, Some("claude-opus-5-5"), Some(700))
    );
    assert_eq!(decoded.counts.requests, 1);
}

/// A response whose usage is as given, with iterations of (type, model, input, output).
fn iterations(input: i64, output: i64, entries: &[(&str, Option<&str>, i64, i64)]) -> Decoded {
    let mut line = response("u1", 1, "msg_b", output, json!([]));
    let entries: Vec<_> = entries
        .iter()
        .map(|(kind, model, input, output)| json!({"type": kind, "model": model, "input_tokens": input, "output_tokens": output}))
        .collect();
    line["message"]["usage"] = json!({"input_tokens": input, "output_tokens": output, "inference_geo": "us", "speed": "fast", "iterations": entries});
    Decoded::of(&[line])
}

fn attempts(decoded: &Decoded) -> Vec<(i64, Option<String>, Option<i64>)> {
    let rows = decoded.count(&request_attempts::TABLE);
    if rows == 0 {
        return Vec::new();
    }
    let columns = request_attempts::Columns::of(decoded.batch(&request_attempts::TABLE));
    (0..rows)
        .map(|row| (columns.usage.iteration_index.get(row), columns.r#type.get(row).map(str::to_owned), columns.usage.output_tokens.get(row)))
        .collect()
}

#[test]
fn what_a_response_does_not_count_is_an_attempt() {
    let refused = iterations(2, 13658, &[("message", Some("claude-fable-5"), 2, 578), ("fallback_message", Some("claude-opus-4-8"), 2, 13658)]);
    assert_eq!(attempts(&refused), [(0, Some("message".into()), Some(578))]);
    let columns = request_attempts::Columns::of(refused.batch(&request_attempts::TABLE));
    assert_eq!((columns.usage.response_id.get(0), columns.usage.model.get(0)), ("msg_b", Some("claude-fable-5")));
    assert_eq!((columns.usage.inference_geo.get(0), columns.usage.speed.get(0)), (Some("us"), None));
    assert_eq!(refused.count(&requests::TABLE), 1);

    assert_eq!(attempts(&iterations(2, 5, &[("message", None, 2, 5)])), []);
    assert_eq!(attempts(&iterations(2, 5, &[])), []);
}

#[test]
fn iterations_that_make_up_the_response_are_no_attempts() {
    assert_eq!(attempts(&iterations(12, 7, &[("message", None, 10, 3), ("message", None, 2, 4)])), []);
    // The compaction is in no count, whether the rest is one call or several.
    let compaction = ("compaction", None, 90_000, 800);
    let want = [(0, Some("compaction".to_owned()), Some(800))];
    assert_eq!(attempts(&iterations(12, 7, &[compaction, ("message", None, 10, 3), ("message", None, 2, 4)])), want);
    assert_eq!(attempts(&iterations(2, 4, &[compaction, ("message", None, 2, 4)])), want);
    assert_eq!(attempts(&iterations(2, 4, &[compaction])), want);
    // An attempt that was free does not turn the response into a sum.
    assert_eq!(attempts(&iterations(2, 4, &[("message", None, 0, 0), ("message", None, 2, 4)])), [(0, Some("message".into()), Some(0))]);
    // Neither the last nor the sum: the last is the one that answered.
    assert_eq!(attempts(&iterations(9, 9, &[("message", None, 1, 1), ("message", None, 2, 4)])), [(0, Some("message".into()), Some(1))]);
}

#[test]
fn advisors_stand_among_iterations() {
    let decoded = iterations(2, 4, &[("message", None, 1, 1), ("advisor_message", Some("claude-opus-5-5"), 20_000, 700), ("message", None, 1, 3)]);
    assert_eq!(attempts(&decoded), []);
    let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
    assert_eq!((rows.kind.get(1), rows.usage.iteration_index.get(1), rows.usage.output_tokens.get(1)), ("advisor", 1, Some(700)));
    assert_eq!((rows.usage.speed.get(0), rows.usage.speed.get(1), rows.usage.inference_geo.get(1)), (Some("fast"), None, Some("us")));
}

#[test]
fn what_one_line_of_a_response_does_not_say_another_may() {
    let mut first = with(response("u1", 1, "msg_b", 3, json!([])), "costUSD", json!(0.25));
    first["message"]["usage"]["speed"] = json!("fast");
    let mut last = response("u2", 2, "msg_b", 9, json!([]));
    last["message"]["usage"]["service_tier"] = json!("standard");
    for lines in [[first.clone(), last.clone()], [last, first]] {
        let decoded = Decoded::of(&lines);
        let rows = requests::Columns::of(decoded.batch(&requests::TABLE));
        assert_eq!(
            (rows.usage.output_tokens.get(0), rows.usage.speed.get(0), rows.usage.service_tier.get(0)),
            (Some(9), Some("fast"), Some("standard"))
        );
        assert_eq!(rows.reported_cost_usd.get(0), Some(250_000_000_000));
    }
}
