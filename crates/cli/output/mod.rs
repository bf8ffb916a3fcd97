//! Answers as text, one module per format.

mod amount;
mod cell;
mod csv;
mod document;
mod file;
mod grid;
mod html;
mod json;
mod layout;
mod markdown;
mod parquet;
mod table;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use arrow::array::{ArrayRef, RecordBatch};
use cclake_query::{Answer, Column};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::console;
use crate::exit::usage;

pub(crate) use file::Staged;
pub(crate) use table::visible;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
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
    /// A page of HTML that needs nothing else.
    Html,
    /// A Parquet file.
    Parquet,
}

impl Format {
    /// What names of its files end with.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Format::Table => "txt",
            Format::Json => "json",
            Format::Ndjson => "ndjson",
            Format::Csv => "csv",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Parquet => "parquet",
        }
    }

    /// The format of files whose names end with this.
    pub(crate) fn of_ending(ending: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|format| format.ending() == ending)
    }

    /// Whether it holds one table and no more.
    pub(crate) fn is_flat(self) -> bool {
        matches!(self, Format::Csv | Format::Ndjson | Format::Parquet)
    }
}

/// Writes an answer to a file, else to standard output.
pub(crate) fn write(answer: &Answer, format: Format, file: Option<&Path>) -> Result<()> {
    to(file, format, |out| render(answer, format, out))
}

/// What a report gave.
#[derive(Debug)]
pub(crate) struct Document {
    /// What it is.
    pub(crate) title: String,
    /// What it tells, and of what time.
    pub(crate) subtitle: String,
    /// Its tables.
    pub(crate) sheets: Vec<Sheet>,
}

/// One table of a report.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// What stands above it on a page with several.
    pub(crate) heading: Option<String>,
    /// Its rows.
    pub(crate) answer: Answer,
    /// What its columns are.
    pub(crate) columns: Vec<Column>,
    /// Rows that people are shown; sums below them are of all.
    pub(crate) top: Option<u64>,
    /// Whether `top` was asked for, so that it holds for programs as well.
    pub(crate) is_limited: bool,
}

/// Writes a report to a file, else to standard output.
pub(crate) fn write_document(document: &Document, format: Format, file: Option<&Path>) -> Result<()> {
    to(file, format, |out| document::write(document, format, file.is_none(), out))
}

/// Writes rows of our own to standard output.
pub(crate) fn print_rows(columns: Vec<(&str, ArrayRef)>, format: Format) -> Result<()> {
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true)))?;
    write(&Answer { schema: batch.schema(), batches: vec![batch] }, format, None)
}

/// The rows of an answer, read into what they are.
pub(crate) fn rows<T: DeserializeOwned>(answer: &Answer) -> Result<Vec<T>> {
    let text = lines(answer)?;
    Ok(serde_json::Deserializer::from_str(&text).into_iter().collect::<Result<_, _>>()?)
}

/// Rows as JSON, a line for each.
pub(crate) fn lines(answer: &Answer) -> Result<String> {
    let mut text = Vec::new();
    render(answer, Format::Ndjson, &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// A report as the bytes of a file.
pub(crate) fn bytes(document: &Document, format: Format) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document::write(document, format, false, &mut bytes)?;
    Ok(bytes)
}

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    to(None, Format::Table, |out| Ok(out.write_all(text.as_bytes())?))
}

fn to(file: Option<&Path>, format: Format, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let Some(path) = file else {
        if format == Format::Parquet && console::is_shown() {
            return Err(usage("--format parquet is nothing to look at: --out FILE, or send it to another program".to_owned()));
        }
        let mut out = console::data();
        write(&mut out)?;
        return Ok(out.flush()?);
    };
    file::replace(path, write).with_context(|| format!("cannot write {}", path.display()))
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
        Format::Html => html::write("cclake", "", &[(None, grid::Grid::of(answer, &[], None)?)], out),
        Format::Parquet => parquet::write(answer, &[], out),
    }
}
