//! Deterministic synthetic transcript trees: every situation that real logs have, in their shapes and shares, and the totals that a
//! right reader must find.

mod agent;
mod attachment;
mod deck;
mod json;
mod kit;
mod lexicon;
mod metadata;
mod opening;
mod plot;
mod progress;
mod response;
mod rng;
mod system;
mod thread;
mod tools;
mod truth;
mod turn;
mod user;
mod version;

use std::fs;
use std::io;
use std::path::Path;

pub use truth::{Changes, Counts, Tokens, ToolUse, Truth};

use kit::Kit;
use thread::{File, Thread};
use version::{VERSIONS, Version};

/// 2026-03-01T08:00:00Z.
const START: i64 = 1_772_352_000_000;
const DAY: i64 = 86_400_000;
const DAYS: u64 = 150;

/// What to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The same seed and size give the same tree, byte for byte.
    pub seed: u64,
    /// About how many bytes the transcripts have. A tree that shows everything once has about two megabytes; smaller sizes give that.
    pub bytes: u64,
}

/// Writes `dir/.claude/projects/…` and `dir/truth.json`, and returns what the latter says.
///
/// # Errors
/// When `dir/.claude` exists already, or a file cannot be written.
pub fn write_world(dir: &Path, options: &Options) -> io::Result<Truth> {
    let home = dir.join(".claude");
    if home.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists already", home.display())));
    }
    let projects = home.join("projects");
    let mut kit = Kit::new(options.seed);
    let session = |kit: &mut Kit, version, clock, budget| -> io::Result<()> {
        plot::any(kit, version, clock, budget).into_iter().try_for_each(|thread| save(kit, &projects, thread))
    };
    while !kit.is_complete() {
        for (at, version) in VERSIONS.into_iter().enumerate() {
            if kit.owes_any(version) {
                let day = DAYS * at as u64 / VERSIONS.len() as u64;
                session(&mut kit, version, START + DAY * day as i64, 30_000)?;
            }
        }
    }
    kit.brief = false;
    for n in 1.. {
        let left = options.bytes.saturating_sub(kit.balance.total());
        if left == 0 {
            break;
        }
        let budget = session_bytes(&mut kit).min(left).min(options.bytes / 24);
        let (version, clock) = moment(&mut kit, n);
        session(&mut kit, version, clock, budget)?;
    }
    fs::write(dir.join("truth.json"), kit.truth.to_json())?;
    Ok(kit.truth)
}

/// Between 50 kB and 4 MB, each doubling as likely as the others.
fn session_bytes(kit: &mut Kit) -> u64 {
    (50_000 << kit.rng.below(6)) * kit.rng.within(1000..=2500) / 1000
}

/// When the session of this number starts, and a version of that time. Steps of the golden ratio spread any number of sessions evenly,
/// so that every version has its part.
fn moment(kit: &mut Kit, n: u64) -> (Version, i64) {
    let turn = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let day = (turn * DAYS) >> 32;
    let newest = VERSIONS.len() * day as usize / DAYS as usize;
    let version = VERSIONS[newest.saturating_sub(kit.rng.below(3))];
    (version, START + DAY * day as i64 + kit.rng.below(12 * 3_600_000) as i64)
}

/// Writes the transcript of a session and those of its subagents.
fn save(kit: &mut Kit, projects: &Path, mut thread: Thread) -> io::Result<()> {
    let project = projects.join(thread.frame.project());
    let main = File { path: format!("{}.jsonl", thread.frame.session), text: std::mem::take(&mut thread.out), is_source: true };
    for file in std::iter::once(main).chain(thread.files) {
        if file.is_source {
            kit.truth.sources += 1;
            kit.truth.bytes += file.text.len() as u64;
        }
        let path = project.join(&file.path);
        fs::create_dir_all(path.parent().expect("the path has the project above it"))?;
        fs::write(path, file.text)?;
    }
    Ok(())
}
