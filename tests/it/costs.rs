//! Views about money: what contexts, agents, sessions, commits and pull requests cost, and what the prompt cache did.

use std::path::Path;

use serde_json::{Value, json};

use crate::situations::{World, apart, ingest_into};

/// Haiku 4.5 costs $1 per million tokens of input and $5 of output; $1.25 and $2 to write to the cache for 5 minutes and an hour; $0.10 to read.
const HAIKU: &str = "claude-haiku-4-5-20251001";
/// Sonnet 4.5 costs $3 and $15; $3.75 and $6; $0.30.
const SONNET: &str = "claude-sonnet-4-5-20250929";

/// A line of a thread: the main one, or an agent's.
fn line(agent: Option<&str>, kind: &str, uuid: &str, time: &str) -> Value {
    let mut line = json!({"type": kind, "uuid": uuid, "sessionId": "s1", "timestamp": format!("2026-05-10T{time}.000Z"), "cwd": "/home/dev/alpha",
        "version": "2.1.217", "isSidechain": agent.is_some()});
    if let Some(agent) = agent {
        line["agentId"] = json!(agent);
    }
    line
}

/// A response with input, cache reads, writes for 5 minutes and for an hour, output.
fn response(agent: Option<&str>, id: &str, time: &str, model: &str, tokens: [i64; 5], blocks: &[Value]) -> Value {
    let [input, read, for_5m, for_1h, output] = tokens;
    let usage = json!({"input_tokens": input, "cache_read_input_tokens": read, "cache_creation_input_tokens": for_5m + for_1h, "output_tokens": output,
        "cache_creation": {"ephemeral_5m_input_tokens": for_5m, "ephemeral_1h_input_tokens": for_1h}});
    let mut line = line(agent, "assistant", id, time);
    line["message"] = json!({"id": format!("msg_{id}"), "model": model, "role": "assistant", "content": blocks, "usage": usage});
    line
}

fn call(id: &str, tool: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": tool, "input": input})
}

fn result(uuid: &str, time: &str, id: &str, text: &str, payload: Value) -> Value {
    let mut line = line(None, "user", uuid, time);
    line["message"] = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text}]});
    line["toolUseResult"] = payload;
    line
}

fn git(uuid: &str, time: &str, id: &str, operation: Value) -> Value {
    let payload = json!({"stdout": "ok", "stderr": "", "interrupted": false, "isImage": false, "gitOperation": operation});
    result(uuid, time, id, "ok", payload)
}

fn compaction(uuid: &str, time: &str, trigger: &str) -> Value {
    let mut line = line(None, "system", uuid, time);
    line["subtype"] = json!("compact_boundary");
    line["compactMetadata"] = json!({"trigger": trigger, "preTokens": 24000});
    line
}

