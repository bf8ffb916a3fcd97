//! Columns that depend on more than the transcripts.

use arrow::array::RecordBatch;
use cclake_transcript::table::Table;

/// Fills columns that depend on more than the transcripts (prices), just before rows are written.
///
/// It must be a function of the row and of what [`State::prices`](crate::State::prices) names, of nothing else: then the same rows
/// and prices give the same bytes, and files need to be written anew only when the prices change.
pub trait Finish: Sync {
    /// Whether a table has such columns.
    fn covers(&self, table: &Table) -> bool;
    /// The rows of a table in flight, with these columns filled.
    fn fill(&self, table: &Table, batch: RecordBatch) -> RecordBatch;
}

/// Leaves the rows as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsTheyAre;

impl Finish for AsTheyAre {
    fn covers(&self, _: &Table) -> bool {
        false
    }

    fn fill(&self, _: &Table, batch: RecordBatch) -> RecordBatch {
        batch
    }
}
