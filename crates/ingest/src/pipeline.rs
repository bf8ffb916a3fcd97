//! Reads transcripts on all threads and hands their rows to the lake.
//!
//! The threads share one queue, largest sources first so that none is left with a long one at the end. The lake sorts
//! and merges whatever comes: neither the order nor the batches reach the data.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};

use cclake_lake::{Run, Seen};
use cclake_transcript::decode::{Counts, Decoder, TextPolicy, session_in};
use cclake_transcript::source::Source;
use cclake_transcript::tables::Tables;

use crate::Progress;
use crate::blocks::{BLOCK, Blocks};
use crate::changes::{self, Changed};
use crate::sidecar::Sidecar;
use crate::spool::STDIN;

/// Rows go to the lake once they were made from this many bytes or more.
const HELD: u64 = 32 << 20;

/// What came of reading a source.
#[derive(Debug)]
pub(crate) struct Reading {
    /// What is in it.
    pub(crate) counts: Counts,
    /// What to know it by the next time.
    pub(crate) seen: Seen,
    /// Whether it begins with other bytes than the last time.
    pub(crate) rewritten: bool,
    /// A sentence on its sidecar, if that cannot be read or is damaged.
    pub(crate) sidecar: Option<String>,
}

/// What one thread works with.
#[derive(Default)]
struct Worker {
    tables: Tables,
    /// Bytes that the rows in the tables were made from.
    held: u64,
    buffer: Vec<u8>,
}

/// The work on one set of sources.
pub(crate) struct Pipeline<'a> {
    /// The sources; the place of each is the origin of its rows.
    pub(crate) sources: &'a [Changed],
    /// Machine that they are on.
    pub(crate) machine: &'a str,
    /// What text the lake keeps.
    pub(crate) text: TextPolicy,
    /// Where the rows go.
    pub(crate) run: &'a Run<'a>,
    /// Whom to tell.
    pub(crate) progress: &'a dyn Progress,
}

impl Pipeline<'_> {
    /// Reads all sources with the threads of the current pool. What comes of each is in the order of the sources; no row
    /// of one that failed is in the lake.
    pub(crate) fn run(&self) -> Vec<io::Result<Reading>> {
        let mut order: Vec<usize> = (0..self.sources.len()).collect();
        order.sort_by_key(|index| Reverse(self.sources[*index].bytes));
        let next = AtomicUsize::new(0);
        let done = rayon::broadcast(|_| self.work(|| order.get(next.fetch_add(1, Ordering::Relaxed)).copied()));
        let mut readings: Vec<_> = done.into_iter().flatten().collect();
        readings.sort_by_key(|(index, _)| *index);
        readings.into_iter().map(|(_, reading)| reading).collect()
    }

    /// What one thread does.
    fn work(&self, next: impl Fn() -> Option<usize>) -> Vec<(usize, io::Result<Reading>)> {
        let mut worker = Worker::default();
        let mut readings = Vec::new();
        while let Some(index) = next() {
            readings.push((index, self.source(index, &mut worker)));
            if worker.held >= HELD {
                self.push(&mut worker);
            }
        }
        self.push(&mut worker);
        readings
    }

    fn source(&self, index: usize, worker: &mut Worker) -> io::Result<Reading> {
        // Measured before anything is read: whatever is written from now on shows in the next run.
        let file = File::open(&self.sources[index].found.file)?;
        let seen = changes::seen(&file.metadata()?);
        if seen.bytes > BLOCK {
            self.push(worker);
        }
        worker.held += seen.bytes;
        self.read(index, file, seen, worker)
    }

    /// Adds the rows of a file to the tables. One of several blocks, which can fail between them, needs them for itself.
    fn read(&self, index: usize, file: impl Read, seen: Seen, worker: &mut Worker) -> io::Result<Reading> {
        let Changed { found, before, .. } = &self.sources[index];
        let mut source = Source::new(self.machine, &found.root, &found.path);
        let origin = u32::try_from(index).expect("no run has that many sources");
        let mut blocks = Blocks::new(file, seen.bytes, &mut worker.buffer);
        let mut more = blocks.advance()?;
        let rewritten = before.as_ref().is_some_and(|before| changes::is_rewritten(before, blocks.ahead()));
        let beside = Sidecar::read(&found.file);
        let seen = Seen { sidecar: beside.mark, ..changes::with_head(seen, blocks.ahead()) };
        if source.root == STDIN
            && let Some(session) = session_in(blocks.block())
        {
            source.session_id = session;
        }
        let mut decoder = Decoder::new(&source, self.text, origin, &mut worker.tables);
        let sidecar = beside.problem(|bytes| decoder.sidecar(bytes));
        while more {
            decoder.block(blocks.block());
            self.progress.read(blocks.block().len() as u64);
            more = match blocks.advance() {
                Ok(more) => more,
                Err(error) => {
                    worker.tables = Tables::default();
                    return Err(error);
                }
            };
        }
        Ok(Reading { counts: decoder.finish(), seen, rewritten, sidecar })
    }

    /// Hands all rows of a worker to the lake.
    fn push(&self, worker: &mut Worker) {
        worker.held = 0;
        for (table, batch) in worker.tables.finish() {
            self.run.push(table, batch);
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::discover::Found;

    struct Silent;

    impl Progress for Silent {
        fn found(&self, _: u64, _: u64) {}
        fn read(&self, _: u64) {}
        fn stage(&self, _: &str) {}
    }

    /// A disk that fails.
    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("bad sector"))
        }
    }

    #[test]
    fn a_file_that_fails_leaves_no_rows() {
        let dir = tempfile::tempdir().unwrap();
        let lake = cclake_lake::Lake::open(&dir.path().join("lake"), "here").unwrap();
        let lock = lake.lock(false).unwrap();
        let run = lake.begin(&lock);
        let good = b"{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"s\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n";
        let found = Found { file: dir.path().join("s.jsonl"), root: "/root".into(), path: "s.jsonl".to_owned() };
        let sources = [Changed { found, bytes: 0, before: None }];
        let pipeline = Pipeline { sources: &sources, machine: "here", text: TextPolicy::Preview, run: &run, progress: &Silent };
        let read = |file: &mut dyn Read, bytes: u64, worker: &mut Worker| pipeline.read(0, file, Seen { bytes, ..Seen::default() }, worker);
        let mut worker = Worker::default();

        let rows = |worker: &mut Worker| worker.tables.finish().iter().map(|(_, batch)| batch.num_rows()).sum::<usize>();
        assert_eq!(read(&mut &good[..], good.len() as u64, &mut worker).unwrap().counts.records, 1);
        let expected = rows(&mut worker);

        // One that is read at once fails before its first line is decoded: what the thread holds of others stays as it is.
        read(&mut &good[..], good.len() as u64, &mut worker).unwrap();
        read(&mut good.chain(Failing), 2 * good.len() as u64, &mut worker).unwrap_err();
        assert_eq!(rows(&mut worker), expected);

        // A longer one fails in the middle.
        let long = good.repeat(usize::try_from(BLOCK).unwrap() / good.len() + 1);
        read(&mut long.chain(Failing), 2 * BLOCK, &mut worker).unwrap_err();
        assert_eq!(rows(&mut worker), 0);
    }
}
