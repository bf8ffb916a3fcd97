//! The tasks of a session: TaskCreate, TaskUpdate, TaskGet and TaskList.

use super::flat::{self, calls, items};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::policy::TextPolicy;
use crate::table::Table;

calls! {
    /// What was done with the tasks of the session. One row per call of TaskCreate, TaskUpdate, TaskGet or TaskList.
    mod tasks as Task {
        /// Tool: TaskCreate, TaskUpdate, TaskGet, TaskList.
        best tool: Text = called.name(),
        /// Task. NULL where neither input nor result says, and for TaskList. Source: `taskId`, `task.id`, else the text of the result.
        best task_id: Opt<Text> = either.id("taskId" | "task_id" | "task.id") else created,
        /// Title. NULL where neither input nor result says. Source: `subject`, `task.subject`.
        best subject: Opt<Text> = either.prose("subject" | "task.subject"),
        /// What is to be done. NULL where neither input nor result says. Source: `description`, `task.description`.
        best description: Opt<Text> = either.prose("description" | "task.description"),
        /// Length of it. NULL where neither input nor result says.
        best description_bytes: Opt<Int> = either.bytes("description" | "task.description"),
        /// The title in words for the time that it takes. NULL where the input does not say. Source: `activeForm`.
        best active_form: Opt<Text> = input.prose("activeForm" | "active_form"),
        /// State: pending, in_progress, completed, deleted. For TaskUpdate the one asked for. NULL where neither says. Source: `status`, `task.status`.
        best status: Opt<Text> = either.text("status" | "task.status"),
        /// State before an update. NULL where it did not change. Source: `statusChange.from`.
        best status_from: Opt<Text> = output.text("statusChange.from"),
        /// State after an update. NULL where it did not change. Source: `statusChange.to`.
        best status_to: Opt<Text> = output.text("statusChange.to"),
        /// Who works on it. NULL where the input does not say. Source: `owner`.
        best owner: Opt<Text> = either.name("owner" | "task.owner"),
        /// Tasks that it is now to block, joined by commas. NULL where the input does not say. Source: `addBlocks`.
        best added_blocks: Opt<Text> = input.ids("addBlocks" | "add_blocks"),
        /// Tasks that are now to block it, joined by commas. NULL where the input does not say. Source: `addBlockedBy`.
        best added_blocked_by: Opt<Text> = input.ids("addBlockedBy" | "add_blocked_by"),
        /// Tasks that it blocks, joined by commas. NULL where the result does not say. Source: `task.blocks`.
        best blocks: Opt<Text> = output.ids("task.blocks"),
        /// Tasks that block it, joined by commas. NULL where the result does not say. Source: `task.blockedBy`.
        best blocked_by: Opt<Text> = output.ids("task.blockedBy"),
        /// Keys of the caller's own data, joined by commas. NULL where the input has none. Source: `metadata`.
        best metadata_keys: Opt<Text> = input.keys("metadata"),
        /// Fields that an update changed, joined by commas. NULL where the result does not say. Source: `updatedFields`.
        best updated_fields: Opt<Text> = output.joined("updatedFields"),
        /// Whether an update succeeded. NULL where the result does not say. Source: `success`.
        best success: Opt<Bool> = output.flag("success"),
        /// Why it did not. NULL where the result does not say. Source: `error`.
        best error: Opt<Text> = output.prose("error"),
        /// Whether the model was told to verify its work. NULL where the result does not say. Source: `verificationNudgeNeeded`.
        best verification_nudge: Opt<Bool> = output.flag("verificationNudgeNeeded"),
        /// Tasks that were listed. NULL for other tools, and where the result does not say. Source: `tasks`.
        best task_count: Opt<Int> = output.count("tasks"),
    }
    lists { listed: ListedTask = output("tasks"), }
}

/// The task that the text of a result says was created.
fn created(outcome: &Outcome<'_>, _: TextPolicy) -> Option<String> {
    let text = outcome.payload.json().is_none().then(|| outcome.head())?;
    let (id, rest) = text.strip_prefix("Task #")?.split_once(' ')?;
    rest.starts_with("created").then(|| id.to_owned())
}

items! {
    /// Tasks as TaskList showed them. One row per task and call.
    mod listed_tasks as ListedTask {
        /// Task. NULL where the result does not say. Source: `tasks[].id`.
        best task_id: Opt<Text> = item.id("id"),
        /// Title. NULL where the result does not say. Source: `tasks[].subject`.
        best subject: Opt<Text> = item.prose("subject"),
        /// State: pending, in_progress, completed. NULL where the result does not say. Source: `tasks[].status`.
        best status: Opt<Text> = item.text("status"),
        /// Who works on it. NULL where nobody does. Source: `tasks[].owner`.
        best owner: Opt<Text> = item.name("owner"),
        /// Tasks that block it, joined by commas. NULL where the result does not say. Source: `tasks[].blockedBy`.
        best blocked_by: Opt<Text> = item.ids("blockedBy"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("TaskCreate", &[&tasks::TABLE], flat::open::<Task>).asks(false).seen("2.1.20", "2.1.209"),
    Tool::new("TaskUpdate", &[&tasks::TABLE], flat::open::<Task>).asks(false).seen("2.1.20", "2.1.209"),
    Tool::new("TaskGet", &[&tasks::TABLE], flat::open::<Task>).asks(false).seen("2.1.39", "2.1.42"),
    Tool::new("TaskList", LISTS, flat::open::<Task>).asks(false).seen("2.1.20", "2.1.209"),
];

static LISTS: &[&Table] = &[&tasks::TABLE, &listed_tasks::TABLE];
