//! Which results of a transcript are not what their tools' results are.
//!
//! The lake takes what it can of every result. Here each one has to be typed faithfully, as
//! [`parse_tool_result`] does with [`OnError::Raise`].

use std::borrow::Cow;
use std::collections::HashMap;

use crate::json::{self, Field, Raw, object};
use crate::line::{Block, Line, Str};
use crate::result::{OnError, ToolResultError, parse_tool_result};
use crate::split::{self, Splitter};
use crate::text;

object! {
    /// What a hook is told of a result.
    struct HookResult<'a> {
        tool_name: Str<'a> = "tool_name",
        tool_response: Raw<'a> = "tool_response",
    }
}

/// A result that cannot be typed faithfully.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line in the transcript, from 1.
    pub line: i64,
    /// Why not.
    pub error: ToolResultError,
}

/// Goes through the results of one transcript, stream or log of hooks.
///
/// ```
/// use cclake_transcript::audit::Audit;
///
/// let mut audit = Audit::new();
/// audit.block(br#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{}}]}}
/// {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1"}]},"toolUseResult":{"stdout":7}}
/// "#);
/// let (results, findings) = audit.finish();
/// assert_eq!((results, findings[0].line), (1, 2));
/// assert_eq!(findings[0].error.to_string(), "Bash: field `stdout` is not a string");
/// ```
#[derive(Debug, Default)]
pub struct Audit {
    splitter: Splitter,
    /// Names of the tools that were called, by the ids of the calls.
    tools: HashMap<String, String>,
    /// Results whose calls are not known yet: id, line and payload.
    waiting: Vec<(String, i64, String)>,
    results: u64,
    findings: Vec<Finding>,
}

impl Audit {
    /// An audit of a transcript.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in the next part of the transcript: whole lines; only the last block may end without a line feed.
    pub fn block(&mut self, bytes: &[u8]) {
        let mut splitter = std::mem::take(&mut self.splitter);
        for line in splitter.lines(bytes) {
            self.line(&line);
        }
        self.splitter = splitter;
    }

    /// The number of results, and those that cannot be typed faithfully, by their lines. A result without its call is of no known tool.
    pub fn finish(mut self) -> (u64, Vec<Finding>) {
        for (id, line, payload) in std::mem::take(&mut self.waiting) {
            if let Some(tool) = self.tools.get(&id) {
                self.findings.extend(finding(tool, line, &payload));
            }
        }
        self.findings.sort_by_key(|finding| finding.line);
        (self.results, self.findings)
    }

    fn line(&mut self, line: &split::Line<'_>) {
        let text = text::lossless(line.bytes);
        if let Some(record) = parse(&text) {
            return self.record(&record, &text, line.number, Cow::Borrowed);
        }
        let repaired = text::repair_surrogates(&text);
        if let Some(record) = parse(&repaired) {
            // A payload is judged as it is written: what was repaired is as long as it was.
            let written = |payload: &str| {
                let start = payload.as_ptr().addr() - repaired.as_ptr().addr();
                Cow::Owned(text.get(start..start + payload.len()).unwrap_or_default().to_owned())
            };
            return self.record(&record, &repaired, line.number, written);
        }
        let text = text::without_controls(&repaired);
        for range in split::recover(&text) {
            let part = &text[range];
            if let Some(record) = parse(part) {
                self.record(&record, part, line.number, Cow::Borrowed);
            }
        }
    }

    fn record<'a>(&mut self, record: &Line<'a>, json: &'a str, line: i64, written: impl Fn(&'a str) -> Cow<'a, str>) {
        if record.hook_event_name.str() == Some("PostToolUse") {
            let told: HookResult<'a> = json::object_or_default(json);
            self.results += 1;
            if let (Some(tool), Some(payload)) = (told.tool_name.str(), told.tool_response.json()) {
                self.findings.extend(finding(tool, line, &written(payload)));
            }
        }
        self.message(record, line, &written);
        let echoed = record.data.get().filter(|data| data.kind.str() == Some("agent_progress")).and_then(|data| data.message.json());
        if let Some(record) = echoed.and_then(parse) {
            self.message(&record, line, &written);
        }
    }

    fn message<'a>(&mut self, record: &Line<'a>, line: i64, written: &impl Fn(&'a str) -> Cow<'a, str>) {
        let Some(message) = record.message.get() else { return };
        for (_, block) in message.blocks().filter(|(_, block)| block.is_call()) {
            if let (Some(id), Some(name)) = (block.id.str(), block.name.str()) {
                self.tools.entry(id.to_owned()).or_insert_with(|| name.to_owned());
            }
        }
        let results: Vec<&Block<'_>> = message.blocks().map(|(_, block)| block).filter(|block| block.is_result()).collect();
        self.results += results.len() as u64;
        // One payload cannot be told to belong to one of several results.
        let ([result], Some(payload)) = (&results[..], record.tool_use_result.json()) else { return };
        let Some(id) = result.tool_use_id.str() else { return };
        let payload = written(payload);
        match self.tools.get(id) {
            Some(tool) => self.findings.extend(finding(tool, line, &payload)),
            None => self.waiting.push((id.to_owned(), line, payload.into_owned())),
        }
    }
}

