//! Answers as text, one module per format.

mod cell;
mod csv;
mod json;
mod markdown;
mod table;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use arrow::array::{ArrayRef, RecordBatch};
use cclake_query::Answer;
use clap::ValueEnum;
use serde::de::DeserializeOwned;

use crate::console;

pub(crate) use table::visible;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Columns for people.
    Table,
    /// One array of objects.
    Json,
    /// One object per line.
    Ndjson,
    /// Comma-separated values with a header: NULL is empty, an empty text is "".
    Csv,
    /// A Markdown table.
    Markdown,
}

/// Writes an answer to a file, else to standard output.
pub(crate) fn write(answer: &Answer, format: Format, file: Option<&Path>) -> Result<()> {
    to(file, |out| render(answer, format, out))
}

/// Writes rows of our own to standard output.
pub(crate) fn print_rows(columns: Vec<(&str, ArrayRef)>, format: Format) -> Result<()> {
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true)))?;
    write(&Answer { schema: batch.schema(), batches: vec![batch] }, format, None)
}

/// The rows of an answer, read into what they are.
pub(crate) fn rows<T: DeserializeOwned>(answer: &Answer) -> Result<Vec<T>> {
    let mut text = Vec::new();
    render(answer, Format::Ndjson, &mut text)?;
    Ok(serde_json::Deserializer::from_slice(&text).into_iter().collect::<Result<_, _>>()?)
}

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    to(None, |out| Ok(out.write_all(text.as_bytes())?))
}

fn to(file: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let Some(path) = file else {
        let mut out = console::data();
        write(&mut out)?;
        return Ok(out.flush()?);
    };
    let written = || -> Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        write(&mut out)?;
        Ok(out.flush()?)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

fn render(answer: &Answer, format: Format, out: &mut dyn Write) -> Result<()> {
    let names: Vec<&str> = answer.schema.fields().iter().map(|field| field.name().as_str()).collect();
    let batches: Vec<RecordBatch> = answer.batches.iter().map(cell::plain).collect::<Result<_, _>>()?;
    match format {
        // Nothing to show for a statement such as SET.
        _ if names.is_empty() => Ok(()),
        Format::Table => table::write(&names, &batches, &answer.schema, out),
        Format::Json => json::write(&names, &batches, out),
        Format::Ndjson => json::write_lines(&names, &batches, out),
        Format::Csv => csv::write(&names, &batches, out),
        Format::Markdown => markdown::write(&names, &batches, &answer.schema, out),
    }
}
