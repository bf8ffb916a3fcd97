//! `cclake doctor`: what it finds, and what it makes of broken files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::fixture::cclake;

/// A folder with home folders and a lake.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// Writes a transcript into a home folder.
    fn put(&self, home: &str, file: &str, text: &str) {
        let path = self.path(home).join("projects/p").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        cclake().current_dir(self.0.path()).env("XDG_STATE_HOME", self.path("state")).args(["--lake", "lake"]).args(arguments).output().unwrap()
    }

    fn ingest(&self, machine: &str, home: &str) {
        let output = self.run(&["ingest", "--machine", machine, home]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// What the doctor says, without what depends on the folder or on the number of tables.
    fn doctor(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(&[&["doctor"], arguments].concat());
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let folder = fs::canonicalize(self.0.path()).unwrap().display().to_string();
        (output.status.code(), text.replace(&folder, "[DESK]").lines().map(without_sizes).collect())
    }
}

fn without_sizes(line: &str) -> String {
    match line.split_once(" files, ").and_then(|(_, rest)| rest.split_once(" rows: ")) {
        Some((_, verdict)) => format!("  [N] files, [N] rows: {verdict}\n"),
        None => format!("{line}\n"),
    }
}

fn record(uuid: &str, more: Value) -> String {
    let mut record =
        json!({"type": "user", "uuid": uuid, "sessionId": "s", "timestamp": "2026-05-10T10:00:00.000Z", "version": "2.1.12", "cwd": "/w"});
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    record.to_string()
}

fn response(uuid: &str, model: &str, stop: Value) -> String {
    let block = json!({"type": "tool_use", "id": format!("toolu_{uuid}"), "name": "Telepathy", "input": {}});
    let usage = json!({"input_tokens": 1, "output_tokens": 7, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0});
    let message = json!({"id": format!("msg_{uuid}"), "model": model, "content": [block], "usage": usage, "stop_reason": stop});
    record(uuid, json!({"type": "assistant", "message": message}))
}

fn result(uuid: &str, call: &str) -> String {
    let block = json!({"type": "tool_result", "tool_use_id": format!("toolu_{call}"), "content": "x"});
    record(uuid, json!({"message": {"role": "user", "content": [block]}, "toolUseResult": {"thought": "x"}}))
}

/// A home folder with everything that the doctor looks for.
fn home(desk: &Desk, home: &str) {
    let typed = record("u1", json!({"message": {"role": "user", "content": "hello"}}));
    let lines = [
        typed.clone(),
        response("a1", "claude-opus-4-6", Value::Null),
        result("u2", "a1"),
        response("a2", "model-of-nobody", json!("end_turn")),
        format!("{}{}", &typed[..40], record("u3", json!({"message": {"role": "user", "content": "saved"}}))),
        record("u4", json!({"type": "from-the-future", "payload": 1})),
    ];
    desk.put(home, "s.jsonl", &(lines.join("\n") + "\n"));
    desk.put(home, "s/subagents/agent-a7.jsonl", &record("u5", json!({"isSidechain": true, "agentId": "a7"})));
    desk.put(home, "growing.jsonl", &format!("{}\n{}", record("g1", json!({"sessionId": "growing"})), &typed[..30]));
    desk.put(home, "leaving.jsonl", &record("l1", json!({"sessionId": "leaving"})));
}

/// Scenario: two machines hold one session; on this one, one transcript grew since, one is gone, and one is new.
/// Guarantees: each finding has its line, and none of them is a failure.
#[test]
fn findings_are_named() {
    let desk = Desk::new();
    home(&desk, "home");
    desk.ingest("here", "home");
    desk.put("elsewhere", "s.jsonl", &fs::read_to_string(desk.path("home/projects/p/s.jsonl")).unwrap());
    desk.ingest("there", "elsewhere");
    desk.put("home", "growing.jsonl", &record("g1", json!({"sessionId": "growing"})));
    fs::remove_file(desk.path("home/projects/p/leaving.jsonl")).unwrap();
    desk.put("home", "fresh.jsonl", &record("f1", json!({"sessionId": "fresh"})));
    let (code, text) = desk.doctor(&["home", "nowhere"]);
    assert_eq!(code, Some(0));
    assert_snapshot!(text, @r"
    looked at
      home: 4 transcripts
      nowhere: does not exist
      1 transcript not read yet

    lake lake
      machine here: 4 transcripts
      machine there: 1 transcript
      [N] files, [N] rows: all whole

    transcripts in the lake
      agent: 1 read
      transcript: 4 read, 1 changed since, 1 vanished from disk, 2 with damaged lines, 1 with a line still being written

    damaged lines
      [DESK]/home/projects/p/s.jsonl:5: at byte 1152: several records, or a cut one, on a line; 1 record recovered

    unknown keys and types
      type `from-the-future` in record.type: 1 time in 1 transcript
      key `payload` in record: 1 time in 1 transcript

    results that could not be typed
      Telepathy: unknown_tool: 1 time

    responses without final usage
      version 2.1.12: 1 response, at least 7 output tokens

    requests without a cost
      model-of-nobody: 1 request

    transcripts of several machines, counted once
      projects/p/s.jsonl: here, there
    ");
}

/// Scenario: no ingest has run yet.
/// Guarantees: what one would find is told, and nothing is made.
#[test]
fn transcripts_are_looked_for_before_there_is_a_lake() {
    let desk = Desk::new();
    desk.put("home", "s.jsonl", &record("u1", json!({})));
    let (code, text) = desk.doctor(&["home"]);
    assert_eq!(code, Some(0));
    assert_snapshot!(text, @r"
    looked at
      home: 1 transcript
      1 transcript not read yet

    lake lake
      there is none yet: `cclake ingest` makes it
    ");
    let mut made: Vec<_> = fs::read_dir(desk.0.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    made.sort();
    assert_eq!(made, ["home"]);
}

/// Scenario: one result has a field of the wrong type, one half of a surrogate pair, one is as it should be; no ingest has run.
/// Guarantees: the first two are named, each by its line, tool and field, and no lake is made.
#[test]
fn results_of_the_wrong_type_are_named() {
    let desk = Desk::new();
    let call = |id: &str, tool: &str| {
        let block = json!({"type": "tool_use", "id": id, "name": tool, "input": {}});
        record(&format!("c{id}"), json!({"type": "assistant", "message": {"content": [block]}}))
    };
    let result = |id: &str, payload: &str| {
        let block = json!({"type": "tool_result", "tool_use_id": id, "content": "x"});
        record(&format!("r{id}"), json!({"message": {"content": [block]}, "toolUseResult": "PAYLOAD"})).replace("\"PAYLOAD\"", payload)
    };
    let lines = [
        call("1", "Bash"),
        result("1", r#"{"stdout": "as it should be"}"#),
        call("2", "Execute"),
        result("2", r#"{"stdout": "a", "interrupted": "no"}"#),
        call("3", "Read"),
        result("3", r#"{"type": "text", "file": {"content": "\ud83d"}}"#),
    ];
    desk.put("home", "s.jsonl", &(lines.join("\n") + "\n"));
    desk.put("home", "t.jsonl", &record("u1", json!({})));
    let (code, text) = desk.doctor(&["--strict-types", "home"]);
    assert_eq!(code, Some(0));
    assert_snapshot!(text, @r"
    looked at
      2 transcripts, 3 tool results

    results that are not of their tool's type
      [DESK]/home/projects/p/s.jsonl:4: Execute: field `interrupted` is not true or false
      [DESK]/home/projects/p/s.jsonl:6: Read: payload holds \ud83d, which JSON text cannot express
    ");
    let (code, text) = desk.doctor(&["--strict-types", "--format", "json", "home"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["transcripts"], &report["results"]), (Some(0), &json!(2), &json!(3)));
    assert_eq!(
        report["findings"][0],
        json!({"file": "[DESK]/home/projects/p/s.jsonl", "line": 4, "tool": "Execute", "field": "interrupted", "reason": "field `interrupted` is not true or false"})
    );
    assert_eq!((&report["findings"][1]["field"], report["findings"].as_array().unwrap().len()), (&Value::Null, 2));
    desk.put("whole", "s.jsonl", &(lines[..2].join("\n") + "\n"));
    let (_, text) = desk.doctor(&["--strict-types", "whole"]);
    assert!(text.ends_with("results that are not of their tool's type\n  none\n"), "{text}");
    assert!(!desk.path("lake").exists());
}

fn only_file(table: &Path) -> PathBuf {
    let month = fs::read_dir(table).unwrap().next().unwrap().unwrap().path();
    fs::read_dir(month).unwrap().next().unwrap().unwrap().path()
}

/// Scenario: a file that lost its end, one that belongs to another table, and one that a page of is damaged in the middle of.
/// Guarantees: all three are named, and what the others say is still told.
#[test]
fn broken_files_are_named() {
    let desk = Desk::new();
    home(&desk, "home");
    desk.ingest("here", "home");
    let file = |table: &str| only_file(&desk.path("lake").join(table));
    let cut = fs::read(file("prompts")).unwrap();
    fs::write(file("prompts"), &cut[..cut.len() - 5]).unwrap();
    fs::copy(file("records"), file("requests")).unwrap();
    let mut scribbled = fs::read(file("other_results")).unwrap();
    scribbled[4..200].fill(0xff);
    fs::write(file("other_results"), scribbled).unwrap();
    let (code, text) = desk.doctor(&["home", "--format", "json"]);
    assert_eq!(code, Some(1));
    let report: Value = serde_json::from_str(&text).unwrap();
    let broken: Vec<&str> = report["lake"]["files"]["broken"].as_array().unwrap().iter().map(|broken| broken["file"].as_str().unwrap()).collect();
    let month = |table: &str| format!("{table}/month=2026-05/here.parquet");
    assert_eq!(broken, [month("prompts"), month("requests"), month("other_results")]);
    assert_eq!(report["lake"]["damaged_lines"][0]["reason"], json!("several records, or a cut one, on a line"));
    assert_eq!(report["lake"]["drift"][0]["name"], json!("from-the-future"));
    let (code, text) = desk.doctor(&["home"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("BROKEN requests/month=2026-05/here.parquet: not a file that cclake wrote for the table `requests`\n"), "{text}");
}
