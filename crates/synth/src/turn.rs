//! One turn of a conversation: a prompt, steps of calls and results, and an answer.

use crate::agent;
use crate::attachment;
use crate::deck::Card;
use crate::json::{object, text_block};
use crate::kit::{Kit, Topic};
use crate::metadata;
use crate::opening;
use crate::progress;
use crate::response::{Extra, Response, synthetic};
use crate::system;
use crate::thread::Thread;
use crate::tools::{self, Call, Denial};
use crate::user::{Prompt, prompt, result};
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    One,
    Parallel,
    Sibling,
    NoSuchTool,
    NoResult,
    Advisor,
    Fallback,
    ApiError,
    Synthetic,
    Repeat,
    ServerSearch,
}

const STEPS: &[Card<Step>] = &[
    (Step::One, 800, FIRST, LAST),
    (Step::Parallel, 130, FIRST, LAST),
    (Step::Sibling, 3, FIRST, LAST),
    (Step::NoSuchTool, 1, FIRST, LAST),
    (Step::NoResult, 4, FIRST, LAST),
    (Step::Advisor, 6, v(2, 1, 153), LAST),
    (Step::Fallback, 2, v(2, 1, 205), LAST),
    (Step::ApiError, 3, FIRST, LAST),
    (Step::Synthetic, 2, FIRST, LAST),
    (Step::Repeat, 6, FIRST, LAST),
    (Step::ServerSearch, 1, v(2, 1, 119), LAST),
];

/// Writes a whole turn.
pub(crate) fn turn(kit: &mut Kit, thread: &mut Thread) {
    thread.prompt = kit.rng.uuid();
    let opened = opening::any(kit, thread);
    metadata::snapshot(kit, thread, &opened);
    attachment::maybe(kit, thread, &opened);
    let steps = if kit.brief { 3 } else { kit.rng.below(9) + 1 };
    let mut goes_on = true;
    for _ in 0..steps {
        goes_on = goes_on && step(kit, thread);
    }
    if goes_on {
        let blocks = [lead(kit, thread), answer(kit)];
        let mut response = Response::new(kit, thread, 2, size(&blocks), "end_turn", Extra::None);
        for block in &blocks {
            response.line(kit, thread, block);
        }
    }
    if kit.rng.chance(700) {
        system::any(kit, thread);
    }
    if kit.rng.chance(600) {
        metadata::any(kit, thread);
    }
}

fn size(blocks: &[String]) -> usize {
    blocks.iter().map(String::len).sum()
}

fn answer(kit: &mut Kit) -> String {
    let size = kit.answer_size(900);
    text_block(&kit.prose(size))
}

/// What the model says before it calls: a thought or a sentence.
fn lead(kit: &mut Kit, thread: &Thread) -> String {
    if kit.rng.chance(450) {
        let size = kit.answer_size(160);
        return text_block(&kit.prose(size));
    }
    let is_hidden = thread.frame.version >= v(2, 1, 205) && kit.rng.chance(700);
    let (said, signed) = (kit.answer_size(900), kit.answer_size(1100));
    let thinking = if is_hidden { String::new() } else { kit.prose(said) };
    let signature = kit.lexicon.base64(&mut kit.rng, signed / 4 * 4);
    object(|o| {
        o.str("type", "thinking");
        o.str("thinking", &thinking);
        o.str("signature", &signature);
    })
}

/// One response with its results. False when the turn ends with it.
fn step(kit: &mut Kit, thread: &mut Thread) -> bool {
    if agent::is_due(kit, thread) {
        agent::step(kit, thread);
        return true;
    }
    let step = kit.deal(Topic::Response, thread.frame.version, STEPS);
    match step {
        Step::One => calls(kit, thread, 1, Extra::None),
        Step::Advisor => calls(kit, thread, 1, Extra::Advisor),
        Step::Fallback => calls(kit, thread, 1, Extra::Fallback),
        Step::Parallel => {
            let n = kit.rng.below(3) + 2;
            calls(kit, thread, n, Extra::None)
        }
        Step::Sibling => {
            let mut batch = vec![(tools::failing_shell(kit), None)];
            for _ in 0..2 {
                let call = kit.drawn(|kit| tools::any(kit, &thread.frame));
                batch.push((tools::sibling(&thread.frame, call), None));
            }
            respond(kit, thread, batch, Extra::None, true)
        }
        Step::NoSuchTool => {
            let call = tools::no_such_tool(kit);
            respond(kit, thread, vec![(call, None)], Extra::None, true)
        }
        Step::NoResult => {
            let call = kit.drawn(|kit| tools::any(kit, &thread.frame));
            respond(kit, thread, vec![(call, None)], Extra::None, false)
        }
        Step::ApiError => {
            synthetic(kit, thread, "API Error: 529 Overloaded", true);
            true
        }
        Step::Synthetic => {
            synthetic(kit, thread, "No response requested.", false);
            true
        }
        Step::Repeat => {
            thread.repeat_last(kit);
            true
        }
        Step::ServerSearch => {
            let (call, blocks) = tools::server_search(kit);
            let mut response = Response::new(kit, thread, 2, size(&blocks), "tool_use", Extra::None);
            for block in &blocks {
                response.line(kit, thread, block);
            }
            call.count(kit, true);
            true
        }
    }
}

