//! The parts of a transcript's records that rows are made of.

use std::borrow::Cow;

use serde::de::SeqAccess;

use crate::json::{self, Field, Parts, Raw, Take, object};
use crate::time;

/// Text of a field.
pub(crate) type Str<'a> = Field<Cow<'a, str>>;

/// The model that the program names in messages of its own.
pub(crate) const SYNTHETIC: &str = "<synthetic>";

/// An instant, in microseconds since 1970: ISO 8601 text, or a number in seconds, milliseconds or microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Instant(pub(crate) i64);

impl Parts for Instant {}
impl Parts for Content<'_> {}

impl Take<'_> for Instant {
    fn text(text: &str) -> Option<Self> {
        time::timestamp_micros(text).map(Instant)
    }

    fn int(number: i64) -> Option<Self> {
        time::epoch_micros(number).map(Instant)
    }
}

object! {
    /// A record: one line of a transcript, a stream or a log of hooks. The last two write the same keys in snake case.
    struct Line<'a> {
        parent_uuid: Str<'a> = "parentUuid",
        is_sidechain: Field<bool> = "isSidechain",
        cwd: Str<'a> = "cwd",
        session_id: Str<'a> = "sessionId",
        version: Str<'a> = "version" | "claude_code_version",
        git_branch: Str<'a> = "gitBranch",
        agent_id: Str<'a> = "agentId" | "agent_id",
        slug: Str<'a> = "slug",
        kind: Str<'a> = "type",
        message: Field<Message<'a>> = "message",
        request_id: Str<'a> = "requestId" | "request_id",
        uuid: Str<'a> = "uuid",
        timestamp: Field<Instant> = "timestamp",
        tool_use_result: Raw<'a> = "toolUseResult" | "tool_use_result",
        data: Field<Inner<'a>> = "data",
        attachment: Field<Inner<'a>> = "attachment",
        subtype: Str<'a> = "subtype",
        operation: Str<'a> = "operation",
        prompt_id: Str<'a> = "promptId" | "prompt_id",
        permission_mode: Str<'a> = "permissionMode" | "permission_mode",
        entrypoint: Str<'a> = "entrypoint",
        is_meta: Field<bool> = "isMeta" | "isSynthetic",
        effort: Str<'a> = "effort",
        attribution_skill: Str<'a> = "attributionSkill",
        attribution_plugin: Str<'a> = "attributionPlugin",
        attribution_mcp_server: Str<'a> = "attributionMcpServer",
        attribution_mcp_tool: Str<'a> = "attributionMcpTool",
        tool_denial_kind: Str<'a> = "toolDenialKind",
        prompt_source: Str<'a> = "promptSource",
        origin: Field<Origin<'a>> = "origin",
        is_compact_summary: Field<bool> = "isCompactSummary",
        forked_from: Field<Fork> = "forkedFrom",
        snake_session_id: Str<'a> = "session_id",
        parent_tool_use_id: Str<'a> = "parent_tool_use_id",
        hook_event_name: Str<'a> = "hook_event_name",
        custom_title: Str<'a> = "customTitle",
        ai_title: Str<'a> = "aiTitle",
        summary: Str<'a> = "summary",
        cost_usd: Raw<'a> = "costUSD",
        parent_call: Str<'a> = "parentToolUseID",
        is_api_error_message: Field<bool> = "isApiErrorMessage",
    } ignored:
        // On messages.
        "userType", "sourceToolAssistantUUID", "toolUseID", "agentName", "teamName", "sourceToolUseID", "thinkingMetadata",
        "todos", "planContent", "imagePasteIds", "isVisibleInTranscriptOnly", "attributionAgent", "mcpMeta", "apiBlockIndex", "agent", "agentSlug",
        "classifierMetaLines", "interruptedMessageId", "workspace", "isAbortedMidStream", "quotaLimits", "userFeedback", "queuePriority",
        "turnCompanion", "interruptedByShutdown", "sessionKind",
        // On messages of the stream that the program writes for others.
        "subagent_type", "task_description", "isReplay", "event", "ttft_ms", "user_message_uuid", "user_message_uuids", "resume_reason",
        "resumed_from_incomplete_thinking", "supersedes", "aborted", "context_usage", "usage_report", "priority", "shouldQuery", "client_composed",
        // Of workflows.
        "result", "key", "label", "phase";

    /// The inside of a progress or attachment record.
    struct Inner<'a> {
        kind: Str<'a> = "type",
        agent_id: Str<'a> = "agentId",
        message: Raw<'a> = "message",
    }

    /// Who sent a prompt.
    struct Origin<'a> {
        kind: Str<'a> = "kind",
    }

    /// An API message.
    struct Message<'a> {
        model: Str<'a> = "model",
        id: Str<'a> = "id",
        content: Field<Content<'a>> = "content",
        stop_reason: Str<'a> = "stop_reason",
        usage: Field<Usage<'a>> = "usage",
        diagnostics: Field<Diagnostics<'a>> = "diagnostics",
        role: Str<'a> = "role",
    } ignored: "type", "stop_sequence", "stop_details", "container", "context_management";

    /// What the API says about the prompt cache.
    struct Diagnostics<'a> {
        cache_miss_reason: Field<Kind<'a>> = "cache_miss_reason",
    }

    /// A block of a message.
    struct Block<'a> {
        kind: Str<'a> = "type",
        text: Raw<'a> = "text",
        id: Str<'a> = "id",
        name: Str<'a> = "name",
        server_name: Str<'a> = "server_name",
        tool_name: Str<'a> = "tool_name",
        input: Raw<'a> = "input",
        tool_use_id: Str<'a> = "tool_use_id",
        content: Raw<'a> = "content",
        is_error: Field<bool> = "is_error",
        thinking: Raw<'a> = "thinking",
        signature: Raw<'a> = "signature",
        caller: Field<Kind<'a>> = "caller",
        citations: Field<Vec<Raw<'a>>> = "citations",
        source: Field<Media<'a>> = "source",
        data: Raw<'a> = "data",
        from: Field<Model<'a>> = "from",
        to: Field<Model<'a>> = "to",
    } ignored: "title", "context", "cache_control";

    /// What says of what kind something is.
    struct Kind<'a> {
        kind: Str<'a> = "type",
    }

    /// Where an image or document is.
    struct Media<'a> {
        kind: Str<'a> = "type",
        media_type: Str<'a> = "media_type",
        data: Raw<'a> = "data",
    }

    /// A model by its name.
    struct Model<'a> {
        model: Str<'a> = "model",
    }

    /// Token counts of a response, or of one iteration in it.
    struct Usage<'a> {
        input_tokens: Field<i64> = "input_tokens",
        cache_creation_input_tokens: Field<i64> = "cache_creation_input_tokens",
        cache_read_input_tokens: Field<i64> = "cache_read_input_tokens",
        cache_creation: Field<CacheCreation<'a>> = "cache_creation",
        output_tokens: Field<i64> = "output_tokens",
        output_tokens_details: Field<OutputDetails<'a>> = "output_tokens_details",
        server_tool_use: Field<ServerToolUse<'a>> = "server_tool_use",
        service_tier: Str<'a> = "service_tier",
        inference_geo: Str<'a> = "inference_geo",
        speed: Str<'a> = "speed",
        iterations: Field<Vec<Field<Usage<'a>>>> = "iterations",
        kind: Str<'a> = "type",
        model: Str<'a> = "model",
    } ignored: "fallback_credit";

    /// Cache writes by lifetime.
    struct CacheCreation<'a> {
        five_minutes: Field<i64> = "ephemeral_5m_input_tokens",
        hour: Field<i64> = "ephemeral_1h_input_tokens",
    } ignored:;

    /// Parts of the output.
    struct OutputDetails<'a> {
        thinking_tokens: Field<i64> = "thinking_tokens",
    } ignored:;

    /// Use of tools that run at the API.
    struct ServerToolUse<'a> {
        web_search_requests: Field<i64> = "web_search_requests",
        web_fetch_requests: Field<i64> = "web_fetch_requests",
    } ignored:;

    /// The record that a fork copied.
    struct Fork {}
}

