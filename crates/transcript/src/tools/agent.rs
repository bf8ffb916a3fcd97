//! Agents: Agent, before called Task.

use super::outcome::{Outcome, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::json::{Body, Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::AgentOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::{Measure, measure_json};
use launch::Launch;
use run::AgentResult;

pub(crate) mod launch;
mod run;

table! {
    /// Agents that were called. One row per call of Agent. Tokens and usage are those of the run's last request only: what a run cost is the
    /// sum over `requests` with its `agent_id`.
    mod agents [common: common, call: call_key] {
        parent: tool_calls,
        /// What the agent is for. NULL where neither input nor result says. Source: `description`.
        best description: Opt<Text>,
        /// Length of the prompt. NULL where neither input nor result has it. Source: `prompt`.
        best prompt_bytes: Opt<Int>,
        /// Length of the prompt. NULL where neither input nor result has it.
        best prompt_chars: Opt<Int>,
        /// Lines of the prompt. NULL where neither input nor result has it.
        best prompt_lines: Opt<Int>,
        /// XXH3-64 of the prompt. NULL where neither input nor result has it.
        best prompt_hash: Opt<Int>,
        /// Type that was asked for. NULL where the input does not say. Source: `subagent_type`.
        best subagent_type: Opt<Text>,
        /// Model that was asked for. NULL where the input does not say. Source: `model`.
        best model_asked: Opt<Text>,
        /// Effort that was asked for. NULL where the input does not say. Source: `effort`.
        best effort: Opt<Text>,
        /// Whether it was to run in the background. NULL where the input does not say. Source: `run_in_background`.
        best run_in_background: Opt<Bool>,
        /// How its changes were to be kept apart: worktree, remote. NULL where the input does not say. Source: `isolation`.
        best isolation: Opt<Text>,
        /// Name that it was to have. NULL where the input does not say. Source: `name`.
        best name: Opt<Text>,
        /// Team that it was to join. NULL where the input does not say. Source: `team_name`.
        best team_name: Opt<Text>,
        /// Permission mode that it was to have. NULL where the input does not say. Source: `mode`.
        best mode: Opt<Text>,
        /// Turns that it might take. NULL where the input does not say. Source: `max_turns`.
        best max_turns: Opt<Int>,
        /// Run that it was to continue. NULL where the input does not say. Source: `resume`.
        best resume: Opt<Text>,
        /// The run: `agent_id` of what the agent did. NULL where the result does not say. Source: `agentId`, `agent_id`, else the text of the result.
        best agent_run_id: Opt<Text>,
        /// Type of the agent that ran. NULL where the result does not say. Source: `agentType`, `agent_type`.
        best agent_type: Opt<Text>,
        /// Model that it started on, or had when it went to the background. NULL where the result does not say. Source: `resolvedModel`.
        best resolved_model: Opt<Text>,
        /// Models that it used, in order, joined by commas. NULL where the result does not say: one model only. Source: `modelsUsed`.
        best models_used: Opt<Text>,
        /// State of the run: completed (also where there are totals and no status), async_launched, remote_launched, teammate_spawned
        /// and others. NULL where the result does not say. Source: `status`, else the text of the result.
        best status: Opt<Text>,
        /// Calls of tools that the run made. NULL where the result does not say. Source: `totalToolUseCount`.
        best total_tool_use_count: Opt<Int>,
        /// Time that the run took. NULL where the result does not say. Source: `totalDurationMs`.
        best total_duration_ms: Opt<Int>,
        /// Tokens of the run's last request. NULL where the result does not say. Source: `totalTokens`.
        best total_tokens: Opt<Int>,
        /// Tokens as the text of the result states them. NULL where it does not, and where there is a payload.
        best stated_tokens: Opt<Int>,
        /// Calls of tools as the text of the result states them. NULL where it does not, and where there is a payload.
        best stated_tool_use_count: Opt<Int>,
        /// Time as the text of the result states it. NULL where it does not, and where there is a payload.
        best stated_duration_ms: Opt<Int>,
        /// Fresh input tokens of the last request. NULL where the result does not say. Source: `usage.input_tokens`.
        best usage_input_tokens: Opt<Int>,
        /// Output tokens of the last request. NULL where the result does not say. Source: `usage.output_tokens`.
        best usage_output_tokens: Opt<Int>,
        /// Tokens that the last request read from the cache. NULL where the result does not say. Source: `usage.cache_read_input_tokens`.
        best usage_cache_read_tokens: Opt<Int>,
        /// Tokens that the last request wrote to the cache. NULL where the result does not say. Source: `usage.cache_creation_input_tokens`.
        best usage_cache_write_tokens: Opt<Int>,
        /// Those of them kept for five minutes. NULL where the result does not say. Source: `usage.cache_creation.ephemeral_5m_input_tokens`.
        best usage_cache_write_5m_tokens: Opt<Int>,
        /// Those of them kept for an hour. NULL where the result does not say. Source: `usage.cache_creation.ephemeral_1h_input_tokens`.
        best usage_cache_write_1h_tokens: Opt<Int>,
        /// Output tokens of the last request that were thinking. NULL where the result does not say. Source: `usage.output_tokens_details.thinking_tokens`.
        best usage_thinking_tokens: Opt<Int>,
        /// Web searches of the last request. NULL where the result does not say. Source: `usage.server_tool_use.web_search_requests`.
        best usage_web_search_requests: Opt<Int>,
        /// Web fetches of the last request. NULL where the result does not say. Source: `usage.server_tool_use.web_fetch_requests`.
        best usage_web_fetch_requests: Opt<Int>,
        /// Service tier of the last request. NULL where the result does not say. Source: `usage.service_tier`.
        best usage_service_tier: Opt<Text>,
        /// Speed of the last request. NULL where the result does not say. Source: `usage.speed`.
        best usage_speed: Opt<Text>,
        /// Region of the last request. NULL where the result does not say. Source: `usage.inference_geo`.
        best usage_inference_geo: Opt<Text>,
        /// Iterations of the last request. NULL where the result does not say. Source: `usage.iterations`.
        best usage_iterations: Opt<Int>,
        /// Reads of the run. NULL where the result does not say. Source: `toolStats.readCount`.
        best read_count: Opt<Int>,
        /// Searches of the run. NULL where the result does not say. Source: `toolStats.searchCount`.
        best search_count: Opt<Int>,
        /// Shell commands of the run. NULL where the result does not say. Source: `toolStats.bashCount`.
        best bash_count: Opt<Int>,
        /// Files that the run edited. NULL where the result does not say. Source: `toolStats.editFileCount`.
        best edit_file_count: Opt<Int>,
        /// Lines that the run added. NULL where the result does not say. Source: `toolStats.linesAdded`.
        best lines_added: Opt<Int>,
        /// Lines that the run removed. NULL where the result does not say. Source: `toolStats.linesRemoved`.
        best lines_removed: Opt<Int>,
        /// Other calls of the run. NULL where the result does not say. Source: `toolStats.otherToolCount`.
        best other_tool_count: Opt<Int>,
        /// Frames of the run. NULL where the result does not say. Source: `toolStats.frameCount`.
        best frame_count: Opt<Int>,
        /// Tools that the run used, as the JSON that the result has. NULL where the result does not say. Source: `toolsUsed`.
        best tools_used: Opt<Text>,
        /// Worktree of the agent that was kept. NULL where none was. Source: `worktreePath`.
        best worktree_path: Opt<Text>,
        /// Branch of that worktree. NULL where there is none. Source: `worktreeBranch`.
        best worktree_branch: Opt<Text>,
        /// Blocks of the agent's answer. NULL where the result has no answer. Source: `content`.
        best content_blocks: Opt<Int>,
        /// Length of the text in them. NULL where the result has no answer.
        best content_bytes: Opt<Int>,
        /// Why no agent ran: unknown_type, denied, interrupted, invalid, other. NULL where one did or there is no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[Tool::new("Agent", &[&agents::TABLE, &launch::agent_launches::TABLE], |_, input, policy| {
    Opened::read(input, |input| AgentCall::open(input, policy))
})
.aliases(&["Task"])
.asks(false)
.seen("1.0.71", "2.1.219")];

object! {
    /// The input of a call.
    struct Input<'a> {
        description: Str<'a> = "description",
        prompt: Body<'a> = "prompt",
        subagent_type: Str<'a> = "subagent_type" | "agentType" | "subagentType",
        model: Str<'a> = "model",
        effort: Str<'a> = "effort",
        run_in_background: Field<bool> = "run_in_background" | "runInBackground",
        isolation: Str<'a> = "isolation",
        name: Str<'a> = "name",
        team_name: Str<'a> = "team_name" | "teamName",
        mode: Str<'a> = "mode",
        max_turns: Field<i64> = "max_turns" | "maxTurns",
        resume: Str<'a> = "resume",
    } ignored:;
}

