//! Records, prompts and sessions.

use super::*;
use crate::tables::{bash, prompts, records, requests, sessions};

#[test]
fn an_echo_gives_way_to_the_record_itself() {
    let echo = json!({"type": "progress", "uuid": "p1", "sessionId": "s1", "timestamp": "2026-05-10T10:00:09.000Z", "cwd": "/home/dev/alpha", "version": "2.1.40",
        "data": {"type": "agent_progress", "agentId": "a1", "message": {"type": "assistant", "uuid": "e1", "timestamp": "2026-05-10T10:00:05.000Z",
            "message": {"id": "msg_e", "model": "claude-haiku-4-5", "content": [{"type": "tool_use", "id": "toolu_e", "name": "Bash", "input": {"command": "ls"}}], "usage": {"input_tokens": 3, "output_tokens": 4}}}}});
    let decoded = Decoded::of(&[echo.clone(), echo]);
    assert_eq!((decoded.counts.records, decoded.counts.duplicates), (1, 1));
    let rows = records::Columns::of(decoded.batch(&records::TABLE));
    let carriers: Vec<_> = (0..decoded.count(&records::TABLE))
        .map(|row| (rows.record_id.get(row), rows.common.carrier.get(row), rows.common.agent_id.get(row)))
        .collect();
    assert_eq!(carriers, [("p1", "transcript", None), ("e1", "echo", Some("a1"))]);
    let requests = requests::Columns::of(decoded.batch(&requests::TABLE));
    assert_eq!((requests.usage.response_id.get(0), requests.common.carrier.get(0), requests.common.is_sidechain.get(0)), ("msg_e", "echo", true));
    assert_eq!((requests.common.cwd.get(0), requests.common.session_id.get(0)), (Some("/home/dev/alpha"), "s1"));
    assert_eq!(decoded.count(&bash::TABLE), 1);
}

#[test]
fn prompts_are_told_from_machine_text() {
    let user = |uuid: &str, content: Value| record("user", uuid, 1, json!({"role": "user", "content": content}));
    let cases = [
        (user("a", json!("real question")), Some("typed")),
        (with(user("b", json!("<local-command-caveat>x</local-command-caveat>")), "isMeta", json!(true)), Some("meta")),
        (user("c", json!("<command-name>/model</command-name>")), Some("command")),
        (user("d", json!("<local-command-stdout>ok</local-command-stdout>")), Some("command_output")),
        (with(user("e", json!("This session is being continued")), "isCompactSummary", json!(true)), Some("compact_summary")),
        (with(with(user("f", json!("agent task text")), "isSidechain", json!(true)), "agentId", json!("ff66")), Some("agent")),
        (user("g", json!([{"type": "tool_result", "tool_use_id": "toolu_zz", "content": "done"}])), None),
        (user("h", json!([{"type": "text", "text": "second"}, {"type": "image", "source": {}}])), Some("typed")),
        (user("i", json!([{"type": "text", "text": "[Request interrupted by user for tool use]"}])), Some("interrupt")),
        (user("j", json!("please explain '[Request interrupted by user]' in the log")), Some("typed")),
        (with(user("k", json!("<task-notification>x")), "origin", json!({"kind": "task-notification"})), Some("task_notification")),
        (user("l", json!("<bash-input>ls</bash-input>")), Some("bash")),
        (user("m", Value::Null), None),
    ];
    for (line, kind) in cases {
        let decoded = Decoded::of(std::slice::from_ref(&line));
        let found = (decoded.count(&prompts::TABLE) > 0).then(|| prompts::Columns::of(decoded.batch(&prompts::TABLE)).kind.get(0));
        assert_eq!(found, kind, "{line}");
    }
    let decoded = Decoded::of(&[user("c", json!("<command-name>/model</command-name>\n<command-args>x</command-args>"))]);
    assert_eq!(prompts::Columns::of(decoded.batch(&prompts::TABLE)).command.get(0), Some("/model"));
}

#[test]
fn sessions_begin_on_the_main_thread() {
    let side = with(with(response("u1", 1, "msg_a", 1, json!([])), "isSidechain", json!(true)), "cwd", json!("/side"));
    let late = with(response("u2", 9, "msg_b", 1, json!([])), "cwd", json!("/late"));
    let early = with(response("u3", 5, "msg_c", 1, json!([])), "cwd", json!("c:\\early"));
    let ai = json!({"type": "ai-title", "aiTitle": "by the model", "sessionId": "s1"});
    let custom = json!({"type": "custom-title", "customTitle": "by hand", "sessionId": "s1"});
    let decoded = Decoded::of(&[custom, side, late, early, ai]);
    let rows = sessions::Columns::of(decoded.batch(&sessions::TABLE));
    assert_eq!((decoded.count(&sessions::TABLE), rows.project.get(0), rows.title.get(0)), (1, Some("C:\\early"), Some("by hand")));
    assert_eq!(rows.project_from.get(0).map(|witness| witness.line), Some(4));
    assert_eq!(rows.last_ts.get(0).zip(rows.first_ts.get(0)).map(|(last, first)| last - first), Some(8_000_000));
}

#[test]
fn repeated_records_count_once() {
    let line = response("u1", 1, "msg_a", 5, json!([]));
    let metadata = json!({"type": "mode", "mode": "x", "sessionId": "s1"});
    let decoded = Decoded::of(&[line.clone(), metadata.clone(), line, metadata]);
    assert_eq!((decoded.counts.records, decoded.counts.duplicates, decoded.count(&records::TABLE)), (2, 2, 2));
    let rows = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!((rows.common.line.get(0), rows.common.line.get(1)), (3, 4));
    assert_eq!(rows.uuid.get(1), None);
}

#[test]
fn agents_files_tell_session_and_agent() {
    let line = json!({"type": "assistant", "uuid": "u1", "message": {"id": "msg_a", "content": [], "usage": {}}}).to_string() + "\n";
    let decoded = Decoded::of_bytes("projects/p/s9/subagents/agent-a7.jsonl", &[line.as_bytes()]);
    let rows = records::Columns::of(decoded.batch(&records::TABLE));
    assert_eq!((rows.common.session_id.get(0), rows.common.agent_id.get(0), rows.common.is_sidechain.get(0)), ("s9", Some("a7"), true));
}
