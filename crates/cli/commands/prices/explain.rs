//! `cclake prices explain MODEL`.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::{ArrayRef, Decimal128Array, Int64Array};
use cclake_pricing::{Line, PriceTable, Pricer, Request, Status, Tokens};

use super::rows::texts;
use crate::args::Explain;
use crate::exit::Exit;
use crate::output::{self, Format};

/// Digits and places of amounts: all that there are.
const MONEY: (u8, i8) = (38, 12);

/// Shows how the cost of a usage comes about. Without any count it is that of no tokens, which shows the prices.
pub(super) fn explain(usage: &Explain, table: &PriceTable, format: Format) -> Result<Exit> {
    let count = |count: Option<u32>| Some(count.map_or(0, i64::from));
    let request = Request {
        model: usage.model.as_deref(),
        ts: Some(usage.at.unwrap_or_else(jiff::Timestamp::now).as_microsecond()),
        provider: usage.provider.as_deref(),
        speed: usage.speed.as_deref(),
        inference_geo: usage.inference_geo.as_deref(),
        service_tier: usage.service_tier.as_deref(),
        tokens: Tokens {
            input: count(usage.input),
            output: count(usage.output),
            cache_read: count(usage.cache_read),
            cache_write_5m: count(usage.cache_write_5m),
            cache_write_1h: count(usage.cache_write_1h),
        },
        cache_write_split: true,
        web_search_requests: usage.web_search.map(i64::from),
        ..Request::default()
    };
    let mut pricer = Pricer::new(table);
    show(&pricer.explain(&request), format)?;
    Ok(if pricer.cost(&request).status == Status::UnpricedModel { Exit::Failed } else { Exit::Done })
}

/// Writes lines: as sentences for people, else as rows.
pub(super) fn show(lines: &[Line], format: Format) -> Result<()> {
    if format == Format::Table {
        return output::print(&lines.iter().map(|line| output::visible(&line.to_string()) + "\n").collect::<String>());
    }
    let (digits, places) = MONEY;
    let money = |of: &dyn Fn(&Line) -> Option<i128>| -> Result<ArrayRef> {
        Ok(Arc::new(lines.iter().map(of).collect::<Decimal128Array>().with_precision_and_scale(digits, places)?))
    };
    let counts = lines.iter().map(|line| line.count).collect::<Int64Array>();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("step", texts(lines.iter().map(|line| line.step.clone()))),
        ("count", Arc::new(counts)),
        ("price_usd", money(&|line| line.rate.map(i128::from))?),
        ("amount_usd", money(&|line| line.amount)?),
        ("note", texts(lines.iter().map(|line| line.note.clone()))),
    ];
    output::print_rows(columns, format)
}
