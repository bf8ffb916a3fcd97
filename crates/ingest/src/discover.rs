//! Finds the transcripts that the given paths lead to.
//!
//! A file is known by its resolved path, so that links and overlapping paths never make two sources of it. What a link
//! points to is treated as if it had been given, after everything that was given: the root and the path of a source do
//! not depend on the way that led to it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::Error;
use crate::defaults::Defaults;

/// The folder of a config dir that holds the transcripts.
pub(crate) const PROJECTS: &str = "projects";
/// Folders among the transcripts that hold something else: what tools returned, in any format, and copies.
const OTHER_FOLDERS: [&str; 2] = ["tool-results", "backups"];
/// Files that are JSON lines but not transcripts: the log of a workflow, and the prompts of all sessions.
const NEIGHBOURS: [&str; 2] = ["journal.jsonl", "history.jsonl"];
const NOT_A_FILE: &str = "not a regular file";

/// A transcript.
#[derive(Debug)]
pub(crate) struct Found {
    /// The file, links resolved.
    pub(crate) file: PathBuf,
    /// The folder that `path` is relative to.
    pub(crate) root: Arc<str>,
    /// The file below its root, with `/` between the parts.
    pub(crate) path: String,
}

/// What the given paths lead to.
#[derive(Debug, Default)]
pub(crate) struct Discovery {
    /// The transcripts, each once, in the order of their resolved paths.
    pub(crate) sources: Vec<Found>,
    /// What looks like a transcript, or may hold some, but cannot be read, with the reason.
    pub(crate) failures: BTreeMap<PathBuf, String>,
    /// What else people should know.
    pub(crate) warnings: Vec<String>,
}

/// Finds the transcripts of the given paths; of the config dirs of this user if none is given.
pub(crate) fn discover(paths: &[PathBuf], defaults: &Defaults) -> Result<Discovery, Error> {
    let mut discovery = Discovery::default();
    let mut starts = BTreeMap::new();
    for path in paths {
        let resolved = fs::canonicalize(path).map_err(|source| Error::Path { path: path.clone(), source })?;
        starts.entry(resolved).or_insert_with(|| path.clone());
    }
    if paths.is_empty() {
        discovery.warnings.extend(defaults.missing());
        starts.extend(defaults.folders.iter().filter_map(|folder| Some((fs::canonicalize(folder).ok()?, folder.clone()))));
    }
    let mut tour = Tour::default();
    // In the order of their paths, folders come before what is in them, and are its root.
    for (start, name) in starts {
        if !tour.visit(&start) {
            discovery.warnings.push(format!("no transcripts in {}", name.display()));
        }
    }
    while let Some(target) = tour.all.links.pop_first() {
        tour.visit(&target);
    }
    let Walked { mut sources, failures, misnamed, .. } = tour.all;
    // As text, since paths compare part by part, which takes its time. Of two finds the first one stays.
    sources.sort_by(|one, other| one.file.as_os_str().cmp(other.file.as_os_str()));
    sources.dedup_by(|later, first| later.file == first.file);
    discovery.warnings.extend(misnamed.iter().map(|folder| format!("{} is a folder without transcripts", folder.display())));
    Ok(Discovery { sources, failures, ..discovery })
}

/// Goes from start to start.
#[derive(Default)]
struct Tour {
    all: Walked,
    /// Folders that were walked with all that is in them.
    done: Vec<PathBuf>,
}

impl Tour {
    /// Walks a folder, or takes a file whatever its name is. The path is resolved. Tells whether something is there.
    fn visit(&mut self, path: &Path) -> bool {
        let walked = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let projects = fs::canonicalize(path.join(PROJECTS)).ok().filter(|projects| projects.is_dir());
                let folder = projects.as_deref().unwrap_or(path);
                if self.done.iter().any(|done| folder.starts_with(done)) {
                    return true;
                }
                self.done.push(folder.to_owned());
                walk(folder, &Place::of(folder))
            }
            Ok(metadata) if metadata.is_file() => Walked::source(path.to_owned(), &Place::of(path.parent().unwrap_or(path))),
            Ok(_) => Walked::failure(path, NOT_A_FILE),
            Err(error) => Walked::failure(path, error),
        };
        let is_something = !walked.is_nothing();
        self.all = std::mem::take(&mut self.all).and(walked);
        is_something
    }
}

