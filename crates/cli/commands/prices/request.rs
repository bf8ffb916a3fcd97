//! `cclake prices explain --request ID`: a stored cost, computed once more.

use std::path::Path;

use anyhow::{Result, ensure};
use cclake_ingest::calls_of;
use cclake_pricing::{Kind, Line, PriceTable, Pricer, Request, Tokens};
use cclake_query::Session;
use cclake_transcript::money::pico_dollars;
use serde::Deserialize;

use super::explain::show;
use crate::args::Terms;
use crate::exit::Exit;
use crate::output::{self, Format};

/// A row of `requests`, as far as its price depends on it. Money comes as text, so that no digit is lost.
#[derive(Debug, Deserialize)]
struct Stored {
    kind: String,
    iteration_index: i64,
    model: Option<String>,
    ts: Option<i64>,
    provider: Option<String>,
    speed: Option<String>,
    inference_geo: Option<String>,
    service_tier: Option<String>,
    input_tokens: Option<i64>,
    output_tokens: Option<i64>,
    cache_read_tokens: Option<i64>,
    cache_write_5m_tokens: Option<i64>,
    cache_write_1h_tokens: Option<i64>,
    cache_write_split: bool,
    web_search_requests: Option<i64>,
    calls: Option<String>,
    cost_usd: Option<String>,
    cost_status: Option<String>,
    price_id: Option<String>,
}

const COLUMNS: &str = "kind, iteration_index, model, epoch_us(ts) as ts, provider, speed, inference_geo, service_tier, input_tokens, output_tokens, \
    cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens, cache_write_split, web_search_requests, calls, \
    cost_usd::varchar as cost_usd, cost_status, price_id";

/// Shows how the cost of a request and of its advisors comes about, and whether it is the one in the lake.
pub(super) fn explain(id: &str, table: &PriceTable, lake: &Path, format: Format) -> Result<Exit> {
    let quoted = id.replace('\'', "''");
    let sql = format!("select {COLUMNS} from requests where response_id = '{quoted}' order by iteration_index, kind");
    let mut session = Session::open(lake, &crate::commands::options(&Terms { tz: Some("UTC".to_owned()), ..Terms::default() })?)?;
    let rows: Vec<Stored> = output::rows(&session.query(&sql)?)?;
    ensure!(!rows.is_empty(), "{}: there is no request {id}", lake.display());
    let mut pricer = Pricer::new(table);
    let mut lines = Vec::new();
    let mut same = true;
    for row in &rows {
        let (more, is_same) = row.explain(&mut pricer);
        lines.extend(more);
        same &= is_same;
    }
    show(&lines, format)?;
    Ok(if same { Exit::Done } else { Exit::Failed })
}

impl Stored {
    /// The lines, and whether they lead to what is stored.
    fn explain(&self, pricer: &mut Pricer<'_>) -> (Vec<Line>, bool) {
        let calls = self.calls.as_deref().map(calls_of).unwrap_or_default();
        let request = self.request(&calls);
        let cost = pricer.cost(&request);
        let stored = self.cost_usd.as_deref().and_then(pico_dollars);
        let same = stored == cost.total && self.cost_status.as_deref() == Some(&*cost.status.as_text()) && self.price_id.as_deref() == cost.price_id;
        let head = Line { step: self.kind.clone(), note: format!("iteration {}", self.iteration_index), ..Line::default() };
        let note = if same { "equal".to_owned() } else { self.difference() };
        let end = Line { step: "in the lake".to_owned(), amount: stored, note, ..Line::default() };
        (std::iter::once(head).chain(pricer.explain(&request)).chain([end]).collect(), same)
    }

    fn request<'a>(&'a self, calls: &'a [Tokens]) -> Request<'a> {
        Request {
            kind: if self.kind == "advisor" { Kind::Advisor } else { Kind::Main },
            model: self.model.as_deref(),
            ts: self.ts,
            provider: self.provider.as_deref(),
            speed: self.speed.as_deref(),
            inference_geo: self.inference_geo.as_deref(),
            service_tier: self.service_tier.as_deref(),
            tokens: Tokens {
                input: self.input_tokens,
                output: self.output_tokens,
                cache_read: self.cache_read_tokens,
                cache_write_5m: self.cache_write_5m_tokens,
                cache_write_1h: self.cache_write_1h_tokens,
            },
            cache_write_split: self.cache_write_split,
            web_search_requests: self.web_search_requests,
            iterations: calls,
        }
    }

    /// What to do about another cost.
    fn difference(&self) -> String {
        let row = self.price_id.as_deref().unwrap_or("none");
        let status = self.cost_status.as_deref().unwrap_or("not priced");
        format!("different: {status}, price row {row}; the lake was priced by other prices: name the same --prices, or ingest again")
    }
}
