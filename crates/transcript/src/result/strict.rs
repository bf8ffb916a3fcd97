//! Typing with validation.

use memchr::memchr2;
use serde::de::IgnoredAny;

use super::{ToolResult, ToolResultError, is_typed};
use crate::text;

/// Types a payload, or says why it cannot be typed faithfully.
pub(super) fn parse<'a>(name: &'a str, payload: Option<&'a str>) -> Result<ToolResult<'a>, ToolResultError> {
    let not_json = |error: serde_json::Error| ToolResultError::NotJson { tool: name.to_owned(), reason: error.to_string() };
    if let Some(json) = payload.filter(|_| is_typed(name)) {
        serde_json::from_str::<IgnoredAny>(json).map_err(not_json)?;
        if let Some(value) = inexpressible(json) {
            return Err(ToolResultError::Inexpressible { tool: name.to_owned(), value: value.to_owned() });
        }
    }
    let result = ToolResult::read(name, payload).map_err(not_json)?;
    match result.mismatch() {
        Some(wrong) => Err(ToolResultError::WrongType { tool: name.to_owned(), field: wrong.key, expected: wrong.expected }),
        None => Ok(result),
    }
}

/// The first half of a surrogate pair, else the first number beyond the range of doubles, in a JSON text.
fn inexpressible(json: &str) -> Option<&str> {
    text::half_pair(json).or_else(|| numbers(json).find(|number| number.parse().is_ok_and(f64::is_infinite)))
}

/// The numbers of a JSON text, as they are written.
fn numbers(json: &str) -> impl Iterator<Item = &str> {
    let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = json.as_bytes();
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => at = string_end(bytes, at + 1),
                b'0'..=b'9' | b'-' => {
                    let start = at;
                    at += bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                    return Some(&json[start..at]);
                }
                _ => at += 1,
            }
        }
        None
    })
}

/// The place behind the string whose first character is here.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        match bytes[at] {
            b'"' => return at + 1,
            _ => at += 2,
        }
    }
    bytes.len()
}
