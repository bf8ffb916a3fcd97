//! The tools that are known: their names, the tables that hold their rows, and what else is to be said of each.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Names, Opened};
use crate::policy::TextPolicy;
use crate::table::Table;

/// Reads the input of a call.
pub(crate) type Open = fn(&Names, &str, TextPolicy) -> Opened;

/// A tool, or all tools of one kind.
#[derive(Debug)]
pub struct Tool {
    /// Name of today.
    pub name: &'static str,
    /// Names that it had before, or has elsewhere.
    pub aliases: &'static [&'static str],
    /// Tables that hold its rows, the one with a row per call first.
    pub tables: &'static [&'static Table],
    /// Whether a call asks for permission in the default mode. NULL where the reference of the tools does not list it.
    pub permission: Option<bool>,
    /// First and last version of Claude Code whose transcripts are known to have it. NULL where it is known by its types alone.
    pub versions: Option<(&'static str, &'static str)>,
    open: Open,
}

impl Tool {
    pub(crate) const fn new(name: &'static str, tables: &'static [&'static Table], open: Open) -> Self {
        Self { name, aliases: &[], tables, permission: None, versions: None, open }
    }

    pub(crate) const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub(crate) const fn asks(mut self, permission: bool) -> Self {
        self.permission = Some(permission);
        self
    }

    pub(crate) const fn seen(mut self, first: &'static str, last: &'static str) -> Self {
        self.versions = Some((first, last));
        self
    }

    /// Reads the input of a call.
    pub(crate) fn open(&self, names: &Names, input: &str, policy: TextPolicy) -> Opened {
        (self.open)(names, input, policy)
    }
}

/// The tools, one list for each file.
static FAMILIES: &[&[Tool]] = &[
    super::bash::TOOLS,
    super::edit::TOOLS,
    super::write::TOOLS,
    super::read::TOOLS,
    super::search::TOOLS,
    super::agent::TOOLS,
    super::skill::TOOLS,
    super::question::TOOLS,
    super::notebook::TOOLS,
    super::web::TOOLS,
    super::mcp::TOOLS,
    super::todo::TOOLS,
    super::task::TOOLS,
    super::background::TOOLS,
    super::plan::TOOLS,
    super::team::TOOLS,
    super::schedule::TOOLS,
    super::worktree::TOOLS,
    super::lsp::TOOLS,
    super::review::TOOLS,
    super::artifact::TOOLS,
    super::workflow::TOOLS,
    super::project::TOOLS,
    super::program::TOOLS,
];

/// Every tool that is known, in the order of the documentation.
pub fn tools() -> impl Iterator<Item = &'static Tool> {
    FAMILIES.iter().copied().flatten()
}

static BY_NAME: LazyLock<HashMap<&'static str, &'static Tool>> =
    LazyLock::new(|| tools().flat_map(|tool| tool.aliases.iter().copied().chain([tool.name]).map(move |name| (name, tool))).collect());

/// The tool of this name, be it of today or of before.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    BY_NAME.get(name).copied()
}
