//! Agents, joined from what their callers, their own files and the queue tell of them.

use serde_json::{Value, json};

use crate::fixture::cclake;
use crate::situations::{Tree, World, apart};

/// A line of a thread: the main one, or an agent's.
fn line(agent: Option<&str>, kind: &str, uuid: &str, time: &str, message: Value) -> Value {
    let mut line = json!({"type": kind, "uuid": uuid, "sessionId": "s1", "timestamp": format!("2026-05-10T{time}.000Z"), "cwd": "/home/dev/alpha",
        "version": "2.1.217", "isSidechain": agent.is_some(), "message": message});
    if let Some(agent) = agent {
        line["agentId"] = json!(agent);
    }
    line
}

/// A response of 1000 input and 100 output tokens. At $1 and $5 per million of Haiku 4.5 it costs $0.0015.
fn response(agent: Option<&str>, uuid: &str, time: &str, blocks: Value) -> Value {
    let usage = json!({"input_tokens": 1000, "output_tokens": 100, "cache_read_input_tokens": 7, "cache_creation_input_tokens": 0});
    let message = json!({"id": format!("msg_{uuid}"), "model": "claude-haiku-4-5-20251001", "role": "assistant", "content": blocks, "usage": usage});
    line(agent, "assistant", uuid, time, message)
}

fn call(agent: Option<&str>, uuid: &str, time: &str, id: &str, input: Value) -> Value {
    response(agent, uuid, time, json!([{"type": "tool_use", "id": id, "name": "Agent", "input": input}]))
}

fn result(agent: Option<&str>, uuid: &str, time: &str, id: &str, text: &str, payload: Option<Value>) -> Value {
    let block = json!({"type": "tool_result", "tool_use_id": id, "content": [{"type": "text", "text": text}], "is_error": false});
    let mut line = line(agent, "user", uuid, time, json!({"role": "user", "content": [block]}));
    if let Some(payload) = payload {
        line["toolUseResult"] = payload;
    }
    line
}

fn of_session(mut line: Value, session: &str) -> Value {
    line["sessionId"] = json!(session);
    line
}

/// The file of an agent, with the sidecar that stands beside it or not.
fn agent(files: &mut Vec<(String, Vec<Value>)>, session: &str, id: &str, lines: Vec<Value>, sidecar: Option<Value>) {
    let path = format!("p/{session}/subagents/agent-{id}");
    files.push((format!("{path}.jsonl"), lines));
    files.extend(sidecar.map(|sidecar| (format!("{path}.meta.json"), vec![sidecar])));
}

fn tree(files: &[(String, Vec<Value>)]) -> Vec<(&str, Vec<Value>)> {
    files.iter().map(|(path, lines)| (path.as_str(), lines.clone())).collect()
}

