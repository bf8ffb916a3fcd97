//! What a record that is no message says: the fields of system records, attachments and metadata.
//!
//! Such records are few, and have many keys, of which each has some. They are read a second time, so that the reading of
//! messages stays narrow.

use crate::json::{self, Body, Field, Raw, Rounded, object};
use crate::line::{Instant, Line, Str};

/// An array of which only the length counts.
pub(crate) type List<'a> = Field<Vec<Raw<'a>>>;

object! {
    /// The fields of a record beside its envelope.
    struct Details<'a> {
        attachment: Field<Attachment<'a>> = "attachment",
        content: Raw<'a> = "content",
        tool_use_id: Str<'a> = "toolUseID" | "tool_use_id",
        duration_ms: Field<Rounded> = "durationMs",
        message_count: Field<i64> = "messageCount",
        trigger: Str<'a> = "trigger" | "reason",
        url: Str<'a> = "url" | "prUrl" | "frameUrl",
        model: Str<'a> = "model" | "originalModel" | "original_model",

        hook_count: Field<i64> = "hookCount",
        hook_infos: Field<Vec<Field<HookInfo<'a>>>> = "hookInfos",
        hook_errors: List<'a> = "hookErrors",
        hook_context: List<'a> = "hookAdditionalContext",
        has_output: Field<bool> = "hasOutput",
        prevented_continuation: Field<bool> = "preventedContinuation" | "prevent_continuation",
        stop_reason: Raw<'a> = "stopReason",

        error: Raw<'a> = "error",
        cause: Field<Cause<'a>> = "cause",
        api_error_status: Field<i64> = "apiErrorStatus" | "error_status",
        retry_attempt: Field<i64> = "retryAttempt" | "attempt",
        max_retries: Field<i64> = "maxRetries" | "max_retries",
        retry_in_ms: Field<Rounded> = "retryInMs" | "retry_delay_ms",

        compact: Field<Compaction<'a>> = "compactMetadata" | "compact_metadata",
        microcompact: Field<Compaction<'a>> = "microcompactMetadata",
        logical_parent_uuid: Str<'a> = "logicalParentUuid",

        api_refusal_category: Str<'a> = "apiRefusalCategory" | "api_refusal_category",
        fallback_model: Str<'a> = "fallbackModel" | "fallback_model",
        refused_uuid: Str<'a> = "refusedUserMessageUuid" | "refused_user_message_uuid",

        client_version: Str<'a> = "claude_code_version",
        api_key_source: Str<'a> = "apiKeySource",
        output_style: Str<'a> = "output_style",
        tools: List<'a> = "tools",
        mcp_servers: List<'a> = "mcp_servers",
        agents: List<'a> = "agents",
        skills: List<'a> = "skills",
        slash_commands: List<'a> = "slash_commands",
        plugins: List<'a> = "plugins",
        plugin_errors: List<'a> = "plugin_errors",
        betas: List<'a> = "betas",
        view_mode: Str<'a> = "view_mode",
        fast_mode_state: Str<'a> = "fast_mode_state",

        task_id: Str<'a> = "task_id",
        task_type: Str<'a> = "task_type",
        description: Raw<'a> = "description",
        prompt: Raw<'a> = "prompt",
        last_tool_name: Str<'a> = "last_tool_name",
        output_file: Str<'a> = "output_file",
        status: Str<'a> = "status",
        summary: Raw<'a> = "summary",
        usage: Field<TaskUsage> = "usage",
        patch: Field<TaskPatch<'a>> = "patch",

        rate_limit: Field<RateLimit<'a>> = "rate_limit_info",
        hook_name: Str<'a> = "hook_name",
        hook_event: Str<'a> = "hook_event",
        stdout: Body<'a> = "stdout",
        stderr: Body<'a> = "stderr",
        exit_code: Field<i64> = "exit_code",
        outcome: Str<'a> = "outcome",
        tool_name: Str<'a> = "tool_name",
        decision: Str<'a> = "decision_reason_type",
        notice: Raw<'a> = "message" | "text" | "suggestion",
        level: Str<'a> = "level" | "priority",
        state: Str<'a> = "state",
        listed: List<'a> = "files" | "tasks" | "commands" | "memories" | "preceding_tool_use_ids" | "output",
        request: Field<Control<'a>> = "request",
        response: Field<Control<'a>> = "response",

