//! The JSON reports of ccusage: by day, week, month or session, and by project and day.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use cclake_pricing::dollars;
use cclake_transcript::money::pico_dollars;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// What one row of a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    Day,
    Week,
    Month,
    Session,
}

impl Grain {
    /// Its name, as the query has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Grain::Day => "day",
            Grain::Week => "week",
            Grain::Month => "month",
            Grain::Session => "session",
        }
    }
}

/// Tokens and cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Figures {
    tokens: [i64; 4],
    cost: i128,
    /// Whether the report says that a price is missing.
    unpriced: bool,
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.tokens.iter_mut().zip(other.tokens).for_each(|(sum, tokens)| *sum += tokens);
        self.cost += other.cost;
        self.unpriced |= other.unpriced;
    }
}

/// A report: figures by scope and model. Usage without a model has none.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) grain: Grain,
    figures: BTreeMap<(String, Option<String>), Figures>,
}

/// The report as it is written; one of the lists is there.
#[derive(Debug, Deserialize)]
struct Written {
    daily: Option<Vec<Period>>,
    weekly: Option<Vec<Period>>,
    monthly: Option<Vec<Period>>,
    #[serde(alias = "session")]
    sessions: Option<Vec<Period>>,
    projects: Option<BTreeMap<String, Vec<Period>>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Period {
    date: Option<String>,
    week: Option<String>,
    month: Option<String>,
    session_id: Option<String>,
    /// Its name in reports over all programs.
    period: Option<String>,
    #[serde(flatten)]
    used: Used,
    total_cost: Option<Box<RawValue>>,
    model_breakdowns: Option<Vec<Breakdown>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Breakdown {
    model_name: String,
    #[serde(flatten)]
    used: Used,
    cost: Option<Box<RawValue>>,
    #[serde(default)]
    missing_pricing: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    input_tokens: i64,
    output_tokens: i64,
    cache_read_tokens: i64,
    cache_creation_tokens: i64,
}

impl Used {
    fn figures(&self, cost: Option<&RawValue>, unpriced: bool) -> Figures {
        // A sum of nothing is written as -0.0.
        let cost = cost.and_then(|cost| pico_dollars(cost.get())).unwrap_or_default();
        Figures { tokens: [self.input_tokens, self.output_tokens, self.cache_read_tokens, self.cache_creation_tokens], cost, unpriced }
    }
}

impl Report {
    /// Reads a report. None: the text is something else.
    pub(super) fn read(text: &str) -> Option<Result<Self>> {
        let written: Written = serde_json::from_str(text).ok()?;
        let (grain, periods) = match written {
            Written { daily: Some(periods), .. } => (Grain::Day, periods),
            Written { projects: Some(projects), .. } => (Grain::Day, projects.into_values().flatten().collect()),
            Written { weekly: Some(periods), .. } => (Grain::Week, periods),
            Written { monthly: Some(periods), .. } => (Grain::Month, periods),
            Written { sessions: Some(periods), .. } => (Grain::Session, periods),
            _ => return None,
        };
        Some(Self::of(grain, periods))
    }

    fn of(grain: Grain, periods: Vec<Period>) -> Result<Self> {
        let mut figures: BTreeMap<(String, Option<String>), Figures> = BTreeMap::new();
        for period in periods {
            let name = match grain {
                Grain::Day => period.date,
                Grain::Week => period.week,
                Grain::Month => period.month,
                Grain::Session => period.session_id,
            };
            let scope = name.or(period.period).context("the report has a row that is not of a day, week, month or session")?;
            let models = period.model_breakdowns.with_context(|| format!("the report has no figures by model for {scope}"))?;
            let mut rest = period.used.figures(period.total_cost.as_deref(), false);
            for model in models {
                let used = model.used.figures(model.cost.as_deref(), model.missing_pricing == Some(true));
                rest.tokens.iter_mut().zip(used.tokens).for_each(|(rest, tokens)| *rest -= tokens);
                rest.cost -= used.cost;
                figures.entry((scope.clone(), Some(model.model_name))).or_default().add(&used);
            }
            // Usage without a model is in the totals only.
            if rest.tokens != [0; 4] {
                figures.entry((scope, None)).or_default().add(&rest);
            }
        }
        Ok(Self { grain, figures })
    }

    /// The figures as a JSON array.
    pub(super) fn json(&self) -> String {
        let row = |((scope, model), figures): (&(String, Option<String>), &Figures)| {
            let [input, output, cache_read, cache_write] = figures.tokens;
            json!({
                "scope": scope, "model": model, "input_tokens": input, "output_tokens": output, "cache_read_tokens": cache_read,
                "cache_write_tokens": cache_write, "cost_usd": dollars(figures.cost), "unpriced": figures.unpriced,
            })
        };
        Value::Array(self.figures.iter().map(row).collect()).to_string()
    }

    /// A day on which a week of the report begins.
    pub(super) fn week(&self) -> Option<&str> {
        self.figures.keys().next().map(|(scope, _)| scope.as_str()).filter(|_| self.grain == Grain::Week)
    }
}
