//! A Markdown table.

use std::io::Write;

use anyhow::Result;
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;

use super::cell;
use super::grid::Grid;

pub(super) fn write(names: &[&str], batches: &[RecordBatch], schema: &SchemaRef, out: &mut dyn Write) -> Result<()> {
    let rules = schema.fields().iter().map(|field| if cell::is_numeric(field.data_type()) { "---:" } else { "---" });
    write_row(names.iter().map(|name| escape(name)), out)?;
    write_row(rules.map(str::to_owned), out)?;
    for batch in batches {
        for row in 0..batch.num_rows() {
            write_row(batch.columns().iter().map(|column| cell::text(column, row).map_or_else(|| cell::NULL.to_owned(), |text| escape(&text))), out)?;
        }
    }
    Ok(())
}

/// A report's table.
pub(super) fn write_grid(grid: &Grid, out: &mut dyn Write) -> Result<()> {
    write_row(grid.columns.iter().map(|head| escape(&head.title)), out)?;
    write_row(grid.columns.iter().map(|head| if head.is_right { "---:" } else { "---" }.to_owned()), out)?;
    for row in &grid.rows {
        write_row(row.iter().map(|text| escape(text)), out)?;
    }
    if let Some(total) = grid.total() {
        let bold = |text: &str| if text.is_empty() { String::new() } else { format!("**{}**", escape(text)) };
        write_row(total.map(bold), out)?;
    }
    if grid.hidden_rows > 0 {
        writeln!(out, "\n… and {} more.", grid.hidden_rows)?;
    }
    Ok(())
}

fn write_row(cells: impl Iterator<Item = String>, out: &mut dyn Write) -> Result<()> {
    let cells: Vec<String> = cells.collect();
    Ok(writeln!(out, "| {} |", cells.join(" | "))?)
}

/// A text that stays in its cell and says what it says.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '|' | '\\' | '<' | '*' | '`' | '[' | ']' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("<br>"),
            '\r' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}
