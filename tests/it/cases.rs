//! Faults that users of similar tools met, each as a tree of transcripts with the right values beside it.
//!
//! `tests/cases/<case>/expected.json` has the facts; `facts.json` has the query of each plain one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Map, Value};

const TOKENS: &str = "coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output, \
    coalesce(sum(cache_read_tokens), 0) as cache_read, coalesce(sum(coalesce(cache_write_5m_tokens, 0) + coalesce(cache_write_1h_tokens, 0)), 0) as cache_write";

/// Facts that are about reports and not about tables, or that `texts` would answer.
const NOT_IN_TABLES: &[&str] = &["note", "errors_fatal", "responses_minimum_without_recovery", "texts", "tool_input_keys"];

/// One case, with a home folder and a lake of its own.
struct Case {
    name: String,
    folder: PathBuf,
    expected: Value,
    home: PathBuf,
    scratch: tempfile::TempDir,
}

impl Case {
    fn open(folder: &Path) -> Option<Self> {
        let expected: Value = serde_json::from_str(&fs::read_to_string(folder.join("expected.json")).ok()?).expect("expected.json is JSON");
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let name = folder.file_name()?.to_string_lossy().into_owned();
        Some(Self { name, folder: folder.to_owned(), expected, home: scratch.path().join("home"), scratch })
    }

    fn cclake(&self, command: &str, more: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cclake"));
        program.arg(command).args(more).args(["--format", "json", "--lake"]).arg(self.scratch.path().join("lake"));
        for (name, _) in std::env::vars().filter(|(name, _)| ["CLAUDE", "CCLAKE", "XDG_"].iter().any(|prefix| name.starts_with(prefix))) {
            program.env_remove(name);
        }
        program.env("HOME", &self.home).env("TZ", "UTC").output().expect("the program runs")
    }

