//! Calls that are declared as texts with places for values, for tools whose inputs and results need no more than that.

use std::fmt::Write as _;

use jiff::Timestamp;

use super::{Call, Denial, Rows, Side, deny};
use crate::deck::Card;
use crate::json::{array, quoted, text_block};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;

/// How the call of a shape ends.
#[derive(Debug, Clone, Copy)]
enum End {
    Done,
    Denied(Denial),
    /// An error of the checks before the tool runs; the text is its message.
    Invalid,
    /// An error that the tool threw, of this class; likewise.
    Thrown(&'static str),
}

/// One form that calls of a tool have.
///
/// In its texts, `$` and a word stand for a value, such as `$path`; the same word, and the same digit behind it, for the same value
/// in all of them. Within JSON the value is escaped, so a text stands in quotes and a number does not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    name: &'static str,
    canonical: &'static str,
    input: &'static str,
    payload: &'static str,
    /// What the model reads. Empty: the payload.
    text: &'static str,
    is_in_blocks: bool,
    end: End,
    rows: &'static [Rows],
    leaves: Option<&'static str>,
    is_untyped: bool,
    unknown_key: Option<(Side, &'static str)>,
}

/// Calls of a tool of this name, without arguments.
pub(crate) const fn shape(name: &'static str) -> Shape {
    Shape {
        name,
        canonical: name,
        input: "{}",
        payload: "{}",
        text: "",
        is_in_blocks: false,
        end: End::Done,
        rows: &[],
        leaves: None,
        is_untyped: false,
        unknown_key: None,
    }
}

impl Shape {
    /// Another name of the tool.
    pub(crate) const fn of(self, canonical: &'static str) -> Self {
        Self { canonical, ..self }
    }

    pub(crate) const fn input(self, input: &'static str) -> Self {
        Self { input, ..self }
    }

    /// The payload, and the text that goes with it.
    pub(crate) const fn gives(self, payload: &'static str, text: &'static str) -> Self {
        Self { payload, text, ..self }
    }

    /// The payload, which is also what the model reads, as a block.
    pub(crate) const fn gives_block(self, payload: &'static str) -> Self {
        Self { payload, is_in_blocks: true, ..self }
    }

    pub(crate) const fn denied(self, denial: Denial) -> Self {
        Self { end: End::Denied(denial), ..self }
    }

    pub(crate) const fn invalid(self, text: &'static str) -> Self {
        Self { end: End::Invalid, text, ..self }
    }

    pub(crate) const fn thrown(self, class: &'static str, text: &'static str) -> Self {
        Self { end: End::Thrown(class), text, ..self }
    }

    /// What lists the input and the result have.
    pub(crate) const fn rows(self, rows: &'static [Rows]) -> Self {
        Self { rows, ..self }
    }

    /// The state that an update leaves its task in.
    pub(crate) const fn leaves(self, status: &'static str) -> Self {
        Self { leaves: Some(status), ..self }
    }

    /// No table can hold all of the result.
    pub(crate) const fn untyped(self) -> Self {
        Self { is_untyped: true, ..self }
    }

    /// The result has this key, which no program knows.
    pub(crate) const fn with_unknown(self, key: &'static str) -> Self {
        Self { unknown_key: Some((Side::Payload, key)), ..self }
    }
}

/// A call of one of the shapes.
pub(crate) fn any(kit: &mut Kit, frame: &Frame, topic: Topic, shapes: &[Card<Shape>]) -> Call {
    let shape = kit.deal(topic, frame.version, shapes);
    let mut values = Values { kit, frame, known: Vec::new() };
    let input = values.fill(shape.input, true);
    let payload = values.fill(shape.payload, true);
    let text = values.fill(shape.text, false);
    let call = Call::alias(shape.name, shape.canonical, input);
    let call = Call { lists: shape.rows.to_vec(), leaves: shape.leaves, is_untyped: shape.is_untyped, unknown_key: shape.unknown_key, ..call };
    match shape.end {
        End::Invalid => call.invalid(&text),
        End::Thrown(class) => call.thrown(class, &text),
        End::Done | End::Denied(_) => {
            let text = if text.is_empty() { payload.clone() } else { text };
            let content = if shape.is_in_blocks { array(|a| a.raw(&text_block(&text))) } else { quoted(&text) };
            let call = Call { content, payload, ..call };
            if let End::Denied(denial) = shape.end { deny(kit, frame, call, denial) } else { call }
        }
    }
}

/// The values of one call.
struct Values<'a> {
    kit: &'a mut Kit,
    frame: &'a Frame,
    known: Vec<(&'static str, String)>,
}

impl Values<'_> {
    fn fill(&mut self, template: &'static str, is_json: bool) -> String {
        let mut parts = template.split('$');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let word = part.bytes().take_while(u8::is_ascii_lowercase).count();
            let end = word + usize::from(part.as_bytes().get(word).is_some_and(u8::is_ascii_digit));
            let value = self.value(&part[..end], &part[..word]);
            if is_json {
                let value = quoted(&value);
                out.push_str(&value[1..value.len() - 1]);
            } else {
                out.push_str(&value);
            }
            out.push_str(&part[end..]);
        }
        out
    }

    fn value(&mut self, name: &'static str, kind: &str) -> String {
        if let Some((_, value)) = self.known.iter().find(|(known, _)| *known == name) {
            return value.clone();
        }
        let value = self.new_value(kind);
        self.known.push((name, value.clone()));
        value
    }

    fn new_value(&mut self, kind: &str) -> String {
        let Self { kit, frame, .. } = self;
        let file = |kit: &mut Kit| kit.lexicon.file(&mut kit.rng);
        match kind {
            "word" => kit.word().to_owned(),
            "ident" => kit.ident(),
            "title" => kit.words(5),
            "words" => kit.words(14),
            "prose" => kit.prose(500),
            "page" => {
                let size = kit.result_size(1500);
                kit.prose(size)
            }
            "output" => kit.result_text(900),
            "code" => kit.lexicon.code(&mut kit.rng, 12).join("\n"),
            "hex" => kit.rng.hex(8),
            "uuid" => kit.rng.uuid(),
            "search" => kit.rng.issued("srvtoolu_01", 22),
            "n" => (kit.rng.below(900) + 1).to_string(),
            "bytes" => (kit.rng.below(400_000) + 1).to_string(),
            "ms" => milliseconds(kit).to_string(),
            "iso" => {
                let time = Timestamp::from_millisecond(milliseconds(kit)).expect("the tree lies in 2026");
                let mut text = String::new();
                write!(text, "{time:.3}").expect("writing to a string never fails");
                text
            }
            "file" => file(kit),
            "path" => {
                let file = file(kit);
                frame.absolute(&file)
            }
            "cwd" => frame.cwd.clone(),
            "session" => frame.session.clone(),
            "slug" => frame.slug.clone(),
            "project" => frame.project(),
            unknown => unreachable!("there is no value ${unknown}"),
        }
    }
}

fn milliseconds(kit: &mut Kit) -> i64 {
    crate::START + kit.rng.below(crate::DAYS as usize) as i64 * crate::DAY + kit.rng.below(crate::DAY as usize) as i64
}
