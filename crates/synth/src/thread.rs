//! One transcript in the making: the envelope of its records, its clock, and the chain of parents.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;

use crate::json::Object;
use crate::kit::{Kit, Share};
use crate::truth::bump;
use crate::version::{Version, v};

/// What the records of one session agree on.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) session: String,
    pub(crate) version: Version,
    pub(crate) cwd: String,
    pub(crate) branch: String,
    pub(crate) slug: String,
    pub(crate) entrypoint: &'static str,
    pub(crate) model: &'static str,
    pub(crate) mode: &'static str,
    /// The answers come through a relay that gives them all one id.
    pub(crate) relayed: bool,
}

impl Frame {
    pub(crate) fn is_windows(&self) -> bool {
        !self.cwd.starts_with('/')
    }

    /// The absolute path of a file of the project.
    pub(crate) fn absolute(&self, path: &str) -> String {
        if self.is_windows() { format!("{}\\{}", self.cwd, path.replace('/', "\\")) } else { format!("{}/{path}", self.cwd) }
    }

    /// The name of the project's folder.
    pub(crate) fn project(&self) -> String {
        self.cwd.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
    }
}

/// Types of records that have a uuid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    User,
    Assistant,
    System,
    Progress,
    Attachment,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::System => "system",
            Self::Progress => "progress",
            Self::Attachment => "attachment",
        }
    }
}

/// A record of a subagent, kept so that the parent's progress lines can repeat it.
#[derive(Debug)]
pub(crate) struct Echo {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    pub(crate) request: Option<String>,
    pub(crate) failure: Option<String>,
    pub(crate) uuid: String,
    pub(crate) timestamp: String,
}

/// A record in a transcript that a fork would copy.
pub(crate) struct Message {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) share: Share,
    pub(crate) uuid: String,
}

/// A file that belongs to a session, by its path below the project's folder.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) is_source: bool,
}

/// A record that has been written.
pub(crate) struct Written {
    pub(crate) uuid: String,
    pub(crate) timestamp: String,
}

/// A transcript in the making.
pub(crate) struct Thread {
    pub(crate) frame: Frame,
    pub(crate) agent: Option<String>,
    pub(crate) parent: Option<String>,
    /// Milliseconds since 1970.
    pub(crate) clock: i64,
    pub(crate) prompt: String,
    pub(crate) out: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) echoes: Vec<Echo>,
    /// The records exist in the parent's progress lines only; there is no file.
    pub(crate) is_ghost: bool,
    /// The files of its subagents.
    pub(crate) files: Vec<File>,
    /// The tools that a subagent used, by name.
    pub(crate) used: Vec<String>,
    /// Calls and responses so far, for ids that only count.
    pub(crate) counter: u64,
    metadata: HashSet<String>,
}

impl Thread {
    pub(crate) fn new(frame: Frame, clock: i64) -> Self {
        Self {
            frame,
            agent: None,
            parent: None,
            clock,
            prompt: String::new(),
            out: String::new(),
            messages: Vec::new(),
            echoes: Vec::new(),
            is_ghost: false,
            files: Vec::new(),
            used: Vec::new(),
            counter: 0,
            metadata: HashSet::new(),
        }
    }

    /// The agent's id; nothing in a main thread.
    pub(crate) fn id(&self) -> &str {
        self.agent.as_deref().unwrap_or_default()
    }

    pub(crate) fn pass(&mut self, kit: &mut Kit, milliseconds: std::ops::RangeInclusive<u64>) {
        self.clock += i64::try_from(kit.rng.within(milliseconds)).expect("pauses are short");
    }

    pub(crate) fn now(&self) -> String {
        let timestamp = Timestamp::from_millisecond(self.clock).expect("the tree lies in 2026");
        DateTimePrinter::new().precision(Some(3)).timestamp_to_string(&timestamp)
    }

