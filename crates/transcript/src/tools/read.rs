//! Files read: Read.

use super::edit::extension;
use super::outcome::{Outcome, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::classify::ErrorClass;
use crate::json::{Body, Field, Raw, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::ReadOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::{Measure, decode_json, measure};

table! {
    /// Files that were read. One row per call of Read.
    mod reads [common: common, call: call_key] {
        parent: tool_calls,
        /// What was read: text, image, pdf, parts (pages of a long document as images), notebook, file_unchanged (nothing: the earlier result holds).
        /// NULL where nothing was read or it is not known. Source: `type`, else the text of the result.
        best kind: Opt<Text>,
        /// File. NULL where neither input nor result says. Source: `file_path`, `filePath`.
        best file_path: Opt<Text>,
        /// Extension of the file, in lower case, without the dot. NULL where it has none.
        best file_ext: Opt<Text>,
        /// First line that was asked for. NULL where the input does not say. Source: `offset`.
        best offset_line: Opt<Int>,
        /// Number of lines that was asked for. NULL where the input does not say. Source: `limit`.
        best limit_lines: Opt<Int>,
        /// Pages of a document that were asked for. NULL where the input does not say. Source: `pages`.
        best pages: Opt<Text>,
        /// Whether the size limit was to be passed. NULL where the input does not say. Source: `allow_large`.
        best allow_large: Opt<Bool>,
        /// Whether the model wrote an input that could not be parsed. Source: `__unparsedToolInput`.
        best unparsed_input: Bool,
        /// First line that was read, from 1. NULL where no text was read. Source: `startLine`, else the first number in the text of the result.
        best start_line: Opt<Int>,
        /// Number of lines that was read, as the result counts them: newlines plus 1. NULL where the result does not say. Source: `numLines`, `lines_returned`.
        best num_lines: Opt<Int>,
        /// Number of lines of the file. NULL where the result does not say. Source: `totalLines`, `total_lines`.
        best total_lines: Opt<Int>,
        /// Length of the text that was read. NULL where no text was read. Source: `content`, else the text of the result without its line numbers.
        best content_bytes: Opt<Int>,
        /// Length of the text that was read. NULL where no text was read.
        best content_chars: Opt<Int>,
        /// Lines of the text that was read. NULL where no text was read, or the end of it cannot be told.
        best content_lines: Opt<Int>,
        /// XXH3-64 of the text that was read. NULL where no text was read, or the end of it cannot be told.
        best content_hash: Opt<Int>,
        /// Whether it was cut to the limit of tokens. NULL where the result does not say. Source: `truncatedByTokenCap`.
        best truncated_by_token_cap: Opt<Bool>,
        /// Whether the model was told that it sees a part only. NULL where nothing was read or it is not known what the model was told. Source: the text of the result.
        best partial_view: Opt<Bool>,
        /// Whether the file ends before the first line that was asked for. NULL where nothing was read, or only a hook tells of it. Source: the text
        /// of the result.
        best beyond_end: Opt<Bool>,
        /// Type of an image. NULL where the result does not say. Source: `type` of the file, `mime_type`.
        best mime_type: Opt<Text>,
        /// Length of the image or document in base 64, as it was given. NULL where there is none. Source: `base64`, `image`.
        best base64_bytes: Opt<Int>,
        /// Size of the image or document. NULL where the result does not say. Source: `originalSize`, `file_size`.
        best original_bytes: Opt<Int>,
        /// Width of the image. NULL where the result does not say. Source: `dimensions.originalWidth`.
        best original_width: Opt<Int>,
        /// Height of the image. NULL where the result does not say. Source: `dimensions.originalHeight`.
        best original_height: Opt<Int>,
        /// Width at which it was given. NULL where the result does not say. Source: `dimensions.displayWidth`.
        best display_width: Opt<Int>,
        /// Height at which it was given. NULL where the result does not say. Source: `dimensions.displayHeight`.
        best display_height: Opt<Int>,
        /// Number of parts. NULL where it was not read in parts. Source: `count`.
        best part_count: Opt<Int>,
        /// First page of a document that was read in parts. NULL where the result does not say. Source: `firstPage`.
        best first_page: Opt<Int>,
        /// Pages of a document that were given as images. NULL where the result does not say. Source: `pages` of the result.
        best page_count: Opt<Int>,
        /// Folder that the parts were saved to. NULL where it was not read in parts. Source: `outputDir`.
        best output_dir: Opt<Text>,
        /// Number of cells. NULL where it is no notebook. Source: `cells`.
        best cell_count: Opt<Int>,
        /// Artifact that was read. NULL where none was. Source: `artifactRead.slug`.
        best artifact_slug: Opt<Text>,
        /// Version of that artifact. NULL where none was read. Source: `artifactRead.ver`.
        best artifact_version: Opt<Text>,
        /// Why nothing was read: not_found, directory, no_access, too_large, denied, other. NULL where it was read or has no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("Read", &[&reads::TABLE], |_, input, policy| Opened::read(input, |input| ReadCall::open(input, policy)))
        .asks(false)
        .seen("1.0.17", "2.1.219")];

object! {
    /// The input of a read.
    struct Input<'a> {
        file_path: Str<'a> = "file_path" | "filePath" | "path" | "notebook_path",
        offset: Field<i64> = "offset",
        limit: Field<i64> = "limit",
        pages: Str<'a> = "pages",
        allow_large: Field<bool> = "allow_large" | "allowLarge",
        unparsed: Raw<'a> = "__unparsedToolInput",
    } ignored: "cell_id";
}

/// A read that was called.
#[derive(Debug)]
pub(crate) struct ReadCall {
    policy: TextPolicy,
    file_path: Option<String>,
    offset_line: Option<i64>,
    limit_lines: Option<i64>,
    pages: Option<String>,
    allow_large: Option<bool>,
    unparsed_input: bool,
    result: Option<ReadResult>,
}

/// How it ended.
#[derive(Debug, Default)]
struct ReadResult {
    kind: Option<String>,
    file_path: Option<String>,
    start_line: Option<i64>,
    num_lines: Option<i64>,
    total_lines: Option<i64>,
    content: Option<Measure>,
    truncated_by_token_cap: Option<bool>,
    beyond_end: Option<bool>,
    partial_view: Option<bool>,
    mime_type: Option<String>,
    base64_bytes: Option<i64>,
    original_bytes: Option<i64>,
    original_width: Option<i64>,
    original_height: Option<i64>,
    display_width: Option<i64>,
    display_height: Option<i64>,
    part_count: Option<i64>,
    first_page: Option<i64>,
    page_count: Option<i64>,
    output_dir: Option<String>,
    cell_count: Option<i64>,
    artifact_slug: Option<String>,
    artifact_version: Option<String>,
    fail_reason: Option<&'static str>,
}

impl ReadCall {
    fn open(input: &Input<'_>, policy: TextPolicy) -> Self {
        Self {
            policy,
            file_path: input.file_path.owned(),
            offset_line: input.offset.copied(),
            limit_lines: input.limit.copied(),
            pages: input.pages.owned(),
            allow_large: input.allow_large.copied(),
            unparsed_input: input.unparsed.json().is_some(),
            result: None,
        }
    }
}

impl ReadResult {
    /// Of a structured payload.
    fn of_output(output: &ReadOutput<'_>, outcome: &Outcome<'_>) -> Self {
        let none = Default::default();
        let file = output.file.get().unwrap_or(&none);
        let size = file.dimensions.get();
        let artifact = output.artifact.get().or(file.artifact.get());
        let implied = output.image.json().map(|_| "image").or(output.content.json().map(|_| "text"));
        let bytes = |body: Body<'_>| body.measure().map(|measure| measure.bytes);
        // The documented content has the line numbers in it, that on disk has not.
        let numbered = output.content.decode();
        let unnumbered = numbered.as_deref().and_then(unnumbered);
        let documented = unnumbered.as_ref().map(|(_, text)| measure(text)).or_else(|| numbered.as_deref().map(measure));
        Self {
            kind: output.kind.owned().or(implied.map(str::to_owned)),
            file_path: file.file_path.owned(),
            start_line: file.start_line.copied().or(unnumbered.map(|(first, _)| first)),
            num_lines: file.num_lines.copied().or(output.lines_returned.copied()),
            total_lines: file.total_lines.copied().or(output.total_lines.copied()),
            content: file.content.measure().or(documented),
            truncated_by_token_cap: file.truncated_by_token_cap.copied(),
            beyond_end: outcome.begins(BEYOND_END),
            partial_view: None,
            mime_type: file.mime_type.owned().or(output.mime_type.owned()),
            base64_bytes: bytes(file.base64).or(bytes(output.image)),
            original_bytes: file.original_size.copied().or(output.file_size.copied()),
            original_width: size.and_then(|size| size.original_width.copied()),
            original_height: size.and_then(|size| size.original_height.copied()),
            display_width: size.and_then(|size| size.display_width.copied()),
            display_height: size.and_then(|size| size.display_height.copied()),
            part_count: file.count.copied(),
            first_page: output.first_page.copied(),
            page_count: output.pages.get().map(|pages| pages.len() as i64),
            output_dir: file.output_dir.owned(),
            cell_count: file.cells.get().map(|cells| cells.len() as i64),
            artifact_slug: artifact.and_then(|artifact| artifact.slug.owned()),
            artifact_version: artifact.and_then(|artifact| plain(artifact.version)),
            fail_reason: None,
        }
    }

    /// Of the text alone. How many lines there were is not known: only how many the text has.
    fn of_text(outcome: &Outcome<'_>) -> Self {
        let head = outcome.head();
        let beyond_end = head.starts_with(BEYOND_END);
        if UNCHANGED.iter().any(|start| head.starts_with(start)) {
            return Self { kind: Some("file_unchanged".to_owned()), beyond_end: Some(false), ..Self::default() };
        }
        if outcome.has_image() {
            return Self { kind: Some("image".to_owned()), beyond_end: Some(false), ..Self::default() };
        }
        let text = if beyond_end || head.starts_with(EMPTY) { Some((None, String::new())) } else { None };
        let text = text.or_else(|| unnumbered(&outcome.content()).map(|(first, text)| (Some(first), text)));
        Self {
            kind: text.as_ref().map(|_| "text".to_owned()),
            start_line: text.as_ref().and_then(|(first, _)| *first),
            content: text.map(|(_, text)| measure(&text)),
            beyond_end: Some(beyond_end),
            ..Self::default()
        }
    }
}

/// How the tool begins its answers about files that it did not repeat.
const UNCHANGED: &[&str] = &["Wasted call — file unchanged since your last Read.", "File unchanged since last read."];
/// What its notice about a part of a file says.
const PARTIAL: &str = "PARTIAL view";
/// How it begins its notice about an empty file.
const EMPTY: &str = "<system-reminder>Warning: the file exists but the contents are empty.";
/// How it begins its notice about a first line beyond the last.
const BEYOND_END: &str = "<system-reminder>Warning: the file exists but is shorter than the provided offset";

/// The text of a file without the numbers before its lines, and the first of them. NULL unless the lines are numbered
/// one by one, up to the end or the notice that the program may add.
fn unnumbered(text: &str) -> Option<(i64, String)> {
    let mut first = None;
    let mut lines = Vec::new();
    let mut rest = Some(text);
    while let Some((number, line, after)) = rest.and_then(numbered_line) {
        if number != *first.get_or_insert(number) + lines.len() as i64 {
            break;
        }
        lines.push(line);
        rest = after;
    }
    let tail = rest.unwrap_or_default().trim_start();
    let whole = tail.is_empty() || tail.starts_with("<system-reminder>");
    whole.then(|| Some((first?, lines.join("\n")))).flatten()
}

/// The number of a line, the line, and what follows it if it ends.
fn numbered_line(text: &str) -> Option<(i64, &str, Option<&str>)> {
    let (line, after) = text.split_once('\n').map_or((text, None), |(line, after)| (line, Some(after)));
    let line = line.trim_start_matches(' ');
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, line) = line.split_at(digits);
    Some((number.parse().ok()?, line.strip_prefix(['→', '\t'])?, after))
}

fn fail_reason(class: ErrorClass, outcome: &Outcome<'_>) -> &'static str {
    let body = outcome.error_body();
    let body = body.strip_prefix("<tool_use_error>").unwrap_or(body);
    match class {
        class if class.is_denial() => "denied",
        ErrorClass::TooLarge => "too_large",
        ErrorClass::Fs if body.starts_with("EISDIR") => "directory",
        ErrorClass::Fs if body.starts_with("EACCES") => "no_access",
        ErrorClass::Fs => "not_found",
        _ => "other",
    }
}

/// A text or number as text.
fn plain(value: Raw<'_>) -> Option<String> {
    let json = value.json()?;
    Some(decode_json(json).map_or_else(|| json.to_owned(), |text| text.into_owned()))
}

impl ToolCall for ReadCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<ReadOutput<'_>>();
        self.result = Some(match (outcome.class, output.as_deref()) {
            (Some(class), _) => ReadResult { fail_reason: Some(fail_reason(class, outcome)), ..ReadResult::default() },
            (None, Some(output)) => ReadResult::of_output(output, outcome),
            (None, None) => ReadResult::of_text(outcome),
        });
        if let (Some(result), None, true) = (&mut self.result, outcome.class, outcome.is_told) {
            result.partial_view = Some(outcome.head().lines().next().is_some_and(|line| line.contains(PARTIAL)));
        }
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let none = ReadResult::default();
        let result = self.result.as_ref().unwrap_or(&none);
        let path = self.file_path.as_deref().or(result.file_path.as_deref());
        let file_path = path.map(|path| self.policy.name(path));
        let file_ext = path.and_then(extension);
        let output_dir = result.output_dir.as_deref().map(|path| self.policy.name(path));
        let artifact_slug = result.artifact_slug.as_deref().map(|slug| self.policy.name(slug));
        let row = reads::Row {
            common: keys.common,
            call: keys.call,
            kind: result.kind.as_deref(),
            file_path: file_path.as_deref(),
            file_ext: file_ext.as_deref(),
            offset_line: self.offset_line,
            limit_lines: self.limit_lines,
            pages: self.pages.as_deref(),
            allow_large: self.allow_large,
            unparsed_input: self.unparsed_input,
            start_line: result.start_line,
            num_lines: result.num_lines,
            total_lines: result.total_lines,
            content_bytes: result.content.map(|content| content.bytes),
            content_chars: result.content.map(|content| content.chars),
            content_lines: result.content.map(|content| content.lines),
            content_hash: result.content.map(|content| content.hash),
            truncated_by_token_cap: result.truncated_by_token_cap,
            beyond_end: result.beyond_end,
            partial_view: result.partial_view,
            mime_type: result.mime_type.as_deref(),
            base64_bytes: result.base64_bytes,
            original_bytes: result.original_bytes,
            original_width: result.original_width,
            original_height: result.original_height,
            display_width: result.display_width,
            display_height: result.display_height,
            part_count: result.part_count,
            first_page: result.first_page,
            page_count: result.page_count,
            output_dir: output_dir.as_deref(),
            cell_count: result.cell_count,
            artifact_slug: artifact_slug.as_deref(),
            artifact_version: result.artifact_version.as_deref(),
            fail_reason: result.fail_reason,
        };
        tables.reads.append(keys.origin, &row);
    }
}

#[cfg(test)]
mod tests;