/// Ten requests of a main thread in three contexts.
fn session() -> Vec<Value> {
    let bash = |id: &str, command: &str| call(id, "Bash", json!({"command": command}));
    let mut prompt = line(None, "user", "u1", "09:59:50");
    prompt["message"] = json!({"role": "user", "content": "go"});
    let read = call("toolu_read", "Read", json!({"file_path": "/home/dev/alpha/big.txt"}));
    let small = call("toolu_small", "Read", json!({"file_path": "/home/dev/alpha/small.txt"}));
    let edit = call("toolu_edit", "Edit", json!({"file_path": "/home/dev/alpha/a.rs", "old_string": "a", "new_string": "b\nc"}));
    let edited = json!({"filePath": "/home/dev/alpha/a.rs", "oldString": "a", "newString": "b\nc", "originalFile": "a", "replaceAll": false,
        "structuredPatch": [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 2, "lines": ["-a", "+b", "+c"]}], "userModified": false});
    let mut rejected =
        result("r_no", "10:17:05", "toolu_no", "The user doesn't want to proceed with this tool use.", json!("User rejected tool use"));
    rejected["message"]["content"][0]["is_error"] = json!(true);
    let agent = |id: &str| call(id, "Agent", json!({"description": "d", "prompt": "go", "subagent_type": "Explore"}));
    let ended = |id: &str, tokens: i64| json!({"status": "completed", "agentId": id, "agentType": "Explore", "totalTokens": tokens, "totalToolUseCount": 1, "totalDurationMs": 70000});
    let mut link = json!({"type": "pr-link", "sessionId": "s1", "timestamp": "2026-05-10T11:33:30.000Z"});
    link["prNumber"] = json!(7);
    link["prRepository"] = json!("dev/alpha");
    link["prUrl"] = json!("https://example.com/dev/alpha/pull/7");
    vec![
        prompt,
        response(None, "m1", "10:00:00", HAIKU, [100, 0, 0, 20_000, 10], &[read, small]),
        result("r_read", "10:00:30", "toolu_read", &"x".repeat(8000), json!("read")),
        result("r_small", "10:00:30", "toolu_small", &"x".repeat(3999), json!("read")),
        response(None, "m2", "10:01:00", HAIKU, [100, 20_000, 0, 1000, 10], &[bash("toolu_a", "git commit -m a"), agent("toolu_agent")]),
        git("r_a", "10:01:05", "toolu_a", json!({"commit": {"kind": "committed", "sha": "aaaa111"}})),
        result("r_agent", "10:07:00", "toolu_agent", "done", ended("a1", 580)),
        response(None, "m3", "10:10:00", HAIKU, [100, 21_000, 2000, 0, 10], &[agent("toolu_gone"), edit]),
        result("r_gone", "10:10:30", "toolu_gone", "done", ended("g1", 999)),
        result("r_edit", "10:10:40", "toolu_edit", "ok", edited),
        // What was written for an hour is still there after 6 minutes, the rest is not.
        response(None, "m4", "10:16:00", HAIKU, [100, 21_000, 2500, 0, 10], &[]),
        response(None, "m5", "10:17:00", SONNET, [100, 0, 24_000, 0, 10], &[bash("toolu_no", "rm -r /")]),
        rejected,
        compaction("x1", "10:18:00", "auto"),
        response(None, "m6", "10:19:00", SONNET, [100, 5000, 0, 3000, 10], &[]),
        response(None, "m7", "11:30:00", SONNET, [100, 5000, 0, 3200, 10], &[bash("toolu_b", "git commit --amend")]),
        git("r_b", "11:30:05", "toolu_b", json!({"commit": {"kind": "amended", "sha": "bbbb222", "branch": "topic"}})),
        response(None, "m8", "11:31:00", SONNET, [100, 4000, 0, 4500, 10], &[bash("toolu_pr", "gh pr create")]),
        git("r_pr", "11:31:05", "toolu_pr", json!({"pr": {"action": "created", "number": 7}})),
        compaction("x2", "11:32:00", "manual"),
        // It does not use the cache; the next one begins it anew, and misses nothing.
        response(None, "m9", "11:33:00", SONNET, [8000, 0, 0, 0, 10], &[]),
        link,
        response(None, "m10", "11:34:00", SONNET, [100, 0, 0, 8500, 10], &[]),
    ]
}

/// The file of an agent of that session.
fn agent() -> Vec<Value> {
    vec![
        response(Some("a1"), "a_1", "10:05:00", HAIKU, [1000, 0, 0, 0, 100], &[]),
        response(Some("a1"), "a_2", "10:06:00", HAIKU, [10, 500, 0, 0, 20], &[]),
    ]
}

/// Another session: a request without a price, and no more.
fn unpriced() -> Vec<Value> {
    let mut line = response(None, "z1", "12:00:00", "a-model-of-tomorrow", [100, 50, 0, 7, 10], &[]);
    line["sessionId"] = json!("s2");
    vec![line]
}

