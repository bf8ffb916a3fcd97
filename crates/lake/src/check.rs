//! Checks a file of the lake: whether it is the table's, and can be read to its end.

use std::fs::File;
use std::path::Path;

use cclake_transcript::table::Table;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::error::{At, Error};
use crate::open::Lake;
use crate::write::TABLE_KEY;

impl Lake {
    /// Reads a file of a table to its end. Gives its rows; the error says why it is not whole, or not the table's.
    pub fn check(&self, table: &Table, file: &Path) -> Result<u64, Error> {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).at(file)?).at(file)?;
        let facts = reader.metadata().file_metadata();
        let stated = u64::try_from(facts.num_rows()).unwrap_or(0);
        let mut pairs = facts.key_value_metadata().into_iter().flatten();
        if !pairs.any(|pair| pair.key == TABLE_KEY && pair.value.as_deref() == Some(table.name)) {
            return Err(Error::Foreign { path: file.to_owned(), table: table.name });
        }
        let mut found = 0;
        for batch in reader.build().at(file)? {
            found += batch.at(file)?.num_rows() as u64;
        }
        if found == stated { Ok(found) } else { Err(Error::Rows { path: file.to_owned(), stated, found }) }
    }
}
