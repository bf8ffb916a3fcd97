//! What an ingest would find, with nothing read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use cclake_lake::State;

use crate::Error;
use crate::changes::is_same;
use crate::defaults::Defaults;
use crate::discover::discover;
use crate::spool::STDIN;

/// What paths lead to.
#[derive(Debug, Default)]
pub struct Survey {
    /// The paths that exist, as they were given.
    pub places: Vec<Place>,
    /// The paths that do not.
    pub missing: Vec<PathBuf>,
    /// What looks like a transcript, or may hold some, but cannot be read, with the reason.
    pub failures: BTreeMap<PathBuf, String>,
    /// Transcripts that were found and never read.
    pub unread: u64,
}

/// A path that was looked at.
#[derive(Debug)]
pub struct Place {
    /// The path.
    pub path: PathBuf,
    /// Transcripts that it leads to.
    pub transcripts: u64,
}

/// What became of a transcript since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing tells that it changed.
    Same,
    /// The next ingest will read it again.
    Changed,
    /// It is gone.
    Vanished,
}

/// Looks for transcripts where an ingest of these paths would, and compares with what a machine has read.
pub fn survey(paths: &[PathBuf], state: &State) -> Result<Survey, Error> {
    let defaults = Defaults::from_env();
    let paths = if paths.is_empty() { &defaults.folders } else { paths };
    let mut survey = Survey::default();
    let mut unread = BTreeSet::new();
    for path in paths {
        // An ingest refuses a path that leads nowhere; here it is one of the findings.
        if path.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            survey.missing.push(path.clone());
            continue;
        }
        let discovery = discover(std::slice::from_ref(path), &defaults)?;
        survey.places.push(Place { path: path.clone(), transcripts: discovery.sources.len() as u64 });
        survey.failures.extend(discovery.failures);
        let is_new = |root: &str, path: &str| !state.sources.get(root).is_some_and(|paths| paths.contains_key(path));
        unread.extend(discovery.sources.into_iter().filter(|found| is_new(&found.root, &found.path)).map(|found| found.file));
    }
    survey.unread = unread.len() as u64;
    Ok(survey)
}

/// Compares a transcript that a machine has read with the file on its disk.
pub fn standing(state: &State, root: &str, path: &str) -> Standing {
    // What came through standard input never was on the disk.
    if root == STDIN {
        return Standing::Same;
    }
    let before = state.sources.get(root).and_then(|paths| paths.get(path));
    let file = Path::new(root).join(path);
    match file.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Standing::Vanished,
        // Why it cannot be measured is what the survey says.
        Err(_) => Standing::Same,
        Ok(metadata) if before.is_some_and(|before| is_same(before, &file, &metadata)) => Standing::Same,
        Ok(_) => Standing::Changed,
    }
}
