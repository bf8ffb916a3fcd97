//! Text measured in its escaped JSON form, and lenient decoding of JSON strings.
//!
//! Most bytes of a transcript are bodies (outputs, file contents, prompts) of which only the size and a hash are
//! kept. Unescaping them into fresh strings would dominate the run time, so a body is decoded piece by piece into
//! a small buffer on the stack, and counted and hashed from there. Runs between escapes are found, copied and
//! counted with vector instructions.
//!
//! Decoding never fails: half of a surrogate pair, which JavaScript writes when it cuts text between two UTF-16
//! units, reads as U+FFFD, and so does an escape that JSON does not know.

use std::borrow::Cow;

use memchr::{memchr, memmem};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

mod escapes;

pub(crate) use escapes::half_pair;
pub use escapes::repair_surrogates;
use escapes::{Piece, Pieces, unescape};

/// Decoded strings whose escaped form is at most this long are measured in a buffer of this size, because clearing
/// the large one would cost more than the work itself.
const SMALL: usize = 512;
/// Buffer for everything longer: large enough that hashing runs at full speed, small enough for the first-level cache.
const LARGE: usize = 8192;

/// How many words of a run are looked at one by one before vector instructions take over.
const NEAR: usize = 8;

/// Size and identity of a text, always of its decoded form. The default is the measure of nothing at all, hash
/// included, and not that of the empty text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Length in bytes of UTF-8; a lone surrogate counts as U+FFFD, 3 bytes.
    pub bytes: i64,
    /// Number of Unicode scalar values.
    pub chars: i64,
    /// Number of lines: newlines, plus 1 unless the text is empty or ends in a newline.
    pub lines: i64,
    /// XXH3-64 of the UTF-8 bytes with seed 0, as the bit pattern of the unsigned number.
    pub hash: i64,
}

/// Measures a text that is decoded already.
pub fn measure(text: &str) -> Measure {
    let mut tally = Tally::default();
    tally.add(text.as_bytes());
    tally.measure(xxh3_64(text.as_bytes()))
}

/// Measures the decoded form of a JSON string without allocating. `raw` is the text of one valid JSON value, quotes
/// included; None when it is not a string.
pub fn measure_json(raw: &str) -> Option<Measure> {
    let inner = literal(raw)?;
    Some(if memchr(b'\\', inner.as_bytes()).is_none() {
        measure(inner)
    } else if inner.len() <= SMALL {
        measure_escaped::<SMALL>(inner)
    } else {
        measure_escaped::<LARGE>(inner)
    })
}

/// Decodes a JSON string, borrowing when it has no escapes. `raw` is the text of one valid JSON value, quotes
/// included; None when it is not a string.
pub fn decode_json(raw: &str) -> Option<Cow<'_, str>> {
    prefix_json(raw, usize::MAX)
}

/// The first `max_bytes` bytes of a decoded JSON string, or fewer where a character would be cut; nothing beyond
/// them is decoded. None when `raw` is not a string.
pub fn prefix_json(raw: &str, max_bytes: usize) -> Option<Cow<'_, str>> {
    // No escape is longer than 6 bytes per decoded byte, so what is cut off here, with the escape it may split, lies
    // beyond the prefix.
    let inner = cut(literal(raw)?, max_bytes.saturating_mul(6).saturating_add(12));
    let first = memchr(b'\\', inner.as_bytes()).unwrap_or(inner.len());
    if first == inner.len() || first >= max_bytes {
        return Some(Cow::Borrowed(cut(inner, max_bytes)));
    }
    let mut text = String::with_capacity(inner.len().min(max_bytes));
    for Piece { run, escape } in Pieces(inner) {
        let room = max_bytes - text.len();
        text.push_str(cut(run, room));
        if run.len() > room {
            break;
        }
        match escape {
            Some(c) if c.len_utf8() <= room - run.len() => text.push(c),
            _ => break,
        }
    }
    Some(Cow::Owned(text))
}

/// The first `max_bytes` bytes of a text, or up to three fewer where a character would be cut.
pub fn cut(text: &str, max_bytes: usize) -> &str {
    let mut end = max_bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// How often the decoded needle occurs in the decoded haystack, without overlaps, from the left. 0 for an empty
/// needle, and when one of the two is not a JSON string.
pub fn occurrences_json(haystack_raw: &str, needle_raw: &str) -> i64 {
    match (decode_json(haystack_raw), decode_json(needle_raw)) {
        (Some(haystack), Some(needle)) if !needle.is_empty() => memmem::find_iter(haystack.as_bytes(), needle.as_bytes()).map(|_| 1).sum(),
        _ => 0,
    }
}

/// A line as text: borrowed when it is UTF-8, else with every invalid sequence as U+FFFD, so that no line is lost.
pub fn lossless(line: &[u8]) -> Cow<'_, str> {
    // Checking a whole line at once is several times faster than looking for the parts that are UTF-8.
    str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}