/// A session that starts agents in every way.
fn session() -> Vec<Value> {
    let task = |description: &str| json!({"description": description, "prompt": "go", "subagent_type": "Explore"});
    let launched =
        |id: &str| json!({"isAsync": true, "status": "async_launched", "agentId": id, "description": "d", "prompt": "go", "outputFile": "/t"});
    let notice = "<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n<summary>Agent failed</summary>\n\
        <usage>total_tokens: 900\ntool_uses: 3\nduration_ms: 60000</usage>\n</task-notification>";
    let mut read = line(None, "user", "r_notice", "10:21:00", json!({"role": "user", "content": notice}));
    read["origin"] = json!({"kind": "task-notification"});
    let mut denied = result(None, "r_denied", "10:30:05", "toolu_denied", "The user doesn't want to proceed with this tool use.", None);
    denied["message"]["content"][0]["is_error"] = json!(true);
    denied["toolUseResult"] = json!("User rejected tool use");
    vec![
        call(None, "c_meta", "10:00:00", "toolu_meta", task("by sidecar")),
        result(
            None,
            "r_meta",
            "10:05:00",
            "toolu_meta",
            "ok",
            Some(json!({"status": "completed", "totalTokens": 500, "totalToolUseCount": 1, "totalDurationMs": 9000})),
        ),
        call(None, "c_id", "10:06:00", "toolu_id", task("by id")),
        result(
            None,
            "r_id",
            "10:07:00",
            "toolu_id",
            "ok",
            Some(json!({"status": "completed", "agentId": "i1", "agentType": "Plan", "totalTokens": 77})),
        ),
        call(None, "c_back", "10:10:00", "toolu_back", task("behind")),
        result(None, "r_back", "10:10:01", "toolu_back", "Async agent launched successfully.", Some(launched("b1"))),
        json!({"type": "queue-operation", "operation": "enqueue", "sessionId": "s1", "timestamp": "2026-05-10T10:20:00.000Z", "content": notice}),
        read,
        call(None, "c_gone", "10:25:00", "toolu_gone", task("gone")),
        result(None, "r_gone", "10:25:01", "toolu_gone", "Async agent launched successfully.", Some(launched("g1"))),
        call(None, "c_old", "10:26:00", "toolu_old", task("of 1.x")),
        result(
            None,
            "r_old",
            "10:27:00",
            "toolu_old",
            "ok",
            Some(json!({"content": [], "totalTokens": 5, "totalToolUseCount": 0, "totalDurationMs": 4})),
        ),
        call(None, "c_denied", "10:30:00", "toolu_denied", task("denied")),
        denied,
        response(None, "c_flow", "10:54:00", json!([{"type": "tool_use", "id": "toolu_flow", "name": "Workflow", "input": {"name": "review"}}])),
        result(None, "r_flow", "10:54:01", "toolu_flow", "launched", Some(json!({"status": "async_launched", "taskId": "t", "runId": "wf_1"}))),
    ]
}

/// The files of its agents.
fn agents() -> Vec<(String, Vec<Value>)> {
    let mut files = Vec::new();
    let nested = vec![
        response(Some("m1"), "m_1", "10:00:01", json!([])),
        call(Some("m1"), "m_2", "10:00:02", "toolu_nested", json!({"description": "deeper", "prompt": "go"})),
        // In the file of an agent, a result has no payload.
        result(Some("m1"), "m_3", "10:00:09", "toolu_nested", "found", None),
    ];
    agent(&mut files, "s1", "m1", nested, Some(json!({"agentType": "Explore", "toolUseId": "toolu_meta", "description": "as the sidecar has it"})));
    let deepest = vec![
        call(Some("n1"), "n_1", "10:00:03", "toolu_deepest", json!({"description": "deepest", "prompt": "go"})),
        result(
            Some("n1"),
            "n_2",
            "10:00:08",
            "toolu_deepest",
            "x\nagentId: k1 (use SendMessage)\n<usage>subagent_tokens: 12\ntool_uses: 0\nduration_ms: 5</usage>",
            None,
        ),
    ];
    agent(&mut files, "s1", "n1", deepest, Some(json!({"agentType": "Explore", "toolUseId": "toolu_nested", "parentAgentId": "m1"})));
    agent(&mut files, "s1", "k1", vec![response(Some("k1"), "k_1", "10:00:04", json!([]))], None);
    let mut unknown = response(Some("i1"), "i_2", "10:06:30", json!([]));
    unknown["message"]["model"] = json!("a-model-of-tomorrow");
    agent(&mut files, "s1", "i1", vec![response(Some("i1"), "i_1", "10:06:10", json!([])), unknown], None);
    let shape = json!({"agentType": "general-purpose", "requestShape": "background", "worktreePath": "/home/dev/w"});
    agent(&mut files, "s1", "b1", vec![response(Some("b1"), "b_1", "10:10:05", json!([]))], Some(shape));
    agent(&mut files, "s1", "x1", vec![response(Some("x1"), "x_1", "10:40:00", json!([]))], None);
    agent(&mut files, "s1", "acompact-0a1b2c", vec![response(Some("acompact-0a1b2c"), "z_1", "10:50:00", json!([]))], None);
    let stated = json!({"agentType": "Review", "spawnDepth": 4, "workflowPhase": "Check"});
    files.push(("p/s1/subagents/workflows/wf_1/agent-w1.jsonl".to_owned(), vec![response(Some("w1"), "w_1", "10:55:00", json!([]))]));
    files.push(("p/s1/subagents/workflows/wf_1/agent-w1.meta.json".to_owned(), vec![stated]));
    files
}

