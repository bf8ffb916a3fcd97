//! User records: what somebody or something typed, and results of tools.

use crate::json::{Object, object, quoted};
use crate::kit::{Kit, Share};
use crate::thread::{Echo, Kind, Thread, Written};
use crate::tools::Call;
use crate::truth::bump;
use crate::version::v;

/// What a prompt record says beside its text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Prompt<'a> {
    pub(crate) kind: &'static str,
    pub(crate) is_meta: bool,
    pub(crate) is_summary: bool,
    /// `origin.kind`.
    pub(crate) origin: Option<&'static str>,
    pub(crate) source_tool_use: Option<&'a str>,
}

impl Prompt<'_> {
    pub(crate) fn of(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(crate) fn meta() -> Self {
        Self { kind: "meta", is_meta: true, ..Self::default() }
    }
}

fn message(content: &str) -> String {
    let mut message = String::with_capacity(content.len() + 40);
    Object::write(&mut message, |o| {
        o.str("role", "user");
        o.put("content", content);
    });
    message
}

/// Writes a prompt; `content` is JSON. Counts it.
pub(crate) fn prompt(kit: &mut Kit, thread: &mut Thread, content: &str, prompt: Prompt<'_>) -> Written {
    thread.pass(kit, 500..=240_000);
    bump(&mut kit.truth.prompts, prompt.kind);
    let frame = &thread.frame;
    let mode = (prompt.kind == "typed" && frame.version >= v(2, 1, 41)).then_some(frame.mode);
    let source = (prompt.kind == "typed" && frame.version >= v(2, 1, 153)).then_some("typed");
    let message = message(content);
    let written = thread.record(
        kit,
        Kind::User,
        Share::User,
        |o| {
            o.put("message", &message);
            if prompt.is_meta {
                o.put("isMeta", true);
            }
            if prompt.is_summary {
                o.put("isVisibleInTranscriptOnly", true);
                o.put("isCompactSummary", true);
            }
        },
        |o| {
            if let Some(tool_use) = prompt.source_tool_use {
                o.str("sourceToolUseID", tool_use);
            }
            if let Some(mode) = mode {
                o.str("permissionMode", mode);
            }
            if let Some(origin) = prompt.origin {
                o.object("origin", |o| o.str("kind", origin));
            }
            if let Some(source) = source {
                o.str("promptSource", source);
            }
        },
    );
    if thread.agent.is_some() {
        let Written { uuid, timestamp } = &written;
        let (uuid, timestamp) = (uuid.clone(), timestamp.clone());
        thread.echoes.push(Echo { kind: Kind::User, message, request: None, failure: None, uuid, timestamp });
    }
    written
}

/// Writes a plain text prompt.
pub(crate) fn text(kit: &mut Kit, thread: &mut Thread, text: &str, kind: Prompt<'_>) -> Written {
    prompt(kit, thread, &quoted(text), kind)
}

/// Writes the result of a call, and counts the call.
pub(crate) fn result(kit: &mut Kit, thread: &mut Thread, call: &Call, id: &str, assistant: &str) {
    thread.pass(kit, 5..=20_000);
    call.count(kit, true);
    let block = object(|o| {
        if call.is_failure() {
            o.str("type", "tool_result");
            o.put("content", &call.content);
            o.put("is_error", true);
            o.str("tool_use_id", id);
        } else {
            o.str("tool_use_id", id);
            o.str("type", "tool_result");
            o.put("content", &call.content);
            if let Some(is_error) = call.is_error {
                o.put("is_error", is_error);
            }
        }
    });
    let message = message(&format!("[{block}]"));
    let payload = (thread.agent.is_none() || call.is_failure()).then_some(&call.payload);
    let knows_call = thread.frame.version >= v(2, 1, 0);
    let written = thread.record(
        kit,
        Kind::User,
        Share::User,
        |o| o.put("message", &message),
        |o| {
            if let Some(payload) = payload {
                o.put("toolUseResult", payload);
            }
            if let Some(kind) = call.denial_kind {
                o.str("toolDenialKind", kind);
            }
            if knows_call {
                o.str("sourceToolAssistantUUID", assistant);
            }
        },
    );
    if thread.agent.is_some() {
        let Written { uuid, timestamp } = written;
        let failure = payload.cloned();
        thread.echoes.push(Echo { kind: Kind::User, message, request: None, failure, uuid, timestamp });
    }
}
