//! Records of a file, one per line, and the whole records inside a damaged line.
//!
//! Only LF separates records: U+2028 and a lone CR occur inside of them. Interrupted writers leave NUL runs, white
//! space and a half record with the next one glued on; none of that may cost a record that is whole.

use std::fmt;
use std::ops::Range;

use memchr::{memchr, memrchr, memrchr3};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The byte order mark that some editors put before UTF-8 text.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A line that is not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Number in the file, from 1; blank lines count too.
    pub number: i64,
    /// Where `bytes` begin, in bytes from the start of the file.
    pub offset: i64,
    /// The line without JSON white space and NUL bytes at both ends, and without a byte order mark; never empty.
    pub bytes: &'a [u8],
    /// Whether LF ends the line. Only the last line of a file can lack it, and may then still be in the making.
    pub terminated: bool,
}

/// Splits a file that arrives in blocks, and keeps line numbers and offsets across them.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    lines: i64,
    bytes: i64,
}

impl Splitter {
    /// A splitter at the start of a file.
    pub fn new() -> Splitter {
        Splitter::default()
    }

    /// The lines of the next block. A block is made of whole lines; only the last one of the file may end without
    /// LF. The position advances as lines are taken: take them all before the next block.
    pub fn lines<'a>(&mut self, block: &'a [u8]) -> impl Iterator<Item = Line<'a>> {
        let mut rest = block;
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let (length, terminated) = memchr(b'\n', rest).map_or((rest.len(), false), |at| (at + 1, true));
                let (line, tail) = rest.split_at(length);
                rest = tail;
                let start = self.bytes;
                self.bytes += position(length);
                self.lines += 1;
                let mark = if start == 0 && line.starts_with(BOM) { BOM.len() } else { 0 };
                let blanks = line[mark..].iter().take_while(|byte| is_blank(**byte)).count();
                let bytes = trim_end(&line[mark + blanks..]);
                if !bytes.is_empty() {
                    let offset = start + position(mark + blanks);
                    return Some(Line { number: self.lines, offset, bytes, terminated });
                }
            }
            None
        })
    }
}

/// Where the last whole line of a buffer ends (one past its LF); None when the buffer holds no whole line.
pub fn block_end(buffer: &[u8]) -> Option<usize> {
    memrchr(b'\n', buffer).map(|at| at + 1)
}

/// The whole records at the end of a damaged line, as ranges in their order: every complete object with a string
/// `type` or `hook_event_name` and a string `uuid`, `sessionId` or `session_id` that is followed only by such objects or the end of the
/// line, blanks aside. Repeated keys and escapes of lone surrogates do no harm.
///
/// The search goes from right to left. Where a complete object ends, its start is the only place where its braces
/// balance, so that each byte is looked at a constant number of times, however many braces the line has.
pub fn recover(line: &str) -> Vec<Range<usize>> {
    let mut records = Vec::new();
    let mut end = trim_end(line.as_bytes()).len();
    while let Some(start) = object_start(&line.as_bytes()[..end]) {
        if !is_record(&line[start..end]) {
            break;
        }
        records.push(start..end);
        end = trim_end(&line.as_bytes()[..start]).len();
    }
    records.reverse();
    records
}

/// Where the object begins that ends with the last byte, provided that it is complete.
fn object_start(bytes: &[u8]) -> Option<usize> {
    let mut at = bytes.len().checked_sub(1).filter(|at| bytes[*at] == b'}')? + 1;
    let mut depth = 0_usize;
    loop {
        at = memrchr3(b'{', b'}', b'"', &bytes[..at])?;
        match bytes[at] {
            b'}' => depth += 1,
            b'{' if depth == 1 => return Some(at),
            b'{' => depth -= 1,
            _ => at = opening_quote(&bytes[..at])?,
        }
    }
}

/// Where the string begins whose closing quote follows the given bytes.
fn opening_quote(bytes: &[u8]) -> Option<usize> {
    let mut at = bytes.len();
    loop {
        at = memrchr(b'"', &bytes[..at])?;
        let backslashes = bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        if backslashes % 2 == 0 {
            return Some(at);
        }
    }
}

/// Whether a text is one JSON object with the keys of a record.
fn is_record(text: &str) -> bool {
    let mut parser = serde_json::Deserializer::from_str(text);
    parser.deserialize_map(RecordKeys).unwrap_or(false) && parser.end().is_ok()
}

/// Tells whether a map has the keys of a record; where a key is repeated, its last value counts.
struct RecordKeys;

impl<'de> Visitor<'de> for RecordKeys {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let [mut kind, mut event, mut uuid, mut session, mut session_snake] = [false; 5];
        // Keys and values stay raw, because decoding them would fail at a lone surrogate.
        while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            let slot = match key.get() {
                r#""type""# => &mut kind,
                r#""hook_event_name""# => &mut event,
                r#""uuid""# => &mut uuid,
                r#""sessionId""# => &mut session,
                r#""session_id""# => &mut session_snake,
                _ => continue,
            };
            *slot = value.get().starts_with('"');
        }
        Ok((kind || event) && (uuid || session || session_snake))
    }
}

