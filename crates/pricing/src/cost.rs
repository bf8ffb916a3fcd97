//! Costs: the arithmetic of one request.
//!
//! The price of all tokens is multiplied by all modifiers at once and rounded once, half to even, to the pico-dollar. (With
//! built-in prices nothing is ever rounded: they are multiples of 10,000 pico-dollars.) The parts are differences of the
//! running total, rounded the same way, in the order input, output, cache read, cache write: each is at most one
//! pico-dollar off, none is negative, and they add up to the total exactly.

use jiff::civil::{Date, date};

use crate::{
    decimal::half_even,
    modifier::Modifiers,
    pricer::{Found, Known, Pricer, day},
    request::{Kind, Part, Request},
    row::{PriceRow, Rates},
    status::{Flag, Flags, Status},
};

/// Model of messages that the client writes itself.
pub(crate) const SYNTHETIC: &str = "<synthetic>";
/// Larger counts are damage. It also keeps all arithmetic far within 128 bits.
const COUNT_LIMIT: i64 = 1_000_000_000_000;
/// A money column holds less than a million dollars.
const COST_LIMIT: i128 = 1_000_000_000_000_000_000;
/// Clouds ask 10 % more in a region for models released from this day on (Sonnet 4.5 was the first).
const REGIONAL_SINCE: Date = date(2025, 9, 29);

/// What a request cost, in pico-dollars. Where the total is not known, no part is either, so that sums of the parts and of
/// the total agree over any rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost<'t> {
    /// Input. None: unpriced, or usage does not say.
    pub input: Option<i128>,
    /// Output. None: unpriced, or usage does not say.
    pub output: Option<i128>,
    /// Cache reads. None: unpriced, or usage does not say.
    pub cache_read: Option<i128>,
    /// Cache writes of both kinds. None: unpriced, or usage does not say.
    pub cache_write: Option<i128>,
    /// Fees for web searches. None: unpriced, or usage does not say.
    pub search: Option<i128>,
    /// All of them. None: unpriced.
    pub total: Option<i128>,
    /// Whether there is a cost, and what it assumes.
    pub status: Status,
    /// [`PriceRow::id`] of the row. None: no row was found.
    pub price_id: Option<&'t str>,
}

/// A line of the bill: tokens of a part at one price.
pub(crate) struct Item {
    pub(crate) part: Part,
    /// None: usage does not say.
    pub(crate) tokens: Option<i64>,
    /// Pico-dollars per token. None: there is no price.
    pub(crate) rate: Option<i64>,
    /// Whether it is a price of long prompts.
    pub(crate) long: bool,
}

impl Item {
    /// Pico-dollars before modifiers. None: usage does not say. Nothing costs nothing, also where there is no price.
    pub(crate) fn amount(&self) -> Result<Option<i128>, Status> {
        amount(self.tokens, self.rate)
    }
}