/// The content of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content<'a> {
    /// Plain text.
    Text(Cow<'a, str>),
    /// Blocks; what is no object in their place counts as wrong.
    Blocks(Vec<Field<Block<'a>>>),
}

impl<'de> Take<'de> for Content<'de> {
    fn borrowed(text: &'de str) -> Option<Self> {
        Some(Content::Text(Cow::Borrowed(text)))
    }

    fn text(text: &str) -> Option<Self> {
        Some(Content::Text(Cow::Owned(text.to_owned())))
    }

    fn seq<A: SeqAccess<'de>>(seq: A) -> Result<Option<Self>, A::Error> {
        Ok(<Vec<Field<Block<'de>>> as Take<'de>>::seq(seq)?.map(Content::Blocks))
    }
}

impl<'a> Message<'a> {
    /// The blocks of the content, with their places.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (usize, &Block<'a>)> {
        let blocks = match self.content.get() {
            Some(Content::Blocks(blocks)) => blocks.as_slice(),
            _ => &[],
        };
        blocks.iter().enumerate().filter_map(|(index, block)| Some((index, block.get()?)))
    }
}

impl<'a> Block<'a> {
    /// Whether it is the call of a tool.
    pub(crate) fn is_call(&self) -> bool {
        matches!(self.kind.str(), Some("tool_use" | "server_tool_use" | "mcp_tool_use"))
    }

    /// What the result of a tool that runs at the API holds, whose payload is its content. NULL for any other block.
    pub(crate) fn server_payload(&self) -> Option<Raw<'a>> {
        let is_server = self.kind.str().is_some_and(|kind| kind.ends_with("_tool_result"));
        is_server.then_some(self.content)
    }

    /// Whether that content says that the tool failed.
    pub(crate) fn is_server_error(&self) -> bool {
        let content = self.server_payload().and_then(Raw::json);
        let kind: Kind<'_> = content.map(json::object_or_default).unwrap_or_default();
        kind.kind.str().is_some_and(|kind| kind.ends_with("_error"))
    }

    /// Whether it is the result of a call.
    pub(crate) fn is_result(&self) -> bool {
        self.kind.str().is_some_and(|kind| kind.ends_with("tool_result"))
    }
}

impl<'a> Line<'a> {
    /// Whether the program itself wrote the message, in the place of a model.
    pub(crate) fn is_synthetic(&self) -> bool {
        let named = || self.message.get().is_some_and(|message| message.model.str() == Some(SYNTHETIC));
        self.kind.str() == Some("assistant") && (self.is_api_error_message.copied() == Some(true) || named())
    }
}
