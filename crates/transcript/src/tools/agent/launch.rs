//! Agents that were started and not waited for.

use super::joined;
use super::run::{AGENT_ID, first_word};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::AgentOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::Measure;
use crate::tools::Keys;

table! {
    /// Agents that were started and not waited for: in the background, in the cloud, or as members of a team. One row per call of Agent that
    /// says so; how they ended is in later notices.
    mod agent_launches [common: common, call: call_key] {
        parent: tool_calls,
        /// How it was started: async_launched, remote_launched, teammate_spawned and others; async_launched also where there is an output file and
        /// no status. Source: `status`, else the text of the result.
        best status: Text,
        /// Whether it runs in the background. NULL where the result does not say. Source: `isAsync`.
        best is_async: Opt<Bool>,
        /// The run: `agent_id` of what the agent does. NULL where the result does not say. Source: `agentId`, `agent_id`, else the text of the result.
        best agent_run_id: Opt<Text>,
        /// Task in the cloud. NULL where it runs here. Source: `taskId`.
        best task_id: Opt<Text>,
        /// Address of its session in the cloud. NULL where it runs here. Source: `sessionUrl`.
        best session_url: Opt<Text>,
        /// File that its output goes to. NULL where the result does not say. Source: `outputFile`, else the text of the result.
        best output_file: Opt<Text>,
        /// Whether the caller can read that file. NULL where the result does not say. Source: `canReadOutputFile`.
        best can_read_output_file: Opt<Bool>,
        /// What the agent is for. NULL where the result does not say. Source: `description`.
        best description: Opt<Text>,
        /// Length of the prompt that it runs. NULL where the result does not have it. Source: `prompt`.
        best prompt_bytes: Opt<Int>,
        /// XXH3-64 of the prompt. NULL where the result does not have it.
        best prompt_hash: Opt<Int>,
        /// Model at the time. NULL where the result does not say. Source: `resolvedModel`; `model` of a teammate.
        best model: Opt<Text>,
        /// Models that it used before it went to the background, in order, joined by commas. NULL where the result does not say. Source: `modelsUsed`.
        best models_used: Opt<Text>,
        /// Member of a team. NULL for others. Source: `teammate_id`.
        best teammate_id: Opt<Text>,
        /// Type of a teammate. NULL where the result does not say. Source: `agent_type`.
        best agent_type: Opt<Text>,
        /// Name of a teammate. NULL for others. Source: `name`.
        best name: Opt<Text>,
        /// Team of a teammate. NULL for others. Source: `team_name`.
        best team_name: Opt<Text>,
        /// Colour of a teammate. NULL for others. Source: `color`.
        best color: Opt<Text>,
        /// Session of the terminal multiplexer that a teammate runs in. NULL for others. Source: `tmux_session_name`.
        best tmux_session_name: Opt<Text>,
        /// Window of that session. NULL for others. Source: `tmux_window_name`.
        best tmux_window_name: Opt<Text>,
        /// Pane of that window. NULL for others. Source: `tmux_pane_id`.
        best tmux_pane_id: Opt<Text>,
        /// Whether a teammate shares its caller's window. NULL for others. Source: `is_splitpane`.
        best is_splitpane: Opt<Bool>,
        /// Whether a teammate must have its plan approved. NULL for others. Source: `plan_mode_required`.
        best plan_mode_required: Opt<Bool>,
    }
}

/// A launch.
#[derive(Debug, Default)]
pub(crate) struct Launch {
    pub(super) status: String,
    is_async: Option<bool>,
    pub(super) agent_run_id: Option<String>,
    task_id: Option<String>,
    session_url: Option<String>,
    output_file: Option<String>,
    can_read_output_file: Option<bool>,
    description: Option<String>,
    prompt: Option<Measure>,
    model: Option<String>,
    models_used: Option<String>,
    teammate_id: Option<String>,
    agent_type: Option<String>,
    name: Option<String>,
    team_name: Option<String>,
    color: Option<String>,
    tmux_session_name: Option<String>,
    tmux_window_name: Option<String>,
    tmux_pane_id: Option<String>,
    is_splitpane: Option<bool>,
    plan_mode_required: Option<bool>,
}

/// How the text of a launch begins.
const LAUNCHED: &str = "Async agent launched successfully.";
/// How the line begins in it that names the file of the output.
const OUTPUT_FILE: &str = "output_file: ";

impl Launch {
    /// Of a structured payload. NULL where it is none of a launch.
    pub(super) fn of_output(output: &AgentOutput<'_>, policy: TextPolicy) -> Option<Self> {
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        let implied = output.output_file.str().map(|_| "async_launched");
        let status = output.status.str().or(implied)?;
        let launched = output.output_file.str().is_some() || status.ends_with("_launched") || status.ends_with("_spawned");
        launched.then(|| Self {
            status: status.to_owned(),
            is_async: output.is_async.copied(),
            agent_run_id: output.agent_id.owned(),
            task_id: output.task_id.owned(),
            session_url: name(&output.session_url),
            output_file: name(&output.output_file),
            can_read_output_file: output.can_read_output_file.copied(),
            description: output.description.str().and_then(|text| policy.prose(text)).map(str::to_owned),
            prompt: output.prompt.measure(),
            model: output.resolved_model.owned().or(output.model.owned()),
            models_used: joined(&output.models_used),
            teammate_id: name(&output.teammate_id),
            agent_type: output.agent_type.owned(),
            name: name(&output.name),
            team_name: name(&output.team_name),
            color: output.color.owned(),
            tmux_session_name: name(&output.tmux_session_name),
            tmux_window_name: name(&output.tmux_window_name),
            tmux_pane_id: output.tmux_pane_id.owned(),
            is_splitpane: output.is_splitpane.copied(),
            plan_mode_required: output.plan_mode_required.copied(),
        })
    }

    /// Of the text alone. NULL where it is none of a launch.
    pub(super) fn of_text(text: &str, policy: TextPolicy) -> Option<Self> {
        let lines = text.strip_prefix(LAUNCHED)?;
        let find = |start: &str| lines.lines().find_map(|line| line.strip_prefix(start));
        Some(Self {
            status: "async_launched".to_owned(),
            agent_run_id: find(AGENT_ID).and_then(first_word).map(str::to_owned),
            output_file: find(OUTPUT_FILE).map(|path| policy.name(path.trim_end()).into_owned()),
            ..Self::default()
        })
    }

    pub(super) fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let row = agent_launches::Row {
            common: keys.common,
            call: keys.call,
            status: &self.status,
            is_async: self.is_async,
            agent_run_id: self.agent_run_id.as_deref(),
            task_id: self.task_id.as_deref(),
            session_url: self.session_url.as_deref(),
            output_file: self.output_file.as_deref(),
            can_read_output_file: self.can_read_output_file,
            description: self.description.as_deref(),
            prompt_bytes: self.prompt.map(|prompt| prompt.bytes),
            prompt_hash: self.prompt.map(|prompt| prompt.hash),
            model: self.model.as_deref(),
            models_used: self.models_used.as_deref(),
            teammate_id: self.teammate_id.as_deref(),
            agent_type: self.agent_type.as_deref(),
            name: self.name.as_deref(),
            team_name: self.team_name.as_deref(),
            color: self.color.as_deref(),
            tmux_session_name: self.tmux_session_name.as_deref(),
            tmux_window_name: self.tmux_window_name.as_deref(),
            tmux_pane_id: self.tmux_pane_id.as_deref(),
            is_splitpane: self.is_splitpane,
            plan_mode_required: self.plan_mode_required,
        };
        tables.agent_launches.append(keys.origin, &row);
    }
}