/// Scenario: agents of every layout, at three depths, in front and behind, with and without sidecar, transcript, id and call.
/// Guarantees: each is one row with what all places tell of it, whatever was read first.
#[test]
fn every_run_is_one_row() {
    let main: Tree<'_> = &[("p/s1.jsonl", session())];
    let files = agents();
    let of = |id: &str, columns: &str| format!("select {columns} from subagents where agent_id = '{id}'");
    let meta = of("m1", "joined_by, call_id, agent_type, agent_type_asked, description, parent_agent_id is null, depth, in_background");
    let meta_end = of("m1", "end_status, end_ts, launch_ts, first_ts, last_ts, reported_total_tokens, reported_tool_calls, reported_duration_ms");
    let meta_used = of(
        "m1",
        "requests, unpriced_requests, tool_calls, input_tokens, output_tokens, cache_read_tokens, cost_usd, models, has_transcript, has_meta",
    );
    let nested = of("n1", "joined_by, call_id, parent_agent_id, depth, end_status, in_background");
    let deepest = of("k1", "joined_by, call_id, parent_agent_id, depth, end_status, end_ts, reported_total_tokens, has_meta");
    let by_id = of("i1", "joined_by, call_id, agent_type, agent_type_asked, description, depth, requests, unpriced_requests, cost_usd");
    let behind =
        of("b1", "joined_by, in_background, end_status, end_ts, reported_total_tokens, reported_tool_calls, reported_duration_ms, worktree_path");
    let gone = of(
        "g1",
        "joined_by, call_id, in_background, depth, has_transcript, requests is null, cost_usd is null, end_status is null, first_ts is null, day",
    );
    let old = "select call_id, joined_by, end_status, reported_total_tokens, depth, has_transcript from subagents where agent_id is null";
    let unlinked = of("x1", "joined_by, call_id is null, depth is null, end_status is null, requests, kind, project");
    let system = of("acompact-0a1b2c", "kind, joined_by, requests, cost_usd");
    let flow = of("w1", "workflow_run_id, workflow_phase, depth, joined_by, call_id, call_tool, source");
    apart(
        main,
        &tree(&files),
        &[
            ("select count(*), count(distinct agent_id), count(*) filter (kind = 'user') from subagents", &["10", "9", "9"]),
            (&meta, &["meta", "toolu_meta", "Explore", "Explore", "as the sidecar has it", "true", "1", "false"]),
            (
                &meta_end,
                &["completed", "2026-05-10T10:05:00", "2026-05-10T10:00:00", "2026-05-10T10:00:01", "2026-05-10T10:00:09", "500", "1", "9000"],
            ),
            (&meta_used, &["2", "0", "1", "2000", "200", "14", "0.003001400000", "claude-haiku-4-5-20251001", "true", "true"]),
            (&nested, &["meta", "toolu_nested", "m1", "2", "completed", "false"]),
            (&deepest, &["agent_id", "toolu_deepest", "n1", "3", "completed", "2026-05-10T10:00:08", "12", "false"]),
            (&by_id, &["agent_id", "toolu_id", "Plan", "Explore", "by id", "1", "2", "1", "0.001500700000"]),
            (&behind, &["agent_id", "true", "failed", "2026-05-10T10:20:00", "900", "3", "60000", "/home/dev/w"]),
            (&gone, &["none", "toolu_gone", "true", "1", "false", "true", "true", "true", "true", "2026-05-10"]),
            (old, &["toolu_old", "none", "completed", "5", "1", "false"]),
            (&unlinked, &["none", "true", "true", "true", "1", "user", "/home/dev/alpha"]),
            (&system, &["system", "none", "1", "0.001500700000"]),
            (&flow, &["wf_1", "Check", "4", "workflow", "toolu_flow", "Workflow", "projects/p/s1/subagents/workflows/wf_1/agent-w1.jsonl"]),
        ],
    );
}

