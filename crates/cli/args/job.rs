//! Arguments of `cclake job`.

use clap::Subcommand;
use jiff::Timestamp;

use super::SummaryFormat;
use crate::output::Format;

#[derive(Debug, clap::Args)]
pub(crate) struct Job {
    #[command(subcommand)]
    pub(crate) command: JobCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum JobCommand {
    /// List the jobs, when they run next, and how they ended last
    List(Listed),
    /// Run a job: ingest, write its reports, and note what was done
    ///
    /// Periods that were missed since the last run are made up for. A period that was covered already is covered again: the same outputs come out.
    Run(JobRun),
    /// Show what jobs did, the latest first
    Status(Status),
    /// Let the system run the jobs at their times: systemd's timers where the user has them, else cron
    Install(Install),
    /// Take back what install did
    Uninstall(Install),
    /// Print the JSON schema of cclake.toml
    Schema,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Listed {
    /// How the jobs are written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: Format,
    /// The time that it is [default: the system's]
    #[arg(long, value_name = "TIMESTAMP", hide = true)]
    pub(crate) now: Option<Timestamp>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct JobRun {
    /// The job
    pub(crate) name: String,
    /// How the summary is written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: SummaryFormat,
    /// The time that it is, such as 2026-11-30T08:00:00Z: to see what the job does then [default: the system's]
    #[arg(long, value_name = "TIMESTAMP")]
    pub(crate) now: Option<Timestamp>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Status {
    /// Only this job
    pub(crate) name: Option<String>,
    /// So many runs at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) top: u64,
    /// How the runs are written
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Install {
    /// Only these jobs
    pub(crate) names: Vec<String>,
    /// Use cron
    #[arg(long, conflicts_with = "systemd")]
    pub(crate) cron: bool,
    /// Use timers of systemd
    #[arg(long)]
    pub(crate) systemd: bool,
    /// Only print what would be written
    #[arg(long)]
    pub(crate) print: bool,
}
