//! Scheduled jobs, as the file says them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::commands::Schedule;
use crate::output::Format;

/// Reports at a time.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// What it is called: letters, digits, `-` and `_`.
    pub(crate) name: String,
    /// When it runs: as systemd says it (`Mon 08:00`, `*-*-01 06:30`, `daily`), or as cron does (`0 8 * * 1`).
    pub(crate) schedule: String,
    /// The days that its reports cover.
    pub(crate) period: Period,
    /// Periods before the latest that it makes up for when they were missed, at most.
    #[serde(default = "seven")]
    pub(crate) catch_up: u32,
    /// Whether it waits for another ingest to end. Else it is skipped while there is one.
    #[serde(default = "yes")]
    pub(crate) wait: bool,
    /// Outputs of each report that stay; older ones are removed. All if it is not given.
    pub(crate) keep: Option<u32>,
    /// Whether outputs that are as those of the run before are neither written nor told of.
    #[serde(default)]
    pub(crate) on_change: bool,
    /// What it reports.
    pub(crate) reports: Vec<JobReport>,
    /// What runs afterwards.
    #[serde(default)]
    pub(crate) after: Commands,
}

/// Programs that run after a job, without a shell: the first text is the program, the others are its arguments. `{files}` alone stands for
/// the paths of the outputs. Standard input is a summary of the run, as JSON.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Commands {
    /// After a run that went well, a crossed threshold included.
    pub(crate) success: Option<Vec<String>>,
    /// After one that did not.
    pub(crate) failure: Option<Vec<String>>,
}

/// The days that a job covers, seen from the day that it runs on. Weeks begin on Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Period {
    /// The day before.
    Yesterday,
    /// The week before.
    LastWeek,
    /// The month before.
    LastMonth,
    /// From Monday until today.
    WeekToDate,
    /// From the first of the month until today.
    MonthToDate,
    /// From the day after the last one that it covered until yesterday.
    SinceLastRun,
    /// All there is.
    All,
}

impl Period {
    /// Its name in the file.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Period::Yesterday => "yesterday",
            Period::LastWeek => "last-week",
            Period::LastMonth => "last-month",
            Period::WeekToDate => "week-to-date",
            Period::MonthToDate => "month-to-date",
            Period::SinceLastRun => "since-last-run",
            Period::All => "all",
        }
    }
}

/// A report of a job.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobReport {
    /// Its name, as in `cclake report NAME`.
    pub(crate) report: String,
    /// Path of the output. `{job}`, `{report}`, `{ext}`, `{since}` and `{until}` stand for what they say; `%Y`, `%m`, `%d`, `%G`, `%V` and the like
    /// for parts of the first day that is covered.
    pub(crate) output: String,
    /// Formats, each of which is an output. The one that the ending of the path says, if none is given.
    #[serde(default)]
    pub(crate) formats: Vec<Format>,
    /// Values of its parameters, project, model and breakdown among them.
    #[serde(default)]
    pub(crate) params: BTreeMap<String, Value>,
    /// Its order, as --order.
    pub(crate) order: Option<String>,
    /// Rows at most, as --top.
    pub(crate) top: Option<u64>,
    /// Whether the period before stands beside, as --compare.
    #[serde(default)]
    pub(crate) compare: bool,
    /// Condition that no row is to meet, as --fail-if.
    pub(crate) fail_if: Option<String>,
}

/// The value of a parameter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Value {
    Flag(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

impl Value {
    pub(crate) fn as_text(&self) -> String {
        match self {
            Value::Flag(value) => value.to_string(),
            Value::Whole(value) => value.to_string(),
            Value::Number(value) => value.to_string(),
            Value::Text(value) => value.clone(),
        }
    }
}

fn seven() -> u32 {
    7
}

fn yes() -> bool {
    true
}

impl Job {
    /// Says what the types do not.
    pub(super) fn check(&self) -> Result<(), String> {
        let is_name = !self.name.is_empty() && self.name.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_'));
        if !is_name {
            return Err("its name may have letters, digits, - and _".to_owned());
        }
        Schedule::parse(&self.schedule)?;
        if self.reports.is_empty() {
            return Err("it has no reports".to_owned());
        }
        for report in &self.reports {
            let formats = report.formats()?;
            if formats.len() > 1 && !report.output.contains("{ext}") {
                return Err(format!("the output of `{}` has several formats, so that its path needs {{ext}}", report.report));
            }
        }
        let places: Vec<String> = self.reports.iter().map(|report| report.output.replace("{report}", &report.report)).collect();
        if let Some(twice) = places.iter().enumerate().find(|(at, place)| places[..*at].contains(place)) {
            return Err(format!("two reports have the output `{}`", twice.1));
        }
        for command in [&self.after.success, &self.after.failure].into_iter().flatten() {
            if command.is_empty() {
                return Err("a command has to name a program".to_owned());
            }
        }
        Ok(())
    }
}

impl JobReport {
    /// The formats of its outputs.
    pub(crate) fn formats(&self) -> Result<Vec<Format>, String> {
        if !self.formats.is_empty() {
            return Ok(self.formats.clone());
        }
        let ending = self.output.rsplit_once('.').map_or("", |(_, ending)| ending);
        let format =
            Format::of_ending(ending).ok_or_else(|| format!("the output `{}` says no format: formats = [\"markdown\"] does", self.output))?;
        Ok(vec![format])
    }
}
