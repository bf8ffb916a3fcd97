//! Lines of streams.

use super::*;
use crate::tables::{drift, events, requests, run_models, runs, sessions, sources, tool_calls};

fn line(kind: &str, uuid: &str, more: Value) -> Value {
    let mut line = json!({"type": kind, "uuid": uuid, "session_id": "s9"});
    line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    line
}

fn init() -> Value {
    line(
        "system",
        "i",
        json!({"subtype": "init", "cwd": "/home/dev/alpha", "model": "claude-opus-5", "permissionMode": "plan", "claude_code_version": "2.1.300",
        "tools": ["Bash", "Read"], "mcp_servers": [{"name": "a", "status": "connected"}], "slash_commands": ["x", "y", "z"], "agents": [], "skills": ["k"],
        "plugins": [], "apiKeySource": "none", "output_style": "default", "effort": "high", "capabilities": ["c"]}),
    )
}

fn says(uuid: &str, parent: Value, blocks: Value) -> Value {
    let message = json!({"id": format!("msg_{uuid}"), "model": "claude-opus-5", "role": "assistant", "content": blocks, "stop_reason": null,
        "usage": {"input_tokens": 3, "output_tokens": 1}});
    line("assistant", uuid, json!({"message": message, "parent_tool_use_id": parent}))
}

fn uses(uuid: &str, parent: Value, id: &str, tool: &str, input: Value) -> Value {
    says(uuid, parent, json!([{"type": "tool_use", "id": id, "name": tool, "input": input}]))
}

fn returns(uuid: &str, kind: &str, parent: Value, id: &str, payload: Value) -> Value {
    let block = json!({"type": "tool_result", "tool_use_id": id, "content": "done"});
    line(kind, uuid, json!({"message": {"role": "user", "content": [block]}, "parent_tool_use_id": parent, "tool_use_result": payload}))
}

fn rows(table: &crate::table::Table, decoded: &Decoded) -> std::ops::Range<usize> {
    0..decoded.count(table)
}

#[test]
fn a_run_with_an_agent() {
    let decoded = Decoded::of(&[
        init(),
        uses("a1", Value::Null, "toolu_1", "Agent", json!({"prompt": "look", "subagent_type": "Explore"})),
        line("system", "t1", json!({"subtype": "task_started", "task_id": "f00d", "tool_use_id": "toolu_1", "task_type": "local_agent"})),
        uses("a2", json!("toolu_1"), "toolu_2", "Bash", json!({"command": "ls"})),
        returns("r2", "user", json!("toolu_1"), "toolu_2", Value::Null),
        uses("a3", json!("toolu_unknown"), "toolu_3", "Bash", json!({"command": "ls"})),
        returns("r3", "assistant", Value::Null, "toolu_3", json!({"stdout": "x", "stderr": "", "interrupted": false})),
        with(returns("r1", "user", Value::Null, "toolu_1", json!({"agentId": "f00d", "totalTokens": 9})), "agent_id", json!("own")),
    ]);
    let calls = tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE));
    let place: Vec<_> = rows(&tool_calls::TABLE, &decoded)
        .map(|row| (calls.call_id.get(row), calls.common.agent_id.get(row), calls.common.is_sidechain.get(row), calls.has_result.get(row)))
        .collect();
    assert_eq!(
        place,
        [("toolu_1", None, false, true), ("toolu_2", Some("f00d"), true, true), ("toolu_3", None, true, true)],
        "the task names the agent; without it only the sidechain is known; results can be in lines of any type"
    );
    let common = &calls.common;
    assert_eq!((common.session_id.get(1), common.carrier.get(1), common.ts.get(1)), ("s9", "stream", None));
    assert_eq!((common.cwd.get(1), common.version.get(1), calls.permission_mode.get(1)), (Some("/home/dev/alpha"), Some("2.1.300"), Some("plan")));
    assert_eq!((calls.result_kind.get(0), calls.result_kind.get(2)), (Some("OtherResult"), Some("BashResult")));
    let records = records::Columns::of(decoded.batch(&records::TABLE));
    let of_result = rows(&records::TABLE, &decoded).find(|row| records.record_id.get(*row) == "r1").expect("a record");
    assert_eq!(records.common.agent_id.get(of_result), Some("own"));
    let billed = requests::Columns::of(decoded.batch(&requests::TABLE));
    assert_eq!((decoded.count(&requests::TABLE), billed.usage_final.get(0), billed.permission_mode.get(0)), (3, false, Some("plan")));
    let files = sources::Columns::of(decoded.batch(&sources::TABLE));
    assert_eq!(files.kind.get(0), "stream");
    let project = sessions::Columns::of(decoded.batch(&sessions::TABLE));
    assert_eq!((decoded.count(&sessions::TABLE), project.session_id.get(0), project.project.get(0)), (1, "s9", Some("/home/dev/alpha")));
    assert_eq!(decoded.count(&drift::TABLE), 0);
}