/// Holds the facts against the trees, the agent and the second session read before, after and with the first.
fn holds(facts: &[(&str, &[&str])]) {
    apart(&[("p/s1.jsonl", session())], &[("p/s1/subagents/agent-a1.jsonl", agent()), ("p/s2.jsonl", unpriced())], facts);
}

/// Scenario: a thread with two compactions, an agent's thread, and a change of the model.
/// Guarantees: each context has its requests in order, and what they cost.
#[test]
fn compactions_split_threads() {
    let context = |id: &str| {
        let columns = "requests, first_prompt_tokens, max_prompt_tokens, compaction_trigger, pre_tokens, cost_usd";
        format!("select {columns} from contexts where context_id = '{id}'")
    };
    let order = |id: &str| {
        let columns = "context_id, request_index, later_requests, previous_response_id, previous_model, gap_ms";
        format!("select {columns} from request_order where response_id = 'msg_{id}'")
    };
    holds(&[
        ("select count(*), count(distinct session_id) from contexts", &["5", "2"]),
        // In millionths: 40150 + 4150 + 4750 + 5375 + 90450.
        (&context("s1#0"), &["5", "20100", "24100", "", "", "0.144875000000"]),
        // 19950 + 21150 + 28650.
        (&context("s1#1"), &["3", "8100", "8600", "auto", "24000", "0.069750000000"]),
        // 24150 + 51450.
        (&context("s1#2"), &["2", "8000", "8600", "manual", "24000", "0.075600000000"]),
        // 1500 + 160.
        (&context("s1/a1#0"), &["2", "1000", "1000", "", "", "0.001660000000"]),
        ("select requests, unpriced_requests, cost_usd is null, output_tokens from contexts where session_id = 's2'", &["1", "1", "true", "10"]),
        (&order("m1"), &["s1#0", "1", "4", "", "", ""]),
        (&order("m5"), &["s1#0", "5", "0", "msg_m4", HAIKU, "60000"]),
        (&order("m6"), &["s1#1", "1", "2", "msg_m5", SONNET, "120000"]),
        (&order("a_2"), &["s1/a1#0", "2", "0", "msg_a_1", HAIKU, "60000"]),
    ]);
}

/// Scenario: requests that read all of the cache, and others that miss it for every reason that there is.
/// Guarantees: the reason is told, with the tokens that were missed and what they cost.
#[test]
fn misses_have_causes() {
    let of = |id: &str| format!("select miss_cause, missed_tokens, missed_usd from cache_economics where response_id = 'msg_{id}'");
    holds(&[
        // 20000 were written for 2 and 100 read as input for 1, instead of read for 0.1.
        (&of("m1"), &["cold_start", "20100", "0.038090000000"]),
        (&of("m2"), &["none", "0", "0.000000000000"]),
        // Nine minutes later, but what was written was written for an hour.
        (&of("m3"), &["none", "0", "0.000000000000"]),
        (&of("m4"), &["ttl_expired_5m", "2000", "0.002300000000"]),
        (&of("m5"), &["model_switch", "23500", "0.081075000000"]),
        // 3000 for 6 and 100 for 3, instead of 0.3.
        (&of("m6"), &["compaction", "3100", "0.017370000000"]),
        (&of("m7"), &["ttl_expired_1h", "3000", "0.017100000000"]),
        (&of("m8"), &["prefix_change", "4200", "0.023940000000"]),
        (&of("m9"), &["compaction", "8000", "0.021600000000"]),
        (&of("m10"), &["none", "0", "0.000000000000"]),
        // The price of what is missed is not known, the tokens are.
        (
            "select miss_cause, missed_tokens, missed_usd is null, uncached_usd is null from cache_economics where session_id = 's2'",
            &["cold_start", "107", "true", "true"],
        ),
    ]);
}

