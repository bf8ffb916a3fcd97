//! Todo lists, task lists, and background tasks.

use super::Call;
use crate::deck::Card;
use crate::json::{Array, Object, object};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

/// A TodoWrite call.
pub(crate) fn todo_write(kit: &mut Kit, frame: &Frame) -> Call {
    let todos: Vec<(String, String)> = (0..kit.rng.below(6) + 2).map(|_| (kit.words(6), kit.words(6))).collect();
    let done = kit.rng.below(todos.len());
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
    let payload = object(|o| {
        o.array("oldTodos", |a| {
            if done > 0 {
                list(a, done - 1);
            }
        });
        o.array("newTodos", |a| list(a, done));
    });
    let text = "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable";
    Call::new("TodoWrite", input).ok(text, payload)
}

/// A TaskCreate call.
pub(crate) fn task_create(kit: &mut Kit, _: &Frame) -> Call {
    let (subject, description, form) = (kit.words(6), kit.words(18), kit.words(5));
    let id = (kit.rng.below(40) + 1).to_string();
    let input = object(|o| {
        o.str("subject", &subject);
        o.str("description", &description);
        o.str("activeForm", &form);
    });
    let payload = object(|o| {
        o.object("task", |o| {
            o.str("id", &id);
            o.str("subject", &subject);
        });
    });
    Call::new("TaskCreate", input).ok(&format!("Task #{id} created successfully: {subject}"), payload)
}

#[derive(Debug, Clone, Copy)]
enum Update {
    Status,
    Owner,
    Failed,
}

const UPDATES: &[Card<Update>] = &[(Update::Status, 90, FIRST, LAST), (Update::Owner, 9, FIRST, LAST), (Update::Failed, 1, FIRST, LAST)];

/// A TaskUpdate call. A failed one is no error: its payload says so.
pub(crate) fn task_update(kit: &mut Kit, frame: &Frame) -> Call {
    let update = kit.deal(Topic::TaskUpdate, frame.version, UPDATES);
    let id = (kit.rng.below(40) + 1).to_string();
    let input = object(|o| {
        o.str("taskId", &id);
        match update {
            Update::Owner => o.str("owner", "reviewer"),
            Update::Status | Update::Failed => o.str("status", "completed"),
        }
    });
    let field = if matches!(update, Update::Owner) { "owner" } else { "status" };
    let payload = object(|o| {
        o.put("success", !matches!(update, Update::Failed));
        o.str("taskId", &id);
        match update {
            Update::Failed => {
                o.strs::<&str>("updatedFields", &[]);
                o.str("error", "Task not found");
            }
            Update::Status | Update::Owner => o.strs("updatedFields", &[field]),
        }
        if matches!(update, Update::Status) {
            o.object("statusChange", |o| {
                o.str("from", "in_progress");
                o.str("to", "completed");
            });
        }
    });
    let text = if matches!(update, Update::Failed) { "Task not found".to_owned() } else { format!("Updated task #{id} {field}") };
    Call::new("TaskUpdate", input).ok(&text, payload)
}

fn task(o: &mut Object<'_>, id: usize, subject: &str) {
    o.str("id", &id.to_string());
    o.str("subject", subject);
    o.str("status", "pending");
}

/// A TaskList call.
pub(crate) fn task_list(kit: &mut Kit, _: &Frame) -> Call {
    let subjects: Vec<String> = (0..kit.rng.below(6) + 1).map(|_| kit.words(6)).collect();
    let payload = object(|o| {
        o.array("tasks", |a| {
            for (n, subject) in subjects.iter().enumerate() {
                a.object(|o| {
                    task(o, n + 1, subject);
                    o.strs::<&str>("blockedBy", &[]);
                });
            }
        });
    });
    let text: Vec<String> = subjects.iter().enumerate().map(|(n, subject)| format!("#{} [pending] {subject}", n + 1)).collect();
    Call::new("TaskList", "{}".to_owned()).ok(&text.join("\n"), payload)
}

/// A TaskGet call.
pub(crate) fn task_get(kit: &mut Kit, _: &Frame) -> Call {
    let (id, subject, description) = (kit.rng.below(40) + 1, kit.words(6), kit.words(20));
    let payload = object(|o| {
        o.object("task", |o| {
            task(o, id, &subject);
            o.str("description", &description);
            o.strs::<&str>("blocks", &[]);
            o.strs("blockedBy", &["1"]);
        });
    });
    let input = object(|o| o.str("taskId", &id.to_string()));
    Call::new("TaskGet", input).ok(&format!("Task #{id}: {subject}\nStatus: pending\nDescription: {description}"), payload)
}

/// A TaskOutput call; BashOutput in 1.x.
pub(crate) fn output(kit: &mut Kit, frame: &Frame) -> Call {
    let (id, text, command) = (format!("b{}", kit.rng.hex(6)), kit.result_text(900), kit.words(4));
    if frame.version < v(2, 0, 0) {
        let timestamp = "2026-03-02T09:00:00.000Z";
        let payload = object(|o| {
            o.str("shellId", &id);
            o.str("command", &command);
            o.str("status", "running");
            o.null("exitCode");
            o.str("stdout", &text);
            o.str("stderr", "");
            o.put("stdoutLines", text.lines().count());
            o.put("stderrLines", 0);
            o.str("timestamp", timestamp);
        });
        let content = format!("<status>running</status>\n\n<stdout>\n{text}\n</stdout>\n\n<timestamp>{timestamp}</timestamp>");
        return Call::alias("BashOutput", "TaskOutput", object(|o| o.str("bash_id", &id))).ok(&content, payload);
    }
    let input = object(|o| {
        o.str("task_id", &id);
        o.put("block", true);
        o.put("timeout", 30_000);
    });
    let payload = object(|o| {
        o.str("retrieval_status", "success");
        o.object("task", |o| {
            o.str("task_id", &id);
            o.str("task_type", "local_bash");
            o.str("status", "completed");
            o.str("description", &command);
            o.str("output", &text);
            o.put("exitCode", 0);
        });
    });
    let content = format!("<retrieval_status>success</retrieval_status>\n\n<task_id>{id}</task_id>\n\n<output>\n{text}\n</output>");
    Call::new("TaskOutput", input).ok(&content, payload)
}

/// A TaskStop call; KillBash in 1.x.
pub(crate) fn stop(kit: &mut Kit, frame: &Frame) -> Call {
    let (id, command) = (format!("b{}", kit.rng.hex(6)), kit.words(4));
    let message = format!("Successfully stopped task: {id} ({command})");
    if frame.version < v(2, 0, 0) {
        let payload = object(|o| {
            o.put("success", true);
            o.str("message", &message);
            o.str("shell_id", &id);
        });
        return Call::alias("KillBash", "TaskStop", object(|o| o.str("shell_id", &id))).ok(&message, payload);
    }
    let payload = object(|o| {
        o.str("message", &message);
        o.str("task_id", &id);
        o.str("task_type", "local_bash");
        o.str("command", &command);
    });
    let text = payload.clone();
    Call::new("TaskStop", object(|o| o.str("task_id", &id))).ok(&text, payload)
}
