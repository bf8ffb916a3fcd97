//! The price table: layers of rows, one for each price file, the built-in one among them.

use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    fmt::Write,
};

use jiff::civil::Date;

use crate::{error::Error, hash::Fnv, model::ModelId, parse, row::PriceRow};

/// How the rows of a table join those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Price lists in our own format win on the days that they state. Lists of other projects know today's price only, and
    /// would rewrite history: they add the models that are not known otherwise.
    #[default]
    Add,
    /// Every list wins, for all days that it states.
    Replace,
}

/// Rows of one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    /// Whether the rows win over those of earlier files; if not, they only speak for models that no winning layer names.
    pub(crate) wins: bool,
    /// In the order of the file, named. Where several match on one day, the first is used.
    pub(crate) rows: Vec<PriceRow>,
}

/// Dated price rows, in layers.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceTable {
    /// Winning layers first; among those of one kind the latest first.
    layers: Vec<Layer>,
    as_of: Option<Date>,
}

impl PriceTable {
    /// The prices that the program knows.
    pub fn builtin() -> PriceTable {
        PriceTable::parse("prices.csv", include_str!("../prices.csv")).expect("tests read the built-in prices")
    }

    /// Reads a price file: our own CSV (the format of the built-in table), JSON with the same columns, a LiteLLM price map,
    /// or the data of genai-prices. The content tells the format; `name` is for messages.
    pub fn parse(name: &str, text: &str) -> Result<PriceTable, Error> {
        parse::table(name, text)
    }

    /// A table of one file.
    pub(crate) fn new(layer: Layer, as_of: Option<Date>) -> PriceTable {
        PriceTable { layers: vec![layer], as_of }
    }

    /// Both tables, `other` being the later one. Joining is associative, so a list of files can be joined in any grouping.
    pub fn merge(self, other: PriceTable, mode: Mode) -> PriceTable {
        let later = other.layers.into_iter().map(|layer| Layer { wins: layer.wins || mode == Mode::Replace, ..layer });
        let (winning, adding) = later.chain(self.layers).partition::<Vec<_>, _>(|layer| layer.wins);
        PriceTable { layers: winning.into_iter().chain(adding).collect(), as_of: self.as_of.max(other.as_of) }
    }

    /// The newest day for which one of the files says that its prices hold. None: no file does.
    pub fn prices_as_of(&self) -> Option<Date> {
        self.as_of
    }

    /// All rows, those that win first, equal ones once.
    pub fn rows(&self) -> impl Iterator<Item = &PriceRow> {
        let mut seen = HashSet::new();
        self.layers.iter().flat_map(|layer| &layer.rows).filter(move |row| seen.insert(row.id.as_str()))
    }

    /// Every model that the rows spell out, else the pattern that leaves it open, with the rows that speak for it in the order
    /// in which they win. Sorted by model.
    pub fn models(&self) -> Vec<(String, Vec<&PriceRow>)> {
        let mut models = BTreeMap::<String, Vec<&PriceRow>>::new();
        for row in self.rows() {
            let ids = row.pattern.ids();
            if ids.is_empty() {
                models.entry(row.pattern.as_str().to_owned()).or_default().push(row);
            }
            for id in ids {
                if let Entry::Vacant(model) = models.entry(id) {
                    let rows = self.rows_of(&ModelId { id: model.key().clone(), fast: false });
                    let mut seen = HashSet::new();
                    model.insert(rows.into_iter().filter(|row| seen.insert(row.id.as_str())).collect());
                }
            }
        }
        models.into_iter().collect()
    }

    /// Hash of all that prices depend on, as 16 hexadecimal digits: FNV-1a (64 bit) of the rows and their order.
    pub fn hash(&self) -> String {
        let mut hash = Fnv::new();
        for layer in &self.layers {
            writeln!(hash, "{}", layer.wins).expect("hashing does not fail");
            for row in &layer.rows {
                writeln!(hash, "{}", row.id).expect("hashing does not fail");
            }
        }
        hash.hex()
    }

    /// The rows that speak for a model, for any day, in the order in which they win.
    pub(crate) fn rows_of(&self, model: &ModelId) -> Vec<&PriceRow> {
        let of = |wins| {
            let rows = self.layers.iter().filter(move |layer| layer.wins == wins).flat_map(|layer| &layer.rows);
            rows.filter(|row| row.pattern.matches(&model.id)).collect::<Vec<_>>()
        };
        Some(of(true)).filter(|rows| !rows.is_empty()).unwrap_or_else(|| of(false))
    }
}
