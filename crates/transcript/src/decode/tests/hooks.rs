//! Logs of hooks.

use super::*;
use crate::cell::{Cells, Int, Opt, Text};
use crate::tables::{bash, drift, events, prompts, sources, text_results, tool_calls};

fn hook(event: &str, second: u32, more: Value) -> Value {
    let mut line = json!({"hook_event_name": event, "session_id": "s9", "transcript_path": "/t/s9.jsonl", "cwd": "/home/dev/alpha",
        "permission_mode": "auto", "prompt_id": "p1", "timestamp": format!("2026-05-10T10:00:{second:02}Z")});
    line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    line
}

fn tool(event: &str, second: u32, id: &str, more: Value) -> Value {
    let mut line = hook(event, second, json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": id}));
    line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    line
}

/// 2026-05-10T10:00:00Z.
const TEN: i64 = 1_778_407_200_000_000;

fn derived(decoded: &Decoded) -> RecordBatch {
    (tool_calls::TABLE.derive)(decoded.batch(&tool_calls::TABLE).clone())
}

#[test]
fn a_call_and_its_result() {
    let output = json!({"stdout": "a\nb\n", "stderr": "", "interrupted": false, "isImage": false});
    let decoded = Decoded::of(&[
        tool("PreToolUse", 1, "toolu_1", json!({"agent_id": "f00d", "agent_type": "Explore"})),
        tool("PostToolUse", 3, "toolu_1", json!({"tool_response": output, "duration_ms": 1499.6, "agent_id": "f00d", "agent_type": "Explore"})),
    ]);
    let batch = derived(&decoded);
    let calls = tool_calls::Columns::of(&batch);
    assert_eq!(
        (batch.num_rows(), calls.call_id.get(0), calls.tool.get(0), calls.result_kind.get(0)),
        (1, "toolu_1", Some("Bash"), Some("BashResult"))
    );
    assert_eq!((calls.call_ts.get(0), calls.result_ts.get(0)), (Some(TEN + 1_000_000), Some(TEN + 3_000_000)));
    assert_eq!(
        (
            calls.hook_duration_ms.get(0),
            Cells::<Opt<Int>>::of(&batch, "duration_ms").get(0),
            Cells::<Opt<Text>>::of(&batch, "duration_source").get(0)
        ),
        (Some(1500), Some(1500), Some("hook"))
    );
    assert_eq!((calls.result_bytes.get(0), calls.result_chars.get(0), calls.has_image.get(0)), (None, None, None), "the model's text is not told");
    assert_eq!((calls.permission_mode.get(0), calls.prompt_id.get(0), Cells::<Text>::of(&batch, "status").get(0)), (Some("auto"), Some("p1"), "ok"));
    let common = &calls.common;
    assert_eq!((common.session_id.get(0), common.agent_id.get(0), common.is_sidechain.get(0)), ("s9", Some("f00d"), true));
    assert_eq!((common.carrier.get(0), common.cwd.get(0)), ("hook", Some("/home/dev/alpha")));
    let commands = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((commands.exit_code.get(0), commands.exit_code_source.get(0), commands.stdout_lines.get(0)), (Some(0), Some("zero_implied"), Some(2)));
    let records = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!((decoded.count(&records::TABLE), records.r#type.get(1), records.subtype.get(1)), (2, Some("hook"), Some("PostToolUse")));
    assert_eq!((decoded.count(&events::TABLE), decoded.count(&drift::TABLE)), (0, 0));
    assert_eq!(sources::Columns::of(decoded.batch(&sources::TABLE)).kind.get(0), "hook");
}

#[test]
fn when_a_call_was_made_is_known_from_before_it_only() {
    let after = |second| tool("PostToolUse", second, "toolu_1", json!({"tool_response": {"stdout": ""}}));
    let times = |lines: &[Value]| {
        let batch = derived(&Decoded::of(lines));
        let calls = tool_calls::Columns::of(&batch);
        (calls.call_ts.get(0), calls.result_ts.get(0), calls.common.ts.get(0))
    };
    let [one, three] = [Some(TEN + 1_000_000), Some(TEN + 3_000_000)];
    assert_eq!(times(&[after(3)]), (None, three, three));
    // Hooks that run at the same time can be logged in any order.
    assert_eq!(times(&[after(3), tool("PreToolUse", 1, "toolu_1", json!({}))]), (one, three, one));
    let logged = with(tool("PreToolUse", 1, "toolu_1", json!({})), "timestamp", Value::Null);
    assert_eq!(times(&[with(logged, "logged_at", json!(TEN / 1_000_000 + 1))]), (one, None, one));
}

#[test]
fn failures_and_denials() {
    for (event, more, status, class, kind, interrupted) in [
        ("PostToolUseFailure", json!({"error": "Exit code 2\nboom", "duration_ms": 7}), "failed", "exit_code", None, None),
        ("PostToolUseFailure", json!({"error": "stopped", "is_interrupt": true}), "interrupted", "interrupted", None, Some(true)),
        ("PostToolUseFailure", json!({"error": "stopped", "is_interrupt": false}), "failed", "other", None, None),
        ("PermissionDenied", json!({"reason": "it looks like exfiltration"}), "denied", "auto_mode", Some("automode-blocked"), None),
        ("PermissionDenied", json!({"reason": "Permission to use Bash has been denied"}), "denied", "permission_rule", None, None),
        ("PermissionDenied", json!({}), "denied", "auto_mode", Some("automode-blocked"), None),
    ] {
        let decoded = Decoded::of(&[tool("PreToolUse", 1, "toolu_1", json!({})), tool(event, 2, "toolu_1", more.clone())]);
        let batch = derived(&decoded);
        let calls = tool_calls::Columns::of(&batch);
        let found = (
            Cells::<Text>::of(&batch, "status").get(0),
            calls.error_class.get(0),
            calls.denial_kind.get(0),
            calls.interrupted.get(0),
            calls.is_error.get(0),
        );
        assert_eq!(found, (status, Some(class), kind, interrupted, Some(true)), "{event} {more}");
        assert_eq!(calls.result_bytes.get(0), None);
        if let Some(text) = more["error"].as_str() {
            assert_eq!((calls.error_text.get(0), calls.result_kind.get(0)), (Some(text), Some("TextResult")));
            assert_eq!(decoded.count(&text_results::TABLE), 1);
        }
        if class == "exit_code" {
            let commands = bash::Columns::of(decoded.batch(&bash::TABLE));
            assert_eq!((commands.exit_code.get(0), commands.exit_code_source.get(0)), (Some(2), Some("text")));
        }
    }
}

#[test]
fn a_batch_names_calls_and_no_results() {
    let call = |id: &str| json!({"tool_name": "Read", "tool_input": {"file_path": "/a"}, "tool_use_id": id, "tool_response": "1\tx"});
    let decoded = Decoded::of(&[
        tool("PreToolUse", 1, "toolu_1", json!({})),
        tool("PostToolUse", 2, "toolu_1", json!({"tool_response": {"stdout": "x"}})),
        hook("PostToolBatch", 4, json!({"tool_calls": [call("toolu_1"), call("toolu_2")]})),
    ]);
    let calls = tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE));
    assert_eq!((calls.tool.get(0), calls.result_kind.get(0), calls.call_ts.get(0)), (Some("Bash"), Some("BashResult"), Some(TEN + 1_000_000)));
    assert_eq!((calls.tool.get(1), calls.has_result.get(1), calls.call_ts.get(1)), (Some("Read"), false, None));
    let told = events::Columns::of(decoded.batch(&events::TABLE));
    assert_eq!((told.event.hook_event.get(0), told.event.item_count.get(0)), (Some("PostToolBatch"), Some(2)));
}

#[test]
fn a_transcript_in_the_same_file_comes_before_a_hook() {
    let output = |text: &str| json!({"stdout": text, "stderr": "", "interrupted": false});
    let lines = [
        tool("PreToolUse", 1, "toolu_1", json!({})),
        with(record("user", "u0", 0, json!({"content": "go"})), "permissionMode", json!("plan")),
        call("u1", 1, "toolu_1", "Bash", json!({"command": "ls"})),
        result("u2", 4, "toolu_1", json!("abc"), false, output("abc")),
        tool("PostToolUse", 3, "toolu_1", json!({"tool_response": output("hook"), "duration_ms": 9})),
    ];
    let decoded = Decoded::of(&lines);
    let calls = tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE));
    assert_eq!((decoded.count(&tool_calls::TABLE), calls.common.carrier.get(0), calls.hook_duration_ms.get(0)), (1, "transcript", Some(9)));
    assert_eq!((calls.message_id.get(0), calls.permission_mode.get(0), calls.result_bytes.get(0)), (Some("msg_toolu_1"), Some("plan"), Some(3)));
    assert_eq!(bash::Columns::of(decoded.batch(&bash::TABLE)).stdout_bytes.get(0), Some(3));
}

