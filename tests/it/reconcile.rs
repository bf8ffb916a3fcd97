//! `cclake reconcile`: a small world with one difference for each cause, in days of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::fixture::cclake;
use crate::situations::World;

pub(crate) const OPUS: &str = "claude-opus-4-5-20251101";

/// A line of a response of 100 input and 10 output tokens: 100 × 5 + 10 × 25 dollars per million are 0.00075 dollars.
pub(crate) fn line(id: &str, ts: &str) -> Value {
    json!({"type": "assistant", "uuid": format!("{id}@{ts}"), "sessionId": "s", "timestamp": ts, "version": "2.1.0", "requestId": format!("req_{id}"),
        "message": {"id": format!("msg_{id}"), "role": "assistant", "model": OPUS, "content": [], "usage": {"input_tokens": 100, "output_tokens": 10}}})
}

/// The line with other values: a key of usage, of the message, or of the line, in that order.
pub(crate) fn with(mut line: Value, values: Value) -> Value {
    for (key, value) in values.as_object().unwrap() {
        let place = match key.as_str() {
            "model" | "id" | "stop_reason" | "usage" => &mut line["message"],
            "requestId" | "version" | "costUSD" | "timestamp" | "sessionId" | "isSidechain" | "agentId" | "forkedFrom" | "uuid" => &mut line,
            _ => &mut line["message"]["usage"],
        };
        if value.is_null() {
            place.as_object_mut().unwrap().remove(key);
        } else {
            place[key] = value.clone();
        }
    }
    line
}

/// A month of 2026 and later, a cause a day.
fn lines() -> Vec<Value> {
    let mut midnight = line("midnight", "2026-05-08T23:59:59Z");
    midnight["message"]["usage"]["output_tokens"] = json!(1);
    let echoed = line("echo", "2026-05-03T10:00:00Z");
    vec![
        with(line("haiku", "2024-11-20T10:00:00Z"), json!({"model": "claude-3-5-haiku-20241022", "input_tokens": 1000, "output_tokens": 1000})),
        with(line("kinds", "2026-01-10T10:00:00Z"), json!({"model": "claude-sonnet-4-5-20250929", "input_tokens": 300_000, "output_tokens": 1000})),
        with(line("never", "2026-03-01T10:00:00Z"), json!({"model": "claude-opus-4-6", "input_tokens": 300_000, "output_tokens": 1000})),
        with(line("plain", "2026-05-01T10:00:00Z"), json!({"output_tokens": 1})),
        line("plain", "2026-05-01T10:00:01Z"),
        with(line("bare", "2026-05-02T10:00:00Z"), json!({"requestId": null})),
        with(line("bare", "2026-05-02T10:00:01Z"), json!({"requestId": null})),
        json!({"type": "progress", "uuid": "p", "sessionId": "s", "timestamp": "2026-05-03T10:00:00Z", "data": {"type": "agent_progress",
            "agentId": "a", "message": {"type": "assistant", "uuid": "e", "timestamp": "2026-05-03T10:00:00Z", "requestId": "req_echo",
            "message": echoed["message"]}}}),
        with(line("turbo", "2026-05-04T10:00:00Z"), json!({"speed": "turbo"})),
        with(line("partly", "2026-05-05T10:00:00Z"), json!({"input_tokens": null})),
        with(line("version", "2026-05-06T10:00:00Z"), json!({"version": "dev"})),
        with(line("gate-1", "2026-05-07T10:00:00Z"), json!({"id": "gate", "requestId": "req_gate"})),
        with(line("gate-2", "2026-05-07T11:00:00Z"), json!({"id": "gate", "requestId": "req_gate", "input_tokens": 300})),
        midnight,
        with(line("midnight", "2026-05-09T00:00:01Z"), json!({"stop_reason": "end_turn"})),
        with(line("stated", "2026-05-10T10:00:00Z"), json!({"costUSD": 0.5})),
        with(line("search", "2026-05-11T10:00:00Z"), json!({"server_tool_use": {"web_search_requests": 3}})),
        with(line("us", "2026-05-12T10:00:00Z"), json!({"model": "claude-opus-4-6", "inference_geo": "us"})),
        with(line("batch", "2026-05-13T10:00:00Z"), json!({"model": "claude-opus-4-6", "service_tier": "batch"})),
        with(line("gpt", "2026-05-14T10:00:00Z"), json!({"model": "gpt-5", "input_tokens": 1000, "output_tokens": 100})),
        with(line("fast", "2026-05-15T10:00:00Z"), json!({"model": "claude-opus-4-6", "speed": "fast"})),
        with(
            line("asking", "2026-05-16T10:00:00Z"),
            json!({"iterations": [{"type": "message", "input_tokens": 100, "output_tokens": 10},
            {"type": "advisor_message", "model": "claude-opus-4-6", "input_tokens": 20, "output_tokens": 4}]}),
        ),
        line("aside", "2026-05-17T10:00:00Z"),
        with(line("aside", "2026-05-17T10:00:01Z"), json!({"isSidechain": true, "requestId": "req_again", "output_tokens": 20})),
        line("forked", "2026-05-18T10:00:00Z"),
        with(line("fable", "2026-11-20T10:00:00Z"), json!({"model": "claude-fable-5-2", "input_tokens": 1000, "output_tokens": 100})),
        with(line("timeless", "never"), json!({"timestamp": null})),
    ]
}

