//! Files written whole: Write.

use super::edit::extension;
use super::outcome::{Outcome, Review};
use super::patch::{GitChange, Hunks, Lines, edit_hunks, fail_reason};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::diff::line_changes;
use crate::json::{Body, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::WriteOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::Measure;

table! {
    /// Files that were written whole. One row per call of Write.
    mod writes [common: common, call: call_key] {
        parent: tool_calls,
        /// What it did: create, update. NULL where nothing was written or the result does not say. Source: `type`, else the text of the result.
        best action: Opt<Text>,
        /// File. NULL where neither input nor result says. Source: `file_path`, `filePath`.
        best file_path: Opt<Text>,
        /// Extension of the file, in lower case, without the dot. NULL where it has none.
        best file_ext: Opt<Text>,
        /// Length of what was written, else of what was to be. NULL where neither result nor input has it. Source: `content`.
        best content_bytes: Opt<Int>,
        /// Length of it. NULL where neither result nor input has it.
        best content_chars: Opt<Int>,
        /// Lines of it. NULL where neither result nor input has it.
        best content_lines: Opt<Int>,
        /// XXH3-64 of it. NULL where neither result nor input has it.
        best content_hash: Opt<Int>,
        /// Bytes written, as the result counts them. NULL where it does not. Source: `bytes_written`.
        best bytes_written: Opt<Int>,
        /// Lines added. NULL where nothing was written or it is not known.
        best lines_added: Opt<Int>,
        /// Lines removed. NULL where nothing was written or it is not known.
        best lines_removed: Opt<Int>,
        /// How the lines are known: patch (`structuredPatch`), content (all lines of a new file), strings (`originalFile` against the content).
        /// NULL where they are not.
        best lines_source: Opt<Text>,
        /// Hunks of the patch; 0 also for a new file, and for the updates of old versions. NULL where there is no patch. Source: `structuredPatch`.
        best hunks: Opt<Int>,
        /// Length of the file before. NULL for a new file, and where the result does not have it. Source: `originalFile`.
        best original_file_bytes: Opt<Int>,
        /// Whether a person changed the content before it was written. NULL where the result does not say. Source: `userModified`.
        best user_modified: Opt<Bool>,
        /// Whether the file is one of the memory that the program keeps. NULL where the result does not say. Source: `memdirStamped`.
        best memdir_stamped: Opt<Bool>,
        /// Whether the write waits for the owner of the machine, and the file is as it was. NULL where the result does not say: no. Source: `staged`.
        best staged: Opt<Bool>,
        /// What git says of the file: modified, added. NULL where the result does not say. Source: `gitDiff.status`.
        best git_status: Opt<Text>,
        /// Lines added against the last commit. NULL where the result does not say. Source: `gitDiff.additions`.
        best git_additions: Opt<Int>,
        /// Lines removed against the last commit. NULL where the result does not say. Source: `gitDiff.deletions`.
        best git_deletions: Opt<Int>,
        /// Repository at GitHub. NULL where the result does not say. Source: `gitDiff.repository`.
        best git_repository: Opt<Text>,
        /// Why nothing was written: not_read, changed_on_disk, denied, other. NULL where it was written or has no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("Write", &[&writes::TABLE, &edit_hunks::TABLE], |_, input, policy| Opened::read(input, |input| WriteCall::open(input, policy)))
        .aliases(&["Create"])
        .asks(true)
        .seen("1.0.17", "2.1.219")];

object! {
    /// The input of a write.
    struct Input<'a> {
        file_path: Str<'a> = "file_path" | "filePath",
        content: Body<'a> = "content",
    } ignored:;
}

/// A write that was called.
#[derive(Debug)]
pub(crate) struct WriteCall {
    policy: TextPolicy,
    file_path: Option<String>,
    content: Option<Measure>,
    result: Option<WriteResult>,
}

/// How it ended.
#[derive(Debug, Default)]
struct WriteResult {
    action: Option<String>,
    file_path: Option<String>,
    content: Option<Measure>,
    bytes_written: Option<i64>,
    lines: Option<Lines>,
    hunks: Option<Hunks>,
    original_file_bytes: Option<i64>,
    user_modified: Option<bool>,
    memdir_stamped: Option<bool>,
    staged: Option<bool>,
    git: GitChange,
    fail_reason: Option<&'static str>,
}

impl WriteCall {
    fn open(input: &Input<'_>, policy: TextPolicy) -> Self {
        Self { policy, file_path: input.file_path.str().map(str::to_owned), content: input.content.measure(), result: None }
    }

    /// Of a structured payload.
    fn of_output(&self, output: &WriteOutput<'_>) -> WriteResult {
        let content = output.content.measure();
        let hunks = Hunks::of(&output.structured_patch);
        let patch = hunks.as_ref().filter(|hunks| hunks.count() > 0).map(Hunks::lines);
        let lines =
            if output.action.str() == Some("create") { patch.or_else(|| self.lines_of_new(content)) } else { patch.or_else(|| changes(output)) };
        WriteResult {
            action: output.action.str().map(str::to_owned),
            file_path: output.file_path.str().map(str::to_owned),
            content,
            bytes_written: output.bytes_written.copied(),
            lines,
            hunks,
            original_file_bytes: output.original_file.measure().map(|measure| measure.bytes),
            user_modified: output.user_modified.copied(),
            memdir_stamped: output.memdir_stamped.copied(),
            staged: output.staged.copied(),
            git: GitChange::of(&output.git_diff, self.policy),
            fail_reason: None,
        }
    }

    /// Of the text alone.
    fn of_text(&self, text: &str) -> WriteResult {
        let created = text.starts_with("File created successfully at: ");
        let updated = text.starts_with("The file ") && text.contains(" has been updated");
        let action = if created {
            Some("create")
        } else if updated {
            Some("update")
        } else {
            None
        };
        WriteResult { action: action.map(str::to_owned), lines: created.then(|| self.lines_of_new(None)).flatten(), ..WriteResult::default() }
    }

    /// The lines of a new file: all of them are added.
    fn lines_of_new(&self, content: Option<Measure>) -> Option<Lines> {
        Some((content.or(self.content)?.lines, 0, "content"))
    }
}

/// Lines added and removed, by the file before and the content.
fn changes(output: &WriteOutput<'_>) -> Option<Lines> {
    let (added, removed) = line_changes(&output.original_file.decode()?, &output.content.decode()?);
    Some((added, removed, "strings"))
}

impl ToolCall for WriteCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<WriteOutput<'_>>();
        self.result = Some(match (outcome.class, output.as_deref()) {
            (Some(class), _) => WriteResult { fail_reason: Some(fail_reason(class, outcome)), ..WriteResult::default() },
            (None, Some(output)) => self.of_output(output),
            (None, None) => self.of_text(outcome.head()),
        });
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let result = self.result.as_ref();
        let path = self.file_path.as_deref().or(result.and_then(|result| result.file_path.as_deref()));
        let file_path = path.map(|path| self.policy.name(path));
        let file_ext = path.and_then(extension);
        let content = result.and_then(|result| result.content).or(self.content);
        let hunks = result.and_then(|result| result.hunks.as_ref());
        let git = result.map(|result| &result.git);
        let row = writes::Row {
            common: keys.common,
            call: keys.call,
            action: result.and_then(|result| result.action.as_deref()),
            file_path: file_path.as_deref(),
            file_ext: file_ext.as_deref(),
            content_bytes: content.map(|content| content.bytes),
            content_chars: content.map(|content| content.chars),
            content_lines: content.map(|content| content.lines),
            content_hash: content.map(|content| content.hash),
            bytes_written: result.and_then(|result| result.bytes_written),
            lines_added: result.and_then(|result| Some(result.lines?.0)),
            lines_removed: result.and_then(|result| Some(result.lines?.1)),
            lines_source: result.and_then(|result| Some(result.lines?.2)),
            hunks: hunks.map(Hunks::count),
            original_file_bytes: result.and_then(|result| result.original_file_bytes),
            user_modified: result.and_then(|result| result.user_modified),
            memdir_stamped: result.and_then(|result| result.memdir_stamped),
            staged: result.and_then(|result| result.staged),
            git_status: git.and_then(|git| git.status.as_deref()),
            git_additions: git.and_then(|git| git.additions),
            git_deletions: git.and_then(|git| git.deletions),
            git_repository: git.and_then(|git| git.repository.as_deref()),
            fail_reason: result.and_then(|result| result.fail_reason),
        };
        tables.writes.append(keys.origin, &row);
        if let Some(hunks) = hunks {
            hunks.append(keys, tables);
        }
    }
}

#[cfg(test)]
mod tests;
