//! Results of writes, and the patches of both writes and edits.

use super::base::typed;
use crate::json::{Body, Field, Raw, object};
use crate::line::Str;

object! {
    /// The payload of a write.
    struct WriteOutput<'a> {
        action: Str<'a> = "type",
        file_path: Str<'a> = "filePath" | "file_path",
        content: Body<'a> = "content",
        structured_patch: Patch<'a> = "structuredPatch" | "structured_patch",
        original_file: Body<'a> = "originalFile" | "original_file",
        user_modified: Field<bool> = "userModified" | "user_modified",
        memdir_stamped: Field<bool> = "memdirStamped",
        bytes_written: Field<i64> = "bytes_written" | "bytesWritten",
        staged: Field<bool> = "staged",
        git_diff: Field<GitDiff<'a>> = "gitDiff",
    } ignored: "message";

    /// What git says of a changed file.
    struct GitDiff<'a> {
        status: Str<'a> = "status",
        additions: Field<i64> = "additions",
        deletions: Field<i64> = "deletions",
        repository: Str<'a> = "repository",
    } ignored: "filename", "changes", "patch";

    /// A hunk of a patch.
    struct Hunk<'a> {
        old_start: Field<i64> = "oldStart",
        old_lines: Field<i64> = "oldLines",
        new_start: Field<i64> = "newStart",
        new_lines: Field<i64> = "newLines",
        lines: Field<Vec<Raw<'a>>> = "lines",
    } ignored:;
}

/// The patch of a payload.
pub(crate) type Patch<'a> = Field<Vec<Field<Hunk<'a>>>>;

typed! {
    /// The result of a write: what was written, and the patch.
    struct WriteResult of WriteOutput in Write;
}

impl<'a> WriteResult<'a> {
    /// The file.
    pub fn file_path(&self) -> Option<&str> {
        self.fields.file_path.str()
    }

    /// What was written.
    pub fn content(&self) -> Body<'a> {
        self.fields.content
    }

    /// The whole file before. Without text for a new one.
    pub fn original_file(&self) -> Body<'a> {
        self.fields.original_file
    }

    /// Whether a person changed the content before it was written.
    pub fn user_modified(&self) -> bool {
        self.fields.user_modified.copied().unwrap_or_default()
    }

    /// The hunks of the patch, as JSON text.
    pub fn structured_patch(&self) -> Option<&'a str> {
        self.base.verbatim(&["structuredPatch", "structured_patch"])
    }
}
