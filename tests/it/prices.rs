//! `cclake prices`, the costs in a lake, and the dimensions beside them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::fixture::cclake;

/// A folder with a home, price files, and a lake that the program makes.
struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// One whose transcript has these responses: id, model, time, usage.
    fn with(responses: &[(&str, &str, &str, Value)]) -> Self {
        let world = Self::new();
        let lines = responses.iter().map(|(id, model, at, usage)| {
            let message = json!({"id": id, "role": "assistant", "model": model, "content": [], "stop_reason": "end_turn", "usage": usage});
            json!({"type": "assistant", "uuid": format!("u-{id}"), "sessionId": "s", "timestamp": at, "message": message}).to_string() + "\n"
        });
        world.file("home/projects/-p/s.jsonl", &lines.collect::<String>());
        world
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Runs the program in the world's folder.
    fn run(&self, arguments: &[&str]) -> Output {
        let folder = self.folder.path();
        cclake().current_dir(folder).env("XDG_STATE_HOME", folder.join("state")).args(["--lake", "lake"]).args(arguments).output().unwrap()
    }

    /// What the program writes, for one that is to succeed.
    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn ingest(&self, machine: &str, more: &[&str]) -> String {
        fs::create_dir_all(self.folder.path().join("home")).unwrap();
        self.text(&[&["ingest", "home", "--machine", machine], more].concat())
    }

    fn csv(&self, sql: &str) -> String {
        self.text(&["sql", sql, "--tz", "UTC", "--format", "csv"])
    }
}

const HEADER: &str = "model_pattern,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,source\n";

/// Scenario: the published vectors as transcript lines.
/// Guarantees: SQL has each cost to the pico-dollar, with the status and the tokens; the parts sum to the total; what no client called is no
/// request; one warning names the one model without a price; and each stored cost can be explained.
#[test]
fn the_published_vectors_through_a_lake() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("../../crates/pricing/tests/it/vectors.json")).unwrap();
    let text = |vector: &Value, key: &str| vector[key].as_str().unwrap().to_owned();
    let owned: Vec<_> =
        vectors.iter().map(|v| (format!("msg_{}", text(v, "id")), text(v, "model"), text(v, "timestamp"), v["usage"].clone())).collect();
    let responses: Vec<_> = owned.iter().map(|(id, model, at, usage)| (id.as_str(), model.as_str(), at.as_str(), usage.clone())).collect();
    let world = World::with(&responses);
    let output = world.run(&["ingest", "home", "--machine", "m", "--format", "json"]);
    let warnings = String::from_utf8(output.stderr).unwrap();
    assert_eq!(warnings, "warning: claude-sonnet-9 has no price: its tokens are kept, its cost is unknown\n");

    let mut total = 0;
    for vector in &vectors {
        let (id, model) = (text(vector, "id"), text(vector, "model"));
        let found = world.csv(&format!(
            "select count(*), (sum(cost_usd) * 1000000000000)::hugeint, bool_and(cost_status like 'priced%'), \
             (coalesce(sum(cost_input_usd), 0) + coalesce(sum(cost_output_usd), 0) + coalesce(sum(cost_cache_read_usd), 0) \
             + coalesce(sum(cost_cache_write_usd), 0) + coalesce(sum(cost_search_usd), 0)) = coalesce(sum(cost_usd), 0), \
             coalesce(sum(input_tokens), 0) from requests where response_id = 'msg_{id}'"
        ));
        let own = vector["usage"]["input_tokens"].as_i64().unwrap();
        let advisors = vector["usage"]["iterations"].as_array().into_iter().flatten().filter(|entry| entry["type"] == "advisor_message");
        let (asked, input) = advisors.fold((0, own), |(asked, sum), entry| (asked + 1, sum + entry["input_tokens"].as_i64().unwrap()));
        let expected = match vector["expect_picousd"].as_i64() {
            _ if model == "<synthetic>" => "0,,,true,0".to_owned(),
            Some(pico) => {
                total += pico;
                format!("{},{pico},true,true,{input}", 1 + asked)
            }
            None => format!("1,,false,true,{input}"),
        };
        assert_eq!(found.lines().nth(1), Some(expected.as_str()), "vector {id}");
        if model != "<synthetic>" {
            let explained = world.text(&["prices", "explain", "--request", &format!("msg_{id}")]);
            assert_eq!(explained.matches("\nin the lake:").count(), 1 + asked, "{explained}");
            assert!(!explained.contains("different"), "{explained}");
        }
    }
    assert_eq!(world.csv("select cost_status, count(*) as n from requests where cost_usd is null group by 1"), "cost_status,n\nunpriced_model,1\n");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["unpriced"], json!([{"model": "claude-sonnet-9", "requests": 1, "tokens": 101_000}]));
    let written = String::from_utf8(output.stdout).unwrap();
    let digits = format!("{total:013}");
    let dollars = format!("{}.{}", &digits[..digits.len() - 12], &digits[digits.len() - 12..]);
    assert!(written.contains(&format!("\"cost_usd\":{},", dollars.trim_end_matches('0'))), "{dollars} in {written}");
}

