//! Facts that only stand in the sentences of a tool result: exit codes, time limits, task ids, where an output went.
//!
//! Each is read where the tool writes it, at the start of the text, because the output of a command may hold the
//! same words anywhere else.

use crate::text::cut;

/// How much of a text is looked at, in bytes.
const LOOK: usize = 4096;

/// The start of a text without the wrappings that results and payloads put around one message, and whether it was
/// in the tag of errors that a tool finds before it runs.
pub(super) fn body(text: &str) -> (bool, &str) {
    let text = cut(text, LOOK);
    let inner = text.strip_prefix("<tool_use_error>");
    let body = inner.map_or(text, |inner| inner.strip_suffix("</tool_use_error>").unwrap_or(inner));
    (inner.is_some(), body.strip_prefix("Error: ").unwrap_or(body))
}

/// The number of a first line `Exit code N`, and the text behind that line.
pub(super) fn exit_line(body: &str) -> Option<(i64, &str)> {
    let rest = body.strip_prefix("Exit code ")?;
    let (number, output) = rest.split_once('\n').unwrap_or((rest, ""));
    let digits = number.strip_prefix('-').unwrap_or(number);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| number.parse().ok()).flatten().map(|code| (code, output))
}

/// The exit code of a failed command; None when the text does not begin with one.
pub fn exit_code(content: &str) -> Option<i64> {
    exit_line(body(content).1).map(|(code, _)| code)
}

/// After how many milliseconds a command was killed for taking too long; None when the text does not begin with
/// that message, an exit code aside.
pub fn timed_out(content: &str) -> Option<i64> {
    let body = body(content).1;
    let message = exit_line(body).map_or(body, |(_, output)| output);
    let words = message.strip_prefix("Command timed out after ")?.split_ascii_whitespace();
    let durations = words.map_while(|word| {
        let word = word.trim_end_matches(['.', ',']);
        let (number, ms) = if let Some(number) = word.strip_suffix("ms") {
            (number, 1.0)
        } else {
            let unit = word.chars().next_back()?;
            let ms = match unit {
                's' => 1_000.0,
                'm' => 60_000.0,
                'h' => 3_600_000.0,
                _ => return None,
            };
            (word.strip_suffix(unit)?, ms)
        };
        scaled(number, ms)
    });
    durations.reduce(i64::saturating_add)
}

/// A plain decimal number times a unit, rounded.
fn scaled(number: &str, unit: f64) -> Option<i64> {
    let plain = number.starts_with(|c: char| c.is_ascii_digit()) && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // Conversion saturates, so that absurd numbers stay numbers.
    plain.then(|| number.parse().ok()).flatten().map(|number: f64| (number * unit).round() as i64)
}

/// Why an edit was not made, from the text of its error result. A denial is for the caller to tell, by class.
pub fn edit_fail_reason(content: &str) -> &'static str {
    const REASONS: [(&str, &str, &str); 5] = [
        ("not_read", "File has not been read yet", ""),
        ("not_found", "String to replace not found", ""),
        ("not_unique", "Found ", " matches of the string to replace"),
        ("changed_on_disk", "File has been modified since read", ""),
        ("no_change", "No changes to make", ""),
    ];
    let body = body(content).1;
    let known = REASONS.iter().find(|(_, start, then)| body.strip_prefix(start).is_some_and(|rest| rest.contains(then)));
    known.map_or("other", |(reason, ..)| reason)
}

/// The task id of a command that runs on in the background, from the start of its result.
pub fn bash_background_id(content: &str) -> Option<&str> {
    let line = cut(content, LOOK).lines().next()?;
    let moved = || Some(line.strip_prefix("Command ")?.split_once("moved to the background (ID: ")?.1);
    let rest = line.strip_prefix("Command running in background with ID: ").or_else(moved)?;
    let id = rest.split(|c: char| c == '.' || c == ')' || c.is_whitespace()).next()?;
    (!id.is_empty()).then_some(id)
}

