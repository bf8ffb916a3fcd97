//! Rows of `drift`: keys and types that the declarations do not know.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::Out;
use super::events::Told;
use super::hooks;
use super::place::{Carrier, Held, Place, Texts};
use crate::json::{Field, Unknown};
use crate::line::{Block, Message, Usage};
use crate::tables::drift;

/// Types of records.
const RECORDS: &[&str] = &[
    "assistant",
    "user",
    "progress",
    "attachment",
    "system",
    "file-history-snapshot",
    "last-prompt",
    "mode",
    "queue-operation",
    "custom-title",
    "permission-mode",
    "ai-title",
    "summary",
    "pr-link",
    "result",
    "agent-name",
    "tool_result",
    "frame-link",
    "started",
    "launched",
    "worktree-state",
    "agent-setting",
    "file-history-delta",
    "agent-color",
    "tag",
    "task-summary",
    "content-replacement",
    "attribution-snapshot",
    "marble-origami-commit",
    "marble-origami-snapshot",
    "speculation-accept",
    "atis-latch",
    "bridge-session",
    "fork-context-ref",
    "artifact-autoreact-ledger",
    "artifact-comment-monitor",
    "continued-in",
    // Of the stream that the program writes for others.
    "stream_event",
    "tool_progress",
    "tool_use_summary",
    "rate_limit_event",
    "auth_status",
    "control_request",
    "control_response",
    "control_cancel_request",
    "error",
    "keep_alive",
    "prompt_suggestion",
    "conversation_reset",
    "active_goal",
];

/// Subtypes of system records.
const SYSTEM: &[&str] = &[
    "stop_hook_summary",
    "turn_duration",
    "api_error",
    "away_summary",
    "local_command",
    "compact_boundary",
    "microcompact_boundary",
    "bridge_status",
    "informational",
    "model_refusal_fallback",
    "model_refusal_no_fallback",
    "scheduled_task_fire",
    "permission_retry",
    "agents_killed",
    // Of the stream that the program writes for others.
    "init",
    "status",
    "api_retry",
    "hook_started",
    "hook_progress",
    "hook_response",
    "task_started",
    "task_progress",
    "task_updated",
    "task_notification",
    "permission_denied",
    "local_command_output",
    "files_persisted",
    "background_tasks_changed",
    "commands_changed",
    "control_request_progress",
    "elicitation_complete",
    "memory_recall",
    "mirror_error",
    "notification",
    "plugin_install",
    "session_state_changed",
    "session_writes_lost",
    "thinking_tokens",
    "worker_shutting_down",
];

/// Subtypes of result messages of a stream.
const RESULTS: &[&str] =
    &["success", "error", "error_during_execution", "error_max_turns", "error_max_budget_usd", "error_max_structured_output_retries"];

/// Types of attachments.
pub(super) const ATTACHMENTS: &[&str] = &[
    "task_reminder",
    "hook_additional_context",
    "hook_success",
    "deferred_tools_delta",
    "nested_memory",
    "skill_listing",
    "edited_text_file",
    "command_permissions",
    "hook_system_message",
    "mcp_instructions_delta",
    "agent_listing_delta",
    "queued_command",
    "hook_non_blocking_error",
    "file",
    "auto_mode",
    "compact_file_reference",
    "plan_mode_exit",
    "plan_mode",
    "date_change",
    "plan_mode_reentry",
    "goal_status",
    "invoked_skills",
    "todo_reminder",
    "directory",
    "hook_cancelled",
    "auto_mode_exit",
    "opened_file_in_ide",
    "diagnostics",
    "selected_lines_in_ide",
    "dynamic_skill",
    "agent_mention",
    "structured_output",
    "task_status",
    "plan_file_reference",
    "hook_blocking_error",
    "workflow_keyword_request",
    "hook_deferred_tool",
    "max_turns_reached",
    "total_tokens_reminder",
    "read_truncation_notice",
    // Of the files of agents.
    "environment",
    "model",
    "instructions",
    "session_context",
    "date",
    "prompt_snapshot",
];

/// Types of progress.
const PROGRESS: &[&str] =
    &["bash_progress", "hook_progress", "agent_progress", "mcp_progress", "waiting_for_task", "query_update", "search_results_received"];

/// Operations on the queue of prompts.
const QUEUE: &[&str] = &["enqueue", "dequeue", "remove", "popAll"];

/// Types of blocks of a message; those of results of the API's own tools end alike.
const BLOCKS: &[&str] = &[
    "tool_use",
    "tool_result",
    "text",
    "thinking",
    "image",
    "redacted_thinking",
    "document",
    "server_tool_use",
    "mcp_tool_use",
    "fallback",
    "container_upload",
    "compaction",
];

/// Types of iterations of a response.
const ITERATIONS: &[&str] = &["message", "fallback_message", "advisor_message", "compaction"];

/// What is not known in a source so far.
#[derive(Debug, Default)]
pub(crate) struct Drift {
    found: HashMap<Name, Found>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Name {
    place: Cow<'static, str>,
    name: Rc<str>,
    version: Rc<str>,
}

#[derive(Debug)]
struct Found {
    kind: &'static str,
    count: i64,
    first_ts: Option<i64>,
    last_ts: Option<i64>,
}

/// Takes in what is not known on one record.
struct Seeker<'a> {
    drift: &'a mut Drift,
    place: &'a Place<'a>,
    texts: &'a mut Texts,
}

impl Drift {
    /// Looks through a record.
    pub(crate) fn add(&mut self, told: Told<'_>, place: &Place<'_>, texts: &mut Texts) {
        Seeker { drift: self, place, texts }.record(told);
    }

