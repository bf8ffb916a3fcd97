//! `cclake prices`: the prices in force, how a cost comes about, and what a price file says.

mod explain;
mod request;
mod rows;

use std::path::PathBuf;

use anyhow::Result;
use cclake_ingest::{price_file, price_table};
use cclake_pricing::{Change, PriceTable};

use crate::args::{Check, Explain, Prices, PricesCommand};
use crate::exit::Exit;
use crate::output::Format;
use crate::{console, output};

pub(super) fn run(args: Prices, lake: Option<PathBuf>) -> Result<Exit> {
    let Prices { prices, format, command } = args;
    let mode = prices.mode.unwrap_or_default().into();
    let table = price_table(&prices.files, mode)?;
    match command.unwrap_or(PricesCommand::List) {
        PricesCommand::List => list(&table, format),
        PricesCommand::Explain(Explain { request: Some(id), .. }) => request::explain(&id, &table, &super::lake(lake)?, format),
        PricesCommand::Explain(usage) => explain::explain(&usage, &table, format),
        PricesCommand::Check(Check { file }) => {
            let found = price_file(&file)?;
            let changes = table.changes(&found, mode);
            console::say(format_args!("{}: {}", file.display(), counted(&changes)));
            let words: Vec<String> = changes.iter().map(|(_, change)| word(change)).collect();
            let before: Vec<String> = changes.iter().map(|(_, change)| replaced(change)).collect();
            let rows = changes.into_iter().map(|(row, _)| row).collect::<Vec<_>>();
            output::print_rows(
                [vec![("change", rows::texts(words)), ("replaces", rows::texts(before))], rows::columns(&rows, format)].concat(),
                format,
            )?;
            Ok(Exit::Done)
        }
    }
}

fn list(table: &PriceTable, format: Format) -> Result<Exit> {
    let rows: Vec<_> = table.rows().collect();
    output::print_rows(rows::columns(&rows, format), format)?;
    if let Some(day) = table.prices_as_of().filter(|_| format == Format::Table) {
        console::say(format_args!("{} price rows, as of {day}, hash {}", rows.len(), table.hash()));
    }
    Ok(Exit::Done)
}

/// What becomes of a row, in one word.
fn word(change: &Change<'_>) -> String {
    let word = match change {
        Change::Adds => "adds",
        Change::Replaces(_) => "replaces",
        Change::Same => "same",
        Change::Unused => "unused",
    };
    word.to_owned()
}

/// The rows that give way.
fn replaced(change: &Change<'_>) -> String {
    match change {
        Change::Replaces(rows) => rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

/// The rows of a file by what becomes of them, in a sentence.
fn counted<T>(changes: &[(T, Change<'_>)]) -> String {
    let count = |wanted: &str| changes.iter().filter(|(_, change)| word(change) == wanted).count();
    format!(
        "{} price rows: {} add prices, {} replace some, {} say the same, {} are not used",
        changes.len(),
        count("adds"),
        count("replaces"),
        count("same"),
        count("unused")
    )
}
