//! Damaged lines.

use crate::table;

table! {
    /// Lines that are not one JSON object, and sidecars of agents that are not: those count as one line. One row per damaged line of a file.
    mod ingest_errors [] {
        rank: [Larger(line)],
        /// File that the line is in, or the sidecar, relative to its root.
        key source: Text,
        /// XXH3-64 of the line's bytes.
        key line_hash: Int,
        /// Machine that the file was read on.
        best machine: Text,
        /// Version of the decoder that read the line.
        best decoder: Int,
        /// Line in the file, from 1.
        best line: Int,
        /// Place of the line's first byte in the file, from 0.
        best byte_offset: Int,
        /// Size of the line.
        best bytes: Int,
        /// Why it could not be read.
        best reason: Text,
        /// Whole records that were found inside the line.
        best recovered: Int,
    }
}
