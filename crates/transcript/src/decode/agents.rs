//! Rows of `agent_transcripts`: the agents whose messages are in a source.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Out;
use super::place::{Carrier, Place, Texts};
use super::sidecar::Sidecar;
use crate::line::Line;
use crate::source::SourceKind;
use crate::tables::agent_transcripts;

/// How the ids of agents begin that the program runs for itself.
const SYSTEM: &[&str] = &["acompact-", "aprompt_suggestion-", "aside_question-"];

/// The agents of a source so far.
#[derive(Debug, Default)]
pub(crate) struct Agents {
    agents: BTreeMap<Rc<str>, Agent>,
    sidecar: Option<Sidecar>,
}

/// An agent, in all its sessions.
#[derive(Debug, Default)]
struct Agent {
    first_ts: Option<i64>,
    last_ts: Option<i64>,
    sessions: BTreeMap<Rc<str>, Part>,
}

/// What an agent's records say in one session.
#[derive(Debug)]
struct Part {
    carrier: Carrier,
    is_copy: bool,
    line: i64,
    cwd: Option<Rc<str>>,
    git_branch: Option<Rc<str>>,
    version: Option<Rc<str>>,
    /// Call that the first echo belongs to.
    call: Option<Rc<str>>,
}

impl Part {
    /// One without records yet, for the first of them to fill.
    fn new() -> Self {
        Self { carrier: Carrier::Echo, is_copy: true, line: 0, cwd: None, git_branch: None, version: None, call: None }
    }

    fn add(&mut self, place: &Place<'_>, texts: &mut Texts) {
        self.carrier = self.carrier.max(place.carrier);
        self.is_copy &= place.is_copy;
        self.line = place.line;
        let mut first = |slot: &mut Option<Rc<str>>, value: Option<&str>| {
            if slot.is_none() {
                *slot = value.map(|value| texts.share(value));
            }
        };
        first(&mut self.cwd, place.cwd.as_deref());
        first(&mut self.git_branch, place.git_branch.as_deref());
        first(&mut self.version, place.version.as_deref());
    }
}

impl Agents {
    /// Takes in a record. Only messages make an agent: a main thread has other records, too, that name one.
    pub(crate) fn add(&mut self, line: &Line<'_>, place: &Place<'_>, texts: &mut Texts) {
        let (Some(agent_id), Some(_)) = (&place.agent_id, line.message.get()) else { return };
        let agent = match self.agents.get_mut(&**agent_id) {
            Some(agent) => agent,
            None => self.agents.entry(texts.share(agent_id)).or_default(),
        };
        agent.first_ts = [agent.first_ts, place.ts].into_iter().flatten().min();
        agent.last_ts = agent.last_ts.max(place.ts);
        let part = match agent.sessions.get_mut(&*place.session_id) {
            Some(part) => part,
            None => agent.sessions.entry(texts.share(&place.session_id)).or_insert_with(Part::new),
        };
        part.add(place, texts);
    }

    /// Takes in that an echo of an agent's message belongs to a call.
    pub(crate) fn called(&mut self, place: &Place<'_>, call: Option<&str>, texts: &mut Texts) {
        let agent = place.agent_id.as_deref().and_then(|agent_id| self.agents.get_mut(agent_id));
        if let Some(part) = agent.and_then(|agent| agent.sessions.get_mut(&*place.session_id))
            && part.call.is_none()
        {
            part.call = call.map(|call| texts.share(call));
        }
    }

    /// Takes in what the sidecar says of the agent that the source is named after.
    pub(crate) fn describe(&mut self, sidecar: Sidecar) {
        self.sidecar = Some(sidecar);
    }

    /// Appends the rows.
    pub(crate) fn finish(mut self, out: &mut Out<'_>, texts: &mut Texts) {
        let source = out.source;
        if let (Some(_), Some(agent_id)) = (&self.sidecar, &source.agent_id) {
            // One that has written nothing yet.
            let agent = self.agents.entry(texts.share(agent_id)).or_default();
            if agent.sessions.is_empty() {
                agent.sessions.insert(texts.share(&source.session_id), Part { carrier: Carrier::Transcript, is_copy: false, ..Part::new() });
            }
        }
        for (agent_id, agent) in &self.agents {
            let own = source.agent_id.as_deref() == Some(&**agent_id);
            for (session_id, part) in &agent.sessions {
                append(out, agent_id, session_id, agent, part, self.sidecar.as_ref().filter(|_| own));
            }
        }
    }
}

fn append(out: &mut Out<'_>, agent_id: &str, session_id: &str, agent: &Agent, part: &Part, sidecar: Option<&Sidecar>) {
    let none = Sidecar::default();
    let meta = sidecar.unwrap_or(&none);
    let row = agent_transcripts::Row {
        agent_id,
        session_id,
        meta_bytes: sidecar.map(|sidecar| sidecar.bytes),
        has_meta: sidecar.is_some(),
        machine: &out.source.machine,
        carrier: part.carrier.as_str(),
        is_copy: part.is_copy,
        decoder: crate::DECODER,
        source: &out.source.path,
        line: part.line,
        cwd: part.cwd.as_deref(),
        git_branch: part.git_branch.as_deref(),
        version: part.version.as_deref(),
        agent_kind: if SYSTEM.iter().any(|start| agent_id.starts_with(start)) { "system" } else { "user" },
        workflow_run_id: workflow_run(&out.source.path).filter(|_| out.source.kind == SourceKind::Agent),
        agent_type: meta.agent_type.as_deref(),
        description: meta.description.as_deref(),
        tool_use_id: meta.tool_use_id.as_deref(),
        echo_tool_use_id: part.call.as_deref(),
        parent_agent_id: meta.parent_agent_id.as_deref(),
        spawn_depth: meta.spawn_depth,
        request_shape: meta.request_shape.as_deref(),
        request_non_interactive: meta.request_non_interactive,
        model: meta.model.as_deref(),
        worktree_path: meta.worktree_path.as_deref(),
        workflow_phase: meta.workflow_phase.as_deref(),
        first_ts: agent.first_ts,
        last_ts: agent.last_ts,
    };
    out.tables.agent_transcripts.append(out.origin, &row);
}

/// The run of a workflow that a transcript belongs to: the folder below `subagents/workflows`.
fn workflow_run(path: &str) -> Option<&str> {
    let (_, below) = path.split_once("/subagents/workflows/")?;
    below.split_once('/').map(|(run, _)| run)
}
