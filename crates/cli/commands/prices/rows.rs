//! Price rows as columns: all that a price file has for programs, what fits side by side for people.

use std::sync::Arc;

use arrow::array::{ArrayRef, Decimal128Array, Int64Array, StringArray};
use cclake_pricing::{PriceRow, Rates, fixed};

use crate::output::Format;

/// A price as a program reads it: USD per million tokens is pico-dollars per token with six places, and so is a multiplier in millionths.
const PLACES: i8 = 6;
/// Digits of a price.
const DIGITS: u8 = 18;

/// Columns by name.
pub(super) type Columns = Vec<(&'static str, ArrayRef)>;

/// The columns of price rows. For programs they are those of a price file, which `--prices` reads again.
pub(super) fn columns(rows: &[&PriceRow], format: Format) -> Columns {
    if matches!(format, Format::Table | Format::Markdown) { for_people(rows) } else { for_programs(rows) }
}

/// A column of text.
pub(super) fn texts(values: impl IntoIterator<Item = String>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn for_programs(rows: &[&PriceRow]) -> Columns {
    let text = |of: &dyn Fn(&PriceRow) -> Option<String>| -> ArrayRef { Arc::new(rows.iter().map(|row| of(row)).collect::<StringArray>()) };
    let number = |of: &dyn Fn(&PriceRow) -> Option<i64>| -> ArrayRef {
        let values = rows.iter().map(|row| of(row).map(i128::from)).collect::<Decimal128Array>();
        Arc::new(values.with_precision_and_scale(DIGITS, PLACES).expect("a decimal can have these digits"))
    };
    let long = |of: fn(&Rates) -> Option<i64>| number(&|row| row.long.and_then(|long| of(&long.rates)));
    let thresholds = rows.iter().map(|row| row.long.map(|long| long.threshold)).collect::<Int64Array>();
    vec![
        ("price_id", text(&|row| Some(row.id.clone()))),
        ("model_pattern", text(&|row| Some(row.pattern.to_string()))),
        ("provider", text(&|row| Some(row.provider.clone()))),
        ("effective_from", text(&|row| row.from.map(|day| day.to_string()))),
        ("effective_to", text(&|row| row.to.map(|day| day.to_string()))),
        ("input_usd_per_mtok", number(&|row| row.rates.input)),
        ("output_usd_per_mtok", number(&|row| row.rates.output)),
        ("cache_write_5m_usd_per_mtok", number(&|row| row.rates.cache_write_5m)),
        ("cache_write_1h_usd_per_mtok", number(&|row| row.rates.cache_write_1h)),
        ("cache_read_usd_per_mtok", number(&|row| row.rates.cache_read)),
        ("long_context_threshold_tokens", Arc::new(thresholds)),
        ("long_input_usd_per_mtok", long(|rates| rates.input)),
        ("long_output_usd_per_mtok", long(|rates| rates.output)),
        ("long_cache_write_5m_usd_per_mtok", long(|rates| rates.cache_write_5m)),
        ("long_cache_write_1h_usd_per_mtok", long(|rates| rates.cache_write_1h)),
        ("long_cache_read_usd_per_mtok", long(|rates| rates.cache_read)),
        ("fast_multiplier", number(&|row| row.fast_multiplier)),
        ("web_search_usd_per_1k", per_thousand(rows)),
        ("source", text(&|row| Some(row.source.clone()))),
    ]
}

/// Fees per thousand searches: pico-dollars per search with nine places.
fn per_thousand(rows: &[&PriceRow]) -> ArrayRef {
    let fees = rows.iter().map(|row| row.web_search.map(i128::from)).collect::<Decimal128Array>();
    Arc::new(fees.with_precision_and_scale(DIGITS, 9).expect("a decimal can have these digits"))
}

fn for_people(rows: &[&PriceRow]) -> Columns {
    let text = |of: &dyn Fn(&PriceRow) -> String| texts(rows.iter().map(|row| of(row)));
    let price = |of: fn(&Rates) -> Option<i64>| text(&|row| price(of(&row.rates), 6));
    let day = |day: Option<cclake_pricing::Date>| day.map_or("open".to_owned(), |day| day.to_string());
    vec![
        ("price_id", text(&|row| row.id.clone())),
        ("model", text(&|row| row.pattern.to_string())),
        ("provider", text(&|row| row.provider.clone())),
        ("from", text(&|row| day(row.from))),
        ("to", text(&|row| day(row.to))),
        ("input", price(|rates| rates.input)),
        ("output", price(|rates| rates.output)),
        ("write 5m", price(|rates| rates.cache_write_5m)),
        ("write 1h", price(|rates| rates.cache_write_1h)),
        ("read", price(|rates| rates.cache_read)),
        ("long prompt", text(&long)),
        ("fast", text(&|row| row.fast_multiplier.map(|factor| format!("x{}", fixed(factor.into(), 6))).unwrap_or_default())),
        ("1k searches", text(&|row| price_or_nothing(row.web_search, 9))),
    ]
}

/// Prices of long prompts in one cell: the threshold, and the five prices in the order of the other columns.
fn long(row: &PriceRow) -> String {
    let Some(long) = row.long else { return String::new() };
    let Rates { input, output, cache_write_5m, cache_write_1h, cache_read } = long.rates;
    let prices = [input, output, cache_write_5m, cache_write_1h, cache_read].map(|rate| price(rate, 6));
    format!("> {}: {}", long.threshold, prices.join(" "))
}

/// A price without zeros at the end; a dash where there is none.
fn price(rate: Option<i64>, places: usize) -> String {
    rate.map_or("-".to_owned(), |rate| fixed(rate.into(), places))
}

fn price_or_nothing(rate: Option<i64>, places: usize) -> String {
    rate.map(|rate| fixed(rate.into(), places)).unwrap_or_default()
}
