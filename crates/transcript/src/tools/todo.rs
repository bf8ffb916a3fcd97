//! The checklist of a session in versions that write it as a whole: TodoWrite.

use super::fields::Fields;
use super::flat::{self, Item, calls};
use super::outcome::Outcome;
use super::registry::Tool;
use super::{Keys, flat::Lend};
use crate::policy::TextPolicy;
use crate::table;
use crate::tables::{Tables, call_child};

calls! {
    /// Writings of the checklist. One row per call of TodoWrite.
    mod todo_writes as TodoWrite {
        /// Items that were to be written. NULL where the input does not have a list. Source: `todos`.
        best item_count: Opt<Int> = input.count("todos"),
        /// Items before. NULL where the result does not say. Source: `oldTodos`.
        best old_item_count: Opt<Int> = output.count("oldTodos"),
        /// Items after. NULL where the result does not say. Source: `newTodos`.
        best new_item_count: Opt<Int> = output.count("newTodos"),
        /// Items after, as the documented result counts them. NULL where the result does not say. Source: `stats.total`.
        best stats_total: Opt<Int> = output.int("stats.total"),
        /// Those of them that wait. NULL where the result does not say. Source: `stats.pending`.
        best stats_pending: Opt<Int> = output.int("stats.pending"),
        /// Those of them that are worked on. NULL where the result does not say. Source: `stats.in_progress`.
        best stats_in_progress: Opt<Int> = output.int("stats.in_progress"),
        /// Those of them that are done. NULL where the result does not say. Source: `stats.completed`.
        best stats_completed: Opt<Int> = output.int("stats.completed"),
        /// Whether the model was told to verify its work. NULL where the result does not say. Source: `verificationNudgeNeeded`.
        best verification_nudge: Opt<Bool> = output.flag("verificationNudgeNeeded"),
        /// What the tool says. NULL where the result does not say. Source: `message` of the documented result.
        best message: Opt<Text> = output.prose("message"),
    }
    lists {
        asked: Todo = input("todos"),
        before: Todo = text(before),
        after: Todo = text(after),
    }
}

table! {
    /// Items of the checklist as each call saw it. One row per item and list of a call.
    mod todos [call: call_child] {
        parent: tool_calls,
        /// List that the item is in: asked (of the input), old (before the call), new (after it).
        key list: Text,
        /// Place in the list, from 0.
        key item_index: Int,
        /// What is to be done. NULL where the item does not say. Source: `content`.
        best content: Opt<Text>,
        /// State: pending, in_progress, completed. NULL where the item does not say. Source: `status`.
        best status: Opt<Text>,
        /// The same in words for the time that it takes. NULL where the item does not say. Source: `activeForm`.
        best active_form: Opt<Text>,
        /// Id, in the first versions. NULL where the item has none. Source: `id`.
        best todo_id: Opt<Text>,
        /// Priority, in the first versions: high, medium, low. NULL where the item has none. Source: `priority`.
        best priority: Opt<Text>,
    }
}

/// An item of a list.
#[derive(Clone, Debug)]
pub(crate) struct Todo {
    list: &'static str,
    content: Option<String>,
    status: Option<String>,
    active_form: Option<String>,
    todo_id: Option<String>,
    priority: Option<String>,
}

impl Item for Todo {
    const KNOWN: &'static [&'static [&'static str]] = &[&["content"], &["status"], &["activeForm"], &["id"], &["priority"]];

    fn read(element: &Fields<'_>) -> Self {
        Self {
            list: "asked",
            content: element.prose(&["content"]),
            status: element.text(&["status"]),
            active_form: element.prose(&["activeForm"]),
            todo_id: element.id(&["id"]),
            priority: element.text(&["priority"]),
        }
    }

    fn append(&self, item_index: i64, keys: &Keys<'_>, tables: &mut Tables) {
        let row = todos::Row {
            call: &call_child::Row::of(keys),
            list: self.list,
            item_index,
            content: self.content.lend(),
            status: self.status.lend(),
            active_form: self.active_form.lend(),
            todo_id: self.todo_id.lend(),
            priority: self.priority.lend(),
        };
        tables.todos.append(keys.origin, &row);
    }
}

fn of_list(output: &Fields<'_>, path: &'static str, list: &'static str) -> Option<Vec<Todo>> {
    Some(Todo::read_all(output, &[path])?.into_iter().map(|todo| Todo { list, ..todo }).collect())
}

/// The list before the call.
fn before(output: &Fields<'_>, _: &Outcome<'_>, _: TextPolicy) -> Option<Vec<Todo>> {
    of_list(output, "oldTodos", "old")
}

/// The list after the call.
fn after(output: &Fields<'_>, _: &Outcome<'_>, _: TextPolicy) -> Option<Vec<Todo>> {
    of_list(output, "newTodos", "new")
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("TodoWrite", &[&todo_writes::TABLE, &todos::TABLE], flat::open::<TodoWrite>).asks(false).seen("1.0.17", "2.1.63")];
