//! One writer for each lake and machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::error::{At, Error};

/// The right to write a machine's files; given back when dropped, also by a process that dies.
#[derive(Debug)]
pub struct Lock {
    /// Open while the lock is held: closing it gives the lock back.
    _file: File,
}

impl Lock {
    /// Takes the lock, waiting for it if asked to.
    pub(crate) fn take(path: &Path, wait: bool) -> Result<Self, Error> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).at(path)?;
        if wait {
            file.lock().at(path)?;
        } else {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::Locked { path: path.to_owned(), holder: holder(&mut file) }),
                Err(TryLockError::Error(error)) => return Err(error).at(path),
            }
        }
        let started = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
        file.set_len(0).at(path)?;
        file.rewind().at(path)?;
        file.write_all(format!("process {}, since {started}\n", std::process::id()).as_bytes()).at(path)?;
        Ok(Self { _file: file })
    }
}

/// What the holder of a lock wrote into it. Where the system keeps others from reading a locked file, it stays unknown.
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    match file.read_to_string(&mut text) {
        Ok(_) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => "process unknown".to_owned(),
    }
}