/// JSON white space, and NUL, which a crash leaves where data was not written yet.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0)
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &bytes[..bytes.len() - blanks]
}

fn position(bytes: usize) -> i64 {
    i64::try_from(bytes).expect("no block has more than i64::MAX bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(blocks: &[&'static [u8]]) -> Vec<(i64, i64, &'static str, bool)> {
        let mut splitter = Splitter::new();
        let mut lines = Vec::new();
        for block in blocks {
            lines.extend(splitter.lines(block).map(|line| {
                let text = std::str::from_utf8(line.bytes).expect("UTF-8");
                (line.number, line.offset, text, line.terminated)
            }));
        }
        lines
    }

    #[test]
    fn blanks_are_trimmed_and_counted() {
        assert_eq!(
            split(&[b"\xef\xbb\xbf {}\r\n\n\0\0\t\n\0{\"a\":\r1} \n", b"[\xe2\x80\xa8]\n \0\n", b"{"]),
            [(1, 4, "{}", true), (4, 14, "{\"a\":\r1}", true), (5, 24, "[\u{2028}]", true), (7, 33, "{", false)]
        );
    }

    #[test]
    fn a_block_of_whole_lines_ends_at_its_last_lf() {
        assert_eq!(block_end(b"a\nb\nc"), Some(4));
        assert_eq!(block_end(b"abc"), None);
    }

    /// The recovered records as text.
    fn recovered(line: &str) -> Vec<&str> {
        recover(line).into_iter().map(|range| &line[range]).collect()
    }

    #[test]
    fn whole_records_at_the_end_are_recovered() {
        let user = r#"{"type":"user","uuid":"u","message":{"content":"\\ { \" } \ud800"}}"#;
        let title = r#"{"type":"a","type":"ai-title","sessionId":"s"}"#;
        let hook = r#"{"hook_event_name":"Stop","session_id":"s"}"#;
        let run = r#"{"\ud800":1,"session_id":"s","type":"result"}"#;
        for (line, expected) in [
            (format!(r#"{{"type":"pr-l{user}"#), vec![user]),
            (format!(r#"{{"type":"x","text":"half \"{user} {title}"#), vec![user, title]),
            (format!("{user}{title}\0\0{run}\0"), vec![user, title, run]),
            (format!(r#"{user}{{"type":"x"}}{title}"#), vec![title]),
            (format!("{user}]{title}"), vec![title]),
            (format!("{user}{title},"), vec![]),
            (format!(r#"{{"cut{hook}"#), vec![hook]),
            (format!(r#"{user}{{"type":"#), vec![]),
            (format!(r#"{user}{{"type":1,"uuid":"u"}}"#), vec![]),
            (format!(r#"{user}{{"type":"t","uuid":null}}"#), vec![]),
            (format!(r#"{user}{{"type":"t","uuid":"u",}}"#), vec![]),
            (format!(r#"{{"type":"x","message":{title}"#), vec![title]),
            (String::new(), vec![]),
            ("}".to_owned(), vec![]),
            (r#""}"#.to_owned(), vec![]),
        ] {
            assert_eq!(recovered(&line), expected, "{line}");
        }
    }

    #[test]
    fn braces_without_end_take_linear_time() {
        // Any search that starts anew at each brace would need days for one of these.
        let user = r#"{"type":"user","uuid":"u"}"#;
        assert_eq!(recovered(&(r#"{"a":"#.repeat(400_000) + user)), [user]);
        assert_eq!(recovered(&(r#"{"type":"t","uuid":"#.repeat(100_000) + "1" + &"}".repeat(100_000))).len(), 0);
    }

    proptest! {
        #[test]
        fn records_behind_garbage_are_found(
            garbage in "[^{}\"]*",
            texts in proptest::collection::vec(".*", 0..5),
            gap in "[ \t\0]*",
        ) {
            let record = |text| serde_json::json!({"text": [text], "type": "user", "uuid": text}).to_string() + &gap;
            let records: Vec<String> = texts.iter().map(record).collect();
            let line = garbage + &records.concat();
            let expected: Vec<&str> = records.iter().map(|record| record.trim_end_matches([' ', '\t', '\0'])).collect();
            prop_assert_eq!(recovered(&line), expected);
        }

        #[test]
        fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..60), line in "[{}\"\\\\:,é \\[\\]]*") {
            recover(&line);
            recover(&String::from_utf8_lossy(&bytes));
            let kept: usize = Splitter::new().lines(&bytes).map(|line| line.bytes.len()).sum();
            prop_assert!(kept <= bytes.len());
        }
    }
}
