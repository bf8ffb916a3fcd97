//! A tree is the same for the same options, has the shapes and shares of real logs, and its truth is what an independent count finds.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use cclake_synth::{Counts, Options, Truth, write_world};
use serde_json::Value;
use tempfile::TempDir;

fn world(seed: u64, bytes: u64) -> (TempDir, Truth) {
    let dir = TempDir::new().unwrap();
    let truth = write_world(dir.path(), &Options { seed, bytes }).unwrap();
    (dir, truth)
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn transcripts(dir: &Path) -> Vec<PathBuf> {
    let is_transcript = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl") && !path.ends_with("journal.jsonl");
    files(&dir.join(".claude/projects")).into_iter().filter(is_transcript).collect()
}

fn hash(dir: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    for path in files(dir) {
        path.strip_prefix(dir).unwrap().hash(&mut hasher);
        fs::read(&path).unwrap().hash(&mut hasher);
    }
    hasher.finish()
}

/// `serde_json` has no value for half a surrogate pair.
fn parse(line: &str) -> Option<Value> {
    serde_json::from_str(&line.replace("half a pair: \\ud83d", "half a pair: ?")).ok()
}

fn bump(counts: &mut Counts, key: &str) {
    *counts.entry(key.to_owned()).or_default() += 1;
}

/// What a reader finds that shares nothing with the writer.
#[derive(Default)]
struct Recount {
    lines: u64,
    bytes: u64,
    broken: u64,
    duplicates: u64,
    records: HashMap<String, String>,
    shares: BTreeMap<String, usize>,
    /// By response: most output tokens, model.
    outputs: HashMap<String, (u64, String)>,
    calls: HashMap<String, String>,
    results: HashMap<String, bool>,
    sessions: BTreeSet<String>,
    hunks: u64,
    plus_lines: u64,
    minus_lines: u64,
    months: BTreeSet<String>,
}

impl Recount {
    fn of(dir: &Path) -> Self {
        let mut recount = Self::default();
        for path in transcripts(dir) {
            let text = fs::read_to_string(path).unwrap();
            recount.bytes += text.len() as u64;
            let mut seen = BTreeSet::new();
            for line in text.lines() {
                recount.lines += 1;
                let record = parse(line).or_else(|| {
                    recount.broken += 1;
                    parse(&line[line.rfind("{\"parentUuid\"")?..])
                });
                let Some(record) = record else { continue };
                let key = record["uuid"].as_str().unwrap_or(line).to_owned();
                recount.duplicates += u64::from(!seen.insert(key));
                recount.share(&record, line.len() + 1);
                recount.record(&record, line);
            }
        }
        recount
    }

    fn share(&mut self, record: &Value, bytes: usize) {
        let kind = record["data"]["type"].as_str().or(record["type"].as_str()).unwrap();
        *self.shares.entry(kind.to_owned()).or_default() += bytes;
    }

    fn record(&mut self, record: &Value, line: &str) {
        let session = record["sessionId"].as_str().unwrap_or_default();
        if !session.is_empty() {
            self.sessions.insert(session.to_owned());
        }
        let key = record["uuid"].as_str().unwrap_or(line);
        self.records.insert(key.to_owned(), record["type"].as_str().unwrap().to_owned());
        self.months.extend(record["timestamp"].as_str().map(|time| time[..7].to_owned()));
        self.message(record, session);
        if record["data"]["type"] == "agent_progress" {
            let echo = &record["data"]["message"];
            self.records.insert(echo["uuid"].as_str().unwrap().to_owned(), echo["type"].as_str().unwrap().to_owned());
            self.message(echo, session);
        }
    }

    fn message(&mut self, record: &Value, session: &str) {
        let message = &record["message"];
        let global = |id: &str, prefix: &str, rest: &str| {
            if id.strip_prefix("srv").unwrap_or(id).starts_with(prefix) { id.to_owned() } else { format!("{session}/{id}{rest}") }
        };
        let model = message["model"].as_str().unwrap_or("<synthetic>");
        if model != "<synthetic>" {
            let usage = &message["usage"];
            let id = global(message["id"].as_str().unwrap(), "msg_", &usage["input_tokens"].to_string());
            let output = usage["output_tokens"].as_u64().unwrap();
            let best = self.outputs.entry(id).or_insert((0, model.to_owned()));
            best.0 = best.0.max(output);
        }
        for block in message["content"].as_array().into_iter().flatten() {
            if block["type"] == "tool_use" || block["type"] == "server_tool_use" {
                self.calls.insert(global(block["id"].as_str().unwrap(), "toolu_", ""), block["name"].as_str().unwrap().to_owned());
            } else if block["type"].as_str().unwrap().ends_with("tool_result") {
                let id = global(block["tool_use_id"].as_str().unwrap(), "toolu_", "");
                if self.results.insert(id, block["is_error"] == true).is_none() {
                    self.patch(&record["toolUseResult"]);
                }
            }
        }
    }

    fn patch(&mut self, result: &Value) {
        if result["oldString"].is_null() && result["edits"].is_null() {
            return;
        }
        for hunk in result["structuredPatch"].as_array().unwrap() {
            self.hunks += 1;
            let starts = |sign: char| hunk["lines"].as_array().unwrap().iter().filter(|line| line.as_str().unwrap().starts_with(sign)).count() as u64;
            self.plus_lines += starts('+');
            self.minus_lines += starts('-');
            assert_eq!(hunk["oldLines"], starts(' ') + starts('-'));
            assert_eq!(hunk["newLines"], starts(' ') + starts('+'));
        }
    }
}

#[test]
fn same_options_same_bytes() {
    let (first, second, other) = (world(5, 1 << 20), world(5, 1 << 20), world(6, 1 << 20));
    assert_eq!(hash(first.0.path()), hash(second.0.path()));
    assert_eq!(first.1, second.1);
    assert_ne!(hash(first.0.path()), hash(other.0.path()));
}

#[test]
fn an_existing_tree_is_left_alone() {
    let (dir, _) = world(1, 0);
    let before = hash(dir.path());
    assert!(write_world(dir.path(), &Options { seed: 2, bytes: 0 }).is_err());
    assert_eq!(hash(dir.path()), before);
}

#[test]
fn the_truth_is_what_a_reader_finds() {
    for (seed, bytes) in [(1, 0), (2, 3 << 20), (3, 8 << 20)] {
        let (dir, truth) = world(seed, bytes);
        let found = Recount::of(dir.path());
        assert_eq!(found.lines, truth.lines);
        assert_eq!(found.bytes, truth.bytes);
        assert_eq!(found.broken, truth.damaged_lines + truth.pending_lines);
        assert_eq!(found.duplicates, truth.duplicates);
        assert_eq!(transcripts(dir.path()).len() as u64, truth.sources);
        assert_eq!(found.sessions.len() as u64, truth.sessions);
        let mut records = Counts::new();
        found.records.values().for_each(|kind| bump(&mut records, kind));
        assert_eq!(records, truth.records);

        let (mut requests, mut outputs) = (Counts::new(), Counts::new());
        for (output, model) in found.outputs.values() {
            bump(&mut requests, model);
            *outputs.entry(model.clone()).or_default() += output;
        }
        assert_eq!(requests, truth.requests.iter().map(|(model, tokens)| (model.clone(), tokens.requests)).collect());
        assert_eq!(outputs, truth.requests.iter().map(|(model, tokens)| (model.clone(), tokens.output)).collect());

        assert_eq!(found.calls.len() as u64, truth.tool_total().calls);
        assert_eq!(found.results.len() as u64, truth.tool_total().results);
        assert_eq!(found.results.values().filter(|&&is_error| is_error).count() as u64, truth.tool_total().errors);
        assert!(found.results.keys().all(|id| found.calls.contains_key(id)));
        assert_eq!((found.hunks, found.plus_lines, found.minus_lines), (truth.edits.hunks, truth.edits.lines_added, truth.edits.lines_removed));

        let written: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("truth.json")).unwrap()).unwrap();
        assert_eq!(written["lines"], truth.lines);
        assert_eq!(written["total"]["output"], truth.total().output);
        assert!(written.as_object().unwrap().len() > 30);
    }
}

