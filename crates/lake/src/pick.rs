//! For each column of a merged row, the row that its value is taken from.

use std::cmp::{Ordering, Reverse};

use cclake_transcript::cell::WitnessValue;
use cclake_transcript::table::{FROM, Merge, Table};

use crate::halves::{Choice, From, Halves};
use crate::rank::Ranking;
use crate::rows::{At, Rows, index_of};

/// A list of places, one for each merged row, that one or more columns are gathered from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lane {
    /// The rows that win.
    Winner,
    /// The rows with the best results.
    Result,
    /// What names the source of a result.
    ResultFrom,
    /// Rows chosen for one column (and its witness).
    Own(usize),
}

/// How an own lane chooses.
#[derive(Clone, Copy, Debug)]
enum Choose {
    Min(usize),
    Max(usize),
    First { value: usize, witness: usize },
    Last { value: usize, witness: usize },
}

/// How the rows of a table merge.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    /// The lane of each column.
    pub(crate) lanes: Vec<Lane>,
    own: Vec<Choose>,
    halves: Option<Halves>,
    ranking: Ranking,
}

/// The choices for merged rows, lane by lane.
#[derive(Debug, Default)]
pub(crate) struct Picks {
    /// The rows that win.
    pub(crate) winners: Vec<At>,
    /// The rows with the best results.
    pub(crate) results: Vec<At>,
    /// What names the sources of the results.
    pub(crate) from: Vec<From>,
    /// The rows of each own lane.
    pub(crate) own: Vec<Vec<At>>,
}

/// The row that wins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Picked {
    /// It is the merged row as it is.
    Itself(At),
    /// The merged row has values of other rows, too.
    Joined(At),
}

impl Picker {
    /// The rules of a table.
    pub(crate) fn new(table: &Table) -> Self {
        let mut own = Vec::new();
        let mut lanes: Vec<Lane> = Vec::new();
        for (index, column) in table.columns().enumerate() {
            let witness = || index_of(table, &format!("{}{FROM}", column.name)).expect("a column by witness has one");
            let choose = match table.merge_of(column) {
                Merge::Min => Choose::Min(index),
                Merge::Max | Merge::Any => Choose::Max(index),
                Merge::First => Choose::First { value: index, witness: witness() },
                Merge::Last => Choose::Last { value: index, witness: witness() },
                Merge::Result => {
                    lanes.push(Lane::Result);
                    continue;
                }
                Merge::ResultFrom => {
                    lanes.push(Lane::ResultFrom);
                    continue;
                }
                Merge::Key | Merge::Best | Merge::Call | Merge::Witness | Merge::Derived => {
                    lanes.push(Lane::Winner);
                    continue;
                }
            };
            lanes.push(Lane::Own(own.len()));
            own.push(choose);
        }
        for (lane, choose) in own.iter().enumerate() {
            if let Choose::First { witness, .. } | Choose::Last { witness, .. } = choose {
                lanes[*witness] = Lane::Own(lane);
            }
        }
        let ranking = Ranking::new(table, &[Merge::Best, Merge::Call, Merge::Result]);
        Self { lanes, own, halves: Halves::of(table), ranking }
    }

    /// Chooses for the rows of one key, at least one, and gives the row that wins. Where it has all that was chosen, it is
    /// the merged row, and nothing is added to the picks.
    pub(crate) fn pick(&self, rows: &Rows, group: &[At], picks: &mut Picks) -> Picked {
        let Choice { winner, result, from } = self.choose(rows, group);
        let own: Vec<At> = self.own.iter().map(|choose| choose.pick(rows, group, winner)).collect();
        let itself = match from {
            From::Same => true,
            From::Kept(at) => at == winner,
            From::Row(_) => false,
        };
        if itself && result == winner && own.iter().all(|at| *at == winner) {
            return Picked::Itself(winner);
        }
        picks.winners.push(winner);
        picks.results.push(result);
        picks.from.push(from);
        picks.own.resize_with(self.own.len(), Vec::new);
        for (lane, at) in picks.own.iter_mut().zip(own) {
            lane.push(at);
        }
        Picked::Joined(winner)
    }

    /// The row that wins as it is.
    pub(crate) fn best(&self, rows: &Rows, group: &[At]) -> At {
        self.choose(rows, group).winner
    }

    fn choose(&self, rows: &Rows, group: &[At]) -> Choice {
        let choice = match &self.halves {
            Some(halves) => halves.choose(rows, group),
            None => self.ranking.best(rows, group.iter().copied()).map(|winner| Choice { winner, result: winner, from: From::Same }),
        };
        choice.expect("a key has rows")
    }
}

impl Choose {
    /// The row whose value is taken: the one that wins, if it has as good a value as any.
    fn pick(self, rows: &Rows, group: &[At], winner: At) -> At {
        let (Self::Min(value) | Self::Max(value) | Self::First { value, .. } | Self::Last { value, .. }) = self;
        let better = |best: At, at: At| if rows.is_null(value, best) || self.compare(rows, at, best).is_gt() { at } else { best };
        group.iter().copied().filter(|at| !rows.is_null(value, *at)).fold(winner, better)
    }

    /// Compares two rows with values; that of the greater one is taken.
    fn compare(self, rows: &Rows, a: At, b: At) -> Ordering {
        match self {
            Self::Min(value) => rows.compare(value, b, a),
            Self::Max(value) => rows.compare(value, a, b),
            Self::First { value, witness } => {
                let [x, y] = [a, b].map(|at| Witnessed::of(rows, witness, at));
                x.class.cmp(&y.class).then_with(|| y.place.cmp(&x.place)).then_with(|| rows.compare(value, b, a))
            }
            Self::Last { value, witness } => {
                let [x, y] = [a, b].map(|at| Witnessed::of(rows, witness, at));
                x.class.cmp(&y.class).then_with(|| x.place.cmp(&y.place)).then_with(|| rows.compare(value, a, b))
            }
        }
    }
}

/// A witness, as it is compared.
struct Witnessed<'a> {
    /// Rank, then the main thread before sidechains, then dated before undated. The greater class is taken.
    class: (i64, Reverse<bool>, bool),
    /// Decides within a class.
    place: (Option<i64>, &'a str, i64),
}

impl<'a> Witnessed<'a> {
    fn of(rows: &'a Rows, column: usize, at: At) -> Self {
        let WitnessValue { rank, sidechain, ts, source, line } = rows.witness(column, at).unwrap_or_default();
        Self { class: (rank, Reverse(sidechain), ts.is_some()), place: (ts, source, line) }
    }
}
