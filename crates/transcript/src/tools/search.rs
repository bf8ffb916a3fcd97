//! Searches for files, lines and tools: Glob, Grep, LS and ToolSearch.

use super::outcome::{Outcome, Payload, Problem, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::classify::ErrorClass;
use crate::json::{Body, Field, Raw, Rounded, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::table;
use crate::tables::Tables;
use crate::text::{Measure, decode_json, measure_json};

mod answer;

table! {
    /// Searches for files, lines and tools. One row per call of Glob, Grep, LS or ToolSearch.
    mod searches [common: common, call: call_key] {
        parent: tool_calls,
        /// Tool: Glob, Grep, LS, ToolSearch.
        best tool: Text,
        /// What a Grep gives: content (lines), files_with_matches, count. NULL for other tools. Source: `mode`, else `output_mode`, else the default.
        best mode: Opt<Text>,
        /// First 4 KiB of the pattern or query. NULL where the input does not have it. Source: `pattern`, `query`.
        best pattern: Opt<Text>,
        /// Length of the whole pattern or query. NULL where the input does not have it.
        best pattern_bytes: Opt<Int>,
        /// Where to search. NULL where the input does not say: the working folder. Source: `path`.
        best path: Opt<Text>,
        /// Where it searched. NULL where the result does not say. Source: `search_path`.
        best search_path: Opt<Text>,
        /// Pattern of the files to search. NULL where the input does not say. Source: `glob`.
        best glob: Opt<Text>,
        /// Type of the files to search. NULL where the input does not say. Source: `type`.
        best file_type: Opt<Text>,
        /// Mode that was asked for. NULL where the input does not say. Source: `output_mode`.
        best output_mode: Opt<Text>,
        /// Whether upper and lower case were to be the same. NULL where the input does not say. Source: `-i`.
        best case_insensitive: Opt<Bool>,
        /// Whether lines were to be numbered. NULL where the input does not say. Source: `-n`.
        best line_numbers: Opt<Bool>,
        /// Whether only what matched was to be given, and not its line. NULL where the input does not say. Source: `-o`.
        best only_matching: Opt<Bool>,
        /// Whether matches could span lines. NULL where the input does not say. Source: `multiline`.
        best multiline: Opt<Bool>,
        /// Lines to give before a match. NULL where the input does not say. Source: `-B`.
        best before_lines: Opt<Int>,
        /// Lines to give after a match. NULL where the input does not say. Source: `-A`.
        best after_lines: Opt<Int>,
        /// Lines to give around a match. NULL where the input does not say. Source: `-C`, `context`.
        best context_lines: Opt<Int>,
        /// Largest number of results that was asked for. NULL where the input does not say. Source: `head_limit`; `max_results` of ToolSearch.
        best head_limit: Opt<Int>,
        /// Number of results that were to be left out at the start. NULL where the input does not say. Source: `offset`.
        best head_offset: Opt<Int>,
        /// Files that were given; 0 for the lines of a Grep. NULL where it is not known. Source: `numFiles`, `count`, else the text of the result.
        best num_files: Opt<Int>,
        /// Lines that were given, context included. NULL where none were asked for or it is not known. Source: `numLines`, else the text of the result.
        best num_lines: Opt<Int>,
        /// Matches that were counted, or tools that were found. NULL where it is not known. Source: `numMatches`, `matches`, else the text of the result.
        best num_matches: Opt<Int>,
        /// Files found, given or not. NULL where the result does not say. Source: `totalFiles`.
        best total_files: Opt<Int>,
        /// Lines found, given or not. NULL where the result does not say. Source: `totalLines`.
        best total_lines: Opt<Int>,
        /// Matches found, given or not. NULL where the result does not say. Source: `totalMatches`, `total_matches`.
        best total_matches: Opt<Int>,
        /// Limit that cut the results. NULL where none did. Source: `appliedLimit`, else the text of the result.
        best applied_limit: Opt<Int>,
        /// Number of results that were left out at the start. NULL where the result does not say. Source: `appliedOffset`, else the text of the result.
        best applied_offset: Opt<Int>,
        /// Whether the results were cut. NULL where the result does not say. Source: `truncated`.
        best truncated: Opt<Bool>,
        /// Whether the total is the true one. NULL where the result does not say. Source: `countIsComplete`.
        best count_is_complete: Opt<Bool>,
        /// Whether the search ran out of time. NULL where nothing was found out. Source: `timedOut`; the text of an error.
        best timed_out: Opt<Bool>,
        /// Time that the search took. NULL where the result does not say. Source: `durationMs`.
        best duration_ms: Opt<Int>,
        /// Length of the lines, counts or listing that were given. NULL where the result has none. Source: `content`, else the text of the result.
        best content_bytes: Opt<Int>,
        /// XXH3-64 of them. NULL where the result has none.
        best content_hash: Opt<Int>,
        /// Tools that ToolSearch found, joined by commas. NULL for other tools. Source: `matches`.
        best matched_tools: Opt<Text>,
        /// Tools that ToolSearch had to choose from. NULL for other tools. Source: `total_deferred_tools`.
        best total_deferred_tools: Opt<Int>,
        /// Whether results were left out up to beyond the last one. NULL for other tools than Grep, where nothing was searched, and where only a hook tells
        /// of it. Source: the text of the result.
        best beyond_end: Opt<Bool>,
        /// Why nothing was searched: not_found (the path), timeout, denied, other. NULL where it was searched or has no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("Glob", TABLES, |_, input, policy| Opened::read(input, |input| SearchCall::open("Glob", input, policy)))
        .asks(false)
        .seen("1.0.17", "2.1.219"),
    Tool::new("Grep", TABLES, |_, input, policy| Opened::read(input, |input| SearchCall::open("Grep", input, policy)))
        .asks(false)
        .seen("1.0.120", "2.1.219"),
    Tool::new("LS", TABLES, |_, input, policy| Opened::read(input, |input| SearchCall::open("LS", input, policy))).seen("1.0.17", "1.0.56"),
    Tool::new("ToolSearch", TABLES, |_, input, policy| Opened::read(input, |input| SearchCall::open("ToolSearch", input, policy)))
        .asks(false)
        .seen("2.1.81", "2.1.219"),
];

static TABLES: &[&table::Table] = &[&searches::TABLE];

object! {
    /// The input of a search.
    struct Input<'a> {
        pattern: Str<'a> = "pattern" | "query",
        path: Str<'a> = "path" | "file_path",
        glob: Str<'a> = "glob",
        file_type: Str<'a> = "type",
        output_mode: Str<'a> = "output_mode" | "outputMode",
        case_insensitive: Field<bool> = "-i",
        line_numbers: Field<bool> = "-n",
        multiline: Field<bool> = "multiline",
        before: Field<i64> = "-B",
        after: Field<i64> = "-A",
        around: Field<i64> = "-C" | "context",
        head_limit: Field<i64> = "head_limit" | "headLimit" | "max_results" | "maxResults",
        offset: Field<i64> = "offset",
        only_matching: Field<bool> = "-o",
    } ignored: "ignore", "-l";

    /// The payload of a search.
    struct Output<'a> {
        mode: Str<'a> = "mode",
        search_path: Str<'a> = "search_path" | "searchPath",
        num_files: Field<i64> = "numFiles" | "count",
        filenames: Field<Vec<Raw<'a>>> = "filenames" | "files",
        num_lines: Field<i64> = "numLines",
        num_matches: Field<i64> = "numMatches",
        matches: Field<Vec<Raw<'a>>> = "matches",
        total_files: Field<i64> = "totalFiles",
        total_lines: Field<i64> = "totalLines",
        total_matches: Field<i64> = "totalMatches" | "total_matches",
        applied_limit: Field<i64> = "appliedLimit",
        applied_offset: Field<i64> = "appliedOffset",
        truncated: Field<bool> = "truncated",
        count_is_complete: Field<bool> = "countIsComplete",
        timed_out: Field<bool> = "timedOut",
        duration: Field<Rounded> = "durationMs",
        content: Body<'a> = "content",
        total_deferred_tools: Field<i64> = "total_deferred_tools",
    } ignored: "query";
}

/// A search that was called.
#[derive(Debug)]
pub(crate) struct SearchCall {
    tool: &'static str,
    policy: TextPolicy,
    pattern: Option<String>,
    pattern_bytes: Option<i64>,
    path: Option<String>,
    glob: Option<String>,
    file_type: Option<String>,
    output_mode: Option<String>,
    case_insensitive: Option<bool>,
    line_numbers: Option<bool>,
    only_matching: Option<bool>,
    multiline: Option<bool>,
    before_lines: Option<i64>,
    after_lines: Option<i64>,
    context_lines: Option<i64>,
    head_limit: Option<i64>,
    head_offset: Option<i64>,
    result: Option<SearchResult>,
}

/// How it ended.
#[derive(Debug, Default)]
struct SearchResult {
    mode: Option<String>,
    search_path: Option<String>,
    num_files: Option<i64>,
    num_lines: Option<i64>,
    num_matches: Option<i64>,
    total_files: Option<i64>,
    total_lines: Option<i64>,
    total_matches: Option<i64>,
    applied_limit: Option<i64>,
    applied_offset: Option<i64>,
    truncated: Option<bool>,
    count_is_complete: Option<bool>,
    timed_out: Option<bool>,
    duration_ms: Option<i64>,
    content: Option<Measure>,
    matched_tools: Option<String>,
    total_deferred_tools: Option<i64>,
    beyond_end: Option<bool>,
    fail_reason: Option<&'static str>,
}

impl SearchCall {
    fn open(tool: &'static str, input: &Input<'_>, policy: TextPolicy) -> Self {
        let pattern = input.pattern.str();
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        Self {
            tool,
            policy,
            pattern: name(&input.pattern),
            pattern_bytes: pattern.map(|pattern| pattern.len() as i64),
            path: name(&input.path),
            glob: name(&input.glob),
            file_type: input.file_type.str().map(str::to_owned),
            output_mode: input.output_mode.str().map(str::to_owned),
            case_insensitive: input.case_insensitive.copied(),
            line_numbers: input.line_numbers.copied(),
            only_matching: input.only_matching.copied(),
            multiline: input.multiline.copied(),
            before_lines: input.before.copied(),
            after_lines: input.after.copied(),
            context_lines: input.around.copied(),
            head_limit: input.head_limit.copied(),
            head_offset: input.offset.copied(),
            result: None,
        }
    }

    /// Of a structured payload.
    fn of_output(&self, output: &Output<'_>) -> SearchResult {
        let count = |list: &Field<Vec<Raw<'_>>>| list.get().map(|list| list.len() as i64);
        let tools = self.tool == "ToolSearch";
        // The matches of a Glob, in its documented shape, are files.
        let (files, matches) = if self.tool == "Glob" { (count(&output.matches), None) } else { (None, count(&output.matches)) };
        // The documented shapes do not name their mode.
        let implied = output.matches.get().map(|_| "content").filter(|_| self.tool == "Grep");
        SearchResult {
            mode: output.mode.str().or(implied).map(str::to_owned),
            search_path: output.search_path.str().map(|path| self.policy.name(path).into_owned()),
            num_files: output.num_files.copied().or(count(&output.filenames)).or(files),
            num_lines: output.num_lines.copied(),
            num_matches: output.num_matches.copied().or(matches),
            total_files: output.total_files.copied(),
            total_lines: output.total_lines.copied(),
            total_matches: output.total_matches.copied(),
            applied_limit: output.applied_limit.copied(),
            applied_offset: output.applied_offset.copied(),
            truncated: output.truncated.copied(),
            count_is_complete: output.count_is_complete.copied(),
            timed_out: output.timed_out.copied(),
            duration_ms: output.duration.copied().map(|duration| duration.0),
            content: output.content.json().and_then(measure_json),
            matched_tools: output.matches.get().filter(|_| tools).map(|names| joined(names)),
            total_deferred_tools: output.total_deferred_tools.copied(),
            beyond_end: None,
            fail_reason: None,
        }
    }

    /// What a Grep gives, as far as the input tells.
    fn asked_mode(&self) -> Option<&str> {
        (self.tool == "Grep").then(|| self.output_mode.as_deref().unwrap_or("files_with_matches"))
    }
}

/// Names as one text.
fn joined(names: &[Raw<'_>]) -> String {
    let names: Vec<_> = names.iter().filter_map(|name| decode_json(name.string()?)).collect();
    names.join(",")
}

fn fail_reason(class: ErrorClass, outcome: &Outcome<'_>) -> &'static str {
    let body = outcome.error_body();
    let body = body.strip_prefix("<tool_use_error>").unwrap_or(body);
    let missing = body.starts_with("Path does not exist") || body.starts_with("Directory does not exist");
    match class {
        class if class.is_denial() => "denied",
        ErrorClass::Timeout => "timeout",
        ErrorClass::Fs => "not_found",
        _ if missing => "not_found",
        _ => "other",
    }
}

impl ToolCall for SearchCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let listing = self.tool == "LS";
        let (output, review) = match outcome.payload {
            // A listing comes as text.
            Payload::Object(_) if listing => (None, Review::of(Problem::Shape)),
            payload => payload.object::<Output<'_>>(),
        };
        let mut result = match (outcome.class, outcome.payload, &output) {
            (Some(class), ..) => SearchResult {
                fail_reason: Some(fail_reason(class, outcome)),
                timed_out: (class == ErrorClass::Timeout).then_some(true),
                ..SearchResult::default()
            },
            (None, _, Some(output)) => self.of_output(output),
            (None, Payload::Text(json), None) if listing => SearchResult { content: measure_json(json), ..SearchResult::default() },
            (None, _, None) => answer::read(self.tool, self.asked_mode(), outcome),
        };
        if self.tool == "Grep" && outcome.class.is_none() {
            result.beyond_end = outcome.begins(answer::BEYOND_END);
        }
        self.result = Some(result);
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let none = SearchResult::default();
        let result = self.result.as_ref().unwrap_or(&none);
        let row = searches::Row {
            common: keys.common,
            call: keys.call,
            tool: self.tool,
            mode: result.mode.as_deref().or(self.asked_mode()),
            pattern: self.pattern.as_deref(),
            pattern_bytes: self.pattern_bytes,
            path: self.path.as_deref(),
            search_path: result.search_path.as_deref(),
            glob: self.glob.as_deref(),
            file_type: self.file_type.as_deref(),
            output_mode: self.output_mode.as_deref(),
            case_insensitive: self.case_insensitive,
            line_numbers: self.line_numbers,
            only_matching: self.only_matching,
            multiline: self.multiline,
            before_lines: self.before_lines,
            after_lines: self.after_lines,
            context_lines: self.context_lines,
            head_limit: self.head_limit,
            head_offset: self.head_offset,
            num_files: result.num_files,
            num_lines: result.num_lines,
            num_matches: result.num_matches,
            total_files: result.total_files,
            total_lines: result.total_lines,
            total_matches: result.total_matches,
            applied_limit: result.applied_limit,
            applied_offset: result.applied_offset,
            truncated: result.truncated,
            count_is_complete: result.count_is_complete,
            timed_out: result.timed_out,
            duration_ms: result.duration_ms,
            content_bytes: result.content.map(|content| content.bytes),
            content_hash: result.content.map(|content| content.hash),
            matched_tools: result.matched_tools.as_deref(),
            total_deferred_tools: result.total_deferred_tools,
            beyond_end: result.beyond_end,
            fail_reason: result.fail_reason,
        };
        tables.searches.append(keys.origin, &row);
    }
}

#[cfg(test)]
mod tests;