#[test]
fn the_smallest_tree_has_every_situation() {
    let (dir, truth) = world(9, 0);
    assert!((500_000..2_500_000).contains(&truth.bytes), "{} bytes", truth.bytes);
    for (what, count) in [
        ("duplicates", truth.duplicates),
        ("damaged", truth.damaged_lines),
        ("recovered", truth.recovered_records),
        ("pending", truth.pending_lines),
        ("unterminated", truth.unterminated_files),
        ("echoes", truth.echoes),
        ("copies", truth.copied_lines - truth.forked_lines),
        ("marked copies", truth.forked_lines),
        ("compactions", truth.compactions),
        ("API errors", truth.api_errors),
        ("synthetic", truth.synthetic),
        ("advisors", truth.advisors.len() as u64),
        ("attempts", truth.attempts.len() as u64),
        ("relayed", truth.requests.get("glm-4.7").map_or(0, |tokens| tokens.requests)),
        ("patches", truth.edits.patched),
        ("patched writes", truth.writes.hunks),
    ] {
        assert!(count > 0, "no {what}");
    }
    let has = |counts: &Counts, keys: &str| {
        let missing: Vec<&str> = keys.split(' ').filter(|&key| !counts.contains_key(key)).collect();
        assert!(missing.is_empty(), "no {missing:?}");
    };
    has(&truth.prompts, "agent bash bash_output command command_output compact_summary interrupt meta task_notification typed");
    has(&truth.statuses, "cancelled denied failed interrupted no_result ok");
    has(&truth.agents, "echo flat nested workflow");
    has(&truth.exit_sources, "benign_1 text unknown zero_implied");
    has(&truth.git_operations, "branch commit pr push");
    has(&truth.progress, "agent_progress bash_progress hook_progress mcp_progress");
    has(&truth.system, "api_error compact_boundary local_command stop_hook_summary turn_duration");
    has(&truth.attachments, "file hook_additional_context hook_success queued_command task_reminder");
    has(
        &truth.error_classes,
        "action_refused agent auto_mode exit_code fs hook interrupted no_such_tool not_granted other permission_rule prompt_aborted sibling timeout \
         tool_error too_large user_rejected validation",
    );
    has(&truth.records, "ai-title custom-title file-history-snapshot last-prompt mode permission-mode pr-link queue-operation summary");
    let tools = "Agent AskUserQuestion Bash Edit ExitPlanMode Glob Grep LS MultiEdit NotebookEdit PowerShell Read Skill SlashCommand TaskCreate \
                 TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch WebFetch WebSearch Workflow Write mcp__context7__query-docs web_search";
    assert!(tools.split(' ').all(|tool| truth.tools.contains_key(tool)));
    has(
        &truth.rows,
        "artifact_items cron_jobs findings listed_tasks mcp_refreshed_servers mcp_resources plan_permissions questions received_notifications todos \
         web_search_hits",
    );
    has(&truth.task_statuses, "completed deleted in_progress");
    assert_eq!((truth.untyped.len(), truth.unknown_keys.len()), (2, 2));
    assert!(truth.sidecars > 0);
    assert!(Recount::of(dir.path()).months.len() >= 5);
}

#[test]
fn bytes_are_shared_as_in_real_logs() {
    for seed in 0..3 {
        let (dir, truth) = world(seed, 8 << 20);
        let shares = Recount::of(dir.path()).shares;
        let percent = |kinds: &[&str]| {
            let bytes: usize = kinds.iter().filter_map(|&kind| shares.get(kind)).sum();
            100.0 * bytes as f64 / truth.bytes as f64
        };
        let user = percent(&["user"]);
        assert!((55.0..=59.0).contains(&user), "user {user}");
        let assistant = percent(&["assistant"]);
        assert!((23.0..=27.0).contains(&assistant), "assistant {assistant}");
        let echoes = percent(&["agent_progress"]);
        assert!((8.0..=10.5).contains(&echoes), "agent_progress {echoes}");
        let noise = percent(&["bash_progress", "hook_progress"]);
        assert!((4.0..=7.0).contains(&noise), "bash and hook progress {noise}");
        let attachments = percent(&["attachment"]);
        assert!((1.0..=3.0).contains(&attachments), "attachments {attachments}");
    }
}
