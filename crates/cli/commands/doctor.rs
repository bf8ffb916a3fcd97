//! `cclake doctor`: what was read, what is wrong with it, and whether the lake's files are whole.

mod report;
mod strict;
mod text;

use std::path::{Path, PathBuf};

use anyhow::Result;
use cclake_ingest::{standing, survey};
use cclake_lake::{Error, Lake, State};
use cclake_query::Session;
use cclake_transcript::tables::TABLES;
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::args::{Doctor, SummaryFormat, Terms};
use crate::exit::Exit;
use crate::{output, places};
use report::{Broken, Contents, Files, LakeReport, Report, Source, sql};

pub(super) fn run(args: Doctor, folder: PathBuf) -> Result<Exit> {
    if args.strict_types {
        return strict::run(&args);
    }
    let machine = places::this_machine();
    let lake = match Lake::read_only(&folder) {
        Ok(lake) => Some(lake),
        // Where transcripts are can be asked before the first ingest.
        Err(Error::NoLake { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let state = lake.as_ref().map(|lake| lake.state_of(&machine)).transpose()?.unwrap_or_default();
    let transcripts = survey(&args.paths, &state)?.into();
    let lake = lake.map(|lake| examine(&lake, &machine, &state)).transpose()?;
    let is_broken = lake.as_ref().is_some_and(|lake| !lake.files.broken.is_empty());
    let report = Report { folder: folder.display().to_string(), transcripts, lake };
    output::print(&match args.format {
        SummaryFormat::Table => text::text(&report),
        SummaryFormat::Json => serde_json::to_string_pretty(&report)? + "\n",
    })?;
    Ok(if is_broken { Exit::Failed } else { Exit::Done })
}

fn examine(lake: &Lake, machine: &str, state: &State) -> Result<LakeReport> {
    let files = check_files(lake)?;
    let mut asking = Asking {
        session: Session::open(lake.dir(), &super::options(&Terms::default())?)?,
        may_fail: !files.broken.is_empty(),
        unanswered: Vec::new(),
    };
    let sources: Vec<Source> = asking.rows("transcripts", sql::SOURCES)?;
    let standing = |source: &Source| (source.machine == machine).then(|| standing(state, &source.root, &source.path));
    let contents = Contents {
        machines: asking.rows("machines", sql::MACHINES)?,
        sources: report::by_kind(&sources, standing),
        damaged_lines: asking.rows("damaged lines", sql::DAMAGED_LINES)?,
        drift: asking.rows("unknown keys and types", sql::DRIFT)?,
        other_results: asking.rows("results that could not be typed", sql::OTHER_RESULTS)?,
        without_final_usage: asking.rows("responses without final usage", sql::WITHOUT_FINAL_USAGE)?,
        unpriced: asking.rows("requests without a cost", sql::UNPRICED)?,
        shared: asking.rows("transcripts of several machines", sql::SHARED)?,
    };
    Ok(LakeReport { files, contents, unanswered: asking.unanswered })
}

/// Reads every file of the lake to its end.
fn check_files(lake: &Lake) -> Result<Files> {
    let mut all = Vec::new();
    for table in TABLES {
        all.extend(lake.files(table)?.into_iter().map(|file| (*table, file)));
    }
    let checked: Vec<Result<u64, Broken>> = all
        .par_iter()
        .map(|(table, file)| lake.check(table, file).map_err(|error| Broken { file: below(lake.dir(), file), reason: reason(&error, file) }))
        .collect();
    let rows = checked.iter().flatten().sum();
    Ok(Files { checked: checked.len(), rows, broken: checked.into_iter().filter_map(Result::err).collect() })
}

fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).display().to_string()
}

/// What an error says beside the name of the file.
fn reason(error: &Error, file: &Path) -> String {
    let message = error.to_string();
    message.strip_prefix(&format!("{}: ", file.display())).unwrap_or(&message).to_owned()
}

/// Asks the lake, as far as broken files let it answer.
struct Asking {
    session: Session,
    may_fail: bool,
    unanswered: Vec<&'static str>,
}

impl Asking {
    fn rows<T: DeserializeOwned>(&mut self, what: &'static str, sql: &str) -> Result<Vec<T>> {
        match self.session.query(sql) {
            Ok(answer) => output::rows(&answer),
            Err(_) if self.may_fail => {
                self.unanswered.push(what);
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }
}
