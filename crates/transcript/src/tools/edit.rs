//! Changes of files: Edit and MultiEdit.

use std::borrow::Cow;

use super::outcome::{Outcome, Review};
use super::patch::{GitChange, Hunks, Lines, edit_hunks, fail_reason};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::diff::line_changes;
use crate::json::{Body, Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::EditOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::{decode_json, occurrences_json};

table! {
    /// Edits of files. One row per call of Edit or MultiEdit.
    mod edits [common: common, call: call_key] {
        parent: tool_calls,
        /// Tool: Edit, MultiEdit.
        best tool: Text,
        /// File. NULL where neither input nor result says. Source: `file_path`, `filePath`.
        best file_path: Opt<Text>,
        /// Extension of the file, in lower case, without the dot. NULL where it has none.
        best file_ext: Opt<Text>,
        /// Edits in one call: 1 for Edit. NULL where the input does not say. Source: `edits`.
        best edit_count: Opt<Int>,
        /// Places that were replaced. NULL where it is not known, and where nothing was edited.
        best replacements: Opt<Int>,
        /// How the number is known: field (`replacements`), implied_1 (a success without `replace_all`), counted (in the original file). NULL where it is not known.
        best replacements_source: Opt<Text>,
        /// Whether all places were to be replaced. NULL where neither input nor result says. Source: `replace_all`, `replaceAll`.
        best replace_all: Opt<Bool>,
        /// Whether a person changed the edit before it was made. NULL where the result does not say. Source: `userModified`.
        best user_modified: Opt<Bool>,
        /// Whether the file had changed on disk since it was read. NULL where the edit was not made, else false unless the result says so. Source: `staleRecovered`.
        best applied_on_changed_file: Opt<Bool>,
        /// Whether the file is one of the memory that the program keeps. NULL where the result does not say. Source: `memdirStamped`.
        best memdir_stamped: Opt<Bool>,
        /// Lines added. NULL where nothing was edited or it is not known.
        best lines_added: Opt<Int>,
        /// Lines removed. NULL where nothing was edited or it is not known.
        best lines_removed: Opt<Int>,
        /// How the lines are known: patch (`structuredPatch`), strings (old against new text). NULL where they are not.
        best lines_source: Opt<Text>,
        /// Hunks of the patch. NULL where there is no patch. Source: `structuredPatch`.
        best hunks: Opt<Int>,
        /// Length of the text to replace, summed over the edits of a call. NULL where it is absent. Source: `old_string`, `oldString`.
        best old_string_bytes: Opt<Int>,
        /// Length of the new text, summed over the edits of a call. NULL where it is absent. Source: `new_string`, `newString`.
        best new_string_bytes: Opt<Int>,
        /// Length of the file before. NULL where the result does not have it. Source: `originalFile`.
        best original_file_bytes: Opt<Int>,
        /// Whether the edit waits for the owner of the machine, and the file is as it was. NULL where the result does not say: no. Source: `staged`.
        best staged: Opt<Bool>,
        /// What git says of the file: modified, added. NULL where the result does not say. Source: `gitDiff.status`.
        best git_status: Opt<Text>,
        /// Lines added against the last commit. NULL where the result does not say. Source: `gitDiff.additions`.
        best git_additions: Opt<Int>,
        /// Lines removed against the last commit. NULL where the result does not say. Source: `gitDiff.deletions`.
        best git_deletions: Opt<Int>,
        /// Repository at GitHub. NULL where the result does not say. Source: `gitDiff.repository`.
        best git_repository: Opt<Text>,
        /// Why nothing was edited: not_read, not_found, not_unique, changed_on_disk, denied, no_change, other. NULL where the edit was made or has no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("Edit", &[&edits::TABLE, &edit_hunks::TABLE], |_, input, policy| Opened::read(input, |input| EditCall::open("Edit", input, policy)))
        .asks(true)
        .seen("1.0.0", "2.1.219"),
    Tool::new("MultiEdit", &[&edits::TABLE, &edit_hunks::TABLE], |_, input, policy| {
        Opened::read(input, |input| EditCall::open("MultiEdit", input, policy))
    })
    .seen("1.0.0", "1.0.128"),
];

object! {
    /// The input of an edit; that of MultiEdit has a list of changes.
    struct Input<'a> {
        file_path: Str<'a> = "file_path" | "filePath",
        old_string: Body<'a> = "old_string" | "oldString",
        new_string: Body<'a> = "new_string" | "newString",
        replace_all: Field<bool> = "replace_all" | "replaceAll",
        edits: Field<Vec<Field<Change<'a>>>> = "edits",
    } ignored:;

    /// One change.
    struct Change<'a> {
        old_string: Body<'a> = "old_string" | "oldString",
        new_string: Body<'a> = "new_string" | "newString",
        replace_all: Field<bool> = "replace_all" | "replaceAll",
    } ignored:;
}

