//! Lakes that several machines write to.

use insta::assert_snapshot;

use crate::fixture::Lake;

/// Scenario: two machines hold copies of the same transcripts, one read by an older decoder, one a copy by a fork.
/// Guarantees: each response counts once, and the row is the one that a merge would have kept.
#[test]
fn a_row_that_two_machines_have_counts_once() {
    let lake = Lake::empty();
    let key = [("kind", "main"), ("iteration_index", "0")];
    let row = |id: &'static str, more: &[(&'static str, &'static str)]| [&key[..], &[("response_id", id)], more].concat();
    let a = [
        row("decoder", &[("decoder", "1"), ("output_tokens", "900")]),
        row("tokens", &[("decoder", "1"), ("output_tokens", "7")]),
        row("carrier", &[("carrier", "echo"), ("line", "9"), ("model", "a")]),
        row("copy", &[("carrier", "transcript"), ("is_copy", "true"), ("line", "9"), ("model", "a")]),
        row("only a", &[("output_tokens", "1")]),
    ];
    let b = [
        row("decoder", &[("decoder", "2"), ("output_tokens", "5")]),
        row("tokens", &[("decoder", "1"), ("output_tokens", "8")]),
        row("carrier", &[("carrier", "stream"), ("line", "1"), ("model", "b")]),
        row("copy", &[("carrier", "transcript"), ("line", "1"), ("model", "b")]),
        row("only b", &[("output_tokens", "1")]),
    ];
    for (machine, rows) in [("a", &a), ("b", &b)] {
        let rows: Vec<&[(&str, &str)]> = rows.iter().map(Vec::as_slice).collect();
        lake.write("requests", "2026-05", machine, &rows);
    }
    assert_snapshot!(lake.csv("select response_id, machine, output_tokens from requests order by all"), @r#"
    response_id,machine,output_tokens
    carrier,b,
    copy,b,
    decoder,b,5
    only a,a,1
    only b,b,1
    tokens,b,8
    "#);
}

/// Scenario: one machine saw only the call, the other the call, its result and its command.
/// Guarantees: the rows of all tables are those of the machine whose call counts.
#[test]
fn the_rows_of_a_call_stay_together() {
    let lake = Lake::empty();
    lake.write(
        "tool_calls",
        "2026-05",
        "a",
        &[&[("call_id", "c"), ("has_call", "true"), ("decoder", "9")], &[("call_id", "d"), ("has_call", "true")]],
    );
    lake.write("bash", "2026-05", "a", &[&[("call_id", "c"), ("command", "of a")], &[("call_id", "d"), ("command", "of a")]]);
    lake.write("tool_calls", "2026-05", "b", &[&[("call_id", "c"), ("has_call", "true"), ("has_result", "true")]]);
    lake.write("bash", "2026-05", "b", &[&[("call_id", "c"), ("command", "of b")]]);
    lake.write("text_results", "2026-05", "a", &[&[("call_id", "c")]]);
    lake.write("text_results", "2026-05", "b", &[&[("call_id", "other")]]);
    assert_eq!(lake.csv("select call_id, machine from tool_calls order by all"), "call_id,machine\nc,b\nd,a\n");
    assert_eq!(lake.csv("select call_id, command from bash order by all"), "call_id,command\nc,of b\nd,of a\n");
    assert_eq!(lake.csv("select call_id from text_results"), "call_id\n");
}

/// Scenario: a session that both machines describe.
/// Guarantees: joining its project doubles no row.
#[test]
fn projects_double_no_row() {
    let lake = Lake::empty();
    for (machine, project) in [("a", "/a"), ("b", "/b")] {
        lake.write("sessions", "2026-05", machine, &[&[("session_id", "s"), ("project", project), ("repo", project)]]);
    }
    lake.write("requests", "2026-05", "a", &[&[("response_id", "r"), ("session_id", "s")]]);
    assert_eq!(lake.csv("select response_id, project, repo from requests"), "response_id,project,repo\nr,/a,/a\n");
}