/// An agent that was called.
#[derive(Debug)]
pub(crate) struct AgentCall {
    description: Option<String>,
    prompt: Option<Measure>,
    subagent_type: Option<String>,
    model_asked: Option<String>,
    effort: Option<String>,
    run_in_background: Option<bool>,
    isolation: Option<String>,
    name: Option<String>,
    team_name: Option<String>,
    mode: Option<String>,
    max_turns: Option<i64>,
    resume: Option<String>,
    policy: TextPolicy,
    result: Option<AgentResult>,
    launch: Option<Launch>,
}

impl AgentCall {
    fn open(input: &Input<'_>, policy: TextPolicy) -> Self {
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        Self {
            description: input.description.str().and_then(|text| policy.prose(text)).map(str::to_owned),
            prompt: input.prompt.json().and_then(measure_json),
            subagent_type: input.subagent_type.owned(),
            model_asked: input.model.owned(),
            effort: input.effort.owned(),
            run_in_background: input.run_in_background.copied(),
            isolation: input.isolation.owned(),
            name: name(&input.name),
            team_name: name(&input.team_name),
            mode: input.mode.owned(),
            max_turns: input.max_turns.copied(),
            resume: input.resume.owned(),
            policy,
            result: None,
            launch: None,
        }
    }
}

/// Texts of a list, joined by commas.
pub(super) fn joined(list: &Field<Vec<Str<'_>>>) -> Option<String> {
    Some(list.get()?.iter().filter_map(Str::str).collect::<Vec<_>>().join(","))
}

