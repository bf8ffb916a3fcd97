//! Agents and their sidecars.

use super::*;
use crate::tables::agent_transcripts::{self, Columns};
use crate::tables::{drift, ingest_errors};

const NESTED: &str = "projects/p/s1/subagents/agent-a1.jsonl";
const FLOW: &str = "projects/p/s1/subagents/workflows/wf_7/agent-b2.jsonl";

/// A message of an agent, which names itself or not.
fn message(agent: Option<&str>, uuid: &str, second: u32) -> Value {
    let line = with(response(uuid, second, &format!("msg_{uuid}"), 1, json!([])), "isSidechain", json!(true));
    agent.map_or(line.clone(), |agent| with(line, "agentId", json!(agent)))
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn described(path: &str, lines: &[Value], sidecar: &str, policy: TextPolicy) -> Decoded {
    Decoded::with(path, &[text(lines).as_bytes()], policy, |decoder| decoder.sidecar(sidecar.as_bytes()).expect("the sidecar is whole"))
}

fn at(second: u32) -> Option<i64> {
    crate::time::timestamp_micros(&format!("2026-05-10T10:00:{second:02}.000Z"))
}

const META: &str = r#"{"agentType":"Explore","description":"look around","toolUseId":"toolu_1","parentAgentId":"a0","spawnDepth":2,
    "requestShape":"background","requestNonInteractive":false,"model":"haiku","worktreePath":"/home/dev/w","workflowPhase":"Find"}"#;

#[test]
fn a_sidecar_describes_the_agent_of_its_file() {
    let decoded = described(FLOW, &[message(None, "u1", 3), message(None, "u2", 9)], META, TextPolicy::Preview);
    assert_eq!(decoded.count(&agent_transcripts::TABLE), 1);
    let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
    assert_eq!((rows.agent_id.get(0), rows.session_id.get(0), rows.agent_kind.get(0)), ("b2", "s1", "user"));
    assert_eq!((rows.workflow_run_id.get(0), rows.workflow_phase.get(0)), (Some("wf_7"), Some("Find")));
    assert_eq!((rows.agent_type.get(0), rows.description.get(0), rows.model.get(0)), (Some("Explore"), Some("look around"), Some("haiku")));
    assert_eq!((rows.tool_use_id.get(0), rows.parent_agent_id.get(0), rows.spawn_depth.get(0)), (Some("toolu_1"), Some("a0"), Some(2)));
    assert_eq!((rows.request_shape.get(0), rows.request_non_interactive.get(0)), (Some("background"), Some(false)));
    assert_eq!((rows.worktree_path.get(0), rows.has_meta.get(0), rows.meta_bytes.get(0)), (Some("/home/dev/w"), true, Some(META.len() as i64)));
    assert_eq!((rows.first_ts.get(0), rows.last_ts.get(0), rows.line.get(0)), (at(3), at(9), 2));
    assert_eq!((rows.cwd.get(0), rows.version.get(0), rows.carrier.get(0)), (Some("/home/dev/alpha"), Some("2.1.99"), "transcript"));
    assert_eq!(decoded.count(&drift::TABLE), 0);
    // It is no record, and no source.
    assert_eq!(
        (decoded.counts.lines, decoded.counts.records, decoded.counts.bytes),
        (2, 2, text(&[message(None, "u1", 3), message(None, "u2", 9)]).len() as u64)
    );
}

#[test]
fn a_lake_without_text_keeps_no_description() {
    let decoded = described(FLOW, &[message(None, "u1", 1)], META, TextPolicy::None);
    let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
    assert_eq!((rows.description.get(0), rows.agent_type.get(0), rows.tool_use_id.get(0)), (None, Some("Explore"), Some("toolu_1")));
    for hidden in [rows.worktree_path.get(0), rows.workflow_phase.get(0)] {
        assert!(hidden.is_some_and(|text| text.len() == 17 && text.starts_with('#')), "{hidden:?}");
    }
}

