//! Standard input as a source.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use tempfile::NamedTempFile;
use xxhash_rust::xxh3::Xxh3;

use crate::discover::Found;

/// How standard input is given as a path; also the root of what came through it.
pub(crate) const STDIN: &str = "-";

/// What came through standard input, in a file that goes when it was read. It is known by its content: the same again is the same source.
#[derive(Debug)]
pub(crate) struct Spool {
    file: NamedTempFile,
    hash: u128,
    bytes: u64,
}

impl Spool {
    /// Takes all that an input gives.
    pub(crate) fn of(mut input: impl Read) -> io::Result<Self> {
        let mut file = NamedTempFile::new()?;
        let mut hash = Xxh3::new();
        let mut bytes = 0;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hash.update(&buffer[..read]);
            file.write_all(&buffer[..read])?;
            bytes += read as u64;
        }
        Ok(Self { file, hash: hash.digest128(), bytes })
    }

    /// The source; NULL where nothing came.
    pub(crate) fn found(&self) -> Option<Found> {
        let file: PathBuf = self.file.path().to_owned();
        (self.bytes > 0).then(|| Found { file, root: STDIN.into(), path: format!("stdin/{:032x}.jsonl", self.hash) })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_content_is_the_name() {
        let long = "x".repeat(200_000);
        let one = Spool::of(long.as_bytes()).unwrap();
        let found = one.found().unwrap();
        assert_eq!((&*found.root, std::fs::read_to_string(&found.file).unwrap()), ("-", long.clone()));
        assert_eq!(Spool::of(long.as_bytes()).unwrap().found().unwrap().path, found.path);
        assert_ne!(Spool::of("x".as_bytes()).unwrap().found().unwrap().path, found.path);
        drop(one);
        assert!(!found.file.exists());
        assert!(Spool::of(io::empty()).unwrap().found().is_none());
    }
}
