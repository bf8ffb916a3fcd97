//! A process that dies at any step of a commit leaves the old lake or the new one, never a mix.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sample::{Row, data, ingest, push, state, time};
use crate::{Lake, Seen, State};

/// The steps, and whether the commit has happened when the process dies there.
const STEPS: [(&str, bool); 10] = [
    ("files", false),
    ("plan", false),
    ("commit", true),
    ("one rename", true),
    ("renames", true),
    ("one removal", true),
    ("removals", true),
    ("data", true),
    ("state", true),
    ("end", true),
];
const FOLDER: &str = "CCLAKE_TEST_LAKE";

fn record(id: &str, ts: &str, line: i64) -> Row {
    Row::new("records", line as u32).with("record_id", id).with("ts", time(ts)).with("line", line).with("decoder", 1)
}

fn before() -> Vec<Row> {
    vec![record("stays", "2026-01-05T00:00:00Z", 1), record("moves", "2026-02-05T00:00:00Z", 2)]
}

/// Rewrites January, empties and so removes February, adds March and another table.
fn after() -> Vec<Row> {
    vec![
        record("moves", "2026-03-05T00:00:00Z", 3),
        record("new", "2026-01-06T00:00:00Z", 4),
        Row::new("prompts", 4).with("record_id", "new").with("ts", time("2026-01-06T00:00:00Z")),
    ]
}

fn after_state() -> State {
    let mut state = state();
    state.sources.entry("root".to_owned()).or_default().insert("path".to_owned(), Seen { bytes: 7, ..Seen::default() });
    state
}

fn commit_after(lake: &Lake) -> crate::Written {
    let lock = lake.lock(false).unwrap();
    let run = lake.begin(&lock);
    push(&run, &after());
    run.commit(&after_state()).unwrap()
}

/// What the process that is killed does. Alone it does nothing.
#[test]
fn victim() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let lake = Lake::open(&PathBuf::from(folder), "box").unwrap();
    if lake.state().unwrap() == state() {
        commit_after(&lake);
    }
}

fn die_at(folder: &Path, step: &str) {
    let mut victim = Command::new(std::env::current_exe().unwrap());
    victim.args(["--exact", "tests::crash::victim"]).env(FOLDER, folder).env("CCLAKE_FAIL_POINT", step);
    let output = victim.output().unwrap();
    assert!(!output.status.success(), "nothing died at {step:?}: {}", String::from_utf8_lossy(&output.stdout));
}

fn lake_before(folder: &Path) -> Lake {
    let lake = Lake::open(folder, "box").unwrap();
    ingest(&lake, &before());
    lake
}

#[test]
fn a_lake_is_old_or_new_wherever_a_commit_ends() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lake_before(&folder.path().join("whole"));
    let old = data(whole.dir());
    commit_after(&whole);
    let new = data(whole.dir());
    let paths: Vec<_> = new.keys().map(String::as_str).collect();
    assert_eq!(paths, ["prompts/month=2026-01/box.parquet", "records/month=2026-01/box.parquet", "records/month=2026-03/box.parquet"]);

    for (step, happened) in STEPS {
        let path = folder.path().join(step);
        lake_before(&path);
        die_at(&path, step);
        // A reader heals as well as a writer does.
        let reader = Lake::read_only(&path).unwrap();
        assert!(data(reader.dir()) == if happened { new.clone() } else { old.clone() }, "after {step:?}");
        let lake = Lake::open(&path, "box").unwrap();
        assert_eq!(lake.state().unwrap(), if happened { after_state() } else { state() }, "after {step:?}");

        let written = commit_after(&lake);
        assert_eq!(written.files_written + written.files_removed > 0, !happened, "after {step:?}");
        assert!(data(lake.dir()) == new, "rerun after {step:?}");
        assert_eq!(lake.state().unwrap(), after_state());
        assert!(crate::layout::names(&path.join("_cclake/box/tmp")).unwrap().is_empty(), "left after {step:?}");
        assert!(!path.join("records/month=2026-02").exists());
    }
}

#[test]
fn recovery_can_die_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lake_before(&folder.path().join("whole"));
    commit_after(&whole);
    for (step, _) in STEPS.iter().skip(2).filter(|(step, _)| !step.starts_with("one")) {
        let path = folder.path().join(step);
        lake_before(&path);
        die_at(&path, "one rename");
        die_at(&path, step);
        let lake = Lake::open(&path, "box").unwrap();
        assert!(data(lake.dir()) == data(whole.dir()), "after {step:?}");
        assert_eq!(lake.state().unwrap(), after_state());
    }
}

#[test]
fn another_machine_finishes_what_one_began() {
    let folder = tempfile::tempdir().unwrap();
    let whole = lake_before(&folder.path().join("whole"));
    commit_after(&whole);
    let path = folder.path().join("lake");
    lake_before(&path);
    die_at(&path, "renames");
    let other = Lake::open(&path, "other").unwrap();
    assert!(data(other.dir()) == data(whole.dir()));
    assert_eq!(other.state().unwrap(), State::default());
}
