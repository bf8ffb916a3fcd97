//! From the bytes of a source to rows.
//!
//! A source is decoded in one pass, in blocks of whole lines. Rows of records are appended as they are met; responses
//! and tool calls are held until the source ends, since later lines complete them.

mod agents;
mod blocks;
mod calls;
mod details;
mod drift;
mod events;
mod hooks;
mod iterations;
mod place;
mod records;
mod requests;
mod runs;
mod sessions;
mod sidecar;
mod stream;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

use crate::json::{self, Field};
use crate::line::Line;
pub use crate::policy::TextPolicy;
use crate::source::{Source, SourceKind};
use crate::split::{self, Splitter};
use crate::tables::{Tables, ingest_errors, sources};
use crate::text;
use agents::Agents;
use calls::{Calls, Unknown};
use details::Details;
use drift::Drift;
use events::Told;
use hooks::HookPayload;
use place::{Carrier, Place, Texts};
use records::{Novelty, Records};
use requests::{Requests, Said};
use runs::RunResult;
use sessions::Sessions;
use sidecar::Sidecar;
use stream::Streams;

/// Where rows go, and what all rows of a source have in common.
#[derive(Debug)]
pub(crate) struct Out<'a> {
    pub(crate) source: &'a Source,
    pub(crate) policy: TextPolicy,
    pub(crate) origin: u32,
    pub(crate) tables: &'a mut Tables,
}

/// What a source held.
///
/// For each source `records - recovered_records + duplicates + damaged_lines + pending_lines == lines`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Size of the source.
    pub bytes: u64,
    /// Lines that are not blank.
    pub lines: u64,
    /// Distinct records, recovered ones included, echoes not.
    pub records: u64,
    /// Lines that repeat a record.
    pub duplicates: u64,
    /// Lines that are not one JSON object.
    pub damaged_lines: u64,
    /// Distinct records that were found in damaged lines.
    pub recovered_records: u64,
    /// 1 if the last line is still being written.
    pub pending_lines: u64,
    /// Distinct responses.
    pub requests: u64,
    /// Distinct tool calls.
    pub tool_calls: u64,
}

/// Decodes one source into the rows of all tables.
///
/// ```
/// use cclake_transcript::decode::{Decoder, TextPolicy};
/// use cclake_transcript::source::Source;
/// use cclake_transcript::tables::Tables;
///
/// let source = Source::new("laptop", "/home/dev/.claude", "projects/-home-dev/s1.jsonl");
/// let mut tables = Tables::default();
/// let mut decoder = Decoder::new(&source, TextPolicy::Preview, 0, &mut tables);
/// decoder.block(b"{\"type\":\"user\",\"uuid\":\"u1\",\"message\":{\"role\":\"user\",\"content\":\"hello\"}}\n");
/// let counts = decoder.finish();
/// assert_eq!((counts.lines, counts.records), (1, 1));
/// ```
pub struct Decoder<'a> {
    out: Out<'a>,
    splitter: Splitter,
    hash: Xxh3,
    counts: Counts,
    times: Option<(i64, i64)>,
    /// What the source is, by its first record.
    kind: Option<SourceKind>,
    state: State,
}

impl std::fmt::Debug for Decoder<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Decoder").field("source", self.out.source).field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// What is held while a source is decoded.
#[derive(Debug, Default)]
struct State {
    texts: Texts,
    said: Said,
    streams: Streams,
    records: Records,
    sessions: Sessions,
    agents: Agents,
    requests: Requests,
    calls: Calls,
    drift: Drift,
}

impl<'a> Decoder<'a> {
    /// A decoder of a source; `origin` is the source's ordinal in the run.
    pub fn new(source: &'a Source, text: TextPolicy, origin: u32, tables: &'a mut Tables) -> Self {
        Decoder {
            out: Out { source, policy: text, origin, tables },
            splitter: Splitter::new(),
            hash: Xxh3::new(),
            counts: Counts::default(),
            times: None,
            kind: None,
            state: State::default(),
        }
    }

    /// Takes in the next part of the source: whole lines; only the last block may end without a line feed.
    pub fn block(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.counts.bytes += bytes.len() as u64;
        let mut splitter = std::mem::take(&mut self.splitter);
        for line in splitter.lines(bytes) {
            self.line(&line);
        }
        self.splitter = splitter;
    }

