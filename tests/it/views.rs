//! The views of a lake.

use cclake_query::{Library, fields};
use cclake_transcript::tables::{self, TABLES};

use crate::fixture::Lake;

/// Scenario: a lake without a row.
/// Guarantees: every table and view is there, empty, with the columns and types that the declaration and the dictionary give.
#[test]
fn an_empty_lake_has_every_table_and_view() {
    let lake = Lake::empty();
    let described = lake.csv("select table_name, column_name, data_type from duckdb_columns() where not internal and schema_name = 'main' order by table_name, column_index");
    let mut views: Vec<_> = TABLES.iter().map(|table| (table.name, fields(table))).collect();
    views.extend(Library::bundled().views().iter().map(|view| (view.name, view.columns.clone())));
    views.sort_by_key(|(name, _)| *name);
    let expected: String =
        views.iter().flat_map(|(name, fields)| fields.iter().map(move |field| format!("{name},{},{}\n", field.name, quoted(field.kind)))).collect();
    similar(&described, &format!("table_name,column_name,data_type\n{expected}"));
    for (name, _) in views {
        assert_eq!(lake.csv(&format!("select count(*) as n from {name}")), "n\n0\n");
    }
}

/// Scenario: a lake with one row in every table, and a column that a reader of the folders would take from their names.
/// Guarantees: the views have the same columns and types as those of an empty lake.
#[test]
fn rows_change_no_column() {
    let lake = Lake::empty();
    for table in TABLES {
        lake.write(table.name, "2026-05", "m", &[&[]]);
    }
    let columns = "select table_name, column_name, data_type from duckdb_columns() where not internal order by all";
    similar(&lake.csv(columns), &Lake::empty().csv(columns));
    for table in TABLES {
        assert_eq!(lake.csv(&format!("select count(*) as n from {}", table.name)), "n\n1\n");
    }
}

/// Scenario: the files of views.
/// Guarantees: each is part of the program, under the name of its file.
#[test]
fn every_file_is_a_view() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/queries/views")).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    let mut known: Vec<&str> = Library::bundled().views().iter().map(|view| view.name).collect();
    known.sort_unstable();
    assert_eq!(names, known);
}

#[test]
fn facts_know_their_session() {
    let lake = Lake::empty();
    lake.write("sessions", "2026-05", "m", &[&[("session_id", "s"), ("project", "/p"), ("repo", "/r")]]);
    lake.write("tool_calls", "2026-05", "m", &[&[("call_id", "1"), ("session_id", "s")], &[("call_id", "2"), ("session_id", "unknown")]]);
    assert_eq!(lake.csv("select call_id, project, repo from tool_calls order by all"), "call_id,project,repo\n1,/p,/r\n2,,\n");
}

/// Scenario: money at rest.
/// Guarantees: sums are exact.
#[test]
fn money_is_exact() {
    let lake = Lake::empty();
    lake.write(
        "requests",
        "2026-05",
        "m",
        &[&[("response_id", "1"), ("reported_cost_usd", "0.000000000001")], &[("response_id", "2"), ("reported_cost_usd", "99999.999999999999")]],
    );
    assert_eq!(lake.csv("select sum(reported_cost_usd) as usd from requests"), "usd\n100000.000000000000\n");
}

/// Scenario: one session that answers about more and more tables, in any spelling, by computed names, and about all of them.
/// Guarantees: a view is there when it is asked for, and only typing errors are unknown.
#[test]
fn views_are_there_when_they_are_needed() {
    let mut session = Lake::empty().session();
    let mut count = |sql: &str| -> usize {
        let answer = session.query(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
        answer.batches.iter().map(|batch| batch.num_rows()).sum()
    };
    assert_eq!(count("select 1 from (select count(*) from Requests)"), 1);
    assert_eq!(count("describe \"edits\""), fields(tables::find("edits").unwrap()).len());
    assert_eq!(count("select count(*) from query_table('pro' || 'mpts')"), 1);
    assert_eq!(count("select count(*) from Subagents"), 1);
    assert_eq!(count("show tables"), TABLES.len() + Library::bundled().views().len());
    let error = Lake::empty().session().query("from reqests").unwrap_err().to_string();
    assert!(error.contains("Did you mean \"requests\""), "{error}");
}

#[test]
fn months_add_up() {
    let lake = Lake::empty();
    for month in ["2026-04", "2026-05", "__HIVE_DEFAULT_PARTITION__"] {
        lake.write("prompts", month, "m", &[&[("record_id", month)]]);
    }
    assert_eq!(lake.csv("select count(*) as n from prompts"), "n\n3\n");
}

fn quoted(kind: &str) -> String {
    if kind.contains(',') { format!("\"{kind}\"") } else { kind.to_owned() }
}

/// Compares line by line, so that a failure names the column and not a page.
fn similar(left: &str, right: &str) {
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    for (left, right) in left.iter().zip(&right) {
        assert_eq!(left, right);
    }
    assert_eq!(left.len(), right.len());
}
