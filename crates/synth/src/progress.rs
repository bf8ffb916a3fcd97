//! Progress records: hooks, commands that run, and echoes of subagents.

use crate::deck::Card;
use crate::json::{Object, object};
use crate::kit::{Kit, Share, Topic};
use crate::thread::{Kind, Thread};
use crate::truth::bump;
use crate::version::{FIRST, LAST, v};

fn progress(kit: &mut Kit, thread: &mut Thread, share: Share, kind: &str, tool_use: &str, parent: &str, data: &str) {
    bump(&mut kit.truth.progress, kind);
    thread.record(
        kit,
        Kind::Progress,
        share,
        |o| {
            o.put("data", data);
            o.str("toolUseID", tool_use);
            o.str("parentToolUseID", parent);
        },
        |_| (),
    );
}

/// A hook that runs before or after a call.
pub(crate) fn hook(kit: &mut Kit, thread: &mut Thread, event: &str, tool: &str, id: &str) {
    if !thread.frame.version.has_hook_progress() || thread.agent.is_some() || !kit.balance.wants(Share::Noise, 60) {
        return;
    }
    let command = format!("${{CLAUDE_PROJECT_DIR}}/.claude/hooks/{}.sh --event {event}", kit.word());
    let data = object(|o| {
        o.str("type", "hook_progress");
        o.str("hookEvent", event);
        o.str("hookName", &format!("{event}:{tool}"));
        o.str("command", &command);
    });
    progress(kit, thread, Share::Noise, "hook_progress", id, id, &data);
}

#[derive(Debug, Clone, Copy)]
enum Noise {
    Bash,
    Mcp,
    Waiting,
    Query,
    SearchResults,
}

const NOISES: &[Card<Noise>] = &[
    (Noise::Bash, 960, FIRST, v(2, 1, 63)),
    (Noise::Mcp, 16, FIRST, v(2, 1, 63)),
    (Noise::Waiting, 2, v(2, 1, 25), v(2, 1, 42)),
    (Noise::Query, 1, v(2, 1, 17), LAST),
    (Noise::SearchResults, 1, v(2, 1, 17), LAST),
];

/// What a running call tells while it runs.
pub(crate) fn running(kit: &mut Kit, thread: &mut Thread, id: &str) {
    let version = thread.frame.version;
    let is_due = kit.balance.wants(Share::Noise, 60) || kit.owes(Topic::Progress, version);
    if !version.has_bash_progress() || thread.agent.is_some() || !is_due {
        return;
    }
    let parent = format!("bash-progress-{}", kit.rng.below(4));
    for seconds in 0..kit.rng.below(4) + 1 {
        let noise = kit.deal(Topic::Progress, version, NOISES);
        let text = kit.words(8);
        let (kind, data) = match noise {
            Noise::Bash => ("bash_progress", bash(kit, thread, seconds + 2)),
            Noise::Mcp => (
                "mcp_progress",
                object(|o| {
                    o.str("type", "mcp_progress");
                    o.str("status", "started");
                    o.str("serverName", "context7");
                    o.str("toolName", "query-docs");
                }),
            ),
            Noise::Waiting => (
                "waiting_for_task",
                object(|o| {
                    o.str("type", "waiting_for_task");
                    o.str("taskDescription", &text);
                    o.str("taskType", "local_bash");
                }),
            ),
            Noise::Query => (
                "query_update",
                object(|o| {
                    o.str("type", "query_update");
                    o.str("query", &text);
                }),
            ),
            Noise::SearchResults => (
                "search_results_received",
                object(|o| {
                    o.str("type", "search_results_received");
                    o.put("resultCount", 9);
                    o.str("query", &text);
                }),
            ),
        };
        progress(kit, thread, Share::Noise, kind, &parent, id, &data);
    }
}

fn bash(kit: &mut Kit, thread: &Thread, seconds: usize) -> String {
    let size = kit.rng.below(if kit.brief { 300 } else { 1800 });
    let full = kit.lexicon.output(&mut kit.rng, size);
    let last = full.rsplit('\n').next().unwrap_or_default();
    object(|o| {
        o.str("type", "bash_progress");
        o.str("output", last);
        o.str("fullOutput", &full);
        o.put("elapsedTimeSeconds", seconds);
        o.put("totalLines", full.lines().count());
        if thread.frame.version >= v(2, 1, 52) {
            o.put("totalBytes", full.len());
            o.str("taskId", "b0abcdef1");
        } else if thread.frame.version >= v(2, 1, 29) {
            o.put("timeoutMs", 120_000);
        }
    })
}

/// The records of a subagent, repeated in its parent's transcript.
pub(crate) fn echo(kit: &mut Kit, thread: &mut Thread, child: &Thread, prompt: &str, id: &str) {
    for (n, echo) in child.echoes.iter().enumerate() {
        let message_id = kit.rng.issued("agent_msg_01", 22);
        let has_history = thread.frame.version <= v(2, 1, 63);
        let mut data = String::with_capacity(echo.message.len() + 600);
        Object::write(&mut data, |o| {
            o.object("message", |o| {
                o.str("type", echo.kind.name());
                o.put("message", &echo.message);
                if let Some(request) = &echo.request {
                    o.str("requestId", request);
                }
                o.str("uuid", &echo.uuid);
                o.str("timestamp", &echo.timestamp);
                if let Some(failure) = &echo.failure {
                    o.put("toolUseResult", failure);
                }
            });
            if has_history {
                o.strs::<&str>("normalizedMessages", &[]);
            }
            o.str("type", "agent_progress");
            o.str("prompt", if n == 0 { prompt } else { "" });
            o.str("agentId", child.id());
        });
        kit.truth.echoes += 1;
        progress(kit, thread, Share::Echo, "agent_progress", &message_id, id, &data);
    }
}
