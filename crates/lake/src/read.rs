//! Reads a file of the lake back, as rows in flight.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, RecordBatch, UInt32Array, make_array, new_null_array};
use arrow::compute::{can_cast_types, cast};
use arrow::datatypes::{Field, Schema};
use cclake_transcript::table::{Column, Table};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::file::metadata::PageIndexPolicy;

use crate::error::{At, Error};
use crate::rows::LAKE;

/// Rows of one batch.
const BATCH: usize = 8_192;

/// A file of the lake.
#[derive(Debug)]
pub(crate) struct LakeFile {
    table: &'static Table,
    path: PathBuf,
    file: File,
    metadata: ArrowReaderMetadata,
}

impl LakeFile {
    /// Opens a file of a table; NULL if there is none.
    pub(crate) fn open(table: &'static Table, path: &Path) -> Result<Option<Self>, Error> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).at(path),
        };
        let options = || ArrowReaderOptions::new().with_offset_index_policy(PageIndexPolicy::Optional);
        let stored = ArrowReaderMetadata::load(&file, options()).at(path)?;
        let schema = in_flight(table, stored.schema());
        let metadata = ArrowReaderMetadata::try_new(stored.metadata().clone(), options().with_schema(Arc::new(schema))).at(path)?;
        Ok(Some(Self { table, path: path.to_owned(), file, metadata }))
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> usize {
        (0..self.groups()).map(|group| self.group_rows(group)).sum()
    }

    /// Its row groups.
    pub(crate) fn groups(&self) -> usize {
        self.metadata.metadata().num_row_groups()
    }

    /// The rows of a row group.
    pub(crate) fn group_rows(&self, group: usize) -> usize {
        usize::try_from(self.metadata.metadata().row_group(group).num_rows()).unwrap_or(0)
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A reader of the file, to be told what to read.
    pub(crate) fn reader(&self) -> Result<ParquetRecordBatchReaderBuilder<File>, Error> {
        let file = self.file.try_clone().at(&self.path)?;
        Ok(ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone()).with_batch_size(BATCH))
    }

    /// The columns of the table that the file has.
    pub(crate) fn mask<'a>(&self, columns: impl Iterator<Item = &'a Column>) -> ProjectionMask {
        let places = columns.filter_map(|column| self.metadata.schema().index_of(column.name).ok());
        ProjectionMask::roots(self.metadata.parquet_schema(), places)
    }

    /// The rows at these positions, which are sorted.
    pub(crate) fn at(&self, positions: &[u64]) -> Result<Batches<'_>, Error> {
        let ranges = positions.iter().map(|position| *position as usize..*position as usize + 1);
        self.selected(RowSelection::from_consecutive_ranges(joined(ranges), self.rows()))
    }

    /// The rows at all but these positions, which are sorted.
    pub(crate) fn all_but(&self, positions: &[u64]) -> Result<Batches<'_>, Error> {
        let starts = std::iter::once(0).chain(positions.iter().map(|position| *position as usize + 1));
        let ends = positions.iter().map(|position| *position as usize).chain([self.rows()]);
        let ranges = starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty());
        self.selected(RowSelection::from_consecutive_ranges(ranges, self.rows()))
    }

    fn selected(&self, selection: RowSelection) -> Result<Batches<'_>, Error> {
        let mask = self.mask(self.table.columns());
        let reader = self.reader()?.with_projection(mask).with_row_selection(selection).build().at(&self.path)?;
        Ok(Batches { file: self, reader })
    }
}

/// Ranges with those that touch made one.
fn joined(ranges: impl Iterator<Item = std::ops::Range<usize>>) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut ranges = ranges.peekable();
    std::iter::from_fn(move || {
        let mut range = ranges.next()?;
        while let Some(next) = ranges.next_if(|next| next.start == range.end) {
            range.end = next.end;
        }
        Some(range)
    })
}

/// Batches in flight from a file.
pub(crate) struct Batches<'a> {
    file: &'a LakeFile,
    reader: ParquetRecordBatchReader,
}

impl Iterator for Batches<'_> {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.reader.next()?.at(&self.file.path);
        Some(batch.and_then(|batch| self.file.complete(&batch)))
    }
}

impl LakeFile {
    /// The batch with all columns of the table, and with the lake as the origin of its rows.
    fn complete(&self, batch: &RecordBatch) -> Result<RecordBatch, Error> {
        let rows = batch.num_rows();
        let column = |column: &'static Column| match batch.column_by_name(column.name) {
            Some(array) => convert(column, array),
            None => Ok(blank(column, rows)),
        };
        let mut columns = self.table.columns().map(column).collect::<Result<Vec<_>, _>>().at(&self.path)?;
        columns.push(Arc::new(UInt32Array::from_value(LAKE, rows)));
        RecordBatch::try_new(self.table.schema_in_flight(), columns).at(&self.path)
    }
}

/// The schema to read a file with: its own, with the types in flight where its columns have the types at rest.
fn in_flight(table: &Table, stored: &Schema) -> Schema {
    let fields = stored.fields().iter().map(|field| {
        let column = table.columns().find(|column| column.name == field.name() && column.kind.at_rest() == *field.data_type());
        let data_type = column.map_or_else(|| field.data_type().clone(), |column| column.kind.in_flight());
        Field::clone(field).with_data_type(data_type)
    });
    Schema::new_with_metadata(fields.collect::<Vec<_>>(), stored.metadata().clone())
}

/// A column of a file as it is in flight now, whatever type it had when the file was written.
fn convert(column: &Column, array: &ArrayRef) -> Result<ArrayRef, arrow::error::ArrowError> {
    let data_type = column.kind.in_flight();
    if *array.data_type() == data_type {
        return Ok(array.clone());
    }
    if can_cast_types(array.data_type(), &data_type) { cast(array, &data_type) } else { Ok(blank(column, array.len())) }
}

/// A column that the file does not have: NULL, or where the table has no NULL the empty text, 0 and false.
fn blank(column: &Column, rows: usize) -> ArrayRef {
    let nulls = new_null_array(&column.kind.in_flight(), rows);
    if column.nullable {
        return nulls;
    }
    let data = nulls.to_data().into_builder().nulls(None).build().expect("the values under NULLs are zeros, which all types have");
    make_array(data)
}