        message_id: Str<'a> = "messageId",
        is_snapshot_update: Field<bool> = "isSnapshotUpdate",
        snapshot: Field<Snapshot> = "snapshot",
        tracking_path: Str<'a> = "trackingPath",
        last_prompt: Raw<'a> = "lastPrompt",
        leaf_uuid: Str<'a> = "leafUuid",
        custom_title: Raw<'a> = "customTitle",
        ai_title: Raw<'a> = "aiTitle",
        title: Raw<'a> = "title",
        mode: Str<'a> = "mode",
        pr_number: Field<i64> = "prNumber",
        pr_repository: Str<'a> = "prRepository",
        agent_name: Str<'a> = "agentName",
        agent_setting: Str<'a> = "agentSetting",
        path: Str<'a> = "path",
        worktree: Field<Worktree<'a>> = "worktreeSession",
        continued_in: Str<'a> = "continuedInSessionId",
        parent_session_id: Str<'a> = "parentSessionId",
        parent_last_uuid: Str<'a> = "parentLastUuid",
        context_length: Field<i64> = "contextLength",
    } ignored:
        "source", "errorDetails", "apiRefusalExplanation", "direction", "snapshotMessageId", "backup", "cronKind",
        // Of the stream that the program writes for others.
        "fast_mode_disabled_reason", "terminal_slash_commands", "capabilities", "no_response", "run_id", "is_backgrounded", "spawn_depth",
        "parent_task_id", "workflow_name", "skip_transcript", "ambient", "resource_links", "compact_result", "compact_error", "hook_id",
        "decision_reason", "failed", "processed_at", "scope", "api_refusal_explanation", "retracted_message_uuids", "tag",
        "name", "timeout_ms", "color", "elapsed_time_seconds", "heartbeat", "subagent_retry", "isAuthenticating", "estimated_tokens",
        "estimated_tokens_delta", "value", "new_conversation_id", "lost", "error_code", "transcript_session_ids", "elicitation_id", "mcp_server_name";

    /// What changed in a task.
    struct TaskPatch<'a> {
        status: Str<'a> = "status",
        error: Raw<'a> = "error",
    }

    /// How much of an allowance is used.
    struct RateLimit<'a> {
        status: Str<'a> = "status",
        kind: Str<'a> = "rateLimitType",
        resets: Field<Instant> = "resetsAt",
        utilization: Raw<'a> = "utilization",
        overage_status: Str<'a> = "overageStatus",
        is_using_overage: Field<bool> = "isUsingOverage",
    }

    /// What a program that drives the session and the session ask of each other.
    struct Control<'a> {
        subtype: Str<'a> = "subtype",
        tool_name: Str<'a> = "tool_name",
        tool_use_id: Str<'a> = "tool_use_id",
        error: Raw<'a> = "error",
    }

    /// A hook that a summary lists.
    struct HookInfo<'a> {
        command: Str<'a> = "command",
        duration_ms: Field<Rounded> = "durationMs",
    }

    /// An error of the API or of the connection to it.
    struct ApiError<'a> {
        kind: Str<'a> = "type",
        status: Field<i64> = "status",
        message: Raw<'a> = "message",
        formatted: Raw<'a> = "formatted",
        request_id: Str<'a> = "requestID" | "requestId" | "request_id",
        cause: Field<Cause<'a>> = "cause",
        connection: Field<Cause<'a>> = "connection",
        error: Field<Wrapped<'a>> = "error",
    }

    /// What the API answered: an error in an envelope.
    struct Wrapped<'a> {
        error: Field<Innermost<'a>> = "error",
        kind: Str<'a> = "type",
        message: Raw<'a> = "message",
        request_id: Str<'a> = "request_id",
    }

    /// The error in the API's answer.
    struct Innermost<'a> {
        kind: Str<'a> = "type",
        message: Raw<'a> = "message",
    }

    /// Why a connection failed.
    struct Cause<'a> {
        code: Str<'a> = "code",
        message: Raw<'a> = "message",
    }

    /// What a compaction did.
    struct Compaction<'a> {
        trigger: Str<'a> = "trigger",
        pre_tokens: Field<i64> = "preTokens" | "pre_tokens",
        post_tokens: Field<i64> = "postTokens" | "post_tokens",
        dropped_tokens: Field<i64> = "cumulativeDroppedTokens",
        saved_tokens: Field<i64> = "tokensSaved",
        duration_ms: Field<Rounded> = "durationMs" | "duration_ms",
        preserved: Field<Preserved<'a>> = "preservedMessages" | "preserved_messages",
    }

    /// What a compaction left as it was.
    struct Preserved<'a> {
        uuids: List<'a> = "uuids",
    }

    /// What a task used.
    struct TaskUsage {
        total_tokens: Field<i64> = "total_tokens",
        tool_uses: Field<i64> = "tool_uses",
        duration_ms: Field<Rounded> = "duration_ms",
    }

    /// Files as they were before a message.
    struct Snapshot {
        files: Field<Count> = "trackedFileBackups",
    }

    /// A worktree that a session is in.
    struct Worktree<'a> {
        name: Str<'a> = "worktreeName",
        path: Str<'a> = "worktreePath",
        branch: Str<'a> = "worktreeBranch",
        original_cwd: Str<'a> = "originalCwd",
    }

    /// What came with a prompt.
    struct Attachment<'a> {
        kind: Str<'a> = "type",
        content: Raw<'a> = "content",
        tool_use_id: Str<'a> = "toolUseID",
        duration_ms: Field<Rounded> = "durationMs",
        status: Str<'a> = "status",
        agent_type: Str<'a> = "agentType",
        text: Raw<'a> = "text" | "banner" | "snippet" | "prompt" | "planContent",
        notice: Raw<'a> = "condition" | "description" | "newDate",

        hook_event: Str<'a> = "hookEvent",
        hook_name: Str<'a> = "hookName",
        command: Str<'a> = "command",
        exit_code: Field<i64> = "exitCode",
        stdout: Body<'a> = "stdout",
        stderr: Body<'a> = "stderr",
        blocking_error: Field<BlockingError<'a>> = "blockingError",
        permission_mode: Str<'a> = "permissionMode",
        tool_name: Str<'a> = "toolName",

        item_count: Field<i64> = "itemCount" | "skillCount",
        items: List<'a> = "names" | "allowedTools" | "skills" | "files" | "skillNames",
        added: List<'a> = "addedNames" | "addedTypes",
        removed: List<'a> = "removedNames" | "removedTypes",
        is_initial: Field<bool> = "isInitial",

        path: Str<'a> = "path" | "filename" | "planFilePath" | "skillDir",
        line_start: Field<i64> = "lineStart",
        line_end: Field<i64> = "lineEnd",
        mode: Str<'a> = "reminderType" | "commandMode",
        source_uuid: Str<'a> = "source_uuid",
        met: Field<bool> = "met",
        tokens: Field<i64> = "tokens",
        max_turns: Field<i64> = "maxTurns",
        turn_count: Field<i64> = "turnCount",
        iterations: Field<i64> = "iterations",
        plan_exists: Field<bool> = "planExists",
        payload: Raw<'a> = "data" | "toolInput",
        task_id: Str<'a> = "taskId",
        task_type: Str<'a> = "taskType",
        output_file: Str<'a> = "outputFilePath",
    } ignored:
        "displayPath", "addedLines", "addedBlocks", "readdedNames", "pendingMcpServers", "needsAuthMcpServers", "showConcurrencyNote", "origin",
        "timestamp", "autoModeConsentFlow", "isSubAgent", "reason", "sentinel", "isNew", "ideName", "deltaSummary";

    /// Why a hook stopped something.
    struct BlockingError<'a> {
        text: Raw<'a> = "blockingError",
        command: Str<'a> = "command",
    }
}

/// How many keys an object has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Count(pub(crate) i64);

impl json::Parts for Count {}

impl<'de> json::Take<'de> for Count {
    fn map<A: serde::de::MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut count = 0;
        while map.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(Some(Count(count)))
    }
}

impl<'a> Details<'a> {
    /// Reads the details of a record that tells of an event. NULL for messages, their parts and progress.
    pub(crate) fn of(line: &Line<'_>, text: &'a str) -> Option<Self> {
        if matches!(line.kind.str(), Some("user" | "assistant" | "progress" | "stream_event")) && !line.is_synthetic() {
            return None;
        }
        match json::read(text) {
            Ok(Field::Is(details)) => Some(details),
            _ => None,
        }
    }
}
