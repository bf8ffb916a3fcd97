//! The crate against a slow computation in fractions, written anew from the price facts and the price file: a million usages where
//! the compiler optimises, fewer in a debug build. `CCLAKE_CASES` says another number.

use std::sync::LazyLock;

use cclake_pricing::{Cost, Kind, Mode, PriceTable, Pricer, Request, Tokens};

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ratio(i128, i128);

impl Ratio {
    const ZERO: Ratio = Ratio(0, 1);

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

    /// The integer next to it, half to even.
    fn nearest(self) -> i128 {
        let (below, rest) = (self.0.div_euclid(self.1), self.0.rem_euclid(self.1));
        if 2 * rest > self.1 || 2 * rest == self.1 && below % 2 == 1 { below + 1 } else { below }
    }
}

/// Rows of a file of our own beside the built-in ones: prices and a multiplier that need rounding, a row without some prices, and one that
/// takes the place of a built-in row for a month.
const OWN: [&str; 3] = [
    "^odd$,,2026-01-01,,0.000001,0.000003,0.000007,0.000011,0.000013,1000,0.000017,0.000019,0.000023,0.000029,0.000031,1.333333,0.000001,odd",
    "^bare$,,,2026-06-01,1,2,,,,,,,,,,,,bare",
    "^claude-opus-5$,,2026-08-01,2026-09-01,1,2,3,4,5,,,,,,,7,,contract",
];

/// A row of a price file.
struct Row {
    pattern: regex_lite::Regex,
    cells: Vec<&'static str>,
}

/// All rows, those that win first.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = OWN.into_iter().chain(include_str!("../../prices.csv").lines().filter(|line| line.starts_with('^')));
    lines
        .map(|line| line.splitn(18, ',').collect::<Vec<_>>())
        .map(|cells| Row { pattern: regex_lite::Regex::new(cells[0]).unwrap(), cells })
        .collect()
});

/// The same as the crate reads it.
static TABLE: LazyLock<PriceTable> = LazyLock::new(|| {
    let header = include_str!("../../prices.csv").lines().find(|line| line.starts_with("model_pattern")).unwrap();
    let own = format!("{header}\n{}\n", OWN.join("\n"));
    PriceTable::builtin().merge(PriceTable::parse("own.csv", &own).unwrap(), Mode::Add)
});

/// Names as transcripts have them, the id that each stands for, and whether the name asks for fast mode.
const NAMES: [(&str, &str, bool); 28] = [
    ("claude-haiku-5-5", "claude-haiku-5-5", false),
    ("Claude-Haiku-5.5[1m]", "claude-haiku-5-5", false),
    ("claude-sonnet-5-5", "claude-sonnet-5-5", false),
    ("claude-opus-4-6", "claude-opus-4-6", false),
    ("openrouter/anthropic/claude-opus-4.6-fast", "claude-opus-4-6", true),
    ("claude-opus-4-7", "claude-opus-4-7", false),
    ("claude-opus-4-8", "claude-opus-4-8", false),
    ("claude-opus-5", "claude-opus-5", false),
    ("claude-opus-5-5", "claude-opus-5-5", false),
    ("claude-sonnet-4-6", "claude-sonnet-4-6", false),
    ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929", false),
    ("claude-sonnet-4-20250514", "claude-sonnet-4-20250514", false),
    ("claude-opus-4-1-20250805", "claude-opus-4-1-20250805", false),
    ("claude-3-haiku-20240307", "claude-3-haiku-20240307", false),
    ("claude-3-5-haiku-20241022", "claude-3-5-haiku-20241022", false),
    ("claude-3-sonnet-20240229", "claude-3-sonnet-20240229", false),
    ("claude-fable-5-1", "claude-fable-5-1", false),
    ("claude-fable-5-2", "claude-fable-5-2", false),
    ("claude-mythos-preview", "claude-mythos-preview", false),
    ("claude-fable-5-2@default", "claude-fable-5-2@default", false),
    ("claude-sonnet-4@20250514", "claude-sonnet-4@20250514", false),
    ("us.anthropic.claude-haiku-5-5-v1:0", "us.anthropic.claude-haiku-5-5-v1:0", false),
    ("global.anthropic.claude-opus-4-6-v1:0", "global.anthropic.claude-opus-4-6-v1:0", false),
    ("claude-sonnet-9", "claude-sonnet-9", false),
    ("claude-opus-5-6", "claude-opus-5-6", false),
    ("odd", "odd", false),
    ("bare", "bare", false),
    ("<synthetic>", "<synthetic>", false),
];

