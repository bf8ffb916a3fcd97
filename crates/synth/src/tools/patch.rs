//! Changes of a file's lines, and the patch that describes them.

use crate::json::Object;
use crate::truth::Changes;

const CONTEXT: usize = 3;

/// Lines `at..at + removed` give way to `added`.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) at: usize,
    pub(crate) removed: usize,
    pub(crate) added: Vec<String>,
}

/// One hunk as `structuredPatch` holds it.
struct Hunk {
    old_start: usize,
    old_lines: usize,
    new_start: usize,
    new_lines: usize,
    lines: Vec<String>,
}

/// The text after the changes, which are sorted and apart.
pub(crate) fn apply(lines: &[&str], changes: &[Change]) -> String {
    let mut text = String::new();
    let mut done = 0;
    let mut push = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    for change in changes {
        lines[done..change.at].iter().for_each(|line| push(line));
        change.added.iter().for_each(|line| push(line));
        done = change.at + change.removed;
    }
    lines[done..].iter().for_each(|line| push(line));
    text
}

/// The lines as a file holds them.
pub(crate) fn joined(lines: &[&str]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// What a patch of these changes counts to. The lines of the strings are the patch's, the context being equal.
pub(crate) fn count(changes: &[Change], replacements: usize) -> Changes {
    let added = changes.iter().map(|change| change.added.len() as u64).sum();
    let removed = changes.iter().map(|change| change.removed as u64).sum();
    Changes {
        hunks: groups(changes).len() as u64,
        lines_added: added,
        lines_removed: removed,
        replacements: replacements as u64,
        string_lines_added: added,
        string_lines_removed: removed,
        ..Changes::default()
    }
}

/// Changes whose contexts touch share a hunk.
fn groups(changes: &[Change]) -> Vec<&[Change]> {
    changes.chunk_by(|a, b| b.at <= a.at + a.removed + 2 * CONTEXT).collect()
}

fn hunk(lines: &[&str], group: &[Change], shift: isize) -> Hunk {
    let last = group.last().expect("a group has a change");
    let start = group[0].at.saturating_sub(CONTEXT);
    let end = lines.len().min(last.at + last.removed + CONTEXT);
    let mut patch = Vec::new();
    let keep = |range: &[&str], patch: &mut Vec<String>| patch.extend(range.iter().map(|line| format!(" {line}")));
    let mut done = start;
    for change in group {
        keep(&lines[done..change.at], &mut patch);
        done = change.at + change.removed;
        patch.extend(lines[change.at..done].iter().map(|line| format!("-{line}")));
        patch.extend(change.added.iter().map(|line| format!("+{line}")));
    }
    keep(&lines[done..end], &mut patch);
    let new_lines = patch.iter().filter(|line| !line.starts_with('-')).count();
    Hunk {
        old_start: start + 1,
        old_lines: end - start,
        new_start: start.checked_add_signed(shift + 1).expect("no file shrinks below nothing"),
        new_lines,
        lines: patch,
    }
}

/// Writes `structuredPatch`.
pub(crate) fn write(o: &mut Object<'_>, lines: &[&str], changes: &[Change]) {
    let mut shift = 0_isize;
    o.array("structuredPatch", |a| {
        for group in groups(changes) {
            let hunk = hunk(lines, group, shift);
            shift += hunk.new_lines.cast_signed() - hunk.old_lines.cast_signed();
            a.object(|o| {
                o.put("oldStart", hunk.old_start);
                o.put("oldLines", hunk.old_lines);
                o.put("newStart", hunk.new_start);
                o.put("newLines", hunk.new_lines);
                o.strs("lines", &hunk.lines);
            });
        }
    });
}
