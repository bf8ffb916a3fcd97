//! The command line.

mod job;
mod prices;
mod report;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::output::Format;

pub(crate) use job::{Install, Job, JobCommand, JobRun, Listed, Status};
pub(crate) use prices::{Check, Explain, PriceFiles, Prices, PricesCommand, PricesMode};
pub(crate) use report::{Report, Terms};

/// Claude Code transcripts as typed Parquet tables, with SQL for cost and behaviour.
///
/// Without a command, what changed is read, and the report `summary` shown.
///
/// Exit codes: 0 done, 1 failed, 2 wrong command line, 3 a threshold was crossed or a difference stays unexplained, 4 `--strict` and something was damaged, could not be read or has no price.
#[derive(Debug, Parser)]
#[command(name = "cclake", version)]
pub(crate) struct Args {
    /// Folder of the lake [env: CCLAKE_LAKE] [default: cclake in the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) lake: Option<PathBuf>,
    /// File with settings, budgets and jobs [env: CCLAKE_CONFIG] [default: cclake/cclake.toml in the user's configuration folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read new and changed transcripts into the lake
    Ingest(Ingest),
    /// Answer a question that is asked often; without a name, list the reports
    Report(Report),
    /// Answer a question in SQL; it can read the lake and nothing else
    Sql(Sql),
    /// Describe the tables and their columns
    Schema(Schema),
    /// Run reports at their times
    Job(Job),
    /// Show prices, explain a cost, check a price file
    Prices(Prices),
    /// Say what was read, what is damaged or unknown, and whether the lake's files are whole
    Doctor(Doctor),
    /// Compare with a report of ccusage or a result of Claude Code, and say why they differ
    ///
    /// A difference is theirs less ours. Below it are the parts that causes account for, and what is left unexplained. The exit code is 3 if
    /// more than --tolerance of a figure is.
    Reconcile(Reconcile),
    /// Write synthetic transcripts to try things on
    Demo(Demo),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Ingest {
    /// Config dirs, folders of transcripts, single files (transcripts, stream-json, logs of hooks), or `-` for standard input [default: the folders of $CLAUDE_CONFIG_DIR, else ~/.claude and ~/.config/claude]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Name of this machine in the lake, for this run; the first run's is kept for later ones [default: the host's name at the first run]
    #[arg(long, value_name = "NAME")]
    pub(crate) machine: Option<String>,
    /// How much free text the lake keeps [default: as it has kept so far; a new lake: preview]
    #[arg(long, value_enum)]
    pub(crate) text: Option<Text>,
    #[command(flatten)]
    pub(crate) prices: PriceFiles,
    /// Read everything again, changed or not
    #[arg(long)]
    pub(crate) rescan: bool,
    /// End with exit code 4 if a line or sidecar is damaged, a transcript cannot be read, or a model has no price
    #[arg(long)]
    pub(crate) strict: bool,
    /// Wait for another ingest into the same lake instead of failing
    #[arg(long)]
    pub(crate) wait: bool,
    /// Threads [default: one per processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Megabytes of transcripts that are merged into the lake at a time: fewer need less memory and more time
    #[arg(long, value_name = "N", default_value_t = (cclake_ingest::BATCH >> 20) as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) batch_mb: u32,
    /// How the summary is written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: SummaryFormat,
}

/// How much free text a lake keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Text {
    /// No free text: paths and commands as hashes
    None,
    /// Descriptive text up to 4 KiB, bodies only as sizes and hashes
    Preview,
}

/// How a summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SummaryFormat {
    /// Lines for people
    Table,
    /// One object
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sql {
    /// Statements, separated by `;`: the last one's answer is written. `-` reads them from standard input
    #[arg(value_name = "STATEMENTS", required_unless_present = "file", allow_hyphen_values = true)]
    pub(crate) text: Option<String>,
    /// File with the statements; `-` for standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "text")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: Format,
    /// File for the answer, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    /// Only this table or view
    pub(crate) table: Option<String>,
    /// The tools, in place of the tables: their names, where their rows are, whether they ask for permission, the versions that have them
    #[arg(long, conflicts_with_all = ["table", "tz", "queries"])]
    pub(crate) tools: bool,
    /// How tables and views are described
    #[arg(long, value_enum, default_value = "markdown")]
    pub(crate) format: SchemaFormat,
    #[command(flatten)]
    pub(crate) terms: Terms,
}

/// How tables and views are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// A page for people
    Markdown,
    /// One array of tables and views
    Json,
    /// The views of the lake, for any DuckDB: cclake schema --format sql > init.sql; duckdb -init init.sql
    Sql,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    /// Config dirs, folders of transcripts, or single transcripts [default: as for ingest]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Instead list the tool results that are not of their tool's type: damaged payloads and fields of the wrong type; reads no lake
    #[arg(long)]
    pub(crate) strict_types: bool,
    /// How the findings are written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: SummaryFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Reconcile {
    /// What to compare with: a JSON report of ccusage (`npx ccusage claude daily --offline --json`; weekly, monthly and session as well), or
    /// a log with result messages of Claude Code (`claude -p --output-format json` or stream-json). `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) against: PathBuf,
    /// First day, of a report of ccusage
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) since: Option<Date>,
    /// Last day, of a report of ccusage
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) until: Option<Date>,
    /// Time zone of our days, such as Europe/Rome [default: the system's]
    #[arg(long, value_name = "ZONE")]
    pub(crate) tz: Option<String>,
    /// Time zone of the report's days [default: as --tz]
    #[arg(long, value_name = "ZONE")]
    pub(crate) against_tz: Option<String>,
    /// Part of a figure that may stay unexplained, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    pub(crate) tolerance: f64,
    /// Show what agrees as well
    #[arg(long)]
    pub(crate) all: bool,
    /// How the comparison is written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Demo {
    /// Size, about
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) mb: u32,
    /// The same seed and size give the same files
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder to write into; it gets a `.claude` as a home folder has
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
}
