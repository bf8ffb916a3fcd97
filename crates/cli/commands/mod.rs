//! The commands, one module each.

mod demo;
mod dictionary;
mod doctor;
mod ingest;
mod job;
mod prices;
mod reconcile;
mod report;
mod schema;
mod sql;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use cclake_query::{Library, Options};
use jiff::tz::TimeZone;

pub(crate) use job::Schedule;

use crate::args::{Args, Command, Terms};
use crate::config::Config;
use crate::exit::{Exit, usage};
use crate::{console, places};

/// Carries out a command.
pub(crate) fn run(args: Args) -> Result<Exit> {
    let config = Config::load(args.config.or_else(|| places::of_variable("CCLAKE_CONFIG")))?;
    let given = args.lake.or_else(|| places::of_variable("CCLAKE_LAKE")).or_else(|| config.lake.clone());
    let Some(command) = args.command else { return changed(lake(given)?, &config) };
    match command {
        Command::Ingest(ingest) => ingest::run(ingest, lake(given)?, &config),
        Command::Report(report) => report::run(report, given, &config),
        Command::Sql(sql) => sql::run(sql, lake(given)?, &config),
        Command::Schema(schema) => schema::run(schema, given, &config),
        Command::Job(job) => job::run(job, lake(given)?, &config),
        Command::Prices(prices) => prices::run(prices, given),
        Command::Doctor(doctor) => doctor::run(doctor, lake(given)?),
        Command::Reconcile(reconcile) => reconcile::run(reconcile, lake(given)?, &config),
        Command::Demo(demo) => demo::run(demo),
    }
}

/// Reads what changed, and shows what there is.
fn changed(lake: PathBuf, config: &Config) -> Result<Exit> {
    let summary = ingest::changed(config, &lake, &places::machine(config.machine.clone())?, false)?;
    console::say(format_args!("{summary}"));
    report::summary(&lake, config)?;
    Ok(Exit::Done)
}

fn lake(given: Option<PathBuf>) -> Result<PathBuf> {
    given.map_or_else(places::lake, Ok)
}

/// Refuses a file inside the lake: whatever is there would be taken for a part of it.
fn outside(file: &Path, lake: &Path) -> Result<()> {
    let file = std::path::absolute(file)?;
    // Folders that are to be made are inside of what the nearest one that is there is inside of.
    let folder = file.ancestors().skip(1).find_map(|folder| fs::canonicalize(folder).ok());
    let is_inside = folder.zip(fs::canonicalize(lake).ok()).is_some_and(|(folder, lake)| folder.starts_with(lake));
    ensure!(!is_inside, "{} is inside the lake, which only an ingest may write", file.display());
    Ok(())
}

/// What a session needs to know beside the lake.
fn options(terms: &Terms) -> Result<Options> {
    let library = match &terms.queries {
        Some(folder) => Box::leak(Box::new(Library::with(folder)?)),
        None => Library::bundled(),
    };
    Ok(Options { tz: zone(terms.tz.as_deref())?, now: terms.now, library })
}

/// The time zone of a name, or the system's.
fn zone(name: Option<&str>) -> Result<TimeZone> {
    let Some(name) = name else { return Ok(TimeZone::system()) };
    TimeZone::get(name).map_err(|_| usage(format!("--tz {name}: there is no such time zone")))
}
