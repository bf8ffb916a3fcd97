//! Plans: EnterPlanMode and ExitPlanMode.

use super::flat::{self, calls, items};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::classify::ErrorClass;
use crate::policy::TextPolicy;
use crate::table::Table;

calls! {
    /// Plans: the way into plan mode, and the plan that was presented on the way out. One row per call of EnterPlanMode or ExitPlanMode.
    mod plans as Plan {
        /// Tool: EnterPlanMode, ExitPlanMode.
        best tool: Text = called.name(),
        /// Length of the plan. NULL where neither input nor result has one. Source: `plan`.
        best plan_bytes: Opt<Int> = either.bytes("plan"),
        /// Length of the plan. NULL where neither input nor result has one.
        best plan_chars: Opt<Int> = either.chars("plan"),
        /// Lines of the plan. NULL where neither input nor result has one.
        best plan_lines: Opt<Int> = either.lines("plan"),
        /// XXH3-64 of the plan. NULL where neither input nor result has one.
        best plan_hash: Opt<Int> = either.hash("plan"),
        /// File of the plan. NULL where neither input nor result says. Source: `planFilePath`, `filePath`.
        best plan_path: Opt<Text> = either.name("planFilePath" | "filePath" | "file_path"),
        /// Permissions that were asked for along with the plan. NULL where the input does not say: none. Source: `allowedPrompts`.
        best allowed_prompt_count: Opt<Int> = input.count("allowedPrompts" | "allowed_prompts"),
        /// Whether the plan was approved. NULL where the result does not say. Source: `approved`, else how the call ended.
        best approved: Opt<Bool> = output.flag("approved") else approved,
        /// What the person said in refusing it. NULL where it was not refused with words. Source: the text of the result.
        best feedback: Opt<Text> = text.of(feedback),
        /// Length of what the person said. NULL where it was not refused with words.
        best feedback_bytes: Opt<Int> = text.of(feedback_bytes),
        /// Whether the person edited the plan. NULL where the result does not say. Source: `planWasEdited`.
        best plan_was_edited: Opt<Bool> = output.flag("planWasEdited"),
        /// Whether an agent presented it. NULL where the result does not say. Source: `isAgent`.
        best is_agent: Opt<Bool> = output.flag("isAgent"),
        /// Whether agents could be called. NULL where the result does not say. Source: `hasTaskTool`.
        best has_task_tool: Opt<Bool> = output.flag("hasTaskTool"),
        /// Whether it waits for the leader of a team. NULL where the result does not say. Source: `awaitingLeaderApproval`.
        best awaiting_leader_approval: Opt<Bool> = output.flag("awaitingLeaderApproval"),
        /// Id of the request to the leader. NULL where there is none. Source: `requestId`.
        best approval_request_id: Opt<Text> = output.id("requestId"),
        /// What the tool says. NULL where there is no payload. Source: `message`.
        best message: Opt<Text> = output.prose("message"),
    }
    lists { allowed: PlanPermission = input("allowedPrompts" | "allowed_prompts"), }
}

items! {
    /// Permissions that plans asked for. One row per permission and call of ExitPlanMode.
    mod plan_permissions as PlanPermission {
        /// Tool that is to be allowed. NULL where the input does not say. Source: `allowedPrompts[].tool`.
        best allowed_tool: Opt<Text> = item.name("tool"),
        /// What it is to be allowed for. NULL where the input does not say. Source: `allowedPrompts[].prompt`.
        best prompt: Opt<Text> = item.prose("prompt"),
    }
}

/// Whether the end of the call tells that the plan was approved.
fn approved(outcome: &Outcome<'_>, _: TextPolicy) -> Option<bool> {
    match outcome.class {
        Some(class) if class.is_denial() => Some(false),
        Some(_) => None,
        None => outcome.head().starts_with("User has approved").then_some(true),
    }
}

/// What a refusal says after this.
const SAID: &str = "the user said:\n";

fn said(outcome: &Outcome<'_>) -> Option<String> {
    let refused = outcome.class == Some(ErrorClass::UserRejected);
    let text = refused.then(|| outcome.content())?;
    let said = text.split_once(SAID)?.1;
    Some(said.split_once("\n\nNote: The user's next message").map_or(said, |(said, _)| said).to_owned())
}

fn feedback(outcome: &Outcome<'_>, policy: TextPolicy) -> Option<String> {
    policy.prose(&said(outcome)?).map(str::to_owned)
}

fn feedback_bytes(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    said(outcome).map(|said| said.len() as i64)
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("EnterPlanMode", &[&plans::TABLE], flat::open::<Plan>).asks(false).seen("2.1.5", "2.1.49"),
    Tool::new("ExitPlanMode", EXITS, flat::open::<Plan>).aliases(&["exit_plan_mode"]).asks(true).seen("1.0.128", "2.1.108"),
];

static EXITS: &[&Table] = &[&plans::TABLE, &plan_permissions::TABLE];
