//! One answer of the model: its id, its usage, and the lines that repeat both.

use crate::json::{Array, Object, object};
use crate::kit::{Kit, Share};
use crate::thread::{Echo, Kind, Thread, Written};
use crate::truth::Tokens;
use crate::version::{Regime, Version, v};

const ADVISOR: &str = "claude-opus-4-8";
const REFUSING: &str = "claude-fable-5";

/// What `usage.iterations` has beside the counted iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    None,
    Advisor,
    Fallback,
}

/// An answer that is being written line by line.
pub(crate) struct Response {
    id: String,
    request: Option<String>,
    model: &'static str,
    tokens: Tokens,
    /// Output tokens as each line tells them.
    outputs: Vec<u64>,
    stop: &'static str,
    extra: Extra,
    extra_tokens: Tokens,
    next: usize,
}

impl Response {
    /// An answer in `lines` lines that ends for the reason `stop`. Counts it.
    pub(crate) fn new(kit: &mut Kit, thread: &mut Thread, lines: usize, bytes: usize, stop: &'static str, extra: Extra) -> Self {
        thread.counter += 1;
        let (id, request, input) = if thread.frame.relayed {
            ("ocgo".to_owned(), None, 1000 + thread.counter)
        } else {
            // A few responses of these versions lack the request id.
            let is_nameless = thread.frame.version <= v(2, 1, 29) && kit.rng.chance(20);
            let request = (!is_nameless).then(|| kit.rng.issued("req_011C", 20));
            (kit.rng.issued("msg_01", 22), request, kit.rng.within(1..=12))
        };
        let outputs = outputs(kit, thread.frame.version, lines, bytes);
        let written = kit.rng.within(100..=20_000);
        let for_an_hour = thread.frame.version >= v(2, 1, 59) && thread.agent.is_none();
        let is_new = thread.frame.version.regime() == Regime::AllFinal;
        let tokens = Tokens {
            requests: 1,
            input,
            output: outputs[lines - 1],
            cache_read: kit.rng.within(8_000..=160_000),
            cache_write_5m: if for_an_hour { 0 } else { written },
            cache_write_1h: if for_an_hour { written } else { 0 },
            web_searches: if is_new && kit.rng.chance(10) { kit.rng.within(1..=3) } else { 0 },
        };
        let extra_tokens = Tokens {
            requests: 1,
            input: kit.rng.within(500..=20_000),
            output: kit.rng.within(20..=900),
            cache_read: kit.rng.within(0..=9_000),
            cache_write_5m: kit.rng.within(0..=900),
            ..Tokens::default()
        };
        let model = if extra == Extra::Fallback { ADVISOR } else { thread.frame.model };
        let truth = &mut kit.truth;
        truth.requests.entry(model.to_owned()).or_default().add(tokens);
        match extra {
            Extra::None => {}
            Extra::Advisor => truth.advisors.entry(ADVISOR.to_owned()).or_default().add(extra_tokens),
            Extra::Fallback => truth.attempts.entry(REFUSING.to_owned()).or_default().add(extra_tokens),
        }
        Self { id, request, model, tokens, outputs, stop, extra, extra_tokens, next: 0 }
    }

    /// Writes the next line, with one content block.
    pub(crate) fn line(&mut self, kit: &mut Kit, thread: &mut Thread, block: &str) -> Written {
        let at = self.next;
        self.next += 1;
        let version = thread.frame.version;
        let is_final = match version.regime() {
            Regime::Placeholder => false,
            Regime::LastFinal => self.next == self.outputs.len(),
            Regime::AllFinal => true,
        };
        let message = self.message(version, block, self.outputs[at], is_final);
        let request = self.request.clone();
        write_assistant(kit, thread, message, request)
    }

    fn message(&self, version: Version, block: &str, output: u64, is_final: bool) -> String {
        let mut message = String::with_capacity(block.len() + 900);
        Object::write(&mut message, |o| {
            o.str("model", self.model);
            o.str("id", &self.id);
            o.str("type", "message");
            o.str("role", "assistant");
            o.array("content", |a| a.raw(block));
            if is_final {
                o.str("stop_reason", self.stop);
            } else {
                o.null("stop_reason");
            }
            o.null("stop_sequence");
            if version >= v(2, 1, 119) {
                o.null("stop_details");
            }
            o.object("usage", |o| self.usage(o, version, output, is_final));
        });
        message
    }

    fn usage(&self, o: &mut Object<'_>, version: Version, output: u64, is_final: bool) {
        let tokens = Tokens { output, ..self.tokens };
        o.put("input_tokens", tokens.input);
        o.put("cache_creation_input_tokens", tokens.cache_write_5m + tokens.cache_write_1h);
        o.put("cache_read_input_tokens", tokens.cache_read);
        if !is_final {
            if version >= v(2, 0, 0) {
                o.object("cache_creation", |o| split(o, tokens));
            }
            o.put("output_tokens", output);
            o.str("service_tier", "standard");
            if version >= v(2, 1, 41) {
                o.str("inference_geo", "not_available");
            }
            return;
        }
        o.put("output_tokens", output);
        o.object("server_tool_use", |o| {
            o.put("web_search_requests", tokens.web_searches);
            o.put("web_fetch_requests", 0);
        });
        o.str("service_tier", "standard");
        o.object("cache_creation", |o| split(o, tokens));
        let is_new = version.regime() == Regime::AllFinal;
        o.str("inference_geo", if is_new { "not_available" } else { "" });
        o.array("iterations", |a| {
            if is_new {
                self.iterations(a, tokens);
            }
        });
        o.str("speed", "standard");
    }