/// Scenario: a fork that has a copy of an agent's file under its own session, and goes on with the agent.
/// Guarantees: it is one run, with the requests of both, once each; and the call finds it, whichever session it stayed with.
#[test]
fn a_fork_repeats_no_run() {
    let own = vec![response(Some("a1"), "a_1", "10:00:01", json!([])), response(Some("a1"), "a_2", "10:00:02", json!([]))];
    let mut copy: Vec<Value> = own.iter().map(|line| of_session(line.clone(), "s2")).collect();
    copy.push(of_session(response(Some("a1"), "a_3", "11:00:00", json!([])), "s2"));
    let mut first = vec![("p/s1.jsonl".to_owned(), session()[2..4].to_vec())];
    first[0].1[1]["toolUseResult"]["agentId"] = json!("a1");
    agent(&mut first, "s1", "a1", own, Some(json!({"agentType": "Plan", "toolUseId": "toolu_id"})));
    let mut second = Vec::new();
    agent(&mut second, "s2", "a1", copy, None);
    apart(
        &tree(&first),
        &tree(&second),
        &[
            ("select count(*), count(distinct first_ts) from agent_transcripts", &["2", "1"]),
            (
                "select count(*), min(session_id), sum(requests), min(call_id), min(joined_by), max(last_ts) from subagents",
                &["1", "s1", "3", "toolu_id", "meta", "2026-05-10T11:00:00"],
            ),
        ],
    );
}

/// Scenario: two sessions whose agents have the same id of six digits.
/// Guarantees: they are two runs, each with its own requests and its own call.
#[test]
fn two_runs_with_one_id_are_two() {
    let files = |session: &str, hour: &str, requests: usize| {
        let mut files = vec![(format!("p/{session}.jsonl"), Vec::new())];
        files[0].1.push(of_session(
            call(None, &format!("{session}_c"), &format!("{hour}:00:00"), &format!("toolu_{session}"), json!({"prompt": "go"})),
            session,
        ));
        files[0].1.push(of_session(
            result(
                None,
                &format!("{session}_r"),
                &format!("{hour}:10:00"),
                &format!("toolu_{session}"),
                "ok",
                Some(json!({"status": "completed", "agentId": "0a1b2c"})),
            ),
            session,
        ));
        let lines =
            (0..requests).map(|n| of_session(response(Some("0a1b2c"), &format!("{session}_{n}"), &format!("{hour}:01:0{n}"), json!([])), session));
        agent(&mut files, session, "0a1b2c", lines.collect(), None);
        files
    };
    let (first, second) = (files("s1", "10", 1), files("s2", "12", 2));
    let of = |session: &str| format!("select requests, call_id, depth, end_ts from subagents where session_id = '{session}'");
    apart(
        &tree(&first),
        &tree(&second),
        &[
            ("select count(*), count(distinct session_id) from subagents", &["2", "2"]),
            (&of("s1"), &["1", "toolu_s1", "1", "2026-05-10T10:10:00"]),
            (&of("s2"), &["2", "toolu_s2", "1", "2026-05-10T12:10:00"]),
        ],
    );
}