/// Scenario: a request of a model without a price beside others.
/// Guarantees: people see that the cost is a floor; the strict exit with 4, when rows were priced; a price makes the sum whole.
#[test]
fn the_summary_says_what_the_total_lacks() {
    let usage = json!({"input_tokens": 3_000_000, "output_tokens": 0});
    let at = "2026-11-20T10:00:00Z";
    let world = World::with(&[
        ("msg_1", "claude-opus-5-5", at, usage.clone()),
        ("msg_2", "claude-x", at, usage.clone()),
        ("msg_3", "claude-x", at, json!({"input_tokens": 1, "output_tokens": 1})),
    ]);
    let strict = world.run(&["ingest", "home", "--machine", "m", "--strict"]);
    assert_eq!(strict.status.code(), Some(4));
    let cost = |text: &str| text.lines().find(|line| line.starts_with("cost")).unwrap().to_owned();
    // 3,000,000 tokens at $4 per million.
    assert_eq!(cost(&String::from_utf8(strict.stdout).unwrap()), "cost >= $12.00 (2 requests of claude-x unpriced)");
    world.file("p.csv", &format!("{HEADER}^claude-x$,,,1,1,mine\n"));
    // 12 + 3 + 0.000002.
    let priced = world.ingest("m", &["--prices", "p.csv", "--strict"]);
    assert_eq!(cost(&priced), "cost $15.00");
    let json: Value = serde_json::from_str(&world.ingest("m", &["--prices", "p.csv", "--format", "json"])).unwrap();
    assert_eq!((json["cost_usd"].to_string(), json["unpriced"].clone()), ("15.000002".to_owned(), json!([])));
}

