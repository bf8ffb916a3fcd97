//! The lake as others see it: pyarrow reads every table, with types and descriptions.

use std::process::Command;

use cclake_transcript::cell::ColumnType;
use cclake_transcript::tables;
use serde_json::Value;

use crate::situations::World;

/// The type that pyarrow gives a column.
fn foreign_type(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Text => "string",
        ColumnType::Int => "int64",
        ColumnType::Bool => "bool",
        ColumnType::Time => "timestamp[us, tz=UTC]",
        ColumnType::Money => "decimal128(18, 12)",
        ColumnType::Witness => {
            "struct<rank: int64 not null, sidechain: bool not null, ts: timestamp[us, tz=UTC], source: string not null, line: int64 not null>"
        }
    }
}

#[test]
fn pyarrow_reads_every_table() {
    let Some(python) = std::env::var_os("CCLAKE_PYTHON") else {
        eprintln!("skipped: CCLAKE_PYTHON does not name a Python with pyarrow");
        return;
    };
    let (world, _) = World::synthetic(1);
    world.add_run();
    world.ingest(2);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/outside.py");
    let output = Command::new(python).arg(script).arg(world.lake()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    // Jobs write their runs themselves.
    for table in tables::TABLES.iter().filter(|table| table.name != "job_runs") {
        let found = &found[table.name];
        assert_eq!(found["description"], table.description(), "{}", table.name);
        assert_eq!(found["created_by"], "cclake", "{}", table.name);
        assert_eq!(found["rows"].to_string(), world.row(&format!("select count(*) from {}", table.name))[0], "{}", table.name);
        let columns: Vec<Value> =
            table.columns().map(|column| serde_json::json!([column.name, foreign_type(column.kind), column.summary()])).collect();
        assert_eq!(found["columns"], Value::Array(columns), "{}", table.name);
    }
}
