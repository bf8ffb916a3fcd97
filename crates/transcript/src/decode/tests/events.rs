//! What happened besides messages and calls of tools.

use super::*;
use crate::tables::events;

/// A record with keys of its own.
fn told(kind: &str, more: Value) -> Value {
    let mut line = record(kind, "e1", 1, Value::Null);
    line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    line
}

fn system(subtype: &str, more: Value) -> Value {
    with(told("system", more), "subtype", json!(subtype))
}

fn attachment(inner: Value) -> Value {
    told("attachment", json!({"attachment": inner}))
}

fn user(content: Value, more: Value) -> Value {
    told("user", with(more, "message", json!({"role": "user", "content": content})))
}

/// Decodes the lines, and checks that they tell of these kinds and subtypes.
fn decode(lines: &[Value], want: &[(&str, Option<&str>)]) -> Decoded {
    let decoded = Decoded::of(lines);
    if want.is_empty() {
        assert_eq!(decoded.count(&events::TABLE), 0);
        return decoded;
    }
    let rows = events::Columns::of(decoded.batch(&events::TABLE));
    let found: Vec<_> = (0..decoded.count(&events::TABLE)).map(|row| (rows.event.kind.get(row), rows.event.subtype.get(row))).collect();
    assert_eq!(found, want);
    decoded
}

/// Checks columns of the only event of a record against a list of them.
macro_rules! tells {
    ($line:expr, $kind:literal, $subtype:expr, { $($column:ident: $want:expr),* $(,)? }) => {{
        let line = $line;
        let decoded = decode(std::slice::from_ref(&line), &[($kind, $subtype)]);
        let rows = events::Columns::of(decoded.batch(&events::TABLE));
        $(assert_eq!(rows.event.$column.get(0), $want, stringify!($column));)*
    }};
}

#[test]
fn messages_and_progress_are_no_events() {
    let progress = with(record("progress", "p1", 1, Value::Null), "data", json!({"type": "hook_progress"}));
    decode(&[user(json!("go"), json!({})), response("u1", 1, "msg_b", 1, json!([])), progress], &[]);
}

#[test]
fn a_boundary_and_its_summary_are_one_compaction() {
    let boundary = system(
        "compact_boundary",
        json!({"content": "Conversation compacted", "level": "info", "logicalParentUuid": "l1", "compactMetadata":
            {"trigger": "auto", "preTokens": 167_000, "postTokens": 9000, "cumulativeDroppedTokens": 158_000, "durationMs": 614.6, "preservedMessages": {"uuids": ["a", "b"]}}}),
    );
    tells!(boundary.clone(), "compaction", Some("boundary"), {
        event_id: "e1", from_boundary: Some(true), trigger: Some("auto"), pre_tokens: Some(167_000), post_tokens: Some(9000),
        dropped_tokens: Some(158_000), duration_ms: Some(615), preserved_messages: Some(2), ref_uuid: Some("l1"), text: Some("Conversation compacted"),
    });
    let summary = with(with(user(json!("abc"), json!({"isCompactSummary": true})), "uuid", json!("e2")), "parentUuid", json!("e1"));
    tells!(summary.clone(), "compaction", Some("summary"), { event_id: "e1", from_boundary: Some(false), text: None, text_bytes: Some(3) });
    tells!(with(summary, "parentUuid", Value::Null), "compaction", Some("summary"), { event_id: "e2" });
    let micro = system("microcompact_boundary", json!({"microcompactMetadata": {"trigger": "auto", "preTokens": 40_000, "tokensSaved": 20_000}}));
    tells!(micro, "microcompaction", None, { from_boundary: None, pre_tokens: Some(40_000), saved_tokens: Some(20_000) });
    let stream = system("compact_boundary", json!({"compact_metadata": {"trigger": "manual", "pre_tokens": 5}}));
    tells!(stream, "compaction", Some("boundary"), { trigger: Some("manual"), pre_tokens: Some(5) });
}

