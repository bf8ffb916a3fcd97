//! The crate against a slow computation in fractions, written anew from the price facts.

use std::sync::LazyLock;

use cclake_pricing::{Kind, Mode, PriceTable, Pricer, Request, Tokens};
use proptest::prelude::*;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ratio(i128, i128);

impl Ratio {
    fn new(a: i128, b: i128) -> Ratio {
        let (mut x, mut y) = (a.abs(), b);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        Ratio(a / x.max(1), b / x.max(1))
    }

    fn parse(text: &str) -> Ratio {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        Ratio::new(format!("{whole}{fraction}").parse().unwrap(), 10_i128.pow(fraction.len() as u32))
    }

    fn plus(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.0, self.1 * other.1)
    }
}

fn counts(tokens: &Tokens) -> [i64; 5] {
    [tokens.input, tokens.output, tokens.cache_write_5m, tokens.cache_write_1h, tokens.cache_read].map(|count| count.unwrap_or(0))
}

/// The rows of the price file and the odd one: pattern, and all cells.
static ROWS: LazyLock<Vec<(regex_lite::Regex, Vec<&str>)>> = LazyLock::new(|| {
    let lines = include_str!("../../prices.csv").lines().chain([ODD]).filter(|line| line.starts_with('^'));
    lines.map(|line| line.splitn(18, ',').collect::<Vec<_>>()).map(|row| (regex_lite::Regex::new(row[0]).unwrap(), row)).collect()
});

/// The same as the crate reads it.
static TABLE: LazyLock<PriceTable> = LazyLock::new(|| {
    let header = include_str!("../../prices.csv").lines().find(|line| line.starts_with("model_pattern")).unwrap();
    PriceTable::builtin().merge(PriceTable::parse("odd.csv", &format!("{header}\n{ODD}\n")).unwrap(), Mode::Add)
});

/// Dollars of a request: the price file is read, and everything is computed, another way than in the crate. None where the
/// model, or a price that is needed, is not there.
fn dollars(request: &Request<'_>, day: &str) -> Option<Ratio> {
    let of_model = ROWS.iter().filter(|(pattern, _)| pattern.is_match(request.model.unwrap()));
    let rows: Vec<_> = of_model.map(|(_, row)| row).collect();
    let row = rows.iter().find(|row| row[2] <= day && (row[3].is_empty() || day < row[3])).or_else(|| rows.first().filter(|row| day < row[2]))?;
    let calls = if request.iterations.is_empty() { vec![request.tokens] } else { request.iterations.to_vec() };
    let mut sum = Ratio(0, 1);
    for call in &calls {
        let counts = counts(call);
        let long = !row[9].is_empty() && counts[0] + counts[2] + counts[3] + counts[4] > row[9].parse().unwrap();
        for (count, price) in counts.iter().zip(if long { &row[10..15] } else { &row[4..9] }).filter(|(count, _)| **count > 0) {
            let price = Ratio::parse(Some(price).filter(|price| !price.is_empty())?);
            sum = sum.plus(price.times(Ratio::new((*count).into(), 1_000_000)));
        }
    }
    let fast = request.speed == Some("fast") && request.kind == Kind::Main && !row[15].is_empty();
    if fast {
        sum = sum.times(Ratio::parse(row[15]));
    }
    if request.inference_geo == Some("us") && row[1] != "bedrock" {
        sum = sum.times(Ratio(11, 10));
    }
    if request.service_tier == Some("batch") && !fast {
        sum = sum.times(Ratio(1, 2));
    }
    match request.web_search_requests {
        Some(searches) if searches > 0 => {
            let fee = Ratio::parse(Some(row[16]).filter(|fee| !fee.is_empty())?);
            Some(sum.plus(fee.times(Ratio::new(searches.into(), 1_000))))
        }
        _ => Some(sum),
    }
}

/// The integer next to a fraction, half to even.
fn nearest(value: Ratio) -> i128 {
    let (below, rest) = (value.0.div_euclid(value.1), value.0.rem_euclid(value.1));
    if 2 * rest > value.1 || 2 * rest == value.1 && below % 2 == 1 { below + 1 } else { below }
}

