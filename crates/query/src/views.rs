//! The views of a lake: those of its tables, and those of the library on top of them.
//!
//! Each table has two. `lake.<table>` holds its rows, each key once, typed as SQL without time zones needs them. The view
//! with the table's plain name adds what other tables and the zone know.

use cclake_transcript::cell::ColumnType;
use cclake_transcript::table::{Column, Merge, Rank, TS, Table};
use cclake_transcript::tables::{self, TABLES};

use crate::error::Error;
use crate::fields::{Field, fields, has, is_fact, visible};
use crate::layout::Layout;
use crate::library::Library;
use crate::quote;

/// Carriers from the one that is believed most.
const CARRIERS: &[&str] = &["transcript", "stream", "hook", "echo"];

/// Words of statements that list views, or name them by something that is computed.
const CATALOGUES: &[&str] = &["show", "information_schema", "duckdb_", "pg_", "sqlite_", "query_table"];

/// What makes a macro or a view of the library, or the two views of a table.
#[derive(Debug)]
pub(crate) struct Definition {
    /// Name of the macro or view.
    pub(crate) name: &'static str,
    /// The statements.
    pub(crate) sql: String,
    /// Whether it is of a table. Others name the plain views of tables, and each other.
    pub(crate) of_table: bool,
}

/// The definitions of all macros and views. Each needs only what is defined before it.
pub(crate) fn definitions(lake: &Layout, library: &'static Library) -> Result<Vec<Definition>, Error> {
    let macros = library.macros().iter().map(|one| Definition { name: one.name, sql: one.statement.to_owned(), of_table: false });
    let of_tables = in_order()
        .map(|table| Ok(Definition { name: table.name, sql: [rows_view(lake, table)?, plain_view(table)].join(";\n"), of_table: true }))
        .collect::<Result<Vec<_>, Error>>()?;
    let of_library = library.views().iter().map(|view| Definition {
        name: view.name,
        sql: format!("create or replace view {} as\n{}", quote::name(view.name), view.query),
        of_table: false,
    });
    Ok(macros.chain(of_tables).chain(of_library).collect())
}

/// Takes from the definitions those that a text needs. Making a view reads a file, so a query is not to pay for all.
pub(crate) fn take_needed(definitions: &mut Vec<Definition>, library: &Library, text: &str) -> Vec<Definition> {
    let mut text = text.to_lowercase();
    // Of all views, for one that is there already is no reason to make the others.
    let names_a_view = TABLES.iter().any(|table| text.contains(table.name)) || library.views().iter().any(|view| text.contains(view.name));
    if CATALOGUES.iter().any(|catalogue| text.contains(catalogue)) || !names_a_view {
        return std::mem::take(definitions);
    }
    let mut read = String::new();
    let mut needed = Vec::new();
    // From the last one on, for it can need what is before it.
    while let Some(definition) = definitions.pop() {
        let is_needed = text.contains(definition.name) || (definition.of_table && read.contains(&rows_name(definition.name)));
        if is_needed {
            // What a table's views need they name in full, among columns that may be called like a table.
            if definition.of_table { &mut read } else { &mut text }.push_str(&definition.sql);
        }
        needed.push((is_needed, definition));
    }
    let (taken, left): (Vec<_>, Vec<_>) = needed.into_iter().rev().partition(|(is_needed, _)| *is_needed);
    definitions.extend(left.into_iter().map(|(_, definition)| definition));
    taken.into_iter().map(|(_, definition)| definition).collect()
}

/// The statements that describe the views and their columns.
pub(crate) fn comments(library: &Library) -> impl Iterator<Item = String> {
    let of_tables = TABLES.iter().flat_map(|table| described(table.name, &table.description(), &fields(table)));
    let of_views = library.views().iter().flat_map(|view| described(view.name, &view.description, &view.columns));
    let of_macros = library.macros().iter().map(|one| format!("comment on macro {} is {}", quote::name(one.name), quote::text(&one.description)));
    of_tables.chain(of_views).chain(of_macros)
}

fn described(name: &str, description: &str, fields: &[Field]) -> Vec<String> {
    let view = quote::name(name);
    let of_view = format!("comment on view {view} is {}", quote::text(description));
    let of_columns =
        fields.iter().map(|field| format!("comment on column {view}.{} is {}", quote::name(field.name), quote::text(&field.description)));
    std::iter::once(of_view).chain(of_columns).collect()
}

