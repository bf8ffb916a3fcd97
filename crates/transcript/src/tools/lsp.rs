//! Questions to language servers: LSP.

use super::flat::{self, calls};
use super::registry::Tool;

calls! {
    /// Questions to language servers. One row per call of LSP.
    mod lsp_queries as LspQuery {
        /// What was asked: goToDefinition, findReferences, hover and others. NULL where neither input nor result says. Source: `operation`.
        best operation: Opt<Text> = either.text("operation"),
        /// File. NULL where neither input nor result says. Source: `filePath`.
        best file_path: Opt<Text> = either.name("filePath" | "file_path"),
        /// Line in the file, from 1. NULL where the input does not say. Source: `line`.
        best file_line: Opt<Int> = input.int("line"),
        /// Character in the line, from 1. NULL where the input does not say. Source: `character`.
        best file_character: Opt<Int> = input.int("character"),
        /// Name that was looked for. NULL where the input does not say. Source: `query`.
        best query: Opt<Text> = input.name("query"),
        /// Length of the answer. NULL where there is no payload. Source: `result`.
        best answer_bytes: Opt<Int> = output.bytes("result"),
        /// Lines of the answer. NULL where there is no payload.
        best answer_lines: Opt<Int> = output.lines("result"),
        /// XXH3-64 of the answer. NULL where there is no payload.
        best answer_hash: Opt<Int> = output.hash("result"),
        /// Places that were found. NULL where the result does not say. Source: `resultCount`.
        best result_count: Opt<Int> = output.int("resultCount"),
        /// Files that they are in. NULL where the result does not say. Source: `fileCount`.
        best file_count: Opt<Int> = output.int("fileCount"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[Tool::new("LSP", &[&lsp_queries::TABLE], flat::open::<LspQuery>).asks(false).seen("2.1.19", "2.1.19")];
