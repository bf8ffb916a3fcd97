//! What an ingest did.

use cclake_transcript::decode::Counts;
use serde::Serialize;

use crate::money::Money;

/// What one run did. All counts are of what this run read, but for `sources` and the money.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Transcripts found, changed or not, and whether they can be read or not.
    pub sources: u64,
    /// Transcripts read, because they are new or changed.
    pub sources_read: u64,
    /// Transcripts, and folders that may hold some, that cannot be read.
    pub sources_failed: u64,
    /// Lines that are not blank.
    pub lines: u64,
    /// Lines that are not one JSON object.
    pub damaged_lines: u64,
    /// Last lines that are still being written.
    pub pending_lines: u64,
    /// Records, each once per transcript.
    pub records: u64,
    /// Requests, each once per transcript.
    pub requests: u64,
    /// Tool calls, each once per transcript.
    pub tool_calls: u64,
    /// Models without a price, of the rows that this run priced.
    pub unpriced_models: Vec<String>,
    /// What all requests that this machine has in the lake cost.
    #[serde(flatten)]
    pub money: Money,
    /// Bytes read.
    pub bytes: u64,
    /// Seconds that the run took.
    pub seconds: f64,
    /// Data files written.
    pub files_written: u64,
}

impl Summary {
    /// Adds a transcript that was read.
    pub(crate) fn add(&mut self, counts: &Counts) {
        self.sources_read += 1;
        self.bytes += counts.bytes;
        self.lines += counts.lines;
        self.damaged_lines += counts.damaged_lines;
        self.pending_lines += counts.pending_lines;
        self.records += counts.records;
        self.requests += counts.requests;
        self.tool_calls += counts.tool_calls;
    }
}

/// What one run did, and what people should know about it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What was done.
    pub summary: Summary,
    /// Sidecars of agents that cannot be read, or are damaged.
    pub damaged_sidecars: u64,
    /// What could not be read, and other surprises: one sentence each, in a fixed order.
    pub warnings: Vec<String>,
}
