//! Subagents: the call in the parent, the run, and its files.

use crate::deck::Card;
use crate::json::{array, object, quoted, text_block};
use crate::kit::{Kit, Share, Topic};
use crate::progress;
use crate::response::{Extra, Response};
use crate::thread::{File, Thread};
use crate::tools::Call;
use crate::truth::bump;
use crate::turn::tool_step;
use crate::user::{Prompt, result, text};
use crate::version::{FIRST, LAST, Version, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agent {
    /// A file of its own, no echo.
    Filed,
    /// A file, and its records echoed by the parent.
    FiledEcho,
    /// Nothing but echoes.
    Ghost,
    /// 1.x: nothing but the result.
    NoTrace,
    Async,
    Workflow,
    /// A member of a team, which runs elsewhere.
    Teammate,
    /// The file begins with a copy of the parent's last message.
    Replay,
    Unknown,
}

const AGENTS: &[Card<Agent>] = &[
    (Agent::Filed, 40, v(2, 0, 0), v(2, 1, 29)),
    (Agent::Filed, 40, v(2, 1, 30), LAST),
    (Agent::FiledEcho, 160, v(2, 1, 17), v(2, 1, 81)),
    (Agent::Ghost, 50, v(2, 1, 17), v(2, 1, 81)),
    (Agent::NoTrace, 40, FIRST, v(1, 9, 9)),
    (Agent::Async, 15, v(2, 1, 29), LAST),
    (Agent::Teammate, 8, v(2, 1, 39), v(2, 1, 81)),
    (Agent::Workflow, 4, v(2, 1, 205), LAST),
    (Agent::Replay, 3, v(2, 0, 0), LAST),
    (Agent::Unknown, 3, FIRST, LAST),
];

/// Subagents come while echoes have less than their share, and now and then.
pub(crate) fn is_due(kit: &mut Kit, thread: &Thread) -> bool {
    let may = thread.agent.is_none() && !thread.frame.relayed;
    let echoes = thread.frame.version.has_agent_progress() && kit.balance.wants(Share::Echo, 87);
    let is_owed = kit.owes(Topic::Agent, thread.frame.version);
    may && kit.rng.chance(if is_owed || (echoes && !kit.brief) { 350 } else { 8 })
}

/// Where a run leaves its records.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Layout {
    /// In the parent's echoes, if anywhere.
    Ghost,
    /// Beside the session.
    Flat,
    /// In the session's folder.
    Nested,
    /// Deeper there, beside the journal of the workflow run of this id.
    Workflow(String),
}

/// What a run came to.
struct Run {
    child: Thread,
    answer: String,
    last: Response,
    milliseconds: i64,
}

/// A response that calls a subagent, the subagent, and its result.
pub(crate) fn step(kit: &mut Kit, thread: &mut Thread) {
    let version = thread.frame.version;
    let card = kit.deal(Topic::Agent, version, AGENTS);
    let (said, description, prompt) = (kit.words(9), kit.words(5), kit.prose(600));
    let kind = if card == Agent::Unknown { "code-wizard" } else { kit.rng.pick(&["general-purpose", "Explore", "Plan"]) };
    let call = call(version, card, &description, &prompt, kind);
    let id = kit.rng.issued("toolu_01", 22);
    let lead = text_block(&said);
    let mut response = Response::new(kit, thread, 2, said.len() + prompt.len(), "tool_use", Extra::None);
    response.line(kit, thread, &lead);
    let assistant = response.line(kit, thread, &call.block(thread, &id)).uuid;

    let layout = match card {
        Agent::Ghost | Agent::NoTrace | Agent::Teammate => Layout::Ghost,
        Agent::Workflow => Layout::Workflow(format!("wf_{}", kit.rng.hex(12))),
        _ if version < v(2, 1, 30) => Layout::Flat,
        _ => Layout::Nested,
    };
    let call = match card {
        Agent::Unknown => call.thrown("agent", &format!("Agent type '{kind}' not found. Available agents: general-purpose, Explore, Plan")),
        Agent::NoTrace => untraced(kit, call),
        Agent::Teammate => teammate(call, kind, &prompt),
        _ => {
            let replay = (card == Agent::Replay).then_some((&response, lead.as_str()));
            let run = run(kit, thread, &prompt, &layout, replay);
            if matches!(card, Agent::FiledEcho | Agent::Ghost) {
                progress::echo(kit, thread, &run.child, &prompt, &id);
            }
            let call = match (card, &layout) {
                (_, Layout::Workflow(run_id)) => workflow(call, run_id),
                (Agent::Async, _) => launched(thread, call, &description, &prompt, &run),
                _ => completed(version, call, kind, &prompt, &run),
            };
            let about = About { kind, description: &description, call: &id, in_background: card == Agent::Async };
            keep(kit, thread, run, &layout, &about);
            call
        }
    };
    result(kit, thread, &call, &id, &assistant);
}

