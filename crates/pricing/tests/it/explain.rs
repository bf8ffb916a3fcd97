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
            "written: \"claude-opus-5[1m]\"; left out: the size of the context window",
            row.as_str(),
            "day: 2026-08-01; that row is in force then",
            "per million tokens: input $5; output $25; cache read $0.5; cache write, 5 minutes $6.25; cache write, 1 hour $10",
            "input: 2000 x $0.000005 = $0.01",
            "output: 1000 x $0.000025 = $0.025",
            "cache read: 0 x $0.0000005 = $0",
            "cache write, 5 minutes: 0 x $0.00000625 = $0",
            "cache write, 1 hour: 5000 x $0.00001 = $0.05",
            "fast mode: tokens x 2",
            "inference in the US: tokens x 1.1",
            "tokens: $0.187",
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
    let unknown = ["model: claude-sonnet-9", "day: 2026-08-01; no price row names the model", "total: unpriced_model"];
    assert_eq!(text(&mut pricer, &of), unknown);
    of.model = Some("<synthetic>");
    assert_eq!(text(&mut pricer, &of), ["total: $0 synthetic"]);
    (of.model, of.web_search_requests) = (Some("claude-opus-5@default"), Some(3));
    let lines = text(&mut pricer, &of);
    assert_eq!(lines[lines.len() - 2..], ["web search: 3 x no price", "total: unpriced_part"]);
}

/// Scenario: a model whose price changed once, and one whose prices have an end.
/// Guarantees: it is said which row holds on a day and why, and which others there are.
#[test]
fn the_choice_of_the_row_is_shown() {
    let table = PriceTable::builtin();
    let mut pricer = Pricer::new(&table);
    let mut lines = |model: &str, at: &str| {
        let lines = pricer.explain(&request(model, at, tokens(0, 0, 0, 0, 0)));
        lines.into_iter().map(|line| (line.step.split(' ').next().unwrap().to_owned(), line.note)).collect::<Vec<_>>()
    };
    let note = |lines: &[(String, String)], step: &str| lines.iter().find(|line| line.0 == step).map(|line| line.1.clone()).unwrap_or_default();

    let before = lines("claude-sonnet-5-5", "2026-10-06T23:59:59Z");
    assert!(note(&before, "price").contains(" from 2026-09-28 to 2026-10-07 "), "{before:?}");
    assert!(note(&before, "other").contains(" from 2026-10-07 to open "), "{before:?}");
    let after = lines("claude-sonnet-5-5", "2026-10-07T00:00:00Z");
    assert!(note(&after, "price").contains(" from 2026-10-07 to open "), "{after:?}");
    assert_eq!(note(&lines("claude-sonnet-5-5", "2026-01-01T00:00:00Z"), "day"), "2026-01-01; before all rows of the model: the first is used");

    let ended = lines("claude-mythos-preview", "2026-12-01T00:00:00Z");
    assert_eq!(note(&ended, "day"), "2026-12-01; no row of the model is in force then");
    assert_eq!((note(&ended, "price"), note(&ended, "total")), (String::new(), "unpriced_model".to_owned()));
}