/// Days on which a price begins or ends.
static CHANGES: LazyLock<Vec<jiff::civil::Date>> = LazyLock::new(|| {
    let mut days: Vec<_> = ROWS.iter().flat_map(|row| [row.cells[2], row.cells[3]]).filter_map(|day| day.parse().ok()).collect();
    days.sort();
    days.dedup();
    days
});

/// What one usage costs, as the price facts say it.
#[derive(Debug, PartialEq)]
struct Slow {
    /// Pico-dollars of input, output, cache reads, cache writes, searches; None where usage does not say. None: there is no cost.
    parts: Option<[Option<Ratio>; 5]>,
    status: String,
    /// Pattern, first day and source of the row. Empty: there is none.
    row: [&'static str; 3],
}

/// Counts in the order of the price file: input, output, writes for 5 minutes and for an hour, reads.
fn counts(tokens: &Tokens) -> [Option<i64>; 5] {
    [tokens.input, tokens.output, tokens.cache_write_5m, tokens.cache_write_1h, tokens.cache_read].map(|count| count.map(|count| count.max(0)))
}

fn slow(request: &Request<'_>, id: &str, named_fast: bool, day: Option<&str>) -> Slow {
    let without = |status: &str, row| Slow { parts: None, status: status.to_owned(), row };
    if id == "<synthetic>" {
        return Slow { parts: Some([Some(Ratio::ZERO); 5]), status: "synthetic".to_owned(), row: [""; 3] };
    }
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.pattern.is_match(id)).collect();
    let first = rows.iter().map(|row| row.cells[2]).min().unwrap_or_default();
    let in_force = |day: &str| rows.iter().find(|row| row.cells[2] <= day && (row.cells[3].is_empty() || day < row.cells[3]));
    let (found, extrapolated) = match day {
        None => (rows.iter().max_by(|a, b| a.cells[2].cmp(b.cells[2]).then(std::cmp::Ordering::Greater)), true),
        Some(day) if in_force(day).is_some() => (in_force(day), false),
        Some(day) if day < first => (rows.iter().find(|row| row.cells[2] == first), true),
        Some(_) => (None, false),
    };
    let Some(row) = found else { return without("unpriced_model", [""; 3]) };
    let cells = &row.cells;
    let row = [cells[0], cells[2], cells[17].trim_matches('"')];

    let stated = counts(&request.tokens);
    let searches = request.web_search_requests.map(|count| count.max(0));
    let Some(largest) = stated.into_iter().chain([searches]).flatten().max() else { return without("no_usage", row) };
    if largest > 1_000_000_000_000 {
        return without("out_of_range", row);
    }
    let (mut multiplier, mut flags) = (Ratio(1, 1), Vec::new());
    let wants_fast = request.kind != Kind::Advisor && (named_fast || request.speed == Some("fast"));
    let fast = wants_fast && !cells[15].is_empty();
    if fast {
        multiplier = multiplier.times(Ratio::parse(cells[15]));
    }
    if request.inference_geo == Some("us") && cells[1] != "bedrock" {
        multiplier = multiplier.times(Ratio(11, 10));
    }
    if request.service_tier == Some("batch") && !fast {
        multiplier = multiplier.times(Ratio(1, 2));
    }
    let writes = stated[2].unwrap_or(0) + stated[3].unwrap_or(0) > 0;
    let cloud = cells[1] == "vertex" || cells[1] != "bedrock" && matches!(request.provider, Some("bedrock" | "vertex"));
    let known = |value: Option<&str>, words: &[&str]| value.is_none_or(|value| words.contains(&value));
    for (flag, applies) in [
        ("assumed_5m", writes && !request.cache_write_split),
        ("date_extrapolated", extrapolated),
        ("fast_unpriced", wants_fast && !fast),
        ("speed_unknown", request.kind != Kind::Advisor && !wants_fast && !known(request.speed, &["", "standard", "fast"])),
        ("tier_unknown", !known(request.service_tier, &["", "standard", "batch"]) || request.service_tier == Some("batch") && fast),
        ("geo_unknown", !known(request.inference_geo, &["", "us", "global", "not_available"])),
        ("provider_region_unknown", cloud && first >= "2025-09-29"),
        ("fallback_estimate", request.kind == Kind::Attempt),
    ] {
        flags.extend(applies.then_some(flag));
    }

