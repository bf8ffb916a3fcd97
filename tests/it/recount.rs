//! A second, slow reader of the same transcripts, which shares no code with the program, finds the same totals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::situations::{World, data_files, ingest_into};

/// What the second reader found.
#[derive(Default)]
struct Found {
    lines: u64,
    uuids: BTreeSet<String>,
    /// The largest output of each issued message id: on the main thread first, as the last term only the record itself before its echo.
    responses: BTreeMap<String, (bool, i64, bool)>,
    calls: BTreeMap<String, (String, BTreeSet<String>)>,
    results: BTreeMap<String, Vec<(String, Value, Value, bool)>>,
}

impl Found {
    fn file(&mut self, path: &Path) {
        let bytes = fs::read(path).unwrap();
        let file = path.display().to_string();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0)) {
            self.lines += 1;
            // Half surrogates, which this reader's JSON does not take.
            let text = String::from_utf8_lossy(line).replace("\\ud83d\"", "\"").replace("\\ud83d ", " ");
            let Ok(record) = serde_json::from_str::<Value>(&text) else { continue };
            let session = record["sessionId"].as_str().unwrap_or_default().to_owned();
            if record["type"] == "progress" && record["data"]["type"] == "agent_progress" {
                self.record(&record["data"]["message"], &session, &file, true);
            }
            self.record(&record, &session, &file, false);
        }
    }

    fn record(&mut self, record: &Value, session: &str, file: &str, echo: bool) {
        let kind = record["type"].as_str().unwrap_or_default();
        if !["user", "assistant"].contains(&kind) {
            return;
        }
        self.uuids.extend(record["uuid"].as_str().map(str::to_owned));
        let message = &record["message"];
        let billed = kind == "assistant" && message["usage"].is_object() && message["model"] != "<synthetic>";
        if let Some(id) = message["id"].as_str().filter(|id| billed && id.starts_with("msg_")) {
            let side = echo || record["isSidechain"] == true;
            let rank = (!side, message["usage"]["output_tokens"].as_i64().unwrap_or(0), !echo);
            let best = self.responses.entry(id.to_owned()).or_insert(rank);
            *best = rank.max(*best);
        }
        let key = |id: &Value| {
            let id = id.as_str().unwrap_or_default();
            if id.starts_with("toolu_") || id.starts_with("srvtoolu_") { id.to_owned() } else { format!("{session}/{id}") }
        };
        for block in message["content"].as_array().into_iter().flatten() {
            match block["type"].as_str() {
                Some("tool_use" | "server_tool_use") => {
                    let name = block["name"].as_str().unwrap_or_default().to_owned();
                    self.calls.entry(key(&block["id"])).or_insert((name, BTreeSet::new())).1.insert(file.to_owned());
                }
                Some(kind) if kind.ends_with("tool_result") => {
                    let result = (file.to_owned(), block["content"].clone(), record["toolUseResult"].clone(), block["is_error"] == true);
                    self.results.entry(key(&block["tool_use_id"])).or_default().push(result);
                }
                _ => {}
            }
        }
    }

    /// Exit codes, and lines added and removed by patches, of results that stand in the file of their call.
    fn details(&self) -> (BTreeMap<i64, u64>, u64, u64) {
        let (mut codes, mut added, mut removed) = (BTreeMap::new(), 0, 0);
        for (id, results) in &self.results {
            let Some((name, files)) = self.calls.get(id) else { continue };
            let joined = results.iter().filter(|(file, ..)| files.contains(file));
            // A record with a payload says more than an agent's copy without.
            let Some((_, content, payload, is_error)) = joined.max_by_key(|(_, _, payload, _)| !payload.is_null()) else { continue };
            let text = content.as_str().unwrap_or_default();
            let code = text.strip_prefix("Exit code ").and_then(|rest| rest.lines().next()?.parse::<i64>().ok());
            if let Some(code) = code.filter(|_| *is_error && ["Bash", "PowerShell"].contains(&name.as_str())) {
                *codes.entry(code).or_default() += 1;
            }
            if ["Edit", "MultiEdit"].contains(&name.as_str()) {
                for line in
                    payload["structuredPatch"].as_array().into_iter().flatten().flat_map(|hunk| hunk["lines"].as_array().into_iter().flatten())
                {
                    let line = line.as_str().unwrap_or_default();
                    added += u64::from(line.starts_with('+'));
                    removed += u64::from(line.starts_with('-'));
                }
            }
        }
        (codes, added, removed)
    }
}

fn transcripts(folder: &Path, found: &mut Found) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            transcripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") && path.file_name().is_some_and(|name| name != "journal.jsonl") {
            found.file(&path);
        }
    }
}

/// Compares a lake with what the second reader finds in its transcripts.
fn compare(world: &World, home: &Path) {
    let mut found = Found::default();
    transcripts(home, &mut found);
    let one = |sql: &str| world.row(sql).remove(0);
    assert_eq!(one("select sum(lines) from sources"), found.lines.to_string());
    assert_eq!(one("select count(*) from sources where records - recovered_records + duplicates + damaged_lines + pending_lines <> lines"), "0");
    assert_eq!(
        one("select count(*) from requests where kind = 'main' and response_id like 'msg\\_%' escape '\\'"),
        found.responses.len().to_string()
    );
    let output: i64 = found.responses.values().map(|(_, output, _)| output).sum();
    assert_eq!(one("select sum(output_tokens) from requests where kind = 'main' and response_id like 'msg\\_%' escape '\\'"), output.to_string());
    assert_eq!(one("select count(*) from tool_calls where has_call"), found.calls.len().to_string());
    assert_eq!(one("select count(*) from tool_calls where has_result"), found.results.len().to_string());
    let mut tools: BTreeMap<&str, u64> = BTreeMap::new();
    found.calls.values().for_each(|(name, _)| *tools.entry(name).or_default() += 1);
    for (name, count) in tools {
        assert_eq!(one(&format!("select count(*) from tool_calls where tool_raw = '{name}'")), count.to_string(), "{name}");
    }
    let (codes, added, removed) = found.details();
    assert!(!codes.is_empty() && added > 0);
    for (code, count) in codes {
        assert_eq!(
            one(&format!("select count(*) from bash where exit_code = {code} and exit_code_source = 'text'")),
            count.to_string(),
            "exit code {code}"
        );
    }
    let lines = world.row("select sum(lines_added), sum(lines_removed) from edits where lines_source = 'patch'");
    assert_eq!(lines, [added.to_string(), removed.to_string()]);
}

#[test]
fn a_second_reader_agrees_on_a_synthetic_world() {
    let (world, _) = World::synthetic(7);
    world.ingest(2);
    compare(&world, &world.home());
}

#[test]
fn a_second_reader_agrees_on_real_transcripts() {
    let Some(home) = std::env::var_os("CCLAKE_CORPUS") else {
        eprintln!("skipped: CCLAKE_CORPUS does not name a folder of transcripts");
        return;
    };
    let home = Path::new(&home);
    let world = World::new();
    assert!(ingest_into(&world.lake(), vec![home.to_owned()], 2, false) > 0);
    compare(&world, home);
    let before = data_files(&world.lake());
    assert_eq!(ingest_into(&world.lake(), vec![home.to_owned()], 2, false), 0, "a second run writes nothing");
    assert_eq!(ingest_into(&world.lake(), vec![home.to_owned()], 1, true), 0, "and a rescan on another number of threads neither");
    assert!(before == data_files(&world.lake()));
}
