//! Tool calls and how they ended.

use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, TimestampMicrosecondArray};

use crate::classify::{self, ErrorClass, Status};

use crate::table;

table! {
    /// Calls of tools, with or without a result. One row per tool call.
    mod tool_calls [common: common] {
        ts: derived,
        /// The call: its id where it was issued by the API, else session and id.
        key call_id: Text,
        /// Id of the call as the transcript has it. NULL where it has none. Source: `tool_use.id`, `tool_result.tool_use_id`.
        best tool_use_id: Opt<Text>,
        /// Last line of the call in its source: of the result, else of the call itself.
        best last_line: Int,
        /// Tool by its name of today; MCP tools keep their full name. NULL where only the result is known. Source: `tool_use.name`.
        call tool: Opt<Text>,
        /// Tool as it was called. NULL where only the result is known. Source: `tool_use.name`.
        call tool_raw: Opt<Text>,
        /// Server of an MCP tool. NULL for other tools.
        call mcp_server: Opt<Text>,
        /// Tool of an MCP server. NULL for other tools.
        call mcp_tool: Opt<Text>,
        /// API message that made the call. NULL where only the result is known. Source: `message.id`.
        call message_id: Opt<Text>,
        /// When the call was made, UTC. NULL where it is not known.
        call call_ts: Opt<Time>,
        /// When the result came, UTC. NULL where there is none or it has no readable time.
        result result_ts: Opt<Time>,
        /// Time that a hook measured for the tool alone. NULL where no hook log says. Source: `duration_ms`.
        max hook_duration_ms: Opt<Int>,
        /// Source of the result, where it is not that of the row. NULL otherwise.
        result_from result_source: Opt<Text>,
        /// Line of the result in that source. NULL where `result_source` is.
        result_from result_line: Opt<Int>,
        /// What ranks the result that came from another source.
        result_from result_from: Opt<Witness>,
        /// Whether the call itself is known.
        any has_call: Bool,
        /// Whether a result is known.
        any has_result: Bool,
        /// Whether the result says that it is an error. NULL where there is no result. Source: `tool_result.is_error`.
        result is_error: Opt<Bool>,
        /// Whether the command was interrupted. NULL where the result does not say. Source: `toolUseResult.interrupted`, `is_interrupt`.
        result interrupted: Opt<Bool>,
        /// Kind of error: exit_code, user_rejected, action_refused, interrupted, validation, sibling, no_such_tool, tool_error,
        /// permission_rule, not_granted, prompt_aborted, auto_mode, hook, timeout, too_large, fs, agent, other. NULL where it is no error.
        result error_class: Opt<Text>,
        /// Hook event that stopped the call: PreToolUse, PostToolUse. NULL where none did.
        result hook_event: Opt<Text>,
        /// Why the call was denied, as the record says. NULL where it does not. Source: `toolDenialKind`.
        result denial_kind: Opt<Text>,
        /// First 4 KiB of the error's text. NULL where it is no error.
        result error_text: Opt<Text>,
        /// Kind of result: BashResult, EditResult, WriteResult, ReadResult, TaskResult, TaskLaunchResult, SkillResult,
        /// AskUserQuestionResult, TextResult (plain text), OtherResult (anything else, or no payload). NULL where there is no result.
        result result_kind: Opt<Text>,
        /// Size of the input as JSON. NULL where only the result is known.
        call input_bytes: Opt<Int>,
        /// Length of the text that the model was given as result. NULL where there is no result, or only a hook tells of it. Source: `tool_result.content`.
        result result_bytes: Opt<Int>,
        /// Length of the text that the model was given as result. NULL where there is no result, or only a hook tells of it. Source: `tool_result.content`.
        result result_chars: Opt<Int>,
        /// Whether the model was given an image. NULL where there is no result, or only a hook tells of it.
        result has_image: Opt<Bool>,
        /// Size of the structured payload as JSON. NULL where there is none. Source: `toolUseResult`, `tool_use_result`, `tool_response`.
        result payload_bytes: Opt<Int>,
        /// Permission mode that was last stated before in the same file; of a stream in the same session, of a hook in its own record. NULL where none was.
        call permission_mode: Opt<Text>,
        /// Prompt that was last stated before in the same file; of a hook in its own record. NULL where none was.
        call prompt_id: Opt<Text>,
    }
    derived(super::derive) {
        /// Time that the call took. NULL where it is not known.
        duration_ms: Opt<Int>,
        /// Where the time is from: hook (the tool alone), timestamps (result minus call, with the wait for a permission). NULL where there is none.
        duration_source: Opt<Text>,
        /// How it ended, the first that applies: interrupted, denied, cancelled, failed, ok, no_result.
        status: Text,
    }
}

fn derive(batch: RecordBatch) -> RecordBatch {
    let columns = tool_calls::Columns::of(&batch);
    let ts: TimestampMicrosecondArray =
        (0..batch.num_rows()).map(|index| columns.call_ts.get(index).or_else(|| columns.result_ts.get(index))).collect();
    let ts: ArrayRef = Arc::new(ts.with_timezone("UTC"));
    let batch = table::replaced(&batch, vec![(table::TS, ts)]);
    tool_calls::derive_with(&batch, |columns, index| {
        let between = columns.call_ts.get(index).zip(columns.result_ts.get(index)).map(|(call, result)| (result - call) / 1000).filter(|ms| *ms >= 0);
        let hook = columns.hook_duration_ms.get(index);
        tool_calls::Derived {
            duration_ms: hook.or(between),
            duration_source: hook.map(|_| "hook").or(between.map(|_| "timestamps")),
            status: status(columns, index).as_str(),
        }
    })
}

fn status(columns: &tool_calls::Columns<'_>, index: usize) -> Status {
    let ran = columns.hook_event.get(index) == Some("PostToolUse");
    let class = columns.error_class.get(index).and_then(|class| ErrorClass::parse(class, ran));
    classify::status(
        columns.has_result.get(index),
        columns.interrupted.get(index).unwrap_or(false),
        columns.is_error.get(index).unwrap_or(false),
        class,
    )
}
