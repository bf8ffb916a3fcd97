//! Rows of which each can hold one half: a call, or the result of a call.
//!
//! A source that has both knows how they belong together, so it wins over any two sources that have one each. Only where
//! no source has both, a row is put together of the best call and the best result. Such a row is taken apart again
//! when it meets others, which is why it keeps what its result ranks by: without that, the outcome would depend on the order.

use std::cmp::{Ordering, Reverse};

use cclake_transcript::cell::{ColumnType, WitnessValue};
use cclake_transcript::table::{Merge, TS, Table};

use crate::rank::{Ranking, carrier_order, columns, names};
use crate::rows::{At, Rows, index_of};

/// What a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Call and result, of one source.
    Both,
    /// The call.
    Call,
    /// The result.
    Result,
    /// The call of one source and the result of another.
    Joined,
    /// Neither.
    Neither,
}

/// Where the columns of a merged row come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The row that wins: all columns but those of the result.
    pub(crate) winner: At,
    /// The row of the result columns.
    pub(crate) result: At,
    /// What the columns that name the result's source say.
    pub(crate) from: From,
}

/// What the columns that name the source of a result say.
#[derive(Clone, Copy, Debug)]
pub(crate) enum From {
    /// Nothing: it is the source of the row.
    Same,
    /// What they say in this row.
    Kept(At),
    /// That it is this row.
    Row(At),
}

/// The columns of a table with halves, and the order of its rows.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    has_call: usize,
    has_result: usize,
    joined_line: usize,
    joined_from: usize,
    result: Vec<usize>,
    both: Ranking,
    call: Ranking,
    own: Place,
}

/// The columns that say where a row was read and what it ranks by there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    decoder: Option<usize>,
    carrier: Option<usize>,
    is_copy: Option<usize>,
    is_sidechain: Option<usize>,
    ts: Option<usize>,
    source: Option<usize>,
    line: Option<usize>,
}

impl Place {
    /// The columns of a table.
    pub(crate) fn of(table: &Table) -> Self {
        let find = |name| index_of(table, name);
        Self {
            decoder: find(names::DECODER),
            carrier: find(names::CARRIER),
            is_copy: find(names::IS_COPY),
            is_sidechain: find(names::IS_SIDECHAIN),
            ts: find(TS),
            source: find(names::SOURCE),
            line: find(names::LINE),
        }
    }

    /// A witness of a row. Its rank holds what decides between two results before their place does:
    /// decoder, carrier, and whether the record is an original.
    pub(crate) fn witness<'a>(&self, rows: &'a Rows, at: At) -> WitnessValue<'a> {
        let int = |column: Option<usize>| column.and_then(|column| rows.int(column, at));
        let flag = |column: Option<usize>| column.is_some_and(|column| rows.flag(column, at));
        let carrier = carrier_order(self.carrier.and_then(|column| rows.text(column, at)));
        WitnessValue {
            rank: int(self.decoder).unwrap_or(0) * 16 + carrier * 2 + i64::from(!flag(self.is_copy)),
            sidechain: flag(self.is_sidechain),
            ts: int(self.ts),
            source: self.source.and_then(|column| rows.text(column, at)).unwrap_or(""),
            line: int(self.line).unwrap_or(0),
        }
    }
}

impl Halves {
    /// The halves of a table; NULL for a table whose rows are whole.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let result = columns(table, &[Merge::Result]);
        if result.is_empty() {
            return None;
        }
        let from = |kind| table.columns().position(|column| column.merge == Merge::ResultFrom && column.kind == kind);
        Some(Self {
            has_call: index_of(table, names::HAS_CALL)?,
            has_result: index_of(table, names::HAS_RESULT)?,
            joined_line: from(ColumnType::Int)?,
            joined_from: from(ColumnType::Witness)?,
            result,
            both: Ranking::new(table, &[Merge::Best, Merge::Call, Merge::Result]),
            call: Ranking::new(table, &[Merge::Best, Merge::Call]),
            own: Place::of(table),
        })
    }

    /// Chooses among the rows of one key.
    pub(crate) fn choose(&self, rows: &Rows, group: &[At]) -> Option<Choice> {
        let among = |holds: &'static [Holds]| group.iter().copied().filter(move |at| holds.contains(&self.holds(rows, *at)));
        if let Some(both) = self.both.best(rows, among(&[Holds::Both])) {
            return Some(Choice { winner: both, result: both, from: From::Same });
        }
        let call = self.call.best(rows, among(&[Holds::Call, Holds::Joined]));
        let result = among(&[Holds::Result, Holds::Joined]).reduce(|best, at| if self.compare_results(rows, at, best).is_gt() { at } else { best });
        match (call, result) {
            (Some(call), Some(result)) => {
                let from = if self.holds(rows, result) == Holds::Joined { From::Kept(result) } else { From::Row(result) };
                Some(Choice { winner: call, result, from })
            }
            (Some(one), None) | (None, Some(one)) => Some(Choice { winner: one, result: one, from: From::Same }),
            (None, None) => self.both.best(rows, group.iter().copied()).map(|one| Choice { winner: one, result: one, from: From::Same }),
        }
    }

    fn holds(&self, rows: &Rows, at: At) -> Holds {
        match (rows.flag(self.has_call, at), rows.flag(self.has_result, at)) {
            (true, true) if rows.is_null(self.joined_line, at) => Holds::Both,
            (true, true) => Holds::Joined,
            (true, false) => Holds::Call,
            (false, true) => Holds::Result,
            (false, false) => Holds::Neither,
        }
    }

    /// Compares the results of two rows; the greater one wins. Where both are without a call, the whole rows decide at last.
    fn compare_results(&self, rows: &Rows, a: At, b: At) -> Ordering {
        let witness = |at| {
            let of = if self.holds(rows, at) == Holds::Joined { rows.witness(self.joined_from, at) } else { None };
            of.unwrap_or_else(|| self.own.witness(rows, at))
        };
        let (x, y) = (witness(a), witness(b));
        (x.rank, x.line, Reverse(x.source))
            .cmp(&(y.rank, y.line, Reverse(y.source)))
            .then_with(|| self.result.iter().map(|column| rows.compare(*column, a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
            .then_with(|| (x.sidechain, x.ts).cmp(&(y.sidechain, y.ts)))
            .then_with(|| self.both.compare(rows, a, b))
    }
}
