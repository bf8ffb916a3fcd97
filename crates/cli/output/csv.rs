//! Comma-separated values as of RFC 4180, with plain line breaks.

use std::io::Write;

use anyhow::Result;
use arrow::array::RecordBatch;

use super::cell;

pub(super) fn write(names: &[&str], batches: &[RecordBatch], out: &mut dyn Write) -> Result<()> {
    write_row(names.iter().map(|name| Some((*name).to_owned())), out)?;
    for batch in batches {
        for row in 0..batch.num_rows() {
            write_row(batch.columns().iter().map(|column| cell::text(column, row)), out)?;
        }
    }
    Ok(())
}

fn write_row(values: impl Iterator<Item = Option<String>>, out: &mut dyn Write) -> Result<()> {
    for (at, value) in values.enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        out.write_all(field(value).as_bytes())?;
    }
    Ok(out.write_all(b"\n")?)
}

fn field(value: Option<String>) -> String {
    match value {
        None => String::new(),
        Some(text) if text.is_empty() || text.contains(['"', ',', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Some(text) => text,
    }
}
