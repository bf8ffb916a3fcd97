//! The built-in price rows, for queries.

use cclake_pricing::{PriceTable, Rates, dollars};
use serde_json::{Value, json};

/// A JSON array of the rows, in dollars per token.
pub(super) fn json() -> String {
    let table = PriceTable::builtin();
    let rows: Vec<Value> = table
        .rows()
        .map(|row| {
            let long = row.long.map_or_else(Rates::default, |long| long.rates);
            json!({
                "id": row.id,
                "pattern": row.pattern.as_str(),
                "provider": row.provider,
                "starts_on": row.from.map(|day| day.to_string()),
                "threshold": row.long.map(|long| long.threshold),
                // Millionths of a factor are to it what pico-dollars are to millionths of a dollar.
                "fast": row.fast_multiplier.map(|millionths| dollars(i128::from(millionths) * 1_000_000)),
                "input": usd(row.rates.input),
                "output": usd(row.rates.output),
                "cache_read": usd(row.rates.cache_read),
                "cache_write_5m": usd(row.rates.cache_write_5m),
                "cache_write_1h": usd(row.rates.cache_write_1h),
                "long_input": usd(long.input),
                "long_output": usd(long.output),
                "long_cache_read": usd(long.cache_read),
                "long_cache_write_5m": usd(long.cache_write_5m),
                "long_cache_write_1h": usd(long.cache_write_1h),
            })
        })
        .collect();
    Value::Array(rows).to_string()
}

fn usd(pico: Option<i64>) -> Option<String> {
    pico.map(|pico| dollars(pico.into()))
}