/// An edit that was called.
#[derive(Debug)]
pub(crate) struct EditCall {
    tool: &'static str,
    policy: TextPolicy,
    file_path: Option<String>,
    edit_count: Option<i64>,
    replace_all: Option<bool>,
    old_string_bytes: Option<i64>,
    new_string_bytes: Option<i64>,
    /// Old and new strings as JSON, until a patch tells what they would.
    strings: Vec<(Box<str>, Box<str>)>,
    result: Option<EditResult>,
}

/// How it ended.
#[derive(Debug, Default)]
struct EditResult {
    replacements: Option<(i64, &'static str)>,
    user_modified: Option<bool>,
    applied_on_changed_file: Option<bool>,
    memdir_stamped: Option<bool>,
    lines: Option<Lines>,
    hunks: Option<Hunks>,
    original_file_bytes: Option<i64>,
    staged: Option<bool>,
    git: GitChange,
    fail_reason: Option<&'static str>,
}

impl EditCall {
    fn open(tool: &str, input: &Input<'_>, policy: TextPolicy) -> Self {
        let multi = tool == "MultiEdit";
        let changes: Vec<(Body<'_>, Body<'_>)> = match input.edits.get() {
            Some(edits) => edits.iter().filter_map(Field::get).map(|change| (change.old_string, change.new_string)).collect(),
            None => vec![(input.old_string, input.new_string)],
        };
        let sum =
            |bodies: &mut dyn Iterator<Item = Body<'_>>| bodies.filter_map(Body::measure).map(|measure| measure.bytes).reduce(i64::saturating_add);
        let any_all = input.edits.get().map(|edits| edits.iter().filter_map(Field::get).any(|change| change.replace_all.copied() == Some(true)));
        Self {
            tool: if multi { "MultiEdit" } else { "Edit" },
            policy,
            file_path: input.file_path.str().map(str::to_owned),
            edit_count: if multi { input.edits.get().map(|edits| edits.len() as i64) } else { Some(1) },
            replace_all: input.replace_all.copied().or(any_all),
            old_string_bytes: sum(&mut changes.iter().map(|(old, _)| *old)),
            new_string_bytes: sum(&mut changes.iter().map(|(_, new)| *new)),
            strings: changes.into_iter().filter_map(|(old, new)| Some((Box::from(old.json()?), Box::from(new.json()?)))).collect(),
            result: None,
        }
    }

    /// Lines added and removed, by the strings alone.
    fn lines_of_strings(&self) -> Option<Lines> {
        let changes = self.strings.iter().filter_map(|(old, new)| Some(line_changes(&decode_json(old)?, &decode_json(new)?)));
        changes.reduce(|(added, removed), (more, fewer)| (added + more, removed + fewer)).map(|(added, removed)| (added, removed, "strings"))
    }

    /// Places replaced, as far as a success implies them.
    fn replacements(&self, output: Option<&EditOutput<'_>>) -> Option<(i64, &'static str)> {
        if let Some(count) = output.and_then(|output| output.replacements.copied()) {
            return Some((count, "field"));
        }
        if self.replace_all != Some(true) {
            return self.edit_count.map(|count| (count, "implied_1"));
        }
        let output = output.filter(|_| self.tool == "Edit")?;
        Some((occurrences_json(output.original_file.json()?, output.old_string.json()?), "counted"))
    }

