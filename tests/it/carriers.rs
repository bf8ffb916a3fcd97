//! One session as a transcript, as a stream and as a log of hooks says the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use arrow::util::display::array_value_to_string;
use cclake_query::Session;
use cclake_transcript::table::Table;
use cclake_transcript::tables::{self, TABLES};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::fixture::Lake;
use crate::situations::{World, data_files, ingest_into};

/// Columns that no carrier but a transcript can have, or that say where a row was read.
const NOT_IN_A_STREAM: &[&str] = &["carrier", "source", "line", "last_line", "git_branch", "prompt_id", "permission_mode", "denial_kind"];
/// A hook is told of no message, and not what the model was given; it alone is told how long a tool took.
const NOT_IN_A_HOOK: &[&str] =
    &["version", "message_id", "result_bytes", "result_chars", "has_image", "hook_duration_ms", "duration_ms", "duration_source"];
/// Only the text that the model was given says this.
const OF_THE_TEXT: &[&str] = &["approved", "beyond_end", "is_redirect", "redirect_url", "partial_view"];
/// A transcript writes `Error: ` before an error that a hook is told of, or in place of a denial a shorter sentence.
const OF_ERRORS: &[&str] = &["text", "text_bytes", "text_chars", "text_lines", "text_hash", "payload_bytes"];

/// Messages of one main thread whose calls have their results.
struct Thread {
    lines: Vec<Value>,
}

impl Thread {
    /// The threads of a home folder, each message once. Left out is what a hook cannot be told as a transcript tells it: results
    /// without payload, several in one record, errors with a payload that is no text, and what the API runs by itself.
    fn all(home: &Path) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let mut threads = Vec::new();
        for file in main_files(&home.join("projects")) {
            let mut lines: Vec<Value> =
                fs::read_to_string(file).unwrap_or_default().lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
            let session = lines.iter().find_map(|line| line["sessionId"].as_str()).unwrap_or_default().to_owned();
            lines.retain(|line| {
                let is_message = ["user", "assistant"].contains(&line["type"].as_str().unwrap_or_default()) && line["message"].is_object();
                let is_own = line["sessionId"] == session.as_str() && line["isSidechain"] == false && line["forkedFrom"].is_null();
                is_message && is_own && !is_of_api(line) && line["uuid"].as_str().is_some_and(|uuid| seen.insert(uuid.to_owned()))
            });
            let called: BTreeSet<String> = lines.iter().flat_map(calls).filter_map(|block| Some(block["id"].as_str()?.to_owned())).collect();
            lines.retain(|line| match results(line).as_slice() {
                [] => true,
                [one] => {
                    let payload = &line["toolUseResult"];
                    let told = if one["is_error"] == true { payload.is_string() } else { !payload.is_null() };
                    told && one["tool_use_id"].as_str().is_some_and(|id| called.contains(id))
                }
                _ => false,
            });
            if lines.iter().any(|line| !calls(line).is_empty()) {
                threads.push(Self { lines });
            }
        }
        threads
    }

    fn transcript(&self) -> String {
        text(&self.lines)
    }

    /// The thread as `--output-format stream-json` writes it.
    fn stream(&self) -> String {
        let first = &self.lines[0];
        let init = json!({"type": "system", "subtype": "init", "session_id": first["sessionId"], "uuid": format!("{}-init", first["uuid"]),
            "cwd": first["cwd"], "claude_code_version": first["version"], "model": "claude-opus-5", "tools": ["Bash"]});
        let lines = self.lines.iter().map(|line| {
            let mut of_stream = json!({"type": line["type"], "message": line["message"], "session_id": line["sessionId"], "uuid": line["uuid"],
                "parent_tool_use_id": null, "timestamp": line["timestamp"]});
            for (key, snake) in [("toolUseResult", "tool_use_result"), ("requestId", "request_id")] {
                if let Some(value) = line.get(key) {
                    of_stream[snake] = value.clone();
                }
            }
            of_stream
        });
        text(&[vec![init], lines.collect()].concat())
    }

    /// The thread as hooks that log what they are given write it.
    fn hooks(&self) -> String {
        let mut logged = Vec::new();
        let mut of_calls = BTreeMap::new();
        for line in &self.lines {
            let event = |name: &str, call: &Value| {
                json!({"hook_event_name": name, "session_id": line["sessionId"], "transcript_path": "/t.jsonl", "cwd": line["cwd"],
                    "timestamp": line["timestamp"], "tool_name": call["name"], "tool_input": call["input"], "tool_use_id": call["id"]})
            };
            for call in calls(line) {
                logged.push(event("PreToolUse", call));
                of_calls.insert(call["id"].as_str().unwrap_or_default(), call);
            }
            for result in results(line) {
                let call = of_calls[result["tool_use_id"].as_str().unwrap_or_default()];
                let mut over = if result["is_error"] == true {
                    let mut failure = event("PostToolUseFailure", call);
                    failure["error"] = json!(content(&result["content"]));
                    failure
                } else {
                    let mut success = event("PostToolUse", call);
                    success["tool_response"] = line["toolUseResult"].clone();
                    success
                };
                over["duration_ms"] = json!(logged.len());
                logged.push(over);
            }
        }
        text(&logged)
    }
}

