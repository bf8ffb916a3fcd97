//! Transcripts of Claude Code as typed rows.
//!
//! Bytes go in, Arrow record batches come out; nothing here reads or writes files. The declarations of all tables are
//! in [`tables`]; a [`Table`](table::Table) says what its columns are and how two rows of one key merge. A
//! [`Decoder`](decode::Decoder) turns the bytes of one [`Source`](source::Source) into rows. [`result`] has the results of tools as
//! types, for who reads them one by one.

pub mod audit;
pub mod cell;
pub mod classify;
pub mod decode;
pub mod diff;
pub mod money;
pub mod result;
pub mod source;
pub mod split;
pub mod table;
pub mod tables;
pub mod text;
pub mod time;

mod declare;
mod json;
mod line;
mod policy;
mod text_array;
mod tools;

pub use tools::registry::{Tool, tools};

/// Version of the meaning of all columns: a row of a higher version replaces one of a lower version.
pub const DECODER: i64 = 2;
