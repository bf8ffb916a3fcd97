//! From transcripts on disk to a lake.
//!
//! [`ingest`] finds the transcripts, skips those that are as they were last read, decodes the others on all threads, and
//! lets the lake merge their rows. A transcript that cannot be read costs a warning, never the run.

mod audit;
mod batches;
mod blocks;
mod changes;
mod defaults;
mod dimensions;
mod discover;
mod error;
mod money;
mod outcome;
mod pipeline;
mod prices;
mod sidecar;
mod spool;
mod survey;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use cclake_lake::{Lake, State};
use cclake_pricing::Mode;
use cclake_transcript::DECODER;
use cclake_transcript::decode::TextPolicy;

pub use crate::audit::{Audited, audit};
pub use crate::error::Error;
pub use crate::money::{Money, Unpriced};
pub use crate::outcome::{Outcome, Summary};
pub use crate::prices::{calls_of, price_file, price_table};
pub use crate::survey::{Place, Standing, Survey, standing, survey};

use crate::batches::batches;
use crate::changes::Changed;
use crate::defaults::Defaults;
use crate::discover::{Discovery, discover};
use crate::pipeline::{Pipeline, Reading};
use crate::prices::Prices;
use crate::spool::{STDIN, Spool};

/// What to ingest, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Config dirs, folders of transcripts, single files, or `-` for standard input; the config dirs of this user if none is given.
    pub paths: Vec<PathBuf>,
    /// The lake.
    pub lake: PathBuf,
    /// Name of this machine.
    pub machine: String,
    /// What text the lake keeps. `None` for what it has kept so far; a new lake then keeps previews.
    pub text: Option<TextPolicy>,
    /// Files of prices that come before the built-in ones, a later file before an earlier one.
    pub prices: Vec<PathBuf>,
    /// How the rows of these files join the built-in ones.
    pub prices_mode: Mode,
    /// Whether to read what has not changed, too.
    pub rescan: bool,
    /// Whether to wait for another run on the same lake to end.
    pub wait: bool,
    /// Number of threads; as many as there are processors if not given.
    pub threads: Option<usize>,
    /// Bytes of transcripts that are merged into the lake at a time, [`BATCH`] as a rule: fewer need less memory, and more
    /// time where their rows are of the same months. A longer transcript is a batch of its own.
    pub batch: u64,
}

impl Options {
    /// These paths into this lake, and all else as it is if nobody says otherwise.
    pub fn new(paths: Vec<PathBuf>, lake: PathBuf, machine: String) -> Self {
        Self {
            paths,
            lake,
            machine,
            text: None,
            prices: Vec::new(),
            prices_mode: Mode::default(),
            rescan: false,
            wait: false,
            threads: None,
            batch: BATCH,
        }
    }
}

/// Bytes of transcripts that are merged into the lake at a time if nobody says otherwise.
pub const BATCH: u64 = 256 << 20;

/// Is told how far an ingest is, from any thread.
pub trait Progress: Sync {
    /// So many transcripts, with so many bytes, are going to be read.
    fn found(&self, sources: u64, bytes: u64);
    /// So many more bytes were read.
    fn read(&self, bytes: u64);
    /// The next stage begins: `find`, `read`, `write`.
    fn stage(&self, name: &str);
}

/// Brings a lake up to date with the transcripts on disk.
pub fn ingest(options: &Options, progress: &dyn Progress) -> Result<Outcome, Error> {
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0)).build()?;
    let mut outcome = pool.install(|| ingest_from(options, &Defaults::from_env(), progress))?;
    outcome.summary.seconds = start.elapsed().as_secs_f64();
    Ok(outcome)
}