    let sum = |at: usize| request.iterations.iter().filter_map(|call| counts(call)[at]).map(i128::from).sum::<i128>();
    let adds_up = !request.iterations.is_empty() && (0..5).all(|at| sum(at) == stated[at].unwrap_or(0).into());
    let calls = if adds_up { request.iterations.to_vec() } else { vec![request.tokens] };
    let mut parts = [None; 5];
    for call in &calls {
        let counts = counts(call).map(|count| count.unwrap_or(0));
        let long = !cells[9].is_empty() && counts[0] + counts[2] + counts[3] + counts[4] > cells[9].parse().unwrap();
        let prices = if long { &cells[10..15] } else { &cells[4..9] };
        for at in 0..5 {
            // Of an attempt the price of an hour is never used.
            let price = if at == 3 && request.kind == Kind::Attempt { prices[2] } else { prices[at] };
            if stated[at].is_none() {
                continue;
            }
            let amount = match (counts[at], price) {
                (0, _) => Ratio::ZERO,
                (_, "") => return without("unpriced_part", row),
                // Dollars per million tokens are millions of pico-dollars per token.
                (count, price) => Ratio::parse(price).times(Ratio(1_000_000, 1)).times(Ratio(count.into(), 1)).times(multiplier),
            };
            let part: &mut Option<Ratio> = &mut parts[[0, 1, 3, 3, 2][at]];
            *part = Some(part.unwrap_or(Ratio::ZERO).plus(amount));
        }
    }
    parts[4] = match (searches, cells[16]) {
        (None, _) => None,
        (Some(0), _) => Some(Ratio::ZERO),
        (Some(_), "") => return without("unpriced_part", row),
        (Some(count), fee) => Some(Ratio::parse(fee).times(Ratio(1_000_000_000, 1)).times(Ratio(count.into(), 1))),
    };
    if total(&parts).nearest() >= 1_000_000_000_000_000_000 {
        return without("out_of_range", row);
    }
    let status = std::iter::once("priced").chain(flags).collect::<Vec<_>>().join(",");
    Slow { parts: Some(parts), status, row }
}

fn total(parts: &[Option<Ratio>; 5]) -> Ratio {
    parts.iter().flatten().fold(Ratio::ZERO, |sum, part| sum.plus(*part))
}

/// Numbers that one seed gives (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A count: mostly of the size that requests have, seldom none, negative or damage.
    fn count(&mut self) -> Option<i64> {
        let size = self.of(&[1, 100, 100_000, 250_000, 3_000_000]);
        match self.below(60) {
            0..6 => None,
            6 => Some(-5),
            7 => Some(self.of(&[1_000_000_000_000, 1_000_000_000_001, i64::MAX])),
            8 => Some(self.of(&[99_999, 100_000, 100_001, 200_000, 200_001])),
            _ => Some(self.below(size) as i64),
        }
    }

    fn tokens(&mut self) -> Tokens {
        let [input, output, cache_read, cache_write_5m, cache_write_1h] = [(); 5].map(|()| self.count());
        Tokens { input, output, cache_read, cache_write_5m, cache_write_1h }
    }

    /// An instant, at one of the ends of a day around a change or anywhere, and its day in UTC.
    fn time(&mut self) -> Option<(i64, jiff::civil::Date)> {
        let day = match self.below(20) {
            0 => return None,
            1..15 => self.of(&CHANGES).checked_add(jiff::Span::new().days(self.below(3) as i64 - 1)).unwrap(),
            _ => jiff::civil::date(2023, 12, 1).checked_add(jiff::Span::new().days(self.below(1_200) as i64)).unwrap(),
        };
        let random = self.below(86_400_000_000) as i64;
        let microsecond = self.of(&[0, 86_399_999_999, random]);
        let midnight = jiff::tz::Offset::UTC.to_timestamp(day.at(0, 0, 0, 0)).unwrap().as_microsecond();
        Some((midnight + microsecond, day))
    }
}

