use crate::decode::TextPolicy;
use crate::tables::{agent_launches, agents};
use crate::text::measure;
use crate::tools::testing::{Decoded, Given, decode, decode_with};

const INPUT: &str = r#"{"description":"Look around","prompt":"Find it","subagent_type":"Explore"}"#;

fn agent(payload: &str) -> Decoded {
    decode("Agent", INPUT, Given(r#"[{"type":"text","text":"Done"}]"#, Some(payload), false))
}

#[test]
fn a_run_that_completed() {
    let input =
        r#"{"description":"Look around","prompt":"Find\nit","subagent_type":"Explore","model":"haiku","effort":"high","run_in_background":false,
"isolation":"worktree","name":"scout","team_name":"t","mode":"plan","max_turns":7,"resume":"a0"}"#
            .replace('\n', "");
    let payload = r#"{"status":"completed","agentId":"a1","agentType":"Explore","prompt":"Find it","resolvedModel":"claude-x","modelsUsed":["claude-x","claude-y"],
"totalToolUseCount":5,"totalDurationMs":1200.4,"totalTokens":900,"toolsUsed":["Read"],"worktreePath":"/w","worktreeBranch":"b",
"content":[{"type":"text","text":"Döne"},{"type":"text","text":"ok"}],
"toolStats":{"readCount":1,"searchCount":2,"bashCount":3,"editFileCount":4,"linesAdded":5,"linesRemoved":6,"otherToolCount":7,"frameCount":8},
"usage":{"input_tokens":1,"output_tokens":2,"cache_creation_input_tokens":7,"cache_read_input_tokens":4,"server_tool_use":{"web_search_requests":5,"web_fetch_requests":6},
"service_tier":"standard","cache_creation":{"ephemeral_1h_input_tokens":3,"ephemeral_5m_input_tokens":4},"inference_geo":"us","speed":"fast","iterations":[{"type":"message"}],
"output_tokens_details":{"thinking_tokens":1}}}"#
        .replace('\n', "");
    let decoded = decode("Task", &input, Given("[]", Some(&payload), false));
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.description.get(0), row.prompt_bytes.get(0), row.prompt_lines.get(0)), (Some("Look around"), Some(7), Some(2)));
    assert_eq!((row.prompt_chars.get(0), row.prompt_hash.get(0)), (Some(7), Some(measure("Find\nit").hash)));
    assert_eq!((row.subagent_type.get(0), row.model_asked.get(0), row.effort.get(0)), (Some("Explore"), Some("haiku"), Some("high")));
    assert_eq!((row.run_in_background.get(0), row.isolation.get(0), row.mode.get(0)), (Some(false), Some("worktree"), Some("plan")));
    assert_eq!((row.name.get(0), row.team_name.get(0), row.max_turns.get(0), row.resume.get(0)), (Some("scout"), Some("t"), Some(7), Some("a0")));
    assert_eq!((row.agent_run_id.get(0), row.agent_type.get(0), row.status.get(0)), (Some("a1"), Some("Explore"), Some("completed")));
    assert_eq!((row.resolved_model.get(0), row.models_used.get(0)), (Some("claude-x"), Some("claude-x,claude-y")));
    assert_eq!((row.total_tool_use_count.get(0), row.total_duration_ms.get(0), row.total_tokens.get(0)), (Some(5), Some(1200), Some(900)));
    assert_eq!((row.stated_tokens.get(0), row.tools_used.get(0)), (None, Some("[\"Read\"]")));
    assert_eq!((row.usage_input_tokens.get(0), row.usage_output_tokens.get(0), row.usage_thinking_tokens.get(0)), (Some(1), Some(2), Some(1)));
    assert_eq!((row.usage_cache_read_tokens.get(0), row.usage_cache_write_tokens.get(0)), (Some(4), Some(7)));
    assert_eq!((row.usage_cache_write_5m_tokens.get(0), row.usage_cache_write_1h_tokens.get(0)), (Some(4), Some(3)));
    assert_eq!((row.usage_web_search_requests.get(0), row.usage_web_fetch_requests.get(0), row.usage_iterations.get(0)), (Some(5), Some(6), Some(1)));
    assert_eq!((row.usage_service_tier.get(0), row.usage_speed.get(0), row.usage_inference_geo.get(0)), (Some("standard"), Some("fast"), Some("us")));
    assert_eq!(
        (row.read_count.get(0), row.search_count.get(0), row.bash_count.get(0), row.edit_file_count.get(0)),
        (Some(1), Some(2), Some(3), Some(4))
    );
    assert_eq!(
        (row.lines_added.get(0), row.lines_removed.get(0), row.other_tool_count.get(0), row.frame_count.get(0)),
        (Some(5), Some(6), Some(7), Some(8))
    );
    assert_eq!((row.worktree_path.get(0), row.worktree_branch.get(0)), (Some("/w"), Some("b")));
    assert_eq!((row.content_blocks.get(0), row.content_bytes.get(0), row.fail_reason.get(0)), (Some(2), Some(7), None));
    assert_eq!((decoded.rows("agent_launches"), decoded.problem()), (0, None));
}

