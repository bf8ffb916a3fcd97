//! What can go wrong between a question and its answer.

use std::io;
use std::path::PathBuf;

/// Why a lake could not be opened or a statement not answered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The lake could not be opened or listed.
    #[error(transparent)]
    Lake(#[from] cclake_lake::Error),
    /// SQL is text, so the path of a lake has to be.
    #[error("the path of the lake is not valid UTF-8: {}", path.display())]
    PathNotText {
        /// The path.
        path: PathBuf,
    },
    /// The path of the lake leads nowhere.
    #[error("{}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The engine could not be started or locked down.
    #[error("cannot start the SQL engine")]
    Start(#[source] Engine),
    /// A view could not be made of a table's files.
    #[error("cannot read `{view}` of the lake")]
    View {
        /// The view.
        view: &'static str,
        /// What the engine says.
        source: Engine,
    },
    /// A macro or a view of the library is not SQL that the engine takes.
    #[error("the definition of `{name}`")]
    Definition {
        /// The macro or view.
        name: &'static str,
        /// What the engine says.
        source: Engine,
    },
    /// A file of queries is not as such files are.
    #[error("{}:{line}: {what}", path.display())]
    QueryFile {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// What is asked of a report does not fit it.
    #[error("{0}")]
    Ask(String),
    /// The text holds no statement.
    #[error("there is no statement to run")]
    Empty,
    /// The statement does more than read.
    #[error("{what} is refused: statements may only read")]
    Refused {
        /// What was refused.
        what: String,
    },
    /// The text is not SQL.
    #[error("{0}")]
    Syntax(String),
    /// The engine could not answer.
    #[error(transparent)]
    Query(#[from] Engine),
}

/// What the engine says about an error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Engine(String);

impl From<duckdb::Error> for Engine {
    fn from(error: duckdb::Error) -> Self {
        // Not as the source: below it there is nothing but a number.
        Self(error.to_string())
    }
}

impl From<duckdb::Error> for Error {
    fn from(error: duckdb::Error) -> Self {
        Self::Query(error.into())
    }
}

impl Error {
    /// What to do about it, where that is known.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Error::Lake(cclake_lake::Error::NoLake { .. }) => Some("`cclake ingest` makes it; `--lake DIR` or CCLAKE_LAKE names another"),
            Error::View { .. } => Some(
                "`cclake ingest` rewrites files that an older cclake left; a broken file, which `cclake doctor` names, can be deleted: `cclake ingest --rescan` then makes it anew",
            ),
            Error::Refused { what } if what == "PIVOT" => Some("name the values: PIVOT … ON column IN ('a', 'b') USING …"),
            Error::Refused { .. } => Some("SELECT, FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN and SET VARIABLE are what runs"),
            _ => None,
        }
    }
}
