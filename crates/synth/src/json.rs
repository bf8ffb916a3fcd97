//! Writes JSON text straight into a string, in the spelling of `JSON.stringify`.

use std::fmt::{Display, Write as _};

/// This private-use character stands for half a surrogate pair, which a Rust string cannot hold: it is written as `\ud83d`.
pub(crate) const LONE_SURROGATE: char = '\u{f8ff}';

/// Bytes that cannot be copied as they are; 0xef only because it begins [`LONE_SURROGATE`].
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        special[byte] = true;
        byte += 1;
    }
    special[b'"' as usize] = true;
    special[b'\\' as usize] = true;
    special[0xef] = true;
    special
};

/// Appends `text` as a JSON string.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if !SPECIAL[usize::from(byte)] {
            at += 1;
            continue;
        }
        if byte == 0xef && !text[at..].starts_with(LONE_SURROGATE) {
            at += 3;
            continue;
        }
        out.push_str(&text[copied..at]);
        at += 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            0xef => {
                out.push_str("\\ud83d");
                at += 2;
            }
            control => write!(out, "\\u{control:04x}").expect("writing to a string never fails"),
        }
        copied = at;
    }
    out.push_str(&text[copied..]);
    out.push('"');
}

/// `text` as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 2);
    quote(&mut out, text);
    out
}

/// A JSON object, its members written by `fill`.
pub(crate) fn object(fill: impl FnOnce(&mut Object<'_>)) -> String {
    let mut out = String::new();
    Object::write(&mut out, fill);
    out
}

/// A JSON array, its items written by `fill`.
pub(crate) fn array(fill: impl FnOnce(&mut Array<'_>)) -> String {
    let mut out = String::new();
    Array::write(&mut out, fill);
    out
}

/// The members of an object that is being written.
pub(crate) struct Object<'a> {
    out: &'a mut String,
    empty: bool,
}

impl Object<'_> {
    pub(crate) fn write(out: &mut String, fill: impl FnOnce(&mut Object<'_>)) {
        out.push('{');
        fill(&mut Object { out, empty: true });
        out.push('}');
    }

    fn key(&mut self, key: &str) -> &mut String {
        if !std::mem::take(&mut self.empty) {
            self.out.push(',');
        }
        quote(self.out, key);
        self.out.push(':');
        self.out
    }

    pub(crate) fn str(&mut self, key: &str, text: &str) {
        quote(self.key(key), text);
    }

    /// A value whose display form is JSON: a number, a bool, or JSON text.
    pub(crate) fn put(&mut self, key: &str, value: impl Display) {
        write!(self.key(key), "{value}").expect("writing to a string never fails");
    }

    pub(crate) fn null(&mut self, key: &str) {
        self.key(key).push_str("null");
    }

    pub(crate) fn object(&mut self, key: &str, fill: impl FnOnce(&mut Object<'_>)) {
        Object::write(self.key(key), fill);
    }

    pub(crate) fn array(&mut self, key: &str, fill: impl FnOnce(&mut Array<'_>)) {
        Array::write(self.key(key), fill);
    }

    pub(crate) fn strs<T: AsRef<str>>(&mut self, key: &str, items: &[T]) {
        self.array(key, |a| items.iter().for_each(|item| a.str(item.as_ref())));
    }
}

/// The items of an array that is being written.
pub(crate) struct Array<'a> {
    out: &'a mut String,
    empty: bool,
}

impl Array<'_> {
    pub(crate) fn write(out: &mut String, fill: impl FnOnce(&mut Array<'_>)) {
        out.push('[');
        fill(&mut Array { out, empty: true });
        out.push(']');
    }

    fn next(&mut self) -> &mut String {
        if !std::mem::take(&mut self.empty) {
            self.out.push(',');
        }
        self.out
    }

    pub(crate) fn str(&mut self, text: &str) {
        quote(self.next(), text);
    }

    pub(crate) fn raw(&mut self, json: &str) {
        self.next().push_str(json);
    }

    pub(crate) fn object(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        Object::write(self.next(), fill);
    }
}

/// A content block of type text.
pub(crate) fn text_block(text: &str) -> String {
    object(|o| {
        o.str("type", "text");
        o.str("text", text);
    })
}
