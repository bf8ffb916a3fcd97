//! Which row is in force for a name on a day.

use cclake_pricing::{Date, PriceTable, Pricer, Request};

use super::{MICRO, priced, request, tokens};

#[test]
fn spellings_of_one_model() {
    let builtin = PriceTable::builtin();
    for (model, usd) in [
        ("claude-opus-4-1-20250805", 15),
        ("us.anthropic.claude-opus-4-1-20250805-v1:0", 15),
        ("claude-opus-4-1@20250805", 15),
        ("claude-opus-4-5-20251101", 5),
        ("claude-opus-4-5-20251101[1m]", 5),
        ("anthropic/claude-opus-4.5", 5),
        ("global.anthropic.claude-opus-4-5-20251101-v1:0", 5),
        ("claude-opus-4-20250514", 15),
    ] {
        assert_eq!(priced(&builtin, &request(model, "2026-05-10T10:00:00Z", tokens(1, 0, 0, 0, 0))).0, Some(usd * MICRO), "{model}");
    }
}

#[test]
fn days_are_half_open_and_in_utc() {
    let builtin = PriceTable::builtin();
    let read = |at: &str| priced(&builtin, &request("claude-sonnet-5-5", at, tokens(0, 0, 10, 0, 0)));
    assert_eq!(read("2026-10-06T23:59:59.999999Z"), (Some(2 * MICRO), "priced".to_owned()));
    assert_eq!(read("2026-10-07T00:00:00Z"), (Some(MICRO), "priced".to_owned()));
    assert_eq!(read("2026-10-07T01:00:00+02:00"), (Some(2 * MICRO), "priced".to_owned()));
    assert_eq!(read("2026-09-27T00:00:00Z"), (Some(2 * MICRO), "priced,date_extrapolated".to_owned()));
    for ts in [None, Some(i64::MAX)] {
        let undated = Request { ts, ..request("claude-sonnet-5-5", "2026-01-01T00:00:00Z", tokens(0, 0, 10, 0, 0)) };
        assert_eq!(priced(&builtin, &undated), (Some(MICRO), "priced,date_extrapolated".to_owned()));
    }
    // What the model cost after the last day that is known is not known.
    let gated = |at| priced(&builtin, &request("claude-mythos-preview", at, tokens(1, 0, 0, 0, 0)));
    assert_eq!(gated("2026-06-08T00:00:00Z").0, Some(25 * MICRO));
    assert_eq!(gated("2026-06-09T00:00:00Z"), (None, "unpriced_model".to_owned()));
}

/// Every family with every version, known or not, in every spelling.
fn names() -> Vec<String> {
    let families = ["opus", "sonnet", "haiku", "fable", "mythos"];
    let versions = ["3", "3-5", "3-7", "4", "4-0", "4-1", "4-5", "4-6", "4-7", "4-8", "5", "5-1", "5-2", "5-5", "5-6", "preview"];
    let endings = ["", "-latest", "-20241022", "-20250929", "-v1", "-20250514-v1:0", "@default", "@20250929"];
    let mut names = Vec::new();
    for prefix in ["", "anthropic.", "us.anthropic.", "global.anthropic."] {
        for family in families {
            for version in versions {
                for ending in endings {
                    names.push(format!("{prefix}claude-{family}-{version}{ending}"));
                    names.push(format!("{prefix}claude-{version}-{family}{ending}"));
                }
            }
        }
    }
    names
}

#[test]
fn never_two_rows() {
    let builtin = PriceTable::builtin();
    let mut pricer = Pricer::new(&builtin);
    let mut known = 0;
    for name in names() {
        let rows = pricer.rows(&name);
        known += usize::from(!rows.is_empty());
        let mut periods: Vec<_> = rows.iter().map(|row| (row.from.expect("built-in rows have a first day"), row.to.unwrap_or(Date::MAX))).collect();
        periods.sort();
        assert!(periods.windows(2).all(|pair| pair[0].1 == pair[1].0), "{name}: {periods:?}");
        assert!(rows.iter().all(|row| row.provider == rows[0].provider), "{name}");
    }
    assert!(known > 200, "{known} names are known");
}
