//! Scripts of agents, and answers in a form that the caller gave: Workflow and StructuredOutput.

use super::flat::{self, calls};
use super::registry::Tool;

calls! {
    /// Scripts that run agents. One row per call of Workflow.
    mod workflows as Workflow {
        /// Length of the script. NULL where the input has none. Source: `script`.
        best script_bytes: Opt<Int> = input.bytes("script"),
        /// Lines of the script. NULL where the input has none.
        best script_lines: Opt<Int> = input.lines("script"),
        /// XXH3-64 of the script. NULL where the input has none.
        best script_hash: Opt<Int> = input.hash("script"),
        /// File of the script. NULL where neither input nor result says. Source: `scriptPath`.
        best script_path: Opt<Text> = either.name("scriptPath" | "script_path"),
        /// Name of a script that is there already. NULL where the input does not say. Source: `name`.
        best name: Opt<Text> = input.name("name"),
        /// Title. NULL where the input does not say. Source: `title`.
        best title: Opt<Text> = input.prose("title"),
        /// What it is for. NULL where the input does not say. Source: `description`.
        best description: Opt<Text> = input.prose("description"),
        /// Size of the arguments, as JSON. NULL where there are none. Source: `args`.
        best args_bytes: Opt<Int> = input.json_bytes("args"),
        /// Run that it goes on from. NULL where the input does not say. Source: `resumeFromRunId`.
        best resumed_run_id: Opt<Text> = input.id("resumeFromRunId" | "resume_from_run_id"),
        /// How it went: async_launched, remote_launched. NULL where the result does not say. Source: `status`.
        best status: Opt<Text> = output.text("status"),
        /// Whether it runs in the background. NULL where the result does not say. Source: `isAsync`.
        best is_async: Opt<Bool> = output.flag("isAsync"),
        /// Task that runs it. NULL where the result does not say. Source: `taskId`.
        best task_id: Opt<Text> = output.id("taskId"),
        /// Type of the task: local_workflow, remote_agent. NULL where the result does not say. Source: `taskType`.
        best task_type: Opt<Text> = output.text("taskType"),
        /// Name in the script itself. NULL where the result does not say. Source: `workflowName`.
        best workflow_name: Opt<Text> = output.name("workflowName"),
        /// The run. NULL where the result does not say. Source: `runId`.
        best run_id: Opt<Text> = output.id("runId"),
        /// What it does. NULL where the result does not say. Source: `summary`.
        best summary: Opt<Text> = output.prose("summary"),
        /// Folder of its agents' transcripts. NULL where the result does not say. Source: `transcriptDir`.
        best transcript_dir: Opt<Text> = output.name("transcriptDir"),
        /// Address of a session elsewhere that runs it. NULL where it runs here. Source: `sessionUrl`.
        best session_url: Opt<Text> = output.name("sessionUrl"),
        /// What to know of it. NULL where the result does not say. Source: `warning`.
        best warning: Opt<Text> = output.prose("warning"),
        /// What is wrong with the script. NULL where nothing is. Source: `error`.
        best error: Opt<Text> = output.prose("error"),
    }
}

calls! {
    /// Answers in a form that the caller gave. One row per call of StructuredOutput.
    mod structured_outputs as StructuredOutput {
        /// Names of the parts of the answer, joined by commas. NULL where it has none. Source: the keys of the input.
        best field_names: Opt<Text> = input.free_keys("*"),
        /// Names of the parts of the result, joined by commas. NULL where it has none. Source: the keys of the payload.
        best result_names: Opt<Text> = output.free_keys("*"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("Workflow", &[&workflows::TABLE], flat::open::<Workflow>).asks(true),
    Tool::new("StructuredOutput", &[&structured_outputs::TABLE], flat::open::<StructuredOutput>),
];
