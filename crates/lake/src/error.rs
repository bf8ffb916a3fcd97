//! What can go wrong with a lake.

use std::path::{Path, PathBuf};

use cclake_transcript::DECODER;

use crate::state::VERSION;

/// What went wrong, and with which file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no lake in the folder.
    #[error("{}: there is no lake here", path.display())]
    NoLake {
        /// The folder.
        path: PathBuf,
    },
    /// A newer program wrote the lake.
    #[error("{}: written by a newer program (layout {version}, decoder {decoder}; this one has {VERSION} and {DECODER})", path.display())]
    Newer {
        /// The file that says so.
        path: PathBuf,
        /// Version of the layout that it states.
        version: u32,
        /// Version of the decoder that it states.
        decoder: i64,
    },
    /// Another process writes to the lake.
    #[error("{}: another run is writing ({holder})", path.display())]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// Who holds the lock, as the holder wrote it.
        holder: String,
    },
    /// A machine needs a name.
    #[error("{name:?} is not a name for a machine")]
    Machine {
        /// The name that was given.
        name: String,
    },
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A Parquet file could not be read or written.
    #[error("{}: {source}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// Why.
        source: parquet::errors::ParquetError,
    },
    /// Rows of a file could not be read.
    #[error("{}: {source}", path.display())]
    Arrow {
        /// The file.
        path: PathBuf,
        /// Why.
        source: arrow::error::ArrowError,
    },
    /// A file of the lake's own records is not what it should be.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// A file in the folder of a table is not of it.
    #[error("{}: not a file that cclake wrote for the table `{table}`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The table.
        table: &'static str,
    },
    /// A file does not hold the rows that its footer states.
    #[error("{}: {found} rows, and {stated} in the footer", path.display())]
    Rows {
        /// The file.
        path: PathBuf,
        /// Rows that the footer states.
        stated: u64,
        /// Rows that can be read.
        found: u64,
    },
    /// A file that was just written does not hold what was written.
    #[error("{}: {found} rows in the footer, {written} were written", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Rows that were written.
        written: u64,
        /// Rows that the footer states.
        found: u64,
    },
}

/// Names the file that an operation failed on.
pub(crate) trait At<T> {
    /// The result with the path in its error.
    fn at(self, path: &Path) -> Result<T, Error>;
}

macro_rules! at {
    ($($variant:ident: $source:ty,)*) => {$(
        impl<T> At<T> for Result<T, $source> {
            fn at(self, path: &Path) -> Result<T, Error> {
                self.map_err(|source| Error::$variant { path: path.to_owned(), source })
            }
        }
    )*};
}

at! {
    Io: std::io::Error,
    Parquet: parquet::errors::ParquetError,
    Arrow: arrow::error::ArrowError,
    Json: serde_json::Error,
}