impl ToolCall for AgentCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<AgentOutput<'_>>();
        let output = output.as_deref();
        self.launch = match (output, outcome.class) {
            (_, Some(_)) => None,
            (Some(output), None) => Launch::of_output(output, self.policy),
            (None, None) => Launch::of_text(&outcome.content(), self.policy),
        };
        self.result = Some(match (outcome.class, output) {
            (Some(class), _) => AgentResult { fail_reason: Some(run::fail_reason(class)), ..AgentResult::default() },
            (None, Some(output)) => AgentResult::of_output(output, outcome, self.policy),
            (None, None) => AgentResult::of_text(&outcome.content(), self.launch.as_ref()),
        });
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let none = AgentResult::default();
        let result = self.result.as_ref().unwrap_or(&none);
        let prompt = self.prompt.or(result.prompt);
        let usage = &result.usage;
        let stats = &result.stats;
        let row = agents::Row {
            common: keys.common,
            call: keys.call,
            description: self.description.as_deref().or(result.description.as_deref()),
            prompt_bytes: prompt.map(|prompt| prompt.bytes),
            prompt_chars: prompt.map(|prompt| prompt.chars),
            prompt_lines: prompt.map(|prompt| prompt.lines),
            prompt_hash: prompt.map(|prompt| prompt.hash),
            subagent_type: self.subagent_type.as_deref(),
            model_asked: self.model_asked.as_deref(),
            effort: self.effort.as_deref(),
            run_in_background: self.run_in_background,
            isolation: self.isolation.as_deref(),
            name: self.name.as_deref(),
            team_name: self.team_name.as_deref(),
            mode: self.mode.as_deref(),
            max_turns: self.max_turns,
            resume: self.resume.as_deref(),
            agent_run_id: result.agent_run_id.as_deref(),
            agent_type: result.agent_type.as_deref(),
            resolved_model: result.resolved_model.as_deref(),
            models_used: result.models_used.as_deref(),
            status: result.status.as_deref(),
            total_tool_use_count: result.total_tool_use_count,
            total_duration_ms: result.total_duration_ms,
            total_tokens: result.total_tokens,
            stated_tokens: result.stated_tokens,
            stated_tool_use_count: result.stated_tool_use_count,
            stated_duration_ms: result.stated_duration_ms,
            usage_input_tokens: usage.input,
            usage_output_tokens: usage.output,
            usage_cache_read_tokens: usage.cache_read,
            usage_cache_write_tokens: usage.cache_write,
            usage_cache_write_5m_tokens: usage.cache_write_5m,
            usage_cache_write_1h_tokens: usage.cache_write_1h,
            usage_thinking_tokens: usage.thinking,
            usage_web_search_requests: usage.web_search,
            usage_web_fetch_requests: usage.web_fetch,
            usage_service_tier: usage.service_tier.as_deref(),
            usage_speed: usage.speed.as_deref(),
            usage_inference_geo: usage.inference_geo.as_deref(),
            usage_iterations: usage.iterations,
            read_count: stats.read_count.copied(),
            search_count: stats.search_count.copied(),
            bash_count: stats.bash_count.copied(),
            edit_file_count: stats.edit_file_count.copied(),
            lines_added: stats.lines_added.copied(),
            lines_removed: stats.lines_removed.copied(),
            other_tool_count: stats.other_tool_count.copied(),
            frame_count: stats.frame_count.copied(),
            tools_used: result.tools_used.as_deref(),
            worktree_path: result.worktree_path.as_deref(),
            worktree_branch: result.worktree_branch.as_deref(),
            content_blocks: result.content_blocks,
            content_bytes: result.content_bytes,
            fail_reason: result.fail_reason,
        };
        tables.agents.append(keys.origin, &row);
        if let Some(launch) = &self.launch {
            launch.append(keys, tables);
        }
    }
}

#[cfg(test)]
mod tests;
