//! Faults that users of similar tools reported, and the rules for what a table or a transcript leaves open.

use cclake_pricing::{Kind, PriceTable, Pricer, Request, Tokens};

use super::{MICRO, priced, request, tokens};

const MILLION: i64 = 1_000_000;
const MAY: &str = "2026-05-10T10:00:00Z";
const SONNET: &str = "claude-sonnet-4-5-20250929";

/// A table of one row, with the given cells after the model and the dates.
fn one(model: &str, columns: &str, cells: &str) -> PriceTable {
    let text = format!("model_pattern,effective_from,effective_to,source,{columns}\n^{model}$,2020-01-01,,case,{cells}\n");
    PriceTable::parse("case.csv", &text).unwrap()
}

/// The base prices of the table that most cases give.
fn sonnet(more_columns: &str, more_cells: &str) -> PriceTable {
    let columns = "input_usd_per_mtok,output_usd_per_mtok,cache_write_5m_usd_per_mtok,cache_write_1h_usd_per_mtok,cache_read_usd_per_mtok".to_owned();
    one(SONNET, &(columns + more_columns), &("3,15,3.75,6,0.3".to_owned() + more_cells))
}

#[test]
fn cache_writes_have_two_prices() {
    let (table, mut of) = (sonnet("", ""), request(SONNET, MAY, tokens(0, 0, 0, 400_000, 600_000)));
    assert_eq!(priced(&table, &of), (Some(5_100_000 * MICRO), "priced".to_owned()));
    of.tokens = tokens(0, 0, 0, MILLION, 0);
    of.cache_write_split = false;
    assert_eq!(priced(&table, &of), (Some(3_750_000 * MICRO), "priced,assumed_5m".to_owned()));
    of.tokens = tokens(0, 0, 0, 0, 0);
    assert_eq!(priced(&table, &of), (Some(0), "priced".to_owned()));
}

#[test]
fn fast_mode_multiplies_once() {
    let columns = "input_usd_per_mtok,output_usd_per_mtok,cache_read_usd_per_mtok,fast_multiplier";
    let table = one("claude-opus-5", columns, "5,25,0.5,2");
    let mut of = request("claude-opus-5", MAY, tokens(MILLION, 100_000, 0, 0, 0));
    for (model, speed, usd) in
        [("claude-opus-5", "standard", 7_500_000), ("claude-opus-5", "fast", 15_000_000), ("anthropic/claude-opus-5-fast", "fast", 15_000_000)]
    {
        (of.model, of.speed) = (Some(model), Some(speed));
        assert_eq!(priced(&table, &of), (Some(usd * MICRO), "priced".to_owned()), "{model} {speed}");
    }
    of.kind = Kind::Advisor;
    assert_eq!(priced(&table, &of).0, Some(7_500_000 * MICRO));
    of.kind = Kind::Main;
    of.speed = Some("turbo");
    of.model = Some("claude-opus-5");
    assert_eq!(priced(&table, &of), (Some(7_500_000 * MICRO), "priced,speed_unknown".to_owned()));
    (of.model, of.speed) = (Some(SONNET), Some("fast"));
    assert_eq!(priced(&sonnet("", ""), &of), (Some(4_500_000 * MICRO), "priced,fast_unpriced".to_owned()));
}

#[test]
fn residency_in_the_us_costs_a_tenth_more() {
    let mut of = request(SONNET, MAY, tokens(MILLION, 0, 0, 0, 0));
    for (geo, usd, status) in [
        (Some("us"), 3_300_000, "priced"),
        (Some("global"), 3_000_000, "priced"),
        (Some(""), 3_000_000, "priced"),
        (Some("not_available"), 3_000_000, "priced"),
        (None, 3_000_000, "priced"),
        (Some("mars"), 3_000_000, "priced,geo_unknown"),
    ] {
        of.inference_geo = geo;
        assert_eq!(priced(&sonnet("", ""), &of), (Some(usd * MICRO), status.to_owned()), "{geo:?}");
    }
    // Bedrock's regional price is not raised twice.
    let builtin = PriceTable::builtin();
    of.inference_geo = Some("us");
    of.model = Some("us.anthropic.claude-haiku-4-5-20251001-v1:0");
    assert_eq!(priced(&builtin, &of).0, Some(1_100_000 * MICRO));
}

