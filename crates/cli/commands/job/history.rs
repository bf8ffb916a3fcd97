//! What jobs did before: the table `job_runs`, which they write themselves.

use std::path::Path;

use anyhow::Result;
use cclake_lake::Lake;
use cclake_query::{Answer, Options, Session};
use cclake_transcript::DECODER;
use cclake_transcript::table::TableBuilder;
use cclake_transcript::tables::job_runs;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use super::output::Output;
use super::period::Days;
use crate::output::{self as out, Format};

/// One run, for one period.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub(super) job: &'a str,
    pub(super) period: &'a str,
    pub(super) days: Days,
    pub(super) tz: &'a str,
    pub(super) start: Timestamp,
    pub(super) status: &'static str,
    pub(super) error: Option<String>,
    pub(super) crossed: Vec<serde_json::Value>,
    /// None where it failed before.
    pub(super) outputs: Option<&'a [Output]>,
    pub(super) watermark: Option<String>,
    pub(super) duration_ms: i64,
}

/// What a run wrote, as it was noted.
#[derive(Debug, Deserialize)]
pub(super) struct Noted {
    pub(super) report: String,
    pub(super) format: Format,
    pub(super) path: String,
    pub(super) hash: String,
}

/// What is known of earlier runs of a job.
#[derive(Debug, Default)]
pub(super) struct History {
    /// Last day that a run covered which did not fail.
    pub(super) covered: Option<Date>,
    /// The outputs of runs that did not fail, those of the latest period first.
    pub(super) outputs: Vec<Noted>,
}

/// Notes a run. Whoever writes into the lake is waited for.
pub(super) fn note(lake: &Path, machine: &str, entry: &Entry<'_>) -> Result<()> {
    let day = |day: Option<Date>| day.map(|day| day.to_string());
    let (first_day, last_day) = (day(entry.days.first), day(entry.days.last));
    let run_id = format!("{}/{}/{}", entry.job, last_day.as_deref().unwrap_or("all"), entry.start);
    let outputs = entry.outputs.map(serde_json::to_string).transpose()?.filter(|outputs| outputs != "[]");
    let crossed = if entry.crossed.is_empty() { None } else { Some(serde_json::to_string(&entry.crossed)?) };
    let watermark: Option<Timestamp> = entry.watermark.as_ref().and_then(|text| format!("{text}Z").parse().ok());
    let mut rows = job_runs::Rows::default();
    rows.append(
        0,
        &job_runs::Row {
            run_id: &run_id,
            machine,
            decoder: DECODER,
            ts: Some(entry.start.as_microsecond()),
            job: entry.job,
            period: entry.period,
            first_day: first_day.as_deref(),
            last_day: last_day.as_deref(),
            tz: entry.tz,
            status: entry.status,
            error: entry.error.as_deref(),
            crossed: crossed.as_deref(),
            outputs: outputs.as_deref(),
            rows: entry.outputs.map(|outputs| outputs.iter().map(|output| output.rows).sum()),
            output_bytes: entry.outputs.map(|outputs| outputs.iter().map(|output| output.bytes).sum()),
            watermark: watermark.map(|time| time.as_microsecond()),
            duration_ms: entry.duration_ms,
        },
    );
    let lake = Lake::open(lake, machine)?;
    let lock = lake.lock(true)?;
    let run = lake.begin(&lock);
    run.push(&job_runs::TABLE, rows.finish());
    run.commit(&lake.state()?)?;
    Ok(())
}

/// What a job did on this machine. Nothing where there is no lake yet.
pub(super) fn read(lake: &Path, options: &Options, machine: &str, job: &str) -> Result<History> {
    #[derive(Deserialize)]
    struct Row {
        last_day: Option<String>,
        outputs: Option<String>,
    }
    let Some(mut session) = super::open(lake, options)? else { return Ok(History::default()) };
    session.set("job", Some(job))?;
    session.set("machine", Some(machine))?;
    let answer = session.query(
        "select last_day, outputs from job_runs
        where job = getvariable('job') and machine = getvariable('machine') and status <> 'failed'
        order by last_day desc nulls last, ts desc",
    )?;
    let rows: Vec<Row> = out::rows(&answer)?;
    let covered = rows.first().and_then(|row| row.last_day.as_ref()?.parse().ok());
    let outputs = rows.iter().filter_map(|row| serde_json::from_str::<Vec<Noted>>(row.outputs.as_deref()?).ok()).flatten().collect();
    Ok(History { covered, outputs })
}

/// The newest record of a lake, UTC.
pub(super) fn watermark(session: &mut Session) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Row {
        ts: Option<String>,
    }
    let answer: Answer = session.query("select max(ts) as ts from records")?;
    Ok(out::rows::<Row>(&answer)?.into_iter().next().and_then(|row| row.ts))
}
