//! `cclake job run`: one job, now.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use cclake_query::{Ask, Options, Session};
use jiff::Timestamp;
use jiff::civil::Time;
use serde_json::{Value, json};

use super::history::{self, Entry};
use super::output::Output;
use super::period::{Days, due};
use super::{find, hook};
use crate::args::{JobRun, SummaryFormat};
use crate::commands::ingest;
use crate::commands::report::{Request, find as find_report, parameters, values};
use crate::config::{Config, Job, JobReport};
use crate::exit::{Exit, usage};
use crate::output::{self as out, Staged};
use crate::{console, places};

pub(super) fn run(config: &Config, lake: PathBuf, args: JobRun) -> Result<Exit> {
    let job = find(config, &args.name)?;
    let start = args.now.unwrap_or_else(Timestamp::now);
    let options = super::options(config, Some(start))?;
    let machine = places::machine(config.machine.clone())?;
    let job_run = JobRuns { config, job, lake: &lake, machine: &machine, options: &options, start };
    super::check(job, options.library, &lake)?;
    let history = history::read(&lake, &options, &machine, &job.name)?;
    let (periods, skipped) = due(job.period, options.today(), history.covered, job.catch_up);
    if skipped > 0 {
        console::say(format_args!("warning: {skipped} missed periods are more than catch_up = {} and are left out", job.catch_up));
    }
    if periods.is_empty() {
        console::say(format_args!("{}: nothing is new since the run before", job.name));
    }
    let clock = Instant::now();
    if let Err(error) = ingest::changed(config, &lake, &machine, job.wait) {
        if !job.wait && error.chain().any(is_locked) {
            console::say(format_args!("skipped: {error:#}"));
            return Ok(Exit::Done);
        }
        let days = periods.last().copied().unwrap_or(Days { first: None, last: None });
        job_run.fail(days, clock, &error);
        return Err(error);
    }
    let mut exit = Exit::Done;
    for days in periods {
        match job_run.cover(days, clock) {
            Ok((ended, summary)) => {
                exit = if ended == Exit::Crossed { ended } else { exit };
                out::print(&match args.format {
                    SummaryFormat::Json => format!("{summary}\n"),
                    SummaryFormat::Table => lines(&summary),
                })?;
            }
            Err(error) => {
                job_run.fail(days, clock, &error);
                return Err(error);
            }
        }
    }
    Ok(exit)
}

/// A job, and what its runs have in common.
struct JobRuns<'a> {
    config: &'a Config,
    job: &'a Job,
    lake: &'a Path,
    machine: &'a str,
    options: &'a Options,
    start: Timestamp,
}

