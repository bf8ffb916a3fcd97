//! Merges the rows of a table, key by key.

use std::cmp::Ordering;

use cclake_transcript::cell::ColumnType;
use cclake_transcript::table::Table;
use rayon::slice::ParallelSliceMut;

use crate::family::Family;
use crate::gather::join;
use crate::key::{ByKey, Hash, Key};
use crate::layout::Month;
use crate::pick::{Picked, Picker, Picks};
use crate::rows::{At, LAKE, Rows, index_of};

/// Merged rows are put together this many at a time.
const CHUNK: usize = 8_192;

/// A row that goes into the lake, and its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// The row.
    pub(crate) at: At,
    /// Its time, which says in which month it goes.
    pub(crate) ts: Option<i64>,
}

/// What was decided for the rows of one bundle key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bundle {
    /// A row of the head table with this key.
    pub(crate) head: At,
    /// Origin of the rows that stay.
    pub(crate) winner: u32,
    /// Time of all of them.
    pub(crate) ts: Option<i64>,
    /// The month where the lake has rows of this key that go or get another time; NULL if nowhere.
    pub(crate) stale: Option<Month>,
}

/// The outcome for one table.
#[derive(Debug)]
pub(crate) struct Merged {
    /// All rows that took part, and the merged ones.
    pub(crate) rows: Rows,
    /// The rows that go into the lake.
    pub(crate) placed: Vec<Placed>,
    /// The rows that took part, sorted by key.
    entries: Vec<Entry>,
    time: Option<usize>,
    /// What was decided for keys of several rows; empty for a table that no other follows.
    contested: ByKey<Bundle>,
}

impl Merged {
    /// What was decided for the rows of a key; NULL if the head has none.
    pub(crate) fn bundle(&self, key: Hash) -> Option<Bundle> {
        if let Some(bundle) = self.contested.get(&key) {
            return Some(*bundle);
        }
        // Most keys have one row, which is found among all: a map of them would take as much memory as the rows.
        let place = self.entries.binary_search_by(|entry| entry.0.cmp(&key)).ok()?;
        let head = self.entries[place].1;
        Some(Bundle { head, winner: self.rows.origin(head), ts: self.time.and_then(|column| self.rows.int(column, head)), stale: None })
    }

    /// The keys of which the lake has rows that go or get another time.
    pub(crate) fn stale(&self) -> impl Iterator<Item = (Hash, Bundle, Month)> {
        self.contested.iter().filter_map(|(key, bundle)| Some((*key, *bundle, bundle.stale?)))
    }
}

/// A row and the hash of what it is grouped by.
pub(crate) type Entry = (Hash, At);

/// The rows from a batch on, with their hashes.
pub(crate) fn entries(rows: &Rows, key: &Key, from: usize) -> Vec<Entry> {
    let mut buffer = Vec::new();
    rows.places(from).map(|at| (key.hash(rows, at, &mut buffer), at)).collect()
}

/// Place of the time column of a table.
pub(crate) fn time_of(table: &Table) -> Option<usize> {
    table.time().and_then(|name| index_of(table, name))
}

/// Merges the rows of the head of a family: fresh ones, and those of the lake that have the same keys. Where rows are made
/// `anew`, since another text policy holds, those of the lake only stay where there is no fresh one.
pub(crate) fn merge(family: &Family, rows: Rows, mut entries: Vec<Entry>, anew: bool) -> Merged {
    entries.par_sort_unstable();
    let mut merging = Merging::new(family, rows, anew);
    for group in entries.chunk_by(|a, b| a.0 == b.0) {
        merging.group(group);
    }
    merging.finish(entries)
}

/// Several rows of one key, on their way to one.
struct Contested {
    key: Hash,
    /// Origin of the row that wins.
    winner: u32,
    /// Rows of the same bundle with other keys, as a range of `Merging::followers`.
    followers: std::ops::Range<usize>,
    /// A row of the lake with this key.
    lake: Option<At>,
}

struct Merging {
    picker: Picker,
    whole: Key,
    /// The rest of the key, where rows of several keys are one bundle.
    rest: Option<Vec<(usize, ColumnType)>>,
    bundled: bool,
    anew: bool,
    time: Option<usize>,
    rows: Rows,
    placed: Vec<Placed>,
    bundles: ByKey<Bundle>,
    /// Rows that are put together of several, in the order of the picks.
    joined: Vec<Contested>,
    followers: Vec<At>,
    picks: Vec<Picks>,
}

