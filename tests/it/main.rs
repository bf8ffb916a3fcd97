//! The program from the outside: its command line, and SQL over lakes of hand-made rows.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod cases;
mod cli;
mod fixture;
mod formats;
mod guard;
mod machines;
mod paths;
mod schema;
mod situations;
mod truth;
mod views;
mod zones;
