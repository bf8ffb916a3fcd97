//! Calls of tools and their results.

use super::*;
use crate::tables::{bash, edits, other_results, text_results, tool_calls, web_search_hits};

#[test]
fn a_call_and_its_result_are_one_row() {
    let decoded = Decoded::of(&[
        with(record("user", "u0", 0, json!({"content": "go"})), "permissionMode", json!("plan")),
        call("u1", 1, "toolu_1", "Bash", json!({"command": "cd /x && git commit -m x", "timeout": 5000})),
        result(
            "u2",
            3,
            "toolu_1",
            json!("done"),
            false,
            json!({"stdout": "a\nb\n", "stderr": "Shell cwd was reset to /y", "interrupted": false, "isImage": false,
            "gitOperation": {"commit": {"sha": "abc", "kind": "committed"}, "push": {"branch": "main"}}}),
        ),
    ]);
    let calls = tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE));
    assert_eq!((calls.call_id.get(0), calls.tool.get(0), calls.result_kind.get(0)), ("toolu_1", Some("Bash"), Some("BashResult")));
    assert_eq!((calls.result_bytes.get(0), calls.permission_mode.get(0), calls.is_error.get(0)), (Some(4), Some("plan"), Some(false)));
    let derived = (tool_calls::TABLE.derive)(decoded.batch(&tool_calls::TABLE).clone());
    let derived = tool_calls::Columns::of(&derived);
    assert_eq!(derived.common.ts.get(0), derived.call_ts.get(0));
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.command_head.get(0), rows.command_sub.get(0), rows.timeout_ms.get(0)), (Some("git"), Some("commit"), Some(5000)));
    assert_eq!((rows.exit_code.get(0), rows.exit_code_source.get(0)), (Some(0), Some("zero_implied")));
    assert_eq!((rows.stdout_bytes.get(0), rows.stdout_lines.get(0), rows.cwd_reset.get(0)), (Some(4), Some(2), Some(true)));
    assert_eq!(
        (rows.git_operation.get(0), rows.git_commit_sha.get(0), rows.git_branch_pushed.get(0)),
        (Some("commit,push"), Some("abc"), Some("main"))
    );
    assert_eq!(decoded.count(&other_results::TABLE), 0);
}

#[test]
fn exit_codes_and_where_they_are_from() {
    let output = |more: Value| {
        let mut output = json!({"stdout": "", "stderr": "", "interrupted": false});
        output.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        output
    };
    for (content, is_error, payload, want, class) in [
        ("Exit code 2\nboom", true, json!("Error: Exit code 2\nboom"), (Some(2), "text"), Some("exit_code")),
        ("", true, json!("Error: Exit code 3\nx"), (Some(3), "text"), Some("exit_code")),
        ("Exit code 143\nCommand timed out after 2m 0s", true, json!("Error: Exit code 143"), (Some(143), "text"), Some("timeout")),
        ("The user doesn't want to proceed with this tool use. X", true, json!("User rejected tool use"), (None, "unknown"), Some("user_rejected")),
        ("ok", false, output(json!({})), (Some(0), "zero_implied"), None),
        ("", false, output(json!({"returnCodeInterpretation": "No matches found"})), (Some(1), "benign_1"), None),
        ("x", false, output(json!({"backgroundTaskId": "b1"})), (None, "unknown"), None),
        ("x", false, output(json!({"interrupted": true})), (None, "unknown"), None),
        ("x", true, output(json!({"interrupted": true})), (None, "unknown"), Some("interrupted")),
        ("x", true, output(json!({})), (None, "unknown"), Some("other")),
        ("plain output", false, Value::Null, (None, "unknown"), None),
        ("Command running in background with ID: b2f8b9", false, Value::Null, (None, "unknown"), None),
    ] {
        let decoded =
            Decoded::of(&[call("u1", 1, "toolu_1", "Bash", json!({"command": "x"})), result("u2", 2, "toolu_1", json!(content), is_error, payload)]);
        let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
        assert_eq!((rows.exit_code.get(0), rows.exit_code_source.get(0)), (want.0, Some(want.1)), "{content}");
        assert_eq!(tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE)).error_class.get(0), class, "{content}");
    }
}