impl<'t> Pricer<'t> {
    /// What a request cost.
    pub fn cost(&mut self, request: &Request<'_>) -> Cost<'t> {
        let without = |status, price_id, nothing| Cost {
            input: nothing,
            output: nothing,
            cache_read: nothing,
            cache_write: nothing,
            search: nothing,
            total: nothing,
            status,
            price_id,
        };
        let Some(model) = request.model else {
            return without(Status::UnpricedModel, None, None);
        };
        if model == SYNTHETIC {
            return without(Status::Synthetic, None, Some(0));
        }
        let known = self.known(model);
        let Some(found) = known.in_force(day(request)) else {
            return without(Status::UnpricedModel, None, None);
        };
        charge(request, known, found).unwrap_or_else(|status| without(status, Some(found.row.id.as_str()), None))
    }
}

/// The cost of a request at the prices of a row, or why there is none.
fn charge<'t>(request: &Request<'_>, known: &Known<'t>, found: Found<'t>) -> Result<Cost<'t>, Status> {
    let Found { row, .. } = found;
    let counts = Part::ALL.map(|part| request.tokens.of(part)).into_iter().chain([request.web_search_requests]);
    let counts = counts.flatten().max().ok_or(Status::NoUsage)?;
    if counts > COUNT_LIMIT {
        return Err(Status::OutOfRange);
    }
    let search = amount(request.web_search_requests.map(|count| count.max(0)), row.web_search)?;
    let mut list = [None; 4];
    for item in items(request, row) {
        let place: &mut Option<i128> = match item.part {
            Part::Input => &mut list[0],
            Part::Output => &mut list[1],
            Part::CacheRead => &mut list[2],
            Part::CacheWrite5m | Part::CacheWrite1h => &mut list[3],
        };
        if let Some(amount) = item.amount()? {
            *place = Some(place.unwrap_or(0) + amount);
        }
    }
    let (modifiers, mut flags) = Modifiers::of(request, known.model.fast, row);
    let (numerator, denominator) = modifiers.fraction();
    let (mut running, mut billed) = (0, 0);
    let [input, output, cache_read, cache_write] = list.map(|part| {
        part.map(|part| {
            running += part;
            let before = std::mem::replace(&mut billed, half_even(running * numerator, denominator));
            billed - before
        })
    });
    let total = billed + search.unwrap_or(0);
    if total >= COST_LIMIT {
        return Err(Status::OutOfRange);
    }
    flag(&mut flags, request, known, found);
    Ok(Cost { input, output, cache_read, cache_write, search, total: Some(total), status: Status::Priced(flags), price_id: Some(&row.id) })
}

/// The lines of the bill: for each model call, each part at the price that the size of its prompt gives it.
pub(crate) fn items<'a>(request: &'a Request<'a>, row: &'a PriceRow) -> impl Iterator<Item = Item> + 'a {
    request.calls().iter().flat_map(move |call| {
        let long = row.long.filter(|long| call.prompt() > long.threshold);
        let rates = long.map_or(row.rates, |long| long.rates);
        Part::ALL.map(|part| {
            // What usage does not state stays unstated, even when the calls state it as 0.
            let tokens = request.tokens.of(part).map(|_| call.of(part).unwrap_or(0));
            Item { part, tokens, rate: rate(&rates, part, request.kind), long: long.is_some() }
        })
    })
}

/// The price of a part.
fn rate(rates: &Rates, part: Part, kind: Kind) -> Option<i64> {
    match (part, kind) {
        (Part::CacheWrite1h, Kind::Attempt) => rates.cache_write_5m,
        _ => rates.of(part),
    }
}

/// The price of so many units.
pub(crate) fn amount(count: Option<i64>, rate: Option<i64>) -> Result<Option<i128>, Status> {
    match (count, rate) {
        (None, _) => Ok(None),
        (Some(0), _) => Ok(Some(0)),
        (Some(count), Some(rate)) => Ok(Some(i128::from(count) * i128::from(rate))),
        (Some(_), None) => Err(Status::UnpricedPart),
    }
}

/// Adds what a cost assumes besides its modifiers.
fn flag(flags: &mut Flags, request: &Request<'_>, known: &Known<'_>, found: Found<'_>) {
    let writes = [request.tokens.cache_write_5m, request.tokens.cache_write_1h].into_iter().flatten().any(|count| count > 0);
    flags.add(Flag::Assumed5m, !request.cache_write_split && writes);
    flags.add(Flag::DateExtrapolated, found.extrapolated);
    // An id of Bedrock names the region, or is that of a regional endpoint.
    let cloud = found.row.provider == "vertex" || found.row.provider != "bedrock" && matches!(request.provider, Some("bedrock" | "vertex"));
    flags.add(Flag::ProviderRegionUnknown, cloud && known.released().is_some_and(|released| released >= REGIONAL_SINCE));
    flags.add(Flag::FallbackEstimate, request.kind == Kind::Attempt);
}
