//! What runs in the background: TaskOutput, TaskStop and Monitor.

use super::flat::{self, calls};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::policy::TextPolicy;

calls! {
    /// Looks at what runs in the background. One row per call of TaskOutput, BashOutput or AgentOutputTool.
    mod task_outputs as TaskOutput {
        /// Task: id of the shell or agent. NULL where neither input nor result says. Source: `task_id`, `bash_id`, `agentId`, `shellId`.
        best task_id: Opt<Text> = either.id("task_id" | "taskId" | "bash_id" | "shell_id" | "agentId" | "agent_id" | "shellId" | "task.task_id"),
        /// Whether it was to wait for the end. NULL where the input does not say: yes. Source: `block`.
        best block: Opt<Bool> = input.flag("block"),
        /// Time that it might wait. NULL where the input does not say. Source: `timeout`, `wait_up_to`.
        best timeout_ms: Opt<Int> = input.int("timeout" | "wait_up_to"),
        /// Pattern of the lines to show. NULL where neither input nor result says: all. Source: `filter`, `filterPattern`.
        best filter: Opt<Text> = either.name("filter" | "filterPattern"),
        /// Whether the output was there: success, timeout, not_ready. NULL where the result does not say. Source: `retrieval_status`.
        best retrieval_status: Opt<Text> = output.text("retrieval_status") else retrieval_status,
        /// Type of the task: local_bash, local_agent and others. NULL where the result does not say. Source: `task.task_type`.
        best task_type: Opt<Text> = output.text("task.task_type") else task_type,
        /// State: running, completed, failed, killed. NULL where the result does not say. Source: `task.status`, `status`, else the text of the result.
        best status: Opt<Text> = output.text("task.status" | "status") else status,
        /// What the task is for. NULL where the result does not say. Source: `task.description`.
        best description: Opt<Text> = output.prose("task.description"),
        /// Command that runs. NULL where the result does not say. Source: `command`.
        best command: Opt<Text> = output.name("command"),
        /// Exit code. NULL while it runs, and where the result does not say. Source: `task.exitCode`, `exitCode`, else the text of the result.
        best exit_code: Opt<Int> = output.int("task.exitCode" | "exitCode") else exit_code,
        /// Length of the output. NULL where the result does not say. Source: `task.output`, `stdout`.
        best output_bytes: Opt<Int> = output.bytes("task.output" | "stdout"),
        /// Lines of the output. NULL where the result does not say.
        best output_lines: Opt<Int> = output.lines("task.output" | "stdout"),
        /// XXH3-64 of the output. NULL where the result does not say.
        best output_hash: Opt<Int> = output.hash("task.output" | "stdout"),
        /// Length of what came apart as errors. NULL where the result does not say. Source: `stderr`.
        best stderr_bytes: Opt<Int> = output.bytes("stderr"),
        /// Lines of it. NULL where the result does not say. Source: `stderrLines`.
        best stderr_lines: Opt<Int> = output.int("stderrLines"),
        /// Lines that the shell had written in all. NULL where the result does not say. Source: `stdoutLines`.
        best stdout_total_lines: Opt<Int> = output.int("stdoutLines"),
        /// Length of the prompt of an agent. NULL for other tasks. Source: `task.prompt`.
        best prompt_bytes: Opt<Int> = output.bytes("task.prompt"),
        /// Length of the answer of an agent. NULL for other tasks, and before it. Source: `task.result`.
        best answer_bytes: Opt<Int> = output.bytes("task.result"),
        /// Why an agent failed. NULL where the result does not say. Source: `task.error`.
        best error: Opt<Text> = output.prose("task.error"),
        /// When it was looked at, as the result says. NULL where it does not. Source: `timestamp`.
        best looked_at: Opt<Time> = output.instant("timestamp"),
    }
}

/// The text between the tags of a name.
fn tagged<'a>(outcome: &'a Outcome<'_>, name: &str) -> Option<&'a str> {
    let rest = outcome.head().split_once(&format!("<{name}>"))?.1;
    Some(rest.split_once(&format!("</{name}>"))?.0.trim())
}