    /// Takes in a key that a tool does not know.
    pub(crate) fn tool(&mut self, place: String, key: &str, held: &Held, texts: &mut Texts) {
        let version = held.version.clone().unwrap_or_else(|| texts.share(""));
        self.count(Name { place: Cow::Owned(place), name: texts.share(key), version }, "key", held.ts);
    }

    fn count(&mut self, name: Name, kind: &'static str, ts: Option<i64>) {
        let found = self.found.entry(name).or_insert(Found { kind, count: 0, first_ts: None, last_ts: None });
        found.count += 1;
        found.first_ts = [found.first_ts, ts].into_iter().flatten().min();
        found.last_ts = found.last_ts.max(ts);
    }

    /// Takes in unknown keys of an object that is no record.
    pub(crate) fn keys(&mut self, place: &'static str, keys: &[String], texts: &mut Texts) {
        for key in keys {
            self.count(Name { place: Cow::Borrowed(place), name: texts.share(key), version: texts.share("") }, "key", None);
        }
    }

    /// Appends the rows.
    pub(crate) fn finish(self, out: &mut Out<'_>) {
        let mut found: Vec<_> = self.found.into_iter().collect();
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, found) in found {
            let row = drift::Row {
                source: &out.source.path,
                place: &name.place,
                name: &name.name,
                version: &name.version,
                kind: found.kind,
                machine: &out.source.machine,
                decoder: crate::DECODER,
                count: found.count,
                first_ts: found.first_ts,
                last_ts: found.last_ts,
            };
            out.tables.drift.append(out.origin, &row);
        }
    }
}

impl Seeker<'_> {
    fn record(&mut self, told: Told<'_>) {
        let line = told.line;
        if let (Some(event), Some(hook)) = (line.hook_event_name.str(), told.hook) {
            self.word("record.hook_event_name", event, hooks::EVENTS);
            self.keys_of_neither(&line.unknown, &hook.unknown);
            return;
        }
        let kind = line.kind.str().unwrap_or_default();
        self.word("record.type", kind, RECORDS);
        match kind {
            "result" if self.place.carrier == Carrier::Stream => self.word("record.subtype", line.subtype.str().unwrap_or_default(), RESULTS),
            "system" => self.word("record.subtype", line.subtype.str().unwrap_or_default(), SYSTEM),
            "queue-operation" => self.word("record.operation", line.operation.str().unwrap_or_default(), QUEUE),
            "attachment" => self.word("attachment.type", line.attachment.get().and_then(|inner| inner.kind.str()).unwrap_or_default(), ATTACHMENTS),
            "progress" => self.word("data.type", line.data.get().and_then(|inner| inner.kind.str()).unwrap_or_default(), PROGRESS),
            _ => {}
        }
        if let Some(details) = told.details {
            self.keys_of_neither(&line.unknown, &details.unknown);
            details.attachment.get().into_iter().for_each(|attachment| self.keys("attachment", &attachment.unknown));
        } else if let Some(run) = told.run {
            self.keys_of_neither(&line.unknown, &run.unknown);
            run.usage.get().into_iter().for_each(|usage| self.usage("record.usage", usage));
            run.models.get().into_iter().for_each(|models| models.iter().for_each(|(_, usage)| self.keys("record.modelUsage[]", &usage.unknown)));
        } else {
            self.keys("record", &line.unknown);
        }
        line.message.get().into_iter().for_each(|message| self.message(message));
    }

    fn message(&mut self, message: &Message<'_>) {
        self.keys("message", &message.unknown);
        message.usage.get().into_iter().for_each(|usage| self.usage("message.usage", usage));
        for (_, block) in message.blocks() {
            self.block(block);
        }
    }

    fn usage(&mut self, place: &'static str, usage: &Usage<'_>) {
        self.keys(place, &usage.unknown);
        usage.cache_creation.get().into_iter().for_each(|part| self.keys("message.usage.cache_creation", &part.unknown));
        usage.output_tokens_details.get().into_iter().for_each(|part| self.keys("message.usage.output_tokens_details", &part.unknown));
        usage.server_tool_use.get().into_iter().for_each(|part| self.keys("message.usage.server_tool_use", &part.unknown));
        for iteration in usage.iterations.get().into_iter().flatten().filter_map(Field::get) {
            self.word("message.usage.iterations[].type", iteration.kind.str().unwrap_or_default(), ITERATIONS);
            self.usage("message.usage.iterations[]", iteration);
        }
    }

    fn block(&mut self, block: &Block<'_>) {
        let kind = block.kind.str().unwrap_or_default();
        if !kind.ends_with("_tool_result") {
            self.word("message.content[].type", kind, BLOCKS);
        }
        self.keys("message.content[]", &block.unknown);
    }

    fn word(&mut self, place: &'static str, word: &str, known: &[&str]) {
        if !known.contains(&word) {
            self.add(place, word, "type");
        }
    }

    /// A key is unknown only if neither reading of the record has it.
    fn keys_of_neither(&mut self, one: &Unknown<'_>, other: &Unknown<'_>) {
        one.keys().filter(|key| other.keys().any(|other| other == *key)).for_each(|key| self.add("record", key, "key"));
    }

    fn keys(&mut self, place: &'static str, unknown: &Unknown<'_>) {
        unknown.keys().for_each(|key| self.add(place, key, "key"));
    }

    fn add(&mut self, place: &'static str, name: &str, kind: &'static str) {
        let version = self.texts.share(self.place.version.as_deref().unwrap_or_default());
        let name = Name { place: Cow::Borrowed(place), name: self.texts.share(name), version };
        self.drift.count(name, kind, self.place.ts);
    }
}
