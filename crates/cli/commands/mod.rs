//! The commands, one module each.

mod demo;
mod dictionary;
mod doctor;
mod ingest;
mod prices;
mod reconcile;
mod schema;
mod sql;
mod tools;

use std::path::PathBuf;

use anyhow::{Context, Result};
use cclake_query::Options;
use jiff::tz::TimeZone;

use crate::args::{Args, Command};
use crate::exit::Exit;
use crate::places;

/// Carries out a command.
pub(crate) fn run(args: Args) -> Result<Exit> {
    match args.command {
        Command::Ingest(ingest) => ingest::run(ingest, lake(args.lake)?),
        Command::Sql(sql) => sql::run(sql, lake(args.lake)?),
        Command::Schema(schema) => schema::run(schema, args.lake),
        Command::Prices(prices) => prices::run(prices, args.lake),
        Command::Doctor(doctor) => doctor::run(doctor, lake(args.lake)?),
        Command::Reconcile(reconcile) => reconcile::run(reconcile, lake(args.lake)?),
        Command::Demo(demo) => demo::run(demo),
    }
}

fn lake(given: Option<PathBuf>) -> Result<PathBuf> {
    given.map_or_else(places::lake, Ok)
}

/// What a session needs to know beside the lake.
fn options(tz: Option<&str>) -> Result<Options> {
    let tz = match tz {
        Some(name) => TimeZone::get(name).with_context(|| format!("--tz {name}: there is no such time zone"))?,
        None => TimeZone::system(),
    };
    Ok(Options { tz, now: None })
}
