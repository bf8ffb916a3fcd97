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
pub(crate) fn decode_with(policy: TextPolicy, tool: &str, input: &str, result: Given<'_>) -> Decoded {
    decode_all(policy, [(tool, input, result)])
}

/// Decodes calls with their results, as one source; the calls are `toolu_1`, `toolu_2` and so on.
pub(crate) fn decode_all<'a>(policy: TextPolicy, calls: impl IntoIterator<Item = (&'a str, &'a str, Given<'a>)>) -> Decoded {
    let lines = calls.into_iter().zip(1..).fold(String::new(), |lines, ((tool, input, Given(content, payload, is_error)), id)| {
        let payload = payload.map(|payload| format!(r#","toolUseResult":{payload}"#)).unwrap_or_default();
        lines
            + &format!(
                r#"{{"type":"assistant","uuid":"a{id}","sessionId":"s","message":{{"id":"msg_{id}","content":[{{"type":"tool_use","id":"toolu_{id}","name":"{tool}","input":{input}}}]}}}}
{{"type":"user","uuid":"u{id}","sessionId":"s","message":{{"content":[{{"type":"tool_result","tool_use_id":"toolu_{id}","content":{content},"is_error":{is_error}}}]}}{payload}}}
"#
            )
    });
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

    /// The tables that have rows.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, &RecordBatch)> {
        self.0.iter().map(|(name, batch)| (*name, batch))
    }

    /// What could not be typed of the first call that has such: reason and field.
    pub(crate) fn problem(&self) -> Option<(String, String)> {
        self.problems().next().map(|(_, reason, field)| (reason, field))
    }

    /// What could not be typed: call, reason and field.
    pub(crate) fn problems(&self) -> impl Iterator<Item = (String, String, String)> {
        let batch = self.0.iter().find(|(name, _)| *name == "other_results").map(|(_, batch)| batch);
        batch.into_iter().flat_map(|batch| {
            let columns = other_results::Columns::of(batch);
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let problem = |row| (columns.call.call_id.get(row).to_owned(), columns.reason.get(row).to_owned(), text(columns.field.get(row)));
            (0..batch.num_rows()).map(problem).collect::<Vec<_>>()
        })
    }
}
