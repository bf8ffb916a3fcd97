//! Reports, against a program in another language that counts them from the transcripts.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::value::RawValue;

use crate::situations::{World, ingest_into};

const ZONES: [&str; 4] = ["UTC", "America/Los_Angeles", "Asia/Kathmandu", "America/Santiago"];

/// Cells stay text: a float would lose digits of a cost.
type Row = BTreeMap<String, Box<RawValue>>;

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The cells of the given columns, where a quoted number is that number. Sorted, since the other program does not know the order.
fn cells(rows: &[Row], columns: &[&String]) -> Vec<Vec<String>> {
    let cell = |row: &Row, column: &String| row[column].get().trim_matches('"').to_owned();
    let mut rows: Vec<Vec<String>> = rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect();
    rows.sort();
    rows
}

#[test]
fn reports_are_what_another_program_counts() {
    let (Some(python), Some(home)) = (std::env::var_os("CCLAKE_PYTHON"), std::env::var_os("CCLAKE_CORPUS")) else {
        eprintln!("skipped: CCLAKE_PYTHON and CCLAKE_CORPUS do not name a Python and a folder of transcripts");
        return;
    };
    let world = World::new();
    ingest_into(&world.lake(), vec![home.clone().into()], 2, false);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for zone in ZONES {
        let counted = run(Command::new(&python)
            .arg(folder.join("tests/it/hand_counted.py"))
            .arg(&home)
            .arg(zone)
            .arg(folder.join("crates/pricing/prices.csv")));
        let counted: BTreeMap<String, Vec<Row>> = serde_json::from_slice(&counted).unwrap();
        for (name, rows) in &counted {
            let report = run(Command::new(env!("CARGO_BIN_EXE_cclake")).arg("--lake").arg(world.lake()).args([
                "report",
                name.as_str(),
                "--tz",
                zone,
                "--format",
                "json",
            ]));
            let report: Vec<Row> = serde_json::from_slice(&report).unwrap();
            let columns: Vec<&String> = rows[0].keys().collect();
            assert_eq!(cells(&report, &columns), cells(rows, &columns), "{name} in {zone}");
        }
    }
}
