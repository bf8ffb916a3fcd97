//! What requests cost in a lake, whatever came in what order and at what prices.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cclake_ingest::{Money, Options, Outcome, Progress, Unpriced, ingest};
use cclake_lake::Lake;
use cclake_pricing::Mode;
use cclake_transcript::cell::{Cells, Money as Usd, Opt, Text};
use cclake_transcript::tables::requests;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Tells nobody.
struct Silent;

impl Progress for Silent {
    fn found(&self, _: u64, _: u64) {}
    fn read(&self, _: u64) {}
    fn stage(&self, _: &str) {}
}

/// A folder with transcripts, price files and lakes.
struct World {
    dir: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn transcript(&self, name: &str, lines: &[Value]) -> PathBuf {
        self.write(&format!("home/projects/-p/{name}.jsonl"), &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
    }

    fn lake(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Ingests paths at some prices; the whole home folder if there is none.
    fn ingest(&self, lake: &str, paths: &[PathBuf], (prices, prices_mode): (Vec<PathBuf>, Mode)) -> Outcome {
        let paths = if paths.is_empty() { vec![self.dir.path().join("home")] } else { paths.to_vec() };
        let options = Options { prices, prices_mode, threads: Some(2), ..Options::new(paths, self.lake(lake), "here".to_owned()) };
        ingest(&options, &Silent).unwrap()
    }

    /// Pico-dollars and status of each response.
    fn costs(&self, lake: &str) -> BTreeMap<String, (Option<i128>, String)> {
        let mut costs = BTreeMap::new();
        let lake = Lake::open(&self.lake(lake), "here").unwrap();
        lake.scan(&requests::TABLE, &["response_id", "cost_usd", "cost_status"], |batch| {
            let ids = Cells::<Text>::of(batch, "response_id");
            let (usd, status) = (Cells::<Opt<Usd>>::of(batch, "cost_usd"), Cells::<Opt<Text>>::of(batch, "cost_status"));
            costs.extend((0..batch.num_rows()).map(|row| (ids.get(row).to_owned(), (usd.get(row), status.get(row).unwrap().to_owned()))));
        })
        .unwrap();
        costs
    }
}

/// Every data file of a lake.
fn data(lake: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![lake.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("_cclake") {
                folders.push(path);
            } else if path.is_file() {
                files.insert(path.strip_prefix(lake).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn response(id: &str, model: &str, at: &str, usage: &Value) -> Value {
    json!({"type": "assistant", "uuid": format!("u-{id}"), "sessionId": "s", "timestamp": at,
        "message": {"id": format!("msg_{id}"), "role": "assistant", "model": model, "content": [], "stop_reason": "end_turn", "usage": usage}})
}

const NONE: (Vec<PathBuf>, Mode) = (Vec::new(), Mode::Add);
const HEADER: &str = "model_pattern,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,cache_write_5m_usd_per_mtok,\
    cache_write_1h_usd_per_mtok,cache_read_usd_per_mtok,fast_multiplier\n";

/// Scenario: responses of Haiku 5.5, which costs five times as much for prompts of more than 100,000 tokens, that several model calls
/// answered, each or not each with a long prompt.
/// Guarantees: where the calls make up what the response counts, each has the price of its own prompt; else the whole counts as one.
#[test]
fn each_call_of_a_response_is_held_against_the_threshold() {
    let world = World::new();
    let message = |input: i64, output: i64| json!({"type": "message", "input_tokens": input, "output_tokens": output});
    let written = |tokens: i64| json!({"type": "message", "input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": tokens});
    let whole = json!({"input_tokens": 120_000, "output_tokens": 2_000});
    let with = |mut usage: Value, iterations: Value| {
        usage["iterations"] = iterations;
        usage
    };
    let advisor = json!({"type": "advisor_message", "model": "claude-opus-5-5", "input_tokens": 150_000, "output_tokens": 0});
    let hour = json!({"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 120_000,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 120_000}});
    let cases = [
        // 120,000 x 0.5 + 2,000 x 2.5 micro-dollars.
        ("one", whole.clone(), 65_000_000_000),
        // 120,000 x 0.1 + 2,000 x 0.5.
        ("two", with(whole.clone(), json!([message(60_000, 1_000), message(60_000, 1_000)])), 13_000_000_000),
        // 100,001 x 0.5 + 1,000 x 2.5, and 19,999 x 0.1 + 1,000 x 0.5.
        ("mixed", with(whole.clone(), json!([message(100_001, 1_000), message(19_999, 1_000)])), 55_000_400_000),
        // The threshold itself is not above it: 120,000 x 0.1 + 2,000 x 0.5.
        ("edge", with(whole.clone(), json!([message(100_000, 1_000), message(20_000, 1_000)])), 13_000_000_000),
        // Some tokens are missing, so that it is not known what the calls were.
        ("short", with(whole.clone(), json!([message(60_000, 1_000), message(59_999, 1_000)])), 65_000_000_000),
        // 150,000 x 4 for the advisor, which is in a row of its own.
        ("advised", with(whole.clone(), json!([message(60_000, 1_000), advisor, message(60_000, 1_000)])), 13_000_000_000),
        // 120,000 x 0.2: only the response says that all was written for an hour.
        ("hour", with(hour, json!([written(60_000), written(60_000)])), 24_000_000_000),
    ];
    let lines: Vec<Value> = cases.iter().map(|(id, usage, _)| response(id, "claude-haiku-5-5", "2026-11-01T12:00:00Z", usage)).collect();
    world.transcript("s", &lines);
    let outcome = world.ingest("lake", &[], NONE);
    let mut rows = Vec::new();
    let lake = Lake::open(&world.lake("lake"), "here").unwrap();
    lake.scan(&requests::TABLE, &["response_id", "kind", "cost_usd"], |batch| {
        let (ids, kinds, usd) = (Cells::<Text>::of(batch, "response_id"), Cells::<Text>::of(batch, "kind"), Cells::<Opt<Usd>>::of(batch, "cost_usd"));
        rows.extend((0..batch.num_rows()).map(|row| (ids.get(row).to_owned(), kinds.get(row).to_owned(), usd.get(row))));
    })
    .unwrap();
    for (id, _, pico) in &cases {
        let row = rows.iter().find(|row| row.0 == format!("msg_{id}") && row.1 == "main").unwrap();
        assert_eq!(row.2, Some(*pico), "{id}");
    }
    let advised: Vec<_> = rows.iter().filter(|row| row.1 == "advisor").collect();
    assert_eq!(advised, [&("msg_advised".to_owned(), "advisor".to_owned(), Some(600_000_000_000))]);
    let total = cases.iter().map(|case| case.2).sum::<i128>() + 600_000_000_000;
    assert_eq!(outcome.summary.money, Money { pico_dollars: total, unpriced: Vec::new() });
}

/// Scenario: requests of a model without a price; a price file that has one; then none again.
/// Guarantees: what is unpriced stands beside the total, by model, also when nothing is read; one warning per model, in the runs that priced
/// its rows; prices change all rows, and change them back.
#[test]
fn what_has_no_price_is_counted() {
    let world = World::new();
    let usage = json!({"input_tokens": 1_000_000, "output_tokens": 7, "cache_read_input_tokens": 30});
    let lines = [
        response("a", "claude-sonnet-9", "2026-11-01T12:00:00Z", &usage),
        response("b", "claude-sonnet-9", "2026-11-02T12:00:00Z", &usage),
        response("c", "claude-opus-5-5", "2026-11-02T12:00:00Z", &json!({"input_tokens": 1, "output_tokens": 0})),
    ];
    world.transcript("s", &lines);
    let first = world.ingest("lake", &[], NONE);
    let floor =
        Money { pico_dollars: 4_000_000, unpriced: vec![Unpriced { model: Some("claude-sonnet-9".to_owned()), requests: 2, tokens: 2_000_074 }] };
    assert_eq!((&first.summary.money, first.summary.unpriced_models.as_slice()), (&floor, &["claude-sonnet-9".to_owned()][..]));
    assert_eq!(first.warnings, ["claude-sonnet-9 has no price: its tokens are kept, its cost is unknown"]);
    let json = serde_json::to_string(&first.summary).unwrap();
    let expected = r#""cost_usd":0.000004,"unpriced":[{"model":"claude-sonnet-9","requests":2,"tokens":2000074}],"#;
    assert!(json.contains(expected), "{json}");
    let before = data(&world.lake("lake"));

    let again = world.ingest("lake", &[], NONE);
    assert_eq!((again.summary.money, again.summary.files_written), (floor.clone(), 0));

    let prices = world.write("prices.csv", &format!("{HEADER}^claude-sonnet-9$,,,1,0,0,0,0,\n"));
    let priced = world.ingest("lake", &[], (vec![prices], Mode::Add)).summary;
    assert_eq!(priced.money, Money { pico_dollars: 2_000_004_000_000, unpriced: Vec::new() });
    assert_eq!(priced.unpriced_models, [""; 0]);

    assert_eq!(world.ingest("lake", &[], NONE).summary.money, floor);
    assert!(data(&world.lake("lake")) == before, "the prices of before give the files of before");
}

/// Scenario: a list without dates, joined in both modes.
/// Guarantees: it adds models; only in the mode that replaces does it change the price of one that has a price.
#[test]
fn lists_without_dates_replace_when_they_are_to() {
    let world = World::new();
    let usage = json!({"input_tokens": 1, "output_tokens": 0});
    let at = "2026-11-01T12:00:00Z";
    world.transcript("s", &[response("a", "claude-opus-5-5", at, &usage), response("b", "glm-9", at, &usage)]);
    let list = world.write("list.json", r#"{"claude-opus-5-5":{"input_cost_per_token":1e-6},"glm-9":{"input_cost_per_token":7e-6}}"#);
    for (mode, opus) in [(Mode::Add, 4_000_000), (Mode::Replace, 1_000_000), (Mode::Add, 4_000_000)] {
        world.ingest("lake", &[], (vec![list.clone()], mode));
        let costs = world.costs("lake");
        assert_eq!((costs["msg_a"].0, costs["msg_b"].0), (Some(opus), Some(7_000_000)), "{mode:?}");
    }
}

/// Price files and how they join the built-in ones, run by run.
type Prices = Vec<(Vec<PathBuf>, Mode)>;

/// A world with requests of every kind in five files and three months, and sets of prices that all change some of them.
fn many() -> (World, Vec<PathBuf>, Prices) {
    let world = World::new();
    let models = ["claude-sonnet-5-5", "claude-opus-4-6", "claude-sonnet-9", "claude-haiku-5-5", "claude-opus-5"];
    let files = (0..5_usize).map(|file| {
        let line = |n: usize| {
            let mut usage = json!({"input_tokens": 1_000 * n, "output_tokens": 10 + n, "cache_read_input_tokens": 90_000, "cache_creation_input_tokens": 5_000 * (n % 3)});
            match n % 4 {
                0 => usage["speed"] = json!("fast"),
                1 => usage["iterations"] = json!([{"type": "advisor_message", "model": "claude-sonnet-9", "input_tokens": n, "output_tokens": 1}]),
                2 => usage["iterations"] = json!([{"type": "message", "model": "claude-opus-5", "input_tokens": n}, {"type": "fallback_message", "input_tokens": 1}]),
                _ => {}
            }
            // Every third response is also in the next file, with more output.
            let id = if n.is_multiple_of(3) { format!("shared{n}") } else { format!("{file}-{n}") };
            usage["output_tokens"] = json!(10 + n + file);
            response(&id, models[(file + n) % models.len()], &format!("2026-{:02}-{:02}T10:00:00Z", 9 + n % 3, 1 + n), &usage)
        };
        world.transcript(&format!("s{file}"), &(0..12).map(line).collect::<Vec<_>>())
    });
    let files = files.collect();
    let own =
        world.write("own.csv", &format!("{HEADER}^claude-sonnet-9$,2026-01-01,2026-10-05,1,2,3,4,5,\n^claude-opus-5$,2026-10-03,,9,9,9,9,9,3\n"));
    let later = world.write("later.csv", &format!("{HEADER}^claude-sonnet-9$,,,0.000001,0,0,0,0,1.333333\n"));
    let list = world.write("list.json", r#"{"claude-haiku-5-5":{"input_cost_per_token":1e-6,"output_cost_per_token":1e-6,"cache_read_input_token_cost":1e-7,"cache_creation_input_token_cost":1e-7},"claude-sonnet-9":{"input_cost_per_token":7e-6,"output_cost_per_token":7e-6}}"#);
    let sets = vec![
        NONE,
        (vec![own.clone()], Mode::Add),
        (vec![own.clone(), later.clone()], Mode::Add),
        (vec![later, own.clone()], Mode::Add),
        (vec![list.clone()], Mode::Add),
        (vec![own, list], Mode::Replace),
    ];
    (world, files, sets)
}

/// Each case is a few runs, so a few must do, unless `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 6, ..config } }
}

proptest! {
    #![proptest_config(config())]

    /// Files come one by one or together, in any order and more than once, at changing prices.
    #[test]
    fn the_way_to_the_prices_does_not_matter(
        steps in prop::collection::vec((prop::sample::subsequence((0..5_usize).collect::<Vec<_>>(), 0..4), 0..6_usize), 1..5),
        last in 0..6_usize,
    ) {
        let (world, files, sets) = many();
        for (of, prices) in steps {
            let paths: Vec<PathBuf> = of.into_iter().map(|file| files[file].clone()).collect();
            // Without a path all files would be read.
            let paths = if paths.is_empty() { vec![files[0].clone()] } else { paths };
            world.ingest("steps", &paths, sets[prices].clone());
        }
        world.ingest("steps", &files, sets[last].clone());
        let there = data(&world.lake("steps"));
        prop_assert!(world.ingest("steps", &files, sets[last].clone()).summary.files_written == 0);
        let whole = world.ingest("scratch", &files, sets[last].clone());
        prop_assert!(data(&world.lake("scratch")) == there);
        prop_assert_eq!(world.ingest("steps", &files, sets[last].clone()).summary.money, whole.summary.money);
    }
}

/// The sets of prices of the property are of use only if they differ.
#[test]
fn the_prices_of_the_property_differ() {
    let (world, files, sets) = many();
    let mut seen = Vec::new();
    for prices in sets {
        world.ingest("lake", &files, prices);
        let costs = world.costs("lake");
        assert!(!seen.contains(&costs));
        seen.push(costs);
    }
}
