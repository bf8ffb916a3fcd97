//! How a cost came about, line by line.

use std::fmt;

use jiff::civil::Date;

use crate::{
    cost::{self, Cost, SYNTHETIC},
    decimal::{dollars, fixed},
    model::ModelId,
    modifier::Modifiers,
    pricer::{Found, Known, Pricer, day},
    request::{Part, Request},
    row::{PriceRow, Rates},
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
    /// How [`Pricer::cost`] comes to its result: the model and how its name was read, the price row and why it is that one, the
    /// tokens at list price, what multiplies them, the search fee, the total with its status. Kinds of tokens that usage does
    /// not state are left out.
    pub fn explain(&mut self, request: &Request<'_>) -> Vec<Line> {
        let cost = self.cost(request);
        let mut lines = Vec::new();
        if let Some(name) = request.model.filter(|name| *name != SYNTHETIC) {
            let known = self.known(name);
            lines.push(said("model", known.model.id.clone()));
            let (_, left_out) = ModelId::steps(name);
            if !left_out.is_empty() {
                lines.push(said("written", format!("{name:?}; left out: {}", left_out.join(", "))));
            }
            let found = known.in_force(day(request));
            lines.extend(found.map(|found| said(&format!("price row {}", found.row.id), described(found.row))));
            lines.push(said("day", chosen(known, found, day(request))));
            for row in known.rows.iter().filter(|row| found.is_none_or(|found| found.row.id != row.id)) {
                lines.push(said(&format!("other row {}", row.id), described(row)));
            }
            if let Some(Found { row, .. }) = found {
                lines.extend(listed(row));
                lines.extend(bill(request, row));
                let (modifiers, _) = Modifiers::of(request, known.model.fast, row);
                lines.extend(modified(modifiers, &cost));
                lines.extend(search(request, row));
            }
        }
        lines.push(Line { step: "total".to_owned(), amount: cost.total, note: cost.status.as_text().into_owned(), ..Line::default() });
        lines
    }
}

/// A line that is no amount.
fn said(step: &str, note: String) -> Line {
    Line { step: step.to_owned(), note, ..Line::default() }
}

/// What a row is for.
fn described(row: &PriceRow) -> String {
    let day = |day: Option<Date>| day.map_or("open".to_owned(), |day| day.to_string());
    let text = format!("{} {} from {} to {} ({})", row.provider, row.pattern, day(row.from), day(row.to), row.source);
    text.trim_start().to_owned()
}

/// Why the price is that of a row.
fn chosen(known: &Known<'_>, found: Option<Found<'_>>, day: Option<Date>) -> String {
    let why = match found {
        None if known.rows.is_empty() => "no price row names the model",
        None => "no row of the model is in force then",
        Some(Found { extrapolated: false, .. }) => "that row is in force then",
        Some(_) if day.is_some() => "before all rows of the model: the first is used",
        Some(_) => "the newest row of the model is used",
    };
    format!("{}; {why}", day.map_or("not known".to_owned(), |day| day.to_string()))
}

/// The prices of a row.
fn listed(row: &PriceRow) -> Vec<Line> {
    let rates = |rates: &Rates| {
        let price = |part: Part| rates.of(part).map(|rate| format!("{} ${}", part.name(), fixed(rate.into(), 6)));
        Part::ALL.into_iter().filter_map(price).collect::<Vec<_>>().join("; ")
    };
    let long = row.long.map(|long| said(&format!("per million tokens, if the prompt has more than {}", long.threshold), rates(&long.rates)));
    [Some(said("per million tokens", rates(&row.rates))), long].into_iter().flatten().collect()
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

/// What multiplies the price of tokens, and what they cost then.
fn modified(modifiers: Modifiers, cost: &Cost<'_>) -> Vec<Line> {
    let line = |step: &str, factor: &str| said(step, format!("tokens x {factor}"));
    let fast = modifiers.fast.map(|millionths| line("fast mode", &fixed(millionths.into(), 6)));
    let geo = modifiers.geo_us.then(|| line("inference in the US", "1.1"));
    let batch = modifiers.batch.then(|| line("batch", "0.5"));
    let mut lines: Vec<Line> = [fast, geo, batch].into_iter().flatten().collect();
    if let Some(total) = cost.total.filter(|_| !lines.is_empty()) {
        lines.push(Line { step: "tokens".to_owned(), amount: Some(total - cost.search.unwrap_or(0)), ..Line::default() });
    }
    lines
}

/// The fee for searches.
fn search(request: &Request<'_>, row: &PriceRow) -> Option<Line> {
    let count = request.web_search_requests.map(|count| count.max(0)).filter(|count| *count > 0)?;
    let amount = cost::amount(Some(count), row.web_search).ok().flatten();
    Some(Line { step: "web search".to_owned(), count: Some(count), rate: row.web_search, amount, note: String::new() })
}
