//! Files that an older program wrote.

use std::fs::{self, File};
use std::sync::Arc;

use arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray};
use parquet::arrow::ArrowWriter;

use super::sample::{Cell, Row, ingest, read, state, time};
use crate::{Lake, State, Written};

#[test]
fn columns_that_a_file_lacks_are_null_and_those_that_are_gone_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let Cell::Time(ts) = time("2026-01-05T00:00:00Z") else { unreachable!() };
    let columns: [(&str, ArrayRef); 5] = [
        ("gone", Arc::new(StringArray::from(vec!["x"]))),
        ("record_id", Arc::new(StringArray::from(vec!["old"]))),
        ("ts", Arc::new(TimestampMicrosecondArray::from(vec![ts]).with_timezone("UTC"))),
        // Once a text, now a number.
        ("bytes", Arc::new(StringArray::from(vec!["12"]))),
        // Once a number, now a text.
        ("slug", Arc::new(Int64Array::from(vec![7]))),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let path = folder.path().join("records/month=2026-01/box.parquet");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(&path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();

    let new = Row::new("records", 0).with("record_id", "new").with("ts", time("2026-01-06T00:00:00Z")).with("source", "s");
    ingest(&lake, &[new]);
    let rows = read(&lake, "records");
    assert_eq!(rows.len(), 2);
    let old = &rows[0];
    assert_eq!((&old["record_id"], &old["ts"]), (&"old".into(), &Cell::Time(ts)));
    assert_eq!((&old["bytes"], &old["slug"]), (&Cell::Int(12), &"7".into()));
    assert_eq!((&old["uuid"], &old["is_meta"]), (&Cell::Null, &Cell::Null));
    // These cannot be NULL.
    assert_eq!((&old["source"], &old["line"]), (&"".into(), &Cell::Int(0)));
    assert_eq!(rows[1]["source"], "s".into());

    // A fresh row of the same key takes its place.
    ingest(&lake, &[Row::new("records", 0).with("record_id", "old").with("ts", time("2026-01-05T00:00:00Z")).with("decoder", 1).with("uuid", "u")]);
    let rows = read(&lake, "records");
    assert_eq!((rows.len(), &rows[0]["uuid"]), (2, &"u".into()));
}

#[test]
fn another_decoder_makes_all_files_alike() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let record = |id: &'static str, ts| Row::new("records", 0).with("record_id", id).with("ts", time(ts));
    ingest(&lake, &[record("a", "2026-01-05T00:00:00Z"), record("b", "2026-02-05T00:00:00Z")]);
    let lock = lake.lock(false).unwrap();
    let newer = State { decoder: state().decoder + 1, ..state() };
    let written = lake.begin(&lock).commit(&newer).unwrap();
    assert_eq!((written.files_written, written.rows["records"]), (2, 2));
    assert_eq!(lake.begin(&lock).commit(&newer).unwrap(), Written::default());
}
