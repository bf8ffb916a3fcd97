//! Tells which transcripts are not as they were last read.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use cclake_lake::{Seen, State};
use rayon::iter::Either;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::discover::Found;
use crate::sidecar;
use crate::spool::STDIN;

/// How much of a file's beginning tells one that grew from one that was rewritten.
const HEAD: usize = 4096;

/// A transcript to read.
#[derive(Debug)]
pub(crate) struct Changed {
    /// Where it is.
    pub(crate) found: Found,
    /// Its size, as far as known before it is opened.
    pub(crate) bytes: u64,
    /// What is known of the last time.
    pub(crate) before: Option<Seen>,
}

/// The transcripts that are not as this state has them, in their order, and those that cannot be measured, with the reason.
pub(crate) fn changed_since(sources: Vec<Found>, state: &State) -> (Vec<Changed>, Vec<(PathBuf, String)>) {
    let change = |found: Found| {
        let before = state.sources.get(&*found.root).and_then(|paths| paths.get(&found.path));
        match fs::metadata(&found.file) {
            Ok(metadata) if before.is_some_and(|before| *found.root == *STDIN || is_same(before, &found.file, &metadata)) => None,
            Ok(metadata) => Some(Either::Left(Changed { bytes: metadata.len(), before: before.copied(), found })),
            Err(error) => Some(Either::Right((found.file, error.to_string()))),
        }
    };
    sources.into_par_iter().with_min_len(64).filter_map(change).partition_map(|change| change)
}

/// Whether nothing tells that a file, or the sidecar beside it, was written to since it was seen.
pub(crate) fn is_same(before: &Seen, file: &Path, metadata: &Metadata) -> bool {
    let now = seen(metadata);
    (before.bytes, before.mtime_ns, before.ctime_ns, before.inode) == (now.bytes, now.mtime_ns, now.ctime_ns, now.inode)
        && before.sidecar == sidecar::mark(file)
}

/// A file as its metadata tells it, with no head and no sidecar yet.
#[cfg(unix)]
pub(crate) fn seen(metadata: &Metadata) -> Seen {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    Seen {
        bytes: metadata.len(),
        mtime_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        ctime_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        inode: metadata.ino(),
        ..Seen::default()
    }
}

/// A file as its metadata tells it, with no head and no sidecar yet.
#[cfg(not(unix))]
pub(crate) fn seen(metadata: &Metadata) -> Seen {
    let since_epoch = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let mtime_ns = since_epoch.and_then(|duration| i64::try_from(duration.as_nanos()).ok()).unwrap_or_default();
    Seen { bytes: metadata.len(), mtime_ns, ..Seen::default() }
}

/// Adds what a file begins with.
pub(crate) fn with_head(seen: Seen, ahead: &[u8]) -> Seen {
    let head = &ahead[..ahead.len().min(HEAD)];
    Seen { head_hash: xxh3_64(head), head_bytes: head.len() as u64, ..seen }
}

/// Whether a file does not begin any more with what it began with: it did not just grow.
pub(crate) fn is_rewritten(before: &Seen, ahead: &[u8]) -> bool {
    usize::try_from(before.head_bytes).ok().and_then(|bytes| ahead.get(..bytes)).is_none_or(|head| xxh3_64(head) != before.head_hash)
}
