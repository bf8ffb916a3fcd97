//! Lines of the stream that `--output-format stream-json` and the SDK write.
//!
//! Such a line names its session and little else: folder, version and permission mode are said once, in the line that begins a
//! run, and the agent of a line is said by the line that began its task.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::details::{Details, List};
use super::place::{Carrier, Place, Texts};
use super::requests::Said;
use crate::json::Field;
use crate::line::Line;
use crate::policy::TextPolicy;

/// Types of the lines of a stream.
const TYPES: &[&str] = &[
    "system",
    "assistant",
    "user",
    "result",
    "error",
    "stream_event",
    "tool_progress",
    "tool_use_summary",
    "rate_limit_event",
    "auth_status",
    "control_request",
    "control_response",
    "control_cancel_request",
    "keep_alive",
    "prompt_suggestion",
    "conversation_reset",
    "active_goal",
];

/// What carried a line. In a source that began as a stream, all lines are of it that do not name their session as a transcript does.
pub(super) fn carrier_of(line: &Line<'_>, streaming: bool) -> Carrier {
    if line.hook_event_name.str().is_some() {
        return Carrier::Hook;
    }
    let is_like_one = || line.snake_session_id.str().is_some() && line.kind.str().is_some_and(|kind| TYPES.contains(&kind));
    let is_stream = matches!(line.session_id, Field::Absent) && (streaming || is_like_one());
    if is_stream { Carrier::Stream } else { Carrier::Transcript }
}

/// What the lines of a stream said so far, by session.
#[derive(Debug, Default)]
pub(super) struct Streams {
    sessions: HashMap<Rc<str>, Session>,
    /// The task that a call started.
    tasks: HashMap<Rc<str>, Rc<str>>,
    latest: Option<Rc<str>>,
}

#[derive(Debug, Default)]
struct Session {
    cwd: Option<Rc<str>>,
    version: Option<Rc<str>>,
    said: Said,
    init: Init,
}

/// What the line says that begins a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Init {
    pub(super) model: Option<Rc<str>>,
    pub(super) permission_mode: Option<Rc<str>>,
    pub(super) api_key_source: Option<Rc<str>>,
    pub(super) output_style: Option<Rc<str>>,
    pub(super) effort: Option<Rc<str>>,
    pub(super) view_mode: Option<Rc<str>>,
    pub(super) tools: Option<i64>,
    pub(super) mcp_servers: Option<i64>,
    pub(super) slash_commands: Option<i64>,
    pub(super) agents: Option<i64>,
    pub(super) skills: Option<i64>,
    pub(super) plugins: Option<i64>,
    pub(super) plugin_errors: Option<i64>,
    pub(super) betas: Option<i64>,
}

impl Init {
    fn of(line: &Line<'_>, details: &Details<'_>, texts: &mut Texts) -> Self {
        let mut share = |text: Option<&str>| text.map(|text| texts.share(text));
        let count = |list: &List<'_>| list.get().map(|list| list.len() as i64);
        Self {
            model: share(details.model.str()),
            permission_mode: share(line.permission_mode.str()),
            api_key_source: share(details.api_key_source.str()),
            output_style: share(details.output_style.str()),
            effort: share(line.effort.str()),
            view_mode: share(details.view_mode.str()),
            tools: count(&details.tools),
            mcp_servers: count(&details.mcp_servers),
            slash_commands: count(&details.slash_commands),
            agents: count(&details.agents),
            skills: count(&details.skills),
            plugins: count(&details.plugins),
            plugin_errors: count(&details.plugin_errors),
            betas: count(&details.betas),
        }
    }
}

impl Streams {
    /// Takes in what a line says, and completes its place by what was said before.
    pub(super) fn complete<'a>(
        &mut self,
        mut place: Place<'a>,
        line: &Line<'_>,
        details: Option<&Details<'_>>,
        policy: TextPolicy,
        texts: &mut Texts,
    ) -> Place<'a> {
        let named = line.snake_session_id.str().filter(|id| !id.is_empty()).map(|id| texts.share(id));
        let id = named.or_else(|| self.latest.clone()).unwrap_or_else(|| texts.share(&place.session_id));
        let session = self.sessions.entry(Rc::clone(&id)).or_default();
        if let (Some("init"), Some(details)) = (line.subtype.str(), details) {
            session.init = Init::of(line, details, texts);
            session.cwd = line.cwd.str().map(|cwd| texts.share(&policy.name(cwd)));
            session.version = line.version.str().map(|version| texts.share(version));
        }
        session.said.add(line, texts);
        if let Some((call, task)) =
            details.filter(|_| line.kind.str() == Some("system")).and_then(|details| details.tool_use_id.str().zip(details.task_id.str()))
        {
            self.tasks.insert(texts.share(call), texts.share(task));
        }
        place.session_id = Cow::Owned(id.to_string());
        let owned = |text: &Rc<str>| Cow::Owned(text.to_string());
        place.cwd = place.cwd.or_else(|| session.cwd.as_ref().map(owned));
        place.version = place.version.or_else(|| session.version.as_ref().map(owned));
        let started = || self.tasks.get(line.parent_tool_use_id.str()?);
        place.agent_id = place.agent_id.or_else(|| started().map(owned));
        self.latest = Some(id);
        place
    }

    /// What was last said in a session.
    pub(super) fn said(&self, session_id: &str) -> Said {
        self.sessions.get(session_id).map(|session| session.said.clone()).unwrap_or_default()
    }

    /// The line that began the current run of a session; an empty one where there was none.
    pub(super) fn init(&self, session_id: &str) -> Init {
        self.sessions.get(session_id).map(|session| session.init.clone()).unwrap_or_default()
    }
}
