//! Files that are right, and what is said of others.

use std::path::Path;

use super::*;

fn add(kind: Kind, text: &'static str) -> Result<Library, Problem> {
    let mut library = Library::default();
    library.add(kind, Path::new("own/v.sql"), text)?;
    Ok(library)
}

#[test]
fn the_comments_describe_a_view() {
    let text = "-- name: w\n-- description: Things.\n--   One row per thing.\n-- column a_ms BIGINT: Time: long.\n--   NULL where none is.\n-- column b DECIMAL(38,12): B.\nwith x as (select 1)\nselect * from x;\n";
    let library = add(Kind::View, text).expect("it is whole");
    let [view] = library.views() else { panic!("there is one view") };
    assert_eq!((view.name, view.description.as_str(), view.query), ("w", "Things. One row per thing.", "with x as (select 1)\nselect * from x"));
    let columns: Vec<_> = view.columns.iter().map(|column| (column.name, column.kind, column.unit, column.nullable, &*column.description)).collect();
    let expected = [("a_ms", "BIGINT", Some("milliseconds"), true, "Time: long. NULL where none is."), ("b", "DECIMAL(38,12)", None, false, "B.")];
    assert_eq!(columns, expected);
}

#[test]
fn the_comments_describe_a_report() {
    let text = "-- group: cost\n-- aliases: a, b\n-- description: Things. One row per thing.\n-- scope: since, model\n-- param least INTEGER = 5: Least.\n-- param word VARCHAR = 'x y': Word.\n-- param none DATE = null: None.\n-- top: 3\n-- column a VARCHAR key: A.\n-- column b BIGINT sum detail: B.\n-- example: cclake report v\nselect 1 order by 1\n";
    let library = add(Kind::Report, text).expect("it is whole");
    let report = library.report("b").expect("it has that name too");
    assert_eq!((report.name, report.group.as_str(), report.top, report.example.as_str()), ("v", "cost", Some(3), "cclake report v"));
    let parameters: Vec<_> = report.parameters.iter().map(|one| (one.name, one.kind, one.default.as_deref())).collect();
    let expected = [
        ("since", "DATE", None),
        ("model", "VARCHAR", None),
        ("least", "INTEGER", Some("5")),
        ("word", "VARCHAR", Some("x y")),
        ("none", "DATE", None),
    ];
    assert_eq!(parameters, expected);
    let Content::Query { query, columns } = &report.content else { panic!("it is no page") };
    assert_eq!(*query, "select 1 order by 1");
    assert_eq!(columns.iter().map(|column| column.hints.as_slice()).collect::<Vec<_>>(), [&[Hint::Key][..], &[Hint::Sum, Hint::Detail]]);
}

#[test]
fn a_page_consists_of_reports() {
    let library =
        add(Kind::Report, "-- part models top=5 columns=model,cost_usd order=cost_usd:desc compare least=3: By model\n").expect("it is whole");
    let Content::Page(parts) = &library.reports()[0].content else { panic!("it is a page") };
    let part = &parts[0];
    assert_eq!(
        (part.report, part.heading.as_str(), part.top, part.order, part.compare),
        ("models", "By model", Some(5), Some("cost_usd:desc"), true)
    );
    assert_eq!((part.columns.as_slice(), part.values.as_slice()), (["model", "cost_usd"].as_slice(), [("least", "3")].as_slice()));
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (kind, text, line, what) in [
        (Kind::View, "-- name: v\n", 2, "there is no query"),
        (Kind::View, "-- name: v\n-- hello\nselect 1", 2, "`-- hello` says nothing: `-- KEY: VALUE` does"),
        (Kind::View, "--hello\nselect 1", 1, "`--hello` is no comment that says something"),
        (Kind::View, "--   more\nselect 1", 1, "there is no line to go on with"),
        (Kind::View, "-- name: V w\nselect 1", 1, "`V w` is no name: lower-case letters, digits and _ make one"),
        (Kind::View, "-- name: v\n-- param: v\nselect 1", 2, "`param` is unknown: name, description, column can be said here"),
        (Kind::View, "-- column a: A.\nselect 1", 1, "`column a` lacks a word"),
        (Kind::View, "-- name: v\nselect 1; select 2", 2, "there are 2 statements, and only one query can be answered"),
        (Kind::Macro, "-- name: v\ndrop table x", 2, "the file has to be one statement `create or replace macro v(…) as …`"),
        (Kind::Macro, "create or replace macro v() as 1; drop table x", 1, "the file has to be one statement `create or replace macro v(…) as …`"),
        (Kind::Report, "-- scope: moon\nselect 1", 1, "`moon` is no scope that reports share"),
        (Kind::Report, "-- param a INTEGER: A.\nselect 1", 1, "a parameter is `NAME TYPE = DEFAULT`"),
        (
            Kind::Report,
            "-- param a BLOB = 1: A.\nselect 1",
            1,
            "`BLOB` is no type of a parameter: BIGINT, BOOLEAN, DATE, DOUBLE, INTEGER, VARCHAR are",
        ),
        (Kind::Report, "-- top: many\nselect 1", 1, "`many` is no number of rows"),
        (Kind::Report, "-- column a INTEGER loud: A.\nselect 1", 1, "`loud` is no hint: key, detail, sum, bar, spark are"),
        (Kind::Report, "-- part models: M\nselect 1", 2, "a page of reports has no query of its own"),
        (Kind::Report, "-- part models loud: M\n", 1, "`loud` is neither compare nor NAME=VALUE"),
    ] {
        assert_eq!(add(kind, text).err(), Some(Problem { line, what: what.to_owned() }), "{text}");
    }
}