#[test]
fn what_a_session_says_stays_in_it() {
    let other = |line: Value| with(line, "session_id", json!("s8"));
    let decoded = Decoded::of(&[
        init(),
        other(uses("a1", Value::Null, "toolu_1", "Bash", json!({"command": "ls"}))),
        line("system", "s", json!({"subtype": "status", "status": null, "permissionMode": "default"})),
        uses("a2", Value::Null, "toolu_2", "Bash", json!({"command": "ls"})),
        json!({"type": "error", "error": {"type": "api_error", "message": "overloaded"}}),
    ]);
    let calls = tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE));
    assert_eq!((calls.common.cwd.get(0), calls.permission_mode.get(0)), (None, None));
    assert_eq!((calls.common.cwd.get(1), calls.permission_mode.get(1)), (Some("/home/dev/alpha"), Some("default")));
    let told = events::Columns::of(decoded.batch(&events::TABLE));
    let error = rows(&events::TABLE, &decoded).find(|row| told.event.kind.get(*row) == "error").expect("an error");
    assert_eq!((told.common.session_id.get(error), told.event.text.get(error)), ("s9", Some("overloaded")));
    assert_eq!(told.event.error_type.get(error), Some("api_error"));
}

#[test]
fn a_result_message_is_a_run() {
    let result = |uuid: Value, cost: &str| {
        let text = line(
            "result",
            "x",
            json!({"subtype": "success", "is_error": false, "duration_ms": 1500, "duration_api_ms": 1200.4, "num_turns": 2,
            "result": "né\n", "stop_reason": "end_turn", "terminal_reason": "completed", "api_error_status": null, "errors": ["one", "two"],
            "usage": {"input_tokens": 4, "output_tokens": 5, "cache_creation_input_tokens": 7, "cache_creation": {"ephemeral_1h_input_tokens": 7}},
            "permission_denials": [{"tool_name": "Bash", "tool_use_id": "t", "tool_input": {}}, {"tool_name": "Write"}, {"tool_name": "Bash"}],
            "structured_output": {"a": 1}, "queued_turn_count": 0, "result_index": 3, "request_sent_wall_ms": 1_778_407_201_000_i64,
            "deferred_tool_use": {"id": "toolu_9", "name": "AskUserQuestion", "input": {"q": 1}}, "user_message_uuids": ["u", "v"],
            "invalid_config_file": {"path": "/c.json", "is_global": true, "backup_searched": false}, "origin": {"kind": "human"},
            "credential_expires_at": "2026-05-10T10:00:01Z", "warm_spare_claimed": false, "ttft_ms": 12}),
        );
        with(with(text, "uuid", uuid), "total_cost_usd", json!("COST")).to_string().replace("\"COST\"", cost)
    };
    let models = r#"{"claude-opus-5":{"inputTokens":1,"costUSD":9},"claude-haiku-4":{"inputTokens":2,"costUSD":0.029863850000000004,"contextWindow":200000},"claude-opus-5":{"inputTokens":3,"costUSD":1e-12,"provider":"bedrock","thinkingTokens":8}}"#;
    let first = result(json!("run1"), "0.23315850000000002").replace("\"num_turns\"", &format!("\"modelUsage\":{models},\"num_turns\""));
    let bytes = format!("{}\n{first}\n{first}\n{}\n", init(), result(Value::Null, "-1"));
    let decoded = Decoded::of_bytes("out.ndjson", &[bytes.as_bytes()]);
    assert_eq!((decoded.count(&runs::TABLE), decoded.counts.duplicates), (2, 1));
    let run = runs::Columns::of(decoded.batch(&runs::TABLE));
    assert_eq!((run.run_id.get(0), run.common.session_id.get(0), run.subtype.get(0)), ("run1", "s9", Some("success")));
    assert_eq!((run.total_cost_usd.get(0), run.total_cost_usd.get(1)), (Some(233_158_500_000), None));
    assert_eq!(
        (run.run_id.get(1).len(), run.duration_ms.get(0), run.duration_api_ms.get(0), run.num_turns.get(0)),
        (32, Some(1500), Some(1200), Some(2))
    );
    assert_eq!((run.result_bytes.get(0), run.result_chars.get(0), run.result_lines.get(0)), (Some(4), Some(3), Some(1)));
    assert_eq!((run.error_count.get(0), run.error_text.get(0)), (Some(2), Some("one\ntwo")));
    assert_eq!(
        (run.usage_output_tokens.get(0), run.usage_cache_write_1h_tokens.get(0), run.usage_cache_read_tokens.get(0)),
        (Some(5), Some(7), None)
    );
    assert_eq!((run.permission_denials.get(0), run.denied_tools.get(0)), (Some(3), Some("Bash,Write")));
    assert_eq!(
        (run.structured_output_bytes.get(0), run.deferred_tool.get(0), run.deferred_input_bytes.get(0)),
        (Some(7), Some("AskUserQuestion"), Some(7))
    );
    assert_eq!((run.request_sent_ts.get(0), run.credential_expires_ts.get(0)), (Some(1_778_407_201_000_000), Some(1_778_407_201_000_000)));
    assert_eq!((run.user_messages.get(0), run.invalid_config_is_global.get(0), run.origin_kind.get(0)), (Some(2), Some(true), Some("human")));
    assert_eq!(
        (run.model.get(0), run.tools.get(0), run.mcp_servers.get(0), run.slash_commands.get(0)),
        (Some("claude-opus-5"), Some(2), Some(1), Some(3))
    );
    assert_eq!((run.permission_mode.get(0), run.effort.get(0), run.plugins.get(0), run.betas.get(0)), (Some("plan"), Some("high"), Some(0), None));
    let model = run_models::Columns::of(decoded.batch(&run_models::TABLE));
    let found: Vec<_> = rows(&run_models::TABLE, &decoded)
        .map(|row| (model.run.run_id.get(row), model.model.get(row), model.input_tokens.get(row), model.cost_usd.get(row)))
        .collect();
    assert_eq!(
        found,
        [("run1", "claude-haiku-4", Some(2), Some(29_863_850_000)), ("run1", "claude-opus-5", Some(3), Some(1))],
        "the last of two entries of one name counts"
    );
    assert_eq!((model.context_window.get(0), model.provider.get(1), model.thinking_tokens.get(1)), (Some(200_000), Some("bedrock"), Some(8)));
    assert_eq!((decoded.count(&records::TABLE), decoded.count(&drift::TABLE)), (3, 0), "a result is a record, too, and all its keys are known");
    assert_eq!(decoded.count(&events::TABLE), 1, "only the init line is an event");
}

