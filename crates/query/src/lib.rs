//! SQL over a lake, with an embedded DuckDB.
//!
//! [`Session`] opens a lake as one view per table, and those of the [`Library`], and answers statements that only read, and its
//! reports. [`init_sql`] gives the same views as a script for any other DuckDB. What a view adds to its table is in [`fields`].

mod ask;
mod error;
mod fields;
mod guard;
mod layout;
mod library;
mod period;
mod quote;
pub mod reconcile;
mod script;
mod session;
mod views;
mod zone;

pub use ask::Ask;
pub use error::{Engine, Error};
pub use fields::{Field, fields};
pub use library::{Column, Content, Hint, Library, Macro, Parameter, Part, Report, View};
pub use session::{Answer, Options, Session, init_sql, report_sql};
