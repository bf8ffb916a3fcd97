//! The arithmetic as people read it.

use cclake_pricing::{PriceTable, Pricer, Request};

use super::{request, tokens};

#[test]
fn every_step_is_shown() {
    let table = PriceTable::builtin();
    let mut pricer = Pricer::new(&table);
    let of = Request {
        speed: Some("fast"),
        inference_geo: Some("us"),
        web_search_requests: Some(2),
        ..request("claude-opus-5[1m]", "2026-08-01T00:00:00Z", tokens(2_000, 1_000, 0, 0, 5_000))
    };
    let id = pricer.cost(&of).price_id.unwrap();
    let lines: Vec<String> = pricer.explain(&of).iter().map(ToString::to_string).collect();
    let row = format!("price row {id}: anthropic ^claude-opus-5(-\\d{{8}})?$ from 2026-07-24 to open (CC2.1.332;LL1.110.2;GP0.2.3;D)");
    assert_eq!(
        lines,
        [
            "model: claude-opus-5",
            row.as_str(),
            "input: 2000 x $0.000005 = $0.01",
            "output: 1000 x $0.000025 = $0.025",
            "cache read: 0 x $0.0000005 = $0",
            "cache write, 5 minutes: 0 x $0.00000625 = $0",
            "cache write, 1 hour: 5000 x $0.00001 = $0.05",
            "fast mode: tokens x 2",
            "inference in the US: tokens x 1.1",
            "web search: 2 x $0.01 = $0.02",
            "total: $0.207 priced",
        ]
    );
}

#[test]
fn what_is_missing_is_shown() {
    let table = PriceTable::builtin();
    let mut pricer = Pricer::new(&table);
    let mut of = request("claude-sonnet-9", "2026-08-01T00:00:00Z", tokens(1, 0, 0, 0, 0));
    let text = |pricer: &mut Pricer<'_>, of: &Request<'_>| pricer.explain(of).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(text(&mut pricer, &of), ["model: claude-sonnet-9", "total: unpriced_model"]);
    of.model = Some("<synthetic>");
    assert_eq!(text(&mut pricer, &of), ["total: $0 synthetic"]);
    (of.model, of.web_search_requests) = (Some("claude-opus-5@default"), Some(3));
    assert_eq!(text(&mut pricer, &of)[7..], ["web search: 3 x no price", "total: unpriced_part"]);
}