/// A usage, and the calls that it is the sum of; now and then one that is not, and one that says nothing.
fn usage(random: &mut Random) -> (Tokens, Vec<Tokens>) {
    if random.below(40) == 0 {
        return Default::default();
    }
    let calls: Vec<Tokens> = (0..random.of(&[0, 0, 1, 2, 3])).map(|_| random.tokens()).collect();
    if calls.is_empty() || random.below(10) == 0 {
        return (random.tokens(), calls);
    }
    let sum = |of: fn(&Tokens) -> Option<i64>| calls.iter().filter_map(of).map(|count| count.max(0)).reduce(i64::saturating_add);
    let tokens = Tokens {
        input: sum(|call| call.input),
        output: sum(|call| call.output),
        cache_read: sum(|call| call.cache_read),
        cache_write_5m: sum(|call| call.cache_write_5m),
        cache_write_1h: sum(|call| call.cache_write_1h),
    };
    (tokens, calls)
}

/// Holds one usage against the slow computation.
fn check(seed: u64, pricer: &mut Pricer<'_>) -> String {
    let random = &mut Random(seed);
    let (name, id, named_fast) = random.of(&NAMES);
    let time = random.time();
    let (tokens, calls) = usage(random);
    let request = Request {
        kind: random.of(&[Kind::Main, Kind::Main, Kind::Advisor, Kind::Attempt]),
        model: Some(name),
        ts: time.map(|(ts, _)| ts),
        provider: random.of(&[None, None, None, Some("bedrock"), Some("vertex")]),
        speed: random.of(&[None, Some("standard"), Some("fast"), Some("fast"), Some(""), Some("turbo")]),
        inference_geo: random.of(&[None, Some("us"), Some("us"), Some("global"), Some(""), Some("not_available"), Some("eu")]),
        service_tier: random.of(&[None, Some("standard"), Some("batch"), Some("priority"), Some("")]),
        tokens,
        cache_write_split: random.below(3) > 0,
        web_search_requests: random.of(&[None, None, Some(0), Some(3), Some(1_000), Some(-1)]),
        iterations: &calls,
    };
    let day = time.map(|(_, day)| day.to_string());
    let slow = slow(&request, id, named_fast, day.as_deref());
    let cost = pricer.cost(&request);
    let Cost { input, output, cache_read, cache_write, search, total: sum, status, price_id } = cost;
    let parts = [input, output, cache_read, cache_write, search];
    let at = || format!("case {seed}: {request:?}\nslow {slow:?}\ncrate {cost:?}");
    assert_eq!(status.as_text(), slow.status, "{}", at());
    let row = TABLE.rows().find(|row| Some(row.id.as_str()) == price_id);
    let row = row.map(|row| [row.pattern.to_string(), row.from.map(|day| day.to_string()).unwrap_or_default(), row.source.clone()]);
    assert_eq!(row.unwrap_or_default(), slow.row, "{}", at());
    match &slow.parts {
        None => assert!(sum.is_none() && parts == [None; 5], "{}", at()),
        Some(exact) => {
            assert_eq!(sum, Some(total(exact).nearest()), "{}", at());
            assert_eq!(parts.iter().flatten().sum::<i128>(), sum.unwrap(), "{}", at());
            assert!(["odd", "contract"].contains(&slow.row[2]) || total(exact).1 == 1, "built-in prices never need rounding: {}", at());
            for (part, exact) in parts.iter().zip(exact) {
                assert_eq!(part.is_some(), exact.is_some(), "{}", at());
                let Some((part, exact)) = part.zip(*exact) else { continue };
                let off = exact.plus(Ratio(-part, 1));
                assert!(part >= 0 && off.0.abs() <= off.1, "a part is off by more than a pico-dollar: {}", at());
            }
        }
    }
    slow.status
}

#[test]
fn equals_the_slow_computation() {
    let cases = std::env::var("CCLAKE_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: u64 = cases.unwrap_or(if cfg!(debug_assertions) { 10_000 } else { 1_000_000 });
    let mut pricer = Pricer::new(&TABLE);
    let mut statuses = std::collections::BTreeMap::<String, u64>::new();
    for seed in 0..cases {
        for word in check(seed.wrapping_mul(0xD6E8_FEB8_6659_FD93), &mut pricer).split(',') {
            *statuses.entry(word.to_owned()).or_default() += 1;
        }
    }
    // Every outcome has come up.
    let words = "assumed_5m date_extrapolated fallback_estimate fast_unpriced geo_unknown no_usage out_of_range priced provider_region_unknown \
        speed_unknown synthetic tier_unknown unpriced_model unpriced_part";
    assert_eq!(statuses.keys().map(String::as_str).collect::<Vec<_>>(), words.split_whitespace().collect::<Vec<_>>(), "{statuses:?}");
}
