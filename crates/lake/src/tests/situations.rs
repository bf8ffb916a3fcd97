//! Ways in which rows of one key meet.

use super::sample::{Cell, Row, data, ingest, read, time};
use crate::Lake;

const JANUARY: &str = "2026-01-31T23:59:00Z";
const FEBRUARY: &str = "2026-02-01T00:01:00Z";

fn lake() -> (tempfile::TempDir, Lake) {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    (folder, lake)
}

fn row(table: &str, origin: u32, source: &'static str, line: i64) -> Row {
    Row::new(table, origin).with("source", source).with("line", line).with("decoder", 1).with("carrier", "transcript")
}

fn request(origin: u32, source: &'static str, line: i64, ts: &str) -> Row {
    row("requests", origin, source, line).with("response_id", "msg_1").with("kind", "main").with("ts", time(ts)).with("last_ts", time(ts))
}

fn call(origin: u32, source: &'static str, line: i64, ts: &str) -> Row {
    row("tool_calls", origin, source, line).with("call_id", "toolu_1").with("has_call", true).with("tool", "Bash").with("call_ts", time(ts))
}

fn result(origin: u32, source: &'static str, line: i64, ts: &str) -> Row {
    row("tool_calls", origin, source, line)
        .with("call_id", "toolu_1")
        .with("has_result", true)
        .with("result_kind", "BashResult")
        .with("result_ts", time(ts))
}

fn both(origin: u32, source: &'static str, line: i64, call_ts: &str, result_ts: &str) -> Row {
    call(origin, source, line, call_ts).with("has_result", true).with("result_kind", "BashResult").with("result_ts", time(result_ts))
}

fn bash(origin: u32, command: &'static str) -> Row {
    row("bash", origin, "any", 1).with("call_id", "toolu_1").with("command", command)
}

fn one(lake: &Lake, table: &str) -> std::collections::BTreeMap<&'static str, Cell> {
    let mut rows = read(lake, table);
    assert_eq!(rows.len(), 1, "{table}");
    rows.remove(0)
}

/// Ingests both ways round, together and one after the other, and gives the only row of a table.
fn merged(table: &str, rows: [&[Row]; 2]) -> std::collections::BTreeMap<&'static str, Cell> {
    let lakes = [(); 3].map(|()| lake());
    ingest(&lakes[0].1, &rows.concat());
    ingest(&lakes[1].1, rows[0]);
    ingest(&lakes[1].1, rows[1]);
    ingest(&lakes[2].1, rows[1]);
    ingest(&lakes[2].1, rows[0]);
    let files = lakes.each_ref().map(|(folder, _)| data(folder.path()));
    assert!(files[0] == files[1] && files[1] == files[2], "the order matters");
    one(&lakes[0].1, table)
}

#[test]
fn snapshots_of_a_response_become_one_request() {
    let early = request(0, "a", 5, JANUARY).with("output_tokens", 3).with("snapshots", 4).with("usage_final", false);
    let late = request(1, "b", 2, FEBRUARY).with("output_tokens", 90).with("snapshots", 2).with("usage_final", true);
    let row = merged("requests", [&[early], &[late]]);
    assert_eq!((&row["output_tokens"], &row["source"]), (&Cell::Int(90), &"b".into()));
    assert_eq!((&row["ts"], &row["last_ts"]), (&time(JANUARY), &time(FEBRUARY)));
    assert_eq!((&row["snapshots"], &row["usage_final"]), (&Cell::Int(4), &Cell::Bool(true)));
}

#[test]
fn what_belongs_to_a_request_follows_its_main_row() {
    let (folder, lake) = lake();
    let advisor = |origin, source, index: i64| request(origin, source, 5, FEBRUARY).with("kind", "advisor").with("iteration_index", index);
    ingest(&lake, &[request(0, "a", 5, JANUARY).with("output_tokens", 3), advisor(0, "a", 0), advisor(0, "a", 1)]);
    let rows = read(&lake, "requests");
    assert_eq!(rows.len(), 3);
    // All are in the month of the main row, and at its time.
    assert!(rows.iter().all(|row| row["ts"] == time(JANUARY)));
    // Another file has the whole answer, with one advisor; its rows take the place of all three.
    ingest(&lake, &[request(0, "b", 2, FEBRUARY).with("output_tokens", 90), advisor(0, "b", 1)]);
    let rows = read(&lake, "requests");
    let sources: Vec<_> = rows.iter().map(|row| (&row["source"], &row["kind"], &row["iteration_index"])).collect();
    assert_eq!(sources, [(&"b".into(), &"main".into(), &Cell::Int(0)), (&"b".into(), &"advisor".into(), &Cell::Int(1))]);
    // The time is still the earliest, as that is how it merges.
    assert!(rows.iter().all(|row| row["ts"] == time(JANUARY)));
    // An advisor without its main row, with more tokens than all, changes nothing.
    let files = data(folder.path());
    ingest(&lake, &[advisor(0, "c", 0).with("output_tokens", 1_000)]);
    assert!(data(folder.path()) == files);
}

