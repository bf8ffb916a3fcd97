//! The kinds of results, against a program in another language that has the same rules.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::situations::{World, ingest_into};

/// Compares the kinds in a lake with those that the script finds in its transcripts. Gives the number of results.
fn compare(python: &OsStr, world: &World, home: &Path) -> u64 {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/result_kinds.py");
    let output = Command::new(python).arg(script).arg(home).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Vec<(String, String, u64)> = serde_json::from_slice(&output.stdout).unwrap();
    let lake = world.row(
        "select string_agg(coalesce(tool_raw, '') || chr(9) || result_kind || chr(9) || results, chr(10)) from \
         (select tool_raw, result_kind, count(*) as results from tool_calls where has_result group by all)",
    );
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        Some((cells.next()?, cells.next()?, cells.next()?.parse().ok()?))
    };
    let mut lake: Vec<(String, String, u64)> = lake[0].lines().map(|line| row(line).unwrap()).collect();
    lake.sort();
    assert_eq!(lake, found);
    found.iter().map(|(.., count)| count).sum()
}

fn python() -> Option<std::ffi::OsString> {
    let python = std::env::var_os("CCLAKE_PYTHON");
    if python.is_none() {
        eprintln!("skipped: CCLAKE_PYTHON does not name a Python");
    }
    python
}

#[test]
fn another_program_finds_the_same_kinds_in_a_synthetic_world() {
    let Some(python) = python() else { return };
    let (world, truth) = World::synthetic(3);
    world.ingest(2);
    let truth: Value = serde_json::from_str(&truth.to_json()).unwrap();
    assert_eq!(compare(&python, &world, &world.home()), truth["tool_total"]["results"].as_u64().unwrap());
}

#[test]
fn another_program_finds_the_same_kinds_in_real_transcripts() {
    let Some(python) = python() else { return };
    let Some(home) = std::env::var_os("CCLAKE_CORPUS") else {
        eprintln!("skipped: CCLAKE_CORPUS does not name a folder of transcripts");
        return;
    };
    let world = World::new();
    ingest_into(&world.lake(), vec![home.clone().into()], 2, false);
    assert!(compare(&python, &world, Path::new(&home)) > 0);
}
