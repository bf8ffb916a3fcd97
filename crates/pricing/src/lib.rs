//! Prices: what one request of a model cost, exact to the pico-dollar.
//!
//! [`PriceTable`] holds dated price rows: the built-in ones, and those of files that a user adds with
//! [`PriceTable::parse`] and [`PriceTable::merge`]. A [`Pricer`] finds the row that was in force for a model on a day,
//! remembers it, and computes the [`Cost`] of a [`Request`]; [`Pricer::explain`] shows the same computation line by line.
//!
//! Nothing is guessed. A model that no row names has no cost, whatever its family costs; a modifier whose price is not
//! known leaves the list price and says so in the [`Status`]. Money and prices are integers of pico-dollars
//! (10⁻¹² USD), never floats. This crate reads no file and no clock.

mod changes;
mod cost;
mod decimal;
mod error;
mod explain;
mod hash;
mod ids;
mod model;
mod modifier;
mod parse;
mod pattern;
mod pricer;
mod request;
mod row;
mod status;
mod table;

pub use changes::Change;
pub use cost::Cost;
pub use decimal::{dollars, fixed};
pub use error::Error;
pub use explain::Line;
pub use jiff::civil::Date;
pub use pattern::Pattern;
pub use pricer::Pricer;
pub use request::{Kind, Request, Tokens};
pub use row::{Long, PriceRow, Rates};
pub use status::{Flag, Flags, Status};
pub use table::{Mode, PriceTable};
