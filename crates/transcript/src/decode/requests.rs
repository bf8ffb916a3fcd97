//! Rows of `requests`: the lines of one response become one row.

use std::collections::HashMap;
use std::rc::Rc;

use super::Out;
use super::iterations::{self, ADVISOR, Iteration};
use super::place::{Held, Place, Standing, Texts};
use crate::line::{Line, Message, SYNTHETIC, Str, Usage};
use crate::money::pico_dollars;
use crate::tables::{common, request_attempts, requests, response_usage};

/// The responses of a source so far, in the order of their first lines.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    responses: Vec<Response>,
    by_key: HashMap<Key, usize>,
}

/// What tells responses of one source apart.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    /// An id that the API issued.
    Issued(Rc<str>),
    /// An id of another kind may be used again; then what was sent differs.
    Unissued { session_id: Rc<str>, message_id: Rc<str>, sent: [Option<i64>; 3] },
    /// No id: each record is a response.
    Record(Rc<str>),
}

#[derive(Debug)]
struct Response {
    response_id: Rc<str>,
    best: Best,
    standing: (bool, Option<i64>, Standing),
    first_ts: Option<i64>,
    last_ts: Option<i64>,
    usage_final: bool,
    snapshots: i64,
    unnamed_snapshots: i64,
}

/// What the best line of a response says.
#[derive(Debug)]
struct Best {
    place: Held,
    message_id: Option<Rc<str>>,
    request_id: Option<Rc<str>>,
    model: Option<Rc<str>>,
    stop_reason: Option<Rc<str>>,
    effort: Option<Rc<str>>,
    permission_mode: Option<Rc<str>>,
    prompt_id: Option<Rc<str>>,
    attribution: [Option<Rc<str>>; 4],
    cache_miss_reason: Option<Rc<str>>,
    tokens: Tokens,
    calls: Option<String>,
    beside: Vec<Iteration>,
    reported_cost: Option<i128>,
}

#[derive(Debug)]
pub(super) struct Tokens {
    input: Option<i64>,
    output: Option<i64>,
    cache_read: Option<i64>,
    cache_write: CacheWrite,
    thinking: Option<i64>,
    web_searches: Option<i64>,
    web_fetches: Option<i64>,
    speed: Option<Rc<str>>,
    pub(super) service_tier: Option<Rc<str>>,
    pub(super) inference_geo: Option<Rc<str>>,
}

/// Tokens written to the prompt cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CacheWrite {
    pub(super) five_minutes: Option<i64>,
    pub(super) hour: Option<i64>,
    split: bool,
}

impl CacheWrite {
    /// An hour's part is never more than the total; what the parts leave unexplained was written for five minutes.
    pub(super) fn of(usage: &Usage<'_>) -> Self {
        let parts = usage.cache_creation.get();
        let five_minutes = parts.and_then(|parts| parts.five_minutes.copied());
        let hour = parts.and_then(|parts| parts.hour.copied());
        let split = five_minutes.is_some() || hour.is_some();
        let sum = split.then(|| five_minutes.unwrap_or(0).saturating_add(hour.unwrap_or(0)));
        let Some(total) = usage.cache_creation_input_tokens.copied().or(sum) else {
            return Self { five_minutes: None, hour: None, split };
        };
        let hour = hour.unwrap_or(0).clamp(0, total.max(0));
        Self { five_minutes: Some(total - hour), hour: Some(hour), split }
    }

    /// What one of the calls of a response wrote, told apart as the response does it.
    pub(super) fn like(self, whole: Self) -> Self {
        match (self.split, whole.split) {
            (_, false) => Self {
                five_minutes: self.five_minutes.zip(self.hour).map(|(five_minutes, hour)| five_minutes.saturating_add(hour)),
                hour: self.hour.map(|_| 0),
                ..self
            },
            (false, true) if whole.five_minutes == Some(0) => Self { five_minutes: self.hour, hour: self.five_minutes, ..self },
            _ => self,
        }
    }
}

pub(super) fn share(text: &Str<'_>, texts: &mut Texts) -> Option<Rc<str>> {
    text.str().map(|text| texts.share(text))
}

impl Tokens {
    pub(super) fn of(usage: &Usage<'_>, texts: &mut Texts) -> Self {
        let server = usage.server_tool_use.get();
        Self {
            input: usage.input_tokens.copied(),
            output: usage.output_tokens.copied(),
            cache_read: usage.cache_read_input_tokens.copied(),
            cache_write: CacheWrite::of(usage),
            thinking: usage.output_tokens_details.get().and_then(|details| details.thinking_tokens.copied()),
            web_searches: server.and_then(|server| server.web_search_requests.copied()),
            web_fetches: server.and_then(|server| server.web_fetch_requests.copied()),
            speed: share(&usage.speed, texts),
            service_tier: share(&usage.service_tier, texts),
            inference_geo: share(&usage.inference_geo, texts),
        }
    }
}