fn world() -> World {
    let world = World::new();
    let fork = with(line("forked", "2026-05-18T10:00:00Z"), json!({"uuid": "f", "sessionId": "s2", "forkedFrom": {"sessionId": "s"}}));
    let agent = with(line("agent", "2026-05-19T10:00:00Z"), json!({"isSidechain": true, "agentId": "a"}));
    world.put(&[("-p/s.jsonl", lines()), ("-p/s2.jsonl", vec![fork]), ("-p/s/subagents/agent-a.jsonl", vec![agent])]);
    world
}

/// What ccusage 20.0.24 makes of the world: day, model, input and output tokens, cost.
const DAYS: &[(&str, &str, i64, i64, f64)] = &[
    ("2024-11-20", "claude-3-5-haiku-20241022", 1000, 1000, 0.0048),
    ("2026-01-10", "claude-sonnet-4-5-20250929", 300_000, 1000, 1.215),
    ("2026-03-01", "claude-opus-4-6", 300_000, 1000, 1.525),
    ("2026-05-01", OPUS, 100, 10, 0.00075),
    ("2026-05-02", OPUS, 200, 20, 0.0015),
    ("2026-05-03", OPUS, 100, 10, 0.00075),
    ("2026-05-07", OPUS, 300, 10, 0.00175),
    ("2026-05-09", OPUS, 100, 10, 0.00075),
    ("2026-05-10", OPUS, 100, 10, 0.5),
    ("2026-05-11", OPUS, 100, 10, 0.00075),
    ("2026-05-12", "claude-opus-4-6", 100, 10, 0.00075),
    ("2026-05-13", "claude-opus-4-6", 100, 10, 0.00075),
    ("2026-05-14", "gpt-5", 1000, 100, 0.00225),
    ("2026-05-15", "claude-opus-4-6-fast", 100, 10, 0.0045),
    ("2026-05-16", OPUS, 100, 10, 0.00075),
    ("2026-05-16", "claude-opus-4-6", 20, 4, 0.0002),
    ("2026-05-17", OPUS, 100, 10, 0.00075),
    ("2026-05-18", OPUS, 100, 10, 0.00075),
    ("2026-05-19", OPUS, 100, 10, 0.00075),
    ("2026-11-20", "claude-fable-5-2", 1000, 100, 0.0),
];