#[test]
fn the_later_of_two_files_with_one_name_counts() {
    let mut library = add(Kind::View, "select 1").expect("it is whole");
    library.add(Kind::View, Path::new("v.sql"), "select 2").expect("it is whole");
    assert_eq!(library.views().iter().map(|view| view.query).collect::<Vec<_>>(), ["select 2"]);
}

#[test]
fn views_stand_after_those_that_they_use() {
    let mut library = add(Kind::View, "-- name: a\nselect * from c join b using (x)").expect("it is whole");
    for text in ["-- name: b\nselect a from d", "-- name: c\nselect b from b", "-- name: d\nselect a, b, c"] {
        library.add(Kind::View, Path::new(""), text).expect("it is whole");
    }
    library.sort();
    assert_eq!(library.views().iter().map(|view| view.name).collect::<Vec<_>>(), ["d", "b", "c", "a"]);
}

/// Every file of the program describes itself in full, and no two share a name.
#[test]
fn the_files_of_the_program_are_whole() {
    let library = Library::bundled();
    for view in library.views() {
        assert!(!view.columns.is_empty() && view.description.contains("One row per "), "{}", view.name);
    }
    for one in library.macros() {
        assert!(!one.description.is_empty(), "{}", one.name);
    }
    let mut names: Vec<&str> =
        library.reports().iter().flat_map(|report| std::iter::once(report.name).chain(report.aliases.iter().map(String::as_str))).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two reports share a name");
    for report in library.reports() {
        assert!(report.example.starts_with(&format!("cclake report {}", report.name)), "{}", report.name);
        match &report.content {
            Content::Query { columns, .. } => {
                assert!(!columns.is_empty() && report.description.contains("One row per "), "{}", report.name);
                let is_one_row = report.name == "totals";
                assert!(is_one_row || columns.iter().any(|column| column.is(Hint::Key)), "{}", report.name);
            }
            Content::Page(parts) => {
                for part in parts {
                    let shown =
                        library.report(part.report).unwrap_or_else(|| panic!("{} has a part that is no report: {}", report.name, part.report));
                    let Content::Query { columns, .. } = &shown.content else { panic!("{} is a page of pages", report.name) };
                    assert!(
                        part.columns.iter().all(|name| columns.iter().any(|column| column.field.name == *name)),
                        "{} of {}",
                        part.report,
                        report.name
                    );
                }
            }
        }
    }
    // A variable that two reports read has one meaning.
    for report in library.reports() {
        for parameter in &report.parameters {
            let first = library.parameters().into_iter().find(|other| other.name == parameter.name).expect("it is one of them");
            assert_eq!((first.kind, &first.default), (parameter.kind, &parameter.default), "{} of {}", parameter.name, report.name);
        }
    }
}
