//! Synthetic transcripts: the lake has every total that they were made with, however they came into it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arrow::array::{AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, UInt64Type};
use cclake_query::Session;
use cclake_transcript::tools;
use serde_json::Value;

use crate::situations::{World, data_files, ingest_in_batches, ingest_into};

/// Totals that no table keeps: a newline more or less at the end of a file, and what a line says of being a copy when its original is there.
const NOT_IN_TABLES: &[&str] = &["unterminated_files", "forked_lines"];

const TOKENS: &str = "count(*) as requests, sum(input_tokens) as input, sum(output_tokens) as output, sum(cache_read_tokens) as cache_read, \
    sum(cache_write_5m_tokens) as cache_write_5m, sum(cache_write_1h_tokens) as cache_write_1h, \
    coalesce(sum(web_search_requests), 0) as web_searches";

const TOOL_USE: &str = "count(*) filter (has_call) as calls, count(*) filter (has_result) as results, count(*) filter (is_error) as errors";

/// The calls of a shell whose result tells of an exit: all but those without a result and those that never ran. In an agent's file the
/// result of a success has no payload, and with it no place for a code.
const EXITS: &str = "bash join tool_calls using (call_id) where has_result and not (result_kind = 'TextResult' and exit_code is null)";
const IS_ABSENT: &str = "(payload_bytes is null and not coalesce(is_error, false))";

/// Tables with a row for each element of lists of inputs or results: all but the first of a tool, and that of questions.
fn items() -> BTreeSet<&'static str> {
    let further = tools().flat_map(|tool| tool.tables.iter().skip(1)).map(|table| table.name);
    // What these hold is counted among changes of files and among agents.
    further.filter(|name| !["edit_hunks", "agent_launches"].contains(name)).chain(["questions"]).collect()
}

/// The name under which the registry has the tools of all servers.
const ANY_SERVER: &str = "mcp__*";

/// Where each part of the truth is in the lake: a name, and a query with a key in its first column and numbers in the others.
fn queries() -> Vec<(&'static str, String)> {
    let changes = |table: &str, more: &str| {
        format!(
            "select '', count(hunks) as patched, sum(hunks) as hunks, sum(lines_added) filter (lines_source = 'patch') as lines_added, \
             sum(lines_removed) filter (lines_source = 'patch') as lines_removed, count(*) filter (hunks is null) as unpatched{more} \
             from {table} where fail_reason is null and call_id in (select call_id from tool_calls where has_result)"
        )
    };
    let by = |key: &str, from: &str| format!("select {key}, count(*) as n from {from} group by 1");
    let one = |number: &str, from: &str| format!("select '', {number} as n from {from}");
    vec![
        ("", "select '', sum(bytes) as bytes, count(*) as sources, sum(lines) as lines, sum(duplicates) as duplicates, sum(damaged_lines) as damaged_lines, \
              sum(recovered_records) as recovered_records, sum(pending_lines) as pending_lines from sources".to_owned()),
        ("copied_lines", one("(select sum(records) from sources) - count(*)", "records where carrier <> 'echo'")),
        ("sessions", one("count(*)", "sessions")),
        ("records", by("type", "records")),
        ("echoes", one("count(*)", "records where subtype = 'agent_progress'")),
        ("prompts", by("kind", "prompts")),
        ("system", by("subtype", "records where type = 'system'")),
        ("attachments", by("subtype", "records where type = 'attachment'")),
        ("progress", by("subtype", "records where type = 'progress'")),
        ("agents", by("case when path like '%/subagents/workflows/%' then 'workflow' when path like '%/subagents/%' then 'nested' else 'flat' end", "sources where agent_id is not null")),
        ("agents", "select 'echo', count(distinct agent_id) as n from records where agent_id not in (select agent_id from sources where agent_id is not null)".to_owned()),
        ("sidecars", one("count(*)", "agent_transcripts where has_meta")),
        ("compactions", one("count(*)", "events where kind = 'compaction'")),
        ("api_errors", one("count(*)", "events where kind = 'api_error'")),
        ("synthetic", one("count(*)", "events where kind = 'synthetic'")),
        ("requests", format!("select model, {TOKENS} from requests where kind = 'main' group by 1")),
        ("total", format!("select '', {TOKENS} from requests where kind = 'main'")),
        ("advisors", format!("select model, {TOKENS} from requests where kind = 'advisor' group by 1")),
        ("attempts", format!("select model, {TOKENS} from request_attempts group by 1")),
        ("tools", format!("select tool, {TOOL_USE} from tool_calls group by 1")),
        ("tool_total", format!("select '', {TOOL_USE} from tool_calls")),
        ("statuses", by("status", "tool_calls")),
        ("error_classes", by("error_class", "tool_calls where error_class is not null")),
        ("exit_codes", by("exit_code", &format!("{EXITS} and exit_code is not null and not {IS_ABSENT}"))),
        ("exit_sources", by(&format!("case when {IS_ABSENT} then 'absent' else exit_code_source end"), EXITS)),
        ("task_statuses", by("status_to", "tasks where status_to is not null")),
        ("rows", items().iter().map(|table| format!("select '{table}', count(*) as n from {table}")).collect::<Vec<_>>().join(" union all ")),
        ("untyped", by("tool", "other_results")),
        ("unknown_keys", "select distinct place || '.' || name, 1 as n from drift".to_owned()),
        ("git_operations", by("git_operation", "bash where git_operation is not null")),
        ("edits", changes("edits", ", sum(replacements) filter (hunks is not null) as replacements, sum(lines_added) filter (lines_source = 'strings') as string_lines_added, \
            sum(lines_removed) filter (lines_source = 'strings') as string_lines_removed")),
        ("writes", changes("writes", "")),
    ]
}

