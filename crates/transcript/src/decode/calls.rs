//! Rows of `tool_calls` and of the tools' tables: a call and its result, joined within their source.

mod hook;

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::Out;
use super::drift::Drift;
use super::place::{Carrier, Held, Place, Texts};
use super::requests::Said;
use crate::classify::ErrorClass;
use crate::json::Raw;
use crate::line::{Block, Line};
use crate::policy::TextPolicy;
use crate::result::ToolResult;
use crate::tables::{call_key, common, other_results, text_results, tool_calls};
use crate::text::{self, Measure};
use crate::tools::outcome::{Outcome, Payload, Problem, Review};
use crate::tools::{self, Names, Opened, ToolCall};

/// The calls of a source so far, in the order in which they were first met.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    calls: Vec<Joined>,
    by_id: HashMap<Rc<str>, usize>,
}

/// A call and its result, as far as they are known.
#[derive(Debug)]
struct Joined {
    call_id: Rc<str>,
    tool_use_id: Option<Rc<str>>,
    call: Option<Call>,
    result: Option<Ended>,
    hook_duration_ms: Option<i64>,
    /// What the tool's own table makes of them; none for a tool that has no table.
    typed: Option<Box<dyn ToolCall>>,
    /// What of the input could not be typed.
    asked: Option<Other>,
}

#[derive(Debug)]
struct Call {
    place: Held,
    names: Names,
    message_id: Option<Rc<str>>,
    input_bytes: i64,
    said: Said,
}

#[derive(Debug)]
struct Ended {
    place: Held,
    is_error: bool,
    interrupted: Option<bool>,
    class: Option<ErrorClass>,
    denial_kind: Option<Rc<str>>,
    error_text: Option<String>,
    kind: &'static str,
    /// The text that the model was given; a hook is not told of it.
    given: Option<Measure>,
    has_image: Option<bool>,
    payload_bytes: Option<i64>,
    text: Option<(Measure, Option<String>)>,
    other: Option<Other>,
    /// What the tool has not seen yet, because the call is not known.
    unread: Option<Unread>,
}

/// What could not be typed, and what there was in its place.
#[derive(Clone, Debug)]
struct Other {
    problem: Problem,
    json: Option<String>,
    bytes: Option<i64>,
}

impl Other {
    fn of(problem: Problem, json: Option<&str>, policy: TextPolicy) -> Self {
        Other { problem, json: json.and_then(|json| policy.json(json)), bytes: json.map(|json| json.len() as i64) }
    }
}

/// Takes in the keys of calls and results that their tools do not know.
pub(super) struct Unknown<'a> {
    pub(super) drift: &'a mut Drift,
    pub(super) texts: &'a mut Texts,
}

impl Unknown<'_> {
    fn add(&mut self, tool: String, side: &str, review: &Review, place: &Held) {
        for key in &review.unknown {
            self.drift.tool(format!("{tool}.{side}"), key, place, self.texts);
        }
    }
}

/// A result as it came.
#[derive(Clone, Copy, Debug)]
struct Given<'a> {
    content: Raw<'a>,
    payload: Raw<'a>,
    is_error: bool,
}

/// A result that came before its call.
#[derive(Debug)]
struct Unread {
    content: Option<String>,
    payload: Option<String>,
    denial_kind: Option<Rc<str>>,
}

/// The id of a call: one that the API issued is global, any other only within its session.
fn call_id<'a>(tool_use_id: Option<&'a str>, place: &Place<'_>, record_id: &str, index: usize) -> Cow<'a, str> {
    match tool_use_id {
        Some(id) if id.starts_with("toolu_") || id.starts_with("srvtoolu_") => Cow::Borrowed(id),
        Some(id) => Cow::Owned(format!("{}/{id}", place.session_id)),
        None => Cow::Owned(format!("{record_id}/{index}")),
    }
}

impl Calls {
    /// Takes in the calls and results that the blocks of a record are.
    pub(super) fn add(&mut self, out: &Out<'_>, line: &Line<'_>, place: &Place<'_>, record_id: &str, said: &Said, found: &mut Unknown<'_>) {
        let Some(message) = line.message.get() else { return };
        let results = message.blocks().filter(|(_, block)| block.is_result()).count();
        // One payload cannot be told to belong to one of several results.
        let payload = if results == 1 { line.tool_use_result } else { Raw::default() };
        for (index, block) in message.blocks() {
            if block.is_call() {
                let id = block.id.str().filter(|id| !id.is_empty());
                let joined = self.joined(&call_id(id, place, record_id, index), id, found.texts);
                let message_id = message.id.str().map(|id| found.texts.share(id));
                joined.call(out, block, place, message_id, said, found);
            } else if block.is_result() {
                let id = block.tool_use_id.str().filter(|id| !id.is_empty());
                let joined = self.joined(&call_id(id, place, record_id, index), id, found.texts);
                let denial_kind = line.tool_denial_kind.str().map(|kind| found.texts.share(kind));
                let place = Held::of(place, found.texts);
                let payload = block.server_payload().filter(|_| payload.json().is_none()).unwrap_or(payload);
                joined.result(out, block, payload, denial_kind, place, found);
            }
        }
    }

