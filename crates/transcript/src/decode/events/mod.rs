//! Rows of `events`: what records tell besides messages and calls of tools.

mod attachment;
mod hook;
mod metadata;
mod notification;
mod stream;
mod system;

use std::borrow::Cow;
use std::ops::Range;

use super::Out;
use super::details::Details;
use super::hooks::HookPayload;
use super::place::{Carrier, Place};
use super::records::prompt_kind;
use super::runs::RunResult;
use crate::json::{self, Field, Raw, object};
use crate::line::{Content, Line};
use crate::policy::{PREVIEW_BYTES, TextPolicy};
use crate::table::TableBuilder;
use crate::tables::{event_fields, events};
use crate::text::{self, Measure};

/// The fields of an event, without the key.
type Fields<'a> = event_fields::Row<'a>;

/// A record that may tell of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told<'a> {
    pub(crate) line: &'a Line<'a>,
    pub(crate) details: Option<&'a Details<'a>>,
    pub(crate) hook: Option<&'a HookPayload<'a>>,
    pub(crate) run: Option<&'a RunResult<'a>>,
    /// The record as JSON.
    pub(crate) json: &'a str,
    pub(crate) record_id: &'a str,
}

/// Appends the events that a record tells of, and gives their places.
pub(crate) fn append(out: &mut Out<'_>, told: Told<'_>, place: &Place<'_>) -> Range<usize> {
    let start = out.tables.events.rows();
    if let Some(payload) = told.hook {
        hook::tell(&mut Teller { out, told, place }, payload);
    } else if !place.is_echo() {
        // An echo repeats what the agent's own file tells.
        match told.line.kind.str() {
            Some("user") => user(&mut Teller { out, told, place }),
            Some("assistant") => synthetic(&mut Teller { out, told, place }),
            Some("progress") => {}
            kind => {
                if let Some(details) = told.details {
                    let mut teller = Teller { out, told, place };
                    match kind {
                        Some("system") => system::tell(&mut teller, details),
                        Some("attachment") => attachment::tell(&mut teller, details),
                        _ => metadata::tell(&mut teller, details),
                    }
                }
            }
        }
    }
    start..out.tables.events.rows()
}

/// Appends events of one record.
struct Teller<'t, 'o, 'a> {
    out: &'t mut Out<'o>,
    told: Told<'a>,
    place: &'a Place<'a>,
}

impl Teller<'_, '_, '_> {
    /// The only event of the record.
    fn tell(&mut self, kind: &str, fields: Fields<'_>) {
        self.tell_as(self.told.record_id, Fields { kind, ..fields });
    }

    /// An event with a place of its own, and perhaps another id than the record's.
    fn tell_as(&mut self, event_id: &str, fields: Fields<'_>) {
        let payload = fields.payload.and_then(|json| self.out.policy.json(json));
        let event = Fields { event_id, payload: payload.as_deref(), ..fields };
        self.out.tables.events.append(self.out.origin, &events::Row { common: &self.place.row(self.out.source), event: &event });
    }

    /// A record that has no kind of its own: it is kept as it is written.
    fn other(&mut self, subtype: Option<&str>, fields: Fields<'_>) {
        let json = self.told.json;
        self.tell("other", Fields { subtype, payload: Some(json), payload_bytes: Some(json.len() as i64), ..fields });
    }

    fn policy(&self) -> TextPolicy {
        self.out.policy
    }
}

/// A text that is kept, and its measure.
#[derive(Debug, Default)]
struct Said<'a> {
    text: Option<Cow<'a, str>>,
    measure: Option<Measure>,
}

impl<'a> Said<'a> {
    /// A notice, title or other short text, of which the beginning is kept.
    fn notice(raw: Raw<'a>, policy: TextPolicy) -> Self {
        let Some(json) = raw.string() else { return Self::default() };
        let text = text::prefix_json(json, PREVIEW_BYTES).filter(|text| policy.prose(text).is_some());
        Self { text, measure: text::measure_json(json) }
    }

    /// Such a text that is decoded already.
    fn decoded(text: &'a str, policy: TextPolicy) -> Self {
        Self { text: policy.prose(text).map(Cow::Borrowed), measure: Some(text::measure(text)) }
    }