#[test]
fn prices_are_listed_in_every_format() {
    let world = World::new();
    let table = world.text(&["prices"]);
    assert_eq!(table, world.text(&["prices", "list"]));
    let row = |text: &str, pattern: &str| {
        text.lines()
            .find(|line| line.contains(pattern) && line.contains("2026-10-07"))
            .unwrap()
            .split_whitespace()
            .skip(1)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_snapshot!(row(&table, r"^claude-haiku-5-5(-\d{8})?$"), @r"^claude-haiku-5-5(-\d{8})?$ anthropic 2026-10-07 open 0.1 0.5 0.125 0.2 0.01 > 100000: 0.5 2.5 0.625 1 0.05 10");
    let rows: Vec<Value> = serde_json::from_str(&world.text(&["prices", "list", "--format", "json"])).unwrap();
    let haiku = rows.iter().find(|row| row["model_pattern"] == r"^claude-haiku-5-5(-\d{8})?$").unwrap();
    assert_eq!(
        (&haiku["effective_to"], haiku["long_input_usd_per_mtok"].as_f64(), &haiku["fast_multiplier"]),
        (&Value::Null, Some(0.5), &Value::Null)
    );
    assert!(world.text(&["prices", "--format", "markdown"]).starts_with("| price_id | model | provider |"));

    // What was listed is a price file, in two formats, of the very same rows.
    for format in ["csv", "json"] {
        let listed = world.text(&["prices", "list", "--format", format]);
        let file = world.file("listed", &listed);
        assert_eq!(world.text(&["prices", "list", "--prices", file.to_str().unwrap(), "--format", format]), listed);
        let changes: Vec<Value> = serde_json::from_str(&world.text(&["prices", "check", "listed", "--format", "json"])).unwrap();
        assert_eq!(changes.len(), rows.len());
        assert!(changes.iter().all(|row| row["change"] == "same" && row["replaces"] == ""), "{format}");
    }
}

#[test]
fn a_cost_is_explained_line_by_line() {
    let world = World::new();
    let usage = "--input 2000 --output 1000 --cache-write-1h 5000 --web-search 2 --speed fast --inference-geo us";
    let arguments: Vec<&str> =
        ["prices", "explain", "anthropic/Claude-Opus-5[1m]", "--at", "2026-08-01"].into_iter().chain(usage.split(' ')).collect();
    // (2,000 x 5 + 1,000 x 25 + 5,000 x 10) x 2 x 1.1 micro-dollars, and two searches.
    assert_snapshot!(world.text(&arguments), @r#"
    model: claude-opus-5
    written: "anthropic/Claude-Opus-5[1m]"; left out: upper case, the size of the context window, what stands before the last slash
    price row 4705e0d388aa8512: anthropic ^claude-opus-5(-\d{8})?$ from 2026-07-24 to open (CC2.1.332;LL1.110.2;GP0.2.3;D)
    day: 2026-08-01; that row is in force then
    per million tokens: input $5; output $25; cache read $0.5; cache write, 5 minutes $6.25; cache write, 1 hour $10
    input: 2000 x $0.000005 = $0.01
    output: 1000 x $0.000025 = $0.025
    cache read: 0 x $0.0000005 = $0
    cache write, 5 minutes: 0 x $0.00000625 = $0
    cache write, 1 hour: 5000 x $0.00001 = $0.05
    fast mode: tokens x 2
    inference in the US: tokens x 1.1
    tokens: $0.187
    web search: 2 x $0.01 = $0.02
    total: $0.207 priced
    "#);
    let total = |arguments: &[&str]| {
        let lines: Vec<Value> = serde_json::from_str(
            &world.text(&[&["prices", "explain", "claude-sonnet-5-5", "--cache-read", "1000000", "--format", "json"], arguments].concat()),
        )
        .unwrap();
        lines.last().unwrap()["amount_usd"].as_f64().unwrap()
    };
    assert_eq!((total(&["--at", "2026-10-06T23:59:59Z"]), total(&["--at", "2026-10-07"])), (0.2, 0.1));
    world.file("p.csv", &format!("{HEADER}^claude-sonnet-5-5$,2026-10-01,2026-10-02,1,1,mine\n"));
    assert_eq!(total(&["--at", "2026-10-02", "--prices", "p.csv"]), 0.2);

    let unknown = world.run(&["prices", "explain", "claude-sonnet-9", "--input", "5"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8(unknown.stdout).unwrap().contains("no price row names the model"));
    for wrong in
        [&["prices", "explain"][..], &["prices", "explain", "m", "--at", "soon"], &["prices", "explain", "m", "--request", "r"], &["prices", "check"]]
    {
        assert_eq!(world.run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

/// Scenario: a request with an advisor in a lake that was priced with a file.
/// Guarantees: with the same file its cost is the stored one, line by line for both models; without it the difference is told, with exit code 1.
#[test]
fn a_stored_cost_is_explained() {
    let usage = json!({"input_tokens": 1_000, "output_tokens": 500,
        "iterations": [{"type": "message", "input_tokens": 1_000, "output_tokens": 500}, {"type": "advisor_message", "model": "claude-opus-5-5", "input_tokens": 20_000, "output_tokens": 700}]});
    let world = World::with(&[("msg_it's", "claude-x", "2026-11-20T10:00:00Z", usage)]);
    world.file("p.csv", &format!("{HEADER}^claude-x$,,,2,10,mine\n"));
    world.ingest("m", &["--prices", "p.csv"]);
    let explained = world.text(&["prices", "explain", "--request", "msg_it's", "--prices", "p.csv"]);
    let ends: Vec<&str> = explained.lines().filter(|line| line.starts_with("in the lake") || line.starts_with("total")).collect();
    // 1,000 x 2 + 500 x 10 micro-dollars; 20,000 x 4 + 700 x 20.
    assert_eq!(ends, ["total: $0.007 priced", "in the lake: $0.007 equal", "total: $0.094 priced", "in the lake: $0.094 equal"]);
    let other = world.run(&["prices", "explain", "--request", "msg_it's"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8(other.stdout).unwrap().contains("in the lake: $0.007 different"));
    let missing = world.run(&["prices", "explain", "--request", "msg_2"]);
    assert_eq!((missing.status.code(), String::from_utf8(missing.stderr).unwrap().as_str()), (Some(1), "error: lake: there is no request msg_2\n"));
}

#[test]
fn price_files_are_checked() {
    let world = World::new();
    let rows = "^claude-opus-5$,2026-08-01,2026-09-01,1,2,contract\n^claude-x$,,,1,2,new\n";
    world.file("own.csv", &(HEADER.to_owned() + rows));
    world.file("list.json", r#"{"claude-opus-5":{"input_cost_per_token":1e-6},"claude-x":{"input_cost_per_token":7e-6}}"#);
    world.file("genai.json", r#"[{"id":"p","models":[{"id":"claude-x","prices":{"input_mtok":3}}]}]"#);
    let check = |arguments: &[&str]| {
        let output = world.run(&[&["prices", "check"], arguments, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(0));
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let words =
            rows.iter().map(|row| format!("{} {}", row["model_pattern"].as_str().unwrap(), row["change"].as_str().unwrap())).collect::<Vec<_>>();
        (words.join("; "), String::from_utf8(output.stderr).unwrap())
    };
    let (words, sentence) = check(&["own.csv"]);
    assert_eq!(words, "^claude-opus-5$ replaces; ^claude-x$ adds");
    assert_eq!(sentence, "own.csv: 2 price rows: 1 add prices, 1 replace some, 0 say the same, 0 are not used\n");
    assert_eq!(check(&["list.json"]).0, "^claude-opus-5$ unused; ^claude-x$ adds");
    assert_eq!(check(&["list.json", "--prices-mode", "replace"]).0, "^claude-opus-5$ replaces; ^claude-x$ adds");
    assert_eq!(check(&["genai.json"]).0, "^claude-x$ adds");
    assert_eq!(check(&["list.json", "--prices", "own.csv"]).0, "^claude-opus-5$ unused; ^claude-x$ unused");

    world.file("bad.csv", &format!("{HEADER}^a$,,,1,2,\n^b$,,,1,x,\n"));
    world.file("bad.json", r#"{"claude-x":{"input_cost_per_token":-1}}"#);
    world.file("text", "hello");
    let error = |arguments: &[&str]| {
        let output = world.run(arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(error(&["prices", "check", "bad.csv"]).starts_with("error: bad.csv: line 3: output_usd_per_mtok: \"x\" is no number"));
    assert!(error(&["prices", "check", "bad.json"]).starts_with("error: bad.json: claude-x: input_cost_per_token: -1 is no price"));
    assert!(error(&["prices", "check", "text"]).starts_with("error: text: "));
    assert!(error(&["prices", "check", "nowhere"]).starts_with("error: nowhere: No such file"));
    assert!(error(&["prices", "--prices", "bad.csv"]).starts_with("error: bad.csv: line 3: "));
    assert!(error(&["ingest", ".", "--machine", "m", "--prices", "bad.csv"]).starts_with("error: bad.csv: line 3: "));
}

/// Scenario: two machines without transcripts write to one lake, at different prices.
/// Guarantees: prices, models and tools are there, each key once, for both; a run at other prices leaves none of the old rows of its machine,
/// and one at the same prices no trace.
#[test]
fn dimensions_are_written_with_the_lake() {
    let world = World::new();
    world.file("p.csv", &format!("{HEADER}^claude-x$,2026-05-01,2026-06-01,1,2.5,mine\n"));
    let files = || files(&world.folder.path().join("lake"));
    world.ingest("a", &["--prices", "p.csv"]);
    let first = files();
    assert_eq!(first.len(), 3);
    world.ingest("b", &[]);
    for (table, key) in [("prices", "price_id"), ("models", "model, price_id"), ("tools", "tool")] {
        assert_eq!(world.csv(&format!("select count(*) as n from (select 1 from {table} group by {key} having count(*) > 1)")), "n\n0\n", "{table}");
    }
    // 131 rows are built in.
    assert_eq!(world.csv("select machine, count(*) as n from prices group by 1 order by 1"), "machine,n\na,132\n");
    assert_eq!(
        world.csv("select prices.effective_from, prices.effective_to, input_usd_per_mtok, output_usd_per_mtok, cache_read_usd_per_mtok, source from prices join models using (price_id) where model = 'claude-x'"),
        "effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,cache_read_usd_per_mtok,source\n".to_owned()
            + "2026-05-01T00:00:00,2026-06-01T00:00:00,1.000000000000,2.500000000000,,mine\n"
    );
    assert_eq!(
        world.csv("select place, models.effective_from::date as day, cache_read_usd_per_mtok::double as read from models join prices using (price_id) where model = 'claude-sonnet-5-5' order by 1")
            .lines()
            .skip(1)
            .collect::<Vec<_>>(),
        ["1,2026-09-28,0.2", "2,2026-10-07,0.1"]
    );
    assert_eq!(
        world.csv("select aliases, tables, asks_permission, first_version from tools where tool = 'TaskStop'"),
        "aliases,tables,asks_permission,first_version\n\"KillShell, KillBash\",task_stops,false,1.0.98\n"
    );
    let before = files();
    world.ingest("a", &["--prices", "p.csv"]);
    assert!(files() == before, "nothing changed");
    world.ingest("a", &[]);
    assert_eq!(world.csv("select count(*) as n from prices where source = 'mine'"), "n\n0\n");
    world.ingest("a", &["--prices", "p.csv"]);
    assert!(files() == before, "the prices of before give the files of before");
}

/// The data files below a folder, with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("_cclake") {
            found.extend(files(&path));
        } else if path.is_file() {
            found.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    found.sort();
    found
}
