//! One writer for each lake and machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::error::{At, Error};

/// The right to write a machine's files; given back when dropped, also by a process that dies.
#[derive(Debug)]
pub struct Lock {
    /// Open while the lock is held.
    file: File,
}

impl Drop for Lock {
    /// Closing alone is not enough: a child process that another thread is about to start has a copy of every open file
    /// until it runs its own program, and the lock belongs to all copies.
    fn drop(&mut self) {
        // Where unlocking fails, closing does it, at the latest with the last copy.
        _ = self.file.unlock();
    }
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
        Ok(Self { file })
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::Lock;

    #[test]
    fn a_copy_in_a_child_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = Lock::take(&path, false).unwrap();
        let copy = lock.file.try_clone().unwrap();
        Lock::take(&path, false).unwrap_err();
        drop(lock);
        Lock::take(&path, false).unwrap();
        drop(copy);
    }
}
