//! Rows of `records` and of what belongs to a record, once per distinct record of a source.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::events::{self, Told};
use super::place::{Carrier, Place, Standing};
use super::{Out, blocks};
use crate::line::{Content, Line};
use crate::tables::{prompts, records};
use crate::text::{self, Measure};

/// The distinct records of a source so far.
#[derive(Debug, Default)]
pub(crate) struct Records {
    seen: HashMap<u128, Seen>,
}

#[derive(Debug)]
struct Seen {
    standing: Standing,
    transcript: bool,
    rows: Rows,
}

/// Places of the rows that were made from a record.
#[derive(Debug, Default)]
struct Rows {
    record: usize,
    prompt: Option<usize>,
    blocks: Range<usize>,
    events: Range<usize>,
}

impl Rows {
    fn append(out: &mut Out<'_>, told: Told<'_>, place: &Place<'_>, bytes: usize) -> Self {
        Rows {
            record: append_record(out, told.line, place, told.record_id, bytes),
            prompt: append_prompt(out, told.line, place, told.record_id),
            blocks: blocks::append(out, told.line, place, told.record_id),
            events: events::append(out, told, place),
        }
    }

    fn discard(self, out: &mut Out<'_>) {
        out.tables.records.discard(self.record);
        self.prompt.into_iter().for_each(|place| out.tables.prompts.discard(place));
        self.blocks.for_each(|place| out.tables.content_blocks.discard(place));
        self.events.for_each(|place| out.tables.events.discard(place));
    }
}

/// Whether a record was met before in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// Not in any form.
    New,
    /// Only as an echo.
    Echoed,
    /// As a record.
    Repeated,
}

impl Records {
    /// Adds a record. Of several with one id, the one with the highest standing stays.
    pub(crate) fn add(&mut self, out: &mut Out<'_>, told: Told<'_>, place: &Place<'_>, bytes: usize) -> Novelty {
        let standing = place.standing();
        let is_record = !place.is_echo();
        match self.seen.entry(key(told.record_id)) {
            Entry::Vacant(entry) => {
                entry.insert(Seen { standing, transcript: is_record, rows: Rows::append(out, told, place, bytes) });
                Novelty::New
            }
            Entry::Occupied(mut entry) => {
                let seen = entry.get_mut();
                let novelty = if seen.transcript { Novelty::Repeated } else { Novelty::Echoed };
                seen.transcript |= is_record;
                if standing > seen.standing {
                    seen.standing = standing;
                    std::mem::replace(&mut seen.rows, Rows::append(out, told, place, bytes)).discard(out);
                }
                novelty
            }
        }
    }
}

/// Ids are long and alike; 128 bits of hash tell them apart in less room.
fn key(record_id: &str) -> u128 {
    xxhash_rust::xxh3::xxh3_128(record_id.as_bytes())
}

fn append_record(out: &mut Out<'_>, line: &Line<'_>, place: &Place<'_>, record_id: &str, bytes: usize) -> usize {
    let inner = line.data.get().or(line.attachment.get()).and_then(|inner| inner.kind.str());
    out.tables.records.append(
        out.origin,
        &records::Row {
            common: &place.row(out.source),
            record_id,
            uuid: line.uuid.str().filter(|uuid| !uuid.is_empty()),
            r#type: if place.carrier == Carrier::Hook { Some("hook") } else { line.kind.str() },
            subtype: line.hook_event_name.str().or(line.subtype.str()).or(inner).or(line.operation.str()),
            parent_uuid: line.parent_uuid.str(),
            message_id: line.message.get().and_then(|message| message.id.str()),
            prompt_id: line.prompt_id.str(),
            permission_mode: line.permission_mode.str(),
            entrypoint: line.entrypoint.str(),
            is_meta: line.is_meta.copied(),
            slug: line.slug.str(),
            bytes: bytes as i64,
        },
    )
}