#[test]
fn an_old_run_without_status() {
    let decoded = agent(r#"{"content":[],"totalDurationMs":5,"totalTokens":6,"totalToolUseCount":0,"usage":{"input_tokens":1}}"#);
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.status.get(0), row.agent_run_id.get(0), row.total_tool_use_count.get(0)), (Some("completed"), None, Some(0)));
    assert_eq!(
        (row.usage_input_tokens.get(0), row.usage_output_tokens.get(0), row.usage_iterations.get(0), row.read_count.get(0)),
        (Some(1), None, None, None)
    );
    let decoded = agent("{}");
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.status.get(0), row.total_tokens.get(0), decoded.rows("agent_launches")), (None, None, 0));
}

#[test]
fn a_launch_in_the_background() {
    let decoded = agent(
        r#"{"isAsync":true,"status":"async_launched","agentId":"a1","description":"Look","resolvedModel":"claude-x","modelsUsed":["claude-w"],"prompt":"Find it","outputFile":"/t/a1.output","canReadOutputFile":true}"#,
    );
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!(
        (row.status.get(0), row.agent_run_id.get(0), row.total_tokens.get(0), row.stated_tokens.get(0)),
        (Some("async_launched"), Some("a1"), None, None)
    );
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!(
        (row.call.call_id.get(0), row.status.get(0), row.is_async.get(0), row.agent_run_id.get(0)),
        ("toolu_1", "async_launched", Some(true), Some("a1"))
    );
    assert_eq!((row.output_file.get(0), row.can_read_output_file.get(0)), (Some("/t/a1.output"), Some(true)));
    assert_eq!(
        (row.description.get(0), row.prompt_bytes.get(0), row.model.get(0), row.models_used.get(0)),
        (Some("Look"), Some(7), Some("claude-x"), Some("claude-w"))
    );
    assert_eq!((row.task_id.get(0), row.session_url.get(0), row.teammate_id.get(0)), (None, None, None));
}

#[test]
fn a_launch_in_the_cloud_and_one_without_status() {
    let decoded =
        agent(r#"{"status":"remote_launched","taskId":"t1","sessionUrl":"https://x/1","description":"d","prompt":"p","outputFile":"/t/o"}"#);
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!((row.status.get(0), row.task_id.get(0), row.session_url.get(0)), ("remote_launched", Some("t1"), Some("https://x/1")));
    let decoded = agent(r#"{"outputFile":"/t/o"}"#);
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!((row.status.get(0), row.output_file.get(0)), ("async_launched", Some("/t/o")));
}

#[test]
fn a_teammate() {
    let decoded = agent(
        r#"{"status":"teammate_spawned","teammate_id":"scout@t","agent_id":"scout@t","agent_type":"Explore","model":"opus","name":"scout","color":"blue","team_name":"t","prompt":"p","tmux_session_name":"s","tmux_window_name":"w","tmux_pane_id":"%1","is_splitpane":true,"plan_mode_required":false}"#,
    );
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!((row.status.get(0), row.teammate_id.get(0), row.agent_run_id.get(0)), ("teammate_spawned", Some("scout@t"), Some("scout@t")));
    assert_eq!(
        (row.agent_type.get(0), row.model.get(0), row.name.get(0), row.team_name.get(0)),
        (Some("Explore"), Some("opus"), Some("scout"), Some("t"))
    );
    assert_eq!((row.color.get(0), row.is_splitpane.get(0), row.plan_mode_required.get(0)), (Some("blue"), Some(true), Some(false)));
    assert_eq!((row.tmux_session_name.get(0), row.tmux_window_name.get(0), row.tmux_pane_id.get(0)), (Some("s"), Some("w"), Some("%1")));
    assert_eq!(decoded.problem(), None);
}

#[test]
fn a_wrong_field_costs_only_its_column() {
    let decoded = agent(r#"{"status":"completed","agentId":7,"totalTokens":"many","totalDurationMs":"12","usage":[],"toolStats":{"readCount":{}}}"#);
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.agent_run_id.get(0), row.total_tokens.get(0), row.total_duration_ms.get(0)), (None, None, Some(12)));
    assert_eq!((row.usage_input_tokens.get(0), row.read_count.get(0), row.status.get(0)), (None, None, Some("completed")));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "agentId".to_owned())));
    let decoded = agent(r#"{"status":"async_launched","outputFile":"/t/o","isAsync":"yes"}"#);
    assert_eq!(agent_launches::Columns::of(decoded.batch("agent_launches")).is_async.get(0), None);
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "isAsync".to_owned())));
    let decoded = agent("[]");
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.subagent_type.get(0), row.status.get(0), row.content_bytes.get(0)), (Some("Explore"), None, Some(4)));
    assert_eq!(decoded.problem(), Some(("unexpected_shape".to_owned(), String::new())));
}