    fn iterations(&self, a: &mut Array<'_>, tokens: Tokens) {
        match self.extra {
            Extra::None => iteration(a, "message", None, tokens),
            Extra::Advisor => {
                iteration(a, "message", None, tokens);
                iteration(a, "advisor_message", Some(ADVISOR), self.extra_tokens);
            }
            Extra::Fallback => {
                iteration(a, "message", Some(REFUSING), self.extra_tokens);
                iteration(a, "fallback_message", Some(self.model), tokens);
            }
        }
    }

    /// The usage of the last line, as an Agent result repeats it.
    pub(crate) fn final_usage(&self, version: Version) -> String {
        object(|o| self.usage(o, version, self.tokens.output, true))
    }

    pub(crate) fn total_tokens(&self) -> u64 {
        self.tokens.input + self.tokens.output + self.tokens.cache_read + self.tokens.cache_write_5m + self.tokens.cache_write_1h
    }

    /// The block once more inside a subagent's file, under the same id and a new request id: nothing that was billed.
    pub(crate) fn replay(&self, kit: &mut Kit, child: &mut Thread, block: &str) {
        let message = self.message(child.frame.version, block, self.tokens.output, child.frame.version.regime() == Regime::AllFinal);
        let request = Some(kit.rng.issued("req_011C", 20));
        write_assistant(kit, child, message, request);
    }
}

fn outputs(kit: &mut Kit, version: Version, lines: usize, bytes: usize) -> Vec<u64> {
    let real = (bytes / 4) as u64 + kit.rng.within(20..=400);
    let mut outputs = vec![kit.rng.within(1..=9); lines];
    match version.regime() {
        Regime::Placeholder => {
            if lines > 1 && kit.rng.chance(250) {
                outputs[lines - 1] += kit.rng.within(1..=real);
            }
        }
        Regime::LastFinal => outputs[lines - 1] = real,
        Regime::AllFinal => outputs.fill(real),
    }
    outputs
}

fn split(o: &mut Object<'_>, tokens: Tokens) {
    o.put("ephemeral_5m_input_tokens", tokens.cache_write_5m);
    o.put("ephemeral_1h_input_tokens", tokens.cache_write_1h);
}

fn iteration(a: &mut Array<'_>, kind: &str, model: Option<&str>, tokens: Tokens) {
    a.object(|o| {
        o.put("input_tokens", tokens.input);
        o.put("output_tokens", tokens.output);
        o.put("cache_read_input_tokens", tokens.cache_read);
        o.put("cache_creation_input_tokens", tokens.cache_write_5m + tokens.cache_write_1h);
        o.object("cache_creation", |o| split(o, tokens));
        o.str("type", kind);
        if let Some(model) = model {
            o.str("model", model);
        }
    });
}

fn write_assistant(kit: &mut Kit, thread: &mut Thread, message: String, request: Option<String>) -> Written {
    thread.pass(kit, 200..=9_000);
    let effort = (thread.frame.version >= v(2, 1, 205)).then_some("high");
    let written = thread.record(
        kit,
        Kind::Assistant,
        Share::Assistant,
        |o| {
            o.put("message", &message);
            if let Some(request) = &request {
                o.str("requestId", request);
            }
        },
        |o| {
            if let Some(effort) = effort {
                o.str("effort", effort);
            }
        },
    );
    if thread.agent.is_some() {
        let Written { uuid, timestamp } = &written;
        let (uuid, timestamp) = (uuid.clone(), timestamp.clone());
        thread.echoes.push(Echo { kind: Kind::Assistant, message, request, failure: None, uuid, timestamp });
    }
    written
}

/// A message that Claude Code made up itself: an API error, or a note.
pub(crate) fn synthetic(kit: &mut Kit, thread: &mut Thread, text: &str, is_error: bool) {
    thread.pass(kit, 200..=9_000);
    if is_error {
        kit.truth.api_errors += 1;
    } else {
        kit.truth.synthetic += 1;
    }
    let message = object(|o| {
        o.str("id", &kit.rng.uuid());
        o.str("model", "<synthetic>");
        o.str("role", "assistant");
        o.str("type", "message");
        o.str("stop_reason", "stop_sequence");
        o.str("stop_sequence", "");
        o.object("usage", |o| {
            o.put("input_tokens", 0);
            o.put("output_tokens", 0);
            o.put("cache_creation_input_tokens", 0);
            o.put("cache_read_input_tokens", 0);
        });
        o.array("content", |a| {
            a.object(|o| {
                o.str("type", "text");
                o.str("text", text);
            });
        });
    });
    thread.record(
        kit,
        Kind::Assistant,
        Share::Assistant,
        |o| o.put("message", &message),
        |o| {
            o.put("isApiErrorMessage", is_error);
            if is_error {
                o.str("error", "rate_limit");
            }
        },
    );
}
