//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

/// Puts what is written in the place of a file. Until all of it is on the disk, what was there before stays.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    Staged::write(path, write)?.put()
}

/// What is to be a file: it lies beside its place, and goes away unless it is put there.
#[derive(Debug)]
pub(crate) struct Staged {
    beside: PathBuf,
    target: PathBuf,
}

impl Staged {
    /// Writes all of it to the disk.
    pub(crate) fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<Self> {
        // A pipe or a device cannot be replaced, and a link stays a link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let is_special = fs::metadata(&target).is_ok_and(|file| !file.is_file());
        let staged = Self { beside: if is_special { target.clone() } else { beside(&target) }, target };
        let mut out = BufWriter::new(File::create(&staged.beside)?);
        write(&mut out)?;
        out.flush()?;
        if !is_special {
            out.get_ref().sync_all()?;
        }
        Ok(staged)
    }

    /// Puts it in its place.
    pub(crate) fn put(self) -> Result<()> {
        Ok(fs::rename(&self.beside, &self.target)?)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if self.beside != self.target {
            // It is there only where it was not put in its place.
            _ = fs::remove_file(&self.beside);
        }
    }
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}