/// A report as ccusage writes it, of rows as above.
fn report(list: &str, name: &str, rows: &[(&str, &str, i64, i64, f64)]) -> String {
    let mut periods: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (period, model, input, output, cost) in rows {
        let mut model =
            json!({"modelName": model, "inputTokens": input, "outputTokens": output, "cacheReadTokens": 0, "cacheCreationTokens": 0, "cost": cost});
        if *cost == 0.0 {
            model["missingPricing"] = json!(true);
        }
        periods.entry(period).or_default().push(model);
    }
    let sum = |models: &[Value], key: &str| models.iter().map(|model| model[key].as_i64().unwrap()).sum::<i64>();
    let periods: Vec<Value> = periods
        .into_iter()
        .map(|(period, models)| {
            json!({name: period, "inputTokens": sum(&models, "inputTokens"), "outputTokens": sum(&models, "outputTokens"), "cacheReadTokens": 0,
                "cacheCreationTokens": 0, "totalCost": 0.0, "modelBreakdowns": models})
        })
        .collect();
    json!({list: periods, "totals": {}}).to_string()
}

/// Runs the command on a world's lake, as its machine `m`.
pub(crate) fn reconcile(world: &World, against: &str, more: &[&str]) -> Output {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("cclake")).unwrap();
    fs::write(state.path().join("cclake/machine"), "m\n").unwrap();
    let file = state.path().join("against.json");
    fs::write(&file, against).unwrap();
    let mut command = cclake();
    command.env("XDG_STATE_HOME", state.path()).arg("--lake").arg(world.lake()).args(["reconcile", "--tz", "UTC", "--against"]).arg(file);
    command.args(more).output().unwrap()
}

/// The lines of a kind in a comparison: scope, cause, input and output tokens, and cost.
pub(crate) fn lines_of(output: &Output, kind: &str) -> Vec<(String, String, i64, i64, String)> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|line| line["line"] == kind && line["scope"] != "total")
        .map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            let number = |key: &str| line[key].as_i64().unwrap_or_default();
            (
                text("scope"),
                text("cause"),
                number("input_tokens"),
                number("output_tokens"),
                line["cost_usd"].as_f64().map(|usd| format!("{usd:.6}")).unwrap_or_default(),
            )
        })
        .collect()
}

