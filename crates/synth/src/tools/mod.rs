//! Tool calls with their results, one maker per tool.

mod ask;
mod background;
mod catalogue;
mod denial;
mod edit;
mod files;
mod mcp;
mod patch;
mod plan;
mod program;
mod report;
mod resources;
mod schedule;
mod search;
mod shape;
mod shell;
mod tasks;
mod team;
mod web;
mod workspace;

pub(crate) use catalogue::{any, is_owed};
pub(crate) use denial::{Denial, deny, maybe as maybe_denial, no_such_tool, sibling};
pub(crate) use shell::{failing as failing_shell, image_block};
pub(crate) use web::server_search;

use crate::json::{object, quoted};
use crate::kit::Kit;
use crate::thread::Thread;
use crate::truth::{Changes, bump};
use crate::version::v;

/// What a result says beyond its status.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Facts {
    None,
    /// Exit code, and where it is said.
    Exit(&'static str, &'static str),
    Edit(Changes),
    Write(Changes),
    Git(&'static str),
}

/// Elements of a list that have rows of their own, in this table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    table: &'static str,
    n: usize,
    side: Side,
}

/// Where a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Input,
    /// In the payload, and in the text that the model reads.
    Text,
    Payload,
}

impl Rows {
    /// A list of the input.
    pub(crate) const fn asked(table: &'static str, n: usize) -> Self {
        Self { table, n, side: Side::Input }
    }

    /// A list of the payload that the text has too.
    pub(crate) const fn told(table: &'static str, n: usize) -> Self {
        Self { table, n, side: Side::Text }
    }

    /// A list of the payload.
    pub(crate) const fn given(table: &'static str, n: usize) -> Self {
        Self { table, n, side: Side::Payload }
    }
}

/// A call and what came back.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) name: String,
    /// The name that the tools reference uses now.
    pub(crate) canonical: String,
    /// JSON object.
    pub(crate) input: String,
    /// What the model reads: a JSON string or array.
    pub(crate) content: String,
    pub(crate) is_error: Option<bool>,
    /// `toolUseResult`: JSON.
    pub(crate) payload: String,
    pub(crate) status: &'static str,
    pub(crate) class: Option<&'static str>,
    pub(crate) denial_kind: Option<&'static str>,
    pub(crate) facts: Facts,
    /// Lists that have rows of their own.
    pub(crate) lists: Vec<Rows>,
    /// State that the payload says a task was left in.
    pub(crate) leaves: Option<&'static str>,
    /// No table can hold all of the payload.
    pub(crate) is_untyped: bool,
    /// Key of the input or payload that no program knows.
    pub(crate) unknown_key: Option<(Side, &'static str)>,
}

impl Call {
    pub(crate) fn new(name: &str, input: String) -> Self {
        Self {
            name: name.to_owned(),
            canonical: name.to_owned(),
            input,
            content: String::new(),
            is_error: None,
            payload: String::new(),
            status: "ok",
            class: None,
            denial_kind: None,
            facts: Facts::None,
            lists: Vec::new(),
            leaves: None,
            is_untyped: false,
            unknown_key: None,
        }
    }

    /// An older name of a tool.
    pub(crate) fn alias(name: &str, canonical: &str, input: String) -> Self {
        Self { canonical: canonical.to_owned(), ..Self::new(name, input) }
    }

    pub(crate) fn ok(mut self, content: &str, payload: String) -> Self {
        self.content = quoted(content);
        self.payload = payload;
        self
    }

    /// An error with the two texts given.
    pub(crate) fn fail(mut self, class: &'static str, content: &str, payload: &str) -> Self {
        self.content = quoted(content);
        self.payload = quoted(payload);
        self.is_error = Some(true);
        self.status = "failed";
        self.class = Some(class);
        self.facts = Facts::None;
        self
    }

    /// An error that the tool threw.
    pub(crate) fn thrown(self, class: &'static str, message: &str) -> Self {
        let payload = format!("Error: {message}");
        self.fail(class, message, &payload)
    }

    /// An error of the checks before the tool runs.
    pub(crate) fn invalid(self, message: &str) -> Self {
        let (content, payload) = (format!("<tool_use_error>{message}</tool_use_error>"), format!("Error: {message}"));
        self.fail("tool_error", &content, &payload)
    }

    /// The content block of the call.
    pub(crate) fn block(&self, thread: &Thread, id: &str) -> String {
        object(|o| {
            o.str("type", "tool_use");
            o.str("id", id);
            o.str("name", &self.name);
            o.put("input", &self.input);
            if thread.frame.version >= v(2, 1, 29) {
                o.object("caller", |o| o.str("type", "direct"));
            }
        })
    }

    pub(crate) fn is_failure(&self) -> bool {
        self.is_error == Some(true)
    }

    /// Counts the call, and its result unless it never came. In subagents a success has no payload.
    pub(crate) fn count(&self, kit: &mut Kit, is_answered: bool) {
        let inside_agent = kit.inside_agent;
        let truth = &mut kit.truth;
        let tool = truth.tools.entry(self.canonical.clone()).or_default();
        tool.calls += 1;
        let has_text = is_answered && !self.is_failure();
        let has_payload = has_text && !inside_agent;
        let is_there = |side| match side {
            Side::Input => true,
            Side::Text => has_text,
            Side::Payload => has_payload,
        };
        for list in self.lists.iter().filter(|list| list.n > 0 && is_there(list.side)) {
            *truth.rows.entry(list.table.to_owned()).or_default() += list.n as u64;
        }
        if let Some((_, key)) = self.unknown_key.filter(|(side, _)| is_there(*side)) {
            truth.unknown_keys.insert(key.to_owned(), 1);
        }
        if has_payload {
            self.leaves.iter().for_each(|status| bump(&mut truth.task_statuses, status));
            if self.is_untyped {
                bump(&mut truth.untyped, &self.canonical);
            }
        }
        if !is_answered {
            bump(&mut truth.statuses, "no_result");
            return;
        }
        tool.results += 1;
        tool.errors += u64::from(self.is_failure());
        bump(&mut truth.statuses, self.status);
        if let Some(class) = self.class {
            bump(&mut truth.error_classes, class);
        }
        let is_absent = inside_agent && !self.is_failure();
        match self.facts {
            Facts::None => {}
            Facts::Exit(..) | Facts::Git(_) if is_absent => bump(&mut truth.exit_sources, "absent"),
            Facts::Exit(code, source) => {
                bump(&mut truth.exit_sources, source);
                if source != "unknown" {
                    bump(&mut truth.exit_codes, code);
                }
            }
            Facts::Git(kind) => {
                bump(&mut truth.exit_sources, "zero_implied");
                bump(&mut truth.exit_codes, "0");
                bump(&mut truth.git_operations, kind);
            }
            Facts::Edit(changes) => sum(&mut truth.edits, changes, is_absent),
            Facts::Write(changes) => sum(&mut truth.writes, changes, is_absent),
        }
    }
}

fn sum(total: &mut Changes, changes: Changes, is_absent: bool) {
    if is_absent {
        total.unpatched += 1;
        total.string_lines_added += changes.string_lines_added;
        total.string_lines_removed += changes.string_lines_removed;
    } else {
        total.patched += 1;
        total.hunks += changes.hunks;
        total.lines_added += changes.lines_added;
        total.lines_removed += changes.lines_removed;
        total.replacements += changes.replacements;
    }
}
