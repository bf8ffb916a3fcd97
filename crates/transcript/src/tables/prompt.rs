//! Prompts: what a person or the program said to the model.

use crate::table;

table! {
    /// User records that start or steer something; tool results are not among them. One row per such record.
    mod prompts [common: common] {
        parent: records,
        /// The record, as in `records`.
        key record_id: Text,
        /// What it is: typed (by a person, or by the program that drives the session), command (a slash command), bash (a `!` command), interrupt,
        /// compact_summary, task_notification, agent (the task given to an agent), peer (a message of another agent), command_output,
        /// bash_output, memory (a `#` note), or meta (other text of the program).
        best kind: Text,
        /// Slash command of a `command`, as `/name`. NULL for other kinds.
        best command: Opt<Text>,
        /// Prompt id. NULL where the record does not say. Source: `promptId`.
        best prompt_id: Opt<Text>,
        /// Permission mode. NULL where the record does not say. Source: `permissionMode`.
        best permission_mode: Opt<Text>,
        /// How the prompt came in: typed, queued, sdk, system, suggestion_accepted. NULL where the record does not say. Source: `promptSource`.
        best prompt_source: Opt<Text>,
        /// Who sent it: human, task-notification, peer, channel, coordinator. NULL where the record does not say. Source: `origin.kind`.
        best origin_kind: Opt<Text>,
        /// Length of the text.
        best bytes: Int,
        /// Length of the text.
        best chars: Int,
        /// Lines of the text.
        best lines: Int,
        /// XXH3-64 of the text.
        best hash: Int,
        /// Images that came with it.
        best images: Int,
        /// Documents that came with it.
        best documents: Int,
    }
}
