//! The price map of LiteLLM: an object of models, prices in USD per token, as floats, without dates.

use super::{Object, cell, json, offer};
use crate::{
    decimal::Decimal,
    error::Error,
    model::ModelId,
    pattern::Pattern,
    row::{Long, PriceRow, Rates},
};

/// Reads all models that are billed by input tokens and answer in text. A model that costs nothing has no price: zeros stand
/// for subscriptions and for what is not known.
pub(super) fn rows(file: &str, models: Object<'_>) -> Result<Vec<PriceRow>, Error> {
    let mut offers = Vec::new();
    let mut priced = false;
    for (name, value) in models {
        let model: Object<'_> = json(file, value.get())?;
        priced |= model.contains_key("input_cost_per_token");
        let row = Model(&model).row(file, &name).map_err(|reason| Error::Row { file: file.to_owned(), row: name.clone(), reason })?;
        offers.extend(row.map(|row| offer::Offer { own: !name.contains('/'), rows: vec![row] }));
    }
    if !priced {
        let reason = "a JSON object, but no LiteLLM price map: no model has input_cost_per_token".to_owned();
        return Err(Error::Format { file: file.to_owned(), reason });
    }
    Ok(offer::settle(offers))
}

/// What the map says about a model.
struct Model<'a>(&'a Object<'a>);

impl Model<'_> {
    /// The price row. None: the model is not billed by tokens of text, or in a way that a row cannot say.
    fn row(&self, file: &str, name: &str) -> Result<Option<PriceRow>, String> {
        let rates = self.rates("")?;
        let free = rates.input.unwrap_or(0) == 0 && rates.output.unwrap_or(0) == 0;
        if !matches!(self.text("mode").as_str(), "" | "chat" | "responses" | "completion") || free {
            return Ok(None);
        }
        let mut row = PriceRow::new(Pattern::id(&ModelId::of(name).id), &self.text("litellm_provider"), format!("{file}: {name}"));
        row.rates = rates;
        let tiers = self.0.keys().filter_map(|key| key.strip_prefix("input_cost_per_token")?.strip_suffix("k_tokens"));
        match tiers.filter_map(|tier| tier.strip_prefix("_above_")?.parse::<i64>().ok()).collect::<Vec<_>>()[..] {
            [] => {}
            [thousands] => {
                row.long = Some(Long { threshold: thousands.saturating_mul(1_000), rates: self.rates(&format!("_above_{thousands}k_tokens"))? });
            }
            _ => return Ok(None),
        }
        let object = |key| self.0.get(key).and_then(|value| serde_json::from_str::<Object<'_>>(value.get()).ok());
        if let Some(factors) = object("provider_specific_entry") {
            row.fast_multiplier = Model(&factors).number("fast", 6)?;
        }
        if let Some(fees) = object("search_context_cost_per_query") {
            row.web_search = Model(&fees).number("search_context_size_medium", 12)?;
        }
        Ok(Some(row.named()))
    }

    /// The five prices of keys with an ending.
    fn rates(&self, ending: &str) -> Result<Rates, String> {
        let price = |key: &str| self.number(&format!("{key}{ending}"), 12);
        Ok(Rates {
            input: price("input_cost_per_token")?,
            output: price("output_cost_per_token")?,
            cache_write_5m: price("cache_creation_input_token_cost")?,
            cache_write_1h: price("cache_creation_input_token_cost_above_1hr")?,
            cache_read: price("cache_read_input_token_cost")?,
        })
    }

    /// A number in units of 10^-`places`, without the noise that floats have beyond. None where there is none.
    fn number(&self, key: &str, places: i32) -> Result<Option<i64>, String> {
        let text = self.text(key);
        if text.is_empty() {
            return Ok(None);
        }
        let value = Decimal::parse(&text).and_then(|number| number.rounded(places)).filter(|value| *value <= super::columns::PRICE_LIMIT);
        value.map(Some).ok_or_else(|| format!("{key}: {text} is no price"))
    }

    /// The text of a value, empty where there is none.
    fn text(&self, key: &str) -> String {
        self.0.get(key).and_then(|value| cell(value)).unwrap_or_default()
    }
}
