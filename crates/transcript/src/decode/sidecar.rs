//! The sidecar of an agent's transcript: `agent-ID.meta.json`, which says what the agent is and who started it.

use crate::json::{self, Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::text;

object! {
    /// What a sidecar says.
    struct Meta<'a> {
        agent_type: Str<'a> = "agentType",
        description: Str<'a> = "description",
        tool_use_id: Str<'a> = "toolUseId",
        parent_agent_id: Str<'a> = "parentAgentId",
        spawn_depth: Field<i64> = "spawnDepth",
        request_shape: Str<'a> = "requestShape",
        request_non_interactive: Field<bool> = "requestNonInteractive",
        model: Str<'a> = "model",
        worktree_path: Str<'a> = "worktreePath",
        workflow_phase: Str<'a> = "workflowPhase",
    } ignored:;
}

/// Where the sidecar of a transcript is: beside it.
pub(crate) fn path(transcript: &str) -> String {
    format!("{}.meta.json", transcript.strip_suffix(".jsonl").unwrap_or(transcript))
}

/// What a sidecar says, as it is kept.
#[derive(Debug, Default)]
pub(crate) struct Sidecar {
    pub(crate) bytes: i64,
    pub(crate) agent_type: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) tool_use_id: Option<String>,
    pub(crate) parent_agent_id: Option<String>,
    pub(crate) spawn_depth: Option<i64>,
    pub(crate) request_shape: Option<String>,
    pub(crate) request_non_interactive: Option<bool>,
    pub(crate) model: Option<String>,
    pub(crate) worktree_path: Option<String>,
    pub(crate) workflow_phase: Option<String>,
    /// Keys that it has and that are not declared.
    pub(crate) unknown: Vec<String>,
}

impl Sidecar {
    /// Reads a sidecar; else says what is wrong with it.
    pub(crate) fn read(bytes: &[u8], policy: TextPolicy) -> Result<Self, &'static str> {
        let text = text::lossless(bytes);
        let text = text::repair_surrogates(&text);
        let text = text::without_controls(&text);
        let meta: Meta<'_> = match json::read(text.trim_matches(|c: char| c == '\u{feff}' || c.is_whitespace())) {
            Ok(Field::Is(meta)) => meta,
            Ok(_) => return Err("not an object"),
            Err(_) => return Err("not JSON"),
        };
        let id = |id: &Str<'_>| id.owned().filter(|id| !id.is_empty());
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        Ok(Self {
            bytes: bytes.len() as i64,
            agent_type: meta.agent_type.owned(),
            description: meta.description.str().and_then(|text| policy.prose(text)).map(str::to_owned),
            tool_use_id: id(&meta.tool_use_id),
            parent_agent_id: id(&meta.parent_agent_id),
            spawn_depth: meta.spawn_depth.copied(),
            request_shape: meta.request_shape.owned(),
            request_non_interactive: meta.request_non_interactive.copied(),
            model: meta.model.owned(),
            worktree_path: name(&meta.worktree_path),
            workflow_phase: name(&meta.workflow_phase),
            unknown: meta.unknown.keys().map(str::to_owned).collect(),
        })
    }
}
