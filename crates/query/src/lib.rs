//! SQL over a lake, with an embedded DuckDB.
//!
//! [`Session`] opens a lake as one view per table, and those of the [`catalogue`], and answers statements that only read.
//! [`init_sql`] gives the same views as a script for any other DuckDB. What a view adds to its table is in [`fields`].

mod catalogue;
mod error;
mod fields;
mod guard;
mod layout;
mod quote;
pub mod reconcile;
mod script;
mod session;
mod views;
mod zone;

pub use catalogue::{View, catalogue};
pub use error::{Engine, Error};
pub use fields::{Field, fields};
pub use session::{Answer, Options, Session, init_sql};