/// Scenario: the same requests.
/// Guarantees: what the cache saved is the difference to a prompt without one, and may be a loss; writes that nothing read are counted.
#[test]
fn savings_and_wasted_writes_are_exact() {
    let of = |id: &str| {
        let columns = "prompt_usd, uncached_usd, saved_usd, unread_1h_tokens, unread_1h_usd";
        format!("select {columns} from cache_economics where response_id = 'msg_{id}'")
    };
    holds(&[
        // 100 + 2000 + 2000 millionths, against 21100 tokens for 1.
        (&of("m2"), &["0.004100000000", "0.021100000000", "0.017000000000", "0", "0.000000000000"]),
        // 300 + 90000, against 24100 for 3.
        (&of("m5"), &["0.090300000000", "0.072300000000", "-0.018000000000", "0", "0.000000000000"]),
        // The next one reads no more than this one did.
        (&of("m6"), &["0.019800000000", "0.024300000000", "0.004500000000", "3000", "0.018000000000"]),
        ("select sum(unread_1h_tokens) from cache_economics where context_id = 's1#1'", &["10700"]),
        // The prices of kinds that a request has not are those of its peers: m5 reads nothing, m6 writes nothing for 5 minutes.
        (
            "select input_token_usd, cache_read_token_usd, cache_write_5m_token_usd, cache_write_1h_token_usd from request_prices where response_id = 'msg_m5'",
            &["0.000003000000", "0.000000300000", "0.000003750000", "0.000006000000"],
        ),
        ("select count(*) from (select distinct * exclude (response_id) from request_prices where price_id is not null)", &["2"]),
    ]);
}

/// Scenario: a result of 8000 characters, one of 3999, four more requests until the compaction, and others after it.
/// Guarantees: the large one is carried by those four, at the price of each.
#[test]
fn large_results_are_carried_to_the_compaction() {
    holds(&[
        (
            "select call_id, context_id, tool, result_chars, estimated_tokens, carried_requests, unpriced_requests, estimated_carry_usd from result_carry",
            // 2000 tokens, three times for 0.1 and once for 0.3 millionths.
            &["toolu_read", "s1#0", "Read", "8000", "2000", "4", "0", "0.001200000000"],
        ),
        ("select count(*) from result_carry", &["1"]),
    ]);
}

/// Scenario: an agent whose caller was told of 50 tokens too many, and one without a transcript.
/// Guarantees: a run costs what its requests cost; what was told is compared with the last one.
#[test]
fn agents_cost_what_their_requests_cost() {
    let of = |id: &str, columns: &str| format!("select {columns} from agent_runs where agent_id = '{id}'");
    let used = of("a1", "requests, input_tokens, cache_read_tokens, output_tokens, cost_usd, is_transcript_missing, agent_type");
    let told =
        of("a1", "last_request_tokens, reported_total_tokens, total_tokens_difference, tool_calls_difference, duration_ms, reported_duration_ms");
    let gone = of("g1", "is_transcript_missing, requests is null, cost_usd is null, reported_total_tokens, total_tokens_difference is null");
    holds(&[
        ("select count(*) from agent_runs", &["2"]),
        (&used, &["2", "1010", "500", "120", "0.001660000000", "false", "Explore"]),
        (&told, &["530", "580", "50", "1", "120000", "70000"]),
        (&gone, &["true", "true", "true", "999", "true"]),
    ]);
}

