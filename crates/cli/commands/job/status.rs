//! `cclake job list` and `cclake job status`.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use arrow::array::{ArrayRef, StringArray};
use cclake_query::Answer;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::schedule::Schedule;
use crate::args::{Listed, Status};
use crate::config::{Config, Job};
use crate::exit::{Exit, usage};
use crate::{console, output};

/// The jobs of the file.
pub(super) fn list(config: &Config, lake: &Path, args: Listed) -> Result<Exit> {
    #[derive(Deserialize)]
    struct Last {
        job: String,
        status: String,
        last_day: Option<String>,
    }
    if config.jobs.is_empty() {
        console::say(format_args!("no jobs: {} has none", config.path.display()));
    }
    let options = super::options(config, args.now)?;
    // Timers know the machine's clock only.
    let now = TimeZone::system().to_datetime(args.now.unwrap_or_else(Timestamp::now));
    let last = "select job, arg_max(status, ts) as status, arg_max(last_day, ts) as last_day from job_runs group by job";
    let last: Vec<Last> = asked(lake, &options, last, &[])?.map_or(Ok(Vec::new()), |answer| output::rows(&answer))?;
    let last = |job: &Job| last.iter().find(|last| last.job == job.name);
    let next = |job: &Job| Schedule::parse(&job.schedule).ok()?.next(now).map(|time| time.strftime("%Y-%m-%d %H:%M").to_string());
    let reports = |job: &Job| job.reports.iter().map(|report| report.report.as_str()).collect::<Vec<_>>().join(", ");
    let column = |of: &dyn Fn(&Job) -> Option<String>| -> ArrayRef { Arc::new(config.jobs.iter().map(of).collect::<StringArray>()) };
    output::print_rows(
        vec![
            ("job", column(&|job| Some(job.name.clone()))),
            ("schedule", column(&|job| Some(job.schedule.clone()))),
            ("next", column(&next)),
            ("period", column(&|job| Some(job.period.as_str().to_owned()))),
            ("reports", column(&|job| Some(reports(job)))),
            ("last_status", column(&|job| last(job).map(|last| last.status.clone()))),
            ("covered_until", column(&|job| last(job).and_then(|last| last.last_day.clone()))),
        ],
        args.format,
    )?;
    Ok(Exit::Done)
}

/// What jobs did.
pub(super) fn status(config: &Config, lake: &Path, args: Status) -> Result<Exit> {
    let options = super::options(config, None)?;
    let query = format!(
        "select strftime(local_ts, '%Y-%m-%d %H:%M') as started, job, status, first_day, last_day, rows, duration_ms,
        array_to_string(json_extract_string(crossed, '$[*].condition'), '; ') as crossed, error
        from job_runs where getvariable('job') is null or job = getvariable('job') order by ts desc, run_id desc limit {}",
        args.top
    );
    match asked(lake, &options, &query, &[("job", args.name.as_deref())])? {
        Some(answer) => output::write(&answer, args.format, None)?,
        None => return Err(usage(format!("there is no lake in {} yet: no job has run", lake.display()))),
    }
    Ok(Exit::Done)
}

/// The answer of a lake; none if there is no lake.
fn asked(lake: &Path, options: &cclake_query::Options, query: &str, variables: &[(&str, Option<&str>)]) -> Result<Option<Answer>> {
    let Some(mut session) = super::open(lake, options)? else { return Ok(None) };
    for (name, value) in variables {
        session.set(name, *value)?;
    }
    Ok(Some(session.query(query)?))
}