/// What is in a folder.
#[derive(Default)]
struct Walked {
    sources: Vec<Found>,
    failures: BTreeMap<PathBuf, String>,
    /// What links point to.
    links: BTreeSet<PathBuf>,
    /// Folders without transcripts that are named like one.
    misnamed: BTreeSet<PathBuf>,
}

impl Walked {
    fn source(file: PathBuf, place: &Place) -> Self {
        let name = file.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
        let found = Found { root: place.root.clone(), path: format!("{}{name}", place.prefix), file };
        Self { sources: vec![found], ..Self::default() }
    }

    fn failure(path: &Path, reason: impl ToString) -> Self {
        Self { failures: [(path.to_owned(), reason.to_string())].into(), ..Self::default() }
    }

    fn is_nothing(&self) -> bool {
        self.sources.is_empty() && self.failures.is_empty() && self.links.is_empty() && self.misnamed.is_empty()
    }

    fn and(mut self, mut other: Self) -> Self {
        self.sources.append(&mut other.sources);
        self.failures.append(&mut other.failures);
        self.links.append(&mut other.links);
        self.misnamed.append(&mut other.misnamed);
        self
    }
}

/// Walks a folder and those in it, but follows no link.
fn walk(folder: &Path, place: &Place) -> Walked {
    let entries =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| entry.and_then(|entry| Ok((entry.file_type()?, entry.path())))).collect());
    let entries: Vec<(FileType, PathBuf)> = match entries {
        Ok(entries) => entries,
        Err(error) => return Walked::failure(folder, error),
    };
    entries.into_par_iter().map(|(kind, path)| enter(kind, path, folder, place)).reduce(Walked::default, Walked::and)
}

/// Looks at an entry of a folder.
fn enter(kind: FileType, path: PathBuf, folder: &Path, place: &Place) -> Walked {
    let name = path.file_name().unwrap_or_default();
    let is_transcript = is_transcript(name);
    if OTHER_FOLDERS.iter().any(|other| name == *other) {
        Walked::default()
    } else if kind.is_dir() {
        let mut walked = walk(&path, &place.below(folder, name));
        if is_transcript && walked.is_nothing() {
            walked.misnamed.insert(path);
        }
        walked
    } else if kind.is_symlink() {
        // A link is what its own name says, whatever its target is called.
        match fs::canonicalize(&path) {
            Ok(target) if is_transcript || target.is_dir() => Walked { links: [target].into(), ..Walked::default() },
            Err(error) if is_transcript => Walked::failure(&path, error),
            _ => Walked::default(),
        }
    } else if !is_transcript {
        Walked::default()
    } else if kind.is_file() {
        Walked::source(path, place)
    } else {
        Walked::failure(&path, NOT_A_FILE)
    }
}

/// Whether a file of this name is a transcript.
fn is_transcript(name: &OsStr) -> bool {
    let hidden = name.as_encoded_bytes().starts_with(b".");
    Path::new(name).extension().is_some_and(|extension| extension == "jsonl") && !hidden && !NEIGHBOURS.iter().any(|neighbour| name == *neighbour)
}

/// What the files of one folder have in common.
struct Place {
    root: Arc<str>,
    /// The folder below the root, with `/` behind each part.
    prefix: String,
}

impl Place {
    /// The root of a folder is what the innermost `projects` on its path is in, else itself. Below the `projects` of a
    /// config dir no folder has that name, while a config dir may lie below a `projects` folder that is none of its own.
    fn of(folder: &Path) -> Self {
        let projects = folder.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == PROJECTS));
        let root = projects.and_then(Path::parent).unwrap_or(folder);
        let below = folder.strip_prefix(root).expect("a folder is below its ancestors");
        let prefix = below.iter().fold(String::new(), |prefix, part| prefix + &part.to_string_lossy() + "/");
        Self { root: root.to_string_lossy().into(), prefix }
    }

    /// The place of a folder in a folder of this place. Without `projects`, the root is that of the folder above.
    fn below(&self, folder: &Path, name: &OsStr) -> Self {
        if name == PROJECTS {
            return Self { root: folder.to_string_lossy().into(), prefix: format!("{PROJECTS}/") };
        }
        Self { root: self.root.clone(), prefix: format!("{}{}/", self.prefix, name.to_string_lossy()) }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests;
