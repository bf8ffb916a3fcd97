//! The file beside an agent's transcript that says what the agent is: `agent-ID.meta.json`.
//!
//! It is read with its transcript and is no source of its own. Without a transcript nobody looks for it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::changes::seen;

/// A larger file is no sidecar: real ones have a few hundred bytes.
const LARGEST: u64 = 1 << 20;

/// Where the sidecar of a file would be. NULL for what is no transcript of an agent.
pub(crate) fn beside(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.as_encoded_bytes();
    (name.starts_with(b"agent-") && name.ends_with(b".jsonl")).then(|| file.with_extension("meta.json"))
}

/// What tells whether the sidecar of a file has changed: the hash of its size, times and number, and 0 where there is none.
pub(crate) fn mark(file: &Path) -> u64 {
    beside(file).and_then(|path| fs::metadata(path).ok()).map_or(0, |metadata| mark_of(&metadata))
}

fn mark_of(metadata: &Metadata) -> u64 {
    let seen = seen(metadata);
    let parts = [seen.bytes, seen.mtime_ns.cast_unsigned(), seen.ctime_ns.cast_unsigned(), seen.inode];
    // 0 is taken.
    xxh3_64(&parts.map(u64::to_le_bytes).concat()).max(1)
}

/// What is beside a transcript.
#[derive(Debug)]
pub(crate) struct Sidecar {
    /// Where it is. NULL where there is none.
    path: Option<PathBuf>,
    /// See [`mark`].
    pub(crate) mark: u64,
    content: io::Result<Vec<u8>>,
}

impl Sidecar {
    /// Reads the sidecar of a file. It is measured before it is read: whatever is written from now on shows in the next run.
    pub(crate) fn read(file: &Path) -> Self {
        let none = Self { path: None, mark: 0, content: Ok(Vec::new()) };
        let Some(path) = beside(file) else { return none };
        match fs::metadata(&path) {
            Ok(metadata) => Self { mark: mark_of(&metadata), content: content(&path, &metadata), path: Some(path) },
            Err(error) if error.kind() == io::ErrorKind::NotFound => none,
            Err(error) => Self { path: Some(path), mark: 0, content: Err(error) },
        }
    }

    /// Hands it to a reader that may find it damaged. Gives a sentence on what is wrong with it.
    pub(crate) fn problem(self, take: impl FnOnce(&[u8]) -> Result<(), &'static str>) -> Option<String> {
        let path = self.path?;
        let problem = match self.content {
            Ok(bytes) => take(&bytes).err()?.to_owned(),
            Err(error) => error.to_string(),
        };
        Some(format!("cannot read {}: {problem}", path.display()))
    }
}

fn content(path: &Path, metadata: &Metadata) -> io::Result<Vec<u8>> {
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(io::Error::other("larger than a sidecar can be")) } else { Ok(bytes) }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn only_transcripts_of_agents_have_one() {
        assert_eq!(beside(Path::new("/p/s/subagents/agent-a1.jsonl")), Some("/p/s/subagents/agent-a1.meta.json".into()));
        assert_eq!(beside(Path::new("agent-a.b.jsonl")), Some("agent-a.b.meta.json".into()));
        for other in ["/p/s.jsonl", "/agent-x/s.jsonl", "agent-a1.log", "agent-a1.jsonl.bak"] {
            assert_eq!(beside(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn what_is_there_is_read_and_what_changes_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let transcript = dir.path().join("agent-a1.jsonl");
        let path = beside(&transcript).unwrap();
        let none = Sidecar::read(&transcript);
        assert_eq!((none.mark, none.path, mark(&transcript)), (0, None, 0));

        fs::write(&path, "{}").unwrap();
        let first = Sidecar::read(&transcript);
        assert_eq!(first.mark, mark(&transcript));
        assert_ne!(first.mark, 0);
        fs::write(&path, "{ }").unwrap();
        assert_ne!(mark(&transcript), first.mark);
        assert_eq!(mark(&transcript), mark(&transcript));
        assert_eq!(first.content.unwrap(), b"{}");

        fs::write(&path, vec![b' '; usize::try_from(LARGEST).unwrap() + 1]).unwrap();
        let problem = || Sidecar::read(&transcript).problem(|_| Ok(())).unwrap();
        assert_eq!(problem(), format!("cannot read {}: larger than a sidecar can be", path.display()));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(problem(), format!("cannot read {}: not a regular file", path.display()));
    }
}
