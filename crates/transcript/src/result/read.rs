//! Results of reads.

use super::base::typed;
use crate::json::{Body, Field, Raw, object};
use crate::line::Str;

object! {
    /// The payload of a read; all but the first three are the documented shape, which has no file in it.
    struct ReadOutput<'a> {
        kind: Str<'a> = "type",
        file: Field<File<'a>> = "file",
        artifact: Field<Artifact<'a>> = "artifactRead",
        content: Body<'a> = "content",
        total_lines: Field<i64> = "total_lines" | "totalLines",
        lines_returned: Field<i64> = "lines_returned" | "linesReturned",
        image: Body<'a> = "image",
        mime_type: Str<'a> = "mime_type" | "mimeType",
        file_size: Field<i64> = "file_size" | "fileSize",
        first_page: Field<i64> = "firstPage",
        pages: Field<Vec<Raw<'a>>> = "pages",
    } ignored:;

    /// What was read of a file. Which fields there are depends on the kind.
    struct File<'a> {
        file_path: Str<'a> = "filePath",
        content: Body<'a> = "content",
        num_lines: Field<i64> = "numLines",
        start_line: Field<i64> = "startLine",
        total_lines: Field<i64> = "totalLines",
        truncated_by_token_cap: Field<bool> = "truncatedByTokenCap",
        base64: Body<'a> = "base64",
        mime_type: Str<'a> = "type",
        original_size: Field<i64> = "originalSize",
        dimensions: Field<Dimensions> = "dimensions",
        count: Field<i64> = "count",
        output_dir: Str<'a> = "outputDir",
        cells: Field<Vec<Raw<'a>>> = "cells",
        artifact: Field<Artifact<'a>> = "artifactRead",
    } ignored:;

    /// Size of an image, and the one at which it was given.
    struct Dimensions {
        original_width: Field<i64> = "originalWidth",
        original_height: Field<i64> = "originalHeight",
        display_width: Field<i64> = "displayWidth",
        display_height: Field<i64> = "displayHeight",
    }

    /// A published artifact.
    struct Artifact<'a> {
        slug: Str<'a> = "slug",
        version: Raw<'a> = "ver",
    } ignored: "seeded";
}

typed! {
    /// The result of a read: what was read of the file, and its kind.
    struct ReadResult of ReadOutput in Read;
}

impl<'a> ReadResult<'a> {
    /// What was read: `text`, `image`, `pdf`, `parts`, `notebook`, `file_unchanged`.
    pub fn r#type(&self) -> Option<&str> {
        self.fields.kind.str()
    }

    /// What was read of the file (`filePath`, `content`, `numLines` …), as JSON text.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// let payload = r#"{"type":"text","file":{"filePath":"/a","content":"x","numLines":1}}"#;
    /// let ToolResult::Read(read) = ToolResult::lift("Read", Some(payload)) else { unreachable!() };
    /// assert_eq!(read.file(), Some(r#"{"filePath":"/a","content":"x","numLines":1}"#));
    /// ```
    pub fn file(&self) -> Option<&'a str> {
        self.base.verbatim(&["file"])
    }

    /// The text that was read. Without text for anything but text.
    pub fn content(&self) -> Body<'a> {
        self.fields.file.get().map_or(self.fields.content, |file| file.content)
    }
}
