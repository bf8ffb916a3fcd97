//! A lake, found or made.

use std::fs;
use std::path::{Path, PathBuf};

use cclake_transcript::table::Table;

use crate::commit;
use crate::error::{At, Error};
use crate::layout::{Layout, names};
use crate::lock::Lock;
use crate::run::Run;
use crate::state::State;

/// A lake, as one machine sees it.
#[derive(Debug)]
pub struct Lake {
    layout: Layout,
}

impl Lake {
    /// Opens the lake in a folder for a machine, and makes it if there is none. Letters of the machine's name that a file
    /// name should not have become `-`.
    ///
    /// Commits that a crash interrupted are finished, whatever machine made them. A lake of a newer program is refused.
    pub fn open(dir: &Path, machine: &str) -> Result<Self, Error> {
        let layout = Layout::new(dir, machine)?;
        let tmp = layout.tmp();
        fs::create_dir_all(&tmp).at(&tmp)?;
        let lake = Self { layout };
        lake.check_and_recover()?;
        Ok(lake)
    }

    /// Opens the lake in a folder to read it. Nothing is made; an interrupted commit is finished where the folder can be written.
    pub fn read_only(dir: &Path) -> Result<Self, Error> {
        if !Layout::all_records(dir).is_dir() {
            return Err(Error::NoLake { path: dir.to_owned() });
        }
        let lake = Self { layout: Layout { lake: dir.to_owned(), machine: String::new() } };
        lake.check_and_recover()?;
        Ok(lake)
    }

    fn check_and_recover(&self) -> Result<(), Error> {
        for machine in names(&Layout::all_records(&self.layout.lake))? {
            let layout = Layout { lake: self.layout.lake.clone(), machine };
            State::check(&layout.state())?;
            if !layout.commit().is_file() {
                continue;
            }
            State::check(&layout.commit())?;
            // Without the lock its owner is at work, or the folder cannot be written: then it is not ours to finish.
            if let Ok(_lock) = Lock::take(&layout.lock(), false) {
                commit::recover(&layout)?;
            }
        }
        Ok(())
    }

    /// The lake's folder.
    pub fn dir(&self) -> &Path {
        &self.layout.lake
    }

    /// The machine, as it is in file names; empty in a lake that is only read.
    pub fn machine(&self) -> &str {
        &self.layout.machine
    }

    /// Takes the right to write this machine's files, waiting for it if asked to; else the error says who has it.
    pub fn lock(&self, wait: bool) -> Result<Lock, Error> {
        let lock = Lock::take(&self.layout.lock(), wait)?;
        commit::recover(&self.layout)?;
        Ok(lock)
    }

    /// What this machine has read so far; the default if nothing.
    pub fn state(&self) -> Result<State, Error> {
        State::load(&self.layout.state())
    }

    /// What a machine has read into this lake so far; the default if nothing.
    pub fn state_of(&self, machine: &str) -> Result<State, Error> {
        State::load(&Layout::new(&self.layout.lake, machine)?.state())
    }

    /// Starts a run: rows that are merged into the lake together.
    pub fn begin<'a>(&'a self, _lock: &'a Lock) -> Run<'a> {
        Run::new(&self.layout)
    }

    /// The files of a table that this machine wrote, by month.
    pub(crate) fn own_files(&self, table: &Table) -> Result<Vec<PathBuf>, Error> {
        Ok(self.layout.months(table)?.into_iter().map(|month| self.layout.file(table, month)).collect())
    }

    /// The files of a table, of all machines, sorted.
    pub fn files(&self, table: &Table) -> Result<Vec<PathBuf>, Error> {
        let folder = self.layout.lake.join(table.name);
        let mut files = Vec::new();
        for month in names(&folder)? {
            let month = folder.join(month);
            files.extend(names(&month)?.iter().filter(|name| name.ends_with(".parquet")).map(|name| month.join(name)));
        }
        Ok(files)
    }
}
