//! Writes a file of the lake. There is one way to write, for all tables.

use std::fs::File;
use std::path::Path;

use arrow::array::RecordBatch;
use arrow::datatypes::{Field, Schema};
use cclake_transcript::cell::ColumnType;
use cclake_transcript::table::Table;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::arrow::{ArrowSchemaConverter, ArrowWriter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{BloomFilterPosition, EnabledStatistics, WriterProperties, WriterVersion};
use parquet::schema::types::{ColumnPath, SchemaDescriptor};

use crate::error::{At, Error};
use crate::state::VERSION;

/// Rows that are handed to the encoder together. Fixed, since the pages that come out depend on it.
pub(crate) const CHUNK: usize = 8_192;
/// Rows of a row group: what DuckDB reads in parallel.
pub(crate) const GROUP: usize = 15 * CHUNK;
/// Longest text that statistics keep.
const STATISTICS_BYTES: usize = 64;
/// Chance that the bloom filter sends a reader to a row group for nothing.
const BLOOM_FPP: f64 = 0.05;
/// What a file names its table under.
pub(crate) const TABLE_KEY: &str = "cclake.table";
const ZSTD_LEVEL: i32 = 3;
const PAGE_BYTES: usize = 1 << 20;

/// What a file says about how it was made.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Version of the decoder.
    pub(crate) decoder: i64,
    /// Text policy.
    pub(crate) text: String,
    /// Hash of the price table. NULL where prices fill no column.
    pub(crate) prices: Option<String>,
}

/// A file that is being written.
pub(crate) struct Writer<'a> {
    path: &'a Path,
    writer: ArrowWriter<File>,
    columns: usize,
    written: u64,
}

impl<'a> Writer<'a> {
    /// Begins a file that gets this many rows.
    pub(crate) fn new(path: &'a Path, table: &Table, facts: &Facts, rows: usize) -> Result<Self, Error> {
        // Batches come with string views, which encode to the same bytes as the plain strings that the file declares.
        let stored = table.schema();
        let fields = stored.fields().iter().zip(table.columns()).map(|(field, column)| Field::clone(field).with_data_type(column.kind.in_flight()));
        let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), stored.metadata().clone());
        let mut properties = properties(table, facts, rows, &ArrowSchemaConverter::new().convert(&stored).at(path)?);
        add_encoded_arrow_schema_to_metadata(&stored, &mut properties);
        let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
        let file = File::create(path).at(path)?;
        let writer = ArrowWriter::try_new_with_options(file, schema.into(), options).at(path)?;
        Ok(Self { path, writer, columns: stored.fields().len(), written: 0 })
    }

    /// Appends rows in flight: [`CHUNK`] of them, or less at the end.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let columns: Vec<usize> = (0..self.columns).collect();
        self.written += batch.num_rows() as u64;
        self.writer.write(&batch.project(&columns).at(self.path)?).at(self.path)
    }

    /// Ends the file: it is on the disk, and its footer can be read. Gives its rows.
    pub(crate) fn finish(self) -> Result<u64, Error> {
        let Self { path, writer, written, .. } = self;
        writer.into_inner().at(path)?.sync_all().at(path)?;
        let file = File::open(path).at(path)?;
        let footer = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).at(path)?;
        let found = u64::try_from(footer.metadata().file_metadata().num_rows()).unwrap_or(0);
        if found == written { Ok(written) } else { Err(Error::Unreadable { path: path.to_owned(), written, found }) }
    }
}

/// Everything that decides what bytes come out, whatever a later version of the encoder does by itself.
fn properties(table: &Table, facts: &Facts, rows: usize, schema: &SchemaDescriptor) -> WriterProperties {
    let metadata = [
        (TABLE_KEY, table.name.to_owned()),
        ("cclake.description", table.description()),
        ("cclake.schema_version", VERSION.to_string()),
        ("cclake.decoder", facts.decoder.to_string()),
        ("cclake.text", facts.text.clone()),
    ];
    let metadata = metadata.into_iter().chain(facts.prices.iter().map(|hash| ("cclake.prices_hash", hash.clone())));
    let mut builder = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by("cclake".to_owned())
        .set_key_value_metadata(Some(metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect()))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL).expect("zstd has this level")))
        .set_max_row_group_row_count(Some(GROUP))
        .set_max_row_group_bytes(None)
        .set_write_batch_size(1_024)
        .set_data_page_size_limit(PAGE_BYTES)
        .set_data_page_row_count_limit(20_000)
        .set_dictionary_enabled(true)
        .set_dictionary_page_size_limit(PAGE_BYTES)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_statistics_truncate_length(Some(STATISTICS_BYTES))
        .set_column_index_truncate_length(Some(STATISTICS_BYTES))
        .set_write_page_header_statistics(false)
        .set_write_row_group_number_distinct_values(false)
        .set_offset_index_disabled(false)
        .set_content_defined_chunking(None)
        .set_coerce_types(false)
        .set_write_path_in_schema(true)
        .set_bloom_filter_enabled(false)
        .set_bloom_filter_position(BloomFilterPosition::AfterRowGroup)
        .set_bloom_filter_for_dictionary_encoded_chunks(true)
        .set_sorting_columns(Some(sorting(table, schema)));
    for column in table.columns() {
        let path = ColumnPath::from(column.name);
        if column.kind == ColumnType::Time {
            // Times hardly repeat, and follow each other: differences are small where the values are not.
            builder = builder.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED);
        }
        if Some(column.name) == table.time() {
            builder = builder.set_column_statistics_enabled(path, EnabledStatistics::Page);
        }
    }
    let key = ColumnPath::from(table.bundle().name);
    if table.key().count() == 1 {
        // No value occurs twice, so that a dictionary would only come on top.
        builder = builder.set_column_dictionary_enabled(key.clone(), false);
    }
    builder
        .set_column_bloom_filter_enabled(key.clone(), true)
        .set_column_bloom_filter_fpp(key.clone(), BLOOM_FPP)
        .set_column_bloom_filter_max_ndv(key, rows.clamp(1, GROUP) as u64)
        .build()
}

/// The order of the rows: by time, then by key.
fn sorting(table: &Table, schema: &SchemaDescriptor) -> Vec<SortingColumn> {
    let key = table.key().map(|column| column.name);
    let leaf = |name: &str| (0..schema.num_columns()).find(|index| schema.column(*index).path().parts() == [name]);
    let places = table.time().into_iter().chain(key).filter_map(leaf);
    places.map(|place| SortingColumn { column_idx: place as i32, descending: false, nulls_first: true }).collect()
}