    fn ingest(&self) -> Value {
        let prices = self.prices().map(|prices| prices.to_string_lossy().into_owned());
        let prices: Vec<&str> = prices.iter().flat_map(|prices| ["--prices", prices]).collect();
        let output = self.cclake("ingest", &[&["--machine", "case"], &prices[..]].concat());
        assert!(output.status.success(), "{}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("the summary is JSON")
    }

    /// The prices of the case as a file, if it has its own.
    fn prices(&self) -> Option<PathBuf> {
        let models = self.expected.get("prices_per_mtok")?.as_object().expect("models");
        let mut text = "model_pattern,provider,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,cache_write_5m_usd_per_mtok,\
            cache_write_1h_usd_per_mtok,cache_read_usd_per_mtok,fast_multiplier,web_search_usd_per_1k,source\n"
            .to_owned();
        for (model, prices) in models {
            let price = |kind: &str| prices.get(kind).map_or(String::new(), Value::to_string);
            let tokens =
                ["output", "cache_write_5m", "cache_write_1h", "cache_read"].map(|kind| prices.get(kind).map_or("0".to_owned(), Value::to_string));
            let search = prices.get("web_search_per_request").and_then(Value::as_f64).map_or(String::new(), |fee| (fee * 1000.0).to_string());
            let pattern = model.replace('.', r"\.");
            text +=
                &format!("^{pattern}$,anthropic,2020-01-01,,{},{},{},{search},case\n", price("input"), tokens.join(","), price("fast_multiplier"));
        }
        let path = self.scratch.path().join("prices.csv");
        fs::write(&path, text).expect("a file of prices");
        Some(path)
    }

    fn rows(&self, sql: &str, zone: &str) -> Vec<Map<String, Value>> {
        let output = self.cclake("sql", &[sql, "--tz", zone]);
        assert!(output.status.success(), "{}: {sql}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("an answer is JSON")
    }

    /// Two columns of an answer, as an object.
    fn object(&self, sql: &str, zone: &str) -> Value {
        let rows = self.rows(sql, zone);
        let pairs = rows.into_iter().map(|row| {
            let mut values = row.into_iter().map(|(_, value)| value);
            let key = values.next().expect("a key");
            (key.as_str().map_or_else(|| key.to_string(), str::to_owned), values.next().expect("a value"))
        });
        Value::Object(pairs.collect())
    }

    /// What the lake says of a fact that has no plain query.
    fn measured(&self, fact: &str, want: &Value, summary: &Value) -> Value {
        let column = |sql: &str| Value::Array(self.rows(sql, "UTC").into_iter().flat_map(|row| row.into_iter().map(|(_, value)| value)).collect());
        let sum_by = |key: &str| self.object(&format!("select {key}, sum(input_tokens) from requests group by 1"), "UTC");
        let by_zone = |key: &str, zones: &Map<String, Value>| {
            let sql = format!("select {key}, sum(output_tokens) from requests where day is not null group by 1");
            Value::Object(zones.keys().map(|zone| (zone.clone(), self.object(&sql, zone))).collect())
        };
        match fact {
            "tokens" => Value::Object(self.rows(&format!("select {TOKENS} from requests"), "UTC").remove(0)),
            "tokens_without_price" => Value::Object(self.rows(&format!("select {TOKENS} from requests where cost_usd is null"), "UTC").remove(0)),
            "tokens_by_model" => {
                let rows = self.rows(&format!("select model, {TOKENS} from requests group by 1"), "UTC");
                let split = |mut row: Map<String, Value>| {
                    let model = row.remove("model").expect("a model");
                    (model.as_str().expect("a name").to_owned(), Value::Object(row))
                };
                Value::Object(rows.into_iter().map(split).collect())
            }
            "models_seen" => column("select distinct model from requests where model is not null order by 1"),
            "project_paths" => column("select distinct project from requests where project is not null order by 1"),
            "tool_input_commands" => column("select command from bash order by 1"),
            "input_by_project_path" => sum_by("project"),
            "input_by_repository" => sum_by("repo"),
            "input_by_session" => sum_by("session_id"),
            "output_per_day" => by_zone("cast(day as varchar)", want.as_object().expect("zones")),
            "output_per_month" => by_zone("strftime(day, '%Y-%m')", want.as_object().expect("zones")),
            "tool_result_text_length_chars" => column("select max(result_chars) from tool_calls")[0].clone(),
            "sources_unreadable_min" => summary["sources_failed"].clone(),
            _ => panic!("{}: no query for {fact}", self.name),
        }
    }

    fn check(&self, facts: &Map<String, Value>, summary: &Value, queries: &BTreeMap<String, String>) {
        let plain = facts.keys().filter_map(|fact| Some((fact, queries.get(fact)?)));
        let select: Vec<String> = plain.map(|(fact, sql)| format!("coalesce(({sql}), 0) as {fact}")).collect();
        let answers = if select.is_empty() { Map::new() } else { self.rows(&format!("select {}", select.join(", ")), "UTC").remove(0) };
        for (fact, want) in facts {
            if NOT_IN_TABLES.contains(&fact.as_str()) || fact.starts_with("after_step") {
                continue;
            }
            let got = answers.get(fact).cloned().unwrap_or_else(|| self.measured(fact, want, summary));
            let same = match (want.as_f64(), got.as_f64()) {
                // Money is compared by value: 5.1 and 5.100000000000 are one amount.
                (Some(want), Some(got)) if fact == "sources_unreadable_min" => got >= want,
                (Some(want), Some(got)) => (got - want).abs() < 1e-9,
                _ => *want == got,
            };
            assert!(same || self.root_reads_all(fact), "{}: {fact}: want {want}, got {got}", self.name);
        }
    }

    /// Root can read a file without permissions, which one case has.
    fn root_reads_all(&self, fact: &str) -> bool {
        self.name.starts_with("c117") && matches!(fact, "responses" | "tokens") && fs::read_dir("/root").is_ok()
    }

    /// Ingests a tree, and then once more, which changes nothing.
    fn step(&self, facts: &Value, queries: &BTreeMap<String, String>) {
        let summary = self.ingest();
        self.check(facts.as_object().expect("facts"), &summary, queries);
        let again = self.ingest();
        assert_eq!(again["files_written"], 0, "{}: a second run writes nothing", self.name);
        let bad = self.rows(
            "select (select count(*) - count(distinct record_id) from records) + (select count(*) - count(distinct call_id) from tool_calls) \
             + (select count(*) from (select 1 from requests group by response_id, kind, iteration_index having count(*) > 1)) as doubled, \
             (select count(*) from sources where records - recovered_records + duplicates + damaged_lines + pending_lines <> lines) as unbalanced",
            "UTC",
        );
        assert_eq!((&bad[0]["doubled"], &bad[0]["unbalanced"]), (&Value::from(0), &Value::from(0)), "{}", self.name);
    }

    /// Runs the case; says why if it cannot.
    fn run(&self, queries: &BTreeMap<String, String>) -> Result<(), &'static str> {
        let facts = &self.expected["facts"];
        if self.expected.get("heavy").is_some() {
            return Err("is heavy");
        }
        if self.folder.join("step1").is_dir() {
            for step in ["step1", "step2"] {
                let _ = fs::remove_dir_all(&self.home);
                copy(&self.folder.join(step), &self.home);
                self.step(&facts[format!("after_{step}")], queries);
            }
            return Ok(());
        }
        let script = self.folder.join("generate.py");
        if script.exists() {
            let made = Command::new("python3").arg(script).arg(&self.home).output();
            if !made.is_ok_and(|made| made.status.success()) {
                return Err("needs python3");
            }
        } else {
            copy(&self.folder.join("home"), &self.home);
        }
        self.step(facts, queries);
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the case") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

#[test]
fn every_case_has_its_right_values() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let queries: BTreeMap<String, String> =
        serde_json::from_str(&fs::read_to_string(root.join("facts.json")).expect("facts.json")).expect("facts.json is JSON");
    let mut folders: Vec<PathBuf> = fs::read_dir(&root).expect("the cases").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    let (next, run) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let skipped = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(folder) = folders.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(case) = Case::open(folder) else { continue };
                    match case.run(&queries) {
                        Ok(()) => _ = run.fetch_add(1, Ordering::Relaxed),
                        Err(why) => skipped.lock().expect("no case panicked").push(format!("{} {why}", case.name)),
                    }
                }
            });
        }
    });
    let skipped = skipped.into_inner().expect("no case panicked");
    eprintln!("{} cases, skipped: {}", run.load(Ordering::Relaxed), skipped.join(", "));
    assert!(run.load(Ordering::Relaxed) > 40, "most cases are run");
}