    /// A body, which is only measured.
    fn body(raw: Raw<'_>) -> Self {
        Self { text: None, measure: measure(raw) }
    }

    /// This text, or the other where there is none.
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self.measure.is_some() { self } else { other() }
    }

    /// The columns of the text.
    fn fields(&self) -> Fields<'_> {
        Fields {
            text: self.text.as_deref(),
            text_bytes: self.measure.map(|measure| measure.bytes),
            text_chars: self.measure.map(|measure| measure.chars),
            text_lines: self.measure.map(|measure| measure.lines),
            text_hash: self.measure.map(|measure| measure.hash),
            ..Fields::default()
        }
    }
}

object! {
    /// A body in an object: text, or a file with text.
    struct Nested<'a> {
        content: Raw<'a> = "content" | "text",
        file: Field<NestedFile<'a>> = "file",
    }

    /// A file with text.
    struct NestedFile<'a> {
        content: Raw<'a> = "content",
    }
}

/// The measure of a body: a string, an array of strings or blocks, or an object around one.
fn measure(raw: Raw<'_>) -> Option<Measure> {
    let json = raw.json()?;
    match json.as_bytes().first()? {
        b'"' => text::measure_json(json),
        b'[' => {
            let Field::Is(parts) = json::read::<Vec<Raw<'_>>>(json).ok()? else { return None };
            let texts: Vec<Cow<'_, str>> = parts.iter().filter_map(|part| text::decode_json(string_in(*part)?)).collect();
            (!texts.is_empty()).then(|| text::measure(&texts.join("\n")))
        }
        _ => text::measure_json(string_in(raw)?),
    }
}

fn string_in(raw: Raw<'_>) -> Option<&str> {
    raw.string().or_else(|| {
        let Field::Is(nested) = json::read::<Nested<'_>>(raw.json()?).ok()? else { return None };
        nested.content.string().or_else(|| nested.file.get()?.content.string())
    })
}

fn count<T>(list: &Field<Vec<T>>) -> Option<i64> {
    list.get().map(|list| list.len() as i64)
}

/// What user records tell: the summary of a compaction, and the end of a background task.
fn user(teller: &mut Teller<'_, '_, '_>) {
    let line = teller.told.line;
    if line.is_compact_summary.copied() == Some(true) {
        let body = message_text(line).map(|text| Said { text: None, measure: Some(text::measure(&text)) }).unwrap_or_default();
        let event_id = line.parent_uuid.str().filter(|uuid| !uuid.is_empty()).unwrap_or(teller.told.record_id);
        let fields = Fields { kind: "compaction", subtype: Some("summary"), from_boundary: Some(false), ..body.fields() };
        teller.tell_as(event_id, fields);
        return;
    }
    if prompt_kind(line, teller.place) == Some("task_notification")
        && let Some(text) = message_text(line)
    {
        notification::tell(teller, "user", &text);
    }
}

/// What assistant records tell: that the program wrote them, mostly because the API failed.
fn synthetic(teller: &mut Teller<'_, '_, '_>) {
    let line = teller.told.line;
    let Some(details) = teller.told.details.filter(|_| line.is_synthetic()) else { return };
    let text = message_text(line);
    let said = text.as_deref().map(|text| Said::decoded(text, teller.policy())).unwrap_or_default();
    let error = system::Failure::of(details);
    // A stream has no mark for it, but the word for what went wrong.
    let is_error = line.is_api_error_message.copied() == Some(true) || (teller.place.carrier == Carrier::Stream && details.error.string().is_some());
    let kind = if is_error { "api_error" } else { "synthetic" };
    let fields = Fields { request_id: line.request_id.str(), ..error.fields(said.fields()) };
    teller.tell(kind, fields);
}

/// The text of a message.
fn message_text<'a>(line: &'a Line<'_>) -> Option<Cow<'a, str>> {
    let message = line.message.get()?;
    if let Content::Text(text) = message.content.get()? {
        return Some(Cow::Borrowed(text));
    }
    let texts: Vec<Cow<'_, str>> = message.blocks().filter_map(|(_, block)| text::decode_json(block.text.string()?)).collect();
    Some(Cow::Owned(texts.join("\n")))
}
