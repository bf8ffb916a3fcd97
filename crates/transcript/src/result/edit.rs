//! Results of edits.

use super::base::typed;
use super::{GitDiff, Patch};
use crate::json::{Body, Field, object};
use crate::line::Str;

object! {
    /// The payload of an edit: of Edit, and of MultiEdit.
    struct EditOutput<'a> {
        file_path: Str<'a> = "filePath" | "file_path",
        old_string: Body<'a> = "oldString" | "old_string",
        new_string: Body<'a> = "newString" | "new_string",
        original_file: Body<'a> = "originalFile" | "originalFileContents" | "original_file",
        replace_all: Field<bool> = "replaceAll" | "replace_all",
        structured_patch: Patch<'a> = "structuredPatch" | "structured_patch",
        user_modified: Field<bool> = "userModified" | "user_modified",
        stale_recovered: Field<bool> = "staleRecovered" | "stale_recovered",
        memdir_stamped: Field<bool> = "memdirStamped",
        replacements: Field<i64> = "replacements",
        staged: Field<bool> = "staged",
        git_diff: Field<GitDiff<'a>> = "gitDiff",
    } ignored: "message", "edits";
}

typed! {
    /// The result of an edit: what was replaced, and the patch.
    struct EditResult of EditOutput in Edit;
}

impl<'a> EditResult<'a> {
    /// The file.
    pub fn file_path(&self) -> Option<&str> {
        self.fields.file_path.str()
    }

    /// The text that was replaced.
    pub fn old_string(&self) -> Body<'a> {
        self.fields.old_string
    }

    /// The text in its place.
    pub fn new_string(&self) -> Body<'a> {
        self.fields.new_string
    }

    /// The whole file before.
    pub fn original_file(&self) -> Body<'a> {
        self.fields.original_file
    }

    /// Whether all places were replaced.
    pub fn replace_all(&self) -> bool {
        self.fields.replace_all.copied().unwrap_or_default()
    }

    /// Whether a person changed the edit before it was made.
    pub fn user_modified(&self) -> bool {
        self.fields.user_modified.copied().unwrap_or_default()
    }

    /// Whether the file had changed on disk since it was read.
    pub fn stale_recovered(&self) -> bool {
        self.fields.stale_recovered.copied().unwrap_or_default()
    }

    /// The hunks of the patch, as JSON text.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// let payload = r#"{"filePath":"/a","structuredPatch":[{"oldStart":1,"lines":["-a","+b"]}]}"#;
    /// let ToolResult::Edit(edit) = ToolResult::lift("Edit", Some(payload)) else { unreachable!() };
    /// assert_eq!(edit.structured_patch(), Some(r#"[{"oldStart":1,"lines":["-a","+b"]}]"#));
    /// ```
    pub fn structured_patch(&self) -> Option<&'a str> {
        self.base.verbatim(&["structuredPatch", "structured_patch"])
    }
}
