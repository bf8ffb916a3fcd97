//! One run: rows come in, and are merged into the lake together.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use arrow::array::RecordBatch;
use arrow::compute::concat_batches;
use cclake_transcript::table::{Merge, Table};
use rayon::prelude::*;

use crate::commit::Commit;
use crate::error::Error;
use crate::family::Family;
use crate::finish::{AsTheyAre, Finish};
use crate::follow::follow;
use crate::key::Hash;
use crate::layout::{Layout, Month};
use crate::lookup::Wanted;
use crate::merge::{Merged, Placed, entries, merge};
use crate::place::{Change, Outcome};
use crate::read::LakeFile;
use crate::rows::Rows;
use crate::state::State;
use crate::whole::Whole;
use crate::write::Facts;

/// Rows that are merged into the lake together, or not at all.
pub struct Run<'a> {
    layout: &'a Layout,
    finish: &'a dyn Finish,
    runs: Runs,
    whole: Vec<(&'static Table, RecordBatch)>,
}

/// What a commit did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Data files that were written.
    pub files_written: u64,
    /// Data files that were removed, since they had no rows left.
    pub files_removed: u64,
    /// Rows of the files that were written, by table.
    pub rows: BTreeMap<&'static str, u64>,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Run").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(layout: &'a Layout) -> Self {
        Self { layout, finish: &AsTheyAre, runs: Runs::default(), whole: Vec::new() }
    }

    /// Lets something fill columns of the rows that are written.
    pub fn finish_with(self, finish: &'a dyn Finish) -> Self {
        Self { finish, ..self }
    }

    /// Takes a batch of a table in flight. Any thread, any order: the outcome is the same.
    ///
    /// The rows of one call or request that one source gave, in all tables, have one origin.
    pub fn push(&self, table: &'static Table, batch: RecordBatch) {
        self.runs.push(table, batch);
    }

    /// Lets the rows of a batch in flight take the place of all rows that this machine has in a table. Rows that were pushed into it do not count.
    pub fn replace(mut self, table: &'static Table, batch: RecordBatch) -> Self {
        self.whole.push((table, batch));
        self
    }

    /// Merges the rows with those of the lake, and puts the new files and the state in place.
    /// A crash at any moment leaves either the lake as it was or the new one; files that come out the same stay untouched.
    pub fn commit(self, state: &State) -> Result<Written, Error> {
        let Self { layout, finish, runs, whole } = self;
        let before = State::load(&layout.state())?;
        let job = Job {
            layout,
            finish,
            facts: Facts { decoder: state.decoder, text: state.text.clone(), prices: None },
            prices: state.prices.clone(),
            every_file: (before.version, before.decoder, &before.text) != (state.version, state.decoder, &state.text),
            every_priced_file: before.prices != state.prices,
            anew: before.text != state.text,
        };
        let mut families = Family::all();
        families.retain(|family| !whole.iter().any(|(table, _)| table.name == family.head.name));
        let mut outcomes: Vec<_> = families.par_iter().map(|family| job.merge_family(&runs, family)).collect();
        outcomes.extend(whole.into_iter().map(|(table, batch)| job.replace(table, batch)));
        let mut commit = Commit::default();
        let mut written = Written::default();
        for outcome in outcomes {
            for (table, outcome) in outcome? {
                match outcome {
                    Outcome::Unchanged => {}
                    Outcome::Written { from, to, rows } => {
                        commit.rename(layout, &from, &to);
                        written.files_written += 1;
                        *written.rows.entry(table.name).or_default() += rows;
                    }
                    Outcome::Removed(path) => {
                        commit.remove(layout, &path);
                        written.files_removed += 1;
                    }
                }
            }
        }
        commit.save(layout, state)?;
        commit.run(layout)?;
        Ok(written)
    }
}

/// Fresh rows, by table, until they are merged.
#[derive(Debug, Default)]
struct Runs(Mutex<HashMap<&'static str, Vec<RecordBatch>>>);

impl Runs {
    /// Batches with fewer rows are put together: what each batch costs would be more than its rows.
    const SMALL: usize = 4_096;

    fn push(&self, table: &'static Table, batch: RecordBatch) {
        if batch.num_rows() > 0 {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(table.name).or_default().push(batch);
        }
    }

    fn take(&self, table: &'static Table) -> Vec<RecordBatch> {
        let batches = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(table.name).unwrap_or_default();
        let (mut large, small): (Vec<_>, Vec<_>) = batches.into_iter().partition(|batch| batch.num_rows() >= Self::SMALL);
        let mut rest = &small[..];
        while !rest.is_empty() {
            let mut rows = 0;
            let room = |batch: &&RecordBatch| {
                let before = rows;
                rows += batch.num_rows();
                before < Self::SMALL
            };
            let count = rest.iter().take_while(room).count();
            let (some, others) = rest.split_at(count);
            large.push(concat_batches(&table.schema_in_flight(), some).expect("batches in flight have the schema of their table"));
            rest = others;
        }
        if table.ts == Merge::Derived {
            // The time decides where to look, and a row of which nothing was derived yet may have none.
            large = large.into_iter().map(table.derive).collect();
        }
        large
    }
}

type Outcomes = Vec<(&'static Table, Outcome)>;

/// What all tables of a run share.
struct Job<'a> {
    layout: &'a Layout,
    finish: &'a dyn Finish,
    facts: Facts,
    prices: String,
    /// Whether files without fresh rows are written anew, too: another decoder may have other columns, and all files of a
    /// table have the same, so that a reader need not look for differences.
    every_file: bool,
    /// The same for the tables with columns that prices fill.
    every_priced_file: bool,
    /// Whether fresh rows take the place of those of the lake, whatever their rank: what another text policy kept must not stay.
    anew: bool,
}

/// Positions of rows that go, by the month of their file.
pub(crate) type Removed = BTreeMap<Month, Vec<u64>>;

/// Positions without their keys.
pub(crate) fn positions<'a>(found: impl IntoIterator<Item = &'a (u64, Hash)>) -> Vec<u64> {
    found.into_iter().map(|(position, _)| *position).collect()
}

