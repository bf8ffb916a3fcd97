//! Rows of `sessions`: what the records of a source say about each session in it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Out;
use super::place::{Place, Texts};
use crate::cell::WitnessValue;
use crate::line::Line;
use crate::tables::{project_folder, sessions};

/// The sessions of a source so far.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    sessions: BTreeMap<Rc<str>, Session>,
    current: Option<(Rc<str>, Session)>,
}

#[derive(Debug, Default)]
struct Session {
    project: Witnessed,
    title: Witnessed,
    entrypoint: Witnessed,
    branch: Witnessed,
    version_first: Witnessed,
    version_last: Witnessed,
    first_ts: Option<i64>,
    last_ts: Option<i64>,
}

/// A value, and the record that it is from.
#[derive(Debug, Default)]
struct Witnessed(Option<(Rc<str>, At)>);

#[derive(Clone, Copy, Debug)]
struct At {
    rank: i64,
    sidechain: bool,
    ts: Option<i64>,
    line: i64,
}

impl At {
    /// The order in which records are preferred, before their time: by rank, then the main thread, then those with a time.
    fn class(&self) -> (i64, bool, bool) {
        (self.rank, !self.sidechain, self.ts.is_some())
    }
}

impl Witnessed {
    fn first(&mut self, value: Option<&str>, at: At, texts: &mut Texts) {
        let better = |old: &At| (old.class(), (at.ts, at.line)) < (at.class(), (old.ts, old.line));
        self.put(value, at, texts, better);
    }

    fn last(&mut self, value: Option<&str>, at: At, texts: &mut Texts) {
        let better = |old: &At| (old.class(), old.ts, old.line) < (at.class(), at.ts, at.line);
        self.put(value, at, texts, better);
    }

    fn put(&mut self, value: Option<&str>, at: At, texts: &mut Texts, better: impl Fn(&At) -> bool) {
        let Some(value) = value else { return };
        match &mut self.0 {
            Some((_, old)) if !better(old) => {}
            Some((old, seen)) if **old == *value => *seen = at,
            old => *old = Some((texts.share(value), at)),
        }
    }

    fn value(&self) -> Option<&str> {
        self.0.as_ref().map(|(value, _)| &**value)
    }

    fn witness<'a>(&self, source: &'a str) -> Option<WitnessValue<'a>> {
        self.0.as_ref().map(|(_, at)| WitnessValue { rank: at.rank, sidechain: at.sidechain, ts: at.ts, source, line: at.line })
    }
}

impl Sessions {
    /// Takes in what a record says about its session.
    pub(crate) fn add(&mut self, out: &Out<'_>, line: &Line<'_>, place: &Place<'_>, texts: &mut Texts) {
        let session = self.session(&place.session_id, texts);
        let at = At { rank: 0, sidechain: place.is_sidechain, ts: place.ts, line: place.line };
        let cwd = place.cwd.as_deref().map(project_folder);
        session.project.first(cwd.as_deref(), at, texts);
        session.entrypoint.first(line.entrypoint.str(), at, texts);
        session.branch.first(place.git_branch.as_deref(), at, texts);
        session.version_first.first(place.version.as_deref(), at, texts);
        session.version_last.last(place.version.as_deref(), at, texts);
        if let Some((rank, title)) = title(line)
            && let Some(title) = out.policy.prose(title)
        {
            session.title.last(Some(title), At { rank, ..at }, texts);
        }
        session.first_ts = [session.first_ts, place.ts].into_iter().flatten().min();
        session.last_ts = session.last_ts.max(place.ts);
    }

    /// Records of one session stand together, so the last one met is at hand.
    fn session(&mut self, id: &str, texts: &mut Texts) -> &mut Session {
        if self.current.as_ref().is_none_or(|(current, _)| **current != *id) {
            let id = texts.share(id);
            let session = self.sessions.remove(&id).unwrap_or_default();
            if let Some((id, session)) = self.current.replace((id, session)) {
                self.sessions.insert(id, session);
            }
        }
        &mut self.current.as_mut().expect("it was set above").1
    }

    /// Appends the rows.
    pub(crate) fn finish(mut self, out: &mut Out<'_>) {
        self.sessions.extend(self.current.take());
        let source = &out.source.path;
        for (session_id, session) in &self.sessions {
            let row = sessions::Row {
                session_id,
                machine: &out.source.machine,
                decoder: crate::DECODER,
                project: session.project.value(),
                project_from: session.project.witness(source),
                title: session.title.value(),
                title_from: session.title.witness(source),
                entrypoint: session.entrypoint.value(),
                entrypoint_from: session.entrypoint.witness(source),
                branch_first: session.branch.value(),
                branch_first_from: session.branch.witness(source),
                version_first: session.version_first.value(),
                version_first_from: session.version_first.witness(source),
                version_last: session.version_last.value(),
                version_last_from: session.version_last.witness(source),
                first_ts: session.first_ts,
                last_ts: session.last_ts,
            };
            out.tables.sessions.append(out.origin, &row);
        }
    }
}

/// The title that a record gives, and its rank: the user's before the model's before a summary.
fn title<'a>(line: &'a Line<'_>) -> Option<(i64, &'a str)> {
    match line.kind.str()? {
        "custom-title" => Some((2, line.custom_title.str()?)),
        "ai-title" => Some((1, line.ai_title.str()?)),
        "summary" => Some((0, line.summary.str()?)),
        _ => None,
    }
}