    fn joined(&mut self, call_id: &str, tool_use_id: Option<&str>, texts: &mut Texts) -> &mut Joined {
        let index = match self.by_id.entry(texts.share(call_id)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let tool_use_id = tool_use_id.map(|id| texts.share(id));
                self.calls.push(Joined {
                    call_id: Rc::clone(entry.key()),
                    tool_use_id,
                    call: None,
                    result: None,
                    hook_duration_ms: None,
                    typed: None,
                    asked: None,
                });
                *entry.insert(self.calls.len() - 1)
            }
        };
        &mut self.calls[index]
    }

    /// Number of distinct calls.
    pub(crate) fn len(&self) -> usize {
        self.calls.iter().filter(|joined| joined.call.is_some()).count()
    }

    /// Appends the rows.
    pub(crate) fn finish(self, out: &mut Out<'_>) {
        for joined in &self.calls {
            joined.append(out);
        }
    }
}

impl Joined {
    /// Takes in a call. One that was met before keeps its input, so that call and result stay of one piece.
    fn call(&mut self, out: &Out<'_>, block: &Block<'_>, place: &Place<'_>, message_id: Option<Rc<str>>, said: &Said, found: &mut Unknown<'_>) {
        let place = Held::of(place, found.texts);
        if let Some(call) = &mut self.call {
            if place.standing() > call.place.standing() {
                if place.carrier > call.place.carrier {
                    call.message_id = message_id;
                    call.said = said.clone();
                }
                call.place = place;
            }
            return;
        }
        let names = Names::of(block.name.str(), block.server_name.str());
        let input = block.input.json().map(text::repair_surrogates);
        let input = input.as_deref();
        if let Some(Opened { call, review }) = names.known().map(|tool| tool.open(&names, input.unwrap_or("{}"), out.policy)) {
            found.add(names.name(), "input", &review, &place);
            self.asked = review.problem.map(|problem| Other::of(problem, input, out.policy));
            self.typed = Some(call);
        }
        self.call = Some(Call { place, names, message_id, input_bytes: input.map_or(0, |input| input.len() as i64), said: said.clone() });
        if let Some(ended) = &mut self.result
            && let Some(unread) = ended.unread.take()
        {
            let [content, payload] = [&unread.content, &unread.payload].map(|kept| kept.as_deref().map(Raw::of).unwrap_or_default());
            let given = Given { content, payload, is_error: ended.is_error };
            let place = ended.place.clone();
            *ended = Ended::of(out, given, self.call.as_ref(), self.typed.as_deref_mut(), unread.denial_kind.clone(), place, found);
        }
    }

    /// Takes in a result. A later one of the source takes the place of an earlier one, unless it only repeats it as an echo.
    fn result(&mut self, out: &Out<'_>, block: &Block<'_>, payload: Raw<'_>, denial_kind: Option<Rc<str>>, place: Held, found: &mut Unknown<'_>) {
        if self.result.as_ref().is_some_and(|ended| ended.place.standing() >= place.standing()) {
            return;
        }
        let given = Given { content: block.content, payload, is_error: block.is_error.copied().unwrap_or(false) || block.is_server_error() };
        let mut ended = Ended::of(out, given, self.call.as_ref(), self.typed.as_deref_mut(), denial_kind.clone(), place, found);
        if self.call.is_none() {
            let kept = |raw: Raw<'_>| raw.json().map(str::to_owned);
            ended.unread = Some(Unread { content: kept(block.content), payload: kept(payload), denial_kind });
        }
        self.result = Some(ended);
    }

