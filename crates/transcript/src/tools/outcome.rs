//! The result of a call, as the tools read it.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::classify::{self, ErrorClass};
use crate::json::{self, Field, Parts, Path, Raw, Take, object};
use crate::line::Str;
use crate::policy::PREVIEW_BYTES;
use crate::result::{Fields, ToolResult};
use crate::text::{self, Measure};

/// The structured payload of a result, by its JSON type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Payload<'a> {
    /// There is none: it is absent, `null`, or cannot be told to belong to this result.
    Absent,
    /// A string.
    Text(&'a str),
    /// An object.
    Object(&'a str),
    /// An array.
    Array(&'a str),
    /// A number or boolean.
    Scalar(&'a str),
}

impl<'a> Payload<'a> {
    /// The payload that a field holds.
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        let Some(json) = raw.json() else { return Payload::Absent };
        match json.as_bytes().first() {
            Some(b'"') => Payload::Text(json),
            Some(b'{') => Payload::Object(json),
            Some(b'[') => Payload::Array(json),
            _ => Payload::Scalar(json),
        }
    }

    /// The payload as the object that a tool gives, and what of it is of another type.
    pub(crate) fn object<T: Take<'a> + Parts>(self) -> (Option<T>, Review) {
        match self {
            Payload::Absent | Payload::Text(_) => (None, Review::default()),
            Payload::Array(_) | Payload::Scalar(_) => (None, Review::of(Problem::Shape)),
            Payload::Object(json) => match json::read::<T>(json) {
                Ok(Field::Is(output)) => {
                    let review = Review::of_object(&output, Problem::Field);
                    (Some(output), review)
                }
                _ => (None, Review::of(Problem::Shape)),
            },
        }
    }

    /// The payload as JSON. NULL where there is none.
    pub(crate) fn json(self) -> Option<&'a str> {
        match self {
            Payload::Absent => None,
            Payload::Text(json) | Payload::Object(json) | Payload::Array(json) | Payload::Scalar(json) => Some(json),
        }
    }
}

/// Why a payload is not wholly in the table of its tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The call is not in the file, so the tool is not known.
    UnknownCall,
    /// There is no table for the tool.
    UnknownTool,
    /// The payload is of another JSON type than the tool's.
    Shape,
    /// The input is no object.
    InputShape,
    /// A field is of the wrong type.
    Field(Cow<'static, str>),
    /// A field of the input is.
    Input(Cow<'static, str>),
}

impl Problem {
    /// The word in column `reason`.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Problem::UnknownCall => "unknown_call",
            Problem::UnknownTool => "unknown_tool",
            Problem::Shape | Problem::InputShape => "unexpected_shape",
            Problem::Field(_) | Problem::Input(_) => "wrong_type",
        }
    }

    /// The field that is of the wrong type.
    pub(crate) fn field(&self) -> Option<Cow<'_, str>> {
        match self {
            Problem::Field(field) => Some(Cow::Borrowed(field)),
            Problem::Input(field) => Some(Cow::Owned(format!("input.{field}"))),
            Problem::InputShape => Some(Cow::Borrowed("input")),
            _ => None,
        }
    }
}

/// What a reader of a tool found beside what it has columns for.
#[derive(Debug, Default)]
pub(crate) struct Review {
    /// What could not be typed.
    pub(crate) problem: Option<Problem>,
    /// Keys that the tool's declaration does not know.
    pub(crate) unknown: Vec<String>,
}

impl Review {
    pub(crate) fn of(problem: impl Into<Option<Problem>>) -> Self {
        Self { problem: problem.into(), unknown: Vec::new() }
    }

    /// Of an object, whose fields of the wrong type are a problem of this kind.
    fn of_object(object: &impl Parts, problem: impl Fn(Cow<'static, str>) -> Problem) -> Self {
        let mut unknown = Vec::new();
        object.unknown(Path::default(), &mut unknown);
        Self { problem: object.wrong().map(|wrong| problem(wrong.key.into())), unknown }
    }

    /// Of the input of a call.
    pub(crate) fn of_input(input: &impl Parts) -> Self {
        Self::of_object(input, Problem::Input)
    }
}

object! {
    /// A block of a result's content.
    struct Part<'a> {
        kind: Str<'a> = "type",
        text: Raw<'a> = "text",
    }
}

