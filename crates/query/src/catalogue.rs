//! The views that come with the program, beside those of the tables: one file of SQL each, in `queries/views`.
//!
//! A file begins with comments that describe it, a line that begins with more than one space going on with the one above:
//!
//! ```sql
//! -- name: NAME
//! -- description: What the view has. One row per …
//! -- column NAME TYPE: What the column holds, and what NULL means.
//! ```

use std::sync::LazyLock;

use cclake_transcript::table::unit;

use crate::fields::Field;

/// The files. A view can use those before it.
const FILES: &[&str] = &[
    include_str!("../../../queries/views/request_order.sql"),
    include_str!("../../../queries/views/request_prices.sql"),
    include_str!("../../../queries/views/contexts.sql"),
    include_str!("../../../queries/views/cache_economics.sql"),
    include_str!("../../../queries/views/result_carry.sql"),
    include_str!("../../../queries/views/subagents.sql"),
    include_str!("../../../queries/views/agent_runs.sql"),
    include_str!("../../../queries/views/commit_costs.sql"),
    include_str!("../../../queries/views/pull_request_costs.sql"),
    include_str!("../../../queries/views/session_summary.sql"),
];

/// A view that comes with the program.
#[derive(Debug)]
pub struct View {
    /// Its name.
    pub name: &'static str,
    /// What it has, and what one row is.
    pub description: String,
    /// Its columns, in order.
    pub columns: Vec<Field>,
    /// The query that it stands for, without comments above.
    pub(crate) query: &'static str,
}

/// The views that come with the program, each after those that it uses.
pub fn catalogue() -> &'static [View] {
    static VIEWS: LazyLock<Vec<View>> =
        LazyLock::new(|| FILES.iter().map(|file| parse(file).expect("the views of the program describe themselves")).collect());
    &VIEWS
}

/// Reads a file.
fn parse(file: &'static str) -> Result<View, String> {
    let query = file.find("\nwith ").or_else(|| file.find("\nselect ")).map(|at| &file[at + 1..]).ok_or("there is no query")?;
    let mut view = View { name: "", description: String::new(), columns: Vec::new(), query: query.trim_end() };
    for line in file[..file.len() - query.len()].lines() {
        let text = line.strip_prefix("-- ").ok_or_else(|| format!("`{line}` is no comment"))?;
        if let Some(more) = text.strip_prefix("  ") {
            let last = view.columns.last_mut().map_or(&mut view.description, |column| &mut column.description);
            *last += &format!(" {more}");
            continue;
        }
        let (key, value) = text.split_once(": ").ok_or_else(|| format!("`{line}` says nothing"))?;
        match key.split(' ').collect::<Vec<_>>()[..] {
            ["name"] => view.name = value,
            ["description"] => view.description = value.to_owned(),
            ["column", name, kind] => {
                view.columns.push(Field { name, kind, unit: unit(name), nullable: false, merge: None, description: value.to_owned() });
            }
            _ => return Err(format!("`{key}` is unknown")),
        }
    }
    view.columns.iter_mut().for_each(|column| column.nullable = column.description.contains("NULL"));
    let complete = !view.name.is_empty() && !view.columns.is_empty() && view.description.contains("One row per ");
    if complete { Ok(view) } else { Err(format!("`{}` lacks a name, a column, or what one row is", view.name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_matter_describes_the_view() {
        let file = "-- name: v\n-- description: Things.\n--   One row per thing.\n-- column a_ms BIGINT: Time: long.\n--   NULL where none is.\n-- column b DECIMAL(38,12): B.\nwith x as (select 1)\nselect * from x\n";
        let view = parse(file).expect("it is whole");
        assert_eq!((view.name, view.description.as_str(), view.query), ("v", "Things. One row per thing.", "with x as (select 1)\nselect * from x"));
        let columns: Vec<_> =
            view.columns.iter().map(|column| (column.name, column.kind, column.unit, column.nullable, &*column.description)).collect();
        let expected =
            [("a_ms", "BIGINT", Some("milliseconds"), true, "Time: long. NULL where none is."), ("b", "DECIMAL(38,12)", None, false, "B.")];
        assert_eq!(columns, expected);
    }

    #[test]
    fn what_is_no_front_matter_is_named() {
        for (file, problem) in [
            ("-- name: v\n", "there is no query"),
            ("-- name: v\nhello\nselect 1", "`hello` is no comment"),
            ("-- name: v\n-- hello\nselect 1", "`-- hello` says nothing"),
            ("-- param: v\nselect 1", "`param` is unknown"),
            ("-- name: v\n-- description: Things.\n-- column a INTEGER: A.\nselect 1", "`v` lacks a name, a column, or what one row is"),
        ] {
            assert_eq!(parse(file).map(|view| view.name), Err(problem.to_owned()));
        }
    }
}
