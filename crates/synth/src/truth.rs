//! What a tree holds, counted while it is made.

use std::collections::BTreeMap;

use crate::json::{Object, object};

/// A number per name.
pub type Counts = BTreeMap<String, u64>;

/// Tokens of some API requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// How many requests.
    pub requests: u64,
    /// Input tokens that were neither read from nor written to the cache.
    pub input: u64,
    /// Output tokens.
    pub output: u64,
    /// Tokens read from the cache.
    pub cache_read: u64,
    /// Tokens written to the cache for five minutes, also those of usages that do not say for how long.
    pub cache_write_5m: u64,
    /// Tokens written to the cache for an hour.
    pub cache_write_1h: u64,
    /// Web searches that the API billed.
    pub web_searches: u64,
}

/// Calls of one tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ToolUse {
    /// Distinct calls.
    pub calls: u64,
    /// Calls with a result in some file.
    pub results: u64,
    /// Results with `is_error: true`, denials and cancellations included.
    pub errors: u64,
}

/// Changes of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Changes {
    /// Successful calls whose result has a patch (main files, not ghosts or agents).
    pub patched: u64,
    /// Hunks of those patches.
    pub hunks: u64,
    /// `+` lines of those patches.
    pub lines_added: u64,
    /// `-` lines of those patches.
    pub lines_removed: u64,
    /// Places replaced by those calls.
    pub replacements: u64,
    /// Successful calls without a patch: those of subagents.
    pub unpatched: u64,
    /// Lines of the new strings of the unpatched calls that are not in the old ones.
    pub string_lines_added: u64,
    /// Lines of the old strings of the unpatched calls that are not in the new ones.
    pub string_lines_removed: u64,
}

/// The totals of a tree that a right reader must find, whatever it read first. Copies (forks, resumed sessions, repeated lines, echoes)
/// count where files and lines are counted and nowhere else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truth {
    /// Bytes of all transcripts.
    pub bytes: u64,
    /// Transcript files (workflow journals and metadata files are none).
    pub sources: u64,
    /// Session ids.
    pub sessions: u64,
    /// Lines of all transcripts, damaged and pending ones included.
    pub lines: u64,
    /// Lines whose record stands in the same file already.
    pub duplicates: u64,
    /// Lines that are no JSON.
    pub damaged_lines: u64,
    /// Whole records inside damaged lines.
    pub recovered_records: u64,
    /// Unterminated last lines that do not parse.
    pub pending_lines: u64,
    /// Files whose last line parses and lacks its newline.
    pub unterminated_files: u64,
    /// Records by type, each uuid once; without a uuid, each distinct line once. Echoed records count under their own type, once with
    /// the agent file's, and the progress lines that carry them as `progress`.
    pub records: Counts,
    /// `agent_progress` lines.
    pub echoes: u64,
    /// Records of forks that carry `forkedFrom`.
    pub forked_lines: u64,
    /// Lines of forked and resumed sessions that are copies, `forked_lines` included.
    pub copied_lines: u64,
    /// User records that start something, by kind.
    pub prompts: Counts,
    /// System records by subtype.
    pub system: Counts,
    /// Attachments by type.
    pub attachments: Counts,
    /// Progress records by type.
    pub progress: Counts,
    /// Subagent runs by layout: `flat`, `nested`, `workflow`, and `echo` where only the parent's progress lines tell of it.
    pub agents: Counts,
    /// Files beside agents' transcripts that say what the agents are.
    pub sidecars: u64,
    /// Compaction boundaries.
    pub compactions: u64,
    /// API error messages (`isApiErrorMessage`).
    pub api_errors: u64,
    /// Other `<synthetic>` messages.
    pub synthetic: u64,
    /// Billed responses by model, the final usage of each once.
    pub requests: BTreeMap<String, Tokens>,
    /// Advisor iterations by model.
    pub advisors: BTreeMap<String, Tokens>,
    /// Iterations that were refused before a fallback answered, by model.
    pub attempts: BTreeMap<String, Tokens>,
    /// Tool calls by canonical name.
    pub tools: BTreeMap<String, ToolUse>,
    /// Tool calls by status.
    pub statuses: Counts,
    /// Results that are errors, by class.
    pub error_classes: Counts,
    /// Bash and PowerShell: exit codes that the result tells, in text (everywhere) or by its fields (main files only). A result in
    /// another file than its call tells none: on its own it is of no tool.
    pub exit_codes: Counts,
    /// Where those codes come from: `text`, `zero_implied`, `benign_1`; `unknown` for background and interrupted commands; `absent` for
    /// successes of subagents, whose results have no fields.
    pub exit_sources: Counts,
    /// Git operations that Bash reported, by kind.
    pub git_operations: Counts,
    /// Edit and MultiEdit.
    pub edits: Changes,
    /// Write.
    pub writes: Changes,
    /// Elements of lists in inputs and results that have rows of their own, by table.
    pub rows: Counts,
    /// Updates of tasks whose result tells the new state, by that state.
    pub task_statuses: Counts,
    /// Calls whose result no table can hold whole, by tool: a tool that nobody knows, a field of another type.
    pub untyped: Counts,
    /// Keys that no program knows, as `<tool>.input.<key>` or `<tool>.result.<key>`, each once.
    pub unknown_keys: Counts,
}

