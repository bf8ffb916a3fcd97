//! What is not known.

use super::*;
use crate::tables::drift;

fn found(lines: &[Value]) -> Vec<(String, String, String, i64)> {
    let decoded = Decoded::of(lines);
    if decoded.count(&drift::TABLE) == 0 {
        return Vec::new();
    }
    let rows = drift::Columns::of(decoded.batch(&drift::TABLE));
    let text = |text: &str| text.to_owned();
    (0..decoded.count(&drift::TABLE))
        .map(|row| (text(rows.place.get(row)), text(rows.name.get(row)), text(rows.kind.get(row)), rows.count.get(row)))
        .collect()
}

fn expect(lines: &[Value], want: &[(&str, &str, &str, i64)]) {
    let want: Vec<_> = want.iter().map(|(place, name, kind, count)| ((*place).to_owned(), (*name).to_owned(), (*kind).to_owned(), *count)).collect();
    assert_eq!(found(lines), want);
}

#[test]
fn what_is_known_is_no_drift() {
    let mut message =
        response("u1", 1, "msg_b", 1, json!([{"type": "text", "text": "x"}, {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}]));
    message["userType"] = json!("external");
    message["message"]["stop_sequence"] = Value::Null;
    let system = with(with(record("system", "u2", 2, Value::Null), "subtype", json!("turn_duration")), "durationMs", json!(5));
    expect(&[message, system, json!({"type": "mode", "mode": "normal", "sessionId": "s1"})], &[]);
}

#[test]
fn unknown_keys_are_counted_where_they_are() {
    let mut message = response("u1", 1, "msg_b", 1, json!([{"type": "text", "text": "x", "glow": 1}]));
    message["mood"] = json!(1);
    message["message"]["tone"] = json!({});
    message["message"]["usage"]["joules"] = json!(9);
    message["message"]["usage"]["cache_creation"] = json!({"ephemeral_1d_input_tokens": 4});
    message["message"]["usage"]["iterations"] = json!([{"type": "message", "watts": 1}]);
    let repeated = with(message.clone(), "uuid", json!("u2"));
    expect(
        &[message, repeated],
        &[
            ("message", "tone", "key", 2),
            ("message.content[]", "glow", "key", 2),
            ("message.usage", "joules", "key", 2),
            ("message.usage.cache_creation", "ephemeral_1d_input_tokens", "key", 2),
            ("message.usage.iterations[]", "watts", "key", 2),
            ("record", "mood", "key", 2),
        ],
    );
}

#[test]
fn unknown_types_are_counted_where_they_are() {
    let typed = |kind: &str, more: Value| {
        let mut line = record(kind, kind, 1, Value::Null);
        line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        line
    };
    expect(
        &[
            typed("dream", json!({"depth": 3})),
            typed("system", json!({"subtype": "sigh", "volume": 1})),
            typed("attachment", json!({"attachment": {"type": "letter", "stamp": 1, "content": ""}})),
            typed("progress", json!({"data": {"type": "slow"}})),
            json!({"type": "queue-operation", "operation": "shuffle", "sessionId": "s1"}),
            json!({"uuid": "nameless"}),
            response("u1", 1, "msg_b", 1, json!([{"type": "hologram"}])),
        ],
        &[
            ("attachment", "stamp", "key", 1),
            ("attachment.type", "letter", "type", 1),
            ("data.type", "slow", "type", 1),
            ("message.content[].type", "hologram", "type", 1),
            ("record", "depth", "key", 1),
            ("record", "volume", "key", 1),
            ("record.operation", "shuffle", "type", 1),
            ("record.subtype", "sigh", "type", 1),
            ("record.type", "", "type", 1),
            ("record.type", "dream", "type", 1),
        ],
    );
}

#[test]
fn drift_tells_versions_and_times() {
    let line =
        |uuid: &str, second, version: &str| with(with(response(uuid, second, uuid, 1, json!([])), "mood", json!(1)), "version", json!(version));
    let decoded = Decoded::of(&[line("a", 9, "2.1.1"), line("b", 3, "2.1.1"), line("c", 5, "2.1.2")]);
    let rows = drift::Columns::of(decoded.batch(&drift::TABLE));
    let versions: Vec<_> = (0..decoded.count(&drift::TABLE)).map(|row| (rows.version.get(row), rows.count.get(row))).collect();
    assert_eq!(versions, [("2.1.1", 2), ("2.1.2", 1)]);
    assert_eq!(rows.last_ts.get(0).zip(rows.first_ts.get(0)).map(|(last, first)| last - first), Some(6_000_000));
}
