//! Which tools a version has, and how often they are used.

use super::{Call, ask, background, edit, files, mcp, plan, program, report, resources, schedule, search, shell, tasks, team, web, workspace};
use crate::deck::{Card, draw};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, Version, v};

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
    ((tasks::any, Some(Topic::Task)), 500, v(2, 1, 20), LAST),
    ((tasks::todo_write, Some(Topic::Todo)), 100, FIRST, v(2, 1, 63)),
    ((background::any, Some(Topic::Background)), 30, FIRST, LAST),
    ((ask::skill, Some(Topic::Skill)), 70, v(2, 0, 0), LAST),
    ((ask::question, Some(Topic::Ask)), 60, v(2, 0, 37), LAST),
    ((plan::any, Some(Topic::Plan)), 20, FIRST, LAST),
    ((ask::tool_search, None), 40, v(2, 1, 81), LAST),
    ((web::any, Some(Topic::Web)), 70, FIRST, LAST),
    ((resources::any, Some(Topic::Resource)), 4, v(2, 1, 0), LAST),
    ((team::any, Some(Topic::Team)), 50, v(2, 1, 39), LAST),
    ((schedule::any, Some(Topic::Schedule)), 4, v(2, 1, 76), LAST),
    ((workspace::any, Some(Topic::Workspace)), 6, FIRST, LAST),
    ((report::any, Some(Topic::Report)), 6, v(2, 1, 0), LAST),
    ((program::any, Some(Topic::Program)), 4, v(2, 1, 119), LAST),
    ((program::stranger, Some(Topic::Stranger)), 0, v(2, 1, 219), LAST),
    ((shell::powershell, Some(Topic::PowerShell)), 150, v(2, 1, 205), LAST),
    ((edit::multi_edit, None), 300, FIRST, v(1, 9, 9)),
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
    (tasks::any, 100, v(2, 1, 20), LAST),
    (tasks::todo_write, 100, FIRST, v(2, 1, 63)),
    (background::any, 40, FIRST, LAST),
    (team::any, 60, v(2, 1, 39), LAST),
    (workspace::any, 40, v(2, 1, 12), LAST),
    (report::any, 40, v(2, 1, 0), LAST),
    (resources::any, 20, v(2, 1, 0), LAST),
];

/// The version has a tool, or a variant of one, that has not been dealt.
pub(crate) fn is_owed(kit: &Kit, version: Version) -> bool {
    kit.owes(Topic::Tool, version) || owing(kit, version).is_some()
}

/// The first tool of the version that has a variant that has not been dealt.
fn owing(kit: &Kit, version: Version) -> Option<Make> {
    let is_owing =
        |card: &&Card<(Make, Option<Topic>)>| (card.2..=card.3).contains(&version) && card.0.1.is_some_and(|topic| kit.owes(topic, version));
    TOOLS.iter().find(is_owing).map(|card| card.0.0)
}

/// A call of some tool. While variants are owed, of a tool that owes one.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    let version = frame.version;
    if kit.inside_agent {
        let make = draw(&mut kit.rng, version, AGENT_TOOLS);
        return make(kit, frame);
    }
    let make = match owing(kit, version) {
        Some(make) if !kit.owes(Topic::Tool, version) => make,
        _ => kit.deal(Topic::Tool, version, TOOLS).0,
    };
    make(kit, frame)
}