fn parse(text: &str) -> Option<Line<'_>> {
    json::read(text).ok().and_then(Field::into_option)
}

fn finding(tool: &str, line: i64, payload: &str) -> Option<Finding> {
    parse_tool_result(tool, Some(payload), OnError::Raise).err().map(|error| Finding { line, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str, tool: &str) -> String {
        format!(r#"{{"type":"assistant","uuid":"c{id}","message":{{"content":[{{"type":"tool_use","id":"{id}","name":"{tool}","input":{{}}}}]}}}}"#)
    }

    fn result(id: &str, payload: &str) -> String {
        format!(
            r#"{{"type":"user","uuid":"r{id}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","content":"x"}}]}},"toolUseResult":{payload}}}"#
        )
    }

    fn audit(lines: &[String]) -> (u64, Vec<(i64, String)>) {
        let mut audit = Audit::new();
        for line in lines {
            audit.block(format!("{line}\n").as_bytes());
        }
        let (results, findings) = audit.finish();
        (results, findings.into_iter().map(|finding| (finding.line, finding.error.to_string())).collect())
    }

    fn stdout(tool: &str) -> String {
        format!("{tool}: field `stdout` is not a string")
    }

    #[test]
    fn faithful_results_are_none_of_the_findings() {
        let lines = [
            call("1", "Bash"),
            result("1", r#"{"stdout":"a"}"#),
            call("2", "Grep"),
            result("2", r#"{"mode":7}"#),
            call("3", "Bash"),
            result("3", "\"Error: Exit code 1\""),
            result("4", r#"{"stdout":7}"#),
        ];
        assert_eq!(audit(&lines), (4, vec![]));
    }

    #[test]
    fn findings_are_in_the_order_of_their_lines() {
        let lines = [result("1", r#"{"stdout":7}"#), call("1", "Execute"), call("2", "Bash"), String::new(), result("2", r#"{"stdout":[]}"#)];
        assert_eq!(audit(&lines), (2, vec![(1, stdout("Execute")), (5, stdout("Bash"))]));
    }

    #[test]
    fn damage_is_judged_as_it_is_written() {
        let half = r"Bash: payload holds \ud83d, which JSON text cannot express".to_owned();
        let payload = r#"{"stdout":"é\ud83d"}"#;
        let whole = result("1", payload);
        // In a text of the record itself the half pair has to be repaired before the line can be read.
        let repaired = whole.replace(r#""type":"user""#, r#""type":"user","cwd":"\ud83d""#);
        let glued = format!(r#"{{"type":"us{}"#, result("1", r#"{"stdout":7}"#));
        assert_eq!(audit(&[call("1", "Bash"), whole, repaired, glued]), (3, vec![(2, half.clone()), (3, half), (4, stdout("Bash"))]));
    }

    #[test]
    fn hooks_are_told_of_results() {
        let told = |event: &str, payload: &str| {
            format!(r#"{{"hook_event_name":"{event}","session_id":"s","tool_name":"Bash","tool_use_id":"1","tool_response":{payload}}}"#)
        };
        let lines = [told("PreToolUse", "7"), told("PostToolUse", r#"{"stdout":7}"#), told("PostToolUse", r#"{"stdout":"a"}"#)];
        assert_eq!(audit(&lines), (2, vec![(2, stdout("Bash"))]));
    }

    #[test]
    fn echoes_are_records_and_several_results_share_no_payload() {
        let echo = |record: String| format!(r#"{{"type":"progress","data":{{"type":"agent_progress","message":{record}}}}}"#);
        let two = result("1", r#"{"stdout":7}"#).replace(r#""content":[{"#, r#""content":[{"type":"tool_result","tool_use_id":"2"},{"#);
        assert_eq!(audit(&[echo(call("1", "Bash")), echo(result("1", r#"{"stdout":7}"#)), two]), (3, vec![(2, stdout("Bash"))]));
    }
}
