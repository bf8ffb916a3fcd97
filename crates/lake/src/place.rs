//! Writes the rows of one table and month: those that stay, and those that come, in one order.

use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use cclake_transcript::table::Table;

use crate::error::{At as _, Error};
use crate::finish::Finish;
use crate::gather::{gather, with_time};
use crate::key::Key;
use crate::layout::{Layout, Month};
use crate::merge::{Placed, time_of};
use crate::read::{Batches, LakeFile};
use crate::rows::{At, Rows};
use crate::write::{CHUNK, Facts, Writer};

/// What becomes of one file.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It stays as it is.
    Unchanged,
    /// A new file takes its place.
    Written {
        /// The new file.
        from: PathBuf,
        /// Its place.
        to: PathBuf,
        /// Its rows.
        rows: u64,
    },
    /// It has no rows left.
    Removed(PathBuf),
}

/// A change of one table and month.
#[derive(Debug)]
pub(crate) struct Change<'a> {
    /// The table.
    pub(crate) table: &'static Table,
    /// The month.
    pub(crate) month: Month,
    /// The rows that come are among these.
    pub(crate) rows: &'a Rows,
    /// The rows that come.
    pub(crate) placed: Vec<Placed>,
    /// Positions, in the file, of the rows that go. Sorted.
    pub(crate) removed: &'a [u64],
}

impl Change<'_> {
    /// Writes the file anew under `tmp/`, if that makes it another one.
    pub(crate) fn apply(mut self, layout: &Layout, facts: &Facts, finish: &dyn Finish) -> Result<Outcome, Error> {
        let target = layout.file(self.table, self.month);
        let old = LakeFile::open(self.table, &target)?;
        let stay = old.as_ref().map_or(0, |old| old.rows() - self.removed.len());
        if stay + self.placed.len() == 0 {
            return Ok(if old.is_some() { Outcome::Removed(target) } else { Outcome::Unchanged });
        }
        let order = Order(Key::whole(self.table));
        self.placed.sort_unstable_by(|a, b| order.compare(self.rows, *a, *b));

        let path = layout.tmp_file(self.table, self.month);
        let batches = old.as_ref().map(|old| old.all_but(self.removed)).transpose()?;
        let mut staying = Staying { batches, time: time_of(self.table), batch: None, row: 0, next: None, done: Vec::new() };
        let mut coming = self.placed.iter().copied().peekable();
        let mut writer = Writer::new(&path, self.table, facts, stay + self.placed.len())?;
        let mut rows = self.rows.clone();
        let mut chunk = Vec::with_capacity(CHUNK);
        loop {
            let stays = match (staying.peek(&mut rows)?, coming.peek()) {
                (None, None) => break,
                (Some(old), Some(new)) => order.compare(&rows, old, *new).is_lt(),
                (old, _) => old.is_some(),
            };
            chunk.extend(if stays { staying.take() } else { coming.next() });
            if chunk.len() == CHUNK {
                write(&mut writer, &rows, &mut chunk, finish)?;
                staying.done.drain(..).for_each(|batch| rows.release(batch));
            }
        }
        write(&mut writer, &rows, &mut chunk, finish)?;
        let rows = writer.finish()?;
        if same_bytes(&path, &target)? {
            fs::remove_file(&path).at(&path)?;
            return Ok(Outcome::Unchanged);
        }
        Ok(Outcome::Written { from: path, to: target, rows })
    }
}

fn write(writer: &mut Writer<'_>, rows: &Rows, chunk: &mut Vec<Placed>, finish: &dyn Finish) -> Result<(), Error> {
    if chunk.is_empty() {
        return Ok(());
    }
    let places: Vec<At> = chunk.iter().map(|placed| placed.at).collect();
    let batch = with_time(rows.table, gather(rows, &places), chunk.iter().map(|placed| placed.ts));
    chunk.clear();
    // Derived columns of rows that stay are filled again, too: what they are depends on the row alone, not on when it came.
    let batch = (rows.table.derive)(batch);
    writer.write(&if finish.covers(rows.table) { finish.fill(rows.table, batch) } else { batch })
}

/// The order of the rows of a file: by time, then by key.
struct Order(Key);

impl Order {
    fn compare(&self, rows: &Rows, a: Placed, b: Placed) -> Ordering {
        let by_key = || self.0.columns.iter().map(|column| rows.compare(*column, a.at, b.at)).find(|order| order.is_ne());
        a.ts.cmp(&b.ts).then_with(|| by_key().unwrap_or(Ordering::Equal))
    }
}

/// The rows of the old file that stay, in their order, a batch at a time.
struct Staying<'a> {
    batches: Option<Batches<'a>>,
    time: Option<usize>,
    batch: Option<u32>,
    row: u32,
    /// The next row.
    next: Option<Placed>,
    /// Batches of which every row was taken.
    done: Vec<u32>,
}

impl Staying<'_> {
    /// The next row, without taking it.
    fn peek(&mut self, rows: &mut Rows) -> Result<Option<Placed>, Error> {
        while self.next.is_none() {
            match self.batch {
                Some(batch) if (self.row as usize) < rows.batch(batch).batch.num_rows() => {
                    let at = At { batch, row: self.row };
                    self.next = Some(Placed { at, ts: self.time.and_then(|column| rows.int(column, at)) });
                    self.row += 1;
                }
                before => {
                    self.done.extend(before);
                    let Some(batch) = self.batches.as_mut().and_then(Iterator::next).transpose()? else {
                        self.batch = None;
                        break;
                    };
                    self.batch = Some(rows.push(batch));
                    self.row = 0;
                }
            }
        }
        Ok(self.next)
    }

    /// Takes the row that `peek` gave.
    fn take(&mut self) -> Option<Placed> {
        self.next.take()
    }
}

/// Whether two files have the same bytes; a file that is not there has none in common.
fn same_bytes(new: &Path, old: &Path) -> Result<bool, Error> {
    if !old.is_file() || fs::metadata(new).at(new)?.len() != fs::metadata(old).at(old)?.len() {
        return Ok(false);
    }
    let open = |path: &Path| File::open(path).map(|file| BufReader::with_capacity(1 << 20, file)).at(path);
    let (mut a, mut b) = (open(new)?, open(old)?);
    loop {
        let (x, y) = (a.fill_buf().at(new)?, b.fill_buf().at(old)?);
        let length = x.len().min(y.len());
        if length == 0 {
            return Ok(true);
        }
        if x[..length] != y[..length] {
            return Ok(false);
        }
        a.consume(length);
        b.consume(length);
    }
}
