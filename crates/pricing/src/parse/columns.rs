//! The columns of our own price files.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::{
    decimal::Decimal,
    pattern::Pattern,
    row::{Long, PriceRow, Rates},
};

/// All columns. Those that a file lacks are read as empty.
const COLUMNS: [&str; 19] = [
    // What `cclake prices list` writes can be read again; the name of a row follows from the others.
    "price_id",
    "model_pattern",
    "provider",
    "effective_from",
    "effective_to",
    "input_usd_per_mtok",
    "output_usd_per_mtok",
    "cache_write_5m_usd_per_mtok",
    "cache_write_1h_usd_per_mtok",
    "cache_read_usd_per_mtok",
    "long_context_threshold_tokens",
    "long_input_usd_per_mtok",
    "long_output_usd_per_mtok",
    "long_cache_write_5m_usd_per_mtok",
    "long_cache_write_1h_usd_per_mtok",
    "long_cache_read_usd_per_mtok",
    "fast_multiplier",
    "web_search_usd_per_1k",
    "source",
];
/// Columns without which a file is no price file.
const NEEDED: [&str; 3] = ["model_pattern", "input_usd_per_mtok", "output_usd_per_mtok"];
/// Less than a million dollars per million tokens, which is what a money column holds, in pico-dollars per token; the same for a
/// search. It keeps all sums within 128 bits.
pub(super) const PRICE_LIMIT: i64 = 999_999_999_999;
/// A multiplier of 1,000, in millionths.
const MULTIPLIER_LIMIT: i64 = 1_000_000_000;

/// Checks the names of columns, so that a misspelt one is not taken for an absent price.
pub(super) fn check<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Result<(), String> {
    let mut seen = Vec::new();
    for name in names.clone() {
        if !COLUMNS.contains(&name) {
            return Err(format!("{name:?} is no column of a price file"));
        }
        if seen.contains(&name) {
            return Err(format!("the column {name} is there twice"));
        }
        seen.push(name);
    }
    match NEEDED.into_iter().find(|needed| !seen.contains(needed)) {
        Some(missing) => Err(format!("the column {missing} is missing")),
        None => Ok(()),
    }
}

/// Reads a row. `file` stands in for a source that the row does not name.
pub(super) fn row(cells: &HashMap<String, String>, file: &str) -> Result<PriceRow, String> {
    let cells = Cells(cells);
    let source = if cells.text("source").is_empty() { file } else { cells.text("source") };
    let mut row = PriceRow::new(Pattern::parse(cells.text("model_pattern"))?, cells.text("provider"), source.to_owned());
    (row.from, row.to) = (cells.day("effective_from")?, cells.day("effective_to")?);
    if row.from.zip(row.to).is_some_and(|(from, to)| to <= from) {
        return Err("effective_to is not after effective_from".to_owned());
    }
    row.rates = cells.rates("")?;
    let long = cells.rates("long_")?;
    row.long = match cells.number("long_context_threshold_tokens", 0, i64::MAX)? {
        Some(threshold) => Some(Long { threshold, rates: long }).filter(|long| long.rates != Rates::default()),
        None => None,
    };
    if row.long.is_none() && (long != Rates::default() || !cells.text("long_context_threshold_tokens").is_empty()) {
        return Err("a price of long prompts needs both a threshold and prices".to_owned());
    }
    row.fast_multiplier = cells.number("fast_multiplier", 6, MULTIPLIER_LIMIT)?;
    // USD per thousand, so 10¹² / 1,000.
    row.web_search = cells.number("web_search_usd_per_1k", 9, PRICE_LIMIT)?;
    Ok(row.named())
}

/// The cells of a row by column.
struct Cells<'a>(&'a HashMap<String, String>);

impl Cells<'_> {
    /// A cell, empty where there is none.
    fn text(&self, column: &str) -> &str {
        self.0.get(column).map_or("", |cell| cell.trim())
    }

    /// A day, or None where the cell is empty.
    fn day(&self, column: &str) -> Result<Option<Date>, String> {
        let text = self.text(column);
        let day = (!text.is_empty()).then(|| text.parse::<Date>());
        day.transpose().map_err(|_| format!("{column}: {text:?} is no date (YYYY-MM-DD)"))
    }

    /// A number in units of 10^-`places`, or None where the cell is empty.
    fn number(&self, column: &str, places: i32, limit: i64) -> Result<Option<i64>, String> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let number = Decimal::parse(text).ok_or_else(|| format!("{column}: {text:?} is no number that is at least 0"))?;
        match number.exact(places) {
            Some(value) if value <= limit => Ok(Some(value)),
            _ => Err(format!("{column}: {text} has more than {places} decimal places, or is too large")),
        }
    }

    /// The five prices of columns with a prefix. USD per million tokens, so 10¹² / 10⁶.
    fn rates(&self, prefix: &str) -> Result<Rates, String> {
        let price = |name: &str| self.number(&format!("{prefix}{name}_usd_per_mtok"), 6, PRICE_LIMIT);
        Ok(Rates {
            input: price("input")?,
            output: price("output")?,
            cache_write_5m: price("cache_write_5m")?,
            cache_write_1h: price("cache_write_1h")?,
            cache_read: price("cache_read")?,
        })
    }
}
