//! Patches: what a change of a file did, hunk by hunk.

use super::Keys;
use super::outcome::Outcome;
use crate::classify::{self, ErrorClass};
use crate::json::Field;
use crate::policy::TextPolicy;
use crate::result::{GitDiff, Hunk, Patch};
use crate::table;
use crate::tables::{Tables, call_child};

table! {
    /// Hunks of the patches of edits and writes. One row per hunk of a change of a file.
    mod edit_hunks [call: call_child] {
        parent: tool_calls,
        /// Place of the hunk in the patch, from 0.
        key hunk_index: Int,
        /// First line before the change, from 1. NULL where the hunk does not say. Source: `oldStart`.
        best old_start: Opt<Int>,
        /// Lines before the change, context included. NULL where the hunk does not say. Source: `oldLines`.
        best old_lines: Opt<Int>,
        /// First line after the change, from 1. NULL where the hunk does not say. Source: `newStart`.
        best new_start: Opt<Int>,
        /// Lines after the change, context included. NULL where the hunk does not say. Source: `newLines`.
        best new_lines: Opt<Int>,
        /// Lines that begin with `+`.
        best lines_added: Int,
        /// Lines that begin with `-`.
        best lines_removed: Int,
        /// Lines that begin with neither.
        best lines_context: Int,
    }
}

/// Lines added, lines removed, and how they are known.
pub(crate) type Lines = (i64, i64, &'static str);

/// The hunks of a patch.
#[derive(Debug)]
pub(crate) struct Hunks(Vec<HunkLines>);

/// A hunk, its lines counted by their first characters.
#[derive(Debug)]
struct HunkLines {
    old_start: Option<i64>,
    old_lines: Option<i64>,
    new_start: Option<i64>,
    new_lines: Option<i64>,
    added: i64,
    removed: i64,
    context: i64,
}

impl HunkLines {
    fn of(hunk: &Hunk<'_>) -> Self {
        let mut lines = Self {
            old_start: hunk.old_start.copied(),
            old_lines: hunk.old_lines.copied(),
            new_start: hunk.new_start.copied(),
            new_lines: hunk.new_lines.copied(),
            added: 0,
            removed: 0,
            context: 0,
        };
        for line in hunk.lines.get().into_iter().flatten() {
            match line.string().and_then(|json| json.as_bytes().get(1)) {
                Some(b'+') => lines.added += 1,
                Some(b'-') => lines.removed += 1,
                _ => lines.context += 1,
            }
        }
        lines
    }
}

impl Hunks {
    /// The hunks of a patch. NULL where there is no patch.
    pub(crate) fn of(patch: &Patch<'_>) -> Option<Self> {
        Some(Self(patch.get()?.iter().filter_map(Field::get).map(HunkLines::of).collect()))
    }

    /// Their number.
    pub(crate) fn count(&self) -> i64 {
        self.0.len() as i64
    }

    /// The lines that the patch adds and removes.
    pub(crate) fn lines(&self) -> Lines {
        let sum = |count: fn(&HunkLines) -> i64| self.0.iter().map(count).sum();
        (sum(|hunk| hunk.added), sum(|hunk| hunk.removed), "patch")
    }

    /// Appends a row for each.
    pub(crate) fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        for (hunk, hunk_index) in self.0.iter().zip(0..) {
            let row = edit_hunks::Row {
                call: &call_child::Row::of(keys),
                hunk_index,
                old_start: hunk.old_start,
                old_lines: hunk.old_lines,
                new_start: hunk.new_start,
                new_lines: hunk.new_lines,
                lines_added: hunk.added,
                lines_removed: hunk.removed,
                lines_context: hunk.context,
            };
            tables.edit_hunks.append(keys.origin, &row);
        }
    }
}

/// What git says of a changed file, held.
#[derive(Debug, Default)]
pub(crate) struct GitChange {
    pub(crate) status: Option<String>,
    pub(crate) additions: Option<i64>,
    pub(crate) deletions: Option<i64>,
    pub(crate) repository: Option<String>,
}

impl GitChange {
    pub(crate) fn of(diff: &Field<GitDiff<'_>>, policy: TextPolicy) -> Self {
        let Some(diff) = diff.get() else { return Self::default() };
        Self {
            status: diff.status.owned(),
            additions: diff.additions.copied(),
            deletions: diff.deletions.copied(),
            repository: diff.repository.str().map(|name| policy.name(name).into_owned()),
        }
    }
}

/// Why a file was not changed.
pub(crate) fn fail_reason(class: ErrorClass, outcome: &Outcome<'_>) -> &'static str {
    if class.is_denial() { "denied" } else { classify::edit_fail_reason(outcome.error_body()) }
}
