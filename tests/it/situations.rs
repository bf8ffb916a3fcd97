//! What one transcript says of another: each situation in both orders and as one run gives the same files, and the right rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cclake_ingest::{Options, Progress, ingest};
use cclake_query::Session;
use cclake_synth::{Truth, write_world};
use cclake_transcript::decode::TextPolicy;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

struct Silent;

impl Progress for Silent {
    fn found(&self, _: u64, _: u64) {}
    fn read(&self, _: u64) {}
    fn stage(&self, _: &str) {}
}

/// Transcripts by their paths below `projects`.
pub(crate) type Tree<'a> = &'a [(&'a str, Vec<Value>)];

/// A home folder that is ingested into a lake.
pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join(".claude")
    }

    /// One with synthetic transcripts, and what they hold.
    pub(crate) fn synthetic(seed: u64) -> (Self, Truth) {
        let world = Self::new();
        let truth = write_world(world.folder.path(), &cclake_synth::Options { seed, bytes: 0 }).unwrap();
        (world, truth)
    }

    /// Adds the stream of a run, which no synthetic world has.
    pub(crate) fn add_run(&self) {
        let result = json!({"type": "result", "subtype": "success", "session_id": "run", "uuid": "r1", "num_turns": 1, "total_cost_usd": 0.25,
            "modelUsage": {"claude-opus-5": {"inputTokens": 1, "costUSD": 0.25}}});
        fs::write(self.home().join("projects/run.jsonl"), format!("{result}\n")).unwrap();
    }

    pub(crate) fn lake(&self) -> PathBuf {
        self.folder.path().join("lake")
    }

    /// Makes the home folder hold these transcripts and no others.
    pub(crate) fn put(&self, tree: Tree<'_>) {
        let projects = self.home().join("projects");
        let _ = fs::remove_dir_all(&projects);
        for (path, lines) in tree {
            let path = projects.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
    }

    pub(crate) fn ingest(&self, threads: usize) -> u64 {
        ingest_into(&self.lake(), vec![self.home()], threads, false)
    }

    /// The data files, by their paths below the lake. The root is another one for each world, so `sources` is left out.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = data_files(&self.lake());
        files.retain(|path, _| !path.starts_with("sources"));
        files
    }

    /// The first row of an answer, as the texts of its values.
    pub(crate) fn row(&self, sql: &str) -> Vec<String> {
        let answer = self.session().query(sql).unwrap();
        let batch = answer.batches.iter().find(|batch| batch.num_rows() > 0).unwrap();
        batch.columns().iter().map(|column| arrow::util::display::array_value_to_string(column, 0).unwrap()).collect()
    }

    pub(crate) fn session(&self) -> Session {
        Session::open(&self.lake(), &cclake_query::Options { tz: TimeZone::UTC, now: None, library: cclake_query::Library::bundled() }).unwrap()
    }
}

/// Ingests as machine `m`; how many data files were written.
pub(crate) fn ingest_into(lake: &Path, paths: Vec<PathBuf>, threads: usize, rescan: bool) -> u64 {
    ingest_with(lake, paths, threads, rescan, TextPolicy::Preview)
}

fn ingest_with(lake: &Path, paths: Vec<PathBuf>, threads: usize, rescan: bool, text: TextPolicy) -> u64 {
    ingest(&Options { rescan, text: Some(text), ..options(lake, paths, threads) }, &Silent).unwrap().summary.files_written
}

/// Ingests with the rows of so many bytes at a time.
pub(crate) fn ingest_in_batches(lake: &Path, paths: Vec<PathBuf>, batch: u64) {
    ingest(&Options { batch, ..options(lake, paths, 2) }, &Silent).unwrap();
}

fn options(lake: &Path, paths: Vec<PathBuf>, threads: usize) -> Options {
    Options { text: Some(TextPolicy::Preview), threads: Some(threads), ..Options::new(paths, lake.to_owned(), "m".to_owned()) }
}

/// The data files of a lake, by their paths below it.
pub(crate) fn data_files(lake: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    collect(lake, lake, &mut files);
    files.retain(|path, _| !path.starts_with("_cclake"));
    files
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap());
        }
    }
}

