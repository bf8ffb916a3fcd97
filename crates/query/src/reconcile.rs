//! The queries that compare a lake with what others counted: files of SQL in `queries/reconcile`, which say what they need.

/// A query from its beginning, which all have, to its end, which all have.
macro_rules! comparison {
    ($file:literal) => {
        concat!(
            include_str!("../../../queries/reconcile/rates.sql"),
            include_str!(concat!("../../../queries/reconcile/", $file)),
            include_str!("../../../queries/reconcile/lines.sql")
        )
    };
}

/// A lake beside a report of ccusage.
pub const CCUSAGE: &str = comparison!("ccusage.sql");

/// A lake beside result messages of Claude Code.
pub const RESULTS: &str = comparison!("results.sql");