/// The tables, each after those that its views read: sessions, then those that decide for themselves, then their children.
fn in_order() -> impl Iterator<Item = &'static Table> {
    let mut tables = TABLES.to_vec();
    tables.sort_by_key(|table| (table.name != tables::sessions::TABLE.name, table.parent.is_some()));
    tables.into_iter()
}

/// The view of a table's rows alone.
fn rows_name(table: &str) -> String {
    format!("lake.{}", quote::name(table))
}

fn rows_view(lake: &Layout, table: &'static Table) -> Result<String, Error> {
    let machines = lake.machines(table)?.len();
    let body = if machines == 0 {
        let columns: Vec<String> = visible(table).map(|column| format!("null::{} as {}", column.kind.sql(), quote::name(column.name))).collect();
        format!("select {} where false", columns.join(", "))
    } else {
        let columns: Vec<String> = visible(table).map(typed).collect();
        let files = quote::text(&lake.files(table));
        let once = if machines == 1 { String::new() } else { format!(" {}", once(table)) };
        format!("select {} from read_parquet({files}, hive_partitioning = false) as stored{once}", columns.join(", "))
    };
    Ok(format!("create or replace view {} as {body}", rows_name(table.name)))
}

/// A stored column as the views show it.
fn typed(column: &'static Column) -> String {
    let name = quote::name(column.name);
    match column.kind {
        // Not a cast: that would read the session's zone where the engine has zones.
        ColumnType::Time => format!("make_timestamp(epoch_us(stored.{name})) as {name}"),
        _ => format!("stored.{name}"),
    }
}

/// Keeps one of the rows that several machines have for one key, where the machines' copies differ by the merge's own rank.
fn once(table: &'static Table) -> String {
    if let Some(parent) = table.parent.and_then(tables::find) {
        // The rows of a bundle stay together: all are those of the machine whose row of the parent counts.
        let bundle = quote::name(table.bundle().name);
        return format!("semi join {} as winner on stored.{bundle} = winner.{bundle} and stored.machine = winner.machine", rows_name(parent.name));
    }
    let key: Vec<String> = table.key().map(|column| format!("stored.{}", quote::name(column.name))).collect();
    format!("qualify row_number() over (partition by {} order by {}) = 1", key.join(", "), rank(table).join(", "))
}

/// The terms that decide between two rows of one key.
fn rank(table: &'static Table) -> Vec<String> {
    let mut terms = Vec::new();
    let larger = |name: &str| format!("stored.{} desc nulls last", quote::name(name));
    let smaller = |name: &str| format!("stored.{} asc nulls last", quote::name(name));
    if table.columns().any(|column| column.merge == Merge::ResultFrom) {
        terms.push("(stored.has_call and stored.has_result and stored.result_source is null) desc".to_owned());
        terms.push(larger("has_call"));
    }
    terms.push(larger("decoder"));
    terms.extend(table.rank.iter().map(|term| match term {
        Rank::Larger(name) => larger(name),
        Rank::Smaller(name) => smaller(name),
    }));
    if has(table, "carrier") {
        let carriers: Vec<String> = CARRIERS.iter().map(|carrier| quote::text(carrier)).collect();
        terms.push(format!("list_position([{}], stored.carrier)", carriers.join(", ")));
    }
    let common = [("is_copy", &smaller as &dyn Fn(&str) -> String), ("line", &larger), ("source", &smaller), ("machine", &smaller)];
    terms.extend(common.into_iter().filter(|(name, _)| has(table, name)).map(|(name, term)| term(name)));
    terms
}

fn plain_view(table: &'static Table) -> String {
    let mut columns = vec!["fact.*".to_owned()];
    let mut from = format!("{} as fact", rows_name(table.name));
    if is_fact(table) {
        columns.extend(["session.project".to_owned(), "session.repo".to_owned()]);
        from += &format!(" left join {} as session on fact.session_id = session.session_id", rows_name(tables::sessions::TABLE.name));
    }
    if has(table, TS) {
        columns.extend(["local_ts(fact.ts) as local_ts".to_owned(), "local_ts(fact.ts)::date as day".to_owned()]);
    }
    format!("create or replace view {} as select {} from {from}", quote::name(table.name), columns.join(", "))
}
