//! Lakes of hand-made rows, and the program that reads them.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray, new_null_array};
use arrow::compute::cast;
use arrow::datatypes::{DataType, TimestampMicrosecondType};
use cclake_query::{Answer, Error, Library, Options, Session};
use cclake_transcript::table::Column;
use cclake_transcript::tables;
use jiff::tz::TimeZone;
use parquet::arrow::ArrowWriter;
use tempfile::TempDir;

/// The values of one row that a test is about; the others are NULL, or empty where they cannot be.
pub(crate) type Row<'a> = &'a [(&'a str, &'a str)];

/// A lake in a folder of its own.
pub(crate) struct Lake {
    path: PathBuf,
    _folder: TempDir,
}

impl Lake {
    /// A lake without a table.
    pub(crate) fn empty() -> Self {
        Self::named("lake")
    }

    /// A lake without a table, whose folder has this name.
    pub(crate) fn named(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        // What makes a folder a lake.
        fs::create_dir_all(path.join("_cclake")).unwrap();
        Self { path, _folder: folder }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one file of a table, as the machine's ingest does.
    pub(crate) fn write(&self, table: &str, month: &str, machine: &str, rows: &[Row<'_>]) {
        let table = tables::find(table).unwrap();
        for (name, _) in rows.iter().flat_map(|row| row.iter()) {
            assert!(table.columns().any(|column| column.name == *name), "{} has no column {name}", table.name);
        }
        let columns: Vec<ArrayRef> = table.columns().map(|column| array(column, rows, machine)).collect();
        let batch = RecordBatch::try_new(table.schema(), columns).unwrap();
        let folder = self.path.join(table.name).join(format!("month={month}"));
        fs::create_dir_all(&folder).unwrap();
        let mut writer = ArrowWriter::try_new(File::create(folder.join(format!("{machine}.parquet"))).unwrap(), table.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }

    /// A session in UTC.
    pub(crate) fn session(&self) -> Session {
        self.session_in("UTC")
    }

    pub(crate) fn session_in(&self, zone: &str) -> Session {
        let now = Some("2026-06-01T12:00:00Z".parse().unwrap());
        Session::open(&self.path, &Options { tz: TimeZone::get(zone).unwrap(), now, library: Library::bundled() }).unwrap()
    }

    /// What the program answers, as CSV in UTC.
    pub(crate) fn csv(&self, sql: &str) -> String {
        self.sql(sql, &["--tz", "UTC", "--format", "csv"])
    }

    /// What `cclake sql` writes.
    pub(crate) fn sql(&self, sql: &str, arguments: &[&str]) -> String {
        let output = self.run(&[&["sql", sql], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program on the lake.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        cclake().arg("--lake").arg(&self.path).args(arguments).output().unwrap()
    }

    /// Runs the program on the lake, with a text as its standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = cclake().arg("--lake").arg(&self.path).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }
}

/// The program, in an environment that says nothing.
pub(crate) fn cclake() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cclake"));
    for variable in
        ["CCLAKE_CONFIG", "CCLAKE_LAKE", "CCLAKE_QUERIES", "COLUMNS", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR"]
    {
        command.env_remove(variable);
    }
    command
}

/// The message of an answer that is an error.
pub(crate) fn message(answer: Result<Answer, Error>) -> String {
    answer.unwrap_err().to_string()
}

fn array(column: &'static Column, rows: &[Row<'_>], machine: &str) -> ArrayRef {
    let kind = column.kind.at_rest();
    if column.hidden() {
        return new_null_array(&kind, rows.len());
    }
    let blank = match (&kind, column.name) {
        (_, "machine") => Some(machine),
        _ if column.nullable => None,
        (DataType::Utf8, _) => Some(""),
        (DataType::Boolean, _) => Some("false"),
        _ => Some("0"),
    };
    let values = rows.iter().map(|row| row.iter().find(|(name, _)| *name == column.name).map(|(_, value)| *value).or(blank));
    let text: ArrayRef = Arc::new(values.collect::<StringArray>());
    match kind {
        // Without its zone database, arrow parses no time into a zone.
        DataType::Timestamp(unit, zone) => {
            let utc = cast(&text, &DataType::Timestamp(unit, None)).unwrap();
            Arc::new(utc.as_primitive::<TimestampMicrosecondType>().clone().with_timezone_opt(zone))
        }
        kind => cast(&text, &kind).unwrap(),
    }
}
