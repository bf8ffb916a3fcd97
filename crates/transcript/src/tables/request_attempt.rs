//! Attempts: model calls that a response needed besides the one that it counts.

use crate::table;

table! {
    /// Iterations that the usage of a response lists and does not count: attempts that were refused or failed over to another model,
    /// and compactions at the API. They are in no total. One row per such iteration of a response.
    mod request_attempts [common: common, usage: response_usage] {
        parent: requests,
        /// Kind of iteration, as written: message, fallback_message, compaction. NULL where it does not say. Source: `usage.iterations[].type`.
        best r#type: Opt<Text>,
    }
}
