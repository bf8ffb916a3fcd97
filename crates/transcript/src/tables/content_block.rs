//! Content blocks: what messages are made of.

use crate::table;

table! {
    /// Blocks of messages: text, thinking, calls of tools, their results, images, documents. Content that is plain text is one
    /// block. One row per block of a message in a record.
    mod content_blocks [record: record_child] {
        parent: records,
        /// Place of the block in the message of its record, from 0.
        key block_index: Int,
        /// Kind of block, as written: text, thinking, redacted_thinking, tool_use, tool_result, image, document, server_tool_use,
        /// mcp_tool_use, fallback and others. NULL where the block does not say. Source: `type`.
        best r#type: Opt<Text>,
        /// Whose message it is: user, assistant. NULL where the message does not say. Source: `message.role`.
        best role: Opt<Text>,
        /// API message that the block is part of. NULL where it has no id (messages of users). Source: `message.id`.
        best message_id: Opt<Text>,
        /// The call that the block is, or is the result of. NULL for other blocks. Source: `id`, `tool_use_id`.
        best tool_use_id: Opt<Text>,
        /// Tool of a call, as it was called. NULL for other blocks. Source: `name`.
        best name: Opt<Text>,
        /// Server of a call that the API made of an MCP tool. NULL for other blocks. Source: `server_name`.
        best server_name: Opt<Text>,
        /// Who may make a call: direct (the model), or the kind of program that did. NULL where the block does not say. Source: `caller.type`.
        best caller_type: Opt<Text>,
        /// Whether a result is an error. NULL where the block does not say. Source: `is_error`.
        best is_error: Opt<Bool>,
        /// Length of the text; of a call, the size of its input as JSON. NULL where the block has no text.
        /// Source: `text`, `thinking`, `content`, `input`, `source.data` of a text document.
        best bytes: Opt<Int>,
        /// Length of the text. NULL where the block has no text.
        best chars: Opt<Int>,
        /// Lines of the text. NULL where the block has no text.
        best lines: Opt<Int>,
        /// XXH3-64 of the text. NULL where the block has no text.
        best hash: Opt<Int>,
        /// Size of the signature of thinking, as text. NULL for other blocks. Source: `signature`.
        best signature_bytes: Opt<Int>,
        /// Citations of a text. NULL where the block does not say. Source: `citations`.
        best citations: Opt<Int>,
        /// Where an image or document is: base64 (in the block), text, url, file. NULL for other blocks. Source: `source.type`.
        best source_type: Opt<Text>,
        /// Media type of an image or document. NULL where the block does not say. Source: `source.media_type`.
        best media_type: Opt<Text>,
        /// Size of what stands in the block as base64, decoded: an image, a document, redacted thinking. NULL for other blocks.
        /// Source: `source.data`, `data`.
        best data_bytes: Opt<Int>,
        /// Model that a fallback left. NULL for other blocks. Source: `from.model`.
        best fallback_from: Opt<Text>,
        /// Model that a fallback went to. NULL for other blocks. Source: `to.model`.
        best fallback_to: Opt<Text>,
    }
}