    /// Takes in the sidecar of an agent's transcript, at any time before the end. If it is damaged, says in what way; it then costs nothing else.
    pub fn sidecar(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        match Sidecar::read(bytes, self.out.policy) {
            Ok(sidecar) => {
                self.state.drift.keys("sidecar", &sidecar.unknown, &mut self.state.texts);
                self.state.agents.describe(sidecar);
                Ok(())
            }
            Err(reason) => {
                self.error(&sidecar::path(&self.out.source.path), &split::Line { number: 1, offset: 0, bytes, terminated: true }, reason, 0);
                Err(reason)
            }
        }
    }

    /// Appends the rows that were held, and tells what the source held.
    pub fn finish(mut self) -> Counts {
        self.counts.requests = self.state.requests.len() as u64;
        self.counts.tool_calls = self.state.calls.len() as u64;
        self.append_source();
        self.state.sessions.finish(&mut self.out);
        self.state.agents.finish(&mut self.out, &mut self.state.texts);
        self.state.requests.finish(&mut self.out);
        self.state.calls.finish(&mut self.out);
        self.state.drift.finish(&mut self.out);
        self.counts
    }

    fn line(&mut self, line: &split::Line<'_>) {
        self.counts.lines += 1;
        let text = text::lossless(line.bytes);
        if let Some(record) = parse(&text) {
            self.record(&record, &text, line.number, line.bytes, true);
            return;
        }
        let repaired = text::repair_surrogates(&text);
        let repaired_record = matches!(repaired, Cow::Owned(_)).then(|| parse(&repaired)).flatten();
        if let Some(record) = repaired_record {
            self.record(&record, &repaired, line.number, line.bytes, true);
        } else if line.terminated || is_json(&text) {
            self.damaged(line, &repaired);
        } else {
            self.counts.pending_lines += 1;
        }
    }

    /// Saves the whole records of a line that is not one.
    fn damaged(&mut self, line: &split::Line<'_>, text: &str) {
        self.counts.damaged_lines += 1;
        let mut recovered = 0;
        let text = &text::without_controls(text);
        for range in split::recover(text) {
            let part = &text[range];
            if let Some(record) = parse(part) {
                recovered += 1;
                self.record(&record, part, line.number, part.as_bytes(), false);
            }
        }
        let reason = if is_json(text) {
            "not an object"
        } else if recovered > 0 {
            "several records, or a cut one, on a line"
        } else {
            "not JSON"
        };
        self.error(&self.out.source.path, line, reason, recovered);
    }

    fn error(&mut self, source: &str, line: &split::Line<'_>, reason: &str, recovered: i64) {
        let row = ingest_errors::Row {
            source,
            line_hash: xxh3_64(line.bytes).cast_signed(),
            machine: &self.out.source.machine,
            decoder: crate::DECODER,
            line: line.number,
            byte_offset: line.offset,
            bytes: line.bytes.len() as i64,
            reason,
            recovered,
        };
        self.out.tables.ingest_errors.append(self.out.origin, &row);
    }

    /// Takes in a record: a line that is one (`whole`), or a part of a damaged line. Its bytes are those of the file, its JSON is what
    /// they were read as.
    fn record(&mut self, line: &Line<'_>, json: &str, number: i64, bytes: &[u8], whole: bool) {
        let carrier = self.carrier(line);
        let record_id = record_id(line, bytes);
        let hook = HookPayload::of(line, json);
        let run = RunResult::of(line, carrier, json);
        let details = if hook.is_some() || run.is_some() { None } else { Details::of(line, json) };
        let mut place = Place::of(line, number, self.out.source, self.out.policy, carrier);
        if carrier == Carrier::Stream {
            place = self.state.streams.complete(place, line, details.as_ref(), self.out.policy, &mut self.state.texts);
        }
        place.ts = place.ts.or_else(|| Some(hook.as_ref()?.logged.copied()?.0));
        let told = Told { line, details: details.as_ref(), hook: hook.as_ref(), run: run.as_ref(), json, record_id: &record_id };
        let novelty = self.add(told, &place, bytes.len());
        if let Some(run) = run.as_ref().filter(|_| novelty == Novelty::New) {
            run.append(&mut self.out, line, &place, &record_id, &self.state.streams.init(&place.session_id));
        }
        match (novelty, whole) {
            (Novelty::Repeated, true) => self.counts.duplicates += 1,
            (Novelty::Repeated, false) => {}
            (_, whole) => {
                self.counts.records += 1;
                self.counts.recovered_records += u64::from(!whole);
            }
        }
        if let Some(ts) = place.ts {
            let (first, last) = self.times.unwrap_or((ts, ts));
            self.times = Some((first.min(ts), last.max(ts)));
        }
        self.state.sessions.add(&self.out, line, &place, &mut self.state.texts);
        self.echo(line, &place);
    }