/// What was last said before a record in its source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) permission_mode: Option<Rc<str>>,
    pub(crate) prompt_id: Option<Rc<str>>,
}

impl Said {
    /// What a record says that stands for itself.
    pub(crate) fn of(line: &Line<'_>, texts: &mut Texts) -> Self {
        let mut said = Self::default();
        said.add(line, texts);
        said
    }

    /// Takes in what a record says.
    pub(crate) fn add(&mut self, line: &Line<'_>, texts: &mut Texts) {
        for (said, text) in [(&mut self.permission_mode, &line.permission_mode), (&mut self.prompt_id, &line.prompt_id)] {
            if let Some(text) = text.str()
                && said.as_deref() != Some(text)
            {
                *said = Some(texts.share(text));
            }
        }
    }
}

impl Requests {
    /// Takes in a record, if it is a line of a billed response.
    pub(crate) fn add(&mut self, line: &Line<'_>, place: &Place<'_>, record_id: &str, said: &Said, texts: &mut Texts) {
        let Some(message) = line.message.get().filter(|_| line.kind.str() == Some("assistant")) else { return };
        let Some(usage) = message.usage.get().filter(|_| message.model.str() != Some(SYNTHETIC)) else { return };
        let index = self.response(message, usage, place, record_id, texts);
        let standing = (!place.is_sidechain, usage.output_tokens.copied(), place.standing());
        let is_final = message.stop_reason.str().is_some();
        let unnamed = i64::from(line.request_id.str().is_none_or(str::is_empty));
        let best = |texts: &mut Texts| Best::of(line, message, usage, place, said, texts);
        match index {
            Ok(index) => {
                let response = &mut self.responses[index];
                response.first_ts = [response.first_ts, place.ts].into_iter().flatten().min();
                response.last_ts = response.last_ts.max(place.ts);
                response.usage_final |= is_final;
                response.snapshots += 1;
                response.unnamed_snapshots += unnamed;
                let mut line = best(texts);
                if standing > response.standing {
                    response.standing = standing;
                    std::mem::swap(&mut response.best, &mut line);
                }
                response.best.complete(line);
            }
            Err(response_id) => self.responses.push(Response {
                response_id,
                best: best(texts),
                standing,
                first_ts: place.ts,
                last_ts: place.ts,
                usage_final: is_final,
                snapshots: 1,
                unnamed_snapshots: unnamed,
            }),
        }
    }

    /// The response that a line belongs to: its place in the list, or the id of a new one.
    fn response(
        &mut self,
        message: &Message<'_>,
        usage: &Usage<'_>,
        place: &Place<'_>,
        record_id: &str,
        texts: &mut Texts,
    ) -> Result<usize, Rc<str>> {
        let record = texts.share(record_id);
        let (key, response_id) = match message.id.str().filter(|id| !id.is_empty()) {
            Some(id) if id.starts_with("msg_") => {
                let id = texts.share(id);
                (Key::Issued(Rc::clone(&id)), id)
            }
            Some(id) => {
                let sent = [&usage.input_tokens, &usage.cache_read_input_tokens, &usage.cache_creation_input_tokens].map(|tokens| tokens.copied());
                (Key::Unissued { session_id: texts.share(&place.session_id), message_id: texts.share(id), sent }, record)
            }
            None => (Key::Record(Rc::clone(&record)), record),
        };
        let next = self.responses.len();
        let index = *self.by_key.entry(key).or_insert(next);
        if index < next { Ok(index) } else { Err(response_id) }
    }

    /// Number of responses.
    pub(crate) fn len(&self) -> usize {
        self.responses.len()
    }

    /// Appends the rows.
    pub(crate) fn finish(self, out: &mut Out<'_>) {
        for response in &self.responses {
            response.append(out);
        }
    }
}

impl Best {
    /// Takes from another line of the response what this one does not say.
    fn complete(&mut self, other: Self) {
        fn fill<T>(mine: &mut Option<T>, other: Option<T>) {
            if mine.is_none() {
                *mine = other;
            }
        }
        fill(&mut self.request_id, other.request_id);
        fill(&mut self.stop_reason, other.stop_reason);
        fill(&mut self.effort, other.effort);
        fill(&mut self.cache_miss_reason, other.cache_miss_reason);
        fill(&mut self.reported_cost, other.reported_cost);
        fill(&mut self.tokens.thinking, other.tokens.thinking);
        fill(&mut self.tokens.web_searches, other.tokens.web_searches);
        fill(&mut self.tokens.web_fetches, other.tokens.web_fetches);
        fill(&mut self.tokens.speed, other.tokens.speed);
        fill(&mut self.tokens.service_tier, other.tokens.service_tier);
        fill(&mut self.tokens.inference_geo, other.tokens.inference_geo);
        for (mine, other) in self.attribution.iter_mut().zip(other.attribution) {
            fill(mine, other);
        }
    }

