//! Todo lists and task lists.

use super::shape::{self, Shape, shape};
use super::{Call, Rows};
use crate::deck::Card;
use crate::json::{Array, object};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

/// A TodoWrite call; the first writes an empty list.
pub(crate) fn todo_write(kit: &mut Kit, frame: &Frame) -> Call {
    const CARDS: &[Card<bool>] = &[(false, 3, FIRST, v(2, 1, 63)), (true, 97, FIRST, v(2, 1, 63))];
    let has_items = kit.deal(Topic::Todo, frame.version, CARDS);
    let n = if has_items { kit.rng.below(6) + 2 } else { 0 };
    let todos: Vec<(String, String)> = (0..n).map(|_| (kit.words(6), kit.words(6))).collect();
    let done = kit.rng.below(n.max(1));
    let has_ids = frame.version < v(2, 0, 0);
    let list = |a: &mut Array<'_>, done: usize| {
        for (n, (content, form)) in todos.iter().enumerate() {
            a.object(|o| {
                o.str("content", content);
                o.str(
                    "status",
                    if n < done {
                        "completed"
                    } else if n == done {
                        "in_progress"
                    } else {
                        "pending"
                    },
                );
                if has_ids {
                    o.str("priority", "medium");
                    o.str("id", &n.to_string());
                } else {
                    o.str("activeForm", form);
                }
            });
        }
    };
    let input = object(|o| o.array("todos", |a| list(a, done)));
    let had_items = done > 0;
    let payload = object(|o| {
        o.array("oldTodos", |a| {
            if had_items {
                list(a, done - 1);
            }
        });
        o.array("newTodos", |a| list(a, done));
    });
    let text = "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable";
    let given = if had_items { 2 * n } else { n };
    Call { lists: vec![Rows::asked("todos", n), Rows::given("todos", given)], ..Call::new("TodoWrite", input).ok(text, payload) }
}

/// A call of TaskCreate, TaskUpdate, TaskGet or TaskList.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Task, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("TaskCreate").input(r#"{"subject":"$title","description":"$words","activeForm":"$title1"}"#).gives(
            r#"{"task":{"id":"$n","subject":"$title"}}"#,
            "Task #$n created successfully: $title",
        ),
        460,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskCreate").input(r#"{"subject":"$title","description":"$prose","metadata":{"area":"$word"}}"#).gives(
            r#"{"task":{"id":"$n","subject":"$title"}}"#,
            "Task #$n created successfully: $title",
        ),
        28,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskUpdate")
            .input(r#"{"taskId":"$n","status":"in_progress"}"#)
            .gives(
                r#"{"success":true,"taskId":"$n","updatedFields":["status"],"statusChange":{"from":"pending","to":"in_progress"}}"#,
                "Updated task #$n status",
            )
            .leaves("in_progress"),
        440,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskUpdate")
            .input(r#"{"taskId":"$n","status":"completed"}"#)
            .gives(
                r#"{"success":true,"taskId":"$n","updatedFields":["status"],"statusChange":{"from":"in_progress","to":"completed"}}"#,
                "Updated task #$n status",
            )
            .leaves("completed"),
        380,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskUpdate")
            .input(r#"{"taskId":"$n","status":"completed"}"#)
            .gives(
                r#"{"success":true,"taskId":"$n","updatedFields":["status"],"statusChange":{"from":"in_progress","to":"completed"},"verificationNudgeNeeded":false}"#,
                "Updated task #$n status",
            )
            .leaves("completed"),
        100,
        v(2, 1, 81),
        v(2, 1, 152),
    ),
    (
        shape("TaskUpdate")
            .input(r#"{"taskId":"$n","status":"deleted"}"#)
            .gives(
                r#"{"success":true,"taskId":"$n","updatedFields":["deleted"],"statusChange":{"from":"pending","to":"deleted"}}"#,
                "Updated task #$n deleted",
            )
            .leaves("deleted"),
        10,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskUpdate").input(r#"{"taskId":"$n","owner":"$word","addBlockedBy":["1","2"]}"#).gives(
            r#"{"success":true,"taskId":"$n","updatedFields":["owner","blockedBy"]}"#,
            "Updated task #$n owner, blockedBy",
        ),
        70,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskUpdate")
            .input(r#"{"taskId":"$n","subject":"$title","description":"$words","activeForm":"$title1","addBlocks":["9"],"metadata":{"area":"$word","estimate":$n1}}"#)
            .gives(
                r#"{"success":true,"taskId":"$n","updatedFields":["subject","description","activeForm","blocks","metadata"]}"#,
                "Updated task #$n subject, description, activeForm, blocks, metadata",
            ),
        4,
        v(2, 1, 20),
        LAST,
    ),
    // A failed update is no error: its payload says so.
    (
        shape("TaskUpdate").input(r#"{"taskId":"$n","status":"completed"}"#).gives(
            r#"{"success":false,"taskId":"$n","updatedFields":[],"error":"Task not found"}"#,
            "Task not found",
        ),
        4,
        v(2, 1, 20),
        LAST,
    ),
    (
        shape("TaskList")
            .gives(
                r#"{"tasks":[{"id":"1","subject":"$title1","status":"completed","blockedBy":[]},{"id":"2","subject":"$title2","status":"in_progress","owner":"$word","blockedBy":[]},{"id":"3","subject":"$title3","status":"pending","blockedBy":["1","2"]}]}"#,
                "#1 [completed] $title1\n#2 [in_progress] $title2 ($word)\n#3 [pending] $title3 [blocked by #2]",
            )
            .rows(&[Rows::given("listed_tasks", 3)]),
        50,
        v(2, 1, 20),
        LAST,
    ),
    (shape("TaskList").gives(r#"{"tasks":[]}"#, "No tasks found"), 6, v(2, 1, 20), LAST),
    (
        shape("TaskGet").input(r#"{"taskId":"$n"}"#).gives(
            r#"{"task":{"id":"$n","subject":"$title","description":"$words","status":"pending","blocks":[],"blockedBy":["1","2"]}}"#,
            "Task #$n: $title\nStatus: pending\nDescription: $words\nBlocked by: #1, #2",
        ),
        30,
        v(2, 1, 20),
        LAST,
    ),
    (shape("TaskGet").input(r#"{"taskId":"$n"}"#).gives(r#"{"task":null}"#, "Task not found"), 5, v(2, 1, 20), LAST),
];
