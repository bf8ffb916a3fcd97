//! The result messages of a log of Claude Code, and the responses beside them.

use std::collections::BTreeMap;

use cclake_pricing::dollars;
use cclake_transcript::money::pico_dollars;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value, json};

/// What a log says.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// A row for each model of each result message.
    models: Vec<Value>,
    seen: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: Option<String>,
    session_id: Option<String>,
    #[serde(borrow)]
    total_cost_usd: Option<&'a RawValue>,
    #[serde(rename = "modelUsage", borrow)]
    models: Option<BTreeMap<String, ModelUsage<'a>>>,
    message: Option<Response>,
}

#[derive(Debug, Deserialize)]
struct Response {
    id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ModelUsage<'a> {
    input_tokens: Option<i64>,
    output_tokens: Option<i64>,
    cache_read_input_tokens: Option<i64>,
    cache_creation_input_tokens: Option<i64>,
    #[serde(rename = "costUSD", borrow)]
    cost_usd: Option<&'a RawValue>,
}

impl Results {
    /// Reads a log: an object per line, one object, or an array of them. None: there is no result message in it.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut results = Self::default();
        if let Ok(messages) = serde_json::from_str::<Vec<&RawValue>>(text) {
            messages.into_iter().zip(0..).for_each(|(message, place)| results.add(message.get(), place));
        } else if serde_json::from_str::<&RawValue>(text).is_ok() {
            results.add(text, 0);
        } else {
            text.lines().zip(0..).for_each(|(line, place)| results.add(line, place));
        }
        (!results.models.is_empty()).then_some(results)
    }

    /// Takes in a message. Others than results and responses say nothing here, and so does a damaged line.
    fn add(&mut self, text: &str, place: i64) {
        let Some(Ok(message)) = Deserializer::from_str(text).into_iter::<Message<'_>>().next() else { return };
        let Some(session_id) = message.session_id else { return };
        match message.kind.as_deref() {
            Some("assistant") => {
                let id = message.message.and_then(|message| message.id);
                self.seen.extend(id.map(|id| json!({"session_id": session_id, "place": place, "message_id": id})));
            }
            Some("result") => {
                let total = usd(message.total_cost_usd);
                let models = message.models.filter(|models| !models.is_empty());
                let row = |model: Option<&str>, usage: Option<&ModelUsage<'_>>, cost| {
                    json!({
                        "session_id": session_id, "place": place, "total_usd": total, "model": model,
                        "input_tokens": usage.and_then(|usage| usage.input_tokens),
                        "output_tokens": usage.and_then(|usage| usage.output_tokens),
                        "cache_read_tokens": usage.and_then(|usage| usage.cache_read_input_tokens),
                        "cache_write_tokens": usage.and_then(|usage| usage.cache_creation_input_tokens),
                        "cost_usd": cost,
                    })
                };
                match &models {
                    Some(models) => self.models.extend(models.iter().map(|(model, usage)| row(Some(model), Some(usage), usd(usage.cost_usd)))),
                    None => self.models.push(row(None, None, total.clone())),
                }
            }
            _ => {}
        }
    }

    /// The figures by message and model as a JSON array.
    pub(super) fn models_json(&self) -> String {
        Value::Array(self.models.clone()).to_string()
    }

    /// The responses as a JSON array.
    pub(super) fn seen_json(&self) -> String {
        Value::Array(self.seen.clone()).to_string()
    }
}

fn usd(number: Option<&RawValue>) -> Option<String> {
    number.and_then(|number| pico_dollars(number.get())).map(dollars)
}
