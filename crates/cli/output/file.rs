//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

/// Puts what is written in the place of a file. Until all of it is on the disk, what was there before stays.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    // A pipe or a device cannot be replaced, and a link stays a link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|file| !file.is_file()) {
        let mut out = BufWriter::new(File::create(&target)?);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let beside = beside(&target);
    let written = write_all(&beside, write).and_then(|()| Ok(fs::rename(&beside, &target)?));
    if written.is_err() {
        // What went wrong is the error; that this may fail as well is none of its own.
        _ = fs::remove_file(&beside);
    }
    written
}

fn write_all(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(&mut out)?;
    out.flush()?;
    Ok(out.get_ref().sync_all()?)
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}
