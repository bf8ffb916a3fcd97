//! The escapes of JSON strings.

use std::borrow::Cow;

use memchr::memchr;

/// A run of plain text and the escape behind it; only the last piece has none.
pub(super) struct Piece<'a> {
    pub(super) run: &'a str,
    pub(super) escape: Option<char>,
}

/// The pieces of an escaped text.
pub(super) struct Pieces<'a>(pub(super) &'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(at) = memchr(b'\\', self.0.as_bytes()) {
            let (run, tail) = self.0.split_at(at);
            let (c, length) = unescape(tail.as_bytes());
            self.0 = &tail[length..];
            Some(Piece { run, escape: Some(c) })
        } else if self.0.is_empty() {
            None
        } else {
            Some(Piece { run: std::mem::take(&mut self.0), escape: None })
        }
    }
}

/// The character of the escape that `bytes` begin with, and the length of the escape in bytes.
#[inline]
pub(super) fn unescape(bytes: &[u8]) -> (char, usize) {
    match bytes.get(1) {
        Some(b'n') => ('\n', 2),
        Some(&c @ (b'"' | b'\\' | b'/')) => (char::from(c), 2),
        Some(b't') => ('\t', 2),
        Some(b'r') => ('\r', 2),
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'u') => match (surrogate_pair(bytes), hex_escape(bytes)) {
            (Some(c), _) => (c, 12),
            (None, Some(unit)) => (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            (None, None) => (char::REPLACEMENT_CHARACTER, 2),
        },
        _ => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// The UTF-16 unit of a `\uXXXX` that `bytes` begin with.
fn hex_escape(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.get(..6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
}

/// The character of a high and a low surrogate escape that `bytes` begin with.
fn surrogate_pair(bytes: &[u8]) -> Option<char> {
    let high = hex_escape(bytes).filter(|unit| matches!(unit, 0xd800..0xdc00))?;
    let low = hex_escape(&bytes[6..]).filter(|unit| matches!(unit, 0xdc00..0xe000))?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

/// The place of the first escape of half a surrogate pair in a JSON text, from a place on.
fn next_half(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(found) = memchr(b'\\', &bytes[at..]) {
        at += found;
        let unit = hex_escape(&bytes[at..]);
        if unit.is_none_or(|unit| !matches!(unit, 0xd800..0xe000)) {
            at = bytes.len().min(at + 2);
        } else if surrogate_pair(&bytes[at..]).is_some() {
            at += 12;
        } else {
            return Some(at);
        }
    }
    None
}

/// The first escape of half a surrogate pair in a JSON text.
pub(crate) fn half_pair(json: &str) -> Option<&str> {
    next_half(json.as_bytes(), 0).map(|at| &json[at..at + 6])
}

/// Replaces each escape of half a surrogate pair in a JSON text by `\ufffd`, so that strict parsers take it. The
/// length does not change: positions in the result are positions in the input.
pub fn repair_surrogates(json: &str) -> Cow<'_, str> {
    let mut repaired = String::new();
    let mut kept = 0;
    while let Some(at) = next_half(json.as_bytes(), kept) {
        repaired.push_str(&json[kept..at]);
        repaired.push_str("\\ufffd");
        kept = at + 6;
    }
    if kept == 0 {
        return Cow::Borrowed(json);
    }
    repaired.push_str(&json[kept..]);
    Cow::Owned(repaired)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repair_touches_only_halves() {
        let repair = |json| repair_surrogates(json);
        assert!(matches!(repair(r#"{"a":"\ud83d\ude00\\ud800\n"}"#), Cow::Borrowed(_)));
        assert_eq!(repair(r#"["\ud83d","\uDE00x",1]"#), r#"["\ufffd","\ufffdx",1]"#);
        assert_eq!(repair(r#""\\\ud800\ud83d\ude00""#), r#""\\\ufffd\ud83d\ude00""#);
        assert_eq!(repair("\\é\\"), "\\é\\");
    }
}
