//! Price rows: what the tokens of some models cost during some days.

use std::fmt::Write;

use jiff::civil::Date;

use crate::{hash::Fnv, pattern::Pattern, request::Part};

/// Prices of a kind of token, in pico-dollars per token (USD per million tokens × 1,000,000). None: there is no such price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Input that is not cached.
    pub input: Option<i64>,
    /// Output, thinking included.
    pub output: Option<i64>,
    /// Writes to the cache for 5 minutes.
    pub cache_write_5m: Option<i64>,
    /// Writes to the cache for an hour.
    pub cache_write_1h: Option<i64>,
    /// Reads from the cache.
    pub cache_read: Option<i64>,
}

impl Rates {
    /// The price of a part of the bill.
    pub(crate) fn of(&self, part: Part) -> Option<i64> {
        match part {
            Part::Input => self.input,
            Part::Output => self.output,
            Part::CacheRead => self.cache_read,
            Part::CacheWrite5m => self.cache_write_5m,
            Part::CacheWrite1h => self.cache_write_1h,
        }
    }
}

/// Prices of requests with a long prompt. They hold for every token of the request, not only for those beyond the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long {
    /// Tokens of a prompt (input, cache reads and cache writes) that must be exceeded.
    pub threshold: i64,
    /// The prices.
    pub rates: Rates,
}

/// What some models cost during some days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRow {
    /// The row's name: a hash of all that follows, as 16 hexadecimal digits. Equal rows have equal names, everywhere.
    pub id: String,
    /// The models.
    pub pattern: Pattern,
    /// Who sells at this price: anthropic, bedrock, vertex, or what the price file says. Empty where it does not.
    pub provider: String,
    /// First day, in UTC. None: since ever.
    pub from: Option<Date>,
    /// The day after the last, in UTC. None: no end is known.
    pub to: Option<Date>,
    /// Prices of tokens.
    pub rates: Rates,
    /// Prices of requests with a long prompt. None where they cost the same.
    pub long: Option<Long>,
    /// What fast mode multiplies every price of tokens with, in millionths. None: it has no price.
    pub fast_multiplier: Option<i64>,
    /// Fee for a web search, in pico-dollars. None: it has no price.
    pub web_search: Option<i64>,
    /// Where the prices were found.
    pub source: String,
}

impl PriceRow {
    /// A row without prices, for all days.
    pub(crate) fn new(pattern: Pattern, provider: &str, source: String) -> PriceRow {
        PriceRow {
            id: String::new(),
            pattern,
            provider: provider.to_owned(),
            from: None,
            to: None,
            rates: Rates::default(),
            long: None,
            fast_multiplier: None,
            web_search: None,
            source,
        }
    }

    /// The row with the name that its values give it.
    pub(crate) fn named(mut self) -> PriceRow {
        self.id.clear();
        let mut hash = Fnv::new();
        let PriceRow { id: _, pattern, provider, from, to, rates, long, fast_multiplier, web_search, source } = &self;
        // Every value ends with a separator that no value contains, so that shifted values differ.
        let mut add = |value: &str| write!(hash, "{value}\u{1f}").expect("hashing does not fail");
        [pattern.as_str(), provider, source].into_iter().for_each(&mut add);
        for day in [from, to] {
            add(&day.map(|day| day.to_string()).unwrap_or_default());
        }
        let long_rates = long.map(|long| long.rates).unwrap_or_default();
        let prices = [rates, &long_rates].into_iter().flat_map(|rates| Part::ALL.map(|part| rates.of(part)));
        for number in prices.chain([long.map(|long| long.threshold), *fast_multiplier, *web_search]) {
            add(&number.map(|number| number.to_string()).unwrap_or_default());
        }
        self.id = hash.hex();
        self
    }

    /// Whether the row is in force on a day.
    pub(crate) fn covers(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day < to)
    }

    /// Whether there is a day on which both rows are in force.
    pub(crate) fn meets(&self, other: &PriceRow) -> bool {
        let before = |one: &PriceRow, two: &PriceRow| one.to.zip(two.from).is_some_and(|(to, from)| to <= from);
        !before(self, other) && !before(other, self)
    }

    /// Whether both rows ask the same prices.
    pub(crate) fn asks_like(&self, other: &PriceRow) -> bool {
        let prices = |row: &PriceRow| (row.rates, row.long, row.fast_multiplier, row.web_search);
        prices(self) == prices(other)
    }

    /// Whether both rows ask the same prices on the same days.
    pub(crate) fn costs_like(&self, other: &PriceRow) -> bool {
        (self.from, self.to) == (other.from, other.to) && self.asks_like(other)
    }
}