pub(crate) fn bump(counts: &mut Counts, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

impl Tokens {
    pub(crate) fn add(&mut self, other: Self) {
        self.requests += other.requests;
        self.input += other.input;
        self.output += other.output;
        self.cache_read += other.cache_read;
        self.cache_write_5m += other.cache_write_5m;
        self.cache_write_1h += other.cache_write_1h;
        self.web_searches += other.web_searches;
    }

    fn write(&self, o: &mut Object<'_>) {
        o.put("cache_read", self.cache_read);
        o.put("cache_write_1h", self.cache_write_1h);
        o.put("cache_write_5m", self.cache_write_5m);
        o.put("input", self.input);
        o.put("output", self.output);
        o.put("requests", self.requests);
        o.put("web_searches", self.web_searches);
    }
}

impl ToolUse {
    fn write(&self, o: &mut Object<'_>) {
        o.put("calls", self.calls);
        o.put("errors", self.errors);
        o.put("results", self.results);
    }
}

impl Changes {
    fn write(&self, o: &mut Object<'_>) {
        o.put("hunks", self.hunks);
        o.put("lines_added", self.lines_added);
        o.put("lines_removed", self.lines_removed);
        o.put("patched", self.patched);
        o.put("replacements", self.replacements);
        o.put("string_lines_added", self.string_lines_added);
        o.put("string_lines_removed", self.string_lines_removed);
        o.put("unpatched", self.unpatched);
    }
}

impl Truth {
    /// All requests together.
    #[must_use]
    pub fn total(&self) -> Tokens {
        let mut total = Tokens::default();
        self.requests.values().for_each(|tokens| total.add(*tokens));
        total
    }

    /// All tool calls together.
    #[must_use]
    pub fn tool_total(&self) -> ToolUse {
        self.tools.values().fold(ToolUse::default(), |sum, tool| ToolUse {
            calls: sum.calls + tool.calls,
            results: sum.results + tool.results,
            errors: sum.errors + tool.errors,
        })
    }

    /// One JSON object, keys sorted.
    #[must_use]
    pub fn to_json(&self) -> String {
        object(|o| {
            tokens(o, "advisors", &self.advisors);
            counts(o, "agents", &self.agents);
            o.put("api_errors", self.api_errors);
            counts(o, "attachments", &self.attachments);
            tokens(o, "attempts", &self.attempts);
            o.put("bytes", self.bytes);
            o.put("compactions", self.compactions);
            o.put("copied_lines", self.copied_lines);
            o.put("damaged_lines", self.damaged_lines);
            o.put("duplicates", self.duplicates);
            o.put("echoes", self.echoes);
            o.object("edits", |o| self.edits.write(o));
            counts(o, "error_classes", &self.error_classes);
            counts(o, "exit_codes", &self.exit_codes);
            counts(o, "exit_sources", &self.exit_sources);
            o.put("forked_lines", self.forked_lines);
            counts(o, "git_operations", &self.git_operations);
            o.put("lines", self.lines);
            o.put("pending_lines", self.pending_lines);
            counts(o, "progress", &self.progress);
            counts(o, "prompts", &self.prompts);
            counts(o, "records", &self.records);
            o.put("recovered_records", self.recovered_records);
            tokens(o, "requests", &self.requests);
            counts(o, "rows", &self.rows);
            o.put("sessions", self.sessions);
            o.put("sidecars", self.sidecars);
            o.put("sources", self.sources);
            counts(o, "statuses", &self.statuses);
            o.put("synthetic", self.synthetic);
            counts(o, "system", &self.system);
            counts(o, "task_statuses", &self.task_statuses);
            o.object("tool_total", |o| self.tool_total().write(o));
            o.object("tools", |o| self.tools.iter().for_each(|(name, tool)| o.object(name, |o| tool.write(o))));
            o.object("total", |o| self.total().write(o));
            counts(o, "unknown_keys", &self.unknown_keys);
            o.put("unterminated_files", self.unterminated_files);
            counts(o, "untyped", &self.untyped);
            o.object("writes", |o| self.writes.write(o));
        })
    }
}

fn counts(o: &mut Object<'_>, key: &str, counts: &Counts) {
    o.object(key, |o| counts.iter().for_each(|(name, count)| o.put(name, count)));
}

fn tokens(o: &mut Object<'_>, key: &str, tokens: &BTreeMap<String, Tokens>) {
    o.object(key, |o| tokens.iter().for_each(|(model, tokens)| o.object(model, |o| tokens.write(o))));
}