/// A step of a subagent.
pub(crate) fn tool_step(kit: &mut Kit, thread: &mut Thread) {
    let n = if kit.rng.chance(150) { 2 } else { 1 };
    calls(kit, thread, n, Extra::None);
}

/// Calls in one response, more of them while variants are owed.
fn calls(kit: &mut Kit, thread: &mut Thread, n: usize, extra: Extra) -> bool {
    let n = if tools::is_owed(kit, thread.frame.version) { n + 5 } else { n };
    let batch = (0..n)
        .map(|_| match tools::maybe_denial(kit, &thread.frame) {
            Some(denial) => {
                let call = kit.drawn(|kit| tools::any(kit, &thread.frame));
                (tools::deny(kit, &thread.frame, call, denial), Some(denial))
            }
            None => (tools::any(kit, &thread.frame), None),
        })
        .collect();
    respond(kit, thread, batch, extra, true)
}

/// Writes the calls as one response, then what came back. False when the user stopped it.
fn respond(kit: &mut Kit, thread: &mut Thread, batch: Vec<(Call, Option<Denial>)>, extra: Extra, is_answered: bool) -> bool {
    let has_lead = kit.rng.chance(if kit.wants_answers() { 900 } else { 300 });
    let lead = has_lead.then(|| lead(kit, thread));
    let called: Vec<(String, String)> = batch
        .iter()
        .map(|(call, _)| {
            let id = call_id(kit, thread);
            let block = call.block(thread, &id);
            (id, block)
        })
        .collect();
    let bytes = lead.as_ref().map_or(0, String::len) + called.iter().map(|(_, block)| block.len()).sum::<usize>();
    let mut response = Response::new(kit, thread, usize::from(has_lead) + batch.len(), bytes, "tool_use", extra);
    if let Some(lead) = &lead {
        response.line(kit, thread, lead);
    }
    if thread.agent.is_some() {
        thread.used.extend(batch.iter().map(|(call, _)| call.name.clone()));
    }
    let is_interleaved = kit.rng.chance(400);
    let mut waiting = Vec::new();
    for ((call, denial), (id, block)) in batch.iter().zip(&called) {
        let assistant = response.line(kit, thread, block).uuid;
        if !is_answered {
            call.count(kit, false);
        } else if is_interleaved {
            returned(kit, thread, call, *denial, id, &assistant);
        } else {
            waiting.push((call, *denial, id, assistant));
        }
    }
    for (call, denial, id, assistant) in waiting {
        returned(kit, thread, call, denial, id, &assistant);
    }
    let stopped = !is_answered || batch.iter().any(|(_, denial)| matches!(denial, Some(Denial::Rejected | Denial::Interrupted)));
    if stopped && thread.agent.is_none() {
        let block = text_block("[Request interrupted by user for tool use]");
        prompt(kit, thread, &format!("[{block}]"), Prompt::of("interrupt"));
    }
    !stopped
}

/// An issued id; a relay only counts.
fn call_id(kit: &mut Kit, thread: &mut Thread) -> String {
    if thread.frame.relayed {
        thread.counter += 1;
        format!("call_{}", thread.counter)
    } else {
        kit.rng.issued("toolu_01", 22)
    }
}

/// What a call leaves behind: hooks, progress, its result, attachments, the text of a skill.
fn returned(kit: &mut Kit, thread: &mut Thread, call: &Call, denial: Option<Denial>, id: &str, assistant: &str) {
    progress::hook(kit, thread, "PreToolUse", &call.name, id);
    if denial.is_none() && call.name == "Bash" {
        progress::running(kit, thread, id);
    }
    result(kit, thread, call, id, assistant);
    progress::hook(kit, thread, "PostToolUse", &call.name, id);
    attachment::maybe(kit, thread, id);
    if call.name == "Skill" && !call.is_failure() && thread.agent.is_none() {
        let size = kit.result_size(3000);
        let block = text_block(&format!("Base directory for this skill: {}\n\n{}", thread.frame.cwd, kit.prose(size)));
        let meta = Prompt { source_tool_use: Some(id), ..Prompt::meta() };
        prompt(kit, thread, &format!("[{block}]"), meta);
    }
}
