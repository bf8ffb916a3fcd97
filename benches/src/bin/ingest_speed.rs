//! How fast a tree of transcripts becomes a lake, beside the fastest that its JSON can be scanned at all.
//!
//! `ingest_speed [MB] [THREADS]` makes a synthetic tree of that size in the temp folder, or takes the one that is there,
//! and runs the scan and the ingest in a process each.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{env, fs, io};

use cclake_benches::{Usage, files, total};
use cclake_ingest::{Options, Progress, ingest};
use cclake_transcript::decode::TextPolicy;
use rayon::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The tree is the same for everybody.
const SEED: u64 = 1;

/// What a run took.
#[derive(Serialize, Deserialize)]
struct Taken {
    seconds: f64,
    usage: Usage,
    /// CPU seconds of each stage.
    stages: Vec<(String, f64)>,
}

/// The stages of an ingest, with the CPU seconds of the process when each began.
#[derive(Default)]
struct Stages(Mutex<Vec<(String, f64)>>);

impl Progress for Stages {
    fn found(&self, _: u64, _: u64) {}

    fn read(&self, _: u64) {}

    fn stage(&self, name: &str) {
        let cpu_seconds = Usage::so_far().map_or(0.0, |usage| usage.cpu_seconds);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), cpu_seconds));
    }
}

impl Stages {
    /// CPU seconds of each stage, all its turns together. The last turn ends now.
    fn lengths(self, now: f64) -> Vec<(String, f64)> {
        let began = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ends: Vec<f64> = began.iter().skip(1).map(|(_, end)| *end).chain([now]).collect();
        let mut lengths: Vec<(String, f64)> = Vec::new();
        for ((name, start), end) in began.into_iter().zip(ends) {
            match lengths.iter_mut().find(|(known, _)| *known == name) {
                Some((_, length)) => *length += end - start,
                None => lengths.push((name, end - start)),
            }
        }
        lengths
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--scan", tree, _, threads] => run_alone(threads.parse()?, |_, _| scan(Path::new(tree))),
        ["--ingest", tree, lake, threads] => {
            run_alone(threads.parse()?, |threads, stages| ingest_tree(Path::new(tree), Path::new(lake), threads, stages))
        }
        [] => compare(100, threads_here()),
        [megabytes] => compare(megabytes.parse()?, threads_here()),
        [megabytes, threads] => compare(megabytes.parse()?, threads.parse()?),
        _ => Err("usage: ingest_speed [MB] [THREADS]".into()),
    }
}

fn threads_here() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
fn compare(megabytes: u64, threads: usize) -> Result<(), Box<dyn Error>> {
    let tree = tree(megabytes)?;
    let lake = env::temp_dir().join(format!("cclake-bench-lake-{}", std::process::id()));
    let sources = files(&tree, ".jsonl")?;
    let bytes = total(&sources);
    // The first scan brings the tree into the cache of the system.
    run("--scan", &tree, &lake, threads)?;
    let scan = run("--scan", &tree, &lake, threads)?;
    let ingest = run("--ingest", &tree, &lake, threads)?;
    let kept = total(&files(&lake, ".parquet")?);
    let again = run("--ingest", &tree, &lake, threads)?;
    fs::remove_dir_all(&lake)?;

    let mega = |bytes: u64| bytes as f64 / 1e6;
    let rate = |taken: &Taken| mega(bytes) / taken.usage.cpu_seconds;
    println!("tree                {:.0} MB in {} files, {threads} threads", mega(bytes), sources.len());
    println!("scan                {:.0} MB per CPU second, {:.2} s", rate(&scan), scan.seconds);
    println!("ingest              {:.0} MB per CPU second, {:.2} s", rate(&ingest), ingest.seconds);
    println!("ingest / scan       {:.1} %", 100.0 * rate(&ingest) / rate(&scan));
    for (stage, cpu_seconds) in &ingest.stages {
        println!("  {stage:<17} {:.1} % of its CPU time", 100.0 * cpu_seconds / ingest.usage.cpu_seconds);
    }
    println!("lake / tree         {:.2} %", 100.0 * kept as f64 / bytes as f64);
    println!("peak memory         {:.0} MB", mega(ingest.usage.peak_bytes));
    println!("nothing changed     {:.0} ms", 1000.0 * again.seconds);
    Ok(())
}

/// The synthetic tree of this size, which ends with its file of true totals.
fn tree(megabytes: u64) -> io::Result<PathBuf> {
    let tree = env::temp_dir().join(format!("cclake-bench-{megabytes}"));
    if !tree.join("truth.json").exists() {
        fs::create_dir_all(&tree)?;
        cclake_synth::write_world(&tree, &cclake_synth::Options { seed: SEED, bytes: megabytes * 1_000_000 })?;
    }
    Ok(tree)
}

/// Runs this program again for one of its parts.
fn run(part: &str, tree: &Path, lake: &Path, threads: usize) -> Result<Taken, Box<dyn Error>> {
    let output = Command::new(env::current_exe()?).arg(part).args([tree, lake]).arg(threads.to_string()).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{part}: {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Runs a part in this process, and prints what it took.
#[expect(clippy::print_stdout, reason = "the parent process reads it")]
fn run_alone(threads: usize, part: impl FnOnce(usize, &Stages) -> Result<(), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let stages = Stages::default();
    let start = Instant::now();
    part(threads, &stages)?;
    let seconds = start.elapsed().as_secs_f64();
    let usage = Usage::so_far()?;
    println!("{}", serde_json::to_string(&Taken { seconds, usage, stages: stages.lengths(usage.cpu_seconds) })?);
    Ok(())
}

/// Parses every line and keeps nothing.
fn scan(tree: &Path) -> Result<(), Box<dyn Error>> {
    let lines: io::Result<Vec<usize>> = files(tree, ".jsonl")?
        .par_iter()
        .map(|(file, _)| {
            let bytes = fs::read(file)?;
            let ends = memchr::memchr_iter(b'\n', &bytes).chain([bytes.len()]);
            let mut start = 0;
            let valid = ends.filter(|end| {
                let line = &bytes[start..*end];
                start = end + 1;
                serde_json::from_slice::<IgnoredAny>(line).is_ok()
            });
            Ok(valid.count())
        })
        .collect();
    if lines?.iter().sum::<usize>() == 0 {
        return Err("the tree has no lines".into());
    }
    Ok(())
}

fn ingest_tree(tree: &Path, lake: &Path, threads: usize, stages: &Stages) -> Result<(), Box<dyn Error>> {
    let options = Options {
        text: Some(TextPolicy::Preview),
        threads: Some(threads),
        ..Options::new(vec![tree.join(".claude")], lake.to_owned(), "bench".to_owned())
    };
    ingest(&options, stages)?;
    Ok(())
}
