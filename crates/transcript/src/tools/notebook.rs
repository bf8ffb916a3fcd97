//! Notebooks: NotebookEdit.

use super::flat::{self, calls};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::policy::TextPolicy;

calls! {
    /// Edits of cells of notebooks. One row per call of NotebookEdit.
    mod notebook_edits as NotebookEdit {
        /// Notebook. NULL where neither input nor result says. Source: `notebook_path`.
        best notebook_path: Opt<Text> = either.name("notebook_path" | "notebookPath"),
        /// Cell that was edited. NULL where neither input nor result says. Source: `cell_id`.
        best cell_id: Opt<Text> = either.id("cell_id" | "cellId"),
        /// Place of the cell, from 0. NULL in versions that name cells by their id. Source: `cell_number`.
        best cell_number: Opt<Int> = either.int("cell_number" | "cellNumber"),
        /// Type of the cell: code, markdown. NULL where neither input nor result says. Source: `cell_type`.
        best cell_type: Opt<Text> = either.text("cell_type" | "cellType"),
        /// What was to be done: replace, insert, delete. NULL where neither input nor result says: replace. Source: `edit_mode`.
        best edit_mode: Opt<Text> = either.text("edit_mode" | "editMode"),
        /// What was done: replaced, inserted, deleted. NULL where the result does not say. Source: `edit_type` of the documented result.
        best edit_type: Opt<Text> = output.text("edit_type"),
        /// Language of the notebook. NULL where the result does not say. Source: `language`.
        best language: Opt<Text> = output.text("language"),
        /// Length of the cell's new source. NULL where neither input nor result has it. Source: `new_source`.
        best new_source_bytes: Opt<Int> = either.bytes("new_source" | "newSource"),
        /// Lines of the new source. NULL where neither input nor result has it.
        best new_source_lines: Opt<Int> = either.lines("new_source" | "newSource"),
        /// XXH3-64 of the new source. NULL where neither input nor result has it.
        best new_source_hash: Opt<Int> = either.hash("new_source" | "newSource"),
        /// Length of the cell's source before. NULL where the result does not say. Source: `old_source`.
        best old_source_bytes: Opt<Int> = output.bytes("old_source"),
        /// Lines of the source before. NULL where the result does not say.
        best old_source_lines: Opt<Int> = output.lines("old_source"),
        /// Size of the notebook before. NULL where the result does not say. Source: `original_file`.
        best original_file_bytes: Opt<Int> = output.bytes("original_file"),
        /// Size of the notebook after. NULL where the result does not say. Source: `updated_file`.
        best updated_file_bytes: Opt<Int> = output.bytes("updated_file"),
        /// Cells of the notebook after the edit. NULL where the result does not say. Source: `total_cells`.
        best total_cells: Opt<Int> = output.int("total_cells"),
        /// Why the edit failed, empty where it did not. NULL where the result does not say. Source: `error`, else the text of the error.
        best error: Opt<Text> = output.prose("error") else error,
        /// What the tool says. NULL where the result does not say. Source: `message` of the documented result.
        best message: Opt<Text> = output.prose("message"),
    }
}

fn error(outcome: &Outcome<'_>, policy: TextPolicy) -> Option<String> {
    outcome.class.and_then(|_| policy.prose(outcome.error_body())).map(str::to_owned)
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("NotebookEdit", &[&notebook_edits::TABLE], flat::open::<NotebookEdit>).asks(true).seen("1.0.17", "1.0.17")];