const MODELS: [&str; 16] = [
    "claude-haiku-5-5",
    "claude-sonnet-5-5",
    "claude-opus-4-6",
    "claude-opus-4-7",
    "claude-opus-5",
    "claude-sonnet-4-5-20250929",
    "claude-sonnet-4-20250514",
    "claude-3-haiku-20240307",
    "claude-3-5-haiku-20241022",
    "claude-fable-5-2",
    "claude-mythos-preview",
    "claude-fable-5-2@default",
    "us.anthropic.claude-haiku-5-5-v1:0",
    "global.anthropic.claude-opus-4-6-v1:0",
    "claude-sonnet-9",
    "odd",
];

/// A model with prices and a multiplier that need rounding.
const ODD: &str =
    "^odd$,,2026-01-01,,0.000001,0.000003,0.000007,0.000011,0.000013,1000,0.000017,0.000019,0.000023,0.000029,0.000031,1.333333,0.000001,odd";

fn usage() -> impl Strategy<Value = Tokens> {
    let count = || prop::option::weighted(0.9, prop_oneof![Just(0), 0..100_i64, 0..500_000_i64]);
    (count(), count(), count(), count(), count()).prop_map(|(input, output, cache_read, cache_write_5m, cache_write_1h)| Tokens {
        input,
        output,
        cache_read,
        cache_write_5m,
        cache_write_1h,
    })
}

fn sum(calls: &[Tokens]) -> Tokens {
    let add = |a: Option<i64>, b: Option<i64>| Some(a.unwrap_or(0) + b.unwrap_or(0));
    calls.iter().fold(Tokens::default(), |sum, call| Tokens {
        input: add(sum.input, call.input),
        output: add(sum.output, call.output),
        cache_read: add(sum.cache_read, call.cache_read),
        cache_write_5m: add(sum.cache_write_5m, call.cache_write_5m),
        cache_write_1h: add(sum.cache_write_1h, call.cache_write_1h),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn equals_the_slow_computation(
        (model, days, seconds) in (prop::sample::select(&MODELS[..]), 19_700..20_900_i64, 0..86_400_i64),
        (tokens, calls) in (usage(), prop::collection::vec(usage(), 0..4)),
        speed in prop::option::of(prop::sample::select(&["standard", "fast", ""][..])),
        inference_geo in prop::option::of(prop::sample::select(&["us", "global", "", "not_available"][..])),
        service_tier in prop::option::of(prop::sample::select(&["standard", "batch"][..])),
        (kind, web_search_requests) in (prop::sample::select(&[Kind::Main, Kind::Advisor][..]), prop::option::of(0..9_i64)),
    ) {
        let tokens = if calls.is_empty() { tokens } else { sum(&calls) };
        let ts = Some((days * 86_400 + seconds) * 1_000_000);
        let request = Request { kind, model: Some(model), ts, speed, inference_geo, service_tier, tokens, web_search_requests, iterations: &calls, ..Request::default() };
        let day = jiff::civil::date(1970, 1, 1).saturating_add(jiff::Span::new().days(days)).to_string();
        let slow = dollars(&request, &day).map(|usd| usd.times(Ratio(1_000_000_000_000, 1)));
        let mut pricer = Pricer::new(&TABLE);
        let cost = pricer.cost(&request);
        let said_nothing = counts(&tokens) == [0; 5] && tokens == Tokens::default() && web_search_requests.is_none();
        prop_assert_eq!(cost.total, slow.filter(|_| !said_nothing).map(nearest));
        if model != "odd" {
            prop_assert!(slow.is_none_or(|usd| usd.1 == 1), "built-in prices never need rounding");
        }
        let parts = [cost.input, cost.output, cost.cache_read, cost.cache_write, cost.search];
        prop_assert_eq!(parts.iter().flatten().sum::<i128>(), cost.total.unwrap_or(0));
        prop_assert!(parts.iter().flatten().all(|part| *part >= 0));
        // A later question about the model has the same answer.
        prop_assert_eq!(pricer.cost(&request), cost);
    }
}
