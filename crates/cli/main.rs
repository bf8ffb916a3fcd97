//! The `cclake` command line.
//!
//! Standard output is data, standard error is for people. What a command does is in [`commands`]; how an answer looks is in
//! [`output`]; everything that is printed goes through [`console`].

mod args;
mod commands;
mod config;
mod console;
mod exit;
mod output;
mod places;
mod progress;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match commands::run(Args::parse()) {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}