/// The result of a call.
#[derive(Debug)]
pub(crate) struct Outcome<'a> {
    /// The structured payload.
    pub(crate) payload: Payload<'a>,
    /// The payload, typed.
    pub(crate) typed: ToolResult<'a>,
    /// Whether the result says that it is an error.
    pub(crate) is_error: bool,
    /// Kind of error, if it is one.
    pub(crate) class: Option<ErrorClass>,
    /// Whether it is known what the model was given; a hook is not told of it.
    pub(crate) is_told: bool,
    content: Content<'a>,
    head: OnceCell<Cow<'a, str>>,
    payload_head: OnceCell<Option<Cow<'a, str>>>,
}

/// The text that the model was given.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    /// A string, as JSON.
    Text(&'a str),
    /// Blocks: the text of all of them, and whether there is an image.
    Blocks(String, bool),
}

impl<'a> Content<'a> {
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        if let Some(text) = raw.string() {
            return Content::Text(text);
        }
        let blocks: Vec<Field<Part<'a>>> = match raw.json().map(json::read) {
            Some(Ok(Field::Is(blocks))) => blocks,
            _ => Vec::new(),
        };
        let parts = || blocks.iter().filter_map(Field::get);
        let texts: Vec<Cow<'_, str>> = parts().filter_map(|part| text::decode_json(part.text.string()?)).collect();
        Content::Blocks(texts.join("\n"), parts().any(|part| part.kind.str() == Some("image")))
    }

    /// The measure of the text.
    pub(crate) fn measure(&self) -> Measure {
        match self {
            Content::Text(json) => text::measure_json(json).unwrap_or_default(),
            Content::Blocks(text, _) => text::measure(text),
        }
    }
}

impl<'a> Outcome<'a> {
    pub(crate) fn new(content: Raw<'a>, payload: Payload<'a>, typed: ToolResult<'a>, is_error: bool, denial_kind: Option<&str>) -> Self {
        let mut outcome = Outcome {
            payload,
            typed,
            is_error,
            class: None,
            is_told: content.json().is_some(),
            content: Content::of(content),
            head: OnceCell::new(),
            payload_head: OnceCell::new(),
        };
        if is_error {
            outcome.class = Some(classify::classify(outcome.head(), outcome.payload_text(), denial_kind));
        }
        outcome
    }

    /// The payload as the object that a tool gives, and what of it is of another type. The object that the typed result is made of is not
    /// read again; another tool can have the same one.
    pub(crate) fn output<T: Fields<'a>>(&self) -> (Option<Cow<'_, T>>, Review) {
        match T::of(&self.typed) {
            Some(output) => (Some(Cow::Borrowed(output)), Review::of_object(output, Problem::Field)),
            None => {
                let (output, review) = self.payload.object();
                (output.map(Cow::Owned), review)
            }
        }
    }

    /// The beginning of the text that the model was given.
    pub(crate) fn head(&self) -> &str {
        self.head.get_or_init(|| match &self.content {
            Content::Text(json) => text::prefix_json(json, PREVIEW_BYTES).unwrap_or_default(),
            Content::Blocks(text, _) => Cow::Owned(text::cut(text, PREVIEW_BYTES).to_owned()),
        })
    }

    /// Whether the text that the model was given begins so. NULL where it is not known.
    pub(crate) fn begins(&self, mark: &str) -> Option<bool> {
        self.is_told.then(|| self.head().starts_with(mark))
    }

    /// The whole text that the model was given.
    pub(crate) fn content(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Text(json) => text::decode_json(json).unwrap_or_default(),
            Content::Blocks(text, _) => Cow::Borrowed(text),
        }
    }

    /// The beginning of a payload that is text.
    pub(crate) fn payload_text(&self) -> Option<&str> {
        let head = self.payload_head.get_or_init(|| match self.payload {
            Payload::Text(json) => text::prefix_json(json, PREVIEW_BYTES),
            _ => None,
        });
        head.as_deref()
    }

    /// The text of an error: what the model was given, else the payload.
    pub(crate) fn error_text(&self) -> &str {
        match self.head() {
            "" => self.payload_text().unwrap_or_default(),
            head => head,
        }
    }

    /// The error's text without the word that a payload of text begins with.
    pub(crate) fn error_body(&self) -> &str {
        let text = self.error_text();
        text.strip_prefix("Error: ").unwrap_or(text)
    }

    /// The measure of the text that the model was given.
    pub(crate) fn given(&self) -> Measure {
        self.content.measure()
    }

    /// Whether the model was given an image.
    pub(crate) fn has_image(&self) -> bool {
        matches!(self.content, Content::Blocks(_, true))
    }
}
