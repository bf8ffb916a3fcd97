//! Records without a uuid: titles, modes, queues, snapshots.

use crate::deck::Card;
use crate::json::{Object, object};
use crate::kit::{Kit, Topic};
use crate::thread::Thread;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Metadata {
    LastPrompt,
    Mode,
    CustomTitle,
    AiTitle,
    Summary,
    Enqueue,
    Dequeue,
    Remove,
    PermissionMode,
    PrLink,
    AgentName,
    Twice,
}

const CARDS: &[Card<Metadata>] = &[
    (Metadata::LastPrompt, 140, FIRST, LAST),
    (Metadata::Mode, 80, FIRST, LAST),
    (Metadata::CustomTitle, 70, FIRST, LAST),
    (Metadata::Enqueue, 76, FIRST, LAST),
    (Metadata::Dequeue, 58, FIRST, LAST),
    (Metadata::Remove, 17, FIRST, LAST),
    (Metadata::PermissionMode, 50, v(2, 1, 76), LAST),
    (Metadata::AiTitle, 39, v(2, 1, 98), LAST),
    (Metadata::Summary, 7, FIRST, v(2, 1, 52)),
    (Metadata::PrLink, 3, v(2, 1, 20), LAST),
    (Metadata::AgentName, 1, v(2, 1, 98), LAST),
    (Metadata::Twice, 20, FIRST, LAST),
];

fn line(kind: &str, session: &str, fill: impl FnOnce(&mut Object<'_>)) -> String {
    object(|o| {
        o.str("type", kind);
        fill(o);
        o.str("sessionId", session);
    })
}

fn queue(thread: &Thread, operation: &str, content: Option<&str>) -> String {
    object(|o| {
        o.str("type", "queue-operation");
        o.str("operation", operation);
        o.str("timestamp", &thread.now());
        o.str("sessionId", &thread.frame.session);
        if let Some(content) = content {
            o.str("content", content);
        }
    })
}

/// The snapshot that goes with a prompt.
pub(crate) fn snapshot(kit: &mut Kit, thread: &mut Thread, message: &str) {
    let path = kit.lexicon.file(&mut kit.rng);
    let backup = format!("{}@v2", kit.rng.hex(16));
    let time = thread.now();
    let line = object(|o| {
        o.str("type", "file-history-snapshot");
        o.str("messageId", message);
        o.object("snapshot", |o| {
            o.str("messageId", message);
            o.object("trackedFileBackups", |o| {
                o.object(&path, |o| {
                    o.str("backupFileName", &backup);
                    o.put("version", 2);
                    o.str("backupTime", &time);
                });
            });
            o.str("timestamp", &time);
        });
        o.put("isSnapshotUpdate", false);
    });
    thread.metadata(kit, "file-history-snapshot", line);
}

/// One of the others.
pub(crate) fn any(kit: &mut Kit, thread: &mut Thread) {
    let card = kit.deal(Topic::Metadata, thread.frame.version, CARDS);
    let (said, number) = (kit.words(6), kit.rng.below(900) + 1);
    let session = thread.frame.session.clone();
    let leaf = thread.parent.clone().unwrap_or_default();
    let (kind, line) = match card {
        Metadata::LastPrompt => (
            "last-prompt",
            line("last-prompt", &session, |o| {
                o.str("lastPrompt", &said);
                o.str("leafUuid", &leaf);
            }),
        ),
        Metadata::Mode | Metadata::Twice => ("mode", line("mode", &session, |o| o.str("mode", "normal"))),
        Metadata::CustomTitle => ("custom-title", line("custom-title", &session, |o| o.str("customTitle", &said))),
        Metadata::AiTitle => ("ai-title", line("ai-title", &session, |o| o.str("aiTitle", &said))),
        Metadata::Summary => (
            "summary",
            object(|o| {
                o.str("type", "summary");
                o.str("summary", &said);
                o.str("leafUuid", &leaf);
            }),
        ),
        Metadata::Enqueue => ("queue-operation", queue(thread, "enqueue", Some(&said))),
        Metadata::Dequeue => ("queue-operation", queue(thread, "dequeue", None)),
        Metadata::Remove => ("queue-operation", queue(thread, "remove", None)),
        Metadata::PermissionMode => ("permission-mode", line("permission-mode", &session, |o| o.str("permissionMode", "acceptEdits"))),
        Metadata::PrLink => (
            "pr-link",
            line("pr-link", &session, |o| {
                o.put("prNumber", number);
                o.str("prUrl", &format!("https://example.com/dev/project/pull/{number}"));
                o.str("prRepository", "dev/project");
            }),
        ),
        Metadata::AgentName => ("agent-name", line("agent-name", &session, |o| o.str("agentName", &said.replace(' ', "-")))),
    };
    if card == Metadata::Twice {
        thread.metadata(kit, kind, line.clone());
    }
    thread.metadata(kit, kind, line);
}