fn retrieval_status(outcome: &Outcome<'_>, _: TextPolicy) -> Option<String> {
    tagged(outcome, "retrieval_status").map(str::to_owned)
}

fn task_type(outcome: &Outcome<'_>, _: TextPolicy) -> Option<String> {
    tagged(outcome, "task_type").map(str::to_owned)
}

fn status(outcome: &Outcome<'_>, _: TextPolicy) -> Option<String> {
    tagged(outcome, "status").map(str::to_owned)
}

fn exit_code(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    tagged(outcome, "exit_code")?.parse().ok()
}

calls! {
    /// Stops of what runs in the background. One row per call of TaskStop, KillShell or KillBash.
    mod task_stops as TaskStop {
        /// Task: id of the shell, agent or monitor. NULL where neither input nor result says. Source: `task_id`, `shell_id`.
        best task_id: Opt<Text> = either.id("task_id" | "taskId" | "shell_id" | "shellId"),
        /// Type of the task. NULL where the result does not say. Source: `task_type`.
        best task_type: Opt<Text> = output.text("task_type" | "taskType"),
        /// Command that was stopped, or what the task was for. NULL where the result does not say. Source: `command`.
        best command: Opt<Text> = output.name("command"),
        /// What the tool says of it. NULL where there is no payload. Source: `message`.
        best message: Opt<Text> = output.prose("message"),
        /// Whether it was stopped. NULL where the result does not say. Source: `success`.
        best success: Opt<Bool> = output.flag("success"),
    }
}

calls! {
    /// Watches on a command's lines or a socket's messages. One row per call of Monitor.
    mod monitors as Monitor {
        /// Command whose lines are events. NULL where there is none. Source: `command`.
        best command: Opt<Text> = input.name("command"),
        /// Length of the whole command. NULL where there is none.
        best command_bytes: Opt<Int> = input.bytes("command"),
        /// Address of the socket. NULL where there is none. Source: `ws.url`.
        best ws_url: Opt<Text> = input.name("ws.url"),
        /// Protocols of the socket, joined by commas. NULL where there are none. Source: `ws.protocols`.
        best ws_protocols: Opt<Text> = input.joined("ws.protocols"),
        /// What it is for. NULL where the input does not say. Source: `description`.
        best description: Opt<Text> = input.prose("description"),
        /// Time after which it was to end. NULL where the input does not say. Source: `timeout_ms`.
        best timeout_asked_ms: Opt<Int> = input.int("timeout_ms"),
        /// Whether it was to run until the session ends. NULL where the input does not say. Source: `persistent`.
        best persistent_asked: Opt<Bool> = input.flag("persistent"),
        /// Task that watches. NULL where the result does not say. Source: `taskId`.
        best task_id: Opt<Text> = output.id("taskId" | "task_id"),
        /// Time after which it ends; 0 where it does not. NULL where the result does not say. Source: `timeoutMs`.
        best timeout_ms: Opt<Int> = output.int("timeoutMs" | "timeout_ms"),
        /// Whether it runs until it is stopped or the session ends. NULL where the result does not say. Source: `persistent`.
        best persistent: Opt<Bool> = output.flag("persistent"),
        /// Whether it ran in the sandbox only because its check relied on it. NULL where the result does not say. Source: `keptInSandboxByCheck`.
        best kept_in_sandbox_by_check: Opt<Bool> = output.flag("keptInSandboxByCheck"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("TaskOutput", &[&task_outputs::TABLE], flat::open::<TaskOutput>)
        .aliases(&["BashOutput", "AgentOutputTool"])
        .asks(false)
        .seen("1.0.98", "2.1.209"),
    Tool::new("TaskStop", &[&task_stops::TABLE], flat::open::<TaskStop>).aliases(&["KillShell", "KillBash"]).asks(false).seen("1.0.98", "2.1.42"),
    Tool::new("Monitor", &[&monitors::TABLE], flat::open::<Monitor>).asks(true).seen("2.1.119", "2.1.217"),
];