impl JobRuns<'_> {
    /// Writes the reports of a period, notes it and tells the program that wants to know.
    fn cover(&self, days: Days, clock: Instant) -> Result<(Exit, Value)> {
        let history = history::read(self.lake, self.options, self.machine, &self.job.name)?;
        let (outputs, crossed, watermark) = self.render(days)?;
        let is_same = self.job.on_change && outputs.iter().all(|output| output.is_as_before(&history));
        if !is_same {
            // All are written before any is put in its place.
            let staged = outputs.iter().map(Output::stage).collect::<Result<Vec<_>>>()?;
            staged.into_iter().try_for_each(Staged::put)?;
        }
        let status = match (crossed.is_empty(), is_same) {
            (false, _) => "crossed",
            (true, true) => "unchanged",
            (true, false) => "done",
        };
        let entry = Entry { status, crossed, outputs: Some(&outputs), watermark, ..self.entry(days, clock) };
        let summary = summary(&entry);
        history::note(self.lake, self.machine, &entry)?;
        if let Some(count) = self.job.keep {
            outputs.iter().try_for_each(|output| output.keep(count.max(1), &history))?;
        }
        if let Some(argv) = self.job.after.success.as_ref().filter(|_| !is_same) {
            let files: Vec<String> = outputs.iter().map(|output| output.path.to_string_lossy().into_owned()).collect();
            hook::run(argv, &summary, &files)?;
        }
        Ok((if status == "crossed" { Exit::Crossed } else { Exit::Done }, summary))
    }

    /// The outputs of a period, the conditions that were met, and the newest record.
    fn render(&self, days: Days) -> Result<(Vec<Output>, Vec<Value>, Option<String>)> {
        // As of the end of a period that is over: whenever it is covered, the same comes out.
        let end = days.last.and_then(|day| self.options.tz.to_timestamp(day.to_datetime(Time::MAX)).ok());
        let options = Options { now: end.into_iter().chain([self.start]).min(), ..self.options.clone() };
        let mut session = Session::open(self.lake, &options)?;
        let (mut outputs, mut crossed) = (Vec::new(), Vec::new());
        for wanted in &self.job.reports {
            let request =
                Request { ask: self.ask(wanted, days)?, report: find_report(options.library, &wanted.report)?, options: &options, lake: self.lake };
            if let Some(condition) = &wanted.fail_if
                && let Some(row) = request.crossing(&mut session, condition).with_context(|| format!("the report `{}`", wanted.report))?
            {
                console::say(format_args!("crossed: {}: {condition}: {row}", wanted.report));
                crossed
                    .push(json!({ "report": wanted.report, "condition": condition, "row": serde_json::from_str::<Value>(&row).unwrap_or_default() }));
            }
            let document = request.document(&mut session, wanted.top)?;
            for format in wanted.formats().map_err(usage)? {
                outputs.push(Output::new(self.job, wanted, format, days, &document)?);
            }
        }
        Ok((outputs, crossed, history::watermark(&mut session)?))
    }

    fn ask(&self, wanted: &JobReport, days: Days) -> Result<Ask> {
        let report = find_report(self.options.library, &wanted.report)?;
        let known = parameters(report, self.options.library)?;
        let dated = [("since", days.first), ("until", days.last)].into_iter();
        let dated =
            dated.filter(|(name, _)| known.iter().any(|(one, _)| one == name)).filter_map(|(name, day)| Some((name.to_owned(), day?.to_string())));
        let given = wanted.params.iter().map(|(name, value)| (name.clone(), value.as_text()));
        let values = values(report, dated.chain(given), self.options, self.config)?;
        Ok(Ask { values, order: wanted.order.clone(), top: None, compare: wanted.compare })
    }

    /// Notes a run that went wrong, and tells the program that wants to know. What went wrong stays the error.
    fn fail(&self, days: Days, clock: Instant, error: &anyhow::Error) {
        let entry = Entry { status: "failed", error: Some(format!("{error:#}")), ..self.entry(days, clock) };
        if let Err(other) = history::note(self.lake, self.machine, &entry) {
            console::say(format_args!("warning: the run cannot be noted: {other:#}"));
        }
        if let Some(argv) = &self.job.after.failure
            && let Err(other) = hook::run(argv, &summary(&entry), &[])
        {
            console::say(format_args!("warning: {other:#}"));
        }
    }

    fn entry(&self, days: Days, clock: Instant) -> Entry<'_> {
        Entry {
            job: &self.job.name,
            period: self.job.period.as_str(),
            days,
            tz: self.options.tz.iana_name().unwrap_or("local"),
            start: self.start,
            status: "",
            error: None,
            crossed: Vec::new(),
            outputs: None,
            watermark: None,
            duration_ms: clock.elapsed().as_millis() as i64,
        }
    }
}

/// A run as the program after it reads it.
fn summary(entry: &Entry<'_>) -> Value {
    json!({
        "job": entry.job,
        "status": entry.status,
        "period": entry.period,
        "since": entry.days.first.map(|day| day.to_string()),
        "until": entry.days.last.map(|day| day.to_string()),
        "tz": entry.tz,
        "outputs": entry.outputs,
        "crossed": entry.crossed,
        "error": entry.error,
    })
}

/// A run for people.
fn lines(summary: &Value) -> String {
    let text = |name: &str| summary[name].as_str().unwrap_or("all");
    let mut lines = format!("{} {} to {}: {}\n", text("job"), text("since"), text("until"), text("status"));
    if summary["status"] != "unchanged" {
        for output in summary["outputs"].as_array().into_iter().flatten() {
            lines += &format!("  {} ({} rows)\n", output["path"].as_str().unwrap_or_default(), output["rows"]);
        }
    }
    lines
}

fn is_locked(cause: &(dyn std::error::Error + 'static)) -> bool {
    let of_ingest = cause.downcast_ref::<cclake_ingest::Error>();
    matches!(of_ingest, Some(cclake_ingest::Error::Lake(cclake_lake::Error::Locked { .. })))
}