/// Ingests two trees one after the other, in both orders, and a third that holds both; all give the same files, and the facts.
fn situation(first: Tree<'_>, second: Tree<'_>, both: Tree<'_>, facts: &[(&str, &[&str])]) {
    let worlds = [[first, second], [second, first], [both, both]].map(|trees| {
        let world = World::new();
        for tree in trees {
            world.put(tree);
            world.ingest(2);
        }
        world
    });
    for world in &worlds {
        for (sql, want) in facts {
            assert_eq!(world.row(sql), *want, "{sql}");
        }
    }
    let [forward, backward, at_once] = worlds.map(|world| world.files());
    for (name, other) in [("the other order", &backward), ("one run", &at_once)] {
        assert_eq!(forward.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{name}");
        for (path, bytes) in &forward {
            assert!(other[path] == *bytes, "{name}: {} differs", path.display());
        }
    }
}

/// The same with trees that have no file in common.
pub(crate) fn apart(first: Tree<'_>, second: Tree<'_>, facts: &[(&str, &[&str])]) {
    let both = [first, second].concat();
    situation(first, second, &both, facts);
}

fn record(kind: &str, uuid: &str, time: &str, message: Value) -> Value {
    json!({"type": kind, "uuid": uuid, "sessionId": "s1", "timestamp": format!("{time}.000Z"), "cwd": "/home/dev/alpha", "gitBranch": "main",
        "version": "2.1.99", "isSidechain": false, "message": message})
}

fn response(uuid: &str, time: &str, id: &str, output: i64, blocks: Value) -> Value {
    record(
        "assistant",
        uuid,
        time,
        json!({"id": id, "model": "claude-opus-5", "content": blocks,
        "usage": {"input_tokens": 10, "output_tokens": output, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}}),
    )
}

fn call(uuid: &str, time: &str, id: &str, command: &str) -> Value {
    response(uuid, time, &format!("msg_{id}"), 1, json!([{"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}]))
}

fn result(uuid: &str, time: &str, id: &str, stdout: &str) -> Value {
    let mut line = record("user", uuid, time, json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": stdout}]}));
    line["toolUseResult"] = json!({"stdout": stdout, "stderr": "", "interrupted": false, "isImage": false});
    line
}

fn with(mut line: Value, changes: Value) -> Value {
    line.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    line
}

const T1: &str = "2026-05-10T10:00:01";
const T2: &str = "2026-05-10T10:00:02";
const T3: &str = "2026-05-10T10:00:03";

#[test]
fn a_partial_snapshot_and_then_the_final_one() {
    let partial = vec![response("u1", T1, "msg_a", 3, json!([]))];
    let mut last = response("u2", T2, "msg_a", 250, json!([]));
    last["message"]["stop_reason"] = json!("end_turn");
    let whole = vec![partial[0].clone(), last];
    let facts: &[(&str, &[&str])] = &[
        ("select count(*), sum(output_tokens), bool_and(usage_final), max(snapshots) from requests", &["1", "250", "true", "2"]),
        ("select ts, last_ts from requests", &["2026-05-10T10:00:01", "2026-05-10T10:00:02"]),
    ];
    situation(&[("p/s1.jsonl", partial)], &[("p/s1.jsonl", whole.clone())], &[("p/s1.jsonl", whole)], facts);
}

#[test]
fn a_fork_that_rewrites_session_folder_and_branch() {
    let lines = vec![response("u1", T1, "msg_a", 5, json!([])), call("u2", T2, "toolu_1", "ls"), result("u3", T3, "toolu_1", "a\n")];
    let mut copies: Vec<Value> =
        lines.iter().map(|line| with(line.clone(), json!({"sessionId": "s2", "cwd": "/home/dev/beta", "gitBranch": "fork"}))).collect();
    copies.push(with(response("u4", "2026-05-10T11:00:00", "msg_b", 7, json!([])), json!({"sessionId": "s2", "cwd": "/home/dev/beta"})));
    // The original has one more line above, so that it stands further down in its file.
    let original = [vec![json!({"type": "mode", "mode": "x", "sessionId": "s1"})], lines].concat();
    apart(
        &[("p/s1.jsonl", original)],
        &[("q/s2.jsonl", copies)],
        &[
            ("select count(*), sum(output_tokens), count(distinct session_id) from requests", &["3", "13", "2"]),
            ("select session_id, cwd, project from requests where response_id = 'msg_a'", &["s1", "/home/dev/alpha", "/home/dev/alpha"]),
            ("select session_id, git_branch, exit_code from bash", &["s1", "main", "0"]),
            ("select count(*) from sessions", &["2"]),
        ],
    );
}

#[test]
fn an_echo_and_then_the_agents_file() {
    let own = with(
        response("e1", T2, "msg_e", 30, json!([{"type": "tool_use", "id": "toolu_e", "name": "Bash", "input": {"command": "ls"}}])),
        json!({"isSidechain": true, "agentId": "a1"}),
    );
    let echo = json!({"type": "progress", "uuid": "p1", "sessionId": "s1", "timestamp": format!("{T3}.000Z"), "cwd": "/home/dev/alpha",
        "data": {"type": "agent_progress", "agentId": "a1", "message": {"type": "assistant", "uuid": "e1", "timestamp": format!("{T2}.000Z"), "message": own["message"]}}});
    apart(
        &[("p/s1.jsonl", vec![response("u1", T1, "msg_a", 1, json!([])), echo])],
        &[("p/s1/subagents/agent-a1.jsonl", vec![own])],
        &[
            ("select count(*), sum(output_tokens) from requests", &["2", "31"]),
            ("select carrier, agent_id, is_sidechain from requests where response_id = 'msg_e'", &["transcript", "a1", "true"]),
            ("select count(*), min(carrier) from records where record_id = 'e1'", &["1", "transcript"]),
            ("select count(*), min(carrier) from tool_calls", &["1", "transcript"]),
        ],
    );
}

#[test]
fn a_call_in_one_file_and_its_result_in_another() {
    let facts: &[(&str, &[&str])] = &[
        ("select count(*), bool_and(has_call and has_result), min(status), min(result_kind) from tool_calls", &["1", "true", "ok", "OtherResult"]),
        (
            "select source, line, result_source, result_line, duration_ms from tool_calls",
            &["projects/p/s1.jsonl", "1", "projects/p/s2.jsonl", "1", "1000"],
        ),
        ("select command, exit_code is null, stdout_bytes is null from bash", &["ls", "true", "true"]),
    ];
    apart(&[("p/s1.jsonl", vec![call("u1", T1, "toolu_1", "ls")])], &[("p/s2.jsonl", vec![result("u2", T2, "toolu_1", "a\n")])], facts);
    // A source that has both wins over the two halves.
    let whole = vec![call("u1", T1, "toolu_1", "ls"), result("u2", T2, "toolu_1", "a\n")];
    let facts: &[(&str, &[&str])] =
        &[("select source, result_source is null, result_kind, status from tool_calls", &["projects/p/s0.jsonl", "true", "BashResult", "ok"])];
    apart(
        &[("p/s1.jsonl", vec![call("u1", T1, "toolu_1", "ls")]), ("p/s2.jsonl", vec![result("u2", T2, "toolu_1", "a\n")])],
        &[("p/s0.jsonl", whole)],
        facts,
    );
}

#[test]
fn a_better_copy_with_fewer_children() {
    let edit = |patch: Value| {
        let called = response(
            "u1",
            T1,
            "msg_1",
            1,
            json!([{"type": "tool_use", "id": "toolu_1", "name": "Edit", "input": {"file_path": "/a.rs", "old_string": "a", "new_string": "b"}}]),
        );
        let hunks = json!({"filePath": "/a.rs", "oldString": "a", "newString": "b", "originalFile": "a", "replaceAll": false, "structuredPatch": patch, "userModified": false});
        vec![called, with(result("u2", T2, "toolu_1", "x"), json!({"toolUseResult": hunks}))]
    };
    let hunk = |start: i64| json!({"oldStart": start, "oldLines": 1, "newStart": start, "newLines": 1, "lines": ["-a", "+b"]});
    let better = [vec![json!({"type": "mode", "mode": "x", "sessionId": "s1"})], edit(json!([hunk(1)]))].concat();
    apart(
        &[("p/s1.jsonl", edit(json!([hunk(1), hunk(9), hunk(20)])))],
        &[("p/s2.jsonl", better)],
        &[
            ("select source, hunks, lines_added from edits", &["projects/p/s2.jsonl", "1", "1"]),
            ("select count(*), max(hunk_index) from edit_hunks", &["1", "0"]),
        ],
    );
}

#[test]
fn a_copy_with_a_time_in_another_month() {
    let original = vec![call("u1", "2026-05-31T23:59:58", "toolu_1", "ls"), result("u2", "2026-05-31T23:59:59", "toolu_1", "a\n")];
    let copy: Vec<Value> = [json!({"type": "mode", "mode": "x", "sessionId": "s1"})]
        .into_iter()
        .chain(original.iter().map(|line| with(line.clone(), json!({"timestamp": "2026-06-01T00:00:05.000Z"}))))
        .collect();
    apart(
        &[("p/s1.jsonl", original)],
        &[("p/s2.jsonl", copy)],
        &[
            ("select count(*), min(ts) from requests", &["1", "2026-05-31T23:59:58"]),
            ("select count(*), min(ts), min(source) from tool_calls", &["1", "2026-06-01T00:00:05", "projects/p/s2.jsonl"]),
            ("select count(*), min(ts) from bash", &["1", "2026-06-01T00:00:05"]),
            ("select count(*), count(distinct record_id) from records", &["3", "3"]),
        ],
    );
}

#[test]
fn one_unissued_id_in_two_sessions_and_twice_in_one() {
    let relay = |uuid: &str, input: i64, session: &str| {
        let mut line = with(response(uuid, T1, "relay", 9, json!([])), json!({"sessionId": session}));
        line["message"]["usage"]["input_tokens"] = json!(input);
        line
    };
    apart(
        &[("p/s1.jsonl", vec![relay("u1", 10, "s1"), relay("u2", 10, "s1"), relay("u3", 20, "s1")])],
        &[("p/s2.jsonl", vec![relay("u4", 10, "s2")])],
        &[("select count(*), sum(input_tokens), max(snapshots), count(distinct session_id) from requests", &["3", "40", "2", "2"])],
    );
}

#[test]
fn an_advisor_row_stays_with_its_request() {
    let mut line = response("u1", T1, "msg_a", 5, json!([]));
    line["message"]["usage"]["iterations"] = json!([{"type": "message", "input_tokens": 10, "output_tokens": 5}, {"type": "advisor_message", "model": "claude-opus-5-5", "input_tokens": 20000, "output_tokens": 700}]);
    let plain = vec![json!({"type": "mode", "mode": "x", "sessionId": "s1"}), response("u1", T1, "msg_a", 6, json!([]))];
    apart(
        &[("p/s1.jsonl", vec![line.clone()])],
        &[("p/s2.jsonl", vec![line.clone()])],
        &[("select count(*), sum(output_tokens), max(iteration_index), count(distinct model) from requests", &["2", "705", "1", "2"])],
    );
    // The copy with more output has no advisor, and takes the whole bundle.
    apart(
        &[("p/s1.jsonl", vec![line])],
        &[("p/s2.jsonl", plain)],
        &[("select count(*), sum(output_tokens), min(kind) from requests", &["1", "6", "main"])],
    );
}

#[test]
fn a_metadata_record_that_repeats() {
    let mode = json!({"type": "mode", "mode": "x", "sessionId": "s1"});
    apart(
        &[("p/s1.jsonl", vec![mode.clone(), response("u1", T1, "msg_a", 5, json!([])), mode.clone()])],
        &[("p/s2.jsonl", vec![mode])],
        &[
            ("select count(*), min(line) from records where type = 'mode'", &["1", "3"]),
            ("select sum(duplicates), sum(records), sum(lines) from sources", &["1", "3", "4"]),
        ],
    );
}

#[test]
fn a_source_that_shrinks_keeps_its_rows() {
    let long = vec![call("u1", T1, "toolu_1", "ls"), result("u2", T2, "toolu_1", "a\n"), response("u3", T3, "msg_z", 4, json!([]))];
    let short = vec![long[0].clone()];
    situation(
        &[("p/s1.jsonl", long.clone())],
        &[("p/s1.jsonl", short)],
        &[("p/s1.jsonl", long)],
        &[
            ("select count(*), sum(output_tokens) from requests", &["2", "5"]),
            ("select status, result_kind from tool_calls", &["ok", "BashResult"]),
            ("select lines, records from sources", &["3", "3"]),
        ],
    );
}

#[test]
fn a_policy_that_keeps_no_text_leaves_none_behind() {
    let (world, _) = World::synthetic(4);
    world.ingest(2);
    let home = || vec![world.home()];
    ingest_with(&world.lake(), home(), 2, true, TextPolicy::None);
    let other = world.folder.path().join("other");
    ingest_with(&other, home(), 2, false, TextPolicy::None);
    assert!(data_files(&world.lake()) == data_files(&other), "a lake that changed its policy is as one that always had it");
    assert_eq!(world.row("select count(title), count(*) filter (error_text is not null) from sessions, tool_calls"), ["0", "0"]);
    assert_eq!(world.row("select count(*) from bash where command not like '#%' and command <> ''"), ["0"]);
}

#[test]
fn a_second_result_of_a_call_that_comes_later() {
    let first = vec![call("u1", T1, "toolu_1", "ls"), result("u2", T3, "toolu_1", "ok")];
    let mut failed = record(
        "user",
        "u3",
        T2,
        json!({"content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Exit code 3\nx", "is_error": true}]}),
    );
    failed["toolUseResult"] = json!("Error: Exit code 3\nx");
    let both = vec![first[0].clone(), first[1].clone(), failed];
    situation(
        &[("p/s1.jsonl", first)],
        &[("p/s1.jsonl", both.clone())],
        &[("p/s1.jsonl", both)],
        &[
            ("select status, exit_code, last_line from tool_calls join bash using (call_id)", &["failed", "3", "3"]),
            ("select count(*) from text_results", &["1"]),
        ],
    );
}
