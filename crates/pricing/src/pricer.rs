//! The pricer: finds the price row of a model on a day, and remembers what it found.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date, tz::Offset};

use crate::{model::ModelId, request::Request, row::PriceRow, table::PriceTable};

/// Prices requests by a table. It remembers the rows of every model that it met; each thread has its own.
#[derive(Debug)]
pub struct Pricer<'t> {
    table: &'t PriceTable,
    known: Vec<Known<'t>>,
    /// Place in `known` of each name that was met.
    places: HashMap<String, usize>,
}

/// What the table says about a model.
#[derive(Debug)]
pub(crate) struct Known<'t> {
    /// The id that patterns were held against.
    pub(crate) model: ModelId,
    /// The rows that speak for it, in the order in which they win.
    pub(crate) rows: Vec<&'t PriceRow>,
}

/// A row that a price is taken from.
#[derive(Clone, Copy)]
pub(crate) struct Found<'t> {
    pub(crate) row: &'t PriceRow,
    /// Whether the row is taken for a day that it does not cover, or for no day at all.
    pub(crate) extrapolated: bool,
}

impl<'t> Pricer<'t> {
    /// A pricer that knows nothing yet.
    pub fn new(table: &'t PriceTable) -> Pricer<'t> {
        Pricer { table, known: Vec::new(), places: HashMap::new() }
    }

    /// The rows that speak for a model, for any day, in the order in which they win. Empty: the model is not known.
    pub fn rows(&mut self, model: &str) -> &[&'t PriceRow] {
        &self.known(model).rows
    }

    /// What the table says about a model.
    pub(crate) fn known(&mut self, name: &str) -> &Known<'t> {
        let place = self.places.get(name).copied().unwrap_or_else(|| {
            let model = ModelId::of(name);
            let rows = self.table.rows_of(&model);
            self.known.push(Known { model, rows });
            self.places.insert(name.to_owned(), self.known.len() - 1);
            self.known.len() - 1
        });
        &self.known[place]
    }
}

impl<'t> Known<'t> {
    /// The row in force on a day: the first that covers it. Before the first price of the model, the first price holds; for
    /// no day at all, the newest. After the last day of the last row there is none.
    pub(crate) fn in_force(&self, day: Option<Date>) -> Option<Found<'t>> {
        let rows = || self.rows.iter().copied();
        let Some(day) = day else {
            // `max_by_key` takes the last of equals, and the first row is the one that wins.
            return rows().rev().max_by_key(|row| row.from).map(|row| Found { row, extrapolated: true });
        };
        let covering = rows().find(|row| row.covers(day)).map(|row| Found { row, extrapolated: false });
        covering.or_else(|| {
            let first = rows().min_by_key(|row| row.from)?;
            first.from.is_some_and(|from| day < from).then_some(Found { row: first, extrapolated: true })
        })
    }

    /// First day on which the model had a price. None: it has none, or one since ever.
    pub(crate) fn released(&self) -> Option<Date> {
        self.rows.iter().map(|row| row.from).min().flatten()
    }
}

/// The day of a request, in UTC. None: its time is not known, or out of any calendar.
pub(crate) fn day(request: &Request<'_>) -> Option<Date> {
    let time = Timestamp::from_microsecond(request.ts?).ok()?;
    Some(Offset::UTC.to_datetime(time).date())
}
