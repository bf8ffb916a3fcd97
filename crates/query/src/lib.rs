//! SQL over a lake, with an embedded DuckDB.
//!
//! [`Session`] opens a lake as one view per table and answers statements that only read. [`init_sql`] gives the same
//! views as a script for any other DuckDB. What a view adds to its table is in [`fields`].

mod error;
mod fields;
mod guard;
mod layout;
mod quote;
mod script;
mod session;
mod views;
mod zone;

pub use error::{Engine, Error};
pub use fields::{Field, fields};
pub use session::{Answer, Options, Session, init_sql};