#[test]
fn searches_have_a_fee_of_their_own() {
    let mut of = request(SONNET, MAY, tokens(MILLION, 0, 0, 0, 0));
    of.web_search_requests = Some(7);
    let with_fee = sonnet(",web_search_usd_per_1k", ",10.0");
    let cost = Pricer::new(&with_fee).cost(&of);
    assert_eq!((cost.input, cost.search, cost.total), (Some(3_000_000 * MICRO), Some(70_000 * MICRO), Some(3_070_000 * MICRO)));
    (of.inference_geo, of.service_tier) = (Some("us"), Some("batch"));
    assert_eq!(Pricer::new(&with_fee).cost(&of).total, Some(1_720_000 * MICRO));
    assert_eq!(priced(&sonnet("", ""), &of), (None, "unpriced_part".to_owned()));
    of.web_search_requests = Some(0);
    assert_eq!(Pricer::new(&sonnet("", "")).cost(&of).search, Some(0));
}

#[test]
fn long_prompts_are_a_cliff_for_each_call() {
    let builtin = PriceTable::builtin();
    let at = "2026-01-15T00:00:00Z";
    let usd = |calls: &[Tokens], all| {
        let of = Request { iterations: calls, ..request(SONNET, at, all) };
        priced(&builtin, &of).0.unwrap() / MICRO
    };
    assert_eq!(usd(&[], tokens(200_000, 0, 0, 0, 0)), 600_000);
    assert_eq!(usd(&[], tokens(201_000, 1_000, 0, 0, 0)), 1_206_000 + 22_500);
    // All of the prompt counts, also what was cached.
    assert_eq!(usd(&[], tokens(1, 0, 150_000, 25_000, 25_000)), 6 + 90_000 + 187_500 + 300_000);
    // Two calls of 150,000 are not one of 300,000, as long as they are the whole request.
    let half = tokens(150_000, 10, 0, 0, 0);
    assert_eq!(usd(&[half, half], tokens(300_000, 20, 0, 0, 0)), 900_300);
    assert_eq!(usd(&[half, half], tokens(300_001, 20, 0, 0, 0)), 1_800_006 + 450);
    assert_eq!(usd(&[half, tokens(250_000, 0, 0, 0, 0)], tokens(400_000, 10, 0, 0, 0)), 450_150 + 1_500_000);
}

#[test]
fn unknown_is_not_free() {
    let at = "2026-11-20T00:00:00Z";
    let builtin = PriceTable::builtin();
    for model in ["claude-sonnet-9", "claude-opus-5-6", "opus", "sonnet[1m]", "best", "opusplan", "gpt-5", "", "claude-opus"] {
        let of = request(model, at, tokens(0, 0, 0, 0, 0));
        let cost = Pricer::new(&builtin).cost(&of);
        assert_eq!((cost.total, cost.input, cost.price_id, cost.status.as_text().as_ref()), (None, None, None, "unpriced_model"), "{model}");
    }
    let nameless = Request { model: None, ..request("", at, tokens(1, 1, 0, 0, 0)) };
    assert_eq!(priced(&builtin, &nameless), (None, "unpriced_model".to_owned()));
    assert_eq!(priced(&builtin, &request(SONNET, at, Tokens::default())), (None, "no_usage".to_owned()));
}

