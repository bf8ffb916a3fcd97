//! How a cost came about, line by line.

use std::fmt;

use crate::{
    cost::{self, SYNTHETIC},
    decimal::{dollars, fixed},
    modifier::Modifiers,
    pricer::{Pricer, day},
    request::Request,
    row::PriceRow,
};

/// A line of the arithmetic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What the line is about: the model, the price row, a kind of token, a modifier, the total.
    pub step: String,
    /// How many tokens or searches. None: the line counts nothing.
    pub count: Option<i64>,
    /// Price of one of them, in pico-dollars. None: there is none, or the line counts nothing.
    pub rate: Option<i64>,
    /// Pico-dollars. None: not known, or the line is no amount.
    pub amount: Option<i128>,
    /// What else there is to say, for people. Empty: nothing.
    pub note: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.step)?;
        if let Some(count) = self.count {
            let rate = self.rate.map_or("no price".to_owned(), |rate| format!("${}", dollars(rate.into())));
            write!(f, " {count} x {rate}")?;
        }
        if let Some(amount) = self.amount {
            let equals = if self.count.is_some() { " = " } else { " " };
            write!(f, "{equals}${}", dollars(amount))?;
        }
        if !self.note.is_empty() {
            write!(f, " {}", self.note)?;
        }
        Ok(())
    }
}

impl Pricer<'_> {
    /// How [`Pricer::cost`] comes to its result: the model, the price row, the tokens at list price, what multiplies them,
    /// the search fee, the total with its status. Kinds of tokens that usage does not state are left out.
    pub fn explain(&mut self, request: &Request<'_>) -> Vec<Line> {
        let cost = self.cost(request);
        let mut lines = Vec::new();
        if let Some(name) = request.model.filter(|name| *name != SYNTHETIC) {
            let known = self.known(name);
            lines.push(Line { step: "model".to_owned(), note: known.model.id.clone(), ..Line::default() });
            if let Some(found) = known.in_force(day(request)) {
                lines.push(priced_by(found.row));
                lines.extend(bill(request, found.row));
                let (modifiers, _) = Modifiers::of(request, known.model.fast, found.row);
                lines.extend(modified(modifiers));
                lines.extend(search(request, found.row));
            }
        }
        lines.push(Line { step: "total".to_owned(), amount: cost.total, note: cost.status.as_text().into_owned(), ..Line::default() });
        lines
    }
}

/// Which row the prices are from.
fn priced_by(row: &PriceRow) -> Line {
    let day = |day: Option<jiff::civil::Date>| day.map_or("open".to_owned(), |day| day.to_string());
    let note = format!("{} {} from {} to {} ({})", row.provider, row.pattern, day(row.from), day(row.to), row.source);
    Line { step: format!("price row {}", row.id), note: note.trim_start().to_owned(), ..Line::default() }
}

/// Tokens at list price.
fn bill(request: &Request<'_>, row: &PriceRow) -> Vec<Line> {
    let stated = cost::items(request, row).filter(|item| item.tokens.is_some());
    let line = |item: cost::Item| Line {
        step: item.part.name().to_owned(),
        count: item.tokens,
        rate: item.rate,
        amount: item.amount().ok().flatten(),
        note: if item.long { "price of a long prompt".to_owned() } else { String::new() },
    };
    stated.map(line).collect()
}

/// What multiplies the price of tokens.
fn modified(modifiers: Modifiers) -> impl Iterator<Item = Line> {
    let line = |step: &str, factor: &str| Line { step: step.to_owned(), note: format!("tokens x {factor}"), ..Line::default() };
    let fast = modifiers.fast.map(|millionths| line("fast mode", &fixed(millionths.into(), 6)));
    let geo = modifiers.geo_us.then(|| line("inference in the US", "1.1"));
    let batch = modifiers.batch.then(|| line("batch", "0.5"));
    [fast, geo, batch].into_iter().flatten()
}

/// The fee for searches.
fn search(request: &Request<'_>, row: &PriceRow) -> Option<Line> {
    let count = request.web_search_requests.map(|count| count.max(0)).filter(|count| *count > 0)?;
    let amount = cost::amount(Some(count), row.web_search).ok().flatten();
    Some(Line { step: "web search".to_owned(), count: Some(count), rate: row.web_search, amount, note: String::new() })
}