/// Scenario: a world with a difference for each cause that is in transcripts, and what ccusage makes of it.
/// Guarantees: each cause accounts for its difference to the token and the cent, and nothing is left; what agrees is not shown.
#[test]
fn every_difference_has_its_cause() {
    let world = world();
    world.ingest(2);
    let output = reconcile(&world, &report("daily", "date", DAYS), &["--format", "ndjson"]);
    let explained = lines_of(&output, "explained");
    let explained: Vec<_> =
        explained.iter().map(|(day, cause, input, output, cost)| (day.as_str(), cause.as_str(), *input, *output, cost.as_str())).collect();
    assert_eq!(
        explained,
        [
            // 1 and 5 dollars at first, 0.80 and 4 since.
            ("2024-11-20", "price_date", 0, 0, "-0.001200"),
            // All of it at 6 and 22.50 dollars here; there 100,000 of it at 6 and the rest at 3 and 15.
            ("2026-01-10", "long_prompt", 0, 0, "-0.607500"),
            // 10 and 37.50 here, 5 and 25 there.
            ("2026-03-01", "long_prompt", 0, 0, "-1.512500"),
            ("2026-05-02", "no_request_id", 100, 10, "0.000750"),
            ("2026-05-04", "unknown_speed", -100, -10, "-0.000750"),
            ("2026-05-05", "incomplete_usage", 0, -10, "-0.000250"),
            ("2026-05-06", "odd_version", -100, -10, "-0.000750"),
            ("2026-05-07", "same_ids", -100, -10, "-0.000750"),
            ("2026-05-08", "midnight", -100, -10, "-0.000750"),
            ("2026-05-09", "midnight", 100, 10, "0.000750"),
            ("2026-05-10", "stated_cost", 0, 0, "0.499250"),
            ("2026-05-11", "web_search", 0, 0, "-0.030000"),
            ("2026-05-12", "inference_geo", 0, 0, "-0.000075"),
            ("2026-05-13", "batch", 0, 0, "0.000375"),
            ("2026-05-14", "no_price_here", 0, 0, "0.002250"),
            ("2026-11-20", "no_price_there", 0, 0, "-0.012000"),
            ("no time", "no_time", -100, -10, "-0.000750"),
        ]
    );
    assert!(lines_of(&output, "unexplained").iter().all(|(_, _, input, output, cost)| (*input, *output, cost.as_str()) == (0, 0, "0.000000")));
    assert!(!lines_of(&output, "ours").iter().any(|(day, ..)| day == "2026-05-01"), "what agrees is not shown");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Scenario: the same world, and transcripts of real sessions, read by ccusage itself.
/// Guarantees: its rules are those that the tests above take for granted, and nothing of the real ones stays unexplained.
#[test]
fn ccusage_has_these_rules() {
    let Some(ccusage) = std::env::var_os("CCLAKE_CCUSAGE") else {
        eprintln!("skipped: CCLAKE_CCUSAGE does not name ccusage 20.0.24");
        return;
    };
    let counts = |home: &Path, by: &str| {
        let mut command = Command::new(&ccusage);
        let output = command.env("CLAUDE_CONFIG_DIR", home).args(["claude", by, "--offline", "--json", "--timezone", "UTC"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let figures = |report: &str| -> Vec<(String, String, i64, i64, String)> {
        let report: Value = serde_json::from_str(report).unwrap();
        let days = report["daily"].as_array().unwrap().iter();
        let models = days.flat_map(|day| day["modelBreakdowns"].as_array().unwrap().iter().map(|model| (day["date"].as_str().unwrap(), model)));
        let mut models: Vec<_> = models
            .map(|(day, model)| {
                let number = |key: &str| model[key].as_i64().unwrap();
                let cost = format!("{:.9}", model["cost"].as_f64().unwrap());
                (day.to_owned(), model["modelName"].as_str().unwrap().to_owned(), number("inputTokens"), number("outputTokens"), cost)
            })
            .collect();
        models.sort();
        models
    };
    let world = world();
    assert_eq!(figures(&counts(&world.home(), "daily")), figures(&report("daily", "date", DAYS)));
    let Some(corpus) = std::env::var_os("CCLAKE_CORPUS") else { return };
    let world = World::new();
    crate::situations::ingest_into(&world.lake(), vec![corpus.clone().into()], 2, false);
    for by in ["daily", "weekly", "monthly"] {
        let output = reconcile(&world, &counts(Path::new(&corpus), by), &["--format", "ndjson"]);
        assert!(!lines_of(&output, "explained").is_empty());
        assert_eq!(output.status.code(), Some(0), "{by}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Scenario: reports by month and by session.
/// Guarantees: they leave out echoes, and count a response without request ids once; a session is that of the file.
#[test]
fn other_reports_have_other_rules() {
    let world = World::new();
    let lines: Vec<Value> =
        lines().into_iter().filter(|line| line["timestamp"].as_str().is_some_and(|ts| ("2026-05-02".."2026-05-04").contains(&ts))).collect();
    world.put(&[("-p/s.jsonl", lines), ("-p/s/subagents/agent-a.jsonl", vec![line("agent", "2026-05-19T10:00:00Z")])]);
    world.ingest(2);
    for (list, name, scope) in [("monthly", "month", "2026-05"), ("sessions", "sessionId", "s"), ("weekly", "week", "2026-05-01")] {
        // Both weeks of the last one begin on a Friday: the agent's is another one.
        let rows = if name == "week" {
            vec![(scope, OPUS, 100, 10, 0.00075), ("2026-05-15", OPUS, 100, 10, 0.00075)]
        } else {
            vec![(scope, OPUS, 200, 20, 0.0015)]
        };
        let output = reconcile(&world, &report(list, name, &rows), &["--format", "ndjson"]);
        assert_eq!(lines_of(&output, "explained"), [(scope.to_owned(), "echo".to_owned(), -100, -10, "-0.000750".to_owned())], "{name}");
        assert_eq!(output.status.code(), Some(0), "{name}");
    }
}

/// Scenario: one difference, and a day that agrees.
/// Guarantees: people see a table, with the total below.
#[test]
fn the_comparison_is_a_table() {
    let world = World::new();
    world.put(&[("-p/s.jsonl", vec![line("a", "2026-05-01T10:00:00Z"), with(line("b", "2026-05-02T10:00:00Z"), json!({"speed": "turbo"}))])]);
    world.ingest(1);
    let report = report("daily", "date", &[("2026-05-01", OPUS, 100, 10, 0.00075)]);
    assert_snapshot!(String::from_utf8(reconcile(&world, &report, &[]).stdout).unwrap(), @"
    scope       model                     line         cause          input_tokens  output_tokens  cache_read_tokens  cache_write_tokens         cost_usd  meaning
    ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    2026-05-02  claude-opus-4-5-20251101  ours         ∅                       100             10                  0                   0   0.000750000000  ∅
    2026-05-02  claude-opus-4-5-20251101  difference   ∅                      -100            -10                  0                   0  -0.000750000000  ∅
    2026-05-02  claude-opus-4-5-20251101  explained    unknown_speed          -100            -10                  0                   0  -0.000750000000  ∅
    2026-05-02  claude-opus-4-5-20251101  unexplained  ∅                         0              0                  0                   0   0.000000000000  ∅
    total       ∅                         ours         ∅                       200             20                  0                   0   0.001500000000  ∅
    total       ∅                         theirs       ∅                       100             10                  0                   0   0.000750000000  ∅
    total       ∅                         difference   ∅                      -100            -10                  0                   0  -0.000750000000  ∅
    total       ∅                         explained    unknown_speed          -100            -10                  0                   0  -0.000750000000  speed neither standard nor fast: not counted there
    total       ∅                         unexplained  ∅                         0              0                  0                   0   0.000000000000  ∅
    ");
    let all: Vec<Value> = serde_json::from_slice(&reconcile(&world, &report, &["--all", "--format", "json"]).stdout).unwrap();
    let agreeing = json!({"scope": "2026-05-01", "model": OPUS, "line": "theirs", "cause": null, "input_tokens": 100, "output_tokens": 10,
        "cache_read_tokens": 0, "cache_write_tokens": 0, "cost_usd": 0.000_75, "meaning": null});
    assert_eq!((all.len(), &all[1]), (13, &agreeing));
}

/// Scenario: files that are neither a report nor a log with results.
/// Guarantees: exit code 1, and what is missing.
#[test]
fn other_files_are_refused() {
    let world = World::new();
    world.put(&[("-p/s.jsonl", vec![line("a", "2026-05-01T10:00:00Z")])]);
    world.ingest(1);
    for (text, problem) in [
        ("{}", "is neither a JSON report of ccusage nor has it result messages of Claude Code"),
        ("", "is neither a JSON report of ccusage nor has it result messages of Claude Code"),
        (
            r#"{"daily": [{"date": "2026-05-01", "inputTokens": 1, "outputTokens": 1, "cacheReadTokens": 0, "cacheCreationTokens": 0}]}"#,
            "the report has no figures by model for 2026-05-01",
        ),
    ] {
        let output = reconcile(&world, text, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).trim_end().ends_with(problem), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Scenario: what the other program cannot have read: a stream, a transcript that is gone, another machine's.
/// Guarantees: the cause says which.
#[test]
fn what_others_cannot_read_is_told_apart() {
    let world = World::new();
    world.put(&[("-p/s.jsonl", vec![line("a", "2026-05-01T10:00:00Z")]), ("-p/gone.jsonl", vec![line("b", "2026-05-02T10:00:00Z")])]);
    world.ingest(1);
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("log.jsonl"), line("c", "2026-05-03T10:00:00Z").to_string() + "\n").unwrap();
    crate::situations::ingest_into(&world.lake(), vec![elsewhere.path().join("log.jsonl")], 1, false);
    fs::remove_file(world.home().join("projects/-p/gone.jsonl")).unwrap();
    let other = tempfile::tempdir().unwrap();
    let theirs = other.path().join(".claude/projects/-p");
    fs::create_dir_all(&theirs).unwrap();
    fs::write(theirs.join("t.jsonl"), line("d", "2026-05-04T10:00:00Z").to_string() + "\n").unwrap();
    let mut ingest = cclake();
    ingest.env("XDG_STATE_HOME", other.path()).arg("--lake").arg(world.lake()).args(["ingest", "--machine", "n"]).arg(other.path().join(".claude"));
    assert!(ingest.output().unwrap().status.success());
    let output = reconcile(&world, &report("daily", "date", &[("2026-05-01", OPUS, 100, 10, 0.00075)]), &["--format", "ndjson"]);
    let causes: Vec<_> = lines_of(&output, "explained").into_iter().map(|(day, cause, ..)| (day, cause)).collect();
    let expected = [("2026-05-02", "deleted"), ("2026-05-03", "other_place"), ("2026-05-04", "other_machine")];
    assert_eq!(causes, expected.map(|(day, cause)| (day.to_owned(), cause.to_owned())));
    assert_eq!(output.status.code(), Some(0));
}

/// Scenario: a report whose days are those of another zone; the same without its zone; a week of days.
/// Guarantees: the zone explains the difference; without it nothing does, which ends with 3 and a hint; days bound both sides.
#[test]
fn days_of_another_zone_are_a_cause() {
    let world = World::new();
    world.put(&[("-p/s.jsonl", vec![line("a", "2026-05-01T02:00:00Z"), line("b", "2026-05-02T12:00:00Z")])]);
    world.ingest(1);
    let report = report("daily", "date", &[("2026-04-30", OPUS, 100, 10, 0.00075), ("2026-05-02", OPUS, 100, 10, 0.00075)]);
    let output = reconcile(&world, &report, &["--format", "ndjson", "--against-tz", "America/New_York"]);
    let moved = |day: &str, sign: i64| (day.to_owned(), "time_zone".to_owned(), 100 * sign, 10 * sign, format!("{:.6}", 0.00075 * sign as f64));
    assert_eq!(lines_of(&output, "explained"), [moved("2026-04-30", 1), moved("2026-05-01", -1)]);
    assert_eq!(output.status.code(), Some(0));
    let output = reconcile(&world, &report, &["--format", "ndjson"]);
    assert_eq!(lines_of(&output, "unexplained").len(), 2);
    assert_eq!(output.status.code(), Some(3));
    assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @r"
    unexplained: up to 100.0000 % of a figure
    hint: the totals agree; if only their days differ, --against-tz names the time zone of the report
    ");
    assert_eq!(reconcile(&world, &report, &["--since", "2026-05-02", "--until", "2026-05-02"]).status.code(), Some(0));
    assert_eq!(reconcile(&world, &report, &["--tolerance", "100"]).status.code(), Some(0));
}

/// Scenario: a version of ccusage that knows one price of cache writes.
/// Guarantees: the difference is the hour's price less that of five minutes; a difference that is no such thing stays unexplained.
#[test]
fn readings_explain_only_what_they_account_for() {
    let world = World::new();
    let cache = json!({"cache_creation_input_tokens": 1000, "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 1000}});
    world.put(&[("-p/s.jsonl", vec![with(line("a", "2026-05-01T10:00:00Z"), cache)])]);
    world.ingest(1);
    // 1,000 tokens at 10 dollars per million for an hour, at 6.25 for five minutes.
    for (cost, expected, code) in [(0.007, vec!["-0.003750"], 0), (0.008, vec![], 3)] {
        let report =
            report("daily", "date", &[("2026-05-01", OPUS, 100, 10, cost)]).replace("\"cacheCreationTokens\":0", "\"cacheCreationTokens\":1000");
        let output = reconcile(&world, &report, &["--format", "ndjson"]);
        let costs: Vec<_> = lines_of(&output, "explained").into_iter().map(|(.., cost)| cost).collect();
        assert_eq!((costs, output.status.code()), (expected.iter().map(|cost| (*cost).to_owned()).collect(), Some(code)), "{cost}");
    }
}
