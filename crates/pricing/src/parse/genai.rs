//! The data of genai-prices: an array of providers with models, prices in USD per million tokens, some with a first day.

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Object, cell, columns, offer};
use crate::{
    decimal::Decimal,
    error::Error,
    model::ModelId,
    pattern::{Pattern, escaped},
    row::{Long, PriceRow, Rates},
};

/// A seller.
#[derive(Deserialize)]
pub(super) struct Provider<'a> {
    id: String,
    #[serde(borrow)]
    models: Vec<Model<'a>>,
}

/// A model of a seller.
#[derive(Deserialize)]
struct Model<'a> {
    id: String,
    #[serde(rename = "match", default)]
    clause: Clause,
    /// An object of prices, or an array of them with constraints.
    #[serde(borrow)]
    prices: &'a RawValue,
}

/// Which names a model has. Clauses that are not read here (contains, ends_with, and) would catch models that come later.
#[derive(Deserialize, Default)]
struct Clause {
    equals: Option<String>,
    starts_with: Option<String>,
    regex: Option<String>,
    #[serde(default)]
    or: Vec<Clause>,
}

/// Prices, and when they hold.
#[derive(Deserialize)]
struct Period<'a> {
    constraint: Option<Constraint>,
    #[serde(borrow)]
    prices: Object<'a>,
}

/// When prices hold. Without a first day it is a constraint of another kind, such as hours of the day.
#[derive(Deserialize)]
struct Constraint {
    start_date: Option<String>,
}

/// A price that depends on the size of the prompt.
#[derive(Deserialize)]
struct Tiered<'a> {
    #[serde(borrow)]
    base: &'a RawValue,
    #[serde(borrow)]
    tiers: Vec<Tier<'a>>,
}

/// The price above a size.
#[derive(Deserialize)]
struct Tier<'a> {
    start: i64,
    #[serde(borrow)]
    price: &'a RawValue,
}

/// Reads all models whose prices a row can say. Prices of fast mode and of batches are not read.
pub(super) fn rows(file: &str, providers: Vec<Provider<'_>>) -> Result<Vec<PriceRow>, Error> {
    let mut offers = Vec::new();
    for provider in &providers {
        for model in &provider.models {
            let name = format!("{}/{}", provider.id, model.id);
            let periods = periods(model).map_err(|reason| Error::Row { file: file.to_owned(), row: name.clone(), reason })?;
            let mut patterns = vec![Pattern::id(&ModelId::of(&model.id).id)];
            model.clause.patterns(&mut patterns);
            for pattern in patterns {
                let row = |prices: &PriceRow| {
                    let (pattern, source) = (pattern.clone(), format!("{file}: {name}"));
                    PriceRow { pattern, provider: provider.id.clone(), source, ..prices.clone() }.named()
                };
                offers.push(offer::Offer { own: provider.id == "anthropic", rows: periods.iter().map(row).collect() });
            }
        }
    }
    Ok(offer::settle(offers))
}

impl Clause {
    /// Adds the patterns of the names that the clause means for sure: a prefix stands for itself and its dated forms.
    fn patterns(&self, patterns: &mut Vec<Pattern>) {
        patterns.extend(self.equals.iter().map(|name| Pattern::id(&ModelId::of(name).id)));
        let dated = self.starts_with.iter().map(|name| format!("^{}(-\\d{{8}}|-latest)?$", escaped(&ModelId::of(name).id)));
        // A regular expression of a dialect that is not known here names no model.
        patterns.extend(dated.chain(self.regex.clone()).filter_map(|text| Pattern::parse(&text).ok()));
        self.or.iter().for_each(|clause| clause.patterns(patterns));
    }
}

/// The prices of a model, each until the next begins. Empty: a row cannot say them, or it costs nothing.
fn periods(model: &Model<'_>) -> Result<Vec<PriceRow>, String> {
    let unreadable = |error: serde_json::Error| format!("prices: {error}");
    let text = model.prices.get();
    let listed: Vec<Period<'_>> = if text.starts_with('[') {
        serde_json::from_str(text).map_err(unreadable)?
    } else {
        vec![Period { constraint: None, prices: serde_json::from_str(text).map_err(unreadable)? }]
    };
    let mut rows = Vec::new();
    for period in listed {
        let from = match period.constraint {
            None => None,
            Some(Constraint { start_date: Some(day) }) => Some(day.parse::<Date>().map_err(|_| format!("start_date: {day:?} is no date"))?),
            Some(Constraint { start_date: None }) => return Ok(Vec::new()),
        };
        let Some(mut row) = priced(&period.prices)? else { return Ok(Vec::new()) };
        row.from = from;
        rows.push(row);
    }
    rows.sort_by_key(|row| row.from);
    if rows.windows(2).any(|pair| pair[0].from == pair[1].from) {
        return Ok(Vec::new());
    }
    let ends: Vec<_> = rows.iter().skip(1).map(|row| row.from).collect();
    for (row, end) in rows.iter_mut().zip(ends) {
        row.to = end;
    }
    Ok(rows)
}

/// A row with these prices. None: they have more than one threshold, or are all 0.
fn priced(prices: &Object<'_>) -> Result<Option<PriceRow>, String> {
    let mut threshold = None;
    let mut kinds = [(None, None); 5];
    let keys = ["input_mtok", "output_mtok", "cache_write_mtok", "cache_write_1h_mtok", "cache_read_mtok"];
    for (key, kind) in keys.into_iter().zip(&mut kinds) {
        let Some(value) = prices.get(key) else { continue };
        *kind = match serde_json::from_str::<Tiered<'_>>(value.get()) {
            Err(_) => (Some(number(key, value, 6)?), None),
            Ok(Tiered { base, tiers }) => {
                let [Tier { start, price }] = tiers[..] else { return Ok(None) };
                if threshold.replace(start).is_some_and(|other| other != start) {
                    return Ok(None);
                }
                (Some(number(key, base, 6)?), Some(number(key, price, 6)?))
            }
        };
    }
    let rates = |kinds: [Option<i64>; 5]| {
        let [input, output, cache_write_5m, cache_write_1h, cache_read] = kinds;
        Rates { input, output, cache_write_5m, cache_write_1h, cache_read }
    };
    let mut row = PriceRow::new(Pattern::id(""), "", String::new());
    row.rates = rates(kinds.map(|(base, _)| base));
    // A price without tiers is the same above the threshold.
    row.long = threshold.map(|threshold| Long { threshold, rates: rates(kinds.map(|(base, above)| above.or(base))) });
    row.web_search = prices.get("web_searches_kcount").map(|fee| number("web_searches_kcount", fee, 9)).transpose()?;
    let free = row.rates.input.unwrap_or(0) == 0 && row.rates.output.unwrap_or(0) == 0;
    Ok(Some(row).filter(|_| !free))
}

/// A number in units of 10^-`places`.
fn number(key: &str, value: &RawValue, places: i32) -> Result<i64, String> {
    let number = cell(value).and_then(|text| Decimal::parse(&text)?.rounded(places));
    number.filter(|value| *value <= columns::PRICE_LIMIT).ok_or_else(|| format!("{key}: {value} is no price"))
}
