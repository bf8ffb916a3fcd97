//! Rows of `content_blocks`: what the message of a record is made of.

use std::ops::Range;

use super::Out;
use super::place::Place;
use crate::json::Raw;
use crate::line::{Block, Content, Line, Message};
use crate::table::TableBuilder;
use crate::tables::{content_blocks, record_child};
use crate::text::{self, Measure};
use crate::tools::outcome;

/// Appends a row for each block, and gives their places.
pub(crate) fn append(out: &mut Out<'_>, line: &Line<'_>, place: &Place<'_>, record_id: &str) -> Range<usize> {
    let start = out.tables.content_blocks.rows();
    if let Some(message) = line.message.get() {
        let record = record_child::Row {
            record_id,
            machine: &out.source.machine,
            ts: place.ts,
            session_id: &place.session_id,
            agent_id: place.agent_id.as_deref(),
        };
        if let Some(Content::Text(text)) = message.content.get() {
            let block = Block { kind: crate::json::Field::Is("text".into()), ..Block::default() };
            let row = row(&record, message, 0, &block, Size::of_text(Some(text::measure(text))));
            out.tables.content_blocks.append(out.origin, &row);
        }
        for (index, block) in message.blocks() {
            out.tables.content_blocks.append(out.origin, &row(&record, message, index, block, Size::of(block)));
        }
    }
    start..out.tables.content_blocks.rows()
}

fn row<'a>(record: &'a record_child::Row<'a>, message: &'a Message<'_>, index: usize, block: &'a Block<'_>, size: Size) -> content_blocks::Row<'a> {
    let media = block.source.get();
    content_blocks::Row {
        record,
        block_index: index as i64,
        r#type: block.kind.str(),
        role: message.role.str(),
        message_id: message.id.str(),
        tool_use_id: block.tool_use_id.str().or(block.id.str()),
        name: block.name.str(),
        server_name: block.server_name.str(),
        caller_type: block.caller.get().and_then(|caller| caller.kind.str()),
        is_error: block.is_error.copied(),
        bytes: size.bytes,
        chars: size.text.map(|text| text.chars),
        lines: size.text.map(|text| text.lines),
        hash: size.text.map(|text| text.hash),
        signature_bytes: string_bytes(block.signature),
        citations: block.citations.get().map(|citations| citations.len() as i64),
        source_type: media.and_then(|media| media.kind.str()),
        media_type: media.and_then(|media| media.media_type.str()),
        data_bytes: size.data_bytes,
        fallback_from: block.from.get().and_then(|from| from.model.str()),
        fallback_to: block.to.get().and_then(|to| to.model.str()),
    }
}

/// How large a block is.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    bytes: Option<i64>,
    text: Option<Measure>,
    data_bytes: Option<i64>,
}

impl Size {
    fn of(block: &Block<'_>) -> Self {
        let measured = |raw: Raw<'_>| Self::of_text(raw.string().and_then(text::measure_json));
        match block.kind.str().unwrap_or_default() {
            "thinking" => measured(block.thinking),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => Self { bytes: block.input.json().map(|input| input.len() as i64), ..Self::default() },
            kind if kind.ends_with("tool_result") => Self::of_text(block.content.json().map(|_| outcome::Content::of(block.content).measure())),
            _ if block.source.get().is_some_and(|media| media.kind.str() == Some("text")) => {
                measured(block.source.get().map(|media| media.data).unwrap_or_default())
            }
            _ => {
                let data = block.source.get().map_or(block.data, |media| media.data);
                Self { data_bytes: data.string().and_then(base64_bytes), ..measured(block.text) }
            }
        }
    }

    fn of_text(text: Option<Measure>) -> Self {
        Self { bytes: text.map(|text| text.bytes), text, data_bytes: None }
    }
}

/// Length of a string that has no escapes, as base64 has none.
fn string_bytes(raw: Raw<'_>) -> Option<i64> {
    raw.string().map(|json| json.len() as i64 - 2)
}

/// Size of what a base64 string encodes: 3 bytes for 4 characters, the padding left out.
fn base64_bytes(json: &str) -> Option<i64> {
    let digits = json.strip_prefix('"')?.strip_suffix('"')?.trim_end_matches('=').len();
    Some((digits * 3 / 4) as i64)
}