fn call(version: Version, card: Agent, description: &str, prompt: &str, kind: &str) -> Call {
    if card == Agent::Workflow {
        let input = object(|o| {
            o.str("scriptPath", "/home/dev/.claude/workflows/review.js");
            o.str("description", description);
        });
        return Call::new("Workflow", input);
    }
    let input = object(|o| {
        o.str("description", description);
        o.str("prompt", prompt);
        o.str("subagent_type", kind);
        if card == Agent::Async {
            o.put("run_in_background", true);
        }
        if card == Agent::Teammate {
            o.str("name", TEAMMATE);
            o.str("team_name", TEAM);
        }
    });
    Call::alias(if version < v(2, 1, 63) { "Task" } else { "Agent" }, "Agent", input)
}

/// Lets a subagent work in a thread of its own.
fn run(kit: &mut Kit, parent: &mut Thread, prompt: &str, layout: &Layout, replay: Option<(&Response, &str)>) -> Run {
    let mut child = Thread::new(parent.frame.clone(), parent.clock);
    child.agent = Some(kit.rng.hex(if *layout == Layout::Flat { 8 } else { 17 }));
    child.prompt.clone_from(&parent.prompt);
    child.is_ghost = *layout == Layout::Ghost;
    if kit.rng.chance(500) {
        child.frame.model = "claude-haiku-4-5-20251001";
    }
    kit.inside_agent = true;
    if let Some((response, block)) = replay {
        response.replay(kit, &mut child, block);
    }
    text(kit, &mut child, prompt, Prompt::of("agent"));
    let steps = if kit.brief { 2 } else { kit.rng.below(14) + 3 };
    (0..steps).for_each(|_| tool_step(kit, &mut child));
    let size = kit.answer_size(1500);
    let answer = kit.prose(size);
    let mut last = Response::new(kit, &mut child, 1, answer.len(), "end_turn", Extra::None);
    last.line(kit, &mut child, &text_block(&answer));
    kit.inside_agent = false;
    let name = match layout {
        Layout::Ghost => "echo",
        Layout::Flat => "flat",
        Layout::Nested => "nested",
        Layout::Workflow(_) => "workflow",
    };
    bump(&mut kit.truth.agents, name);
    let milliseconds = child.clock - parent.clock;
    parent.clock = child.clock;
    Run { child, answer, last, milliseconds }
}

/// What the call of a run says of it.
struct About<'a> {
    kind: &'a str,
    description: &'a str,
    call: &'a str,
    in_background: bool,
}

/// What stands beside a run's transcript.
fn sidecar(parent: &Thread, run: &Run, layout: &Layout, about: &About<'_>) -> String {
    let version = parent.frame.version;
    object(|o| {
        o.str("agentType", about.kind);
        if version >= v(2, 1, 98) {
            o.str("description", about.description);
            o.str("toolUseId", about.call);
        }
        if version >= v(2, 1, 205) {
            o.put("spawnDepth", 1);
            o.str("requestShape", if about.in_background { "background" } else { "foreground" });
            if run.child.frame.model != parent.frame.model {
                o.str("model", "haiku");
            }
            if let Layout::Workflow(_) = layout {
                o.str("workflowPhase", "review");
            }
        }
    })
}

/// Puts the run's files where its layout keeps them.
fn keep(kit: &mut Kit, parent: &mut Thread, run: Run, layout: &Layout, about: &About<'_>) {
    let agent = run.child.id();
    let folder = match layout {
        Layout::Ghost => return,
        Layout::Flat => String::new(),
        Layout::Nested => format!("{}/subagents/", parent.frame.session),
        Layout::Workflow(run_id) => format!("{}/subagents/workflows/{run_id}/", parent.frame.session),
    };
    if *layout != Layout::Flat {
        kit.truth.sidecars += 1;
        let text = sidecar(parent, &run, layout, about);
        parent.files.push(File { path: format!("{folder}agent-{agent}.meta.json"), text, is_source: false });
    }
    if let Layout::Workflow(_) = layout {
        let journal = format!(
            "{{\"type\":\"launched\"}}\n{{\"type\":\"started\",\"key\":\"k1\",\"agentId\":\"{agent}\"}}\n{{\"type\":\"result\",\"key\":\"k1\",\"agentId\":\"{agent}\",\"result\":{}}}\n",
            quoted(&run.answer)
        );
        parent.files.push(File { path: format!("{folder}journal.jsonl"), text: journal, is_source: false });
    }
    parent.files.push(File { path: format!("{folder}agent-{agent}.jsonl"), text: run.child.out, is_source: true });
}