/// Scenario: two commits and a pull request, named twice, once by its number; a session without any.
/// Guarantees: each has the requests before it, agents' included; the rest is there; and all is as much as all requests.
#[test]
fn commits_and_pull_requests_have_what_led_to_them() {
    let commit = |id: &str| {
        let columns = "commit_sha, commit_kind, commit_index, since_ts, ts, requests, agent_requests, cost_usd, agent_cost_usd";
        format!("select {columns} from commit_costs where session_id = 's1' and call_id is not distinct from {id}")
    };
    let pull = "select pull_request, pr_number, pr_repository, pr_actions, first_ts, last_ts, requests, agent_requests, cost_usd
        from pull_request_costs where pr_number is not null";
    let rest = "select session_id, requests, cost_usd from pull_request_costs where pr_number is null order by session_id";
    holds(&[
        (&commit("'toolu_a'"), &["aaaa111", "committed", "1", "2026-05-10T09:59:50", "2026-05-10T10:01:00", "2", "0", "0.044300000000", ""]),
        // 4750 + 5375 + 90450 + 19950 + 21150, and 1660 of the agent.
        (
            &commit("'toolu_b'"),
            &["bbbb222", "amended", "2", "2026-05-10T10:01:00", "2026-05-10T11:30:00", "7", "2", "0.143335000000", "0.001660000000"],
        ),
        (&commit("null"), &["", "", "", "2026-05-10T11:30:00", "", "3", "0", "0.104250000000", ""]),
        ("select count(*), sum(requests), sum(cost_usd) from commit_costs", &["4", "13", "0.291885000000"]),
        // All but the last request, which comes after the link.
        (
            pull,
            &[
                "https://example.com/dev/alpha/pull/7",
                "7",
                "dev/alpha",
                "created",
                "2026-05-10T11:31:00",
                "2026-05-10T11:33:30",
                "11",
                "2",
                "0.240435000000",
            ],
        ),
        (rest, &["s1", "1", "0.051450000000"]),
        ("select count(*), sum(requests), sum(cost_usd) from pull_request_costs", &["3", "13", "0.291885000000"]),
    ]);
}

/// Scenario: the same sessions.
/// Guarantees: the summary counts all that happened, and knows what was idle.
#[test]
fn a_session_is_summed_up() {
    let of = |columns: &str| format!("select {columns} from session_summary where session_id = 's1'");
    let cost = of("cost_usd, cost_input_usd, cost_output_usd, cost_cache_read_usd, cost_cache_write_usd, agent_cost_usd");
    let counts = of("tool_calls, failed_calls, denied_calls, lines_added, lines_removed, files_touched, commits, pull_requests, agents, compactions");
    holds(&[
        ("select count(*) from session_summary", &["2"]),
        // 94 minutes and 10 seconds, with 71 minutes between two requests.
        (&of("wall_minutes, active_minutes, prompts_typed, project"), &["94.17", "23.17", "1", "/home/dev/alpha"]),
        (&of("requests, agent_requests, unpriced_requests, models"), &["12", "2", "0", &format!("{HAIKU},{SONNET}")]),
        (
            &of("input_tokens, cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens, output_tokens"),
            &["9910", "76500", "28500", "40200", "220"],
        ),
        // Input: 400 + 1010 for 1, 8500 for 3. Output: 160 for 5, 60 for 15. Reads: 62500 for 0.1, 14000 for 0.3.
        // Writes: 4500 for 1.25 and 21000 for 2, 24000 for 3.75 and 19200 for 6.
        (&cost, &["0.291885000000", "0.026910000000", "0.001700000000", "0.010450000000", "0.252825000000", "0.001660000000"]),
        (&counts, &["9", "0", "1", "2", "1", "1", "2", "1", "2", "2"]),
        (
            "select requests, unpriced_requests, cost_usd is null, wall_minutes, active_minutes, agents from session_summary where session_id = 's2'",
            &["1", "1", "true", "0.00", "0.00", "0"],
        ),
    ]);
}

/// Scenario: real transcripts, where they are.
/// Guarantees: all queries of the tests hold there, too.
#[test]
fn real_transcripts_add_up() {
    let Some(home) = std::env::var_os("CCLAKE_CORPUS") else {
        eprintln!("skipped: CCLAKE_CORPUS does not name a folder of transcripts");
        return;
    };
    let world = World::new();
    assert!(ingest_into(&world.lake(), vec![Path::new(&home).to_owned()], 2, false) > 0);
    crate::queries::find_nothing(&world);
    let found = "count(distinct miss_cause) >= 6 from cache_economics";
    assert_eq!(world.row(&format!("select {found}")), ["true"], "real caches are missed in every way");
}
