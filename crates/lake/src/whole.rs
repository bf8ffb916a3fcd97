//! Tables that a machine writes whole: what they say comes from the program, not from transcripts, so nothing merges.

use std::collections::BTreeMap;

use arrow::array::RecordBatch;
use cclake_transcript::table::Table;

use crate::error::Error;
use crate::key::Key;
use crate::layout::{Layout, Month};
use crate::merge::{Placed, entries, time_of};
use crate::read::LakeFile;
use crate::rows::Rows;

/// The rows that take the place of all that a machine has in a table.
#[derive(Debug)]
pub(crate) struct Whole {
    /// The rows.
    pub(crate) rows: Rows,
    /// Where each goes.
    pub(crate) placed: Vec<Placed>,
    /// Positions of the rows that go: all, by month.
    pub(crate) removed: BTreeMap<Month, Vec<u64>>,
}

impl Whole {
    /// The rows of a batch, of equal keys the first.
    pub(crate) fn new(layout: &Layout, table: &'static Table, batch: RecordBatch) -> Result<Self, Error> {
        let rows = Rows::new(table, [batch]);
        let mut all = entries(&rows, &Key::whole(table), 0);
        all.sort_unstable();
        all.dedup_by_key(|entry| entry.0);
        let time = time_of(table);
        let placed = all.into_iter().map(|(_, at)| Placed { at, ts: time.and_then(|column| rows.int(column, at)) }).collect();
        let mut removed = BTreeMap::new();
        for month in layout.months(table)? {
            let count = LakeFile::open(table, &layout.file(table, month))?.map_or(0, |file| file.rows() as u64);
            removed.insert(month, (0..count).collect());
        }
        Ok(Self { rows, placed, removed })
    }
}