#[test]
fn the_main_thread_has_a_request_before_a_sidechain() {
    let main = request(0, "a", 5, JANUARY).with("output_tokens", 3);
    let side = request(1, "b", 9, JANUARY).with("output_tokens", 90).with("is_sidechain", true);
    let row = merged("requests", [&[main], &[side]]);
    assert_eq!((&row["output_tokens"], &row["is_sidechain"]), (&Cell::Int(3), &Cell::Bool(false)));
}

#[test]
fn the_original_wins_over_a_copy_and_a_transcript_over_a_stream() {
    let record = |origin, line| row("records", origin, "a", line).with("record_id", "r").with("ts", time(JANUARY));
    let row = merged("records", [&[record(0, 3)], &[record(1, 9).with("is_copy", true)]]);
    assert_eq!(row["line"], Cell::Int(3));
    let row = merged("records", [&[record(0, 3)], &[record(1, 9).with("carrier", "stream")]]);
    assert_eq!(row["line"], Cell::Int(3));
    let row = merged("records", [&[record(0, 3).with("decoder", 2)], &[record(1, 9)]]);
    assert_eq!((&row["line"], &row["decoder"]), (&Cell::Int(3), &Cell::Int(2)));
}

#[test]
fn a_copy_with_another_time_leaves_one_row_in_one_month() {
    let (folder, lake) = lake();
    let record = |origin, line, ts| row("records", origin, "a", line).with("record_id", "r").with("ts", time(ts));
    ingest(&lake, &[record(0, 1, JANUARY)]);
    let written = ingest(&lake, &[record(0, 2, FEBRUARY)]);
    assert_eq!((written.files_written, written.files_removed), (1, 1));
    assert_eq!(data(folder.path()).keys().collect::<Vec<_>>(), ["records/month=2026-02/box.parquet"]);
    assert!(!folder.path().join("records/month=2026-01").exists());
    // The one that lost changes nothing.
    assert_eq!(ingest(&lake, &[record(0, 1, JANUARY)]).files_written, 0);
    assert_eq!(one(&lake, "records")["line"], Cell::Int(2));
}

#[test]
fn call_and_result_of_two_sources_are_joined_and_say_so() {
    let row = merged("tool_calls", [&[call(0, "a", 5, JANUARY), bash(0, "ls")], &[result(1, "b", 7, FEBRUARY)]]);
    assert_eq!((&row["tool"], &row["result_kind"], &row["source"]), (&"Bash".into(), &"BashResult".into(), &"a".into()));
    assert_eq!((&row["result_source"], &row["result_line"]), (&"b".into(), &Cell::Int(7)));
    assert_eq!((&row["has_call"], &row["has_result"]), (&Cell::Bool(true), &Cell::Bool(true)));
    assert_eq!((&row["ts"], &row["duration_ms"]), (&time(JANUARY), &Cell::Int(120_000)));
    let Cell::Time(ts) = time(FEBRUARY) else { unreachable!() };
    // decoder 1, carrier transcript (4), no copy: 16 + 8 + 1.
    assert_eq!(row["result_from"], Cell::Witness { rank: 25, sidechain: false, ts: Some(ts), source: "b".to_owned(), line: 7 });
}

#[test]
fn a_source_with_both_halves_wins_over_two_with_one_each() {
    let (_folder, lake) = lake();
    ingest(&lake, &[call(0, "a", 50, JANUARY).with("decoder", 2), bash(0, "from the call")]);
    ingest(&lake, &[result(0, "b", 60, JANUARY)]);
    ingest(&lake, &[both(0, "c", 1, FEBRUARY, FEBRUARY), bash(0, "from both")]);
    let row = one(&lake, "tool_calls");
    assert_eq!((&row["source"], &row["ts"]), (&"c".into(), &time(FEBRUARY)));
    assert_eq!((&row["result_source"], &row["result_line"], &row["result_from"]), (&Cell::Null, &Cell::Null, &Cell::Null));
    let child = one(&lake, "bash");
    assert_eq!((&child["command"], &child["ts"]), (&"from both".into(), &time(FEBRUARY)));
}

