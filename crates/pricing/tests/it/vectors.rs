//! The published test vectors, exact to the pico-dollar.

use cclake_pricing::{Kind, PriceTable, Pricer, Request, Tokens};
use serde_json::Value;

/// Counts of a usage object. Cache writes for an hour are what the split says, the rest of the total is 5 minutes.
fn counts(usage: &Value) -> Tokens {
    let total = usage["cache_creation_input_tokens"].as_i64();
    let hour = usage["cache_creation"]["ephemeral_1h_input_tokens"].as_i64().unwrap_or(0);
    Tokens {
        input: usage["input_tokens"].as_i64(),
        output: usage["output_tokens"].as_i64(),
        cache_read: usage["cache_read_input_tokens"].as_i64(),
        cache_write_5m: total.map(|total| total - hour),
        cache_write_1h: total.map(|_| hour),
    }
}

#[test]
fn all_vectors() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("vectors.json")).unwrap();
    let table = PriceTable::builtin();
    let mut pricer = Pricer::new(&table);
    for vector in &vectors {
        let usage = &vector["usage"];
        let main = Request {
            model: vector["model"].as_str(),
            ts: super::ts(vector["timestamp"].as_str().unwrap()),
            speed: usage["speed"].as_str(),
            inference_geo: usage["inference_geo"].as_str(),
            tokens: counts(usage),
            cache_write_split: usage["cache_creation"].is_object(),
            web_search_requests: usage["server_tool_use"]["web_search_requests"].as_i64(),
            ..Request::default()
        };
        let iterations = usage["iterations"].as_array().into_iter().flatten();
        let advisors = iterations.filter(|entry| entry["type"] == "advisor_message").map(|entry| Request {
            kind: Kind::Advisor,
            model: entry["model"].as_str(),
            tokens: counts(entry),
            ..main
        });
        let costs = std::iter::once(main).chain(advisors).map(|request| pricer.cost(&request).total);
        let total: Option<i128> = costs.sum();
        assert_eq!(total, vector["expect_picousd"].as_i64().map(i128::from), "vector {}", vector["id"]);
    }
    assert_eq!(vectors.len(), 18);
}

#[test]
fn statuses_of_vectors() {
    let table = PriceTable::builtin();
    let at = "2026-11-20T10:00:00Z";
    for (model, status, row) in [
        ("claude-opus-4-8", "priced", true),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", "priced", true),
        ("claude-sonnet-9", "unpriced_model", false),
        ("<synthetic>", "synthetic", false),
    ] {
        let cost = Pricer::new(&table).cost(&super::request(model, at, super::tokens(1, 1, 0, 0, 0)));
        assert_eq!(cost.status.as_text(), status);
        assert_eq!(cost.price_id.is_some(), row, "{model}");
        assert_eq!(cost.input.is_none(), cost.total.is_none());
    }
}
