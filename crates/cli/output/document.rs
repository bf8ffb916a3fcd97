//! Reports in each format.

use std::io::Write;

use anyhow::{Result, bail};
use arrow::array::RecordBatch;
use cclake_query::Answer;

use super::grid::Grid;
use super::{Document, Format, Sheet, html, layout, markdown, parquet};
use crate::console;

/// Writes a report; with the width of the terminal if it goes there.
pub(super) fn write(document: &Document, format: Format, to_terminal: bool, out: &mut dyn Write) -> Result<()> {
    let sheets = &document.sheets;
    match (format, sheets.as_slice()) {
        (Format::Table | Format::Markdown | Format::Html, _) => write_for_people(document, format, to_terminal, out),
        (Format::Json, [_, _, ..]) => write_json(sheets, out),
        (Format::Parquet, [sheet]) => parquet::write(&limited(sheet), &sheet.columns, out),
        (_, [sheet]) => super::render(&limited(sheet), format, out),
        _ => bail!("a page of several reports has no single table: table, markdown, html and json are its formats"),
    }
}

/// The rows that were asked for.
fn limited(sheet: &Sheet) -> Answer {
    let mut left = sheet.top.filter(|_| sheet.is_limited).and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX);
    let slice = |batch: &RecordBatch| {
        let rows = batch.num_rows().min(left);
        left -= rows;
        batch.slice(0, rows)
    };
    Answer { schema: sheet.answer.schema.clone(), batches: sheet.answer.batches.iter().map(slice).collect() }
}

fn write_for_people(document: &Document, format: Format, to_terminal: bool, out: &mut dyn Write) -> Result<()> {
    let mut grids = document.sheets.iter().map(|sheet| Grid::of(&sheet.answer, &sheet.columns, sheet.top)).collect::<Result<Vec<_>>>()?;
    if grids.len() > 1 {
        // A page is an extract: what all of it comes to has its own place there.
        grids.iter_mut().for_each(|grid| (grid.sums, grid.hidden_rows) = (None, 0));
    }
    if format == Format::Html {
        let tables: Vec<_> = document.sheets.iter().map(|sheet| sheet.heading.as_deref()).zip(grids).collect();
        return html::write(&document.title, &document.subtitle, &tables, out);
    }
    let width = if to_terminal { console::width() } else { None };
    if format == Format::Markdown && document.sheets.len() > 1 {
        writeln!(out, "# {}\n\n{}\n", document.title, document.subtitle)?;
    }
    for (at, (sheet, grid)) in document.sheets.iter().zip(grids).enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        if let Some(heading) = &sheet.heading {
            if format == Format::Markdown { writeln!(out, "## {heading}\n")? } else { writeln!(out, "{heading}")? }
        }
        match (grid.rows.is_empty(), format) {
            (true, _) => writeln!(out, "no rows")?,
            (_, Format::Markdown) => markdown::write_grid(&grid, out)?,
            _ => layout::write(grid, width, out)?,
        }
    }
    Ok(())
}

/// An object with an array of rows for each table.
fn write_json(sheets: &[Sheet], out: &mut dyn Write) -> Result<()> {
    for (at, sheet) in sheets.iter().enumerate() {
        write!(out, "{}{}: ", if at == 0 { "{" } else { "," }, serde_json::to_string(&key(sheet))?)?;
        super::render(&limited(sheet), Format::Json, out)?;
    }
    Ok(writeln!(out, "}}")?)
}

/// The heading as the key of an object.
fn key(sheet: &Sheet) -> String {
    let heading = sheet.heading.as_deref().unwrap_or_default().to_lowercase();
    heading.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}