#[test]
fn without_a_payload_the_trailer_states_totals() {
    let answer = r#"{"type":"text","text":"Döne\nagentId: not this"}"#;
    for (trailer, run, totals, status, bytes) in [
        (
            r#",{"type":"text","text":"agentId: a1 (use SendMessage with to: 'a1')\n<usage>subagent_tokens: 900\ntool_uses: 5\nduration_ms: 1200</usage>"}"#,
            Some("a1"),
            (Some(900), Some(5), Some(1200)),
            Some("completed"),
            23,
        ),
        (
            r#",{"type":"text","text":"agentId: a1 (for resuming)\n<usage>total_tokens: 900\ntool_uses: 5\nduration_ms: 1200</usage>"}"#,
            Some("a1"),
            (Some(900), Some(5), Some(1200)),
            Some("completed"),
            23,
        ),
        (r#",{"type":"text","text":"agentId: a1 (for resuming)"}"#, Some("a1"), (None, None, None), None, 23),
        ("", None, (None, None, None), None, 23),
        (r#",{"type":"text","text":"agentId: a1\nmore of the answer"}"#, None, (None, None, None), None, 54),
    ] {
        let decoded = decode("Agent", INPUT, Given(&format!("[{answer}{trailer}]"), None, false));
        let row = agents::Columns::of(decoded.batch("agents"));
        assert_eq!((row.agent_run_id.get(0), row.status.get(0), row.content_bytes.get(0)), (run, status, Some(bytes)), "{trailer}");
        assert_eq!((row.stated_tokens.get(0), row.stated_tool_use_count.get(0), row.stated_duration_ms.get(0)), totals, "{trailer}");
        assert_eq!((row.total_tokens.get(0), decoded.rows("agent_launches")), (None, 0), "{trailer}");
    }
}

#[test]
fn a_launch_by_its_text() {
    let text = r#"[{"type":"text","text":"Async agent launched successfully.\nagentId: a1 (internal ID)\nThe agent is working.\noutput_file: /t/a b.output\nMore"}]"#;
    let decoded = decode("Agent", INPUT, Given(text, None, false));
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!((row.status.get(0), row.agent_run_id.get(0), row.output_file.get(0)), ("async_launched", Some("a1"), Some("/t/a b.output")));
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.status.get(0), row.agent_run_id.get(0), row.content_bytes.get(0)), (Some("async_launched"), Some("a1"), None));
}

#[test]
fn failures_have_a_reason() {
    for (text, reason) in [
        ("Agent type 'x' not found. Available agents: a, b", "unknown_type"),
        ("[Request interrupted by user for tool use]", "interrupted"),
        ("<tool_use_error>InputValidationError: Task failed</tool_use_error>", "invalid"),
        ("The user doesn't want to proceed with this tool use.", "denied"),
        ("Boom", "other"),
    ] {
        let decoded = decode("Agent", INPUT, Given(&format!("{text:?}"), Some(&format!("\"Error: {text}\"")), true));
        let row = agents::Columns::of(decoded.batch("agents"));
        assert_eq!((row.fail_reason.get(0), row.status.get(0), row.content_bytes.get(0)), (Some(reason), None, None), "{text}");
        assert_eq!(decoded.rows("agent_launches"), 0);
    }
}

#[test]
fn no_policy_keeps_text() {
    let payload = r#"{"status":"async_launched","outputFile":"/t/o","description":"Look"}"#;
    let decoded = decode_with(TextPolicy::None, "Agent", INPUT, Given("[]", Some(payload), false));
    let row = agents::Columns::of(decoded.batch("agents"));
    assert_eq!((row.description.get(0), row.subagent_type.get(0)), (None, Some("Explore")));
    let row = agent_launches::Columns::of(decoded.batch("agent_launches"));
    assert_eq!((row.description.get(0), row.output_file.get(0).map(str::len)), (None, Some(17)));
}