#[test]
fn other_events_have_their_fields() {
    let decoded = Decoded::of(&[
        hook("SessionStart", 1, json!({"source": "resume", "model": "claude-opus-5", "context_tokens": 900})),
        hook("UserPromptSubmit", 2, json!({"prompt": "do it\n"})),
        hook(
            "SubagentStop",
            3,
            json!({"agent_id": "f00d", "agent_type": "Explore", "agent_transcript_path": "/t/agent-f00d.jsonl", "stop_hook_active": false,
            "last_assistant_message": "done"}),
        ),
        hook("Notification", 4, json!({"message": "Claude waits", "notification_type": "idle_prompt", "title": "x"})),
        hook("PreCompact", 5, json!({"trigger": "manual", "custom_instructions": "short"})),
        hook("TaskCompleted", 6, json!({"task_id": "7", "task_subject": "Write it"})),
        hook("PermissionRequest", 7, json!({"tool_name": "Write", "tool_input": {}, "permission_suggestions": [1, 2]})),
        hook("StopFailure", 8, json!({"error": "rate_limit", "error_details": "429"})),
        hook("SessionEnd", 9, json!({"reason": "logout"})),
        hook("MessageDisplay", 10, json!({"delta": "text", "index": 0, "final": true})),
    ]);
    let told = events::Columns::of(decoded.batch(&events::TABLE));
    let event = &told.event;
    assert!((0..9).all(|row| event.kind.get(row) == "hook_event"));
    assert_eq!((decoded.count(&events::TABLE), decoded.count(&records::TABLE), decoded.count(&prompts::TABLE)), (9, 10, 0));
    assert_eq!((event.hook_event.get(0), event.trigger.get(0), event.model.get(0)), (Some("SessionStart"), Some("resume"), Some("claude-opus-5")));
    assert_eq!((event.pre_tokens.get(0), event.permission_mode.get(0)), (Some(900), Some("auto")));
    assert_eq!((event.prompt_bytes.get(1), event.text.get(1)), (Some(6), None), "a prompt is measured, and stays the transcript's");
    assert_eq!((event.name.get(2), event.path.get(2), event.result_bytes.get(2)), (Some("Explore"), Some("/t/agent-f00d.jsonl"), Some(4)));
    assert_eq!((told.common.agent_id.get(2), event.stop_hook_active.get(2)), (Some("f00d"), Some(false)));
    assert_eq!((event.subtype.get(3), event.text.get(3)), (Some("idle_prompt"), Some("Claude waits")));
    assert_eq!((event.trigger.get(4), event.prompt_bytes.get(4)), (Some("manual"), Some(5)));
    assert_eq!((event.task_id.get(5), event.text.get(5)), (Some("7"), Some("Write it")));
    assert_eq!((event.tool_name.get(6), event.item_count.get(6)), (Some("Write"), Some(2)));
    assert_eq!((event.error_type.get(7), event.text.get(7)), (Some("rate_limit"), Some("429")));
    assert_eq!(event.trigger.get(8), Some("logout"));
    assert_eq!(decoded.count(&drift::TABLE), 0);
}

#[test]
fn unknown_events_are_drift() {
    let decoded = Decoded::of(&[hook("TeaTime", 1, json!({"biscuits": 3}))]);
    let rows = drift::Columns::of(decoded.batch(&drift::TABLE));
    let found: Vec<_> = (0..decoded.count(&drift::TABLE)).map(|row| (rows.place.get(row), rows.name.get(row), rows.kind.get(row))).collect();
    assert_eq!(found, [("record", "biscuits", "key"), ("record.hook_event_name", "TeaTime", "type")]);
    assert_eq!(events::Columns::of(decoded.batch(&events::TABLE)).event.hook_event.get(0), Some("TeaTime"));
}