#[test]
fn a_result_that_no_stream_has_is_no_run() {
    let decoded = Decoded::of(&[
        json!({"type": "started", "key": "k", "agentId": "a"}),
        json!({"type": "result", "key": "k", "agentId": "a", "result": "x"}),
        with(record("user", "u", 1, json!({"content": "hi"})), "session_id", json!("older")),
    ]);
    assert_eq!(decoded.count(&runs::TABLE), 0);
    let records = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!((records.common.carrier.get(1), records.common.carrier.get(2)), ("transcript", "transcript"));
    assert_eq!(records.common.session_id.get(2), "s1");
    assert_eq!(sources::Columns::of(decoded.batch(&sources::TABLE)).kind.get(0), "transcript");
}

#[test]
fn events_of_streams_have_their_kinds() {
    let system = |subtype: &str, more: Value| with(line("system", subtype, more), "subtype", json!(subtype));
    let decoded = Decoded::of(&[
        system("api_retry", json!({"attempt": 2, "max_retries": 10, "retry_delay_ms": 500.6, "error_status": 529, "error": "overloaded"})),
        system(
            "hook_response",
            json!({"hook_id": "h", "hook_name": "Stop:x", "hook_event": "Stop", "stdout": "abc", "stderr": "", "output": "abc",
            "exit_code": 2, "outcome": "error"}),
        ),
        system("permission_denied", json!({"tool_name": "Bash", "tool_use_id": "toolu_1", "decision_reason_type": "rule", "message": "no"})),
        system("task_updated", json!({"task_id": "t", "patch": {"status": "killed", "error": "out"}})),
        system("compact_boundary", json!({"compact_metadata": {"trigger": "auto", "pre_tokens": 9, "post_tokens": 4}})),
        system("session_state_changed", json!({"state": "idle"})),
        line(
            "rate_limit_event",
            "rate",
            json!({"rate_limit_info": {"status": "allowed_warning", "resetsAt": 1_778_407_201, "rateLimitType": "five_hour",
            "utilization": 0.825, "isUsingOverage": false}}),
        ),
        line("tool_use_summary", "sum", json!({"summary": "did", "preceding_tool_use_ids": ["a", "b"]})),
        system("thinking_tokens", json!({"estimated_tokens": 5, "estimated_tokens_delta": 5})),
        line("stream_event", "part", json!({"event": {"type": "ping"}, "parent_tool_use_id": null, "ttft_ms": 3})),
        line("tool_progress", "prog", json!({"tool_use_id": "toolu_1", "tool_name": "Bash", "parent_tool_use_id": null, "elapsed_time_seconds": 3})),
        system("commands_changed", json!({"commands": []})),
        system("worker_shutting_down", json!({"reason": "host_exit"})),
        line("prompt_suggestion", "sug", json!({"suggestion": "go on"})),
        line("elephant", "ele", json!({"weight": 1})),
        line(
            "assistant",
            "syn",
            json!({"message": {"id": "x", "model": "<synthetic>", "role": "assistant", "content": [{"type": "text", "text": "Limit"}]},
            "error": "rate_limit", "parent_tool_use_id": null}),
        ),
    ]);
    let told = events::Columns::of(decoded.batch(&events::TABLE));
    let event = &told.event;
    let kinds: Vec<_> = rows(&events::TABLE, &decoded).map(|row| event.kind.get(row)).collect();
    assert_eq!(
        kinds,
        [
            "api_retry",
            "hook",
            "permission_denied",
            "task_updated",
            "compaction",
            "session_state",
            "rate_limit",
            "tool_use_summary",
            "commands_changed",
            "worker_shutting_down",
            "prompt_suggestion",
            "other",
            "api_error"
        ],
        "parts and signs of life are none"
    );
    assert_eq!((event.retry_attempt.get(0), event.max_retries.get(0), event.retry_in_ms.get(0)), (Some(2), Some(10), Some(501)));
    assert_eq!((event.error_status.get(0), event.error_type.get(0)), (Some(529), Some("overloaded")));
    assert_eq!(
        (event.hook_event.get(1), event.exit_code.get(1), event.stdout_bytes.get(1), event.status.get(1)),
        (Some("Stop"), Some(2), Some(3), Some("error"))
    );
    assert_eq!(
        (event.subtype.get(2), event.tool_name.get(2), event.tool_use_id.get(2), event.text.get(2)),
        (Some("rule"), Some("Bash"), Some("toolu_1"), Some("no"))
    );
    assert_eq!((event.status.get(3), event.text.get(3), event.task_id.get(3)), (Some("killed"), Some("out"), Some("t")));
    assert_eq!((event.trigger.get(4), event.pre_tokens.get(4), event.post_tokens.get(4)), (Some("auto"), Some(9), Some(4)));
    assert_eq!(event.status.get(5), Some("idle"));
    assert_eq!(
        (event.status.get(6), event.rate_limit_type.get(6), event.utilization_percent.get(6)),
        (Some("allowed_warning"), Some("five_hour"), Some(83))
    );
    assert_eq!((event.resets_ts.get(6), event.is_using_overage.get(6)), (Some(1_778_407_201_000_000), Some(false)));
    assert_eq!((event.text.get(7), event.item_count.get(7)), (Some("did"), Some(2)));
    assert_eq!((event.trigger.get(9), event.text.get(10), event.text_bytes.get(10)), (Some("host_exit"), None, Some(5)));
    assert_eq!((told.common.carrier.get(11), event.subtype.get(11)), ("stream", Some("elephant")), "no transcript is in the middle of a stream");
    assert_eq!((event.error_type.get(12), event.text.get(12)), (Some("rate_limit"), Some("Limit")));
    let unknown = drift::Columns::of(decoded.batch(&drift::TABLE));
    let found: Vec<_> = rows(&drift::TABLE, &decoded).map(|row| (unknown.place.get(row), unknown.name.get(row))).collect();
    assert_eq!(found, [("record", "weight"), ("record.type", "elephant")]);
}
