//! What the requests of a lake cost together, and what is not in that sum.

use std::collections::BTreeMap;

use cclake_lake::{Error, Lake};
use cclake_pricing::dollars;
use cclake_transcript::cell::{Cells, Int, Money as Usd, Opt, Text};
use cclake_transcript::tables::requests;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The cost of all requests that a machine has in a lake.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Money {
    /// Cost of those that have one, in pico-dollars. As JSON it is dollars, with all digits.
    #[serde(rename = "cost_usd", serialize_with = "as_dollars")]
    pub pico_dollars: i128,
    /// Those that have none, by model. Where there are any, the cost is a floor.
    pub unpriced: Vec<Unpriced>,
}

/// Requests of a model whose cost is not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Unpriced {
    /// The model, as the transcript has it. NULL where it names none.
    pub model: Option<String>,
    /// How many.
    pub requests: u64,
    /// Their tokens of all kinds.
    pub tokens: i128,
}

impl Money {
    /// Adds up what is in the lake.
    pub(crate) fn of(lake: &Lake) -> Result<Self, Error> {
        const TOKENS: [&str; 5] = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens"];
        let mut pico_dollars = 0;
        let mut unpriced = BTreeMap::<Option<String>, Unpriced>::new();
        lake.scan(&requests::TABLE, &[&["model", "cost_usd"][..], &TOKENS].concat(), |batch| {
            let costs = Cells::<Opt<Usd>>::of(batch, "cost_usd");
            let models = Cells::<Opt<Text>>::of(batch, "model");
            let tokens = TOKENS.map(|name| Cells::<Opt<Int>>::of(batch, name));
            for row in 0..batch.num_rows() {
                if let Some(cost) = costs.get(row) {
                    pico_dollars += cost;
                    continue;
                }
                let model = models.get(row).map(str::to_owned);
                let one = unpriced.entry(model.clone()).or_insert_with(|| Unpriced { model, ..Unpriced::default() });
                one.requests += 1;
                one.tokens += tokens.iter().filter_map(|part| part.get(row)).map(i128::from).sum::<i128>();
            }
        })?;
        Ok(Self { pico_dollars, unpriced: unpriced.into_values().collect() })
    }
}

/// A number with all its digits, which no float is.
fn as_dollars<S: Serializer>(pico: &i128, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(dollars(*pico)).expect("a decimal number is JSON").serialize(serializer)
}
