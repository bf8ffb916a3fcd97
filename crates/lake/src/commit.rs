//! Puts the files of a run in place, all or none of them.
//!
//! ```text
//! files under tmp/, synced ─► commit.json (the commit) ─► files renamed, old ones removed ─► state.json ─► commit.json removed
//! ```
//! Before `commit.json` is there, a crash leaves the old lake and some files under `tmp/`, which the next writer removes.
//! After that, whoever opens the lake goes on where the crash was: each step can be done again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cclake_transcript::DECODER;
use serde::{Deserialize, Serialize};

use crate::error::{At, Error};
use crate::fail;
use crate::layout::{Layout, names};
use crate::state::{self, State, VERSION};

/// What a commit does. Paths are relative to the lake.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Commit {
    /// Version of the lake's layout, so that an older program does not touch the commit of a newer one.
    version: u32,
    /// Version of the decoder, for the same reason.
    decoder: i64,
    /// Files to put in place: where they are, where they go.
    renames: Vec<(PathBuf, PathBuf)>,
    /// Files to remove.
    removals: Vec<PathBuf>,
    /// The new state, to put in place after all others. NULL where it stays.
    state: Option<(PathBuf, PathBuf)>,
}

impl Default for Commit {
    fn default() -> Self {
        Self { version: VERSION, decoder: DECODER, renames: Vec::new(), removals: Vec::new(), state: None }
    }
}

impl Commit {
    /// Puts a file from `tmp/` in place.
    pub(crate) fn rename(&mut self, layout: &Layout, from: &Path, to: &Path) {
        self.renames.push((relative(layout, from), relative(layout, to)));
    }

    /// Removes a file.
    pub(crate) fn remove(&mut self, layout: &Layout, path: &Path) {
        self.removals.push(relative(layout, path));
    }

    /// Saves the state, if it is another one than before.
    pub(crate) fn save(&mut self, layout: &Layout, state: &State) -> Result<(), Error> {
        let bytes = state.to_bytes();
        if state::read(&layout.state())?.is_some_and(|before| before == bytes) {
            return Ok(());
        }
        let path = layout.tmp().join("state.json");
        write_synced(&path, &bytes)?;
        self.state = Some((relative(layout, &path), relative(layout, &layout.state())));
        Ok(())
    }

    /// Does it. The files under `tmp/` must be synced.
    pub(crate) fn run(&self, layout: &Layout) -> Result<(), Error> {
        if self.renames.is_empty() && self.removals.is_empty() && self.state.is_none() {
            return Ok(());
        }
        fail::point("files");
        sync_folder(&layout.tmp())?;
        let path = layout.tmp().join("commit.json");
        write_synced(&path, &serde_json::to_vec(self).at(&path)?)?;
        fail::point("plan");
        fs::rename(&path, layout.commit()).at(&layout.commit())?;
        sync_folder(&layout.records())?;
        self.apply(layout)
    }

    /// What comes after `commit.json` is in place. Steps that were done before are skipped.
    fn apply(&self, layout: &Layout) -> Result<(), Error> {
        fail::point("commit");
        let mut folders = Vec::new();
        for (from, to) in &self.renames {
            move_into_place(layout, from, to)?;
            folders.extend(layout.lake.join(to).parent().map(Path::to_owned));
            fail::point("one rename");
        }
        fail::point("renames");
        for path in &self.removals {
            let path = layout.lake.join(path);
            ignore(fs::remove_file(&path), io::ErrorKind::NotFound).at(&path)?;
            folders.extend(remove_empty(&path));
            fail::point("one removal");
        }
        fail::point("removals");
        folders.sort_unstable();
        folders.dedup();
        for folder in &folders {
            sync_folder(folder)?;
        }
        fail::point("data");
        if let Some((from, to)) = &self.state {
            move_into_place(layout, from, to)?;
            sync_folder(&layout.records())?;
        }
        fail::point("state");
        let path = layout.commit();
        ignore(fs::remove_file(&path), io::ErrorKind::NotFound).at(&path)?;
        sync_folder(&layout.records())?;
        fail::point("end");
        Ok(())
    }
}

/// Finishes a commit that was interrupted, and removes what an interrupted run left. The caller holds the machine's lock.
pub(crate) fn recover(layout: &Layout) -> Result<(), Error> {
    let path = layout.commit();
    if let Some(bytes) = state::read(&path)? {
        let commit: Commit = serde_json::from_slice(&bytes).at(&path)?;
        commit.apply(layout)?;
    }
    for name in names(&layout.tmp())? {
        let path = layout.tmp().join(name);
        fs::remove_file(&path).at(&path)?;
    }
    Ok(())
}

fn relative(layout: &Layout, path: &Path) -> PathBuf {
    path.strip_prefix(&layout.lake).expect("a commit names files of its lake").to_owned()
}

/// Moves a file; one that is no longer there was moved before the crash.
fn move_into_place(layout: &Layout, from: &Path, to: &Path) -> Result<(), Error> {
    let [from, to] = [from, to].map(|path| layout.lake.join(path));
    let folder = to.parent().expect("files of a lake are in folders");
    if !folder.is_dir() {
        fs::create_dir_all(folder).at(folder)?;
        // The new folders themselves must last, too: table, and the lake above it.
        for above in folder.ancestors().skip(1).take(2) {
            sync_folder(above)?;
        }
    }
    ignore(fs::rename(&from, &to), io::ErrorKind::NotFound).at(&to)
}

/// Removes the folders that a removed file leaves empty; gives the folder that is left.
fn remove_empty(path: &Path) -> Option<PathBuf> {
    let month = path.parent()?;
    let table = month.parent()?;
    // Other machines may have files there, so it is no error that a folder stays.
    Some(if fs::remove_dir(month).is_err() && month.is_dir() { month } else { table }.to_owned())
}

fn ignore(result: io::Result<()>, kind: io::ErrorKind) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == kind => Ok(()),
        other => other,
    }
}

fn write_synced(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = File::create(path).at(path)?;
    file.write_all(bytes).at(path)?;
    file.sync_all().at(path)
}

/// Makes renames in a folder last. Windows keeps them without being asked, and cannot open folders.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder).and_then(|folder| folder.sync_all()).at(folder)
}
