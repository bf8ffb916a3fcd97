//! Why a payload cannot be typed faithfully.

use thiserror::Error;

/// A payload did not match the type of its tool's results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ToolResultError {
    /// The payload is not JSON.
    #[error("{tool}: payload is not JSON: {reason}")]
    NotJson {
        /// The tool, as it was invoked.
        tool: String,
        /// What is wrong with the text, and where.
        reason: String,
    },
    /// The payload holds a value that JSON text cannot express: half of a surrogate pair, or a number beyond the range of doubles.
    #[error("{tool}: payload holds {value}, which JSON text cannot express")]
    Inexpressible {
        /// The tool, as it was invoked.
        tool: String,
        /// The value, as it is written.
        value: String,
    },
    /// A field is of the wrong type.
    #[error("{tool}: field `{field}` is not {expected}")]
    WrongType {
        /// The tool, as it was invoked.
        tool: String,
        /// Key of the field, as on disk; `[]` for an element of an array.
        field: &'static str,
        /// What should be there, such as "a string".
        expected: &'static str,
    },
}

impl ToolResultError {
    /// The tool, as it was invoked.
    pub fn tool(&self) -> &str {
        match self {
            ToolResultError::NotJson { tool, .. } | ToolResultError::Inexpressible { tool, .. } | ToolResultError::WrongType { tool, .. } => tool,
        }
    }

    /// The field that is of the wrong type. `None` where the payload as a whole is damaged.
    pub fn field(&self) -> Option<&'static str> {
        match self {
            ToolResultError::WrongType { field, .. } => Some(field),
            _ => None,
        }
    }

    /// What was expected of the field, or of the payload where there is none.
    pub fn expected(&self) -> &'static str {
        match self {
            ToolResultError::NotJson { .. } => "JSON",
            ToolResultError::Inexpressible { .. } => "values that JSON text can express",
            ToolResultError::WrongType { expected, .. } => expected,
        }
    }
}