fn ingest_from(options: &Options, defaults: &Defaults, progress: &dyn Progress) -> Result<Outcome, Error> {
    progress.stage("find");
    let (stdin, paths): (Vec<PathBuf>, Vec<PathBuf>) = options.paths.iter().cloned().partition(|path| path.as_os_str() == STDIN);
    let discovery = if paths.is_empty() && !stdin.is_empty() { Discovery::default() } else { discover(&paths, defaults)? };
    let Discovery { mut sources, mut failures, mut warnings } = discovery;
    let spool = stdin.first().map(|path| Spool::of(io::stdin().lock()).map_err(|source| Error::Path { path: path.clone(), source })).transpose()?;
    if let Some(spool) = &spool {
        match spool.found() {
            Some(found) => sources.push(found),
            None => warnings.push("nothing came through standard input".to_owned()),
        }
    }
    let mut damaged_sidecars = 0;
    let mut summary = Summary { sources: (sources.len() + failures.len()) as u64, ..Summary::default() };
    let lake = Lake::open(&options.lake, &options.machine)?;
    let lock = lake.lock(options.wait)?;
    let before = lake.state()?;
    let prices = Prices::new(price_table(&options.prices, options.prices_mode)?);
    let text = options.text.or(TextPolicy::parse(&before.text)).unwrap_or_default();
    let mut state = state_to_build_on(options, text, &before)?;
    state.prices = prices.hash();
    let (changed, gone) = changes::changed_since(sources, &state);
    failures.extend(gone);

    if !changed.is_empty() || state != before {
        progress.found(changed.len() as u64, changed.iter().map(|changed| changed.bytes).sum());
        // Rows of another text policy give way to those of one run: what it does not read again would keep them.
        let batch = if before.text.is_empty() || before.text == state.text { options.batch } else { u64::MAX };
        // They depend on no transcript: the first commit has them all.
        let mut dimensions = dimensions::batches(prices.table(), lake.machine());
        for changed in batches(changed, batch) {
            progress.stage("read");
            let run = lake.begin(&lock).finish_with(&prices);
            let pipeline = Pipeline { sources: &changed, machine: lake.machine(), text, run: &run, progress };
            for (Changed { found, .. }, reading) in changed.iter().zip(pipeline.run()) {
                match reading {
                    Ok(Reading { counts, seen, rewritten, sidecar }) => {
                        summary.add(&counts);
                        if rewritten {
                            warnings.push(format!("{} was rewritten; what it said before stays in the lake", found.file.display()));
                        }
                        if let Some(problem) = sidecar {
                            damaged_sidecars += 1;
                            warnings.push(problem);
                        }
                        state.sources.entry(found.root.to_string()).or_default().insert(found.path.clone(), seen);
                    }
                    // What is known of the last time it could be read stays true.
                    Err(error) => {
                        failures.insert(found.file.clone(), error.to_string());
                    }
                }
            }
            progress.stage("write");
            let run = dimensions.drain(..).fold(run, |run, (table, batch)| run.replace(table, batch));
            summary.files_written += run.commit(&state)?.files_written;
        }
        summary.unpriced_models = prices.unpriced_models();
        warnings.extend(summary.unpriced_models.iter().map(|model| format!("{model} has no price: its tokens are kept, its cost is unknown")));
    }
    summary.money = Money::of(&lake)?;
    summary.sources_failed = failures.len() as u64;
    warnings.extend(failures.iter().map(|(file, reason)| format!("cannot read {}: {reason}", file.display())));
    Ok(Outcome { summary, damaged_sidecars, warnings })
}

/// The state of the lake, without what was seen if all of it has to be read again: another decoder or another policy
/// would make other rows.
fn state_to_build_on(options: &Options, text: TextPolicy, before: &State) -> Result<State, Error> {
    let text = text.as_str();
    if before.decoder > DECODER {
        return Err(Error::Newer { lake: options.lake.clone(), written: before.decoder, ours: DECODER });
    }
    let is_new = before.text.is_empty();
    if !is_new && before.text != text && !options.rescan {
        return Err(Error::TextPolicy { lake: options.lake.clone(), kept: before.text.clone(), asked: text });
    }
    let again = options.rescan || before.decoder != DECODER;
    let sources = if again { Default::default() } else { before.sources.clone() };
    Ok(State { decoder: DECODER, text: text.to_owned(), sources, ..before.clone() })
}