#[test]
fn an_output_of_a_failing_command_is_what_follows_the_exit_code() {
    let decoded = Decoded::of(&[
        call("u1", 1, "toolu_1", "PowerShell", json!({"command": "Get-Item x", "run_in_background": false})),
        result("u2", 2, "toolu_1", json!("Exit code 1\nline\n... [12 lines truncated] ...\nend"), true, json!("Error: Exit code 1\nline")),
    ]);
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.shell.get(0), rows.stdout_lines.get(0), rows.truncated_kind.get(0)), ("powershell", Some(3), Some("excerpt")));
    let texts = text_results::Columns::of(decoded.batch(&text_results::TABLE));
    assert_eq!((texts.text_bytes.get(0), texts.text.get(0)), (23, Some("Error: Exit code 1\nline")));
}

#[test]
fn a_field_of_the_wrong_type_costs_its_column_only() {
    let decoded = Decoded::of(&[
        call("u1", 1, "toolu_1", "Bash", json!({"command": 7})),
        result("u2", 2, "toolu_1", json!("x"), false, json!({"stdout": "abc", "stderr": [], "interrupted": "no", "persistedOutputSize": "12"})),
    ]);
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.command.get(0), rows.stdout_bytes.get(0), rows.stderr_bytes.get(0), rows.interrupted.get(0)), (None, Some(3), None, None));
    assert_eq!(rows.persisted_output_bytes.get(0), Some(12));
    let other = other_results::Columns::of(decoded.batch(&other_results::TABLE));
    assert_eq!((other.reason.get(0), other.field.get(0)), ("wrong_type", Some("stderr")));
    assert!(other.payload.get(0).is_some_and(|payload| payload.contains("\"stderr\":[]")));
}

#[test]
fn one_payload_belongs_to_none_of_several_results() {
    let mut line = result("u2", 2, "toolu_1", json!("a"), false, json!({"stdout": "abc"}));
    line["message"]["content"] = json!([{"type": "tool_result", "tool_use_id": "toolu_1", "content": "a"}, {"type": "tool_result", "tool_use_id": "toolu_2", "content": "bc"}]);
    let decoded =
        Decoded::of(&[call("u1", 1, "toolu_1", "Bash", json!({"command": "x"})), call("u3", 1, "toolu_2", "Bash", json!({"command": "y"})), line]);
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.stdout_bytes.get(0), rows.stdout_bytes.get(1)), (Some(1), Some(2)));
    assert_eq!(tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE)).result_kind.get(0), Some("OtherResult"));
}

#[test]
fn a_result_before_its_call_is_read_when_the_call_comes() {
    let lines = [
        result("u2", 2, "toolu_1", json!("x"), false, json!({"stdout": "abc", "stderr": "", "interrupted": true})),
        call("u1", 1, "toolu_1", "Bash", json!({"command": "x"})),
    ];
    let decoded = Decoded::of(&lines);
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.stdout_bytes.get(0), rows.interrupted.get(0)), (Some(3), Some(true)));
    assert_eq!(decoded.count(&other_results::TABLE), 0);
    let alone = Decoded::of(&lines[..1]);
    let other = other_results::Columns::of(alone.batch(&other_results::TABLE));
    assert_eq!((alone.count(&tool_calls::TABLE), other.reason.get(0), other.tool.get(0)), (1, "unknown_call", None));
}

