//! Columns for people, as wide as the terminal allows.

use std::io::Write;

use anyhow::Result;
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

use super::cell;
use crate::console;

pub(super) const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

/// Columns narrower than this, the gap included, cannot be read.
const NARROWEST: usize = 8;

/// What EXPLAIN answers with: plans, each a drawing of many lines.
const PLAN: [&str; 2] = ["explain_key", "explain_value"];

pub(super) fn write(names: &[&str], batches: &[RecordBatch], schema: &SchemaRef, out: &mut dyn Write) -> Result<()> {
    if names == PLAN {
        return write_plans(batches, out);
    }
    let width = console::width();
    if width.is_some_and(|width| names.len() * NARROWEST > width.into()) {
        return write_records(names, batches, out);
    }
    let mut table = Table::new();
    table.load_style(STYLE);
    if let Some(width) = width {
        table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic);
    }
    table.set_header(names.iter().map(|name| visible(name)));
    for (column, field) in table.column_iter_mut().zip(schema.fields()) {
        let alignment = if cell::is_numeric(field.data_type()) { CellAlignment::Right } else { CellAlignment::Left };
        column.set_cell_alignment(alignment);
        column.set_padding((0, 2));
    }
    for batch in batches {
        for row in 0..batch.num_rows() {
            table.add_row(batch.columns().iter().map(|column| Cell::new(shown(cell::text(column, row)))));
        }
    }
    Ok(writeln!(out, "{}", table.trim_fmt())?)
}

fn write_plans(batches: &[RecordBatch], out: &mut dyn Write) -> Result<()> {
    let plans = batches.iter().flat_map(|batch| (0..batch.num_rows()).filter_map(|row| cell::text(batch.column(1), row)));
    for plan in plans {
        for line in plan.trim_end().lines() {
            writeln!(out, "{}", visible(line))?;
        }
    }
    Ok(())
}

/// Rows as blocks with a line for each column, where there are too many columns to stand side by side.
fn write_records(names: &[&str], batches: &[RecordBatch], out: &mut dyn Write) -> Result<()> {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let rows = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |row| (batch, row)));
    for (number, (batch, row)) in (1..).zip(rows) {
        writeln!(out, "── {number} ──")?;
        for (name, column) in names.iter().zip(batch.columns()) {
            writeln!(out, "{:width$}  {}", visible(name), shown(cell::text(column, row)))?;
        }
    }
    Ok(())
}

fn shown(value: Option<String>) -> String {
    value.map_or_else(|| cell::NULL.to_owned(), |text| visible(&text))
}

/// Without characters that would move the cursor or change the terminal: what transcripts quote is not to be trusted.
pub(crate) fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, character| {
        if character.is_control() {
            shown.extend(character.escape_default())
        } else {
            shown.push(character)
        }
        shown
    })
}
