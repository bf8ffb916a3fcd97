//! What can be wrong with a price file.

/// What is wrong, in which file, and in which row of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file has none of the known formats.
    #[error("{file}: {reason}")]
    Format {
        /// Name of the file.
        file: String,
        /// What was expected.
        reason: String,
    },
    /// The file is not JSON, though it begins like it, or not of the shape that its format has.
    #[error("{file}: {source}")]
    Json {
        /// Name of the file.
        file: String,
        /// Why.
        source: serde_json::Error,
    },
    /// A row cannot be used.
    #[error("{file}: {row}: {reason}")]
    Row {
        /// Name of the file.
        file: String,
        /// The row: its line in a CSV, its number or model in a JSON.
        row: String,
        /// Why.
        reason: String,
    },
}
