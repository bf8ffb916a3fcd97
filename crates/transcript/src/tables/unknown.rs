//! Drift: what transcripts have that this program does not know.

use crate::table;

table! {
    /// Keys and types in transcripts that this version does not know. Nothing of it is lost: the rows around it are whole, and events
    /// keep the record. One row per file, place, name and version of Claude Code.
    mod drift [] {
        /// File, relative to its root.
        key source: Text,
        /// Where it is: the path of the object that has the key, or of the key that has the type, with `record` for the record itself,
        /// `sidecar` for the file that describes an agent, and for tools the tool with `.input` or `.result`.
        key place: Text,
        /// The key or type; empty where a type is expected and none stands.
        key name: Text,
        /// Version of Claude Code; empty where the record does not say. Source: `version`.
        key version: Text,
        /// What is not known: key, or type (the value of a key that says what an object is).
        best kind: Text,
        /// Machine that the file was read on.
        best machine: Text,
        /// Version of the decoder that did not know it.
        best decoder: Int,
        /// How often it occurs in the file, repeated records included.
        max count: Int,
        /// Time of its earliest record, UTC. NULL where none has a readable time.
        min first_ts: Opt<Time>,
        /// Time of its latest record, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
    }
}
