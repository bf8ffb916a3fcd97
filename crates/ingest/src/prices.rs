//! Fills the cost columns of requests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use arrow::array::RecordBatch;
use cclake_lake::Finish;
use cclake_pricing::{Cost, Kind, Mode, PriceTable, Pricer, Request, Status, Tokens};
use cclake_transcript::table::Table;
use cclake_transcript::tables::{calls_in, request_attempts, requests, response_usage, unpriced};

use crate::error::Error;

/// The built-in prices, with the rows of files joined to them: a later file before an earlier one.
pub fn price_table(files: &[PathBuf], mode: Mode) -> Result<PriceTable, Error> {
    files.iter().try_fold(PriceTable::builtin(), |table, file| Ok(table.merge(price_file(file)?, mode)))
}

/// The prices of one file.
pub fn price_file(file: &Path) -> Result<PriceTable, Error> {
    let text = fs::read_to_string(file).map_err(|source| Error::Path { path: file.to_owned(), source })?;
    Ok(PriceTable::parse(&file.display().to_string(), &text)?)
}

/// The price table of a run.
pub(crate) struct Prices {
    table: PriceTable,
    /// Models without a price, of all rows that were priced.
    unpriced: Mutex<BTreeSet<String>>,
}

impl Prices {
    pub(crate) fn new(table: PriceTable) -> Self {
        Self { table, unpriced: Mutex::default() }
    }

    /// The table.
    pub(crate) fn table(&self) -> &PriceTable {
        &self.table
    }

    /// Hash of the table.
    pub(crate) fn hash(&self) -> String {
        self.table.hash()
    }

    /// Models without a price, of all rows that were priced.
    pub(crate) fn unpriced_models(&self) -> Vec<String> {
        self.unpriced.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// What each row of a table cost.
    fn costs(
        &self,
        usage: &response_usage::Columns<'_>,
        ts: impl Fn(usize) -> Option<i64>,
        kind: impl Fn(usize) -> Kind,
        calls: impl Fn(usize) -> Vec<Tokens>,
        rows: usize,
    ) -> Vec<Priced<'_>> {
        let mut pricer = Pricer::new(&self.table);
        let mut unpriced = BTreeSet::new();
        let costs = (0..rows).map(|row| {
            let iterations = calls(row);
            let cost = pricer.cost(&Request {
                kind: kind(row),
                model: usage.model.get(row),
                ts: ts(row),
                provider: usage.provider.get(row),
                speed: usage.speed.get(row),
                inference_geo: usage.inference_geo.get(row),
                service_tier: usage.service_tier.get(row),
                tokens: Tokens {
                    input: usage.input_tokens.get(row),
                    output: usage.output_tokens.get(row),
                    cache_read: usage.cache_read_tokens.get(row),
                    cache_write_5m: usage.cache_write_5m_tokens.get(row),
                    cache_write_1h: usage.cache_write_1h_tokens.get(row),
                },
                cache_write_split: usage.cache_write_split.get(row),
                web_search_requests: usage.web_search_requests.get(row),
                iterations: &iterations,
            });
            if cost.status == Status::UnpricedModel
                && let Some(model) = usage.model.get(row)
                && !unpriced.contains(model)
            {
                unpriced.insert(model.to_owned());
            }
            Priced { status: cost.status.as_text().into_owned(), cost }
        });
        let costs = costs.collect();
        self.unpriced.lock().unwrap_or_else(PoisonError::into_inner).extend(unpriced);
        costs
    }
}

/// The model calls that `requests.calls` names.
pub fn calls_of(calls: &str) -> Vec<Tokens> {
    let tokens = |[input, output, cache_read, cache_write_5m, cache_write_1h]: [Option<i64>; 5]| Tokens {
        input,
        output,
        cache_read,
        cache_write_5m,
        cache_write_1h,
    };
    calls_in(calls).map(tokens).collect()
}

/// A cost, with its status as text.
struct Priced<'t> {
    cost: Cost<'t>,
    status: String,
}

impl Finish for Prices {
    fn covers(&self, table: &Table) -> bool {
        [requests::TABLE.name, request_attempts::TABLE.name].contains(&table.name)
    }

    fn fill(&self, table: &Table, batch: RecordBatch) -> RecordBatch {
        if table.name == request_attempts::TABLE.name {
            let columns = request_attempts::Columns::of(&batch);
            let costs = self.costs(&columns.usage, |row| columns.common.ts.get(row), |_| Kind::Attempt, |_| Vec::new(), batch.num_rows());
            return request_attempts::derive_with(&batch, |_, row| request_attempts::Derived {
                cost_estimate_usd: costs[row].cost.total,
                cost_status: Some(&costs[row].status),
                price_id: costs[row].cost.price_id,
            });
        }
        let columns = requests::Columns::of(&batch);
        let kind = |row| if columns.kind.get(row) == "advisor" { Kind::Advisor } else { Kind::Main };
        let calls = |row| columns.calls.get(row).map(calls_of).unwrap_or_default();
        let costs = self.costs(&columns.usage, |row| columns.common.ts.get(row), kind, calls, batch.num_rows());
        requests::derive_with(&batch, |columns, row| {
            let Priced { cost, status } = &costs[row];
            requests::Derived {
                cost_input_usd: cost.input,
                cost_output_usd: cost.output,
                cost_cache_read_usd: cost.cache_read,
                cost_cache_write_usd: cost.cache_write,
                cost_search_usd: cost.search,
                cost_usd: cost.total,
                cost_status: Some(status),
                price_id: cost.price_id,
                ..unpriced(columns, row)
            }
        })
    }
}