    fn append(&self, out: &mut Out<'_>) {
        let call = self.call.as_ref();
        let result = self.result.as_ref();
        let Some(place) = call.map(|call| &call.place).or(result.map(|result| &result.place)) else { return };
        let mut common = place.row(out.source);
        common.ts = call.and_then(|call| call.place.ts).or(result.and_then(|result| result.place.ts));
        let key = call_key::Row { call_id: &self.call_id, tool_use_id: self.tool_use_id.as_deref() };
        let class = result.and_then(|result| result.class);
        let row = tool_calls::Row {
            common: &common,
            call_id: &self.call_id,
            tool_use_id: self.tool_use_id.as_deref(),
            last_line: result.map_or(place.line, |result| result.place.line.max(place.line)),
            tool: call.and_then(|call| call.names.tool()),
            tool_raw: call.and_then(|call| call.names.raw.as_deref()),
            mcp_server: call.and_then(|call| call.names.mcp_server.as_deref()),
            mcp_tool: call.and_then(|call| call.names.mcp_tool.as_deref()),
            message_id: call.and_then(|call| call.message_id.as_deref()),
            call_ts: call.and_then(|call| call.place.ts),
            result_ts: result.and_then(|result| result.place.ts),
            hook_duration_ms: self.hook_duration_ms,
            result_source: None,
            result_line: None,
            result_from: None,
            has_call: call.is_some(),
            has_result: result.is_some(),
            is_error: result.map(|result| result.is_error),
            interrupted: result.and_then(|result| result.interrupted),
            error_class: class.map(ErrorClass::as_str),
            hook_event: class.and_then(hook_event),
            denial_kind: result.and_then(|result| result.denial_kind.as_deref()),
            error_text: result.and_then(|result| result.error_text.as_deref()),
            result_kind: result.map(|result| result.kind),
            input_bytes: call.map(|call| call.input_bytes),
            result_bytes: result.and_then(|result| Some(result.given?.bytes)),
            result_chars: result.and_then(|result| Some(result.given?.chars)),
            has_image: result.and_then(|result| result.has_image),
            payload_bytes: result.and_then(|result| result.payload_bytes),
            permission_mode: call.and_then(|call| call.said.permission_mode.as_deref()),
            prompt_id: call.and_then(|call| call.said.prompt_id.as_deref()),
        };
        out.tables.tool_calls.append(out.origin, &row);
        let tool = call.and_then(|call| call.names.tool());
        if let Some(result) = result {
            result.append(out, &common, &key, tool);
        }
        if let Some(other) = result.and_then(|result| result.other.as_ref()).or(self.asked.as_ref()) {
            let field = other.problem.field();
            let row = other_results::Row {
                common: &common,
                call: &key,
                tool,
                reason: other.problem.reason(),
                field: field.as_deref(),
                payload: other.json.as_deref(),
                payload_bytes: other.bytes,
            };
            out.tables.other_results.append(out.origin, &row);
        }
        if let Some(typed) = &self.typed {
            typed.append(&tools::Keys { origin: out.origin, common: &common, call: &key }, out.tables);
        }
    }
}

fn hook_event(class: ErrorClass) -> Option<&'static str> {
    match class {
        ErrorClass::Hook => Some("PreToolUse"),
        ErrorClass::HookAfter => Some("PostToolUse"),
        _ => None,
    }
}

impl Ended {
    fn of(
        out: &Out<'_>,
        given: Given<'_>,
        call: Option<&Call>,
        typed: Option<&mut (dyn ToolCall + 'static)>,
        denial_kind: Option<Rc<str>>,
        place: Held,
        found: &mut Unknown<'_>,
    ) -> Self {
        let name = call.and_then(|call| call.names.raw.as_deref()).unwrap_or_default();
        // Half a surrogate pair in a text would cost the whole object.
        let repaired = given.payload.json().map(text::repair_surrogates);
        let payload = repaired.as_deref().map(Raw::of).unwrap_or_default();
        let result = ToolResult::lift(name, payload.json());
        let outcome = &Outcome::new(given.content, Payload::of(payload), result, given.is_error, denial_kind.as_deref());
        let known = typed.is_some();
        let (review, interrupted) = typed.map_or((Review::default(), None), |typed| (typed.result(outcome), typed.interrupted()));
        found.add(call.map(|call| call.names.name()).unwrap_or_default(), "result", &review, &place);
        let problem = match outcome.payload {
            Payload::Absent | Payload::Text(_) => None,
            _ if call.is_none() => Some(Problem::UnknownCall),
            _ if !known => Some(Problem::UnknownTool),
            _ => review.problem,
        };
        let prose = |text: &str| out.policy.prose(text).map(str::to_owned);
        let text = match outcome.payload {
            Payload::Text(raw) => text::measure_json(raw).map(|measure| {
                let text = outcome.payload_text().filter(|_| outcome.is_error);
                (measure, text.and_then(prose))
            }),
            _ => None,
        };
        let is_given = place.carrier != Carrier::Hook;
        Ended {
            place,
            is_error: outcome.is_error,
            interrupted,
            // Of what a stopped command said, no text tells that it was stopped.
            class: outcome.class.map(|class| if class == ErrorClass::Other && interrupted == Some(true) { ErrorClass::Interrupted } else { class }),
            denial_kind,
            error_text: outcome.class.and_then(|_| prose(outcome.error_text())),
            kind: outcome.typed.kind(),
            given: is_given.then(|| outcome.given()),
            has_image: is_given.then(|| outcome.has_image()),
            payload_bytes: outcome.payload.json().map(|json| json.len() as i64),
            text,
            other: problem.map(|problem| Other::of(problem, outcome.payload.json(), out.policy)),
            unread: None,
        }
    }

    fn append(&self, out: &mut Out<'_>, common: &common::Row<'_>, key: &call_key::Row<'_>, tool: Option<&str>) {
        if let Some((measure, text)) = &self.text {
            let row = text_results::Row {
                common,
                call: key,
                tool,
                is_error: self.is_error,
                error_class: self.class.map(ErrorClass::as_str),
                text: text.as_deref(),
                text_bytes: measure.bytes,
                text_chars: measure.chars,
                text_lines: measure.lines,
                text_hash: measure.hash,
            };
            out.tables.text_results.append(out.origin, &row);
        }
    }
}
