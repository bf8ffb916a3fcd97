//! Columns for people, as wide as the terminal allows.

use std::io::Write;

use anyhow::Result;
use arrow::array::{ArrayRef, RecordBatch};
use arrow::datatypes::SchemaRef;
use comfy_table::ColumnConstraint::LowerBoundary;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle, Width};
use unicode_width::UnicodeWidthStr;

use super::cell;
use crate::console;

pub(super) const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

/// Words of up to this many characters stay whole, and so do all numbers.
const WHOLE: usize = 16;
/// Characters between two columns.
pub(super) const GAP: usize = 2;

/// What EXPLAIN answers with: plans, each a drawing of many lines.
const PLAN: [&str; 2] = ["explain_key", "explain_value"];

pub(super) fn write(names: &[&str], batches: &[RecordBatch], schema: &SchemaRef, out: &mut dyn Write) -> Result<()> {
    if names == PLAN {
        return write_plans(batches, out);
    }
    let rows: Vec<Vec<String>> = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(|row| shown(batch, row))).collect();
    let is_numeric: Vec<bool> = schema.fields().iter().map(|field| cell::is_numeric(field.data_type())).collect();
    let mut table = Table::new();
    table.load_style(STYLE).set_header(names.iter().map(|name| visible(name))).add_rows(&rows);
    for (column, is_numeric) in table.column_iter_mut().zip(&is_numeric) {
        column.set_cell_alignment(if *is_numeric { CellAlignment::Right } else { CellAlignment::Left });
        column.set_padding((0, GAP as u16));
    }
    if let Some(width) = console::width() {
        let least = |(index, is_numeric): (usize, &bool)| {
            let values = rows.iter().map(|row| row[index].as_str());
            let words = values.chain([names[index]]).flat_map(str::split_whitespace).map(UnicodeWidthStr::width);
            let most = if *is_numeric { usize::MAX } else { WHOLE };
            words.max().unwrap_or_default().min(most) + GAP
        };
        let least: Vec<usize> = is_numeric.iter().enumerate().map(least).collect();
        if least.iter().sum::<usize>() > width.into() {
            return write_records(names, &rows, out);
        }
        table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic);
        for (column, least) in table.column_iter_mut().zip(least) {
            column.set_constraint(LowerBoundary(Width::Fixed(least as u16)));
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
fn write_records(names: &[&str], rows: &[Vec<String>], out: &mut dyn Write) -> Result<()> {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (number, row) in (1..).zip(rows) {
        writeln!(out, "── {number} ──")?;
        for (name, value) in names.iter().zip(row) {
            writeln!(out, "{:width$}  {value}", visible(name))?;
        }
    }
    Ok(())
}

fn shown(batch: &RecordBatch, row: usize) -> Vec<String> {
    let text = |column: &ArrayRef| cell::text(column, row).map_or_else(|| cell::NULL.to_owned(), |text| visible(&text));
    batch.columns().iter().map(text).collect()
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
