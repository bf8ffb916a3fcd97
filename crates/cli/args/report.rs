//! Arguments of `cclake report`, and what it shares with others.

use std::path::PathBuf;

use jiff::Timestamp;

use crate::output::Format;

/// What questions are answered with.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Terms {
    /// Time zone of days and local times, such as Europe/Rome [default: the system's]
    #[arg(long, value_name = "ZONE", alias = "timezone")]
    pub(crate) tz: Option<String>,
    /// Folder with macros, views and reports of your own; they add to those of the program, or replace those with their names [env: CCLAKE_QUERIES]
    #[arg(long, value_name = "DIR")]
    pub(crate) queries: Option<PathBuf>,
    /// The time that it is [default: the system's]
    #[arg(long, value_name = "TIMESTAMP", hide = true)]
    pub(crate) now: Option<Timestamp>,
}

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Report {
    /// The report; without one, all are listed
    pub(crate) name: Option<String>,
    /// First day: 2026-11-01, 20261101, today, yesterday, or 7d for seven days ago
    #[arg(long, value_name = "DAY")]
    pub(crate) since: Option<String>,
    /// Last day, which is included
    #[arg(long, value_name = "DAY")]
    pub(crate) until: Option<String>,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// Only this project: its path, its last folder, a repository or folder that it is in, or a pattern with `*`
    #[arg(long)]
    pub(crate) project: Option<String>,
    /// Only models that have this text in their name
    #[arg(long)]
    pub(crate) model: Option<String>,
    /// Split the rows by model, project, repo, branch or thread
    #[arg(long, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "model")]
    pub(crate) breakdown: Option<String>,
    /// Put the figures of the period before beside those of the period: as many months, or days
    #[arg(long)]
    pub(crate) compare: bool,
    /// Sort by this column; COLUMN:desc for the largest first, asc or desc alone for the first column
    #[arg(long, value_name = "COLUMN")]
    pub(crate) order: Option<String>,
    /// So many rows at most; 0 for all
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<u64>,
    /// Value of another parameter of the report
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) params: Vec<(String, String)>,
    /// End with exit code 3 if a row meets this condition, such as 'cost_usd > 500'
    #[arg(long, value_name = "CONDITION")]
    pub(crate) fail_if: Option<String>,
    /// How the rows are written [default: as the ending of --out says, else table]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// File for the report, instead of standard output (which `-` is); it is there as a whole or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Instead print the SQL of the report with all that it needs, for any DuckDB: cclake report NAME --print-sql | duckdb
    #[arg(long, conflicts_with_all = ["fail_if", "format"])]
    pub(crate) print_sql: bool,
    /// Print help: that of the report, if one is named
    #[arg(short, long)]
    pub(crate) help: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}
