//! `cclake reconcile`: what others counted beside the lake, and what makes the difference.

mod report;
mod results;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cclake_ingest::{Standing, standing};
use cclake_lake::Lake;
use cclake_query::{Answer, Session, reconcile};
use serde::Deserialize;

use crate::args::{Reconcile, Terms};
use crate::config::Config;
use crate::exit::Exit;
use crate::{console, output, places};
use report::Report;
use results::Results;

pub(super) fn run(args: Reconcile, folder: PathBuf, config: &Config) -> Result<Exit> {
    let text = read(&args.against)?;
    let mut session = Session::open(&folder, &super::options(&config.fill(Terms { tz: args.tz.clone(), ..Terms::default() }))?)?;
    session.set("all", args.all.then_some("all"))?;
    let query = if let Some(report) = Report::read(&text).transpose()? {
        let tz = super::zone(args.against_tz.as_deref().or(args.tz.as_deref()).or(config.tz.as_deref()))?;
        session.set_zone("their_ts", &tz)?;
        set_report(&mut session, &report, &folder)?;
        session.set("since", args.since.map(|day| day.to_string()).as_deref())?;
        session.set("until", args.until.map(|day| day.to_string()).as_deref())?;
        reconcile::CCUSAGE
    } else if let Some(results) = Results::read(&text) {
        session.set("report", Some(&results.models_json()))?;
        session.set("seen", Some(&results.seen_json()))?;
        reconcile::RESULTS
    } else {
        bail!("{} is neither a JSON report of ccusage nor has it result messages of Claude Code", args.against.display());
    };
    let answer = session.query(query)?;
    output::write(&answer, args.format, None)?;
    let rest = Rest::of(&answer)?;
    if rest.percent <= args.tolerance {
        return Ok(Exit::Done);
    }
    console::say(format_args!("unexplained: up to {:.4} % of a figure", rest.percent));
    if rest.cancels && args.against_tz.is_none() {
        console::say(format_args!("hint: the totals agree; if only their days differ, --against-tz names the time zone of the report"));
    }
    Ok(Exit::Crossed)
}

fn read(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn set_report(session: &mut Session, report: &Report, folder: &Path) -> Result<()> {
    let sources: Vec<Source> = output::rows(&session.query("select machine, root, path from sources")?)?;
    let this = places::this_machine();
    // Where the lake has nothing of this machine, the report may be of any.
    let machine = sources.iter().any(|source| source.machine == this).then_some(this);
    let gone = machine.as_deref().map_or_else(|| Ok(Vec::new()), |machine| gone(&sources, machine, folder))?;
    session.set("report", Some(&report.json()))?;
    session.set("grain", Some(report.grain.name()))?;
    session.set("week", report.week())?;
    session.set("machine", machine.as_deref())?;
    session.set("gone", Some(&serde_json::to_string(&gone)?)).map_err(Into::into)
}

/// A transcript of the lake.
#[derive(Debug, Deserialize)]
struct Source {
    machine: String,
    root: String,
    path: String,
}

/// The transcripts of this machine that are on its disk no more. Two roots may hold one path: then both have to be gone.
fn gone<'a>(sources: &'a [Source], machine: &str, folder: &Path) -> Result<Vec<&'a str>> {
    let state = Lake::read_only(folder)?.state_of(machine)?;
    let mut paths: BTreeMap<&str, bool> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.machine == machine) {
        let is_gone = standing(&state, &source.root, &source.path) == Standing::Vanished;
        paths.entry(&source.path).and_modify(|all| *all &= is_gone).or_insert(is_gone);
    }
    Ok(paths.into_iter().filter(|(_, is_gone)| *is_gone).map(|(path, _)| path).collect())
}

/// The scope of totals.
const TOTAL: &str = "total";

/// A line of the answer, as far as it decides how the run ends.
#[derive(Debug, Deserialize)]
struct Line {
    scope: String,
    line: String,
    input_tokens: Option<f64>,
    output_tokens: Option<f64>,
    cache_read_tokens: Option<f64>,
    cache_write_tokens: Option<f64>,
    cost_usd: Option<f64>,
}

impl Line {
    fn figures(&self) -> [f64; 5] {
        [self.input_tokens, self.output_tokens, self.cache_read_tokens, self.cache_write_tokens, self.cost_usd].map(Option::unwrap_or_default)
    }
}

/// What no cause accounts for.
#[derive(Debug)]
struct Rest {
    /// The largest part of a figure, in percent. What is too much in one place and too little in another adds up.
    percent: f64,
    /// Whether tokens that are too many in one place are too few in another.
    cancels: bool,
}

impl Rest {
    fn of(answer: &Answer) -> Result<Self> {
        let lines: Vec<Line> = output::rows(answer)?;
        let (mut all, mut rest, mut total) = ([0.0_f64; 5], [0.0_f64; 5], [0.0_f64; 5]);
        for line in &lines {
            match (line.scope == TOTAL, line.line.as_str()) {
                (true, "ours" | "theirs") => all.iter_mut().zip(line.figures()).for_each(|(all, figure)| *all = all.max(figure)),
                (true, "unexplained") => total = line.figures(),
                (false, "unexplained") => rest.iter_mut().zip(line.figures()).for_each(|(rest, part)| *rest += part.abs()),
                _ => {}
            }
        }
        let shares = rest.iter().zip(all).filter(|(rest, _)| **rest > 0.0).map(|(rest, all)| rest / all * 100.0);
        Ok(Self { percent: shares.fold(0.0, f64::max), cancels: total[..4] == [0.0; 4] && rest[..4] != [0.0; 4] })
    }
}