#[test]
fn edits_count_lines_and_places() {
    let patch = json!([{"oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 4, "lines": [" a", "-b", "+c", "+\td", " e"]}, {"oldStart": 9, "oldLines": 1, "newStart": 10, "newLines": 0, "lines": ["-x", "\\ No newline at end of file"]}]);
    let input = json!({"file_path": "/w/Main.RS", "old_string": "b", "new_string": "c\nd", "replace_all": false});
    let payload = json!({"filePath": "/w/Main.RS", "oldString": "b", "newString": "c\nd", "originalFile": "abab", "replaceAll": false, "structuredPatch": patch, "userModified": true});
    let decoded = Decoded::of(&[call("u1", 1, "toolu_1", "Edit", input.clone()), result("u2", 2, "toolu_1", json!("ok"), false, payload.clone())]);
    let rows = edits::Columns::of(decoded.batch(&edits::TABLE));
    assert_eq!(
        (rows.lines_added.get(0), rows.lines_removed.get(0), rows.lines_source.get(0), rows.hunks.get(0)),
        (Some(2), Some(2), Some("patch"), Some(2))
    );
    assert_eq!((rows.replacements.get(0), rows.replacements_source.get(0), rows.file_ext.get(0)), (Some(1), Some("implied_1"), Some("rs")));
    assert_eq!(
        (rows.old_string_bytes.get(0), rows.new_string_bytes.get(0), rows.original_file_bytes.get(0), rows.user_modified.get(0)),
        (Some(1), Some(3), Some(4), Some(true))
    );

    let all = with(input.clone(), "replace_all", json!(true));
    let all_payload = with(payload, "replaceAll", json!(true));
    let decoded = Decoded::of(&[call("u1", 1, "toolu_1", "Edit", all), result("u2", 2, "toolu_1", json!("ok"), false, all_payload)]);
    let rows = edits::Columns::of(decoded.batch(&edits::TABLE));
    assert_eq!((rows.replacements.get(0), rows.replacements_source.get(0)), (Some(2), Some("counted")));

    let decoded = Decoded::of(&[call("u1", 1, "toolu_1", "Edit", input.clone()), result("u2", 2, "toolu_1", json!("ok"), false, Value::Null)]);
    let rows = edits::Columns::of(decoded.batch(&edits::TABLE));
    assert_eq!(
        (rows.lines_added.get(0), rows.lines_removed.get(0), rows.lines_source.get(0), rows.hunks.get(0)),
        (Some(2), Some(1), Some("strings"), None)
    );

    let failed = result(
        "u2",
        2,
        "toolu_1",
        json!("<tool_use_error>File has not been read yet. Read it first</tool_use_error>"),
        true,
        json!("Error: File has not been read yet."),
    );
    let decoded = Decoded::of(&[call("u1", 1, "toolu_1", "Edit", input), failed]);
    let rows = edits::Columns::of(decoded.batch(&edits::TABLE));
    assert_eq!((rows.fail_reason.get(0), rows.lines_added.get(0), rows.replacements.get(0)), (Some("not_read"), None, None));
}

#[test]
fn half_a_surrogate_pair_costs_a_character_and_no_more() {
    let payload = json!({"stdout": "abc", "backgroundTaskId": "HALF"});
    let lines = [call("u1", 1, "toolu_1", "Bash", json!({"command": "x"})), result("u2", 2, "toolu_1", json!("x"), false, payload)];
    let text: String = lines.iter().map(|line| line.to_string().replace("HALF", "b\\ud83d") + "\n").collect();
    let decoded = Decoded::of_bytes("projects/p/s1.jsonl", &[text.as_bytes()]);
    let rows = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((rows.stdout_bytes.get(0), rows.background_task_id.get(0)), (Some(3), Some("b\u{fffd}")));
    assert_eq!(tool_calls::Columns::of(decoded.batch(&tool_calls::TABLE)).result_kind.get(0), Some("BashResult"));
    assert_eq!(decoded.count(&other_results::TABLE), 0);
}

#[test]
fn results_of_tools_of_the_api_have_their_content_as_payload() {
    let record = |result: &str| {
        let call = r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}}"#;
        let result = format!(r#"{{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{result}}}"#);
        let line = format!(r#"{{"type":"assistant","uuid":"u","sessionId":"s","message":{{"id":"msg_1","content":[{call},{result}]}}}}"#);
        Decoded::of_bytes("projects/p/s.jsonl", &[line.as_bytes()])
    };
    let found = record(r#"[{"type":"web_search_result","title":"T","url":"https://u/"}]"#);
    let calls = tool_calls::Columns::of(found.batch(&tool_calls::TABLE));
    assert_eq!((calls.is_error.get(0), calls.error_class.get(0), calls.result_kind.get(0)), (Some(false), None, Some("OtherResult")));
    let hits = web_search_hits::Columns::of(found.batch(&web_search_hits::TABLE));
    assert_eq!((hits.title.get(0), hits.url.get(0), hits.search_id.get(0)), (Some("T"), Some("https://u/"), None));
    assert_eq!(found.count(&other_results::TABLE), 0);
    let failed = record(r#"{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}"#);
    let calls = tool_calls::Columns::of(failed.batch(&tool_calls::TABLE));
    assert_eq!((calls.is_error.get(0), calls.error_class.get(0)), (Some(true), Some("other")));
}

#[test]
fn half_a_surrogate_pair_costs_one_character_of_an_input() {
    let call = r#"{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls","description":"a\ud800b","timeout":5}}"#;
    let line = format!(r#"{{"type":"assistant","uuid":"u","sessionId":"s","message":{{"id":"msg_1","content":[{call}]}}}}"#);
    let decoded = Decoded::of_bytes("projects/p/s.jsonl", &[line.as_bytes()]);
    let row = bash::Columns::of(decoded.batch(&bash::TABLE));
    assert_eq!((row.command.get(0), row.description.get(0), row.timeout_ms.get(0)), (Some("ls"), Some("a\u{fffd}b"), Some(5)));
}
