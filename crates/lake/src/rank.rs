//! Which of two rows wins.

use std::cmp::{Ordering, Reverse};

use cclake_transcript::table::{Merge, Rank, Table};

use crate::rows::{At, Rows, index_of};

/// The columns of [`cclake_transcript::tables::common`], and of calls, that the merge itself knows.
pub(crate) mod names {
    /// Version of the decoder that made the row.
    pub(crate) const DECODER: &str = "decoder";
    /// What carried the record.
    pub(crate) const CARRIER: &str = "carrier";
    /// Whether the record is a fork's copy.
    pub(crate) const IS_COPY: &str = "is_copy";
    /// Whether the record is on a sidechain.
    pub(crate) const IS_SIDECHAIN: &str = "is_sidechain";
    /// Line in the source.
    pub(crate) const LINE: &str = "line";
    /// The source.
    pub(crate) const SOURCE: &str = "source";
    /// Whether the row has a call.
    pub(crate) const HAS_CALL: &str = "has_call";
    /// Whether the row has a result.
    pub(crate) const HAS_RESULT: &str = "has_result";
}

/// Carriers of records, the least trusted first. One that is not among them comes before all.
const CARRIERS: [&str; 4] = ["echo", "hook", "stream", "transcript"];

/// Place of a carrier among [`CARRIERS`], from 1; 0 for another.
pub(crate) fn carrier_order(carrier: Option<&str>) -> i64 {
    CARRIERS.iter().zip(1..).find(|(name, _)| Some(**name) == carrier).map_or(0, |(_, order)| order)
}

/// One term of a rank. In each, the row that compares greater wins.
#[derive(Clone, Copy, Debug)]
enum Term {
    Larger(usize),
    /// The smaller value, but NULL loses.
    Smaller(usize),
    Carrier(usize),
    Original(usize),
}

/// The order between rows of one key.
#[derive(Clone, Debug)]
pub(crate) struct Ranking(Vec<Term>);

impl Ranking {
    /// The order of a table, by the columns that merge in one of these ways.
    pub(crate) fn new(table: &Table, by: &[Merge]) -> Self {
        let find = |name| index_of(table, name);
        let mut terms = Vec::new();
        terms.extend(find(names::DECODER).map(Term::Larger));
        terms.extend(table.rank.iter().filter_map(|rank| match rank {
            Rank::Larger(name) => find(name).map(Term::Larger),
            Rank::Smaller(name) => find(name).map(Term::Smaller),
        }));
        terms.extend(find(names::CARRIER).map(Term::Carrier));
        terms.extend(find(names::IS_COPY).map(Term::Original));
        terms.extend(find(names::LINE).map(Term::Larger));
        terms.extend(find(names::SOURCE).map(Term::Smaller));
        terms.extend(columns(table, by).into_iter().map(Term::Larger));
        Self(terms)
    }

    /// Compares two rows; the greater one wins. Rows that are equal in all that ranks are told apart by where they come
    /// from, so that one bundle is taken whole: fresh rows go before those of the lake.
    pub(crate) fn compare(&self, rows: &Rows, a: At, b: At) -> Ordering {
        let mut terms = self.0.iter().map(|term| match *term {
            Term::Larger(column) => rows.compare(column, a, b),
            Term::Smaller(column) => match (rows.is_null(column, a), rows.is_null(column, b)) {
                (false, false) => rows.compare(column, b, a),
                (a, b) => b.cmp(&a),
            },
            Term::Carrier(column) => carrier_order(rows.text(column, a)).cmp(&carrier_order(rows.text(column, b))),
            Term::Original(column) => rows.flag(column, b).cmp(&rows.flag(column, a)),
        });
        let by_origin = || Reverse(rows.origin(a)).cmp(&Reverse(rows.origin(b)));
        terms.find(|order| order.is_ne()).unwrap_or_else(by_origin)
    }

    /// The row that wins.
    pub(crate) fn best(&self, rows: &Rows, among: impl IntoIterator<Item = At>) -> Option<At> {
        among.into_iter().reduce(|best, at| if self.compare(rows, at, best).is_gt() { at } else { best })
    }
}

/// Places of the columns of a table that merge in one of these ways.
pub(crate) fn columns(table: &Table, by: &[Merge]) -> Vec<usize> {
    table.columns().enumerate().filter(|(_, column)| by.contains(&table.merge_of(column))).map(|(index, _)| index).collect()
}
