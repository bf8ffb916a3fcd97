//! The files that a job writes: their places, their bytes, and which of them stay.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use super::history::{History, Noted};
use super::period::Days;
use crate::config::{Job, JobReport};
use crate::exit::usage;
use crate::output::{self as out, Document, Format, Staged};

/// One file, ready to be written.
#[derive(Debug, Serialize)]
pub(super) struct Output {
    pub(super) report: String,
    pub(super) format: Format,
    pub(super) path: PathBuf,
    pub(super) rows: i64,
    pub(super) bytes: i64,
    /// XXH3-64 of the bytes, in hexadecimal.
    pub(super) hash: String,
    #[serde(skip)]
    content: Vec<u8>,
}

impl Output {
    pub(super) fn new(job: &Job, report: &JobReport, format: Format, days: Days, document: &Document) -> Result<Self> {
        let content = out::bytes(document, format)?;
        let rows = document.sheets.iter().flat_map(|sheet| &sheet.answer.batches).map(|batch| batch.num_rows() as i64).sum();
        Ok(Self {
            report: report.report.clone(),
            format,
            path: place(job, report, format, days)?,
            rows,
            bytes: content.len() as i64,
            hash: format!("{:016x}", xxh3_64(&content)),
            content,
        })
    }

    /// Whether the run before wrote the same.
    pub(super) fn is_as_before(&self, history: &History) -> bool {
        let before = history.outputs.iter().find(|noted| self.is_of(noted));
        before.is_some_and(|noted| noted.hash == self.hash)
    }

    /// Whether it is of the same report in the same format.
    fn is_of(&self, noted: &Noted) -> bool {
        noted.report == self.report && noted.format == self.format
    }

    /// Writes it beside its place.
    pub(super) fn stage(&self) -> Result<Staged> {
        let cannot = || format!("cannot write {}", self.path.display());
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        Staged::write(&self.path, |out| Ok(out.write_all(&self.content)?)).with_context(cannot)
    }

    /// Removes outputs of the same report and format but for so many, this one counted. Files that others changed stay.
    pub(super) fn keep(&self, count: u32, history: &History) -> Result<()> {
        let mut paths = vec![self.path.as_path()];
        for noted in history.outputs.iter().filter(|noted| self.is_of(noted)) {
            let path = Path::new(&noted.path);
            if paths.contains(&path) {
                continue;
            }
            if paths.len() < count as usize {
                paths.push(path);
            } else if fs::read(path).is_ok_and(|content| format!("{:016x}", xxh3_64(&content)) == noted.hash) {
                fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Whether the pattern of a report can be followed.
pub(super) fn check(job: &Job, report: &JobReport) -> Result<()> {
    let day = Some(jiff::civil::date(2026, 1, 1));
    for format in report.formats().map_err(usage)? {
        place(job, report, format, Days { first: day, last: day }).map_err(|error| usage(format!("job `{}`: {error:#}", job.name)))?;
    }
    Ok(())
}

/// The path that the pattern of a report says.
fn place(job: &Job, report: &JobReport, format: Format, days: Days) -> Result<PathBuf> {
    let day = |day: Option<jiff::civil::Date>| day.map_or("all".to_owned(), |day| day.to_string());
    let mut path = report.output.clone();
    if path.contains('%') {
        let first = days.first.or(days.last).with_context(|| format!("the output `{path}` has parts of a day, and the period has no first day"))?;
        path = jiff::fmt::strtime::format(&path, first).with_context(|| format!("the output `{path}` has a part of a day that is unknown"))?;
    }
    let values = [
        ("{job}", job.name.clone()),
        ("{report}", report.report.clone()),
        ("{ext}", format.ending().to_owned()),
        ("{since}", day(days.first)),
        ("{until}", day(days.last)),
    ];
    for (name, value) in values {
        path = path.replace(name, &value);
    }
    ensure!(
        !path.contains(['{', '}']),
        "the output `{path}` has a part that is unknown: {{job}}, {{report}}, {{ext}}, {{since}} and {{until}} are known"
    );
    Ok(path.into())
}
