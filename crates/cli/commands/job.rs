//! `cclake job`: reports at their times.

mod history;
mod hook;
mod install;
mod output;
mod period;
mod run;
mod schedule;
mod status;

use std::path::{Path, PathBuf};

use anyhow::Result;
use cclake_query::{Content, Library, Options, Session};

use crate::args::{self, JobCommand, Terms};
use crate::config::{Config, Job};
use crate::exit::{Exit, usage};
use crate::output as out;

pub(crate) use schedule::Schedule;

pub(super) fn run(job: args::Job, lake: PathBuf, config: &Config) -> Result<Exit> {
    match job.command {
        JobCommand::List(list) => status::list(config, &lake, list),
        JobCommand::Run(args) => run::run(config, lake, args),
        JobCommand::Status(status) => status::status(config, &lake, status),
        JobCommand::Install(args) => install::install(config, &lake, &args),
        JobCommand::Uninstall(args) => install::uninstall(config, &args),
        JobCommand::Schema => {
            out::print(&(serde_json::to_string_pretty(&schemars::schema_for!(Config))? + "\n"))?;
            Ok(Exit::Done)
        }
    }
}

/// What questions are answered with: what the file says.
fn options(config: &Config, now: Option<jiff::Timestamp>) -> Result<Options> {
    super::options(&config.fill(Terms { now, ..Terms::default() }))
}

/// A lake; none if there is none yet.
fn open(lake: &Path, options: &Options) -> Result<Option<Session>> {
    match Session::open(lake, options) {
        Err(cclake_query::Error::Lake(cclake_lake::Error::NoLake { .. })) => Ok(None),
        session => Ok(Some(session?)),
    }
}

/// Says what a job has wrong that can be known before it runs.
fn check(job: &Job, library: &Library, lake: &Path) -> Result<()> {
    for report in &job.reports {
        let known = super::report::find(library, &report.report)?;
        let formats = report.formats().map_err(usage)?;
        if matches!(known.content, Content::Page(_)) && formats.iter().any(|format| format.is_flat()) {
            return Err(usage(format!("`{}` is a page of reports, which has no csv, ndjson or parquet", report.report)));
        }
        output::check(job, report)?;
        super::outside(Path::new(&report.output), lake)?;
    }
    Ok(())
}

fn find<'a>(config: &'a Config, name: &str) -> Result<&'a Job> {
    let names = || config.jobs.iter().map(|job| job.name.as_str()).collect::<Vec<_>>().join(", ");
    let unknown = || match config.jobs.as_slice() {
        [] => usage(format!("there is no job `{name}`: {} has none", config.path.display())),
        _ => usage(format!("there is no job `{name}` in {}; there are {}", config.path.display(), names())),
    };
    config.jobs.iter().find(|job| job.name == name).ok_or_else(unknown)
}