/// Scenario: two agents whose files are gone, and whose messages the caller's file repeats; the call of one was interrupted.
/// Guarantees: their requests are told from the echo, and the calls of both; they have no transcript.
#[test]
fn an_echo_is_no_transcript() {
    let echo = |agent: &str, uuid: &str, call: &str| {
        let message = &response(None, uuid, "10:06:05", json!([]))["message"];
        json!({"type": "progress", "uuid": format!("p_{uuid}"), "sessionId": "s1", "timestamp": "2026-05-10T10:06:06.000Z", "parentToolUseID": call,
            "data": {"type": "agent_progress", "agentId": agent,
                "message": {"type": "assistant", "uuid": uuid, "timestamp": "2026-05-10T10:06:05.000Z", "message": message}}})
    };
    let mut stopped = result(
        None,
        "r_stop",
        "10:09:00",
        "toolu_stop",
        "[Request interrupted by user for tool use]",
        Some(json!("Error: [Request interrupted by user for tool use]")),
    );
    stopped["message"]["content"][0]["is_error"] = json!(true);
    let mut lines = session()[2..4].to_vec();
    lines.insert(1, echo("i1", "e_1", "toolu_id"));
    lines.extend([call(None, "c_stop", "10:08:00", "toolu_stop", json!({"prompt": "go"})), echo("t1", "e_2", "toolu_stop"), stopped]);
    let world = World::new();
    world.put(&[("p/s1.jsonl", lines)]);
    world.ingest(2);
    let of = |id: &str| {
        let columns = "count(*), sum(requests), min(joined_by), min(call_id), min(end_status), min(depth), bool_or(has_transcript)";
        world.row(&format!("select {columns} from subagents where agent_id = '{id}'"))
    };
    assert_eq!(of("i1"), ["1", "1", "agent_id", "toolu_id", "completed", "1", "false"]);
    assert_eq!(of("t1"), ["1", "1", "echo", "toolu_stop", "interrupted", "1", "false"]);
    assert_eq!(world.row("select count(*) from subagents"), ["2"]);
}

/// Scenario: a synthetic tree, whose writer counted its agents by where it put them.
/// Guarantees: each is there, once, and found its call, at the depth that it was written at.
#[test]
fn every_agent_of_a_synthetic_tree_finds_its_call() {
    for seed in [1, 2] {
        let (world, truth) = World::synthetic(seed);
        world.ingest(2);
        assert!(truth.agents.len() == 4, "{:?}", truth.agents);
        for (layout, count) in &truth.agents {
            let is_one = match layout.as_str() {
                "workflow" => "workflow_run_id is not null",
                "nested" => "source like '%/subagents/agent-%'",
                "flat" => "has_transcript and source not like '%/subagents/%'",
                _ => "not has_transcript",
            };
            let columns =
                "count(*), count(distinct agent_id), count(call_id) filter (joined_by <> 'none'), count(*) filter (depth = 1 and requests > 0)";
            // Members of teams, whose ids name the team, run as programs of their own.
            let row = world.row(&format!(
                "select {columns} from subagents where kind = 'user' and agent_id is not null and agent_id not like '%@%' and {is_one}"
            ));
            assert_eq!(row, vec![count.to_string(); 4], "seed {seed}: {layout}");
        }
    }
}

/// Scenario: a damaged sidecar.
/// Guarantees: a warning names it, doctor too; nothing else of the agent is lost, and only `--strict` minds.
#[test]
fn a_damaged_sidecar_is_told() {
    let mut files = Vec::new();
    agent(&mut files, "s1", "a1", vec![response(Some("a1"), "a_1", "10:00:01", json!([]))], Some(json!("no object")));
    let world = World::new();
    world.put(&tree(&files));
    let run = |arguments: &[&str]| {
        let command = &mut cclake();
        command.env("XDG_STATE_HOME", world.home()).arg("--lake").arg(world.lake()).args(arguments).arg(world.home());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let sidecar = world.home().canonicalize().unwrap().join("projects/p/s1/subagents/agent-a1.meta.json");
    let (code, _, told) = run(&["ingest", "--machine", "m", "--strict"]);
    assert_eq!((code, told), (Some(4), format!("warning: cannot read {}: not an object\n", sidecar.display())));
    assert_eq!(run(&["ingest", "--machine", "m", "--rescan"]).0, Some(0));
    assert_eq!(world.row("select agent_id, requests, has_transcript, has_meta from subagents"), ["a1", "1", "true", "false"]);
    let (_, report, _) = run(&["doctor"]);
    assert!(report.contains(&format!("{}:1", sidecar.display())), "{report}");
}
