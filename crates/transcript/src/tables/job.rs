//! What scheduled jobs did. No transcript says it, so that promises about transcripts do not hold for it.

use crate::table;

table! {
    /// Runs of scheduled jobs: what they covered, wrote and found. No transcript says it: the program that ran the job does. One row per run and
    /// period that it covered.
    mod job_runs [] {
        /// The run: job, period and time, joined by slashes.
        key run_id: Text,
        /// Machine that it ran on.
        best machine: Text,
        /// Version of the decoder of the program that wrote the row.
        best decoder: Int,
        /// When it began, UTC. It is never NULL.
        best ts: Opt<Time>,
        /// Name of the job.
        best job: Text,
        /// Name of the period, as the job's configuration says it: yesterday, last-week and others.
        best period: Text,
        /// First day that it covered, as `2026-11-01`. NULL where it covered all from the beginning.
        best first_day: Opt<Text>,
        /// Last day that it covered. NULL where it covered all to the end.
        best last_day: Opt<Text>,
        /// Time zone of the days.
        best tz: Text,
        /// How it ended: done; crossed (a threshold); unchanged (the outputs are as they were, and nobody was told); failed.
        best status: Text,
        /// What went wrong. NULL where nothing did.
        best error: Opt<Text>,
        /// Conditions that rows met, and the first row of each, as a JSON array. NULL where none did.
        best crossed: Opt<Text>,
        /// What was written, as a JSON array of objects: report, format, path, rows, bytes and hash (xxh3-64). NULL where nothing was.
        best outputs: Opt<Text>,
        /// Rows of the reports. NULL where it failed before.
        best rows: Opt<Int>,
        /// Bytes of the outputs. NULL where it failed before.
        best output_bytes: Opt<Int>,
        /// Newest record of the lake when it ran, UTC: the watermark. NULL where there is none, and where it failed before.
        best watermark: Opt<Time>,
        /// How long it took, the ingest before included.
        best duration_ms: Int,
    }
}
