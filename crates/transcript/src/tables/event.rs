//! Events: what happened in a session besides messages and calls of tools.

use crate::{columns, table};

columns! {
    /// The columns of an event. Each kind fills those that its records have.
    mod event_fields {
        /// The record that tells of it: its uuid, else the XXH3-128 of its bytes. Of a compaction the uuid of its boundary, which its summary
        /// names as `parentUuid`.
        key event_id: Text,
        /// 0, or from 1 the hooks of a hook summary in their order.
        key event_index: Int,
        /// What happened: compaction, microcompaction, api_error, api_retry, synthetic, turn_duration, hook, task_started, task_progress,
        /// task_notification, queue_operation, local_command, attachment, title, pr_link, mode, permission_mode, last_prompt,
        /// file_history_snapshot, file_history_delta, agent_name, agent_setting, worktree_state, frame_link, bridge_status, away_summary,
        /// informational, model_refusal_fallback, init, continued_in, fork_context_ref; of streams also status, rate_limit, permission_denied, error,
        /// control, notification, session_state, model_refusal_no_fallback, task_updated, and the type or subtype of further records; hook_event for
        /// what a hook was given, unless it is a call or result; other for records of any further type.
        best kind: Text,
        /// Closer kind: the subtype of a system record, what a permission was denied by, the kind that a hook event names, the type of an attachment or other record, the operation on the queue; stop_hook for
        /// a hook of a summary; boundary or summary for a compaction. NULL where the kind says all.
        best subtype: Opt<Text>,
        /// Whether a compaction is told by its boundary, and not only by its summary. NULL for other kinds.
        best from_boundary: Opt<Bool>,
        /// Weight of a message: info, warning, error, suggestion; low to immediate for a notification. NULL where the record does not say. Source: `level`, `priority`.
        best level: Opt<Text>,
        /// What set it off: auto or manual for a compaction, the cause of a fallback, how a session began or ended. NULL where the record does not say.
        /// Source: `trigger`, `source`, `reason`, `load_reason`, `expansion_type`.
        best trigger: Opt<Text>,
        /// First 4 KiB of a title, summary, notice, error or reason. NULL where there is none, for bodies (outputs, prompts, contents), and
        /// where the lake keeps no text.
        best text: Opt<Text>,
        /// Length of the text or body. NULL where there is none.
        best text_bytes: Opt<Int>,
        /// Length of the text or body. NULL where there is none.
        best text_chars: Opt<Int>,
        /// Lines of the text or body. NULL where there is none.
        best text_lines: Opt<Int>,
        /// XXH3-64 of the text or body. NULL where there is none.
        best text_hash: Opt<Int>,
        /// Record that it is about. NULL where the record does not say.
        /// Source: `logicalParentUuid`, `messageId`, `leafUuid`, `refusedUserMessageUuid`, `source_uuid`, `parentLastUuid`.
        best ref_uuid: Opt<Text>,
        /// Call of a tool that it belongs to. NULL where the record does not say. Source: `toolUseID`, `tool_use_id`, `<tool-use-id>`.
        best tool_use_id: Opt<Text>,
        /// Tool. NULL where the record does not say. Source: `toolName`, `last_tool_name`.
        best tool_name: Opt<Text>,
        /// Request that failed or was refused. NULL where the record does not say. Source: `requestId`, `error.requestID`.
        best request_id: Opt<Text>,
        /// Model of the session, or that refused. NULL where the record does not say. Source: `model`, `originalModel`, `from_model`.
        best model: Opt<Text>,
        /// Model that took over. NULL for other kinds. Source: `fallbackModel`, `to_model`.
        best fallback_model: Opt<Text>,
        /// Name of the agent, setting or slash command. NULL for other kinds. Source: `agentName`, `agentSetting`, `agentType`, `agent_type`, `command_name`,
        /// `<command-name>`.
        best name: Opt<Text>,
        /// Time that it took. NULL where the record does not say. Source: `durationMs`, `usage.duration_ms`.
        best duration_ms: Opt<Int>,
        /// How it ended: completed, failed, killed; of a goal met or unmet. NULL where the record does not say. Source: `status`, `met`, `outcome`, `state`, `action`.
        best status: Opt<Text>,
        /// Exit code of a hook or background command. NULL where the record does not say. Source: `exitCode`, `<summary>`.
        best exit_code: Opt<Int>,
        /// Size of the context before a compaction, a resume or a change of model. NULL for other kinds. Source: `preTokens`, `context_tokens`.
        best pre_tokens: Opt<Int>,
        /// Size of the context after a compaction. NULL where the record does not say. Source: `postTokens`.
        best post_tokens: Opt<Int>,
        /// Tokens that all compactions so far dropped. NULL where the record does not say. Source: `cumulativeDroppedTokens`.
        best dropped_tokens: Opt<Int>,
        /// Tokens that a microcompaction saved. NULL for other kinds. Source: `tokensSaved`.
        best saved_tokens: Opt<Int>,
        /// Messages that a compaction left as they were. NULL where the record does not say. Source: `preservedMessages.uuids`.
        best preserved_messages: Opt<Int>,
        /// Kind of error: rate_limit, overloaded_error and others. NULL where the record does not say. Source: `error`, `error.type`, `error.error.error.type`.
        best error_type: Opt<Text>,
        /// Code of a failed connection. NULL where the record does not say. Source: `cause.code`, `error.cause.code`, `error.connection.code`.
        best error_code: Opt<Text>,
        /// HTTP status. NULL where the record does not say. Source: `apiErrorStatus`, `error.status`.
        best error_status: Opt<Int>,
        /// Number of the retry, from 1. NULL for other kinds. Source: `retryAttempt`.
        best retry_attempt: Opt<Int>,
        /// Retries that are allowed. NULL for other kinds. Source: `maxRetries`.
        best max_retries: Opt<Int>,
        /// Time to the retry. NULL for other kinds. Source: `retryInMs`.
        best retry_in_ms: Opt<Int>,
        /// Category of a refusal. NULL for other kinds. Source: `apiRefusalCategory`.
        best refusal_category: Opt<Text>,
        /// Messages of a turn. NULL for other kinds. Source: `messageCount`.
        best message_count: Opt<Int>,
        /// Event that a hook ran at: PreToolUse, Stop and others. NULL where the record does not say. Source: `hookEvent`.
        best hook_event: Opt<Text>,
        /// Event and what it matched, as `PreToolUse:Bash`. NULL where the record does not say. Source: `hookName`.
        best hook_name: Opt<Text>,
        /// Command of a hook. NULL where the record does not say. Source: `command`.
        best command: Opt<Text>,
        /// Length of a hook's output. NULL where the record does not say. Source: `stdout`.
        best stdout_bytes: Opt<Int>,
        /// Length of a hook's error output. NULL where the record does not say. Source: `stderr`.
        best stderr_bytes: Opt<Int>,
        /// Hooks that a summary sums up. NULL for other kinds. Source: `hookCount`.
        best hook_count: Opt<Int>,
        /// Errors of these hooks. NULL for other kinds. Source: `hookErrors`.
        best hook_errors: Opt<Int>,
        /// Whether any of these hooks wrote something. NULL for other kinds. Source: `hasOutput`.
        best has_output: Opt<Bool>,
        /// Whether a hook kept the session from going on. NULL for other kinds. Source: `preventedContinuation`.
        best prevented_continuation: Opt<Bool>,
        /// Background task. NULL for other kinds. Source: `task_id`, `taskId`, `<task-id>`.
        best task_id: Opt<Text>,
        /// Kind of task. NULL where the record does not say. Source: `task_type`, `taskType`.
        best task_type: Opt<Text>,
        /// File with the task's output. NULL where the record does not say. Source: `output_file`, `outputFilePath`, `<output-file>`.
        best output_file: Opt<Text>,
        /// Length of the result that a notification brings along, of the last message or of a summary. NULL where there is none.
        /// Source: `<result>`, `<event>`, `last_assistant_message`, `compact_summary`.
        best result_bytes: Opt<Int>,
        /// Length of the prompt that a task began with or a hook was given. NULL for other kinds. Source: `prompt`, `custom_instructions`.
        best prompt_bytes: Opt<Int>,
        /// Tokens that a task or goal took so far. NULL where the record does not say. Source: `usage.total_tokens`, `tokens`.
        best total_tokens: Opt<Int>,
        /// Calls of tools that a task made so far. NULL where the record does not say. Source: `usage.tool_uses`.
        best tool_uses: Opt<Int>,
        /// File or folder that it is about. NULL where the record does not say.
        /// Source: `path`, `filename`, `planFilePath`, `skillDir`, `trackingPath`, `worktreePath`, `agent_transcript_path`, `file_path`, `new_cwd`.
        best path: Opt<Text>,
        /// Address. NULL where the record has none. Source: `url`, `prUrl`, `frameUrl`.
        best url: Opt<Text>,
        /// Number of a pull request. NULL for other kinds. Source: `prNumber`.
        best pr_number: Opt<Int>,
        /// Repository of a pull request. NULL for other kinds. Source: `prRepository`.
        best pr_repository: Opt<Text>,
        /// Name of a worktree. NULL where the session is in none. Source: `worktreeName`.
        best worktree_name: Opt<Text>,
        /// Branch of a worktree. NULL where the session is in none. Source: `worktreeBranch`.
        best worktree_branch: Opt<Text>,
        /// Folder that the session came from. NULL where the session is in no worktree. Source: `originalCwd`.
        best original_cwd: Opt<Text>,
        /// Things in a list: tasks, skills, tools, files, instructions. NULL where the record has none. Source: `itemCount`, `skillCount`, the list.
        best item_count: Opt<Int>,
        /// Things that came to a list. NULL for other kinds. Source: `addedNames`, `addedTypes`.
        best added_count: Opt<Int>,
        /// Things that left a list. NULL for other kinds. Source: `removedNames`, `removedTypes`.
        best removed_count: Opt<Int>,
        /// Whether a list is the first of its session. NULL for other kinds. Source: `isInitial`.
        best is_initial: Opt<Bool>,
        /// Files that a snapshot tracks. NULL for other kinds. Source: `trackedFileBackups`.
        best files_tracked: Opt<Int>,
        /// Whether a snapshot adds to an earlier one. NULL for other kinds. Source: `isSnapshotUpdate`.
        best is_update: Opt<Bool>,
        /// Mode of the session, or how memories were recalled. NULL for other kinds. Source: `mode`.
        best mode: Opt<Text>,
        /// Permission mode. NULL where the record does not say. Source: `permissionMode`.
        best permission_mode: Opt<Text>,
        /// Kind of reminder or of queued command. NULL for other kinds. Source: `reminderType`, `commandMode`.
        best reminder_type: Opt<Text>,
        /// Limit of turns that was reached. NULL for other kinds. Source: `maxTurns`.
        best max_turns: Opt<Int>,
        /// Turns that were taken. NULL for other kinds. Source: `turnCount`.
        best turn_count: Opt<Int>,
        /// Attempts at a goal. NULL for other kinds. Source: `iterations`.
        best iterations: Opt<Int>,
        /// Whether the file of the plan exists. NULL for other kinds. Source: `planExists`.
        best plan_exists: Opt<Bool>,
        /// First of the lines that are selected. NULL for other kinds. Source: `lineStart`.
        best line_start: Opt<Int>,
        /// Last of the lines that are selected. NULL for other kinds. Source: `lineEnd`.
        best line_end: Opt<Int>,
        /// Version of Claude Code that a run began with. NULL for other kinds. Source: `claude_code_version`.
        best client_version: Opt<Text>,
        /// Where a run has its key from. NULL for other kinds. Source: `apiKeySource`.
        best api_key_source: Opt<Text>,
        /// Output style of a run. NULL for other kinds. Source: `output_style`.
        best output_style: Opt<Text>,
        /// Servers of MCP tools that a run knows. NULL for other kinds. Source: `mcp_servers`.
        best mcp_servers: Opt<Int>,
        /// Agents that a run knows. NULL for other kinds. Source: `agents`.
        best agents: Opt<Int>,
        /// Skills that a run knows. NULL for other kinds. Source: `skills`.
        best skills: Opt<Int>,
        /// Session that goes on with this one, or that this one was forked from. NULL for other kinds. Source: `continuedInSessionId`, `parentSessionId`.
        best other_session_id: Opt<Text>,
        /// Length of the context that a fork took over, in the unit of the record. NULL for other kinds. Source: `contextLength`.
        best context_length: Opt<Int>,
        /// Allowance that a rate limit is of: five_hour, seven_day and others. NULL for other kinds. Source: `rateLimitType`.
        best rate_limit_type: Opt<Text>,
        /// When the allowance is whole again, UTC. NULL where the record does not say. Source: `resetsAt`.
        best resets_ts: Opt<Time>,
        /// Part of the allowance that is used, in percent, rounded. NULL where the record does not say. Source: `utilization`.
        best utilization_percent: Opt<Int>,
        /// State of what is paid beyond the allowance. NULL where the record does not say. Source: `overageStatus`.
        best overage_status: Opt<Text>,
        /// Whether that is being used. NULL where the record does not say. Source: `isUsingOverage`.
        best is_using_overage: Opt<Bool>,
        /// Whether a hook has kept the session from ending already. NULL for other kinds. Source: `stop_hook_active`.
        best stop_hook_active: Opt<Bool>,
        /// First 4 KiB, as JSON, of what has no columns of its own: the record of kind other or of an unknown attachment, structured output,
        /// the input of a deferred call. NULL for other kinds, and where the lake keeps no text.
        best payload: Opt<Text>,
        /// Size of it as JSON. NULL for other kinds.
        best payload_bytes: Opt<Int>,
    }
}

table! {
    /// What happened in a session besides messages and calls of tools: compactions, errors, hooks, notifications, attachments, changes of
    /// mode. Records that no other table has fields for are here as well. One row per event.
    mod events [common: common, event: event_fields] {
        rank: [Larger(from_boundary)],
    }
}