#[test]
fn what_a_sidecar_has_beyond_is_drift_and_what_is_wrong_is_null() {
    let decoded = described(NESTED, &[message(None, "u1", 1)], r#"{"agentType":"Plan","mood":"glad","spawnDepth":"deep"}"#, TextPolicy::Preview);
    let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
    assert_eq!((rows.agent_type.get(0), rows.spawn_depth.get(0), rows.description.get(0)), (Some("Plan"), None, None));
    let rows = drift::Columns::of(decoded.batch(&drift::TABLE));
    assert_eq!((rows.place.get(0), rows.name.get(0), rows.kind.get(0), rows.count.get(0)), ("sidecar", "mood", "key", 1));
}

#[test]
fn a_damaged_sidecar_costs_only_what_it_says() {
    for (sidecar, reason) in [(&b"{\"agentType\":\"Exp"[..], "not JSON"), (b"[1]", "not an object"), (b"", "not JSON")] {
        let lines = text(&[message(Some("a1"), "u1", 1)]);
        let decoded = Decoded::with(NESTED, &[lines.as_bytes()], TextPolicy::Preview, |decoder| assert_eq!(decoder.sidecar(sidecar), Err(reason)));
        let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
        assert_eq!((rows.agent_id.get(0), rows.has_meta.get(0), rows.meta_bytes.get(0), rows.agent_type.get(0)), ("a1", false, None, None));
        let errors = ingest_errors::Columns::of(decoded.batch(&ingest_errors::TABLE));
        assert_eq!((errors.source.get(0), errors.line.get(0), errors.reason.get(0)), ("projects/p/s1/subagents/agent-a1.meta.json", 1, reason));
        assert_eq!((errors.bytes.get(0), errors.byte_offset.get(0)), (sidecar.len() as i64, 0));
        assert_eq!((decoded.counts.damaged_lines, decoded.counts.requests), (0, 1));
    }
}

#[test]
fn odd_bytes_in_a_sidecar_are_no_damage() {
    let odd = b"\xef\xbb\xbf{\"agentType\":\"a\\ud83d\",\"description\":\"caf\xe9\tx\"}\r\n";
    let decoded = Decoded::with(NESTED, &[], TextPolicy::Preview, |decoder| assert_eq!(decoder.sidecar(odd), Ok(())));
    let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
    assert_eq!(rows.agent_type.get(0), Some("a\u{fffd}"));
    // An agent that has written nothing yet.
    assert_eq!((rows.agent_id.get(0), rows.session_id.get(0), rows.line.get(0), rows.first_ts.get(0)), ("a1", "s1", 0, None));
}

#[test]
fn agents_inside_of_other_files_are_told_by_their_records() {
    let echo = json!({"type": "progress", "uuid": "p1", "parentToolUseID": "toolu_e", "toolUseID": "agent_msg_1", "sessionId": "s1", "timestamp": "2026-05-10T10:00:09.000Z", "cwd": "/w", "data":
        {"type": "agent_progress", "agentId": "e1", "message": {"type": "user", "uuid": "e", "timestamp": "2026-05-10T10:00:05.000Z", "message": {"content": "go"}}}});
    let lines = [
        response("u0", 1, "msg_0", 1, json!([])),
        message(None, "u1", 2),
        message(Some("i1"), "u2", 3),
        echo,
        with(json!({"type": "content-replacement", "sessionId": "s1"}), "agentId", json!("named")),
        with(message(Some("i1"), "u3", 4), "sessionId", json!("s2")),
        with(message(Some("acompact-0a1b2c"), "u4", 5), "forkedFrom", json!({"sessionId": "s0", "messageUuid": "u4"})),
    ];
    let decoded = Decoded::of(&lines);
    let rows = Columns::of(decoded.batch(&agent_transcripts::TABLE));
    let found: Vec<_> = (0..decoded.count(&agent_transcripts::TABLE))
        .map(|row| {
            (
                rows.agent_id.get(row),
                rows.session_id.get(row),
                rows.agent_kind.get(row),
                rows.carrier.get(row),
                rows.is_copy.get(row),
                rows.line.get(row),
            )
        })
        .collect();
    // A sidechain without an id is no agent, and to be named is not to be one.
    assert_eq!(
        found,
        [
            ("acompact-0a1b2c", "s1", "system", "transcript", true, 7),
            ("e1", "s1", "user", "echo", false, 4),
            ("i1", "s1", "user", "transcript", false, 3),
            ("i1", "s2", "user", "transcript", false, 6),
        ]
    );
    assert_eq!((rows.echo_tool_use_id.get(1), rows.tool_use_id.get(1), rows.echo_tool_use_id.get(2)), (Some("toolu_e"), None, None));
    // The times are of the agent in the file, so that two sessions of one run can be told from two runs.
    let times: Vec<_> = (0..4).map(|row| (rows.first_ts.get(row), rows.last_ts.get(row))).collect();
    assert_eq!(times, [(at(5), at(5)), (at(5), at(5)), (at(3), at(4)), (at(3), at(4))]);
}