/// What holds within every such lake: these queries have no rows.
const NO_ROWS: &[&str] = &[
    // The original of every copy is there.
    "from records where is_copy",
    "from requests where is_copy",
    "from tool_calls where is_copy",
    // Children are those that their parents count.
    "select call_id, hunks from (select call_id, hunks from edits union all select call_id, hunks from writes) where hunks > 0 \
     except select call_id, count(*) from edit_hunks group by 1",
    "select call_id, lines_added, lines_removed from edits where lines_source = 'patch' and hunks > 0 \
     except select call_id, sum(lines_added), sum(lines_removed) from edit_hunks group by 1",
    // What happened is told by its event.
    "from records where type in ('system', 'attachment') and record_id not in (select event_id from events where event_index = 0)",
];

/// Totals by their path, those that are zero left out.
type Totals = BTreeMap<String, u64>;

fn found(session: &mut Session) -> Totals {
    let mut totals = Totals::new();
    for (part, sql) in queries() {
        let answer = session.query(&sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        for batch in &answer.batches {
            add(&mut totals, part, batch);
        }
    }
    totals.retain(|_, total| *total > 0);
    totals
}

fn add(totals: &mut Totals, part: &str, batch: &RecordBatch) {
    let keys = cast(batch.column(0), &DataType::Utf8).unwrap();
    let schema = batch.schema();
    for (field, column) in schema.fields().iter().zip(batch.columns()).skip(1) {
        let numbers = cast(column, &DataType::UInt64).unwrap();
        let numbers = numbers.as_primitive::<UInt64Type>();
        for (row, key) in keys.as_string::<i32>().iter().enumerate() {
            let name = if field.name() == "n" { "" } else { field.name() };
            let path: Vec<&str> = [part, key.unwrap_or("NULL"), name].into_iter().filter(|step| !step.is_empty()).collect();
            *totals.entry(path.join("/")).or_default() += numbers.iter().nth(row).flatten().unwrap_or_default();
        }
    }
}

fn flatten(path: &str, value: &Value, totals: &mut Totals) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                flatten(&path, value, totals);
            }
        }
        _ => _ = totals.insert(path.to_owned(), value.as_u64().unwrap()),
    }
}