/// The text with each control character, which JSON forbids inside a string and ignores outside of one, as a space.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_control = |char: char| char < ' ';
    if text.contains(is_control) { Cow::Owned(text.replace(is_control, " ")) } else { Cow::Borrowed(text) }
}

/// What stands between the quotes of a JSON string.
fn literal(raw: &str) -> Option<&str> {
    raw.strip_prefix('"')?.strip_suffix('"')
}

/// Measures an escaped text through a buffer of `N` bytes.
fn measure_escaped<const N: usize>(inner: &str) -> Measure {
    let mut sink = Sink { buffer: [0; N], used: 0, tally: Tally::default(), hasher: None };
    let mut rest = inner.as_bytes();
    loop {
        rest = sink.push_run(rest);
        if rest.is_empty() {
            break;
        }
        let (c, length) = unescape(rest);
        rest = &rest[length..];
        if c.is_ascii() && sink.used < N {
            // Nearly all escapes: a copy of one byte costs far more than a store.
            sink.buffer[sink.used] = c as u8;
            sink.used += 1;
        } else {
            sink.push(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    sink.tally.add(&sink.buffer[..sink.used]);
    let hash = match sink.hasher {
        None => xxh3_64(&sink.buffer[..sink.used]),
        Some(mut hasher) => {
            hasher.update(&sink.buffer[..sink.used]);
            hasher.digest()
        }
    };
    sink.tally.measure(hash)
}

/// Gathers short pieces, so that counting and hashing see long ones.
struct Sink<const N: usize> {
    buffer: [u8; N],
    used: usize,
    tally: Tally,
    /// Present from the first time that the buffer was full.
    hasher: Option<Xxh3>,
}

impl<const N: usize> Sink<N> {
    #[inline]
    fn push(&mut self, mut piece: &[u8]) {
        while piece.len() > N - self.used {
            let (head, tail) = piece.split_at(N - self.used);
            self.buffer[self.used..].copy_from_slice(head);
            self.tally.add(&self.buffer);
            self.hasher.get_or_insert_with(Xxh3::new).update(&self.buffer);
            self.used = 0;
            piece = tail;
        }
        self.buffer[self.used..self.used + piece.len()].copy_from_slice(piece);
        self.used += piece.len();
    }

    /// Takes what precedes the first escape, and returns the rest. The next escape is mostly near, so that searching
    /// and copying word by word at once beats the setup of two vector operations; those take over where it is not.
    #[inline]
    fn push_run<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        for _ in 0..NEAR {
            let room = self.buffer[self.used..].first_chunk_mut::<8>();
            let (Some((word, tail)), Some(room)) = (bytes.split_first_chunk::<8>(), room) else {
                break;
            };
            *room = *word;
            let plain = plain_bytes(*word);
            self.used += plain;
            if plain < 8 {
                return &bytes[plain..];
            }
            bytes = tail;
        }
        let (run, rest) = bytes.split_at(memchr(b'\\', bytes).unwrap_or(bytes.len()));
        self.push(run);
        rest
    }
}

/// How many bytes of a word precede its first backslash: 8 when there is none.
#[inline]
fn plain_bytes(word: [u8; 8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(word) ^ (ONES * b'\\' as u64);
    // Subtracting 1 from each byte sets the high bit of those that are zero. A borrow can only set further bits above
    // the first of them.
    let backslashes = word.wrapping_sub(ONES) & !word & (ONES << 7);
    backslashes.trailing_zeros() as usize / 8
}

/// Counts over the bytes seen so far.
#[derive(Default)]
struct Tally {
    bytes: usize,
    chars: usize,
    newlines: usize,
    last: u8,
}

impl Tally {
    fn add(&mut self, bytes: &[u8]) {
        // A block is short enough that its counts fit in a byte, which lets one vector register count many bytes.
        let (blocks, rest) = bytes.as_chunks::<128>();
        for block in blocks {
            self.count(block);
        }
        self.count(rest);
        self.bytes += bytes.len();
        self.last = bytes.last().copied().unwrap_or(self.last);
    }

    #[inline(always)]
    fn count(&mut self, block: &[u8]) {
        let (mut chars, mut newlines) = (0u8, 0u8);
        for &byte in block {
            // Continuation bytes of UTF-8 are 0x80..0xc0, as signed numbers those below -64.
            chars = chars.wrapping_add(u8::from(byte.cast_signed() >= -64));
            newlines = newlines.wrapping_add(u8::from(byte == b'\n'));
        }
        self.chars += usize::from(chars);
        self.newlines += usize::from(newlines);
    }

    fn measure(&self, hash: u64) -> Measure {
        let count = |n: usize| i64::try_from(n).expect("no text in memory has more than i64::MAX bytes");
        let open_line = self.bytes > 0 && self.last != b'\n';
        Measure { bytes: count(self.bytes), chars: count(self.chars), lines: count(self.newlines + usize::from(open_line)), hash: hash.cast_signed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape(raw: &str) -> (i64, i64, i64) {
        let measure = measure_json(raw).expect("a JSON string");
        (measure.bytes, measure.chars, measure.lines)
    }

    #[test]
    fn counts_are_those_of_the_decoded_text() {
        assert_eq!(shape(r#""""#), (0, 0, 0));
        assert_eq!(shape(r#""abc""#), (3, 3, 1));
        assert_eq!(shape(r#""a\n""#), (2, 2, 1));
        assert_eq!(shape(r#""a\n\nb""#), (4, 4, 3));
        assert_eq!(shape(r#""\u000aé€""#), (6, 3, 2));
        assert_eq!(shape(r#""\ud83d\ude00""#), (4, 1, 1));
        assert_eq!(shape(r#""\ud83d \ude00""#), (7, 3, 1), "two halves that do not meet");
        assert_eq!(shape(r#""\ud83d\ud83d\ude00""#), (7, 2, 1), "half, then a pair");
        assert_eq!(shape(r#""\\ud800""#), (6, 6, 1), "an escaped backslash, then letters");
        assert_eq!(measure_json("12"), None);
        assert_eq!(measure_json("null"), None);
        assert_eq!(measure_json("\""), None);
    }

    #[test]
    fn hash_is_xxh3_of_the_bytes() {
        // The published test vector for empty input and seed 0.
        assert_eq!(measure("").hash.cast_unsigned(), 0x2d06_8005_38d3_94c2);
        assert_eq!(measure_json(r#""\u0041\u0042""#), Some(measure("AB")));
    }

    #[test]
    fn decode_is_lenient() {
        let decode = |raw| decode_json(raw).expect("a JSON string");
        assert!(matches!(decode(r#""plain é""#), Cow::Borrowed("plain é")));
        assert_eq!(decode(r#""\"\\\/\b\f\n\r\t\u00e9""#), "\"\\/\u{8}\u{c}\n\r\té");
        assert_eq!(decode(r#""x\uDC00y""#), "x\u{fffd}y");
        assert_eq!(decode(r#""\u12\q\""#), "\u{fffd}12\u{fffd}q\u{fffd}", "not JSON, but no panic");
        assert_eq!(decode_json("{}"), None);
        assert_eq!(lossless(b"a\xffb"), "a\u{fffd}b");
    }

    #[test]
    fn prefixes_end_between_characters() {
        let prefix = |raw, max| prefix_json(raw, max).expect("a JSON string");
        assert!(matches!(prefix(r#""abcd\n""#, 3), Cow::Borrowed("abc")));
        assert_eq!(prefix(r#""a\nb\ud83d\ude00c""#, 6), "a\nb");
        assert_eq!(prefix(r#""a\nb\ud83d\ude00c""#, 7), "a\nb😀");
        assert_eq!(prefix(r#""\u0041\u0042\u0043""#, 2), "AB");
        assert_eq!(prefix(r#""\n""#, 0), "");
        assert_eq!(cut("aé", 2), "a");
    }

    #[test]
    fn occurrences_do_not_overlap() {
        assert_eq!(occurrences_json(r#""aaaaa""#, r#""aa""#), 2);
        assert_eq!(occurrences_json(r#""a\nb\u000ab""#, r#""\nb""#), 2);
        assert_eq!(occurrences_json(r#""abc""#, r#""""#), 0);
        assert_eq!(occurrences_json("null", r#""a""#), 0);
    }

    /// Text that is rich in what needs an escape, of lengths around the sizes of the buffers.
    fn texts() -> impl Strategy<Value = String> {
        let piece = prop_oneof![Just("\n".to_owned()), Just("\\u😀\"".to_owned()), ".{0,40}", "[a-zé]{300}"];
        proptest::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn escaped_and_decoded_agree(text in texts(), max in 0usize..400) {
            let raw = serde_json::to_string(&text).expect("strings serialise");
            prop_assert_eq!(measure_json(&raw), Some(measure(&text)));
            prop_assert_eq!(measure(&text).chars, i64::try_from(text.chars().count()).expect("small"));
            prop_assert_eq!(measure(&text).lines, i64::try_from(text.lines().count()).expect("small"));
            let decoded = decode_json(&raw);
            prop_assert_eq!(decoded.as_deref(), Some(text.as_str()));
            let prefix = prefix_json(&raw, max);
            prop_assert_eq!(prefix.as_deref(), Some(cut(&text, max)));
        }

        #[test]
        fn nothing_panics(text in ".*|(\\\\|u|d8|00|\"|é){0,30}", max in 0usize..20) {
            let raw = format!("\"{text}\"");
            let decoded = decode_json(&raw).expect("quoted").into_owned();
            prop_assert_eq!(measure_json(&raw), Some(measure(&decoded)));
            let prefix = prefix_json(&raw, max);
            prop_assert_eq!(prefix.as_deref(), Some(cut(&decoded, max)));
            prop_assert_eq!(repair_surrogates(&raw).len(), raw.len());
        }
    }
}
