//! Scenarios of whole sources.

mod agents;
mod blocks;
mod calls;
mod drift;
mod events;
mod hooks;
mod requests;
mod sessions;
mod stream;

use arrow::array::RecordBatch;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::tables::{ingest_errors, prompts, records};

/// What came of a source.
struct Decoded {
    counts: Counts,
    batches: Vec<(&'static str, RecordBatch)>,
}

impl Decoded {
    fn of_bytes(path: &str, blocks: &[&[u8]]) -> Self {
        Self::with(path, blocks, TextPolicy::Preview, |_| ())
    }

    /// A source, with something else done to the decoder before its first block.
    fn with(path: &str, blocks: &[&[u8]], policy: TextPolicy, first: impl FnOnce(&mut Decoder<'_>)) -> Self {
        let source = Source::new("m", "/r", path);
        let mut tables = Tables::default();
        let mut decoder = Decoder::new(&source, policy, 0, &mut tables);
        first(&mut decoder);
        blocks.iter().for_each(|block| decoder.block(block));
        let counts = decoder.finish();
        assert_eq!(counts.records - counts.recovered_records + counts.duplicates + counts.damaged_lines + counts.pending_lines, counts.lines);
        Self { counts, batches: tables.finish().into_iter().map(|(table, batch)| (table.name, batch)).collect() }
    }

    fn of(lines: &[Value]) -> Self {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Self::of_bytes("projects/p/s1.jsonl", &[text.as_bytes()])
    }

    fn batch(&self, table: &crate::table::Table) -> &RecordBatch {
        static NONE: std::sync::LazyLock<RecordBatch> = std::sync::LazyLock::new(|| RecordBatch::new_empty(records::TABLE.schema_in_flight()));
        self.batches.iter().find(|(name, _)| *name == table.name).map_or(&NONE, |(_, batch)| batch)
    }

    fn count(&self, table: &crate::table::Table) -> usize {
        self.batch(table).num_rows()
    }
}

fn record(kind: &str, uuid: &str, second: u32, message: Value) -> Value {
    json!({"type": kind, "uuid": uuid, "sessionId": "s1", "timestamp": format!("2026-05-10T10:00:{second:02}.000Z"), "cwd": "/home/dev/alpha",
        "gitBranch": "main", "version": "2.1.99", "isSidechain": false, "message": message})
}

fn response(uuid: &str, second: u32, id: &str, output: i64, blocks: Value) -> Value {
    record(
        "assistant",
        uuid,
        second,
        json!({"id": id, "model": "claude-opus-5", "role": "assistant", "content": blocks,
        "usage": {"input_tokens": 7, "output_tokens": output, "cache_read_input_tokens": 500, "cache_creation_input_tokens": 0}}),
    )
}

fn call(uuid: &str, second: u32, id: &str, tool: &str, input: Value) -> Value {
    response(uuid, second, &format!("msg_{id}"), 1, json!([{"type": "tool_use", "id": id, "name": tool, "input": input}]))
}

fn result(uuid: &str, second: u32, id: &str, content: Value, is_error: bool, payload: Value) -> Value {
    let mut line = record(
        "user",
        uuid,
        second,
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": content, "is_error": is_error}]}),
    );
    line["toolUseResult"] = payload;
    line
}

fn with(mut line: Value, key: &str, value: Value) -> Value {
    line[key] = value;
    line
}

#[test]
fn damage_costs_nothing_else() {
    let good = |uuid: &str| response(uuid, 1, &format!("msg_{uuid}"), 1, json!([])).to_string();
    let text = format!(
        "\u{feff}{}\r\n\n  \t\nnull\n[]\n[\"assistant\",\"u\",null,1]\n{{}}\n{}\n{}{}\n{}{}\n{}\u{0}\u{0}\n{}",
        good("a"),
        &good("b")[..90],
        &good("c")[..90],
        good("d"),
        good("e"),
        good("f"),
        good("g"),
        &good("h")[..50]
    );
    let decoded = Decoded::of_bytes("projects/p/s1.jsonl", &[text.as_bytes()]);
    let counts = decoded.counts;
    assert_eq!((counts.lines, counts.records, counts.recovered_records, counts.damaged_lines, counts.pending_lines), (10, 6, 3, 6, 1));
    let rows = records::Columns::of(decoded.batch(&records::TABLE));
    let ids: Vec<_> = (0..6).filter_map(|row| rows.uuid.get(row)).collect();
    assert_eq!(ids, ["a", "d", "e", "f", "g"]);
    let errors = ingest_errors::Columns::of(decoded.batch(&ingest_errors::TABLE));
    assert_eq!((errors.line.get(0), errors.reason.get(0)), (4, "not an object"));
    assert_eq!((errors.line.get(4), errors.recovered.get(4)), (9, 1));
    assert_eq!((errors.line.get(5), errors.recovered.get(5)), (10, 2));
}

#[test]
fn odd_text_is_no_damage() {
    let mut line = response("u1", 1, "msg_a", 5, json!([{"type": "text", "text": "x"}])).to_string();
    line = line.replace("\"text\":\"x\"", r#""text":"half \ud83d emoji""#).replace("/home/dev/alpha", r"/home/\udc00/alpha");
    let bytes = [
        line.as_bytes(),
        b"\n",
        &response("u2", 1, "msg_b", 1, json!("\u{2028}\u{0}")).to_string().into_bytes(),
        b"\n",
        b"{\"type\":\"user\",\"uuid\":\"u3\",\"message\":{\"content\":\"a\xffb\"}}\n",
    ]
    .concat();
    let decoded = Decoded::of_bytes("projects/p/s1.jsonl", &[&bytes]);
    assert_eq!((decoded.counts.damaged_lines, decoded.counts.records, decoded.counts.requests), (0, 3, 2));
    let rows = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!(rows.common.cwd.get(0), Some("/home/\u{fffd}/alpha"));
    assert_eq!(prompts::Columns::of(decoded.batch(&prompts::TABLE)).bytes.get(0), 5);
}

proptest! {
    /// Bytes of any kind never stop the decoder, and never cost a whole record on a line of its own.
    #[test]
    fn whole_records_survive_any_neighbour(garbage in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 0..12), cut in 0usize..400) {
        let mut bytes = Vec::new();
        let mut wanted = 0;
        for (index, junk) in garbage.iter().enumerate() {
            bytes.extend(junk.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }));
            bytes.push(b'\n');
            bytes.extend(response(&format!("u{index}"), 1, &format!("msg_{index}"), 1, json!([])).to_string().bytes());
            bytes.push(b'\n');
            wanted += 1;
        }
        let tail = response("tail", 1, "msg_tail", 1, json!([])).to_string();
        bytes.extend(&tail.as_bytes()[..cut.min(tail.len())]);
        let whole = Decoded::of_bytes("projects/p/s1.jsonl", &[&bytes]);
        let uuids = records::Columns::of(whole.batch(&records::TABLE));
        let found = (0..whole.count(&records::TABLE)).filter(|row| uuids.uuid.get(*row).is_some_and(|uuid| uuid.starts_with('u'))).count();
        prop_assert!(found >= wanted);
        // The same source in blocks of whole lines gives the same.
        let middle = bytes.len() / 2;
        let end = split::block_end(&bytes[..middle]).unwrap_or(0);
        let blocks = Decoded::of_bytes("projects/p/s1.jsonl", &[&bytes[..end], &bytes[end..]]);
        prop_assert_eq!(blocks.counts, whole.counts);
        for ((_, one), (_, two)) in blocks.batches.iter().zip(&whole.batches) {
            prop_assert_eq!(one, two);
        }
    }
}

#[test]
fn raw_control_characters_cost_no_billing() {
    let line = response("u1", 1, "msg_a", 5, json!([{"type": "text", "text": "a_b"}])).to_string().replace("a_b", "a\u{0}b\tc") + "\n";
    let decoded = Decoded::of_bytes("projects/p/s1.jsonl", &[line.as_bytes()]);
    let counts = decoded.counts;
    assert_eq!((counts.damaged_lines, counts.recovered_records, counts.records, counts.requests), (1, 1, 1, 1));
}