    /// What a payload adds to the input.
    fn merge(&mut self, output: &EditOutput<'_>) {
        let bytes = |body: Body<'_>| body.measure().map(|measure| measure.bytes);
        self.file_path = self.file_path.take().or_else(|| output.file_path.str().map(str::to_owned));
        self.replace_all = output.replace_all.copied().or(self.replace_all);
        self.old_string_bytes = self.old_string_bytes.or_else(|| bytes(output.old_string));
        self.new_string_bytes = self.new_string_bytes.or_else(|| bytes(output.new_string));
    }

    fn success(&self, output: Option<&EditOutput<'_>>) -> EditResult {
        let hunks = output.and_then(|output| Hunks::of(&output.structured_patch));
        EditResult {
            replacements: self.replacements(output),
            user_modified: output.and_then(|output| output.user_modified.copied()),
            applied_on_changed_file: Some(output.and_then(|output| output.stale_recovered.copied()).unwrap_or(false)),
            memdir_stamped: output.and_then(|output| output.memdir_stamped.copied()),
            lines: hunks.as_ref().map(Hunks::lines).or_else(|| self.lines_of_strings()),
            hunks,
            original_file_bytes: output.and_then(|output| output.original_file.measure()).map(|measure| measure.bytes),
            staged: output.and_then(|output| output.staged.copied()),
            git: output.map(|output| GitChange::of(&output.git_diff, self.policy)).unwrap_or_default(),
            fail_reason: None,
        }
    }
}

impl ToolCall for EditCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<EditOutput<'_>>();
        let output = output.as_deref();
        if let Some(output) = output {
            self.merge(output);
        }
        self.result = Some(match outcome.class {
            None => self.success(output),
            Some(class) => EditResult { fail_reason: Some(fail_reason(class, outcome)), ..EditResult::default() },
        });
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let result = self.result.as_ref();
        let file_path = self.file_path.as_deref().map(|path| self.policy.name(path));
        let file_ext = self.file_path.as_deref().and_then(extension);
        let hunks = result.and_then(|result| result.hunks.as_ref());
        let git = result.map(|result| &result.git);
        let row = edits::Row {
            common: keys.common,
            call: keys.call,
            tool: self.tool,
            file_path: file_path.as_deref(),
            file_ext: file_ext.as_deref(),
            edit_count: self.edit_count,
            replacements: result.and_then(|result| Some(result.replacements?.0)),
            replacements_source: result.and_then(|result| Some(result.replacements?.1)),
            replace_all: self.replace_all,
            user_modified: result.and_then(|result| result.user_modified),
            applied_on_changed_file: result.and_then(|result| result.applied_on_changed_file),
            memdir_stamped: result.and_then(|result| result.memdir_stamped),
            lines_added: result.and_then(|result| Some(result.lines?.0)),
            lines_removed: result.and_then(|result| Some(result.lines?.1)),
            lines_source: result.and_then(|result| Some(result.lines?.2)),
            hunks: hunks.map(Hunks::count),
            old_string_bytes: self.old_string_bytes,
            new_string_bytes: self.new_string_bytes,
            original_file_bytes: result.and_then(|result| result.original_file_bytes),
            staged: result.and_then(|result| result.staged),
            git_status: git.and_then(|git| git.status.as_deref()),
            git_additions: git.and_then(|git| git.additions),
            git_deletions: git.and_then(|git| git.deletions),
            git_repository: git.and_then(|git| git.repository.as_deref()),
            fail_reason: result.and_then(|result| result.fail_reason),
        };
        tables.edits.append(keys.origin, &row);
        if let Some(hunks) = hunks {
            hunks.append(keys, tables);
        }
    }
}

/// The extension of a path's file name, in lower case.
pub(crate) fn extension(path: &str) -> Option<Cow<'_, str>> {
    let name = path.rsplit(['/', '\\']).next()?;
    let (stem, extension) = name.rsplit_once('.')?;
    // What is not a word is the end of a name with a dot in it.
    let is_word = extension.len() <= 16 && extension.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte));
    if stem.is_empty() || extension.is_empty() || !is_word {
        return None;
    }
    Some(if extension.bytes().any(|byte| byte.is_ascii_uppercase()) { Cow::Owned(extension.to_lowercase()) } else { Cow::Borrowed(extension) })
}
