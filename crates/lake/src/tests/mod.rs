//! Tests of the lake as a whole.

mod crash;
mod evolution;
mod files;
mod properties;
mod round_trip;
mod sample;
mod situations;
mod state;
