//! The lake: a folder of Parquet files, one for each table, month and machine, that every ingest merges into.
//!
//! [`Lake::open`] finds the folder, [`Lake::begin`] starts a run, [`Run::push`] takes batches in flight from any thread, and
//! [`Run::commit`] merges them with the rows that are there and puts the new files in place, all or none of them. What a
//! table is, and how two rows of one key combine, comes from its declaration in [`cclake_transcript`]; nothing here knows a
//! table by its name.
//!
//! The merge is a gather. Rows are never changed: for each column of a merged row one of the rows of its key is chosen, and
//! the columns are put together from these choices. That keeps it columnar, and makes its laws easy to check: it is
//! commutative, associative and idempotent, so any order and any split of the input gives the same files, byte for byte.

mod check;
mod commit;
mod error;
mod fail;
mod family;
mod finish;
mod follow;
mod gather;
mod halves;
mod key;
mod layout;
mod lock;
mod lookup;
mod merge;
mod open;
mod pick;
mod place;
mod rank;
mod read;
mod rows;
mod run;
mod scan;
mod state;
mod whole;
mod write;

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use error::Error;
pub use finish::Finish;
pub use lock::Lock;
pub use open::Lake;
pub use run::{Run, Written};
pub use state::{Seen, State, VERSION};