fn append_prompt(out: &mut Out<'_>, line: &Line<'_>, place: &Place<'_>, record_id: &str) -> Option<usize> {
    let prompt = Prompt::of(line)?;
    let kind = kind_of(line, place, &prompt.text);
    let measure: Measure = text::measure(&prompt.text);
    let command = (kind == "command").then(|| command_name(&prompt.text)).flatten().map(|command| out.policy.name(command));
    Some(out.tables.prompts.append(
        out.origin,
        &prompts::Row {
            common: &place.row(out.source),
            record_id,
            kind,
            command: command.as_deref(),
            prompt_id: line.prompt_id.str(),
            permission_mode: line.permission_mode.str(),
            prompt_source: line.prompt_source.str(),
            origin_kind: line.origin.get().and_then(|origin| origin.kind.str()),
            bytes: measure.bytes,
            chars: measure.chars,
            lines: measure.lines,
            hash: measure.hash,
            images: prompt.images,
            documents: prompt.documents,
        },
    ))
}

/// What a user record says, if it says anything of its own.
struct Prompt<'a> {
    text: Cow<'a, str>,
    images: i64,
    documents: i64,
}

impl<'a> Prompt<'a> {
    fn of(line: &'a Line<'_>) -> Option<Self> {
        if line.kind.str() != Some("user") {
            return None;
        }
        let message = line.message.get()?;
        if let Content::Text(text) = message.content.get()? {
            return Some(Prompt { text: Cow::Borrowed(text), images: 0, documents: 0 });
        }
        let kinds = || message.blocks().filter_map(|(_, block)| block.kind.str());
        if kinds().next().is_none() || kinds().any(|kind| kind.ends_with("tool_result")) {
            return None;
        }
        let texts: Vec<Cow<'a, str>> = message.blocks().filter_map(|(_, block)| text::decode_json(block.text.string()?)).collect();
        let text = if texts.len() == 1 { texts.into_iter().next()? } else { Cow::Owned(texts.join("\n")) };
        let count = |wanted: &str| kinds().filter(|kind| *kind == wanted).count() as i64;
        Some(Prompt { text, images: count("image"), documents: count("document") })
    }
}

/// The beginnings by which the program marks its own text.
const MARKS: &[(&str, &str)] = &[
    ("<task-notification>", "task_notification"),
    ("<command-name>", "command"),
    ("<command-message>", "command"),
    ("<bash-input>", "bash"),
    ("<bash-stdout>", "bash_output"),
    ("<bash-stderr>", "bash_output"),
    ("<local-command-stdout>", "command_output"),
    ("<local-command-stderr>", "command_output"),
    ("<local-command-caveat>", "meta"),
    ("Caveat: The messages below were generated by the user while running local commands", "meta"),
    ("<user-memory-input>", "memory"),
    ("<teammate-message", "peer"),
    ("<system-reminder>", "meta"),
];

/// The kind of prompt that a record is, if it is one.
pub(super) fn prompt_kind(line: &Line<'_>, place: &Place<'_>) -> Option<&'static str> {
    Prompt::of(line).map(|prompt| kind_of(line, place, &prompt.text))
}

fn kind_of(line: &Line<'_>, place: &Place<'_>, text: &str) -> &'static str {
    if line.is_compact_summary.copied() == Some(true) {
        return "compact_summary";
    }
    let text = text.trim();
    if matches!(text, "[Request interrupted by user]" | "[Request interrupted by user for tool use]") {
        return "interrupt";
    }
    match line.origin.get().and_then(|origin| origin.kind.str()) {
        Some("task-notification") => return "task_notification",
        Some("peer" | "channel" | "coordinator") => return "peer",
        _ => {}
    }
    if line.is_meta.copied() == Some(true) {
        return "meta";
    }
    if let Some((_, kind)) = MARKS.iter().find(|(mark, _)| text.starts_with(mark)) {
        return kind;
    }
    if line.prompt_source.str() == Some("system") {
        return "meta";
    }
    if place.is_sidechain { "agent" } else { "typed" }
}

/// The command between the tags that the program writes around its name.
fn command_name(text: &str) -> Option<&str> {
    let rest = text.split_once("<command-name>")?.1;
    Some(rest.split_once("</command-name>")?.0.trim())
}