    fn of(line: &Line<'_>, message: &Message<'_>, usage: &Usage<'_>, place: &Place<'_>, said: &Said, texts: &mut Texts) -> Self {
        let counted = iterations::counted(usage);
        let calls = iterations::calls(usage, &counted);
        let beside = Iteration::beside(usage, &counted, texts);
        let reason = message.diagnostics.get().and_then(|diagnostics| diagnostics.cache_miss_reason.get());
        Best {
            place: Held::of(place, texts),
            message_id: share(&message.id, texts),
            request_id: line.request_id.str().filter(|id| !id.is_empty()).map(|id| texts.share(id)),
            model: share(&message.model, texts),
            stop_reason: share(&message.stop_reason, texts),
            effort: share(&line.effort, texts),
            permission_mode: said.permission_mode.clone(),
            prompt_id: said.prompt_id.clone(),
            attribution: [&line.attribution_skill, &line.attribution_plugin, &line.attribution_mcp_server, &line.attribution_mcp_tool]
                .map(|text| share(text, texts)),
            cache_miss_reason: reason.and_then(|reason| share(&reason.kind, texts)),
            tokens: Tokens::of(usage, texts),
            calls,
            beside,
            reported_cost: line.cost_usd.json().and_then(pico_dollars),
        }
    }
}

impl Response {
    fn append(&self, out: &mut Out<'_>) {
        let best = &self.best;
        let mut common = best.place.row(out.source);
        common.ts = self.first_ts;
        self.append_request(out, &common, "main", &self.usage(0, &best.model, &best.tokens));
        for iteration in &best.beside {
            let usage = self.usage(iteration.index, &iteration.model, &iteration.tokens);
            if iteration.kind.as_deref() == Some(ADVISOR) {
                self.append_request(out, &common, "advisor", &usage);
            } else {
                let row = request_attempts::Row { common: &common, usage: &usage, r#type: iteration.kind.as_deref() };
                out.tables.request_attempts.append(out.origin, &row);
            }
        }
    }

    fn usage<'a>(&'a self, index: i64, model: &'a Option<Rc<str>>, tokens: &'a Tokens) -> response_usage::Row<'a> {
        let message_id = self.best.message_id.as_deref();
        let model = model.as_deref();
        response_usage::Row {
            response_id: &self.response_id,
            iteration_index: index,
            message_id,
            request_id: self.best.request_id.as_deref(),
            model,
            provider: provider(message_id, model),
            speed: tokens.speed.as_deref(),
            service_tier: tokens.service_tier.as_deref(),
            inference_geo: tokens.inference_geo.as_deref(),
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            cache_read_tokens: tokens.cache_read,
            cache_write_5m_tokens: tokens.cache_write.five_minutes,
            cache_write_1h_tokens: tokens.cache_write.hour,
            cache_write_split: tokens.cache_write.split,
            thinking_tokens: tokens.thinking,
            web_search_requests: tokens.web_searches,
            web_fetch_requests: tokens.web_fetches,
        }
    }

    fn append_request(&self, out: &mut Out<'_>, common: &common::Row<'_>, kind: &str, usage: &response_usage::Row<'_>) {
        let best = &self.best;
        let [skill, plugin, mcp_server, mcp_tool] = &best.attribution;
        let row = requests::Row {
            common,
            usage,
            kind,
            stop_reason: best.stop_reason.as_deref(),
            effort: best.effort.as_deref(),
            permission_mode: best.permission_mode.as_deref(),
            prompt_id: best.prompt_id.as_deref(),
            attribution_skill: skill.as_deref(),
            attribution_plugin: plugin.as_deref(),
            attribution_mcp_server: mcp_server.as_deref(),
            attribution_mcp_tool: mcp_tool.as_deref(),
            cache_miss_reason: best.cache_miss_reason.as_deref(),
            calls: best.calls.as_deref().filter(|_| kind == "main"),
            usage_final: self.usage_final,
            last_ts: self.last_ts,
            snapshots: self.snapshots,
            unnamed_snapshots: self.unnamed_snapshots,
            reported_cost_usd: best.reported_cost.filter(|_| kind == "main"),
        };
        out.tables.requests.append(out.origin, &row);
    }
}

/// Who served a response, as far as its ids tell.
fn provider(message_id: Option<&str>, model: Option<&str>) -> Option<&'static str> {
    let id = message_id.unwrap_or_default();
    let model = model.unwrap_or_default();
    if id.starts_with("msg_bdrk_") || model.contains("anthropic.claude") {
        Some("bedrock")
    } else if id.starts_with("msg_vrtx_") || model.contains('@') {
        Some("vertex")
    } else {
        None
    }
}
