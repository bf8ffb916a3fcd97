//! The rows of the tables that no transcript fills: prices, models, tools.

use arrow::array::RecordBatch;
use cclake_pricing::{Date, PriceRow, PriceTable, Rates};
use cclake_transcript::DECODER;
use cclake_transcript::table::{Table, TableBuilder};
use cclake_transcript::tables::{models, prices, tools};
use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::Offset;

/// A price per token, in pico-dollars, is this much per million; the unit of multipliers is a millionth.
const MILLION: i128 = 1_000_000;

/// All of them, each as one batch in flight.
pub(crate) fn batches(table: &PriceTable, machine: &str) -> Vec<(&'static Table, RecordBatch)> {
    vec![
        (&prices::TABLE, of_prices(table, machine).finish()),
        (&models::TABLE, of_models(table, machine).finish()),
        (&tools::TABLE, of_tools(machine).finish()),
    ]
}

fn of_prices(table: &PriceTable, machine: &str) -> prices::Rows {
    let mut rows = prices::Rows::default();
    for row in table.rows() {
        let long = row.long.map(|long| long.rates).unwrap_or_default();
        let [input, output, write_5m, write_1h, read] = per_million(&row.rates);
        let [long_input, long_output, long_write_5m, long_write_1h, long_read] = per_million(&long);
        rows.append(
            0,
            &prices::Row {
                price_id: &row.id,
                machine,
                decoder: DECODER,
                model_pattern: row.pattern.as_str(),
                provider: &row.provider,
                effective_from: instant(row.from),
                effective_to: instant(row.to),
                input_usd_per_mtok: input,
                output_usd_per_mtok: output,
                cache_write_5m_usd_per_mtok: write_5m,
                cache_write_1h_usd_per_mtok: write_1h,
                cache_read_usd_per_mtok: read,
                long_context_threshold_tokens: row.long.map(|long| long.threshold),
                long_input_usd_per_mtok: long_input,
                long_output_usd_per_mtok: long_output,
                long_cache_write_5m_usd_per_mtok: long_write_5m,
                long_cache_write_1h_usd_per_mtok: long_write_1h,
                long_cache_read_usd_per_mtok: long_read,
                fast_multiplier: row.fast_multiplier.map(|millionths| i128::from(millionths) * MILLION),
                web_search_usd_per_1k: row.web_search.map(|fee| i128::from(fee) * 1_000),
                source: &row.source,
            },
        );
    }
    rows
}

fn per_million(rates: &Rates) -> [Option<i128>; 5] {
    let Rates { input, output, cache_write_5m, cache_write_1h, cache_read } = *rates;
    [input, output, cache_write_5m, cache_write_1h, cache_read].map(|rate| rate.map(|rate| i128::from(rate) * MILLION))
}

fn of_models(table: &PriceTable, machine: &str) -> models::Rows {
    let mut all = models::Rows::default();
    for (model, rows) in table.models() {
        for (row, place) in rows.into_iter().zip(1..) {
            let PriceRow { id, provider, from, to, .. } = row;
            let (effective_from, effective_to) = (instant(*from), instant(*to));
            all.append(0, &models::Row { model: &model, price_id: id, machine, decoder: DECODER, place, provider, effective_from, effective_to });
        }
    }
    all
}

fn of_tools(machine: &str) -> tools::Rows {
    let mut rows = tools::Rows::default();
    for tool in cclake_transcript::tools() {
        let tables: Vec<&str> = tool.tables.iter().map(|table| table.name).collect();
        rows.append(
            0,
            &tools::Row {
                tool: tool.name,
                machine,
                decoder: DECODER,
                aliases: &tool.aliases.join(", "),
                tables: &tables.join(", "),
                asks_permission: tool.permission,
                first_version: tool.versions.map(|(first, _)| first),
                last_version: tool.versions.map(|(_, last)| last),
            },
        );
    }
    rows
}

/// The first instant of a day in UTC.
fn instant(day: Option<Date>) -> Option<i64> {
    // Only the very last day of the calendar has none.
    let start = |day: Date| Offset::UTC.to_timestamp(day.to_datetime(Time::midnight())).unwrap_or(Timestamp::MAX);
    day.map(|day| start(day).as_microsecond())
}