/// Where an output went that was too large for the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Persisted<'a> {
    /// Path of the file with the whole output.
    pub path: &'a str,
    /// Its size in bytes, as far as the text's rounded number tells; None when that is unreadable.
    pub bytes: Option<i64>,
}

/// Reads the notice that stands in place of an output that was too large; None when the text does not begin with it.
pub fn persisted_output(content: &str) -> Option<Persisted<'_>> {
    let notice = content.strip_prefix("<persisted-output>")?.trim_start();
    let (size, rest) = notice.strip_prefix("Output too large (")?.split_once("). Full output saved to: ")?;
    let path = rest.lines().next()?.trim_end();
    let number = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &size[number.len()..] {
        "B" | "bytes" => Some(1.0),
        "KB" => Some(1024.0),
        "MB" => Some(1024.0 * 1024.0),
        "GB" => Some(1024.0 * 1024.0 * 1024.0),
        _ => None,
    };
    let bytes = unit.and_then(|unit| scaled(number.trim_end(), unit));
    (!path.is_empty()).then_some(Persisted { path, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts() {
        assert_eq!(exit_code("Exit code 127\nnot found"), Some(127));
        assert_eq!(exit_code("<tool_use_error>Exit code -1"), Some(-1));
        assert_eq!(exit_code("Exit code +1"), None);
        assert_eq!(exit_code("Exit code 1 of 3"), None);
        assert_eq!(exit_code("Exit code 99999999999999999999"), None);
        assert_eq!(exit_code("ok\nExit code 1"), None);
        for (content, expected) in [
            ("Exit code 143\nCommand timed out after 2m 0s\nout", Some(120_000)),
            ("Command timed out after 2m 0.0s", Some(120_000)),
            ("Command timed out after 30s", Some(30_000)),
            ("Command timed out after 1h 2m 3.5s. Output:", Some(3_723_500)),
            ("Command timed out after 500ms", Some(500)),
            ("Command timed out after a while", None),
            ("it said: Command timed out after 30s", None),
        ] {
            assert_eq!(timed_out(content), expected, "{content}");
        }
    }

    #[test]
    fn reasons_of_edits() {
        for (content, expected) in [
            ("<tool_use_error>File has not been read yet. Read it first before writing to it.", "not_read"),
            ("<tool_use_error>String to replace not found in file.\nString: x", "not_found"),
            ("Error: Found 2 matches of the string to replace, but replace_all is false.", "not_unique"),
            ("<tool_use_error>File has been modified since read, either by the user", "changed_on_disk"),
            ("<tool_use_error>No changes to make: old_string and new_string are the same.", "no_change"),
            ("Permission prompt was aborted.", "other"),
        ] {
            assert_eq!(edit_fail_reason(content), expected, "{content}");
        }
    }

    #[test]
    fn ids_of_background_tasks() {
        for (content, expected) in [
            ("Command running in background with ID: bash_1", Some("bash_1")),
            ("Command running in background with ID: b2f8b9. Output is being written to: /t/b", Some("b2f8b9")),
            ("Command did not complete within its 120s timeout and was moved to the background (ID: b1). Output", Some("b1")),
            ("Command running in background with ID: ", None),
            ("log: Command running in background with ID: x", None),
        ] {
            assert_eq!(bash_background_id(content), expected, "{content}");
        }
    }

    #[test]
    fn notices_of_persisted_outputs() {
        let notice = |size| format!("<persisted-output>\nOutput too large ({size}). Full output saved to: /a b/c.txt\n\nPreview:\n");
        // 35.8 * 1,024 = 36,659.2 and 1.5 * 1,048,576 = 1,572,864.
        for (size, bytes) in [("35.8KB", Some(36_659)), ("1.5MB", Some(1_572_864)), ("99 bytes", Some(99)), ("much", None)] {
            assert_eq!(persisted_output(&notice(size)), Some(Persisted { path: "/a b/c.txt", bytes }), "{size}");
        }
        assert_eq!(persisted_output("Output too large (1KB). Full output saved to: /a"), None);
        assert_eq!(persisted_output("<persisted-output>"), None);
    }
}
