//! Reads columns of a table back.

use arrow::array::RecordBatch;
use cclake_transcript::table::Table;

use crate::error::{At, Error};
use crate::open::Lake;
use crate::read::LakeFile;

impl Lake {
    /// Hands over some columns of all rows that this machine has in a table, as they are in flight, a batch at a time.
    pub fn scan(&self, table: &'static Table, columns: &[&str], mut each: impl FnMut(&RecordBatch)) -> Result<(), Error> {
        for path in self.own_files(table)? {
            let Some(file) = LakeFile::open(table, &path)? else { continue };
            let mask = file.mask(table.columns().filter(|column| columns.contains(&column.name)));
            for batch in file.reader()?.with_projection(mask).build().at(&path)? {
                each(&batch.at(&path)?);
            }
        }
        Ok(())
    }
}
