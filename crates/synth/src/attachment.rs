//! Attachments: what hooks, lists and reminders add to a conversation.

use crate::deck::Card;
use crate::json::{Object, object};
use crate::kit::{Kit, Share, Topic};
use crate::thread::{Kind, Thread};
use crate::truth::bump;
use crate::version::{FIRST, LAST, v};

/// A type with its weight in real logs and the versions that have it.
const TYPES: &[Card<&str>] = &[
    ("task_reminder", 862, FIRST, LAST),
    ("hook_additional_context", 333, FIRST, LAST),
    ("hook_success", 273, FIRST, LAST),
    ("deferred_tools_delta", 156, FIRST, LAST),
    ("nested_memory", 133, v(2, 1, 175), LAST),
    ("skill_listing", 60, FIRST, LAST),
    ("edited_text_file", 120, v(2, 1, 101), LAST),
    ("command_permissions", 116, v(2, 1, 101), LAST),
    ("hook_system_message", 105, FIRST, LAST),
    ("mcp_instructions_delta", 79, FIRST, LAST),
    ("queued_command", 44, v(2, 1, 108), LAST),
    ("hook_non_blocking_error", 31, v(2, 1, 119), LAST),
    ("file", 23, FIRST, LAST),
    ("auto_mode", 23, v(2, 1, 119), LAST),
    ("compact_file_reference", 17, v(2, 1, 159), LAST),
    ("plan_mode", 9, FIRST, v(2, 1, 195)),
    ("date_change", 9, v(2, 1, 108), v(2, 1, 183)),
    ("goal_status", 4, v(2, 1, 153), v(2, 1, 167)),
];

fn hook(o: &mut Object<'_>, event: &str, id: &str) {
    o.str("hookName", &format!("{event}:Bash"));
    o.str("toolUseID", id);
    o.str("hookEvent", event);
}

/// An attachment, while attachments have less than their share.
pub(crate) fn maybe(kit: &mut Kit, thread: &mut Thread, id: &str) {
    let version = thread.frame.version;
    let is_due = kit.balance.wants(Share::Attachment, 20) || kit.owes(Topic::Attachment, version);
    if !version.has_attachments() || thread.agent.is_some() || !is_due {
        return;
    }
    let kind = kit.deal(Topic::Attachment, version, TYPES);
    let short = kit.words(9);
    let long = if kit.brief { kit.prose(200) } else { kit.prose(1800) };
    let path = thread.frame.absolute("docs/notes.md");
    let names: Vec<String> = (0..12).map(|_| kit.ident()).collect();
    let attachment = object(|o| {
        o.str("type", kind);
        match kind {
            "task_reminder" => {
                o.strs::<&str>("content", &[]);
                o.put("itemCount", 0);
            }
            "hook_additional_context" => {
                o.strs("content", &[&short]);
                hook(o, "PostToolUse", id);
            }
            "hook_success" => {
                hook(o, "PostToolUse", id);
                o.str("content", &short);
                o.str("stdout", &short);
                o.str("stderr", "");
                o.put("exitCode", 0);
                o.str("command", "make fmt");
                o.put("durationMs", 253);
            }
            "hook_system_message" => {
                o.str("content", &short);
                hook(o, "PostToolUse", id);
            }
            "hook_non_blocking_error" => {
                hook(o, "PostToolUse", id);
                o.str("stderr", &short);
                o.str("stdout", "");
                o.put("exitCode", 127);
                o.str("command", "make fmt");
                o.put("durationMs", 36);
            }
            "deferred_tools_delta" => {
                o.strs("addedNames", &names);
                o.strs("addedLines", &names);
                o.strs::<&str>("removedNames", &[]);
            }
            "nested_memory" => {
                o.str("path", &path);
                o.object("content", |o| {
                    o.str("path", &path);
                    o.str("type", "Project");
                    o.str("content", &short);
                });
                o.str("displayPath", "docs/notes.md");
            }
            "skill_listing" => {
                o.str("content", &long);
                o.put("skillCount", names.len());
                o.put("isInitial", true);
                o.strs("names", &names);
            }
            "edited_text_file" => {
                o.str("filename", &path);
                o.str("snippet", &long);
            }
            "command_permissions" => o.strs("allowedTools", &["Bash(git:*)"]),
            "mcp_instructions_delta" => {
                o.strs("addedNames", &["context7"]);
                o.strs("addedBlocks", &[&long]);
                o.strs::<&str>("removedNames", &[]);
            }
            "queued_command" => {
                o.str("prompt", &short);
                o.str("commandMode", "prompt");
            }
            "file" => {
                o.str("filename", &path);
                o.object("content", |o| {
                    o.str("type", "text");
                    o.object("file", |o| {
                        o.str("filePath", &path);
                        o.str("content", &long);
                        o.put("numLines", long.lines().count());
                        o.put("startLine", 1);
                        o.put("totalLines", long.lines().count());
                    });
                });
                o.str("displayPath", "docs/notes.md");
            }
            "auto_mode" => o.put("autoModeConsentFlow", false),
            "compact_file_reference" => {
                o.str("filename", &path);
                o.str("displayPath", "docs/notes.md");
            }
            "plan_mode" => {
                o.str("reminderType", "full");
                o.put("isSubAgent", false);
                o.str("planFilePath", "/home/dev/.claude/plans/plan.md");
                o.put("planExists", false);
            }
            "date_change" => o.str("newDate", "2026-06-01"),
            "goal_status" => {
                o.put("met", false);
                o.str("condition", &short);
            }
            _ => {}
        }
    });
    bump(&mut kit.truth.attachments, kind);
    thread.record(kit, Kind::Attachment, Share::Attachment, |o| o.put("attachment", &attachment), |_| ());
}
