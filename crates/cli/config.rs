//! `cclake.toml`: what a user wants to say once.
//!
//! What the command line says counts before it. Paths in it may begin with `~/`; others are relative to its folder.

mod job;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::args::{PricesMode, Terms, Text};
use crate::exit::usage;
use crate::places;

pub(crate) use job::{Job, JobReport, Period};

/// Settings of cclake, its budgets and its scheduled jobs.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// Folder of the lake, as --lake.
    pub(crate) lake: Option<PathBuf>,
    /// What is ingested, as the PATHs of `cclake ingest`.
    #[serde(default)]
    pub(crate) sources: Vec<PathBuf>,
    /// Name of this machine in the lake, as --machine.
    pub(crate) machine: Option<String>,
    /// Time zone of days, as --tz.
    pub(crate) tz: Option<String>,
    /// How much free text the lake keeps, as --text.
    pub(crate) text: Option<Text>,
    /// Folder with macros, views and reports of your own, as --queries.
    pub(crate) queries: Option<PathBuf>,
    /// Prices that are not built in.
    #[serde(default)]
    pub(crate) prices: Prices,
    /// Limits of spending.
    #[serde(default)]
    pub(crate) budgets: Vec<Budget>,
    /// Scheduled reports.
    #[serde(default)]
    pub(crate) jobs: Vec<Job>,
    /// The file itself.
    #[serde(skip)]
    pub(crate) path: PathBuf,
}

/// Prices that are not built in.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prices {
    /// Price files, as --prices.
    #[serde(default)]
    pub(crate) files: Vec<PathBuf>,
    /// How they join the built-in prices, as --prices-mode.
    pub(crate) mode: Option<PricesMode>,
}

/// A limit of spending.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// What it is called.
    pub(crate) name: String,
    /// The limit, in US dollars.
    pub(crate) amount_usd: Amount,
    /// How long it lasts: from the beginning of a day, week (from Monday) or month.
    #[serde(default)]
    pub(crate) period: BudgetPeriod,
    /// Only this project, as --project.
    pub(crate) project: Option<String>,
    /// Only models that have this text in their name, as --model.
    pub(crate) model: Option<String>,
}

/// How long a budget lasts.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BudgetPeriod {
    Day,
    Week,
    #[default]
    Month,
}

/// An amount of money: a number, or one as text where every digit counts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Amount {
    Whole(u64),
    Number(f64),
    Text(String),
}

impl Amount {
    fn as_text(&self) -> String {
        match self {
            Amount::Whole(amount) => amount.to_string(),
            Amount::Number(amount) => amount.to_string(),
            Amount::Text(amount) => amount.clone(),
        }
    }
}

impl Config {
    /// Reads a file; without one the user's own, if there is one.
    pub(crate) fn load(file: Option<PathBuf>) -> anyhow::Result<Self> {
        let is_given = file.is_some();
        let Some(path) = file.or_else(places::config) else { return Ok(Self::default()) };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if !is_given && error.kind() == io::ErrorKind::NotFound => return Ok(Self { path, ..Self::default() }),
            Err(error) => return Err(usage(format!("cannot read {}: {error}", path.display()))),
        };
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: PathBuf) -> anyhow::Result<Self> {
        let wrong = |what: String| usage(format!("{}: {what}", path.display()));
        let mut config: Self = toml::from_str(text).map_err(|error| wrong(said(&error, text)))?;
        config.path = std::path::absolute(&path)?;
        let folder = config.path.parent().unwrap_or(Path::new("/")).to_owned();
        let own = [&mut config.lake, &mut config.queries].into_iter().flatten();
        for path in own.chain(&mut config.sources).chain(&mut config.prices.files) {
            if path.as_os_str().is_empty() {
                return Err(wrong("a path is empty".to_owned()));
            }
            *path = resolved(path, &folder);
        }
        for job in &mut config.jobs {
            job.check().map_err(|what| wrong(format!("job `{}`: {what}", job.name)))?;
            for report in &mut job.reports {
                report.output = resolved(Path::new(&report.output), &folder).to_string_lossy().into_owned();
            }
        }
        for budget in &config.budgets {
            let amount = budget.amount_usd.as_text();
            if !amount.parse::<f64>().is_ok_and(|amount| amount.is_finite() && amount > 0.0) {
                return Err(wrong(format!("budget `{}`: amount_usd `{amount}` is no amount of money", budget.name)));
            }
        }
        let mut names: Vec<&str> = config.jobs.iter().map(|job| job.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(wrong(format!("two jobs are called `{}`", pair[0])));
        }
        Ok(config)
    }

    /// What questions are answered with, where the command line does not say.
    pub(crate) fn fill(&self, terms: Terms) -> Terms {
        let queries = terms.queries.or_else(|| places::of_variable("CCLAKE_QUERIES")).or_else(|| self.queries.clone());
        Terms { tz: terms.tz.or_else(|| self.tz.clone()), queries, ..terms }
    }

    /// The budgets as the report `budget` reads them: an array of JSON. None if there are none.
    pub(crate) fn budgets(&self) -> Option<String> {
        let of = |budget: &Budget| {
            serde_json::json!({
                "name": budget.name,
                "amount_usd": budget.amount_usd.as_text(),
                "period": budget.period,
                "project": budget.project,
                "model": budget.model,
            })
        };
        let budgets: Vec<_> = self.budgets.iter().map(of).collect();
        (!budgets.is_empty()).then(|| serde_json::Value::from(budgets).to_string())
    }
}

/// The path that a text of the file stands for.
fn resolved(path: &Path, folder: &Path) -> PathBuf {
    match (path.strip_prefix("~"), env::home_dir()) {
        (Ok(below), Some(home)) => home.join(below),
        _ => folder.join(path),
    }
}

/// What is wrong, and in which line.
fn said(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    line.map_or_else(|| error.message().to_owned(), |line| format!("line {line}: {}", error.message()))
}

#[cfg(test)]
mod tests;
