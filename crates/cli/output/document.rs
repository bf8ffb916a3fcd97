//! Reports in each format.

use std::io::Write;

use anyhow::{Result, bail};

use super::grid::Grid;
use super::{Document, Format, Sheet, cell, html, json, layout, markdown, parquet};
use crate::console;

/// Writes a report; with the width of the terminal if it goes there.
pub(super) fn write(document: &Document, format: Format, to_terminal: bool, out: &mut dyn Write) -> Result<()> {
    let sheets = &document.sheets;
    match (format, sheets.as_slice()) {
        (Format::Table | Format::Markdown | Format::Html, _) => write_for_people(document, format, to_terminal, out),
        (Format::Json, [_, _, ..]) => write_json(sheets, out),
        (Format::Parquet, [sheet]) => parquet::write(&sheet.answer, &sheet.columns, out),
        (_, [sheet]) => super::render(&sheet.answer, format, out),
        _ => bail!("a page of several reports has no single table: table, markdown, html and json are its formats"),
    }
}

fn write_for_people(document: &Document, format: Format, to_terminal: bool, out: &mut dyn Write) -> Result<()> {
    let grids = document.sheets.iter().map(|sheet| Grid::of(&sheet.answer, &sheet.columns, sheet.top)).collect::<Result<Vec<_>>>()?;
    if format == Format::Html {
        return html::write(document, grids, out);
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
            if format == Format::Markdown { writeln!(out, "## {heading}\n")? } else { writeln!(out, "{heading}\n")? }
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
        let names: Vec<&str> = sheet.answer.schema.fields().iter().map(|field| field.name().as_str()).collect();
        let batches = sheet.answer.batches.iter().map(cell::plain).collect::<Result<Vec<_>, _>>()?;
        write!(out, "{}{}: ", if at == 0 { "{" } else { "," }, serde_json::to_string(&key(sheet))?)?;
        json::write(&names, &batches, out)?;
    }
    Ok(writeln!(out, "}}")?)
}

/// The heading as the key of an object.
fn key(sheet: &Sheet) -> String {
    let heading = sheet.heading.as_deref().unwrap_or_default().to_lowercase();
    heading.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}