fn answered(answer: &str) -> String {
    array(|a| a.raw(&text_block(answer)))
}

/// The result of 1.x: it has no agent id.
fn untraced(kit: &mut Kit, call: Call) -> Call {
    let content = answered(&kit.prose(500));
    let payload = object(|o| {
        o.put("content", &content);
        o.put("totalDurationMs", 64_000);
        o.put("totalTokens", 21_000);
        o.put("totalToolUseCount", 5);
        o.object("usage", |o| {
            o.put("input_tokens", 4);
            o.put("output_tokens", 200);
        });
    });
    Call { content, payload, ..call }
}

const TEAM: &str = "builders";
const TEAMMATE: &str = "tester";

/// A result that says only that another program was started.
fn teammate(call: Call, kind: &str, prompt: &str) -> Call {
    let id = format!("{TEAMMATE}@{TEAM}");
    let content = answered(&format!("Spawned successfully.\nagent_id: {id}\nname: {TEAMMATE}\nteam_name: {TEAM}"));
    let payload = object(|o| {
        o.str("status", "teammate_spawned");
        o.str("prompt", prompt);
        o.str("teammate_id", &id);
        o.str("agent_id", &id);
        o.str("agent_type", kind);
        o.str("model", "claude-opus-4-6");
        o.str("name", TEAMMATE);
        o.str("color", "blue");
        o.str("tmux_session_name", "current");
        o.str("tmux_window_name", "current");
        o.str("tmux_pane_id", "%1");
        o.str("team_name", TEAM);
        o.put("is_splitpane", true);
        o.put("plan_mode_required", false);
    });
    Call { content, payload, ..call }
}

fn completed(version: Version, call: Call, kind: &str, prompt: &str, run: &Run) -> Call {
    let content = answered(&run.answer);
    let used = &run.child.used;
    let payload = object(|o| {
        o.str("status", "completed");
        o.str("prompt", prompt);
        o.str("agentId", run.child.id());
        if version >= v(2, 1, 92) {
            o.str("agentType", kind);
        }
        o.put("content", &content);
        if version >= v(2, 1, 174) {
            o.str("resolvedModel", run.child.frame.model);
        }
        o.put("totalDurationMs", run.milliseconds);
        o.put("totalTokens", run.last.total_tokens());
        o.put("totalToolUseCount", used.len());
        o.put("usage", run.last.final_usage(version));
        if version >= v(2, 1, 98) {
            o.object("toolStats", |o| {
                let count = |names: &[&str]| used.iter().filter(|name| names.contains(&name.as_str())).count();
                let counts = [count(&["Read"]), count(&["Grep", "Glob"]), count(&["Bash"]), count(&["Edit", "Write"])];
                o.put("readCount", counts[0]);
                o.put("searchCount", counts[1]);
                o.put("bashCount", counts[2]);
                o.put("editFileCount", counts[3]);
                o.put("linesAdded", 3 * counts[3]);
                o.put("linesRemoved", counts[3]);
                o.put("otherToolCount", used.len() - counts.iter().sum::<usize>());
            });
        }
    });
    Call { content, payload, ..call }
}

/// A result that says only that the work began.
fn launched(thread: &Thread, call: Call, description: &str, prompt: &str, run: &Run) -> Call {
    let agent = run.child.id();
    let output = format!("/tmp/claude-1000/{}/tasks/{agent}.output", thread.frame.project());
    let content = answered(&format!("Async agent launched successfully.\nagentId: {agent}\noutput_file: {output}"));
    let payload = object(|o| {
        o.put("isAsync", true);
        o.str("status", "async_launched");
        o.str("agentId", agent);
        o.str("description", description);
        o.str("prompt", prompt);
        o.str("outputFile", &output);
    });
    Call { content, payload, ..call }
}

fn workflow(call: Call, run_id: &str) -> Call {
    let payload = object(|o| {
        o.str("status", "async_launched");
        o.str("taskId", &format!("w{}", &run_id[3..]));
        o.str("workflowName", "review");
        o.str("runId", run_id);
    });
    call.ok("Workflow launched in background.", payload)
}