#[test]
fn errors_of_the_api_and_their_retries() {
    let mut synthetic = response("u1", 1, "a-uuid", 0, json!([{"type": "text", "text": "No response requested."}]));
    synthetic["message"]["model"] = json!("<synthetic>");
    tells!(synthetic.clone(), "synthetic", None, { text: Some("No response requested."), error_type: None });
    let failed = with(with(with(synthetic, "isApiErrorMessage", json!(true)), "error", json!("rate_limit")), "apiErrorStatus", json!(429));
    tells!(with(failed, "requestId", json!("req_1")), "api_error", None, { error_type: Some("rate_limit"), error_status: Some(429), request_id: Some("req_1") });

    let retry =
        |error: Value| system("api_error", json!({"level": "error", "error": error, "retryInMs": 512.4, "retryAttempt": 1, "maxRetries": 10}));
    tells!(retry(json!({"status": 529, "requestID": "req_2", "error": {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_3"}})), "api_retry", None, {
        error_type: Some("overloaded_error"), error_status: Some(529), request_id: Some("req_2"), text: Some("Overloaded"), level: Some("error"),
        retry_attempt: Some(1), max_retries: Some(10), retry_in_ms: Some(512),
    });
    tells!(retry(json!({"cause": {"code": "ECONNRESET", "errno": 0}})), "api_retry", None, { error_code: Some("ECONNRESET"), error_type: None, text: None });
    tells!(retry(json!({"message": "Connection error.", "formatted": "x", "connection": {"code": "CERT", "message": "y"}})), "api_retry", None, {
        error_code: Some("CERT"), text: Some("Connection error."),
    });
    tells!(system("api_error", json!({"error": {}})), "other", Some("api_error"), { payload_bytes: Some(system("api_error", json!({"error": {}})).to_string().len() as i64) });
}

#[test]
fn a_hook_summary_lists_its_hooks() {
    let line = system(
        "stop_hook_summary",
        json!({"hookCount": 2, "hookInfos": [{"command": "a.sh", "durationMs": 38}, {"command": "b.sh"}], "hookErrors": ["x"], "hasOutput": true,
            "preventedContinuation": false, "stopReason": "", "toolUseID": "t1"}),
    );
    let decoded = decode(&[line.clone(), line], &[("hook", Some("stop_hook_summary")), ("hook", Some("stop_hook")), ("hook", Some("stop_hook"))]);
    let rows = events::Columns::of(decoded.batch(&events::TABLE));
    let hooks: Vec<_> = (0..3).map(|row| (rows.event.event_index.get(row), rows.event.command.get(row), rows.event.duration_ms.get(row))).collect();
    assert_eq!(hooks, [(0, None, None), (1, Some("a.sh"), Some(38)), (2, Some("b.sh"), None)]);
    assert_eq!((rows.event.hook_count.get(0), rows.event.hook_errors.get(0), rows.event.tool_use_id.get(2)), (Some(2), Some(1), Some("t1")));
}

#[test]
fn hooks_that_are_attached() {
    let hook = |kind: &str, more: Value| {
        let mut inner = json!({"type": kind, "hookEvent": "PreToolUse", "hookName": "PreToolUse:Bash", "toolUseID": "toolu_1"});
        inner.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        attachment(inner)
    };
    tells!(hook("hook_success", json!({"command": "x", "content": "é", "stdout": "ab\n", "stderr": "", "exitCode": 0, "durationMs": 49})), "hook", Some("hook_success"), {
        hook_event: Some("PreToolUse"), hook_name: Some("PreToolUse:Bash"), command: Some("x"), exit_code: Some(0), duration_ms: Some(49),
        stdout_bytes: Some(3), stderr_bytes: Some(0), text: None, text_bytes: Some(2), tool_use_id: Some("toolu_1"),
    });
    tells!(hook("hook_additional_context", json!({"content": ["a", "b"]})), "hook", Some("hook_additional_context"), { text: None, text_bytes: Some(3) });
    tells!(hook("hook_system_message", json!({"content": "hello"})), "hook", Some("hook_system_message"), { text: Some("hello") });
    tells!(hook("hook_non_blocking_error", json!({"stderr": "no such file", "exitCode": 127})), "hook", Some("hook_non_blocking_error"), {
        text: Some("no such file"), exit_code: Some(127),
    });
    tells!(hook("hook_blocking_error", json!({"blockingError": {"blockingError": "not today", "command": "c"}})), "hook", Some("hook_blocking_error"), {
        text: Some("not today"), command: Some("c"),
    });
    tells!(hook("hook_deferred_tool", json!({"toolName": "Bash", "toolInput": {"command": "x"}, "permissionMode": "plan"})), "hook", Some("hook_deferred_tool"), {
        tool_name: Some("Bash"), permission_mode: Some("plan"), payload: Some(r#"{"command":"x"}"#),
    });
}

#[test]
fn attachments() {
    tells!(attachment(json!({"type": "nested_memory", "path": "/m.md", "content": {"path": "/m.md", "content": "abc"}})), "attachment", Some("nested_memory"), {
        path: Some("/m.md"), text: None, text_bytes: Some(3),
    });
    tells!(attachment(json!({"type": "file", "filename": "a.rs", "content": {"type": "text", "file": {"filePath": "a.rs", "content": "abcd"}}})), "attachment", Some("file"), {
        path: Some("a.rs"), text_bytes: Some(4),
    });
    tells!(attachment(json!({"type": "skill_listing", "content": "s", "names": ["a", "b"], "skillCount": 2, "isInitial": true})), "attachment", Some("skill_listing"), {
        item_count: Some(2), is_initial: Some(true),
    });
    tells!(attachment(json!({"type": "deferred_tools_delta", "addedNames": ["a"], "removedNames": []})), "attachment", Some("deferred_tools_delta"), {
        added_count: Some(1), removed_count: Some(0),
    });
    tells!(attachment(json!({"type": "goal_status", "met": false, "condition": "all green", "tokens": 5, "iterations": 2})), "attachment", Some("goal_status"), {
        status: Some("unmet"), text: Some("all green"), total_tokens: Some(5), iterations: Some(2),
    });
    tells!(attachment(json!({"type": "task_status", "taskId": "t", "taskType": "local_bash", "status": "running", "description": "d", "outputFilePath": "/o"})), "attachment", Some("task_status"), {
        task_id: Some("t"), task_type: Some("local_bash"), status: Some("running"), output_file: Some("/o"), text: Some("d"), payload_bytes: None,
    });
    let unknown = attachment(json!({"type": "letter", "stamp": 1}));
    tells!(unknown.clone(), "attachment", Some("letter"), { payload: Some(unknown.to_string().as_str()) });
    decode(&[with(unknown, "attachment", json!(7))], &[("other", Some("attachment"))]);
}

const NEWS: &str = "<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<output-file>/o</output-file>\n<status>failed</status>\n\
    <summary>Background command \"echo exit code 3\" failed with exit code 2</summary>\n<result><status>a lie</status></result>\n\
    <usage>total_tokens: 12\ntool_uses: 3\nduration_ms: 400</usage>\n</task-notification>";

#[test]
fn the_end_of_a_task_has_three_carriers() {
    for (line, carrier) in [
        (json!({"type": "queue-operation", "operation": "enqueue", "content": NEWS, "sessionId": "s1"}), "enqueue"),
        (user(json!(NEWS), json!({"origin": {"kind": "task-notification"}})), "user"),
        (user(json!([{"type": "text", "text": NEWS}]), json!({})), "user"),
    ] {
        tells!(line, "task_notification", Some(carrier), {
            task_id: Some("b1"), tool_use_id: Some("toolu_1"), output_file: Some("/o"), status: Some("failed"), exit_code: Some(2),
            result_bytes: Some(22), total_tokens: Some(12), tool_uses: Some(3), duration_ms: Some(400),
            text: Some("Background command \"echo exit code 3\" failed with exit code 2"),
        });
    }
    let stream = system(
        "task_notification",
        json!({"task_id": "t", "tool_use_id": "toolu_1", "status": "completed", "output_file": "", "summary": "Read it (exit code 0)",
            "usage": {"total_tokens": 21_815, "tool_uses": 1, "duration_ms": 2974}}),
    );
    tells!(stream, "task_notification", Some("system"), { exit_code: Some(0), output_file: None, total_tokens: Some(21_815), duration_ms: Some(2974) });
    let started = system("task_started", json!({"task_id": "t", "task_type": "local_agent", "description": "Read", "prompt": "Read it."}));
    tells!(started, "task_started", None, { task_type: Some("local_agent"), text: Some("Read"), result_bytes: None, prompt_bytes: Some(8) });
    let cut = user(json!("<task-notification>\n<task-id>b1"), json!({}));
    tells!(cut, "task_notification", Some("user"), { task_id: None, text: None });
}

#[test]
fn other_system_records() {
    tells!(system("turn_duration", json!({"durationMs": 31_205, "messageCount": 27})), "turn_duration", None, { duration_ms: Some(31_205), message_count: Some(27) });
    tells!(system("local_command", json!({"content": "<command-name>/cost</command-name>", "level": "info"})), "local_command", None, {
        name: Some("/cost"), text: None, text_bytes: Some(34), level: Some("info"),
    });
    tells!(system("bridge_status", json!({"content": "on", "url": "https://x"})), "bridge_status", None, { url: Some("https://x"), text: Some("on") });
    tells!(system("model_refusal_fallback", json!({"content": "c", "originalModel": "a", "fallbackModel": "b", "trigger": "refusal", "apiRefusalCategory": "k", "refusedUserMessageUuid": "r"})), "model_refusal_fallback", None, {
        model: Some("a"), fallback_model: Some("b"), trigger: Some("refusal"), refusal_category: Some("k"), ref_uuid: Some("r"),
    });
    tells!(system("init", json!({"model": "m", "permissionMode": "plan", "tools": ["a", "b"], "mcp_servers": [], "claude_code_version": "2.1.1"})), "init", None, {
        model: Some("m"), permission_mode: Some("plan"), item_count: Some(2), mcp_servers: Some(0), client_version: Some("2.1.1"), agents: None,
    });
    tells!(system("sigh", json!({"content": "c"})), "other", Some("sigh"), { text: Some("c") });
}

#[test]
fn metadata() {
    let line = |kind: &str, more: Value| with(told(kind, more), "uuid", Value::Null);
    tells!(line("custom-title", json!({"customTitle": "t"})), "title", Some("custom-title"), { text: Some("t") });
    tells!(line("summary", json!({"summary": "t", "leafUuid": "l"})), "title", Some("summary"), { text: Some("t"), ref_uuid: Some("l") });
    tells!(line("pr-link", json!({"prNumber": 5, "prUrl": "https://h/p/5", "prRepository": "o/r"})), "pr_link", None, {
        pr_number: Some(5), url: Some("https://h/p/5"), pr_repository: Some("o/r"),
    });
    tells!(line("mode", json!({"mode": "normal"})), "mode", None, { mode: Some("normal") });
    tells!(line("permission-mode", json!({"permissionMode": "plan"})), "permission_mode", None, { permission_mode: Some("plan") });
    tells!(line("last-prompt", json!({"lastPrompt": "abc"})), "last_prompt", None, { text: None, text_bytes: Some(3) });
    tells!(line("queue-operation", json!({"operation": "enqueue", "content": "abc"})), "queue_operation", Some("enqueue"), { text: None, text_bytes: Some(3) });
    tells!(line("file-history-snapshot", json!({"messageId": "m", "isSnapshotUpdate": true, "snapshot": {"trackedFileBackups": {"a": {}, "b": {}}}})), "file_history_snapshot", None, {
        files_tracked: Some(2), is_update: Some(true), ref_uuid: Some("m"),
    });
    tells!(line("agent-name", json!({"agentName": "n"})), "agent_name", None, { name: Some("n") });
    tells!(line("worktree-state", json!({"worktreeSession": {"worktreeName": "w", "worktreePath": "/w", "worktreeBranch": "b", "originalCwd": "/o"}})), "worktree_state", None, {
        worktree_name: Some("w"), path: Some("/w"), worktree_branch: Some("b"), original_cwd: Some("/o"),
    });
    tells!(line("frame-link", json!({"frameUrl": "https://f", "path": "/p", "title": "t"})), "frame_link", None, { url: Some("https://f"), path: Some("/p"), text: Some("t") });
    tells!(line("continued-in", json!({"continuedInSessionId": "s2"})), "continued_in", None, { other_session_id: Some("s2") });
    tells!(line("fork-context-ref", json!({"parentSessionId": "s0", "parentLastUuid": "l", "contextLength": 9})), "fork_context_ref", None, {
        other_session_id: Some("s0"), ref_uuid: Some("l"), context_length: Some(9),
    });
    tells!(line("dream", json!({})), "other", Some("dream"), { payload: Some(line("dream", json!({})).to_string().as_str()) });
}

#[test]
fn an_event_is_told_once() {
    let line = json!({"type": "mode", "mode": "normal", "sessionId": "s1"});
    let decoded = decode(&[line.clone(), line], &[("mode", None)]);
    let rows = events::Columns::of(decoded.batch(&events::TABLE));
    let records = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!((rows.event.event_id.get(0), rows.common.line.get(0)), (records.record_id.get(0), 2));
}

#[test]
fn a_lake_without_text_has_none_of_the_events() {
    let source = Source::new("m", "/r", "projects/p/s1.jsonl");
    let mut tables = Tables::default();
    let mut decoder = Decoder::new(&source, TextPolicy::None, 0, &mut tables);
    for line in [
        json!({"type": "custom-title", "customTitle": "secret"}),
        user(json!(NEWS.replace("echo", "secret").replace("/o", "/secret")), json!({})),
        with(system("sigh", json!({"content": "secret"})), "uuid", json!("e2")),
        with(attachment(json!({"type": "hook_success", "command": "secret"})), "uuid", json!("e3")),
        json!({"type": "frame-link", "frameUrl": "https://secret", "path": "/secret", "title": "secret"}),
    ] {
        decoder.block(format!("{line}\n").as_bytes());
    }
    decoder.finish();
    let (_, batch) = tables.finish().into_iter().find(|(table, _)| table.name == events::TABLE.name).expect("there are events");
    assert_eq!(batch.num_rows(), 5);
    assert!(!format!("{batch:?}").contains("secret"));
    let rows = events::Columns::of(&batch);
    assert_eq!((rows.event.text_bytes.get(0), rows.event.exit_code.get(1), rows.event.command.get(3).map(str::len)), (Some(6), Some(2), Some(17)));
}
