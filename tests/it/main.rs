//! The program from the outside: its command line, and SQL over lakes of hand-made rows.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod carriers;
mod cases;
mod cli;
mod costs;
mod docs;
mod doctor;
mod fixture;
mod formats;
mod guard;
mod hand_counted;
mod jobs;
mod machines;
mod outside;
mod paths;
mod plain_engine;
mod prices;
mod queries;
mod reconcile;
mod reconcile_results;
mod recount;
mod report_cases;
mod reports;
mod result_kinds;
mod schema;
mod situations;
mod subagents;
mod truth;
mod views;
mod zones;
