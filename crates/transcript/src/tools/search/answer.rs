//! The answers of searches as the model was given them, for results without a payload (those of agents).

use super::SearchResult;
use crate::text::{Measure, measure};
use crate::tools::outcome::Outcome;

/// How the tools say that they cut the results.
const CUT: &str = "(Results are truncated.";
/// How Grep answers where more results were to be left out than there are.
pub(super) const BEYOND_END: &str = "No entries at this offset";
/// How Grep begins its last line where it left results out.
const PAGES: &str = "[Showing results with pagination = ";

/// What a result says by its text alone. Whatever is not said in so many words stays unknown.
pub(super) fn read(tool: &str, mode: Option<&str>, outcome: &Outcome<'_>) -> SearchResult {
    let text = outcome.content();
    let text = text.trim_end_matches('\n');
    // The whole answer is in a file then.
    if text.starts_with("<persisted-output>") {
        return SearchResult::default();
    }
    match (tool, mode) {
        ("LS", _) => SearchResult { content: given(text), ..SearchResult::default() },
        ("Glob", _) => files(text),
        ("Grep", Some("files_with_matches")) => files_with_matches(text),
        ("Grep", Some("content")) => lines(text),
        ("Grep", Some("count")) => counts(text),
        _ => SearchResult::default(),
    }
}

fn given(text: &str) -> Option<Measure> {
    (!text.is_empty()).then(|| measure(text))
}

/// One path on each line.
fn files(text: &str) -> SearchResult {
    if text == "No files found" {
        return SearchResult { num_files: Some(0), truncated: Some(false), ..SearchResult::default() };
    }
    let (paths, cut) = match text.rsplit_once('\n') {
        Some((paths, last)) if last.starts_with(CUT) => (paths, true),
        _ => (text, false),
    };
    let plain = !paths.is_empty() && paths.lines().all(|path| !path.is_empty() && !path.starts_with('('));
    SearchResult { num_files: plain.then(|| paths.lines().count() as i64), truncated: plain.then_some(cut), ..SearchResult::default() }
}

/// The number of files, then their paths.
fn files_with_matches(text: &str) -> SearchResult {
    let first = text.lines().next().unwrap_or_default();
    let number = first.strip_prefix("Found ").and_then(|rest| rest.split_once(" file")).and_then(|(number, _)| number.parse().ok());
    let (applied_limit, applied_offset) = pages(first);
    SearchResult { num_files: if first == "No files found" { Some(0) } else { number }, applied_limit, applied_offset, ..SearchResult::default() }
}

/// Lines, then what was left out.
fn lines(text: &str) -> SearchResult {
    let (body, last) = split_pages(text);
    let (applied_limit, applied_offset) = pages(last);
    let body = if body == "No matches found" || body.starts_with(BEYOND_END) { "" } else { body };
    let num_lines = if body.is_empty() { 0 } else { memchr::memchr_iter(b'\n', body.as_bytes()).count() as i64 + 1 };
    SearchResult { num_lines: Some(num_lines), applied_limit, applied_offset, content: Some(measure(body)), ..SearchResult::default() }
}

/// A number for each file, then the sums.
fn counts(text: &str) -> SearchResult {
    let (body, last) = split_pages(text);
    let (applied_limit, applied_offset) = pages(last);
    let none = body == "No matches found";
    let (list, sums) = body.rsplit_once("\n\n").unwrap_or((body, ""));
    let sums = sums.strip_prefix("Found ").and_then(|rest| {
        let (matches, rest) = rest.split_once(" total occurrence")?;
        let (_, rest) = rest.split_once(" across ")?;
        let (files, _) = rest.split_once(" file")?;
        Some((matches.parse().ok()?, files.parse().ok()?))
    });
    let sums: Option<(i64, i64)> = if none { Some((0, 0)) } else { sums };
    SearchResult {
        num_files: sums.map(|(_, files)| files),
        num_matches: sums.map(|(matches, _)| matches),
        applied_limit,
        applied_offset,
        content: Some(measure(if none { "" } else { list })),
        ..SearchResult::default()
    }
}

/// Takes off the last line where it is about what was left out.
fn split_pages(text: &str) -> (&str, &str) {
    match text.rsplit_once('\n') {
        Some((body, last)) if last.starts_with(PAGES) => (body.trim_end_matches('\n'), last),
        _ => (text, ""),
    }
}

/// Limit and offset, as a line about what was left out has them.
fn pages(line: &str) -> (Option<i64>, Option<i64>) {
    let number = |word: &str| {
        let (_, rest) = line.split_once(word)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse().ok()
    };
    (number("limit: "), number("offset: "))
}
