//! System records, and compaction.

use crate::deck::Card;
use crate::json::{Object, object};
use crate::kit::{Kit, Share, Topic};
use crate::thread::{Kind, Thread};
use crate::truth::bump;
use crate::user::{Prompt, text};
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy)]
enum System {
    TurnDuration,
    StopHooks,
    ApiRetry,
    LocalCommand,
    AwaySummary,
    Compact,
    Microcompact,
    Informational,
    BridgeStatus,
    Fallback,
}

const SYSTEMS: &[Card<System>] = &[
    (System::StopHooks, 190, v(2, 0, 64), LAST),
    (System::TurnDuration, 100, v(2, 1, 1), v(2, 1, 185)),
    (System::ApiRetry, 12, FIRST, LAST),
    (System::AwaySummary, 8, v(2, 1, 108), v(2, 1, 179)),
    (System::LocalCommand, 6, v(2, 1, 20), v(2, 1, 170)),
    (System::Compact, 6, v(2, 0, 76), LAST),
    (System::Microcompact, 1, v(2, 1, 12), v(2, 1, 20)),
    (System::Informational, 1, v(2, 1, 108), LAST),
    (System::BridgeStatus, 1, v(2, 1, 76), v(2, 1, 119)),
    (System::Fallback, 1, v(2, 1, 205), LAST),
];

fn system(kit: &mut Kit, thread: &mut Thread, subtype: &str, fill: impl FnOnce(&mut Object<'_>)) {
    thread.pass(kit, 1..=900);
    bump(&mut kit.truth.system, subtype);
    thread.record(
        kit,
        Kind::System,
        Share::Other,
        |o| {
            o.str("subtype", subtype);
            fill(o);
        },
        |o| o.put("isMeta", false),
    );
}

/// What stands at the end of a turn.
pub(crate) fn any(kit: &mut Kit, thread: &mut Thread) {
    if thread.frame.version < v(2, 0, 64) {
        if kit.rng.chance(100) {
            api_retry(kit, thread);
        }
        return;
    }
    let said = kit.words(12);
    match kit.deal(Topic::System, thread.frame.version, SYSTEMS) {
        System::TurnDuration => {
            let milliseconds = kit.rng.below(400_000) + 900;
            let messages = (thread.frame.version >= v(2, 1, 98)).then(|| kit.rng.below(90));
            system(kit, thread, "turn_duration", |o| {
                o.put("durationMs", milliseconds);
                if let Some(messages) = messages {
                    o.put("messageCount", messages);
                }
            });
        }
        System::StopHooks => {
            let (milliseconds, id) = (kit.rng.below(5000), kit.rng.uuid());
            let is_timed = thread.frame.version >= v(2, 1, 59);
            system(kit, thread, "stop_hook_summary", |o| {
                o.put("hookCount", 1);
                o.array("hookInfos", |a| {
                    a.object(|o| {
                        o.str("command", "make lint");
                        if is_timed {
                            o.put("durationMs", milliseconds);
                        }
                    });
                });
                o.strs::<&str>("hookErrors", &[]);
                o.put("preventedContinuation", false);
                o.str("stopReason", "");
                o.put("hasOutput", true);
                o.str("level", "suggestion");
                o.str("toolUseID", &id);
            });
        }
        System::ApiRetry => api_retry(kit, thread),
        System::LocalCommand => system(kit, thread, "local_command", |o| {
            o.str("content", &format!("<local-command-stdout>{said}</local-command-stdout>"));
            o.str("level", "info");
        }),
        System::AwaySummary => system(kit, thread, "away_summary", |o| o.str("content", &said)),
        System::Compact => compact(kit, thread),
        System::Microcompact => system(kit, thread, "microcompact_boundary", |o| {
            o.str("content", "Context microcompacted");
            o.str("level", "info");
            o.object("microcompactMetadata", |o| {
                o.str("trigger", "auto");
                o.put("preTokens", 48_000);
                o.put("tokensSaved", 21_000);
                o.strs::<&str>("compactedToolIds", &[]);
                o.strs::<&str>("clearedAttachmentUUIDs", &[]);
            });
        }),
        System::Informational => system(kit, thread, "informational", |o| {
            o.str("content", &said);
            o.str("level", "info");
        }),
        System::BridgeStatus => system(kit, thread, "bridge_status", |o| {
            o.str("content", "/remote-control is active");
            o.str("url", "https://example.com/code/session");
        }),
        System::Fallback => system(kit, thread, "model_refusal_fallback", |o| {
            o.str("content", &said);
            o.str("level", "info");
            o.str("originalModel", "claude-fable-5");
            o.str("fallbackModel", "claude-opus-4-8");
        }),
    }
}

fn api_retry(kit: &mut Kit, thread: &mut Thread) {
    let (attempt, request) = (kit.rng.below(9) + 1, kit.rng.issued("req_011C", 20));
    system(kit, thread, "api_error", |o| {
        o.str("level", "error");
        o.object("error", |o| {
            o.put("status", 529);
            o.str("requestID", &request);
            o.object("error", |o| {
                o.str("type", "error");
                o.object("error", |o| {
                    o.str("type", "overloaded_error");
                    o.str("message", "Overloaded");
                });
                o.str("request_id", &request);
            });
        });
        o.put("retryInMs", 500 * attempt);
        o.put("retryAttempt", attempt);
        o.put("maxRetries", 10);
    });
}

/// A boundary without a parent, then the summary that goes on from it.
fn compact(kit: &mut Kit, thread: &mut Thread) {
    kit.truth.compactions += 1;
    let leaf = thread.parent.take();
    let before = kit.rng.within(120_000..=190_000);
    let trigger = if kit.rng.chance(700) { "auto" } else { "manual" };
    let metadata = object(|o| {
        o.str("trigger", trigger);
        o.put("preTokens", before);
        if thread.frame.version >= v(2, 1, 205) {
            o.put("postTokens", before / 9);
            o.put("durationMs", 61_000);
        }
    });
    system(kit, thread, "compact_boundary", |o| {
        if let Some(leaf) = &leaf {
            o.str("logicalParentUuid", leaf);
        }
        o.str("content", "Conversation compacted");
        o.str("level", "info");
        o.put("compactMetadata", &metadata);
    });
    let size = kit.result_size(5000);
    let summary = format!("This session is being continued from a previous conversation that ran out of context. {}", kit.prose(size));
    text(kit, thread, &summary, Prompt { kind: "compact_summary", is_summary: true, ..Prompt::default() });
}
