//! The arguments that are about prices.

use std::path::PathBuf;

use cclake_pricing::Mode;
use clap::{Subcommand, ValueEnum};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::output::Format;

/// Prices beside the built-in ones.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PriceFiles {
    /// Prices that come before the built-in ones: CSV or JSON as `cclake prices list` has it, LiteLLM or genai-prices JSON; a later file before an earlier one
    #[arg(long = "prices", value_name = "FILE", global = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What files without dates do, LiteLLM and genai-prices [default: add]
    #[arg(long = "prices-mode", value_enum, global = true)]
    pub(crate) mode: Option<PricesMode>,
}

/// How price files join the built-in prices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PricesMode {
    /// They only add models that have no price otherwise: a list of today's prices would rewrite history
    #[default]
    Add,
    /// They win, for all days that they state
    Replace,
}

impl From<PricesMode> for Mode {
    fn from(mode: PricesMode) -> Self {
        match mode {
            PricesMode::Add => Mode::Add,
            PricesMode::Replace => Mode::Replace,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Prices {
    #[command(flatten)]
    pub(crate) prices: PriceFiles,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "table", global = true)]
    pub(crate) format: Format,
    #[command(subcommand)]
    pub(crate) command: Option<PricesCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PricesCommand {
    /// All price rows, those that win first (the same as no command). Money is USD per million tokens; a day is UTC
    List,
    /// Which price row a model has on a day and why, and what a usage costs, line by line; with --request the cost of a request of the lake
    Explain(Explain),
    /// What a price file says, and what of that would be new
    Check(Check),
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct Explain {
    /// The model, as transcripts or gateways write it
    #[arg(required_unless_present = "request")]
    pub(crate) model: Option<String>,
    /// A request of the lake instead, by its response id; its advisors come with it
    #[arg(long, value_name = "ID", conflicts_with_all = ["model", "at", "input", "output", "cache_read", "cache_write_5m", "cache_write_1h", "web_search", "speed", "inference_geo", "service_tier", "provider"])]
    pub(crate) request: Option<String>,
    /// Day or instant, UTC: 2026-10-07, 2026-10-07T12:00:00Z [default: now]
    #[arg(long, value_name = "DATE", value_parser = instant)]
    pub(crate) at: Option<jiff::Timestamp>,
    /// Input tokens that are not cached
    #[arg(long, value_name = "N")]
    pub(crate) input: Option<u32>,
    /// Output tokens, thinking included
    #[arg(long, value_name = "N")]
    pub(crate) output: Option<u32>,
    /// Tokens read from the cache
    #[arg(long, value_name = "N")]
    pub(crate) cache_read: Option<u32>,
    /// Tokens written to the cache for 5 minutes
    #[arg(long, value_name = "N")]
    pub(crate) cache_write_5m: Option<u32>,
    /// Tokens written to the cache for an hour
    #[arg(long, value_name = "N")]
    pub(crate) cache_write_1h: Option<u32>,
    /// Web searches
    #[arg(long, value_name = "N")]
    pub(crate) web_search: Option<u32>,
    /// As in `usage.speed`: standard, fast
    #[arg(long)]
    pub(crate) speed: Option<String>,
    /// As in `usage.inference_geo`: us, global
    #[arg(long, value_name = "GEO")]
    pub(crate) inference_geo: Option<String>,
    /// As in `usage.service_tier`: standard, batch, priority
    #[arg(long, value_name = "TIER")]
    pub(crate) service_tier: Option<String>,
    /// Who served it, where the model's name does not say: bedrock, vertex
    #[arg(long)]
    pub(crate) provider: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The file
    pub(crate) file: PathBuf,
}

/// A day, which begins at midnight UTC, or an instant.
fn instant(text: &str) -> Result<jiff::Timestamp, String> {
    let day = || jiff::tz::TimeZone::UTC.to_timestamp(text.parse::<jiff::civil::Date>().ok()?.at(0, 0, 0, 0)).ok();
    text.parse().ok().or_else(day).ok_or_else(|| "it is neither a day (2026-10-07) nor an instant (2026-10-07T12:00:00Z)".to_owned())
}
