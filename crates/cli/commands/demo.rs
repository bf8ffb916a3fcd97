//! `cclake demo`: transcripts to try things on.

use anyhow::{Context, Result};
use cclake_synth::{Options, write_world};

use crate::args::Demo;
use crate::console;
use crate::exit::Exit;

pub(super) fn run(demo: Demo) -> Result<Exit> {
    let options = Options { seed: demo.seed, bytes: u64::from(demo.mb) * 1_000_000 };
    write_world(&demo.dir, &options).with_context(|| format!("cannot write to {}", demo.dir.display()))?;
    let home = demo.dir.join(".claude");
    console::say(format_args!("wrote {}; read it with: cclake ingest {}", home.display(), home.display()));
    Ok(Exit::Done)
}