impl Job<'_> {
    /// Whether all files of a table are written anew.
    fn every_file(&self, table: &Table) -> bool {
        self.every_file || self.every_priced_file && self.finish.covers(table)
    }

    /// Merges the fresh rows of a head, and of the tables that follow it.
    fn merge_family(&self, runs: &Runs, family: &Family) -> Result<Outcomes, Error> {
        let fresh = runs.take(family.head);
        let children: Vec<_> = family.children.iter().map(|child| (*child, runs.take(child))).collect();
        if fresh.is_empty() && !self.every_file(family.head) {
            return Ok(Vec::new());
        }
        let (merged, removed) = self.merge_head(family, fresh)?;
        let mut outcomes = self.write_months(&merged.rows, &merged.placed, &removed)?;
        let follow = |(child, fresh)| {
            let followed = follow(self.layout, child, fresh, &merged)?;
            self.write_months(&followed.rows, &followed.placed, &followed.removed)
        };
        let children: Vec<Result<Outcomes, Error>> = children.into_par_iter().map(follow).collect();
        for child in children {
            outcomes.extend(child?);
        }
        Ok(outcomes)
    }

    /// Merges the fresh rows of a head with the rows of the lake that have the same keys, in whatever month they are.
    fn merge_head(&self, family: &Family, fresh: Vec<RecordBatch>) -> Result<(Merged, Removed), Error> {
        let key = family.key();
        let mut rows = Rows::new(family.head, fresh);
        let mut all = entries(&rows, &key, 0);
        let mut wanted = Wanted::default();
        for (hash, at) in &all {
            wanted.add(*hash, rows.text(key.columns[0], *at));
        }
        let look = |month: Month| -> Result<(Month, Vec<u64>, Vec<RecordBatch>), Error> {
            let Some(file) = LakeFile::open(family.head, &self.layout.file(family.head, month))? else { return Ok((month, Vec::new(), Vec::new())) };
            let positions = positions(&wanted.find(family.head, &key, &file)?);
            let batches = if positions.is_empty() { Vec::new() } else { file.at(&positions)?.collect::<Result<_, _>>()? };
            Ok((month, positions, batches))
        };
        let found: Vec<_> = self.layout.months(family.head)?.into_par_iter().map(look).collect();
        drop(wanted);
        let mut removed = Removed::new();
        let from = rows.len();
        for found in found {
            let (month, positions, batches) = found?;
            if !positions.is_empty() {
                removed.insert(month, positions);
            }
            for batch in batches {
                rows.push(batch);
            }
        }
        all.extend(entries(&rows, &key, from));
        Ok((merge(family, rows, all, self.anew), removed))
    }

    /// Writes the rows of one table in place of those that are there.
    fn replace(&self, table: &'static Table, batch: RecordBatch) -> Result<Outcomes, Error> {
        let Whole { rows, placed, removed } = Whole::new(self.layout, table, batch)?;
        self.write_months(&rows, &placed, &removed)
    }

    /// Writes the files of one table that get or lose rows.
    fn write_months(&self, rows: &Rows, placed: &[Placed], removed: &Removed) -> Result<Outcomes, Error> {
        let mut months: BTreeMap<Month, Vec<Placed>> = removed.keys().map(|month| (*month, Vec::new())).collect();
        if self.every_file(rows.table) {
            months.extend(self.layout.months(rows.table)?.into_iter().map(|month| (month, Vec::new())));
        }
        for placed in placed {
            months.entry(Month::of(placed.ts)).or_default().push(*placed);
        }
        let covered = self.finish.covers(rows.table);
        let facts = Facts { prices: covered.then(|| self.prices.clone()), ..self.facts.clone() };
        let apply = |(month, placed)| {
            let removed = removed.get(&month).map_or(&[][..], Vec::as_slice);
            let change = Change { table: rows.table, month, rows, placed, removed };
            Ok((rows.table, change.apply(self.layout, &facts, self.finish)?))
        };
        months.into_par_iter().map(apply).collect()
    }
}
