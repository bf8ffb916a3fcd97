//! Results that no tool's own table holds: plain text, and payloads that could not be typed.

use crate::table;

table! {
    /// Results whose payload is plain text: denials, errors, and the few tools that answer in text. One row per tool call.
    mod text_results [common: common, call: call_key] {
        parent: tool_calls,
        /// Tool by its name of today. NULL where only the result is known.
        best tool: Opt<Text>,
        /// Whether the result says that it is an error.
        best is_error: Bool,
        /// Kind of error, as in `tool_calls`. NULL where it is no error.
        best error_class: Opt<Text>,
        /// First 4 KiB of the payload of an error. NULL where it is no error. Source: `toolUseResult`.
        best text: Opt<Text>,
        /// Length of the payload.
        best text_bytes: Int,
        /// Length of the payload.
        best text_chars: Int,
        /// Lines of the payload.
        best text_lines: Int,
        /// XXH3-64 of the payload.
        best text_hash: Int,
    }
}

table! {
    /// Results whose payload could not be typed, or not wholly, and inputs of which a field could not. One row per tool call.
    mod other_results [common: common, call: call_key] {
        parent: tool_calls,
        /// Tool by its name of today. NULL where only the result is known.
        best tool: Opt<Text>,
        /// Why it could not be typed: unknown_tool (no table for the tool), unknown_call (the call is not in the file),
        /// unexpected_shape (the payload, or the input, is of another JSON type), wrong_type (a field is).
        best reason: Text,
        /// Field of the wrong type: its path, of some tools its key alone, and after `input.` if it is one of the input; `input` where that is no
        /// object. NULL for other reasons.
        best field: Opt<Text>,
        /// The payload, or the input if it is the input's field, as JSON; one of more than 4 KiB as a JSON string of its beginning. NULL where
        /// there is none, or the lake keeps no text. Source: `toolUseResult`, `tool_use.input`.
        best payload: Opt<Text>,
        /// Size of it as JSON. NULL where there is none.
        best payload_bytes: Opt<Int>,
    }
}
