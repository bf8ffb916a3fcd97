//! Where and when a record is, as every row made from it repeats.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use crate::line::Line;
use crate::policy::TextPolicy;
use crate::source::Source;
use crate::tables::common;

/// What carried a record; a later one wins over an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Carrier {
    /// A progress record that repeats an agent's message.
    Echo,
    /// What a hook was given.
    Hook,
    /// A line of the stream that the program writes for others.
    Stream,
    /// A line of a transcript.
    Transcript,
}

impl Carrier {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Carrier::Echo => "echo",
            Carrier::Hook => "hook",
            Carrier::Stream => "stream",
            Carrier::Transcript => "transcript",
        }
    }
}

/// Which of two rows of one source counts: the greater one.
pub(crate) type Standing = (Carrier, bool, i64);

/// Where and when a record is.
#[derive(Clone, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) session_id: Cow<'a, str>,
    pub(crate) agent_id: Option<Cow<'a, str>>,
    pub(crate) ts: Option<i64>,
    pub(crate) cwd: Option<Cow<'a, str>>,
    pub(crate) git_branch: Option<Cow<'a, str>>,
    pub(crate) version: Option<Cow<'a, str>>,
    pub(crate) is_sidechain: bool,
    pub(crate) is_copy: bool,
    pub(crate) carrier: Carrier,
    pub(crate) line: i64,
}

impl<'a> Place<'a> {
    /// The place of a record on a line of a source.
    pub(crate) fn of(line: &'a Line<'a>, number: i64, source: &'a Source, policy: TextPolicy, carrier: Carrier) -> Self {
        // The name of a log says nothing of agents.
        let of_file = source.agent_id.as_deref().filter(|_| carrier == Carrier::Transcript);
        let agent_id = line.agent_id.str().or(of_file);
        let session_id = line.session_id.str().or(line.snake_session_id.str()).filter(|id| !id.is_empty());
        Place {
            session_id: Cow::Borrowed(session_id.unwrap_or(&source.session_id)),
            agent_id: agent_id.map(Cow::Borrowed),
            ts: line.timestamp.copied().map(|instant| instant.0),
            cwd: line.cwd.str().map(|cwd| policy.name(cwd)),
            git_branch: line.git_branch.str().map(|branch| policy.name(branch)),
            version: line.version.str().map(Cow::Borrowed),
            is_sidechain: line.is_sidechain.copied().unwrap_or(agent_id.is_some() || line.parent_tool_use_id.str().is_some()),
            is_copy: line.forked_from.get().is_some(),
            carrier,
            line: number,
        }
    }

    /// The place of a message that a progress record on this place repeats.
    pub(crate) fn echo(&'a self, line: &Line<'_>, agent_id: Option<&'a str>) -> Place<'a> {
        Place {
            agent_id: agent_id.map(Cow::Borrowed),
            ts: line.timestamp.copied().map(|instant| instant.0),
            is_sidechain: true,
            carrier: Carrier::Echo,
            ..self.clone()
        }
    }

    pub(crate) fn is_echo(&self) -> bool {
        self.carrier == Carrier::Echo
    }

    pub(crate) fn standing(&self) -> Standing {
        (self.carrier, !self.is_copy, self.line)
    }

    /// The columns that every row made from the record begins with.
    pub(crate) fn row<'r>(&'r self, source: &'r Source) -> common::Row<'r> {
        common::Row {
            machine: &source.machine,
            session_id: &self.session_id,
            agent_id: self.agent_id.as_deref(),
            ts: self.ts,
            cwd: self.cwd.as_deref(),
            git_branch: self.git_branch.as_deref(),
            version: self.version.as_deref(),
            is_sidechain: self.is_sidechain,
            is_copy: self.is_copy,
            carrier: self.carrier.as_str(),
            decoder: crate::DECODER,
            source: &source.path,
            line: self.line,
        }
    }
}

/// A place that outlives the line it was read from; texts that repeat are shared.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    session_id: Rc<str>,
    agent_id: Option<Rc<str>>,
    pub(crate) ts: Option<i64>,
    cwd: Option<Rc<str>>,
    git_branch: Option<Rc<str>>,
    pub(crate) version: Option<Rc<str>>,
    pub(crate) is_sidechain: bool,
    is_copy: bool,
    pub(crate) carrier: Carrier,
    pub(crate) line: i64,
}

impl Held {
    pub(crate) fn of(place: &Place<'_>, texts: &mut Texts) -> Self {
        let mut share = |text: &Option<Cow<'_, str>>| text.as_ref().map(|text| texts.share(text));
        Held {
            agent_id: share(&place.agent_id),
            cwd: share(&place.cwd),
            git_branch: share(&place.git_branch),
            version: share(&place.version),
            session_id: texts.share(&place.session_id),
            ts: place.ts,
            is_sidechain: place.is_sidechain,
            is_copy: place.is_copy,
            carrier: place.carrier,
            line: place.line,
        }
    }

    pub(crate) fn standing(&self) -> Standing {
        (self.carrier, !self.is_copy, self.line)
    }

    /// The columns that every row made from the record begins with.
    pub(crate) fn row<'r>(&'r self, source: &'r Source) -> common::Row<'r> {
        common::Row {
            machine: &source.machine,
            session_id: &self.session_id,
            agent_id: self.agent_id.as_deref(),
            ts: self.ts,
            cwd: self.cwd.as_deref(),
            git_branch: self.git_branch.as_deref(),
            version: self.version.as_deref(),
            is_sidechain: self.is_sidechain,
            is_copy: self.is_copy,
            carrier: self.carrier.as_str(),
            decoder: crate::DECODER,
            source: &source.path,
            line: self.line,
        }
    }
}

/// Texts that many records share.
#[derive(Debug, Default)]
pub(crate) struct Texts(HashSet<Rc<str>>);

impl Texts {
    /// The shared copy of a text.
    pub(crate) fn share(&mut self, text: &str) -> Rc<str> {
        if let Some(shared) = self.0.get(text) {
            return Rc::clone(shared);
        }
        let shared: Rc<str> = Rc::from(text);
        self.0.insert(Rc::clone(&shared));
        shared
    }
}
