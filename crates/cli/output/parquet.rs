//! Rows as a Parquet file.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use arrow::array::RecordBatch;
use arrow::datatypes::{Field, Schema};
use cclake_query::{Answer, Column};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// Writes the rows; what is known of a column stands in its description.
pub(super) fn write(answer: &Answer, columns: &[Column], out: &mut dyn Write) -> Result<()> {
    let described = |field: &Arc<Field>| {
        let known = columns.iter().find(|column| column.field.name == field.name());
        let description = known.map(|column| ("description".to_owned(), column.field.description.clone()));
        field.as_ref().clone().with_metadata(HashMap::from_iter(description))
    };
    let schema = Arc::new(Schema::new(answer.schema.fields().iter().map(described).collect::<Vec<_>>()));
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(Default::default())).set_created_by("cclake".to_owned()).build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, schema.clone(), Some(properties))?;
    for batch in &answer.batches {
        writer.write(&RecordBatch::try_new(schema.clone(), batch.columns().to_vec())?)?;
    }
    writer.close()?;
    Ok(out.write_all(&bytes)?)
}
