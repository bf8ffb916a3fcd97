//! The tools, one file each: their tables, and how calls and results become rows of them.

pub(crate) mod agent;
pub(crate) mod artifact;
pub(crate) mod background;
pub(crate) mod bash;
pub(crate) mod edit;
pub(crate) mod fields;
pub(crate) mod flat;
pub(crate) mod lsp;
pub(crate) mod mcp;
pub(crate) mod notebook;
pub(crate) mod outcome;
pub(crate) mod patch;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod project;
pub(crate) mod question;
pub(crate) mod read;
pub(crate) mod registry;
pub(crate) mod review;
pub(crate) mod schedule;
pub(crate) mod search;
pub(crate) mod skill;
pub(crate) mod task;
pub(crate) mod team;
pub(crate) mod todo;
pub(crate) mod untyped;
pub(crate) mod web;
pub(crate) mod workflow;
pub(crate) mod worktree;
pub(crate) mod write;

mod command;
#[cfg(test)]
mod fixtures;
mod git;
#[cfg(test)]
mod testing;

use std::fmt;

use crate::json::{self, Field, Parts, Take};
use crate::tables::{Tables, call_key, common};
use outcome::{Outcome, Problem, Review};
use registry::Tool;

/// A call of a tool that has a table, with its input read.
pub(crate) trait ToolCall: fmt::Debug {
    /// Takes in the result, in place of an earlier one. Tells what of its payload could not be typed.
    fn result(&mut self, outcome: &Outcome<'_>) -> Review;

    /// Whether the result says that the call was interrupted.
    fn interrupted(&self) -> Option<bool> {
        None
    }

    /// Appends the rows.
    fn append(&self, keys: &Keys<'_>, tables: &mut Tables);
}

/// What the rows of one call have in common.
#[derive(Debug)]
pub(crate) struct Keys<'a> {
    pub(crate) origin: u32,
    pub(crate) common: &'a common::Row<'a>,
    pub(crate) call: &'a call_key::Row<'a>,
}

/// A call whose input was read.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The call.
    pub(crate) call: Box<dyn ToolCall>,
    /// What of the input has no column.
    pub(crate) review: Review,
}

impl Opened {
    /// Reads an input into an object, and makes a call of it.
    pub(crate) fn read<'a, I: Take<'a> + Parts + Default, C: ToolCall + 'static>(input: &'a str, call: impl FnOnce(&I) -> C) -> Self {
        let (input, review) = match json::read::<I>(input) {
            Ok(Field::Is(input)) => {
                let review = Review::of_input(&input);
                (input, review)
            }
            _ => (I::default(), Review::of(Problem::InputShape)),
        };
        Self { call: Box::new(call(&input)), review }
    }
}

/// The names of a called tool.
#[derive(Debug)]
pub(crate) struct Names {
    /// As it was called.
    pub(crate) raw: Option<String>,
    /// Server of an MCP tool.
    pub(crate) mcp_server: Option<String>,
    /// Tool of that server.
    pub(crate) mcp_tool: Option<String>,
}

impl Names {
    /// Takes the name of a call apart, and the server that the API may name beside it.
    pub(crate) fn of(name: Option<&str>, server: Option<&str>) -> Self {
        let mcp = match server {
            Some(server) => name.map(|name| (server, name)),
            None => name.and_then(|name| name.strip_prefix("mcp__")?.split_once("__")),
        };
        Self { raw: name.map(str::to_owned), mcp_server: mcp.map(|(server, _)| server.to_owned()), mcp_tool: mcp.map(|(_, tool)| tool.to_owned()) }
    }

    /// The tool, if it is known.
    pub(crate) fn known(&self) -> Option<&'static Tool> {
        match &self.mcp_server {
            Some(_) => registry::find(mcp::ANY),
            None => registry::find(self.raw.as_deref()?),
        }
    }

    /// The tool by its name of today.
    pub(crate) fn tool(&self) -> Option<&str> {
        match self.known() {
            Some(tool) if self.mcp_server.is_none() => Some(tool.name),
            _ => self.raw.as_deref(),
        }
    }

    /// The same, for a row.
    pub(crate) fn name(&self) -> String {
        self.tool().unwrap_or_default().to_owned()
    }

    /// Server of an MCP tool, for a row.
    pub(crate) fn server(&self) -> Option<String> {
        self.mcp_server.clone()
    }

    /// Tool of that server, for a row.
    pub(crate) fn server_tool(&self) -> Option<String> {
        self.mcp_tool.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_before_and_of_servers() {
        let names = |name| Names::of(Some(name), None);
        assert_eq!(names("Task").tool(), Some("Agent"));
        assert_eq!((names("Execute").tool(), names("Create").tool()), (Some("Bash"), Some("Write")));
        assert_eq!(names("Bash").tool(), Some("Bash"));
        let mcp = names("mcp__plugin_a_b__do__it");
        assert_eq!(
            (mcp.tool(), mcp.mcp_server.as_deref(), mcp.mcp_tool.as_deref()),
            (Some("mcp__plugin_a_b__do__it"), Some("plugin_a_b"), Some("do__it"))
        );
        let api = Names::of(Some("echo"), Some("tester"));
        assert_eq!((api.tool(), api.mcp_server.as_deref(), api.mcp_tool.as_deref()), (Some("echo"), Some("tester"), Some("echo")));
        assert_eq!(Names::of(None, None).tool(), None);
    }
}
