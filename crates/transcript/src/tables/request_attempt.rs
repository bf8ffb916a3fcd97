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
    derived(crate::table::underived) {
        /// What it would cost if it was billed, which is not known: an estimate, in no total. NULL where it is unpriced.
        cost_estimate_usd: Opt<Money>,
        /// Whether there is an estimate, as in `requests`. NULL until the row is priced, which every ingest does.
        cost_status: Opt<Text>,
        /// Price that was used, as in the price table. NULL where none was found.
        price_id: Opt<Text>,
    }
}
