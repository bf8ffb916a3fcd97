//! What a price file would change.

use std::collections::BTreeSet;

use crate::{
    model::ModelId,
    row::PriceRow,
    table::{Mode, PriceTable},
};

/// What becomes of the prices of a model by a row of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<'t> {
    /// There is no price on these days yet.
    Adds,
    /// These rows give way, on the days that both state.
    Replaces(Vec<&'t PriceRow>),
    /// The prices on these days are the same already.
    Same,
    /// Other rows speak for the model: this one is not used.
    Unused,
}

impl PriceTable {
    /// What each row of a file would change in this table, if it was joined.
    pub fn changes<'t>(&'t self, file: &'t PriceTable, mode: Mode) -> Vec<(&'t PriceRow, Change<'t>)> {
        let merged = self.clone().merge(file.clone(), mode);
        let known: Vec<String> = self.models().into_iter().map(|(model, _)| model).collect();
        let rows = file.rows().map(|row| {
            let matching = known.iter().filter(|model| row.pattern.matches(model)).cloned();
            let ids: BTreeSet<String> = row.pattern.ids().into_iter().chain(matching).collect();
            (row, self.change(&merged, row, &ids))
        });
        rows.collect()
    }

    /// What a row changes for the ids that it speaks for.
    fn change(&self, merged: &PriceTable, row: &PriceRow, ids: &BTreeSet<String>) -> Change<'_> {
        let named = |id: &String| ModelId { id: id.clone(), fast: false };
        let is_used = ids.is_empty() || ids.iter().any(|id| merged.rows_of(&named(id)).iter().any(|used| used.id == row.id));
        if !is_used {
            return Change::Unused;
        }
        let mut before: Vec<&PriceRow> = if ids.is_empty() {
            self.rows().filter(|other| other.pattern == row.pattern).collect()
        } else {
            ids.iter().flat_map(|id| self.rows_of(&named(id))).collect()
        };
        before.retain(|other| other.meets(row));
        let mut seen = BTreeSet::new();
        before.retain(|other| seen.insert(other.id.as_str()));
        match before {
            before if before.is_empty() => Change::Adds,
            before if before.iter().all(|other| other.asks_like(row)) => Change::Same,
            before => Change::Replaces(before),
        }
    }
}
