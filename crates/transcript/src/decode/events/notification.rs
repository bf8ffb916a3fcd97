//! The news that the program gives the model of background commands and agents.

use super::{Fields, Said, Teller};

/// How the text of such news begins.
pub(super) const MARK: &str = "<task-notification>";

/// Tells what a notification says. What a task brings along can hold anything, so the fields are looked for outside of it.
pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, carrier: &str, text: &str) {
    let brought = ["result", "event"].into_iter().find_map(|name| body(text, name));
    let (head, tail) = brought.map_or((text, text), |(start, body)| (&text[..start], &text[start + body.len()..]));
    let policy = teller.policy();
    let summary = tag(head, "summary");
    let said = summary.map(|summary| Said::decoded(summary, policy)).unwrap_or_default();
    let output_file = tag(head, "output-file").map(|path| policy.name(path));
    let fields = Fields {
        subtype: Some(carrier),
        task_id: tag(head, "task-id"),
        task_type: tag(head, "task-type"),
        tool_use_id: tag(head, "tool-use-id"),
        output_file: output_file.as_deref(),
        status: tag(head, "status"),
        exit_code: summary.and_then(exit_code),
        result_bytes: brought.map(|(_, body)| body.len() as i64),
        total_tokens: number(tail, "total_tokens").or_else(|| number(tail, "subagent_tokens")),
        tool_uses: number(tail, "tool_uses"),
        duration_ms: number(tail, "duration_ms"),
        ..said.fields()
    };
    teller.tell("task_notification", fields);
}

/// What stands between the first pair of tags of a name.
pub(super) fn tag<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.split_once(&format!("<{name}>"))?.1;
    Some(rest.split_once(&format!("</{name}>"))?.0.trim()).filter(|text| !text.is_empty())
}

/// What stands between the first opening and the last closing tag of a name, and where it begins.
fn body<'a>(text: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let open = format!("<{name}>");
    let start = text.find(&open)? + open.len();
    let length = text[start..].rfind(&format!("</{name}>"))?;
    Some((start, &text[start..start + length]))
}

/// The number after a word: `word: 12` or `<word>12</word>`.
fn number(text: &str, word: &str) -> Option<i64> {
    let rest = text.split_once(word)?.1.trim_start_matches([':', '>', ' ']);
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

/// The exit code that ends a summary. The description of the command stands before it, and may speak of another.
pub(super) fn exit_code(summary: &str) -> Option<i64> {
    let (_, rest) = summary.rsplit_once("exit code ")?;
    let rest = rest.trim_end_matches(['.', ')']);
    rest.parse().ok()
}