    /// What carried a line. The first one says what the source is.
    fn carrier(&mut self, line: &Line<'_>) -> Carrier {
        let carrier = stream::carrier_of(line, self.kind == Some(SourceKind::Stream));
        self.kind.get_or_insert(match carrier {
            Carrier::Stream => SourceKind::Stream,
            Carrier::Hook => SourceKind::Hook,
            Carrier::Transcript | Carrier::Echo => self.out.source.kind,
        });
        carrier
    }

    /// Takes in the agent's message that a progress record repeats.
    fn echo(&mut self, line: &Line<'_>, place: &Place<'_>) {
        let Some(data) = line.data.get().filter(|data| data.kind.str() == Some("agent_progress")) else { return };
        let Some(json) = data.message.json() else { return };
        let Some(message) = parse(json) else { return };
        let place = place.echo(&message, data.agent_id.str());
        let record_id = record_id(&message, json.as_bytes());
        self.add(Told { line: &message, details: None, hook: None, run: None, json, record_id: &record_id }, &place, json.len());
        self.state.agents.called(&place, line.parent_call.str(), &mut self.state.texts);
    }

    fn add(&mut self, told: Told<'_>, place: &Place<'_>, bytes: usize) -> Novelty {
        let State { texts, said, streams, records, requests, calls, drift, agents, .. } = &mut self.state;
        agents.add(told.line, place, texts);
        let own;
        let said = match place.carrier {
            Carrier::Stream => {
                own = streams.said(&place.session_id);
                &own
            }
            Carrier::Hook => {
                own = Said::of(told.line, texts);
                &own
            }
            Carrier::Transcript | Carrier::Echo => {
                said.add(told.line, texts);
                &*said
            }
        };
        requests.add(told.line, place, told.record_id, said, texts);
        let found = &mut Unknown { drift, texts };
        match told.hook {
            Some(hook) => calls.add_hook(&self.out, hook, place, told.record_id, said, found),
            None => calls.add(&self.out, told.line, place, told.record_id, said, found),
        }
        drift.add(told, place, texts);
        records.add(&mut self.out, told, place, bytes)
    }

    fn append_source(&mut self) {
        let source = self.out.source;
        let counts = &self.counts;
        let row = sources::Row {
            machine: &source.machine,
            root: &source.root,
            path: &source.path,
            kind: self.kind.unwrap_or(source.kind).as_str(),
            session_id: &source.session_id,
            agent_id: source.agent_id.as_deref(),
            decoder: crate::DECODER,
            bytes: counts.bytes as i64,
            hash: self.hash.digest().cast_signed(),
            lines: counts.lines as i64,
            records: counts.records as i64,
            duplicates: counts.duplicates as i64,
            damaged_lines: counts.damaged_lines as i64,
            recovered_records: counts.recovered_records as i64,
            pending_lines: counts.pending_lines as i64,
            first_ts: self.times.map(|(first, _)| first),
            last_ts: self.times.map(|(_, last)| last),
        };
        self.out.tables.sources.append(self.out.origin, &row);
    }
}

/// The session that the first record with one names, in the beginning of a source whose path says nothing.
pub fn session_in(beginning: &[u8]) -> Option<String> {
    Splitter::new().lines(beginning).find_map(|line| {
        let text = text::lossless(line.bytes);
        let record = parse(&text)?;
        let session = record.session_id.str().or(record.snake_session_id.str());
        session.filter(|id| !id.is_empty()).map(str::to_owned)
    })
}

/// A record, if the text is one JSON object.
fn parse(text: &str) -> Option<Line<'_>> {
    match json::read(text) {
        Ok(Field::Is(line)) => Some(line),
        _ => None,
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The id of a record: its own, else the hash of its bytes.
fn record_id<'a>(line: &'a Line<'_>, bytes: &[u8]) -> Cow<'a, str> {
    match line.uuid.str().filter(|uuid| !uuid.is_empty()) {
        Some(uuid) => Cow::Borrowed(uuid),
        None => Cow::Owned(format!("{:032x}", xxh3_128(bytes))),
    }
}
