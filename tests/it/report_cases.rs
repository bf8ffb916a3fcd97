//! Reports on rows made by hand, with answers that are reckoned by hand.

use serde_json::json;

use crate::fixture::{Lake, Row};
use crate::situations::World;

/// What a report answers, as CSV of some columns, in UTC.
fn report(lake: &Lake, name: &str, arguments: &[&str], columns: &[&str]) -> String {
    let now = ["--tz", "UTC", "--now", "2026-07-15T12:00:00Z", "--format", "csv"];
    let output = lake.run(&[&["report", name], arguments, &now].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let places: Vec<usize> = columns.iter().map(|name| head.iter().position(|one| one == name).unwrap()).collect();
    lines.map(|line| places.iter().map(|at| line[*at]).collect::<Vec<_>>().join(",") + "\n").collect()
}

/// Requests at these times with these costs.
fn spent(lake: &Lake, costs: &[(&str, &str)]) {
    let ids: Vec<String> = (0..costs.len()).map(|id| id.to_string()).collect();
    let rows: Vec<[(&str, &str); 4]> = costs
        .iter()
        .zip(&ids)
        .map(|((ts, cost), id)| [("response_id", id.as_str()), ("session_id", "s"), ("ts", *ts), ("cost_usd", *cost)])
        .collect();
    lake.write("requests", "2026-07", "m", &rows.iter().map(|row| row.as_slice()).collect::<Vec<Row<'_>>>());
    lake.write("sessions", "2026-07", "m", &[&[("session_id", "s"), ("project", "/p"), ("repo", "/p")]]);
}

#[test]
fn a_block_lasts_five_hours_from_a_full_hour() {
    let lake = Lake::empty();
    spent(
        &lake,
        &[
            ("2026-07-15T00:10:00Z", "1"),
            ("2026-07-15T04:59:59Z", "2"),
            // Five hours after the hour that the first began in: the next block.
            ("2026-07-15T05:00:00Z", "4"),
            ("2026-07-15T05:30:00Z", "4"),
            // More than five hours later, and so is the hour of its own.
            ("2026-07-15T11:00:00Z", "3"),
            ("2026-07-15T11:30:00Z", "3"),
        ],
    );
    assert_eq!(
        report(&lake, "blocks", &[], &["block_start", "requests", "cost_usd", "is_active", "hourly_cost_usd", "projected_cost_usd"]),
        "2026-07-15T00:00:00,2,3.000000000000,false,0.620725329041,\n\
         2026-07-15T05:00:00,2,8.000000000000,false,16.000000000000,\n\
         2026-07-15T11:00:00,2,6.000000000000,true,6.000000000000,30.000000000000\n"
    );
}

/// Scenario: two sessions that work through midnight, a third that begins after it, and one that ended long before.
/// Guarantees: each day has those that work on it at a time, and nobody is there twice.
#[test]
fn who_works_through_midnight_works_on_both_days() {
    let lake = Lake::empty();
    let requests = [
        ("a", "2026-07-14T20:00:00Z"),
        ("b", "2026-07-14T23:58:00Z"),
        ("c", "2026-07-14T23:59:00Z"),
        ("b", "2026-07-15T00:01:00Z"),
        ("c", "2026-07-15T00:02:00Z"),
        ("d", "2026-07-15T00:03:00Z"),
    ];
    let rows: Vec<[(&str, &str); 3]> = requests.iter().map(|(session, ts)| [("response_id", *ts), ("session_id", *session), ("ts", *ts)]).collect();
    lake.write("requests", "2026-07", "m", &rows.iter().map(|row| row.as_slice()).collect::<Vec<Row<'_>>>());
    assert_eq!(
        report(&lake, "concurrency", &[], &["day", "sessions", "max_sessions", "max_threads", "busiest_local_ts"]),
        "2026-07-14,3,2,2,2026-07-14T23:59:00\n2026-07-15,3,3,3,2026-07-15T00:03:00\n"
    );
}

/// Scenario: four Thursdays of 7 dollars and a Wednesday of 4 in the 28 days before a Wednesday in the middle of July.
/// Guarantees: the three Thursdays that are left cost 7 each, the two Wednesdays one each, and today no more than is spent.
#[test]
fn a_budget_knows_its_weekdays() {
    let lake = Lake::empty();
    spent(
        &lake,
        &[
            ("2026-06-17T10:00:00Z", "4"),
            ("2026-06-18T10:00:00Z", "7"),
            ("2026-06-25T10:00:00Z", "7"),
            ("2026-07-02T10:00:00Z", "7"),
            ("2026-07-09T10:00:00Z", "7"),
            ("2026-07-15T10:00:00Z", "1"),
            // What the clock does not know yet.
            ("2026-07-15T13:00:00Z", "100"),
        ],
    );
    let columns = ["budget", "period_start", "days_left", "spent_usd", "forecast_usd", "is_over", "will_be_over"];
    let budgets = r#"budgets=[{"name":"a","amount_usd":"30"},{"name":"b","amount_usd":0.5,"period":"day"},{"name":"c","amount_usd":9,"project":"q"},{"period":"week"}]"#;
    assert_eq!(
        report(&lake, "budget", &["--param", budgets], &columns),
        "a,2026-07-01,16,15.000000000000,38.000000000000,false,true\n\
         b,2026-07-15,0,1.000000000000,1.000000000000,true,true\n\
         c,2026-07-01,16,0.000000000000,0.000000000000,false,false\n\
         budget 4,2026-07-13,4,1.000000000000,8.000000000000,,\n"
    );
}

#[test]
fn unusual_days_are_far_from_the_median() {
    let lake = Lake::empty();
    let days = ["2026-07-01", "2026-07-02", "2026-07-03", "2026-07-04", "2026-07-05", "2026-07-06", "2026-07-07", "2026-07-08", "2026-07-09"];
    let costs = ["1", "2", "1", "2", "1", "2", "1", "2", "10"];
    let times: Vec<String> = days.iter().map(|day| format!("{day}T10:00:00Z")).collect();
    spent(&lake, &times.iter().map(String::as_str).zip(costs).collect::<Vec<_>>());
    // The median of the eight days is 1.5, and each is half a dollar away: 0.6745 * 8.5 / 0.5.
    assert_eq!(
        report(&lake, "anomalies", &[], &["day", "repo", "cost_usd", "median_usd", "score"]),
        "2026-07-09,/p,10.000000000000,1.500000000000,11.47\n"
    );
    assert_eq!(report(&lake, "anomalies", &["--since", "2026-07-09"], &["day"]), "2026-07-09\n", "the days before are its history");
    assert_eq!(report(&lake, "anomalies", &["--param", "min_days=9"], &["day"]), "");
}

/// Calls of a shell: id, program, subcommand, exit code if it is known, and how the call ended.
fn shells(lake: &Lake, calls: &[(&str, &str, &str, Option<&str>, &str)]) {
    let times: Vec<String> = (0..calls.len()).map(|at| format!("2026-07-15T10:{at:02}:00Z")).collect();
    let mut bash: Vec<Vec<(&str, &str)>> = Vec::new();
    let mut tool_calls: Vec<Vec<(&str, &str)>> = Vec::new();
    for ((id, head, sub, exit_code, status), ts) in calls.iter().zip(&times) {
        let mut row = vec![("call_id", *id), ("session_id", "s"), ("ts", ts.as_str()), ("command", *head), ("command_head", *head)];
        row.extend((!sub.is_empty()).then_some(("command_sub", *sub)));
        row.extend(exit_code.map(|code| ("exit_code", code)));
        row.push(("exit_code_source", if exit_code.is_some() { "text" } else { "unknown" }));
        bash.push(row);
        let ended = [
            ("call_id", *id),
            ("session_id", "s"),
            ("tool", "Bash"),
            ("ts", ts),
            ("result_ts", ts),
            ("status", *status),
            ("has_call", "true"),
            ("has_result", "true"),
        ];
        tool_calls.push(ended.to_vec());
    }
    lake.write("bash", "2026-07", "m", &bash.iter().map(Vec::as_slice).collect::<Vec<_>>());
    lake.write("tool_calls", "2026-07", "m", &tool_calls.iter().map(Vec::as_slice).collect::<Vec<_>>());
}

/// Scenario: a program that is called without a subcommand and never denied so, but with one it was.
/// Guarantees: no rule for all of it is proposed; a rule for a subcommand is, with the calls that were made.
#[test]
fn a_rule_is_for_all_that_it_allows() {
    let lake = Lake::empty();
    shells(
        &lake,
        &[
            ("1", "git", "", Some("0"), "ok"),
            ("2", "git", "", Some("0"), "ok"),
            ("3", "git", "push", None, "denied"),
            ("4", "git", "status", Some("0"), "ok"),
            ("5", "git", "status", Some("1"), "failed"),
            ("6", "rm", "", Some("0"), "ok"),
            ("7", "rm", "", Some("0"), "ok"),
            ("8", "ls", "", Some("0"), "ok"),
            ("9", "ls", "", None, "cancelled"),
        ],
    );
    let rules = report(&lake, "allowlist", &["--param", "min_calls=2"], &["rule", "calls", "failed_calls", "caution"]);
    assert_eq!(rules, "Bash(git status:*),2,1,\nBash(rm:*),2,0,can destroy\n");
}

/// Scenario: tests that fail twice and pass, fail again after a pass, and a failure whose next call comes eleven calls later.
/// Guarantees: three episodes, of which one is recovered; a success begins none.
#[test]
fn an_episode_ends_with_success_or_far_away() {
    let lake = Lake::empty();
    let mut calls = vec![
        ("a", "cargo", "test", Some("0"), "ok"),
        ("b", "cargo", "test", Some("101"), "failed"),
        ("c", "ls", "", Some("0"), "ok"),
        ("d", "cargo", "test", Some("101"), "failed"),
        ("e", "cargo", "test", Some("0"), "ok"),
        ("f", "cargo", "test", Some("101"), "failed"),
    ];
    let between = ["g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
    calls.extend(between.map(|id| (id, "ls", "", Some("0"), "ok")));
    calls.push(("q", "cargo", "test", Some("101"), "failed"));
    shells(&lake, &calls);
    assert_eq!(
        lake.csv("select first_call_id, last_call_id, attempts, failures, is_recovered, duration_ms from bash_episodes order by 1"),
        "first_call_id,last_call_id,attempts,failures,is_recovered,duration_ms\nb,e,3,2,true,180000\nf,f,1,1,false,0\nq,q,1,1,false,0\n"
    );
    let columns = ["command_head", "command_sub", "episodes", "retried_episodes", "recovered_episodes", "recovered_rate"];
    assert_eq!(report(&lake, "retries", &[], &columns), "cargo,test,3,1,1,0.333333\n");
}

/// Scenario: a denied, a cancelled and a failed edit, and two that were made, of which one has no result.
/// Guarantees: one failure of three that ended; two changes that were not made; the one without a result is neither.
#[test]
fn only_failures_are_failures() {
    let lake = Lake::empty();
    let edits = [
        ("1", "ok", ""),
        ("2", "ok", ""),
        ("3", "denied", "denied"),
        ("4", "cancelled", "other"),
        ("5", "failed", "not_found"),
        ("6", "no_result", ""),
    ];
    for (table, ended) in [("edits", false), ("tool_calls", true)] {
        let rows: Vec<Vec<(&str, &str)>> = edits
            .iter()
            .map(|(id, status, reason)| {
                let mut row = vec![("call_id", *id), ("session_id", "s"), ("tool", "Edit")];
                if ended {
                    row.push(("status", *status));
                } else {
                    row.push(("file_ext", "rs"));
                    row.extend((!reason.is_empty()).then_some(("fail_reason", *reason)));
                    row.extend((*status == "ok").then_some(("lines_added", "2")));
                }
                row
            })
            .collect();
        lake.write(table, "2026-07", "m", &rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }
    assert_eq!(report(&lake, "edit_failures", &[], &["tool", "fail_reason", "failures", "calls"]), "Edit,not_found,1,3\n");
    let columns = ["file_ext", "changes", "lines_added", "refused_changes", "no_result_changes"];
    assert_eq!(report(&lake, "lines_changed", &[], &columns), "rs,2,4,3,1\n");
    assert_eq!(report(&lake, "user_edits", &[], &["file_ext", "changes", "denied_changes"]), "rs,2,1\n");
    assert_eq!(report(&lake, "edit_styles", &[], &["tool", "calls", "made_changes"]), "Edit,6,2\n");
    assert_eq!(report(&lake, "read_edit", &[], &["changes", "edits"]), "2,2\n");
}

/// Scenario: a request in fast mode, at six times the price, one above the threshold of long prompts, and cache writes of both kinds.
/// Guarantees: the premiums are what the price list says, and the parts of the cost are the cost.
#[test]
fn premiums_are_those_of_the_price_list() {
    let world = World::new();
    let line = |id: &str, model: &str, usage: serde_json::Value| {
        json!({"type": "assistant", "uuid": id, "sessionId": "s", "timestamp": "2026-03-01T10:00:00.000Z", "requestId": id, "version": "2.1.0",
            "message": {"id": format!("msg_{id}"), "type": "message", "role": "assistant", "model": model, "content": [], "stop_reason": "end_turn", "usage": usage}})
    };
    let split = json!({"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 3_000_000,
        "cache_creation": {"ephemeral_5m_input_tokens": 1_000_000, "ephemeral_1h_input_tokens": 2_000_000}});
    world.put(&[(
        "p/s.jsonl",
        vec![
            line("a", "claude-opus-4-6", json!({"input_tokens": 1000, "output_tokens": 100, "speed": "fast"})),
            line("b", "claude-sonnet-4-20250514", json!({"input_tokens": 250_000, "output_tokens": 1000})),
            line("c", "claude-haiku-4-5-20251001", split),
        ],
    )]);
    world.ingest(1);
    let row = |name: &str, columns: &str| {
        let query = format!("select {columns} from (\n{}\n)", query(name));
        world.row(&query)
    };
    // Opus 4.6: 5 and 25 dollars for a million, six times that in fast mode.
    assert_eq!(row("fast_mode", "cost_usd, standard_usd, premium_usd"), ["0.045000000000", "0.007500000000", "0.037500000000"]);
    // Sonnet 4: 3 and 15, above 200,000 tokens 6 and 22.50.
    assert_eq!(row("long_context", "cost_usd, short_usd, premium_usd"), ["1.522500000000", "0.765000000000", "0.757500000000"]);
    // Haiku 4.5: 1.25 and 2 dollars for a million.
    assert_eq!(
        row("components", "max(cost_usd) filter (component = 'cache_write_5m'), max(cost_usd) filter (component = 'cache_write_1h')"),
        ["1.250000000000", "4.000000000000"]
    );
}

fn query(name: &str) -> &'static str {
    match &cclake_query::Library::bundled().report(name).unwrap().content {
        cclake_query::Content::Query { query, .. } => query,
        cclake_query::Content::Page(_) => panic!("{name} is a page"),
    }
}