impl Merging {
    fn new(family: &Family, rows: Rows, anew: bool) -> Self {
        let whole = Key::whole(family.head);
        let kinds: Vec<ColumnType> = family.head.columns().map(|column| column.kind).collect();
        let rest: Vec<_> = whole.columns[1..].iter().map(|column| (*column, kinds[*column])).collect();
        Self {
            picker: Picker::new(family.head),
            whole,
            rest: (family.bundled() && !rest.is_empty()).then_some(rest),
            bundled: family.bundled(),
            anew,
            time: time_of(family.head),
            rows,
            placed: Vec::new(),
            bundles: ByKey::default(),
            joined: Vec::new(),
            followers: Vec::new(),
            picks: Vec::new(),
        }
    }

    fn group(&mut self, group: &[Entry]) {
        if let [(_, at)] = *group {
            let ts = self.ts(at);
            self.placed.push(Placed { at, ts });
            return;
        }
        let lake = group.iter().map(|(_, at)| *at).find(|at| self.rows.origin(*at) == LAKE);
        let is_fresh = |at: &At| self.rows.origin(*at) != LAKE;
        let mut places: Vec<At> = group.iter().map(|(_, at)| *at).collect();
        if self.anew && places.iter().any(is_fresh) {
            places.retain(is_fresh);
        }
        let deciding = match &self.rest {
            Some(rest) => {
                places.sort_unstable_by(|a, b| decides_first(&self.rows, rest, *a, *b).then(a.cmp(b)));
                places.iter().take_while(|at| decides_first(&self.rows, rest, places[0], **at).is_eq()).count()
            }
            None => places.len(),
        };
        let (deciding, others) = places.split_at(deciding);
        if self.picks.last().is_none_or(|picks| picks.winners.len() == CHUNK) {
            self.picks.push(Picks::default());
        }
        let picks = self.picks.last_mut().expect("there is always one to add to");
        let picked = self.picker.pick(&self.rows, deciding, picks);
        let (Picked::Itself(winner) | Picked::Joined(winner)) = picked;
        let winner = self.rows.origin(winner);
        let followers = others.iter().copied().filter(|at| self.rows.origin(*at) == winner).collect();
        let start = self.followers.len();
        self.followers.extend(one_per_key(&self.rows, &self.whole, &self.picker, followers));
        let contested = Contested { key: group[0].0, winner, followers: start..self.followers.len(), lake };
        match picked {
            Picked::Itself(at) => self.decide(&contested, at),
            Picked::Joined(_) => self.joined.push(contested),
        }
    }

    /// Places a merged row, and those that follow it.
    fn decide(&mut self, one: &Contested, at: At) {
        let ts = self.ts(at);
        self.placed.push(Placed { at, ts });
        let followers = &self.followers[one.followers.clone()];
        self.placed.extend(followers.iter().map(|at| Placed { at: *at, ts }));
        if self.bundled {
            let before = one.lake.map(|at| self.ts(at)).filter(|before| one.winner != LAKE || *before != ts);
            self.bundles.insert(one.key, Bundle { head: at, winner: one.winner, ts, stale: before.map(Month::of) });
        }
    }

    fn ts(&self, at: At) -> Option<i64> {
        self.time.and_then(|column| self.rows.int(column, at))
    }

    fn finish(mut self, entries: Vec<Entry>) -> Merged {
        let picks = std::mem::take(&mut self.picks);
        let joined = std::mem::take(&mut self.joined);
        for (picks, joined) in picks.iter().zip(joined.chunks(CHUNK)) {
            let batch = self.rows.push(join(&self.rows, &self.picker, picks));
            for (row, one) in (0..).zip(joined) {
                self.decide(one, At { batch, row });
            }
        }
        Merged { rows: self.rows, placed: self.placed, entries, time: self.time, contested: self.bundles }
    }
}

/// Which of two keys of one bundle decides for it: the smaller numbers, then the larger texts.
fn decides_first(rows: &Rows, rest: &[(usize, ColumnType)], a: At, b: At) -> Ordering {
    let numbers = rest.iter().filter(|(_, kind)| *kind != ColumnType::Text).map(|(column, _)| rows.compare(*column, a, b));
    let texts = rest.iter().filter(|(_, kind)| *kind == ColumnType::Text).map(|(column, _)| rows.compare(*column, b, a));
    numbers.chain(texts).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The best row of each key, of rows that were made from one source.
pub(crate) fn one_per_key(rows: &Rows, key: &Key, picker: &Picker, places: Vec<At>) -> Vec<At> {
    if places.len() < 2 {
        return places;
    }
    let mut buffer = Vec::new();
    let mut entries: Vec<Entry> = places.into_iter().map(|at| (key.hash(rows, at, &mut buffer), at)).collect();
    entries.sort_unstable();
    let mut group = Vec::new();
    let best = entries.chunk_by(|a, b| a.0 == b.0).map(|entries| {
        group.clear();
        group.extend(entries.iter().map(|(_, at)| *at));
        if let [one] = group[..] { one } else { picker.best(rows, &group) }
    });
    best.collect()
}
