//! The columns of the views: those of the tables, and those that views add.

use cclake_transcript::table::{Column, TS, Table};
use cclake_transcript::tables;

/// One column of a view.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its SQL type.
    pub kind: &'static str,
    /// Its unit, where it has one.
    pub unit: Option<&'static str>,
    /// Whether it can be NULL.
    pub nullable: bool,
    /// How two values of one key combine; none for a column that the view adds.
    pub merge: Option<&'static str>,
    /// What it holds, and what NULL means.
    pub description: String,
}

/// The columns of a table's view, in order.
pub fn fields(table: &'static Table) -> Vec<Field> {
    let stored = visible(table).map(|column| Field {
        name: column.name,
        kind: column.kind.sql(),
        unit: column.unit(),
        nullable: column.nullable,
        merge: Some(table.merge_of(column).name()),
        description: column.description(),
    });
    let added = |name, kind, description: &str| Field { name, kind, unit: None, nullable: true, merge: None, description: description.to_owned() };
    let mut fields: Vec<Field> = stored.collect();
    if is_fact(table) {
        fields.push(added("project", "VARCHAR", "Folder that the session began in. NULL where no record says. Source: `sessions.project`."));
        fields.push(added("repo", "VARCHAR", "The project without a worktree's part. NULL where the project is. Source: `sessions.repo`."));
    }
    if has(table, TS) {
        fields.push(added("local_ts", "TIMESTAMP", "`ts` in the zone of `--tz`. NULL where `ts` is."));
        fields.push(added("day", "DATE", "Day of `local_ts`. NULL where `ts` is."));
    }
    fields
}

/// The columns of a table that its view shows.
pub(crate) fn visible(table: &'static Table) -> impl Iterator<Item = &'static Column> {
    table.columns().filter(|column| !column.hidden())
}

/// Whether a table tells what happened in sessions, so that its view says where they ran.
pub(crate) fn is_fact(table: &Table) -> bool {
    let describes_sessions = [tables::sessions::TABLE.name, tables::sources::TABLE.name].contains(&table.name);
    !describes_sessions && has(table, "session_id")
}

/// Whether a table has a column of this name.
pub(crate) fn has(table: &Table, name: &str) -> bool {
    table.columns().any(|column| column.name == name)
}