/// Scenario: a tree that shows every situation of real logs.
/// Guarantees: each total that it was made with is what SQL says of the lake.
#[test]
fn the_lake_has_the_totals_of_the_transcripts() {
    for seed in [1, 2, 3] {
        let (world, truth) = World::synthetic(seed);
        world.ingest(2);
        let mut want = Totals::new();
        flatten("", &serde_json::from_str(&truth.to_json()).unwrap(), &mut want);
        want.retain(|path, total| *total > 0 && !NOT_IN_TABLES.contains(&path.as_str()));
        let got = found(&mut world.session());
        let paths: BTreeSet<&String> = want.keys().chain(got.keys()).collect();
        let differing = paths.into_iter().filter(|path| want.get(*path) != got.get(*path));
        let report: Vec<String> = differing.map(|path| format!("{path}: made {:?}, found {:?}", want.get(path), got.get(path))).collect();
        assert!(report.is_empty(), "seed {seed}:\n{}", report.join("\n"));
        every_tool_has_its_rows(&world);
        for sql in NO_ROWS {
            let answer = world.session().query(sql).unwrap();
            assert_eq!(answer.batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 0, "seed {seed}: {sql}");
        }
    }
}

/// Every tool was called and answered, and each of its calls has a row in its table.
fn every_tool_has_its_rows(world: &World) {
    for tool in tools() {
        let calls = match tool.name {
            ANY_SERVER => "tool_calls where mcp_server is not null and has_call".to_owned(),
            name => format!("tool_calls where tool = '{name}' and has_call"),
        };
        let table = tool.tables[0].name;
        let found = world
            .row(&format!("select count(*) filter (status = 'ok') > 0, count(*) filter (call_id not in (select call_id from {table})) from {calls}"));
        assert_eq!(found, ["true", "0"], "{}: answered, and calls without a row in {table}", tool.name);
    }
}

/// The transcripts of a world, in the order of their paths.
fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { transcripts(&path) } else { vec![path] });
    let is_transcript = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl") && !path.ends_with("journal.jsonl");
    let mut found: Vec<PathBuf> = below.filter(is_transcript).collect();
    found.sort();
    found
}

/// Scenario: one tree, read by one thread and by eight, in one run, in one of many batches, and in five, whose files come
/// backwards or mixed.
/// Guarantees: every lake is the same, byte for byte, and reading what has not changed writes nothing.
#[test]
fn ways_into_the_lake_leave_no_trace() {
    let (world, _) = World::synthetic(1);
    let lake = |name: &str| world.home().with_file_name(name);
    let alone = lake("alone");
    ingest_into(&alone, vec![world.home()], 1, false);
    let want = data_files(&alone);
    let is_same = |name: &str| {
        let got = data_files(&lake(name));
        assert_eq!(want.keys().collect::<Vec<_>>(), got.keys().collect::<Vec<_>>(), "{name}");
        for (path, bytes) in &want {
            assert!(got[path] == *bytes, "{name}: {} differs", path.display());
        }
    };

    ingest_into(&lake("eight threads"), vec![world.home()], 8, false);
    is_same("eight threads");

    ingest_in_batches(&lake("batches"), vec![world.home()], 1 << 14);
    is_same("batches");

    let backwards: Vec<PathBuf> = transcripts(&world.home()).into_iter().rev().collect();
    // Every third file, then those that were left out.
    let mixed: Vec<PathBuf> = (0..3).flat_map(|start| backwards.iter().skip(start).step_by(3).cloned()).collect();
    for (name, files) in [("backwards", backwards), ("mixed", mixed)] {
        for run in files.chunks(files.len().div_ceil(5)) {
            ingest_into(&lake(name), run.to_vec(), 2, false);
        }
        is_same(name);
    }

    assert_eq!(ingest_into(&alone, vec![world.home()], 2, false), 0);
    assert_eq!(ingest_into(&alone, vec![world.home()], 2, true), 0, "a rescan");
    is_same("alone");
}
