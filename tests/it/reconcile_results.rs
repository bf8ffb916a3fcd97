//! `cclake reconcile` with result messages of Claude Code.

use serde_json::{Value, json};

use crate::reconcile::{OPUS, line, lines_of, reconcile, with};
use crate::situations::World;

const HAIKU: &str = "claude-haiku-4-5-20251001";

fn result(session: &str, total: f64, models: Value) -> Value {
    json!({"type": "result", "subtype": "success", "session_id": session, "total_cost_usd": total, "modelUsage": models})
}

/// What a model used: tokens and cost.
fn used(input: i64, output: i64, cost: f64) -> Value {
    json!({"inputTokens": input, "outputTokens": output, "cacheReadInputTokens": 0, "cacheCreationInputTokens": 0, "costUSD": cost})
}

/// A response as a stream has it.
fn streamed(id: &str, session: &str) -> Value {
    json!({"type": "assistant", "session_id": session, "uuid": format!("{id}-stream"), "message": {"id": format!("msg_{id}"), "role": "assistant",
        "model": OPUS, "content": [], "usage": {"input_tokens": 100, "output_tokens": 1}}})
}

fn log(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Scenario: a session of three runs, with an agent, a log of the second of them with two results, and a call that leaves no record.
/// Guarantees: the last result counts; what was asked before the log and after the last result is told apart, and so is what left no record.
#[test]
fn a_log_explains_what_it_does_not_hold() {
    let world = World::new();
    let agent = with(line("agent", "2026-05-01T10:02:00Z"), json!({"isSidechain": true, "agentId": "a", "model": HAIKU}));
    let asked = [("at09", "09:00"), ("at10", "10:00"), ("next", "10:05"), ("at11", "11:00")];
    let lines = asked.map(|(id, time)| line(id, &format!("2026-05-01T{time}:00Z"))).to_vec();
    world.put(&[("-p/s.jsonl", lines), ("-p/s/subagents/agent-a.jsonl", vec![agent])]);
    world.ingest(1);
    let text = log(&[
        streamed("at10", "s"),
        result("s", 0.00075, json!({OPUS: used(100, 10, 0.00075)})),
        streamed("next", "s"),
        // The agent's 100 tokens at 1 and 10 at 5 dollars per million; a title by another model.
        result(
            "s",
            0.001_75,
            json!({OPUS: used(200, 20, 0.0015), HAIKU: used(100, 10, 0.000_15), "claude-3-5-haiku-20241022": used(50, 15, 0.0001)}),
        ),
    ]);
    let output = reconcile(&world, &text, &["--format", "ndjson"]);
    let explained =
        [("s", "no_transcript", 50, 15, "0.000100"), ("s", "before_log", -100, -10, "-0.000750"), ("s", "after_result", -100, -10, "-0.000750")];
    let explained = explained.map(|(scope, cause, input, output, cost)| (scope.to_owned(), cause.to_owned(), input, output, cost.to_owned()));
    assert_eq!(lines_of(&output, "explained"), explained);
    assert_eq!(output.status.code(), Some(0));
}

/// Scenario: a stream that was ingested, without a transcript beside it; its result, as one object; totals that fall.
/// Guarantees: the missing output is the placeholders'; a fall of the total is a new run, which adds up; a wrong total stays unexplained.
#[test]
fn a_stream_alone_has_placeholders() {
    let world = World::new();
    world.put(&[]);
    std::fs::create_dir_all(world.home()).unwrap();
    let stream = world.home().join("run.jsonl");
    std::fs::write(&stream, log(&[json!({"type": "system", "subtype": "init", "session_id": "r", "model": OPUS}), streamed("one", "r")])).unwrap();
    crate::situations::ingest_into(&world.lake(), vec![stream], 1, false);
    let single = result("r", 0.00075, json!({OPUS: used(100, 10, 0.00075)})).to_string();
    let output = reconcile(&world, &single, &["--format", "ndjson"]);
    // 9 tokens at 25 dollars per million.
    assert_eq!(lines_of(&output, "explained"), [("r".to_owned(), "placeholder".to_owned(), 0, 9, "0.000225".to_owned())]);
    assert_eq!(output.status.code(), Some(0));

    let halves = log(&[
        result("r", 0.000_525, json!({OPUS: used(50, 9, 0.000_475), "m": used(0, 0, 0.000_05)})),
        result("r", 0.000_275, json!({format!("{OPUS}[1m]"): used(50, 1, 0.000_275)})),
    ]);
    let output = reconcile(&world, &halves, &["--format", "ndjson"]);
    let causes: Vec<_> = lines_of(&output, "explained").into_iter().map(|(_, cause, .., cost)| (cause, cost)).collect();
    assert_eq!(causes, [("placeholder".to_owned(), "0.000225".to_owned()), ("no_transcript".to_owned(), "0.000050".to_owned())]);
    assert_eq!(output.status.code(), Some(0));

    let total_only = json!([{"type": "result", "session_id": "r", "total_cost_usd": 0.5}]).to_string();
    let output = reconcile(&world, &total_only, &["--format", "ndjson"]);
    assert_eq!(lines_of(&output, "unexplained"), [("r".to_owned(), String::new(), -100, -1, "0.499475".to_owned())]);
    assert_eq!(output.status.code(), Some(3));
}
