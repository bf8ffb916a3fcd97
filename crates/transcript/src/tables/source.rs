//! What was read.

use crate::table;

table! {
    /// Transcripts, streams and logs of hooks, each as it was at its largest. One row per file (machine, root, path); what came through standard
    /// input has the root `-`.
    mod sources [] {
        rank: [Larger(bytes), Larger(hash)],
        /// Machine that the file was read on.
        key machine: Text,
        /// Folder that the path is relative to: the config dir, else the folder that was given.
        key root: Text,
        /// Path of the file below its root.
        key path: Text,
        /// What the file is: transcript, agent (a subagent's transcript), stream (`--output-format stream-json`), hook (a log of hooks).
        best kind: Text,
        /// Session that the file's name gives; of standard input the first that a record names.
        best session_id: Text,
        /// Agent that the file's name gives. NULL for a main transcript.
        best agent_id: Opt<Text>,
        /// Version of the decoder that read the file.
        best decoder: Int,
        /// Size of the file.
        best bytes: Int,
        /// XXH3-64 of the file's bytes.
        best hash: Int,
        /// Lines that are not blank.
        best lines: Int,
        /// Distinct records, recovered ones included; echoes of agents' messages do not count.
        best records: Int,
        /// Lines that repeat a record of the same file.
        best duplicates: Int,
        /// Lines that are not one JSON object.
        best damaged_lines: Int,
        /// Records found whole inside damaged lines.
        best recovered_records: Int,
        /// 1 if the last line is still being written, else 0.
        best pending_lines: Int,
        /// Time of the earliest record, UTC. NULL where none has a readable time.
        min first_ts: Opt<Time>,
        /// Time of the latest record, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
    }
}
