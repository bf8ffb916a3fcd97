//! What the tests of the tools share: one call and its result, decoded.

use arrow::array::RecordBatch;

use crate::decode::{Decoder, TextPolicy};
use crate::source::Source;
use crate::tables::{Tables, other_results};

/// The batches that a call and its result gave.
pub(crate) struct Decoded(Vec<(&'static str, RecordBatch)>);

/// A result: its content as JSON, its payload as JSON, and whether it is an error.
pub(crate) struct Given<'a>(pub(crate) &'a str, pub(crate) Option<&'a str>, pub(crate) bool);

/// Decodes a call with this input, as JSON, and its result.
pub(crate) fn decode(tool: &str, input: &str, result: Given<'_>) -> Decoded {
    decode_with(TextPolicy::Preview, tool, input, result)
}

/// The same under a policy.
pub(crate) fn decode_with(policy: TextPolicy, tool: &str, input: &str, Given(content, payload, is_error): Given<'_>) -> Decoded {
    let payload = payload.map(|payload| format!(r#","toolUseResult":{payload}"#)).unwrap_or_default();
    let lines = format!(
        r#"{{"type":"assistant","uuid":"u1","sessionId":"s","message":{{"id":"msg_1","content":[{{"type":"tool_use","id":"toolu_1","name":"{tool}","input":{input}}}]}}}}
{{"type":"user","uuid":"u2","sessionId":"s","message":{{"content":[{{"type":"tool_result","tool_use_id":"toolu_1","content":{content},"is_error":{is_error}}}]}}{payload}}}
"#
    );
    let source = Source::new("m", "/root", "projects/p/s.jsonl");
    let mut tables = Tables::default();
    let mut decoder = Decoder::new(&source, policy, 0, &mut tables);
    decoder.block(lines.as_bytes());
    assert_eq!(decoder.finish().damaged_lines, 0, "{lines}");
    Decoded(tables.finish().into_iter().map(|(table, batch)| (table.name, batch)).collect())
}

impl Decoded {
    /// The rows of a table that must have some.
    pub(crate) fn batch(&self, table: &str) -> &RecordBatch {
        let found = self.0.iter().find(|(name, _)| *name == table);
        &found.unwrap_or_else(|| panic!("{table} has no rows")).1
    }

    /// How many rows a table has.
    pub(crate) fn rows(&self, table: &str) -> usize {
        self.0.iter().find(|(name, _)| *name == table).map_or(0, |(_, batch)| batch.num_rows())
    }

    /// What could not be typed: reason and field.
    pub(crate) fn problem(&self) -> Option<(String, String)> {
        let (_, batch) = self.0.iter().find(|(name, _)| *name == "other_results")?;
        let columns = other_results::Columns::of(batch);
        Some((columns.reason.get(0).to_owned(), columns.field.get(0).unwrap_or_default().to_owned()))
    }
}
