//! What a lake is besides its rows: state, lock, machines.

use std::path::Path;

use cclake_transcript::DECODER;

use super::sample::{Row, batch, data, ingest, push, read, state, table, time};
use crate::{Error, Lake, Seen, State, VERSION, Written};

fn record(id: &str) -> Row {
    Row::new("records", 0).with("record_id", id).with("ts", time("2026-01-05T00:00:00Z")).with("decoder", 1)
}

fn commit_nothing(lake: &Lake, state: State) -> Written {
    let lock = lake.lock(false).unwrap();
    lake.begin(&lock).commit(&state).unwrap()
}

#[test]
fn a_run_without_rows_saves_the_state_and_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    assert_eq!(lake.state().unwrap(), State::default());
    let mut state = state();
    let seen = Seen { bytes: 1, mtime_ns: -2, ctime_ns: 3, inode: 4, head_hash: u64::MAX, head_bytes: 6, sidecar: 7 };
    state.sources.entry("/root".to_owned()).or_default().insert("projects/a.jsonl".to_owned(), seen);
    assert_eq!(commit_nothing(&lake, state.clone()), Written::default());
    assert_eq!(lake.state().unwrap(), state);
    assert!(data(folder.path()).is_empty());
    let text = std::fs::read_to_string(folder.path().join("_cclake/box/state.json")).unwrap();
    let expected =
        r#"{"version":1,"decoder":1,"text":"preview","prices":"","sources":{"/root":{"projects/a.jsonl":[1,-2,3,4,18446744073709551615,6,7]}}}"#;
    assert_eq!(text, expected);
    // A state of before there were sidecars.
    std::fs::write(folder.path().join("_cclake/box/state.json"), text.replace(",6,7]", ",6]")).unwrap();
    assert_eq!(lake.state().unwrap().sources["/root"]["projects/a.jsonl"], Seen { sidecar: 0, ..seen });
}

#[test]
fn the_same_rows_again_change_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let rows = [record("a"), record("b")];
    let written = ingest(&lake, &rows);
    assert_eq!((written.files_written, written.files_removed, written.rows["records"]), (1, 0, 2));
    let path = folder.path().join("records/month=2026-01/box.parquet");
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(ingest(&lake, &rows), Written::default());
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn a_second_writer_is_told_who_the_first_is() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [(); 2].map(|()| Lake::open(folder.path(), "box").unwrap());
    let lock = first.lock(false).unwrap();
    let error = second.lock(false).unwrap_err();
    assert!(matches!(&error, Error::Locked { holder, .. } if holder.contains(&format!("process {}", std::process::id()))), "{error}");
    // Other machines are free to write.
    Lake::open(folder.path(), "other").unwrap().lock(false).unwrap();
    drop(lock);
    second.lock(true).unwrap();
}

#[test]
fn machines_share_a_lake_and_leave_each_other_alone() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|machine| Lake::open(folder.path(), machine).unwrap());
    ingest(&one, &[record("a")]);
    let before = data(folder.path());
    ingest(&two, &[record("a"), record("b")]);
    let after = data(folder.path());
    assert!(before.iter().all(|(path, bytes)| after[path] == *bytes));
    let files: Vec<_> = one.files(table("records")).unwrap().iter().map(|path| path.strip_prefix(folder.path()).unwrap().to_owned()).collect();
    assert_eq!(files, ["one", "two"].map(|machine| Path::new("records/month=2026-01").join(format!("{machine}.parquet"))));
    assert_eq!(read(&one, "records").len(), 3);
}

#[test]
fn reading_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    assert!(matches!(Lake::read_only(&missing), Err(Error::NoLake { path }) if path == missing));
    assert!(!missing.exists());
    assert!(matches!(Lake::read_only(folder.path()), Err(Error::NoLake { .. })));
    ingest(&Lake::open(folder.path(), "box").unwrap(), &[record("a")]);
    let lake = Lake::read_only(folder.path()).unwrap();
    assert_eq!((lake.machine(), lake.files(table("records")).unwrap().len()), ("", 1));
    assert!(lake.files(table("requests")).unwrap().is_empty());
}

#[test]
fn a_lake_of_a_newer_program_is_refused() {
    for newer in [State { version: VERSION + 1, ..state() }, State { decoder: DECODER + 1, ..state() }] {
        let folder = tempfile::tempdir().unwrap();
        let lake = Lake::open(folder.path(), "other").unwrap();
        commit_nothing(&lake, newer);
        for opened in [Lake::open(folder.path(), "box"), Lake::read_only(folder.path())] {
            let error = opened.unwrap_err();
            assert!(matches!(error, Error::Newer { .. }), "{error}");
        }
    }
}

/// Scenario: a machine replaces a table's rows by others, by the same, and by none; another machine has rows of its own.
/// Guarantees: of this machine the last ones are there and no others, of the other all; files that come out the same stay untouched.
#[test]
fn a_table_is_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here", "there"].map(|machine| Lake::open(folder.path(), machine).unwrap());
    let replace = |lake: &Lake, rows: &[Row], more: &[Row]| {
        let lock = lake.lock(false).unwrap();
        let run = lake.begin(&lock);
        if !more.is_empty() {
            push(&run, more);
        }
        let table = table("prices");
        let rows = if rows.is_empty() { arrow::array::RecordBatch::new_empty(table.schema_in_flight()) } else { batch(rows) };
        run.replace(table, rows).commit(&state()).unwrap()
    };
    let price = |id: &str| Row::new("prices", 0).with("price_id", id);
    let ids = |lake: &Lake| read(lake, "prices").into_iter().map(|row| row["price_id"].clone()).collect::<Vec<_>>();

    // Rows that are pushed merge as always, beside the table that is replaced.
    let written = replace(&here, &[price("b"), price("a"), price("b")], &[record("r")]);
    assert_eq!((written.files_written, written.rows["prices"], written.rows["records"]), (2, 2, 1));
    assert_eq!(ids(&here), ["a".into(), "b".into()]);
    replace(&there, &[price("a")], &[]);
    assert_eq!(ids(&here).len(), 3);

    assert_eq!(replace(&here, &[price("a"), price("b")], &[]), Written::default());
    assert_eq!(replace(&here, &[price("c")], &[]).rows["prices"], 1);
    assert_eq!(ids(&here), ["c".into(), "a".into()]);
    let written = replace(&here, &[], &[]);
    assert_eq!((written.files_written, written.files_removed), (0, 1));
    assert_eq!(ids(&here), ["a".into()]);
    assert_eq!(read(&here, "records").len(), 1);
}
