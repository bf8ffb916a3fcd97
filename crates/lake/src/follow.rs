//! Tables whose rows follow the winners of another.

use std::collections::BTreeMap;

use arrow::array::RecordBatch;
use cclake_transcript::table::Table;

use crate::error::Error;
use crate::key::Key;
use crate::layout::{Layout, Month};
use crate::lookup::Wanted;
use crate::merge::{Entry, Merged, Placed, entries, one_per_key};
use crate::pick::Picker;
use crate::read::LakeFile;
use crate::rows::{LAKE, Rows};
use crate::run::{Removed, positions};

/// What becomes of a table that follows.
#[derive(Debug)]
pub(crate) struct Followed {
    /// The rows that took part.
    pub(crate) rows: Rows,
    /// The rows that go into the lake.
    pub(crate) placed: Vec<Placed>,
    /// The rows of the lake that go.
    pub(crate) removed: Removed,
}

/// Keeps the rows that were made from the source that won their bundle, and takes the others out of the lake.
pub(crate) fn follow(layout: &Layout, table: &'static Table, fresh: Vec<RecordBatch>, head: &Merged) -> Result<Followed, Error> {
    let bundle_key = Key::bundle(table);
    let head_key = Key::bundle(head.rows.table).columns[0];
    let mut rows = Rows::new(table, fresh);

    let mut stale: BTreeMap<Month, Wanted<'_>> = BTreeMap::new();
    for (key, bundle, month) in head.stale() {
        stale.entry(month).or_default().add(key, head.rows.text(head_key, bundle.head));
    }
    let mut removed = Removed::new();
    for (month, wanted) in stale {
        let Some(file) = LakeFile::open(table, &layout.file(table, month))? else { continue };
        let found = wanted.find(table, &bundle_key, &file)?;
        let stays = |key| head.bundle(key).is_some_and(|bundle| bundle.winner == LAKE);
        let moved = positions(found.iter().filter(|(_, key)| stays(*key)));
        if !moved.is_empty() {
            for batch in file.at(&moved)? {
                rows.push(batch?);
            }
        }
        if !found.is_empty() {
            removed.insert(month, positions(&found));
        }
    }

    let won = |(key, at): &Entry| head.bundle(*key).is_some_and(|bundle| bundle.winner == rows.origin(*at));
    let kept = entries(&rows, &bundle_key, 0).into_iter().filter(won).map(|(_, at)| at).collect();
    let mut buffer = Vec::new();
    let placed = one_per_key(&rows, &Key::whole(table), &Picker::new(table), kept)
        .into_iter()
        .map(|at| Placed { at, ts: head.bundle(bundle_key.hash(&rows, at, &mut buffer)).and_then(|bundle| bundle.ts) })
        .collect();
    Ok(Followed { rows, placed, removed })
}
