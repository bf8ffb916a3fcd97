//! What a lake holds: which machines wrote which tables.

use std::collections::BTreeSet;
use std::path::Path;

use cclake_lake::Lake;
use cclake_transcript::table::Table;

use crate::error::Error;
use crate::quote;

/// A lake to be read.
#[derive(Debug)]
pub(crate) struct Layout {
    lake: Lake,
    /// The lake's folder, absolute.
    pub(crate) path: String,
}

impl Layout {
    /// Opens the lake in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, Error> {
        let lake = Lake::read_only(folder)?;
        let absolute = std::path::absolute(folder).map_err(|source| Error::Path { path: folder.to_owned(), source })?;
        match absolute.into_os_string().into_string() {
            Ok(path) => Ok(Self { lake, path }),
            Err(path) => Err(Error::PathNotText { path: path.into() }),
        }
    }

    /// The machines that have rows in a table, as its files are named.
    pub(crate) fn machines(&self, table: &Table) -> Result<BTreeSet<String>, Error> {
        let files = self.lake.files(table)?;
        Ok(files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect())
    }

    /// A table's files as a pattern, not yet quoted.
    pub(crate) fn files(&self, table: &Table) -> String {
        format!("{}/{}/*/*.parquet", quote::pattern(&self.path), table.name)
    }
}
