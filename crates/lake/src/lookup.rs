//! Finds rows of the lake by their keys.

use std::fs::File;

use cclake_transcript::table::Table;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::error::{At, Error};
use crate::key::{ByKey, Hash, Key, hash};
use crate::read::LakeFile;
use crate::rows::Values;

/// Keys to look for.
#[derive(Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// Hashes of the keys.
    pub(crate) keys: ByKey<()>,
    /// The first value of each key, as far as it is a text.
    pub(crate) texts: Vec<&'a str>,
}

impl<'a> Wanted<'a> {
    /// Adds a key.
    pub(crate) fn add(&mut self, key: Hash, text: Option<&'a str>) {
        if self.keys.insert(key, ()).is_none() {
            self.texts.extend(text);
        }
    }

    /// The positions of the rows with these keys in a file, sorted, with their keys.
    pub(crate) fn find(&self, table: &'static Table, key: &Key, file: &LakeFile) -> Result<Vec<(u64, Hash)>, Error> {
        let mut found = Vec::new();
        let mut start = 0;
        let columns: Vec<_> = key.columns.iter().filter_map(|index| table.columns().nth(*index)).collect();
        let mut buffer = Vec::new();
        for group in 0..file.groups() {
            let reader = file.reader()?;
            if self.may_be_in(&reader, group, columns[0].name).at(file.path())? {
                let reader = reader.with_projection(file.mask(columns.iter().copied())).with_row_groups(vec![group]).build().at(file.path())?;
                let mut position = start;
                for batch in reader {
                    let batch = batch.at(file.path())?;
                    let values = columns.iter().map(|column| Some(Values::new(column.kind, batch.column_by_name(column.name)?)));
                    // A file without a column of the key is of another table by the same name: none of its rows is meant.
                    let Some(values) = values.collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
                    for row in 0..batch.num_rows() {
                        let hash = hash(values.iter(), row, &mut buffer);
                        if self.keys.contains_key(&hash) {
                            found.push((position + row as u64, hash));
                        }
                    }
                    position += batch.num_rows() as u64;
                }
            }
            start += file.group_rows(group) as u64;
        }
        Ok(found)
    }

    /// Whether the bloom filter of a row group leaves room for any of the keys.
    fn may_be_in(&self, reader: &ParquetRecordBatchReaderBuilder<File>, group: usize, column: &str) -> parquet::errors::Result<bool> {
        let schema = reader.parquet_schema();
        let Some(index) = (0..schema.num_columns()).find(|index| schema.column(*index).path().parts() == [column]) else { return Ok(true) };
        if self.texts.len() < self.keys.len() {
            return Ok(true);
        }
        let filter = reader.get_row_group_column_bloom_filter(group, index)?;
        Ok(filter.is_none_or(|filter| self.texts.iter().any(|text| filter.check(*text))))
    }
}