fn main_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().flat_map(|project| fs::read_dir(project.unwrap().path()).unwrap()).map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file() && !path.file_name().unwrap().to_string_lossy().starts_with("agent-"));
    files.sort();
    files
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn blocks(line: &Value) -> impl Iterator<Item = &Value> {
    line["message"]["content"].as_array().into_iter().flatten()
}

fn calls(line: &Value) -> Vec<&Value> {
    blocks(line).filter(|block| block["type"] == "tool_use").collect()
}

fn results(line: &Value) -> Vec<&Value> {
    blocks(line).filter(|block| block["type"] == "tool_result").collect()
}

/// Whether the API itself calls a tool here, or gives the result.
fn is_of_api(line: &Value) -> bool {
    blocks(line).any(|block| block["type"] == "server_tool_use" || block["type"] == "web_search_tool_result")
}

fn content(content: &Value) -> String {
    let texts = content.as_array().into_iter().flatten().filter_map(|block| block["text"].as_str());
    content.as_str().map_or_else(|| texts.collect::<Vec<_>>().join("\n"), str::to_owned)
}

/// The tables with a row for a call.
fn tool_tables() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().copied().filter(|table| table.name == "tool_calls" || table.parent == Some("tool_calls"))
}

fn session(lake: &Path) -> Session {
    Session::open(lake, &cclake_query::Options { tz: TimeZone::UTC, now: None, library: cclake_query::Library::bundled() }).unwrap()
}

/// The rows of a table without some columns.
fn rows(lake: &Path, table: &Table, without: &[&[&str]]) -> Vec<String> {
    let left = |name: &str| without.iter().any(|list| list.contains(&name));
    let columns: Vec<&str> = table.columns().filter(|column| !column.hidden() && !left(column.name)).map(|column| column.name).collect();
    values(lake, table, &columns)
}

/// Some columns of a table, each row as an object, sorted.
fn values(lake: &Path, table: &Table, columns: &[&str]) -> Vec<String> {
    let columns: Vec<String> = columns.iter().map(|name| format!("'{name}', \"{name}\"")).collect();
    let answer =
        session(lake).query(&format!("select cast(json_object({}) as varchar) from \"{}\" order by 1", columns.join(", "), table.name)).unwrap();
    let of_batch = |batch: &RecordBatch| (0..batch.num_rows()).map(|row| array_value_to_string(batch.column(0), row).unwrap()).collect::<Vec<_>>();
    answer.batches.iter().flat_map(of_batch).collect()
}

fn assert_same(name: &str, one: &[String], other: &[String]) {
    for (a, b) in one.iter().zip(other) {
        assert_eq!(a, b, "{name}");
    }
    assert_eq!(one.len(), other.len(), "{name}");
}

/// Three folders that hold the same threads.
struct Carriers {
    folder: tempfile::TempDir,
}

