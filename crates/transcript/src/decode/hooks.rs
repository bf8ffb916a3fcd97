//! What hooks are given: one object per event, as a hook reads it from its standard input.

use super::details::List;
use crate::json::{self, Field, Raw, Rounded, object};
use crate::line::{Instant, Line, Str};

object! {
    /// The fields of an event beside its envelope. Whoever logs it may add keys of his own, a time above all.
    struct HookPayload<'a> {
        event: Str<'a> = "hook_event_name",
        logged: Field<Instant> = "ts" | "time" | "logged_at" | "received_at",

        tool_name: Str<'a> = "tool_name",
        tool_use_id: Str<'a> = "tool_use_id",
        tool_input: Raw<'a> = "tool_input",
        tool_response: Raw<'a> = "tool_response",
        error: Raw<'a> = "error",
        reason: Raw<'a> = "reason",
        is_interrupt: Field<bool> = "is_interrupt",
        duration_ms: Field<Rounded> = "duration_ms",
        tool_calls: Field<Vec<Field<BatchCall<'a>>>> = "tool_calls",

        closer_kind: Str<'a> = "notification_type" | "event" | "memory_type" | "mode",
        trigger: Str<'a> = "source" | "trigger" | "load_reason" | "expansion_type" | "invoked_by",
        model: Str<'a> = "model" | "from_model",
        model_after: Str<'a> = "to_model",
        agent_type: Str<'a> = "agent_type",
        name: Str<'a> = "command_name" | "name" | "mcp_server_name" | "teammate_name",
        path: Str<'a> = "agent_transcript_path" | "file_path" | "worktree_path" | "directory" | "new_cwd",
        old_cwd: Str<'a> = "old_cwd",
        url: Str<'a> = "url",
        notice: Raw<'a> = "message" | "task_subject" | "error_details",
        prompt: Raw<'a> = "prompt" | "custom_instructions",
        result: Raw<'a> = "last_assistant_message" | "compact_summary",
        action: Str<'a> = "action",
        task_id: Str<'a> = "task_id",
        stop_hook_active: Field<bool> = "stop_hook_active",
        context_tokens: Field<i64> = "context_tokens",
        listed: List<'a> = "background_tasks" | "permission_suggestions" | "globs",
    } ignored:
        "transcript_path", "mcp_server", "title", "session_title", "seconds_since_last_response", "prompt_cache_likely_expired",
        "estimated_cache_write_usd", "requested_model", "prompt_cache_warm", "cache_ttl", "pricing", "session_crons", "task_description",
        "team_name", "elicitation_id", "requested_schema", "content", "turn_id", "message_id", "index", "final", "delta", "trigger_file_path",
        "parent_file_path", "command_args", "command_source",
        // Of those who log.
        "host", "hostname", "pid";

    /// A call of a batch.
    struct BatchCall<'a> {
        tool_name: Str<'a> = "tool_name",
        tool_use_id: Str<'a> = "tool_use_id",
        tool_input: Raw<'a> = "tool_input",
    }
}

/// Events of which a hook is told.
pub(super) const EVENTS: &[&str] = &[
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "PermissionRequest",
    "PermissionDenied",
    "Notification",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "PreModelSwitch",
    "PostModelSwitch",
    "Setup",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "Elicitation",
    "ElicitationResult",
    "ConfigChange",
    "InstructionsLoaded",
    "WorktreeCreate",
    "WorktreeRemove",
    "CwdChanged",
    "FileChanged",
    "DirectoryAdded",
    "MessageDisplay",
    "PreSkillShellCommand",
];

impl<'a> HookPayload<'a> {
    /// Reads the fields of a line that is an event. NULL for other lines.
    pub(super) fn of(line: &Line<'_>, text: &'a str) -> Option<Self> {
        line.hook_event_name.str()?;
        match json::read(text) {
            Ok(Field::Is(payload)) => Some(payload),
            _ => None,
        }
    }
}
