//! The reports in a DuckDB that is not ours.

use std::io::Write;
use std::process::{Command, Stdio};

use arrow::util::display::array_value_to_string;
use cclake_query::{Ask, Content, Library, Options, Session, init_sql, report_sql};
use jiff::tz::TimeZone;

use crate::situations::World;

/// What the scripts answer there; none if there is no such engine.
fn answers(scripts: &[String]) -> Option<Vec<Vec<String>>> {
    let python = std::env::var_os("CCLAKE_PYTHON")?;
    let has_engine = Command::new(&python).args(["-c", "import duckdb"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !has_engine {
        return None;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/plain_engine.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = serde_json::to_string(scripts).unwrap();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Scenario: every report in four zones, printed as SQL and run in the DuckDB of PyPI, on a lake with years of clock changes.
/// Guarantees: the rows are the same to the last digit.
#[test]
fn reports_are_the_same_in_a_plain_engine() {
    let (world, _) = World::synthetic(8);
    world.ingest(2);
    let now = Some("2026-07-20T09:30:00Z".parse().unwrap());
    let (mut names, mut scripts, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for zone in ["UTC", "America/Los_Angeles", "Asia/Kathmandu", "America/Santiago"] {
        let options = Options { tz: TimeZone::get(zone).unwrap(), now, library: Library::bundled() };
        let mut session = Session::open(&world.lake(), &options).unwrap();
        for report in options.library.reports() {
            let Content::Query { query, .. } = &report.content else { continue };
            let rows = format!("select to_json(report)::varchar as row from (\n{query}\n) as report");
            session.report(report, &Ask::default()).unwrap();
            let answer = session.query(&rows).unwrap();
            let texts = answer.batches.iter().flat_map(|batch| (0..batch.num_rows()).map(|row| array_value_to_string(batch.column(0), row).unwrap()));
            ours.push(texts.collect::<Vec<_>>());
            let script = report_sql(&world.lake(), &options, report, &Ask::default()).unwrap();
            let setup = script.strip_suffix(&format!("{query};\n")).unwrap();
            scripts.push(format!("{setup}{rows}"));
            names.push(format!("{} {zone}", report.name));
        }
    }
    let Some(theirs) = answers(&scripts) else {
        eprintln!("skipped: CCLAKE_PYTHON does not name a Python with duckdb");
        return;
    };
    for (name, (ours, theirs)) in names.iter().zip(ours.iter().zip(&theirs)) {
        assert_eq!(ours, theirs, "{name}");
    }
}

/// Scenario: the script of `cclake schema --format sql`, then a report's file as it is.
/// Guarantees: the file runs without anything else, with the defaults of its parameters.
#[test]
fn files_of_reports_run_as_they_are() {
    let (world, _) = World::synthetic(8);
    world.ingest(2);
    let options = Options { tz: TimeZone::UTC, now: Some("2026-07-20T09:30:00Z".parse().unwrap()), library: Library::bundled() };
    let init = init_sql(&world.lake(), &options).unwrap();
    let read = |path: &str| std::fs::read_to_string(format!("{}/queries/reports/{path}.sql", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let files = ["cost/weekly", "behaviour/allowlist", "cost/budget", "health/health"];
    let scripts: Vec<String> = files.iter().map(|path| format!("{init}\n{}", read(path))).collect();
    let counted: Vec<String> =
        scripts.iter().map(|script| format!("{init}\nselect count(*)::varchar from (\n{}\n)", &script[init.len()..])).collect();
    let Some(theirs) = answers(&counted) else {
        eprintln!("skipped: CCLAKE_PYTHON does not name a Python with duckdb");
        return;
    };
    let mut session = Session::open(&world.lake(), &options).unwrap();
    for (path, counted) in files.iter().zip(theirs) {
        let report = options.library.report(path.rsplit('/').next().unwrap()).unwrap();
        let (answer, _) = session.report(report, &Ask::default()).unwrap();
        let rows: usize = answer.batches.iter().map(|batch| batch.num_rows()).sum();
        assert_eq!(counted, [rows.to_string()], "{path}");
    }
}
