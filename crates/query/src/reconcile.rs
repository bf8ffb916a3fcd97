//! The queries that compare a lake with what others counted: files of SQL in `queries/reconcile`, which say what they need.

/// A lake beside a report of ccusage.
pub const CCUSAGE: &str = concat!(include_str!("../../../queries/reconcile/ccusage.sql"), include_str!("../../../queries/reconcile/lines.sql"));

/// A lake beside result messages of Claude Code.
pub const RESULTS: &str = concat!(include_str!("../../../queries/reconcile/results.sql"), include_str!("../../../queries/reconcile/lines.sql"));
