//! Results of agents.

use super::base::typed;
use super::{Fields, ToolResult};
use crate::json::{Body, Field, Raw, Rounded, object};
use crate::line::{Str, Usage};

object! {
    /// The payload of an agent: one that ran, one that was started, or a member of a team.
    struct AgentOutput<'a> {
        status: Str<'a> = "status",
        agent_id: Str<'a> = "agentId" | "agent_id",
        agent_type: Str<'a> = "agentType" | "agent_type",
        description: Str<'a> = "description",
        prompt: Body<'a> = "prompt",
        resolved_model: Str<'a> = "resolvedModel" | "resolved_model",
        models_used: Field<Vec<Str<'a>>> = "modelsUsed" | "models_used",

        total_tool_use_count: Field<i64> = "totalToolUseCount" | "total_tool_use_count",
        total_duration_ms: Field<Rounded> = "totalDurationMs" | "total_duration_ms",
        total_tokens: Field<i64> = "totalTokens" | "total_tokens",
        usage: Field<Usage<'a>> = "usage",
        stats: Field<Stats> = "toolStats" | "tool_stats",
        tools_used: Raw<'a> = "toolsUsed" | "tools_used",
        worktree_path: Str<'a> = "worktreePath" | "worktree_path",
        worktree_branch: Str<'a> = "worktreeBranch" | "worktree_branch",
        content: Field<Vec<Field<Part<'a>>>> = "content",

        is_async: Field<bool> = "isAsync" | "is_async",
        task_id: Str<'a> = "taskId",
        session_url: Str<'a> = "sessionUrl",
        output_file: Str<'a> = "outputFile" | "output_file",
        can_read_output_file: Field<bool> = "canReadOutputFile" | "can_read_output_file",

        model: Str<'a> = "model",
        teammate_id: Str<'a> = "teammate_id",
        name: Str<'a> = "name",
        team_name: Str<'a> = "team_name",
        color: Str<'a> = "color",
        tmux_session_name: Str<'a> = "tmux_session_name",
        tmux_window_name: Str<'a> = "tmux_window_name",
        tmux_pane_id: Str<'a> = "tmux_pane_id",
        is_splitpane: Field<bool> = "is_splitpane",
        plan_mode_required: Field<bool> = "plan_mode_required",
    } ignored: "isRemote";

    /// What a run did, by kinds of tools.
    struct Stats {
        read_count: Field<i64> = "readCount" | "read_count",
        search_count: Field<i64> = "searchCount" | "search_count",
        bash_count: Field<i64> = "bashCount" | "bash_count",
        edit_file_count: Field<i64> = "editFileCount" | "edit_file_count",
        lines_added: Field<i64> = "linesAdded" | "lines_added",
        lines_removed: Field<i64> = "linesRemoved" | "lines_removed",
        other_tool_count: Field<i64> = "otherToolCount" | "other_tool_count",
        frame_count: Field<i64> = "frameCount" | "frame_count",
    }

    /// A block of an answer.
    struct Part<'a> {
        text: Body<'a> = "text",
    } ignored: "type", "citations";
}

impl<'a> Fields<'a> for AgentOutput<'a> {
    fn of<'r>(result: &'r ToolResult<'a>) -> Option<&'r Self> {
        match result {
            ToolResult::Task(result) => Some(result.fields()),
            ToolResult::TaskLaunch(result) => Some(result.fields()),
            ToolResult::Other(result) => result.agent(),
            _ => None,
        }
    }
}

typed! {
    /// The result of an agent that ran to its end. Tokens and usage are those of its last request only.
    struct TaskResult of AgentOutput;
}

impl<'a> TaskResult<'a> {
    /// The run.
    pub fn agent_id(&self) -> Option<&str> {
        self.fields.agent_id.str()
    }

    /// Type of the agent.
    pub fn agent_type(&self) -> Option<&str> {
        self.fields.agent_type.str()
    }

    /// State of the run. `None` in old versions, which wrote only of runs that completed.
    pub fn status(&self) -> Option<&str> {
        self.fields.status.str()
    }

    /// Time that the run took, in milliseconds.
    pub fn total_duration_ms(&self) -> Option<i64> {
        self.fields.total_duration_ms.copied().map(|time| time.0)
    }

    /// Tokens of the last request.
    pub fn total_tokens(&self) -> Option<i64> {
        self.fields.total_tokens.copied()
    }

    /// Calls of tools that the run made.
    pub fn total_tool_use_count(&self) -> Option<i64> {
        self.fields.total_tool_use_count.copied()
    }

    /// What the run did by kinds of tools, as JSON text.
    pub fn tool_stats(&self) -> Option<&'a str> {
        self.base.verbatim(&["toolStats", "tool_stats"])
    }

    /// Usage of the last request, as JSON text.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// let payload = r#"{"status":"completed","totalTokens":900,"usage":{"input_tokens":1}}"#;
    /// let ToolResult::Task(task) = ToolResult::lift("Agent", Some(payload)) else { unreachable!() };
    /// assert_eq!((task.total_tokens(), task.usage()), (Some(900), Some(r#"{"input_tokens":1}"#)));
    /// ```
    pub fn usage(&self) -> Option<&'a str> {
        self.base.verbatim(&["usage"])
    }

    /// The blocks of the agent's answer, as JSON text: [`parse_content`](super::parse_content) reads them.
    pub fn content(&self) -> Option<&'a str> {
        self.base.verbatim(&["content"])
    }

    /// What the agent was asked to do.
    pub fn prompt(&self) -> Body<'a> {
        self.fields.prompt
    }

    /// Model that it started on.
    pub fn resolved_model(&self) -> Option<&str> {
        self.fields.resolved_model.str()
    }
}

typed! {
    /// The result of an agent that was started and not waited for.
    struct TaskLaunchResult of AgentOutput;
}

impl<'a> TaskLaunchResult<'a> {
    /// The run.
    pub fn agent_id(&self) -> Option<&str> {
        self.fields.agent_id.str()
    }

    /// File that its output goes to.
    pub fn output_file(&self) -> Option<&str> {
        self.fields.output_file.str()
    }

    /// Whether it runs in the background.
    pub fn is_async(&self) -> bool {
        self.fields.is_async.copied().unwrap_or_default()
    }

    /// Whether the caller can read the output file.
    pub fn can_read_output_file(&self) -> bool {
        self.fields.can_read_output_file.copied().unwrap_or_default()
    }

    /// What the agent is for.
    pub fn description(&self) -> Option<&str> {
        self.fields.description.str()
    }

    /// What the agent was asked to do.
    pub fn prompt(&self) -> Body<'a> {
        self.fields.prompt
    }

    /// State of the run.
    pub fn status(&self) -> Option<&str> {
        self.fields.status.str()
    }

    /// Model that it was started on.
    pub fn resolved_model(&self) -> Option<&str> {
        self.fields.resolved_model.str()
    }
}
