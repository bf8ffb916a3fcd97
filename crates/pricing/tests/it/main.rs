//! Tests of the crate as its users see it.
#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it should do")]

mod cases;
mod changes;
mod differential;
mod explain;
mod files;
mod matching;
mod merge;
mod vectors;

use cclake_pricing::{Cost, PriceTable, Pricer, Request, Tokens};

/// Pico-dollars in a micro-dollar.
const MICRO: i128 = 1_000_000;

/// Microseconds of an instant.
fn ts(text: &str) -> Option<i64> {
    Some(text.parse::<jiff::Timestamp>().expect("an instant").as_microsecond())
}

/// Counts of all kinds.
fn tokens(input: i64, output: i64, cache_read: i64, cache_write_5m: i64, cache_write_1h: i64) -> Tokens {
    Tokens {
        input: Some(input),
        output: Some(output),
        cache_read: Some(cache_read),
        cache_write_5m: Some(cache_write_5m),
        cache_write_1h: Some(cache_write_1h),
    }
}

/// A request with usage that splits cache writes.
fn request<'a>(model: &'a str, at: &str, tokens: Tokens) -> Request<'a> {
    Request { model: Some(model), ts: ts(at), tokens, cache_write_split: true, ..Request::default() }
}

/// Total and status of a request by a table.
fn priced(table: &PriceTable, request: &Request<'_>) -> (Option<i128>, String) {
    let Cost { total, status, .. } = Pricer::new(table).cost(request);
    (total, status.as_text().into_owned())
}