    /// The text of a record and what it is known by. `before` writes what stands before the uuid, `after` what stands behind the time.
    pub(crate) fn render(
        &self,
        kit: &mut Kit,
        kind: Kind,
        before: impl FnOnce(&mut Object<'_>),
        after: impl FnOnce(&mut Object<'_>),
    ) -> (String, Written) {
        let written = Written { uuid: kit.rng.uuid(), timestamp: self.now() };
        let late = self.frame.version.facts_last();
        let mut line = String::new();
        Object::write(&mut line, |o| {
            match &self.parent {
                Some(parent) => o.str("parentUuid", parent),
                None => o.null("parentUuid"),
            }
            o.put("isSidechain", self.agent.is_some());
            if late && kind == Kind::User && self.frame.version >= v(2, 1, 81) {
                o.str("promptId", &self.prompt);
            }
            if late {
                self.agent_id(o);
            } else {
                self.facts(o);
                self.agent_id(o);
                self.slug(o);
            }
            let message_first = matches!(kind, Kind::Assistant | Kind::Attachment);
            if !message_first {
                o.str("type", kind.name());
            }
            before(o);
            if message_first {
                o.str("type", kind.name());
            }
            o.str("uuid", &written.uuid);
            o.str("timestamp", &written.timestamp);
            after(o);
            if late {
                self.facts(o);
                self.slug(o);
            }
        });
        (line, written)
    }

    fn agent_id(&self, o: &mut Object<'_>) {
        if let Some(agent) = &self.agent {
            o.str("agentId", agent);
        }
    }

    fn slug(&self, o: &mut Object<'_>) {
        if (v(2, 0, 50)..v(2, 1, 200)).contains(&self.frame.version) {
            o.str("slug", &self.frame.slug);
        }
    }

    fn facts(&self, o: &mut Object<'_>) {
        o.str("userType", "external");
        if self.frame.version >= v(2, 1, 76) {
            o.str("entrypoint", self.frame.entrypoint);
        }
        o.str("cwd", &self.frame.cwd);
        o.str("sessionId", &self.frame.session);
        o.put("version", format_args!("\"{}\"", self.frame.version));
        o.str("gitBranch", &self.frame.branch);
    }

    /// Writes a record and makes it the parent of the next.
    pub(crate) fn record(
        &mut self,
        kit: &mut Kit,
        kind: Kind,
        share: Share,
        before: impl FnOnce(&mut Object<'_>),
        after: impl FnOnce(&mut Object<'_>),
    ) -> Written {
        let (line, written) = self.render(kit, kind, before, after);
        bump(&mut kit.truth.records, kind.name());
        self.parent = Some(written.uuid.clone());
        let start = self.out.len();
        self.push_line(kit, share, &line);
        if kind != Kind::Progress && !self.is_ghost {
            self.messages.push(Message { start, end: self.out.len() - 1, share, uuid: written.uuid.clone() });
        }
        written
    }

    /// Appends a line that is counted as a line and nothing more.
    pub(crate) fn push_line(&mut self, kit: &mut Kit, share: Share, line: &str) {
        if self.is_ghost {
            return;
        }
        self.out.push_str(line);
        self.out.push('\n');
        kit.truth.lines += 1;
        kit.balance.add(share, line.len() + 1);
    }

    /// Writes a record without a uuid. One that says exactly what an earlier one said is a duplicate.
    pub(crate) fn metadata(&mut self, kit: &mut Kit, kind: &str, line: String) {
        self.push_line(kit, Share::Other, &line);
        if self.metadata.insert(line) {
            bump(&mut kit.truth.records, kind);
        } else {
            kit.truth.duplicates += 1;
        }
    }

    /// Writes the last record once more, byte for byte.
    pub(crate) fn repeat_last(&mut self, kit: &mut Kit) {
        if let Some(last) = self.messages.last() {
            let line = self.out[last.start..last.end].to_owned();
            self.push_line(kit, last.share, &line);
            kit.truth.duplicates += 1;
        }
    }
}