#[test]
fn a_better_result_replaces_the_one_that_was_joined() {
    let (_folder, lake) = lake();
    ingest(&lake, &[call(0, "a", 5, JANUARY)]);
    ingest(&lake, &[result(0, "b", 7, JANUARY).with("result_bytes", 1)]);
    ingest(&lake, &[result(0, "c", 9, JANUARY).with("result_bytes", 2).with("is_copy", true)]);
    assert_eq!(one(&lake, "tool_calls")["result_source"], "b".into(), "a copy is no better");
    ingest(&lake, &[result(0, "d", 8, JANUARY).with("result_bytes", 3)]);
    let row = one(&lake, "tool_calls");
    assert_eq!((&row["result_source"], &row["result_bytes"], &row["source"]), (&"d".into(), &Cell::Int(3), &"a".into()));
}

#[test]
fn the_rows_of_the_loser_go_from_every_table_and_month() {
    let (folder, lake) = lake();
    let hunk = |index: i64| Row::new("edit_hunks", 0).with("call_id", "toolu_1").with("hunk_index", index).with("ts", time(JANUARY));
    ingest(&lake, &[both(0, "a", 1, JANUARY, JANUARY), bash(0, "ls"), hunk(0), hunk(1)]);
    assert_eq!(read(&lake, "edit_hunks").len(), 2);
    // The winner knows the tool by another table, or by none.
    let text = row("text_results", 0, "b", 2).with("call_id", "toolu_1");
    ingest(&lake, &[both(0, "b", 2, FEBRUARY, FEBRUARY), text]);
    let files = data(folder.path());
    let paths: Vec<_> = files.keys().collect();
    assert_eq!(paths, ["text_results/month=2026-02/box.parquet", "tool_calls/month=2026-02/box.parquet"]);
    // What lost stays out.
    ingest(&lake, &[both(0, "a", 1, JANUARY, JANUARY), bash(0, "ls"), hunk(0)]);
    assert!(data(folder.path()) == files);
}

#[test]
fn rows_that_follow_nobody_are_dropped() {
    let (folder, lake) = lake();
    ingest(&lake, &[bash(0, "ls")]);
    assert!(data(folder.path()).is_empty());
    ingest(&lake, &[call(0, "a", 1, JANUARY), bash(1, "of another source")]);
    assert!(read(&lake, "bash").is_empty());
}

#[test]
fn a_hook_log_adds_the_time_of_the_tool() {
    let transcript = both(0, "a", 5, JANUARY, FEBRUARY);
    let hook = both(1, "hooks", 900, JANUARY, JANUARY).with("carrier", "hook").with("hook_duration_ms", 40);
    let row = merged("tool_calls", [&[transcript, bash(0, "ls")], &[hook, bash(1, "ls")]]);
    assert_eq!((&row["source"], &row["hook_duration_ms"]), (&"a".into(), &Cell::Int(40)));
    assert_eq!((&row["duration_ms"], &row["duration_source"]), (&Cell::Int(40), &"hook".into()));
}

#[test]
fn a_session_begins_on_the_main_thread_and_keeps_the_title_of_the_user() {
    let from = |rank, sidechain, ts: Option<&str>, line| {
        let ts = ts.map(|ts| if let Cell::Time(ts) = time(ts) { ts } else { unreachable!() });
        Cell::Witness { rank, sidechain, ts, source: "a".to_owned(), line }
    };
    let session = |origin, project: &'static str, project_from, title: &'static str, title_from| {
        let row = Row::new("sessions", origin).with("session_id", "s").with("project", project).with("title", title);
        row.with("project_from", project_from).with("title_from", title_from).with("first_ts", time(FEBRUARY))
    };
    let main = session(0, "/main/.claude/worktrees/x", from(0, false, Some(FEBRUARY), 9), "typed", from(2, false, None, 1));
    let side = session(1, "/side", from(0, true, Some(JANUARY), 1), "made up", from(1, false, Some(FEBRUARY), 50));
    let undated = session(2, "/undated", from(0, false, None, 1), "older", from(2, true, Some(FEBRUARY), 7)).with("first_ts", time(JANUARY));
    let row = merged("sessions", [&[main, side], &[undated]]);
    assert_eq!((&row["project"], &row["repo"]), (&"/main/.claude/worktrees/x".into(), &"/main".into()));
    assert_eq!(row["project_from"], from(0, false, Some(FEBRUARY), 9));
    // Both typed titles rank the same; the one of the main thread goes before that of a sidechain.
    assert_eq!((&row["title"], &row["title_from"]), (&"typed".into(), &from(2, false, None, 1)));
    assert_eq!(row["first_ts"], time(JANUARY));
}