impl Carriers {
    /// With every thread of a synthetic world whose number is a multiple of this.
    fn new(step: usize) -> Self {
        let (world, _) = World::synthetic(11);
        let folder = tempfile::tempdir().unwrap();
        let threads = Thread::all(&world.home());
        assert!(threads.iter().map(|thread| thread.lines.len()).sum::<usize>() > 500, "the threads are worth comparing");
        let write = |path: String, text: String| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for (number, thread) in threads.iter().enumerate().step_by(step) {
            write(format!("transcript/projects/-p/s{number}.jsonl"), thread.transcript());
            write(format!("stream/out{number}.jsonl"), thread.stream());
            write(format!("hook/log{number}.jsonl"), thread.hooks());
        }
        Self { folder }
    }

    /// A lake into which these folders were ingested, one after the other.
    fn lake(&self, order: &[&str]) -> PathBuf {
        let lake = self.folder.path().join(format!("lake-{}", order.join("-")));
        for name in order {
            ingest_into(&lake, vec![self.folder.path().join(name)], 2, false);
        }
        lake
    }
}

#[test]
fn each_carrier_tells_the_same_of_calls() {
    let carriers = Carriers::new(1);
    let [transcript, stream, hook] = ["transcript", "stream", "hook"].map(|name| carriers.lake(&[name]));
    let mut filled = 0;
    for table in tool_tables() {
        let of = |lake: &Path, without: &[&[&str]]| rows(lake, table, without);
        assert_same(table.name, &of(&transcript, &[NOT_IN_A_STREAM]), &of(&stream, &[NOT_IN_A_STREAM]));
        let of_table: &[&str] = match table.name {
            "text_results" | "tool_calls" => OF_ERRORS,
            // The text beside a structured result, or in place of one that is too long.
            "mcp_calls" => &["text_bytes", "saved_to"],
            _ => &[],
        };
        let without = [NOT_IN_A_STREAM, NOT_IN_A_HOOK, OF_THE_TEXT, of_table];
        assert_same(table.name, &of(&transcript, &without), &of(&hook, &without));
        filled += usize::from(!of(&transcript, &[]).is_empty());
    }
    assert!(filled > 8, "most tables have rows");
    let kinds = |lake: &Path| values(lake, &tables::sources::TABLE, &["kind"]).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(kinds(&stream), [r#"{"kind":"stream"}"#.to_owned()].into());
    assert_eq!(kinds(&hook), [r#"{"kind":"hook"}"#.to_owned()].into());
}

#[test]
fn the_transcript_wins_in_any_order_and_the_hook_adds_its_time() {
    let carriers = Carriers::new(4);
    let alone = carriers.lake(&["transcript"]);
    let orders = [
        ["transcript", "stream", "hook"],
        ["transcript", "hook", "stream"],
        ["stream", "transcript", "hook"],
        ["stream", "hook", "transcript"],
        ["hook", "transcript", "stream"],
        ["hook", "stream", "transcript"],
    ];
    let hook = carriers.lake(&["hook"]);
    let times = |lake: &Path| values(lake, &tables::tool_calls::TABLE, &["call_id", "hook_duration_ms"]);
    let want = times(&hook);
    assert!(want.iter().filter(|row| !row.contains("null")).count() > 20, "most calls have a time");
    let lakes = orders.map(|order| carriers.lake(&order));
    let files = lakes.each_ref().map(|lake| data_files(lake));
    for (other, order) in files.iter().zip(orders) {
        assert!(*other == files[0], "{order:?}: the files differ");
    }
    // What holds for one lake now holds for all.
    let [lake, ..] = lakes;
    let others = [&tables::requests::TABLE, &tables::request_attempts::TABLE, &tables::content_blocks::TABLE, &tables::prompts::TABLE];
    for table in tool_tables().chain(others) {
        let hooked: &[&str] = if table.name == "tool_calls" { &["hook_duration_ms", "duration_ms", "duration_source"] } else { &[] };
        assert_same(table.name, &rows(&alone, table, &[hooked]), &rows(&lake, table, &[hooked]));
    }
    assert_eq!(times(&lake), want);
    let wrong = session(&lake).query("select count(*) from tool_calls where (hook_duration_ms is null) = (duration_source = 'hook')").unwrap();
    assert_eq!(array_value_to_string(wrong.batches[0].column(0), 0).unwrap(), "0");
}

#[test]
fn standard_input_is_known_by_its_content() {
    let lake = Lake::empty();
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().to_str().unwrap();
    let ingest = |input: &str| {
        let output = lake.run_with(&["ingest", "-", "--machine", "m", "--format", "json"], input);
        assert!(output.status.success());
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["sources_read"].clone()
    };
    let result = json!({"type": "result", "subtype": "success", "session_id": "s1", "uuid": "r1", "num_turns": 1, "total_cost_usd": 0.25});
    let stream = text(&[json!({"type": "system", "subtype": "init", "session_id": "s1", "uuid": "i", "cwd": "/a"}), result]);
    let hook = text(&[json!({"hook_event_name": "Stop", "session_id": "s1", "cwd": "/a", "stop_hook_active": false})]);
    let transcript = text(&[
        json!({"type": "summary", "summary": "a title"}),
        json!({"type": "user", "uuid": "u", "sessionId": "s1", "message": {"role": "user", "content": "hi"}}),
    ]);
    assert_eq!([ingest(&stream), ingest(&stream), ingest(&hook), ingest(&transcript), ingest("")], [1, 0, 1, 1, 0].map(Value::from));
    assert_eq!(
        lake.csv("select kind, root, path like 'stdin/%.jsonl' as named from sources order by kind"),
        "kind,root,named\nhook,-,true\nstream,-,true\ntranscript,-,true\n"
    );
    assert_eq!(
        lake.csv("select run_id, session_id, cwd, total_cost_usd from runs"),
        "run_id,session_id,cwd,total_cost_usd\nr1,s1,/a,0.250000000000\n"
    );
    assert_eq!(
        lake.csv("select session_id, title from sessions"),
        "session_id,title\ns1,a title\n",
        "records without a session are of the one there is"
    );
    // What is gone from the disk is reported, but this never was there.
    let doctor = lake.run(&["doctor", home, "--format", "json"]);
    let report: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let sources = report["lake"]["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 3);
    assert!(sources.iter().all(|kind| kind["vanished"] == 0 && kind["changed"] == 0), "{report}");
    // A file of any name is read when it is given.
    let log = folder.path().join("hooks.log");
    fs::write(&log, hook).unwrap();
    assert!(lake.run(&["ingest", log.to_str().unwrap(), "--machine", "m"]).status.success());
    assert_eq!(lake.csv("select path, kind from sources where root <> '-'"), "path,kind\nhooks.log,hook\n");
}

#[test]
fn real_streams_are_understood() {
    let streams = std::env::var_os("CCLAKE_CORPUS").map(|home| Path::new(&home).join("../../streams")).filter(|streams| streams.is_dir());
    let Some(streams) = streams else {
        eprintln!("skipped: there is no folder streams beside the home of CCLAKE_CORPUS");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let lake = folder.path().join("lake");
    ingest_into(&lake, vec![streams.clone()], 2, false);
    let count = |sql: &str| array_value_to_string(session(&lake).query(sql).unwrap().batches[0].column(0), 0).unwrap();
    assert_eq!(count("select count(*) from ingest_errors"), "0");
    assert_eq!(count("select coalesce(sum(damaged_lines + pending_lines), 0) from sources"), "0");
    assert_eq!(count("select count(*) from drift where kind = 'type' and place like 'record.%'"), "0");
    for entry in fs::read_dir(streams).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let lines: Vec<Value> = fs::read_to_string(&path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let results: Vec<&Value> = lines.iter().filter(|line| line["type"] == "result").collect();
        let models: usize = results.iter().filter_map(|line| Some(line["modelUsage"].as_object()?.len())).sum();
        let cost: f64 = results.iter().filter_map(|line| line["total_cost_usd"].as_f64()).sum();
        assert_eq!(count(&format!("select kind from sources where path = '{name}'")), "stream");
        assert_eq!(count(&format!("select count(*) from runs where source = '{name}'")), results.len().to_string(), "{name}");
        let of_models = format!("select count(*) from run_models where run_id in (select run_id from runs where source = '{name}')");
        assert_eq!(count(&of_models), models.to_string(), "{name}");
        let of_cost = format!(
            "select round(coalesce(sum(total_cost_usd), 0), 6) = round(cast({cost} as decimal(18, 12)), 6) from runs where source = '{name}'"
        );
        assert_eq!(count(&of_cost), "true", "{name}");
    }
}
