//! Which tools a version has, and how often they are used.

use super::{Call, ask, edit, files, mcp, search, shell, tasks, web};
use crate::deck::{Card, draw};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

type Make = fn(&mut Kit, &Frame) -> Call;

/// Each tool with its own variants, and its weight per 10,000 calls of real logs.
const TOOLS: &[Card<(Make, Option<Topic>)>] = &[
    ((shell::bash, Some(Topic::Shell)), 4200, FIRST, LAST),
    ((files::read, Some(Topic::Read)), 2000, FIRST, LAST),
    ((edit::edit, Some(Topic::Edit)), 1900, FIRST, LAST),
    ((search::grep, Some(Topic::Grep)), 800, v(2, 0, 0), LAST),
    ((files::write, Some(Topic::Write)), 300, FIRST, LAST),
    ((search::glob, Some(Topic::Glob)), 240, FIRST, LAST),
    ((mcp::tool, Some(Topic::Mcp)), 190, FIRST, LAST),
    ((tasks::task_update, Some(Topic::TaskUpdate)), 300, v(2, 1, 20), LAST),
    ((tasks::task_create, None), 160, v(2, 1, 20), LAST),
    ((tasks::task_list, None), 20, v(2, 1, 20), LAST),
    ((tasks::task_get, None), 15, v(2, 1, 20), LAST),
    ((tasks::todo_write, None), 100, FIRST, v(2, 1, 63)),
    ((tasks::output, None), 20, FIRST, LAST),
    ((tasks::stop, None), 10, FIRST, LAST),
    ((ask::skill, Some(Topic::Skill)), 70, v(2, 1, 4), LAST),
    ((ask::question, Some(Topic::Ask)), 60, v(2, 0, 37), LAST),
    ((ask::exit_plan_mode, Some(Topic::Plan)), 15, FIRST, LAST),
    ((ask::enter_plan_mode, None), 5, v(2, 1, 5), LAST),
    ((ask::tool_search, None), 40, v(2, 1, 81), LAST),
    ((web::any, Some(Topic::Web)), 70, FIRST, LAST),
    ((mcp::resources, None), 5, v(2, 1, 0), LAST),
    ((shell::powershell, Some(Topic::PowerShell)), 150, v(2, 1, 205), LAST),
    ((shell::monitor, None), 10, v(2, 1, 119), LAST),
    ((edit::multi_edit, None), 300, FIRST, v(1, 9, 9)),
    ((edit::notebook_edit, None), 50, FIRST, v(1, 9, 9)),
    ((search::list, None), 100, FIRST, v(1, 9, 9)),
];

/// Subagents mostly look around, and never ask.
const AGENT_TOOLS: &[Card<Make>] = &[
    (shell::bash, 3000, FIRST, LAST),
    (files::read, 3500, FIRST, LAST),
    (search::grep, 1500, v(2, 0, 0), LAST),
    (search::glob, 700, FIRST, LAST),
    (edit::edit, 500, FIRST, LAST),
    (files::write, 150, FIRST, LAST),
    (web::any, 100, FIRST, LAST),
    (mcp::tool, 100, FIRST, LAST),
];

/// A call of some tool. While variants are owed, of a tool that owes one.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    let version = frame.version;
    if kit.inside_agent {
        let make = draw(&mut kit.rng, version, AGENT_TOOLS);
        return make(kit, frame);
    }
    let owing = |card: &&Card<(Make, Option<Topic>)>| (card.2..=card.3).contains(&version) && card.0.1.is_some_and(|topic| kit.owes(topic, version));
    let (make, _) = match TOOLS.iter().find(owing) {
        Some(card) if !kit.owes(Topic::Tool, version) => card.0,
        _ => kit.deal(Topic::Tool, version, TOOLS),
    };
    make(kit, frame)
}
