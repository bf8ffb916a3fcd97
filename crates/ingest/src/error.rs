//! What stops an ingest.

use std::io;
use std::path::PathBuf;

/// Why nothing was ingested. A file that cannot be read is no such reason.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A given path leads nowhere.
    #[error("{}: {source}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file of prices cannot be used.
    #[error(transparent)]
    Prices(#[from] cclake_pricing::Error),
    /// The lake keeps other text than what was asked for.
    #[error("{}: the lake was made with --text {kept}, not {asked}; --rescan changes that for all transcripts that still exist", lake.display())]
    TextPolicy {
        /// The lake.
        lake: PathBuf,
        /// Its policy.
        kept: String,
        /// The one asked for.
        asked: &'static str,
    },
    /// A later version of this program has read transcripts into the lake.
    #[error("{}: the lake was written by a newer cclake (decoder {written}, this is {ours}); update cclake", lake.display())]
    Newer {
        /// The lake.
        lake: PathBuf,
        /// The decoder that wrote it.
        written: i64,
        /// The decoder of this program.
        ours: i64,
    },
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The lake could not be read or written.
    #[error(transparent)]
    Lake(#[from] cclake_lake::Error),
}