#[test]
fn what_usage_does_not_state_has_no_cost() {
    let builtin = PriceTable::builtin();
    let of = request(SONNET, MAY, Tokens { input: Some(1), cache_read: Some(0), ..Tokens::default() });
    let zeros = [tokens(1, 0, 0, 0, 0)];
    for iterations in [&[][..], &zeros[..]] {
        let cost = Pricer::new(&builtin).cost(&Request { iterations, ..of });
        assert_eq!((cost.input, cost.output, cost.cache_read, cost.cache_write, cost.search), (Some(3 * MICRO), None, Some(0), None, None));
        assert_eq!(cost.total, Some(3 * MICRO));
    }
}

#[test]
fn a_missing_price_matters_only_when_it_is_used() {
    let table = one("m", "input_usd_per_mtok,output_usd_per_mtok", "15,");
    let of = |tokens| request("m", MAY, tokens);
    assert_eq!(priced(&table, &of(tokens(MILLION, 0, 0, 0, 0))), (Some(15_000_000 * MICRO), "priced".to_owned()));
    let cost = Pricer::new(&table).cost(&of(tokens(MILLION, 1, 0, 0, 0)));
    assert_eq!((cost.total, cost.input, cost.status.as_text().as_ref()), (None, None, "unpriced_part"));
    assert!(cost.price_id.is_some());
}

#[test]
fn tiers_and_batches() {
    let mut of = request("claude-opus-5", "2026-08-01T00:00:00Z", tokens(MILLION, 0, 0, 0, 0));
    for (tier, speed, usd, status) in [
        ("standard", "", 5_000_000, "priced"),
        ("batch", "", 2_500_000, "priced"),
        ("priority", "", 5_000_000, "priced,tier_unknown"),
        ("batch", "fast", 10_000_000, "priced,tier_unknown"),
    ] {
        (of.service_tier, of.speed) = (Some(tier), Some(speed));
        assert_eq!(priced(&PriceTable::builtin(), &of), (Some(usd * MICRO), status.to_owned()), "{tier} {speed}");
    }
}

#[test]
fn clouds_that_hide_the_region() {
    let builtin = PriceTable::builtin();
    for (model, provider, status) in [
        ("claude-opus-4-5@20251101", None, "priced,provider_region_unknown"),
        ("claude-opus-4-5-20251101", Some("vertex"), "priced,provider_region_unknown"),
        ("claude-opus-4-5-20251101", Some("bedrock"), "priced,provider_region_unknown"),
        ("claude-opus-4-5-20251101", None, "priced"),
        ("eu.anthropic.claude-opus-4-5-20251101-v1:0", Some("bedrock"), "priced"),
        ("claude-opus-4-1@20250805", Some("vertex"), "priced"),
        ("claude-sonnet-4@20250514", None, "priced"),
    ] {
        let of = Request { provider, ..request(model, "2026-06-01T00:00:00Z", tokens(1, 1, 1, 1, 1)) };
        assert_eq!(priced(&builtin, &of).1, status, "{model} {provider:?}");
    }
}

#[test]
fn attempts_are_estimates() {
    let of = Request { kind: Kind::Attempt, ..request(SONNET, MAY, tokens(0, 0, 0, 0, MILLION)) };
    assert_eq!(priced(&sonnet("", ""), &of), (Some(3_750_000 * MICRO), "priced,fallback_estimate".to_owned()));
}

#[test]
fn damaged_counts() {
    let builtin = PriceTable::builtin();
    for (count, want) in [(-5, (Some(0), "priced")), (i64::MAX, (None, "out_of_range")), (400_000_000_000, (None, "out_of_range"))] {
        let of = request(SONNET, MAY, tokens(count, 0, 0, 0, 0));
        assert_eq!(priced(&builtin, &of), (want.0, want.1.to_owned()), "{count}");
    }
}

#[test]
fn tiny_costs_are_kept() {
    assert_eq!(priced(&sonnet("", ""), &request(SONNET, MAY, tokens(1, 0, 0, 0, 0))).0, Some(3 * MICRO));
}
