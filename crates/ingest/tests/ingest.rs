//! What a lake holds after runs over trees that change.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use cclake_ingest::{Error, Options, Outcome, Progress, Summary, ingest};
use cclake_transcript::decode::TextPolicy;

/// A config dir and a lake.
struct World {
    _dir: tempfile::TempDir,
    home: PathBuf,
    lake: PathBuf,
}

/// Tells nobody.
struct Silent;

impl Progress for Silent {
    fn found(&self, _: u64, _: u64) {}
    fn read(&self, _: u64) {}
    fn stage(&self, _: &str) {}
}

impl World {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().canonicalize().unwrap();
        Self { _dir: dir, home: path.join(".claude"), lake: path.join("lake") }
    }

    /// A world with four sessions in three months, one of them a fork with copies of another's lines, and an agent.
    fn populated() -> Self {
        let world = Self::new();
        world.write("-a/s1.jsonl", &session("s1", "2026-01", 0..40));
        world.write(
            "-a/s2.jsonl",
            &(session("s1", "2026-01", 0..10).replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\"") + &session("s2", "2026-02", 0..30)),
        );
        world.write("-b/s3.jsonl", &(session("s3", "2026-02", 0..20) + "damaged\n" + &session("s3", "2026-03", 20..25)));
        world.write("-b/s3/subagents/agent-a1.jsonl", &session("s3-a1", "2026-02", 0..15));
        world.write("-c/s4.jsonl", &session("s4", "2026-03", 0..100));
        world
    }

    fn path(&self, path: &str) -> PathBuf {
        self.home.join("projects").join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn options(&self) -> Options {
        Options { text: Some(TextPolicy::Preview), threads: Some(2), ..Options::new(vec![self.home.clone()], self.lake.clone(), "here".to_owned()) }
    }

    fn ingest(&self) -> Outcome {
        ingest(&self.options(), &Silent).unwrap()
    }

    fn data(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        data(&self.lake)
    }
}

/// Every data file of a lake.
fn data(lake: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(folder: &Path, lake: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("_cclake") {
                walk(&path, lake, all);
            } else if path.is_file() {
                all.insert(path.strip_prefix(lake).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(lake, lake, &mut all);
    all
}

/// Turns of a session: a prompt, a response that calls a tool, and the result. Three lines each.
fn session(id: &str, month: &str, turns: std::ops::Range<usize>) -> String {
    let turn = |n: usize| {
        let head = |uuid: char, kind: &str, second: usize| {
            let (day, hour, minute) = (1 + n / 20 % 28, n / 60 % 24, n % 60);
            format!(
                r#"{{"type":"{kind}","uuid":"{id}-{uuid}{n}","sessionId":"{id}","cwd":"/home/dev/a","version":"2.1.200","timestamp":"{month}-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z","message":"#
            )
        };
        let prompt = head('p', "user", 1) + r#"{"role":"user","content":"do it"}}"#;
        let call = format!(
            r#"{{"id":"msg_{id}_{n}","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{{"type":"tool_use","id":"toolu_{id}_{n}","name":"Bash","input":{{"command":"ls {n}"}}}}],"usage":{{"input_tokens":{n},"output_tokens":1}}}}}}"#
        );
        let result = format!(
            r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_{id}_{n}","content":"x"}}]}},"toolUseResult":{{"stdout":"x","stderr":"","interrupted":false,"isImage":false}}}}"#
        );
        [prompt, head('c', "assistant", 2) + &call, head('r', "user", 3) + &result].map(|line| line + "\n").concat()
    };
    turns.map(turn).collect()
}

/// Lets the clock of the file system move on.
fn tick() {
    std::thread::sleep(Duration::from_millis(20));
}

#[test]
fn a_second_run_reads_and_writes_nothing() {
    let world = World::populated();
    let first = world.ingest();
    let Summary { sources, sources_read, sources_failed, lines, damaged_lines, records, requests, tool_calls, bytes, files_written, .. } =
        first.summary;
    assert_eq!((sources, sources_read, sources_failed), (5, 5, 0));
    assert_eq!((lines, damaged_lines, records), (661, 1, 660));
    assert_eq!((requests, tool_calls), (220, 220));
    assert!(bytes > 100_000 && files_written > 10, "{bytes} {files_written}");
    assert!(first.warnings.is_empty(), "{:?}", first.warnings);
    let data = world.data();
    assert_eq!(data.len() as u64, files_written);

    let second = world.ingest();
    assert_eq!(second.summary, Summary { sources: 5, seconds: second.summary.seconds, money: first.summary.money, ..Summary::default() });
    assert_eq!(world.data(), data);

    let third = ingest(&Options { rescan: true, ..world.options() }, &Silent).unwrap();
    assert_eq!(third.summary.sources_read, 5);
    assert_eq!(world.data(), data);
}

#[test]
fn threads_and_splits_do_not_reach_the_data() {
    let world = World::populated();
    world.ingest();
    let expected = world.data();
    for threads in [1, 8] {
        let lake = world.home.with_file_name(format!("threads-{threads}"));
        ingest(&Options { lake: lake.clone(), threads: Some(threads), ..world.options() }, &Silent).unwrap();
        assert!(data(&lake) == expected, "{threads} threads");
    }
    for batch in [1, 40_000] {
        let lake = world.home.with_file_name(format!("batches-{batch}"));
        let options = Options { lake: lake.clone(), batch, ..world.options() };
        assert_eq!(ingest(&options, &Silent).unwrap().summary.sources_read, 5);
        assert!(data(&lake) == expected, "batches of {batch} bytes");
        assert_eq!(ingest(&options, &Silent).unwrap().summary.files_written, 0);
    }
    for (name, order) in [("forth", [0, 1, 2, 3, 4]), ("back", [4, 3, 2, 1, 0]), ("mixed", [1, 4, 0, 3, 2])] {
        let files = ["-a/s1.jsonl", "-a/s2.jsonl", "-b/s3.jsonl", "-b/s3/subagents/agent-a1.jsonl", "-c/s4.jsonl"];
        let lake = world.home.with_file_name(name);
        for file in order {
            let outcome = ingest(&Options { lake: lake.clone(), paths: vec![world.path(files[file])], ..world.options() }, &Silent).unwrap();
            assert_eq!(outcome.summary.sources_read, 1);
        }
        assert!(data(&lake) == expected, "{name}");
        assert_eq!(ingest(&Options { lake, ..world.options() }, &Silent).unwrap().summary.sources_read, 0);
    }
}

#[test]
fn a_run_that_ends_between_batches_is_continued() {
    /// Stops the run when it is about to read its third batch.
    struct Stop(AtomicU32);
    impl Progress for Stop {
        fn found(&self, sources: u64, _: u64) {
            assert_eq!(sources, 5);
        }
        fn read(&self, _: u64) {}
        fn stage(&self, name: &str) {
            assert!(name != "read" || self.0.fetch_add(1, Ordering::Relaxed) < 2, "stopped");
        }
    }
    let world = World::populated();
    let whole = Options { lake: world.home.with_file_name("whole"), ..world.options() };
    ingest(&whole, &Silent).unwrap();

    let one_by_one = Options { batch: 1, ..world.options() };
    catch_unwind(|| ingest(&one_by_one, &Stop(AtomicU32::new(0)))).unwrap_err();
    let kept = world.data();
    assert!(!kept.is_empty() && kept != data(&whole.lake));
    assert_eq!(ingest(&one_by_one, &Silent).unwrap().summary.sources_read, 3);
    assert!(world.data() == data(&whole.lake));
}

#[test]
fn another_text_policy_leaves_no_row_of_the_first_in_any_batch() {
    let world = World::populated();
    world.ingest();
    let none = Options { text: Some(TextPolicy::None), ..world.options() };
    let fresh = Options { lake: world.home.with_file_name("fresh"), ..none.clone() };
    ingest(&fresh, &Silent).unwrap();
    assert_eq!(ingest(&Options { rescan: true, batch: 1, ..none }, &Silent).unwrap().summary.sources_read, 5);
    assert!(world.data() == data(&fresh.lake));
}

#[test]
fn what_grew_is_read_again_and_a_half_line_waits() {
    let world = World::populated();
    world.ingest();
    let mut file = OpenOptions::new().append(true).open(world.path("-a/s1.jsonl")).unwrap();
    let more = session("s1", "2026-01", 40..42);
    let (now, later) = more.split_at(more.len() - 30);
    file.write_all(now.as_bytes()).unwrap();
    let summary = world.ingest().summary;
    assert_eq!((summary.sources_read, summary.lines, summary.records, summary.pending_lines, summary.damaged_lines), (1, 126, 125, 1, 0));
    file.write_all(later.as_bytes()).unwrap();
    let outcome = world.ingest();
    assert_eq!((outcome.summary.sources_read, outcome.summary.records, outcome.summary.pending_lines), (1, 126, 0));
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);

    let scratch = Options { lake: world.home.with_file_name("scratch"), ..world.options() };
    ingest(&scratch, &Silent).unwrap();
    assert!(data(&scratch.lake) == world.data(), "step by step as from scratch");
}

#[test]
fn one_byte_of_the_same_file_is_noticed() {
    let world = World::populated();
    world.ingest();
    tick();
    let path = world.path("-a/s1.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let (size, modified) = (fs::metadata(&path).unwrap().len(), fs::metadata(&path).unwrap().modified().unwrap());
    world.write("-a/s1.jsonl", &text.replacen("\"command\":\"ls 39\"", "\"command\":\"ls 38\"", 1));
    File::open(&path).unwrap().set_modified(modified).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), size);
    assert_eq!(world.ingest().summary.sources_read, 1);
}

#[test]
fn a_replaced_file_is_read_and_what_it_said_before_stays() {
    let world = World::populated();
    world.ingest();
    let before = world.data();
    world.write("-c/new", &session("s4", "2026-03", 100..110));
    fs::rename(world.path("-c/new"), world.path("-c/s4.jsonl")).unwrap();
    let outcome = world.ingest();
    assert_eq!((outcome.summary.sources_read, outcome.summary.records), (1, 30));
    assert_eq!(outcome.warnings, [format!("{} was rewritten; what it said before stays in the lake", world.path("-c/s4.jsonl").display())]);

    // All that the file ever said is there, as if it had said it in two files.
    world.write("-c/s4.jsonl", &session("s4", "2026-03", 0..110));
    world.ingest();
    let scratch = Options { lake: world.home.with_file_name("scratch"), ..world.options() };
    ingest(&scratch, &Silent).unwrap();
    let requests = |data: &BTreeMap<PathBuf, Vec<u8>>| {
        data.iter().filter(|(path, _)| path.starts_with("requests")).map(|(_, bytes)| bytes.clone()).collect::<Vec<_>>()
    };
    assert_ne!(requests(&before), requests(&world.data()));
    assert!(requests(&world.data()) == requests(&data(&scratch.lake)));
}

#[test]
fn what_vanished_stays_in_the_lake() {
    let world = World::populated();
    world.ingest();
    let data = world.data();
    fs::remove_dir_all(world.path("-a")).unwrap();
    let summary = world.ingest().summary;
    assert_eq!((summary.sources, summary.sources_read, summary.sources_failed, summary.files_written), (3, 0, 0, 0));
    assert_eq!(world.data(), data);
}

#[test]
fn a_file_that_cannot_be_read_costs_a_warning_and_is_tried_again() {
    /// Takes a file away after it was found.
    struct Thief<'a>(&'a Path);
    impl Progress for Thief<'_> {
        fn found(&self, sources: u64, bytes: u64) {
            assert!(sources == 5 && bytes > 100_000);
            fs::rename(self.0, self.0.with_extension("away")).unwrap();
        }
        fn read(&self, _: u64) {}
        fn stage(&self, _: &str) {}
    }
    let world = World::populated();
    let path = world.path("-b/s3.jsonl");
    let outcome = ingest(&world.options(), &Thief(&path)).unwrap();
    assert_eq!((outcome.summary.sources, outcome.summary.sources_read, outcome.summary.sources_failed), (5, 4, 1));
    assert_eq!(outcome.summary.damaged_lines, 0);
    assert_eq!(outcome.warnings.len(), 1);
    assert!(outcome.warnings[0].starts_with(&format!("cannot read {}: ", path.display())), "{:?}", outcome.warnings);

    fs::rename(path.with_extension("away"), &path).unwrap();
    let summary = world.ingest().summary;
    assert_eq!((summary.sources_read, summary.sources_failed, summary.damaged_lines), (1, 0, 1));
    let scratch = Options { lake: world.home.with_file_name("scratch"), ..world.options() };
    ingest(&scratch, &Silent).unwrap();
    assert!(data(&scratch.lake) == world.data());
}

#[test]
fn files_and_lines_longer_than_a_block_are_read() {
    let world = World::new();
    let long = r#"{"type":"user","uuid":"long","sessionId":"s","message":{"role":"user","content":""#.to_owned() + &"x".repeat(9 << 20) + "\"}}\n";
    world.write("-a/s.jsonl", &(session("s", "2026-01", 0..300) + &long + &session("s", "2026-01", 300..310)));
    let summary = world.ingest().summary;
    assert_eq!((summary.lines, summary.records, summary.damaged_lines), (931, 931, 0));
    assert_eq!(summary.bytes, fs::metadata(world.path("-a/s.jsonl")).unwrap().len());
}

#[test]
fn the_text_policy_of_a_lake_is_kept() {
    let world = World::populated();
    world.ingest();
    let other = Options { text: Some(TextPolicy::None), ..world.options() };
    let error = ingest(&other, &Silent).unwrap_err();
    assert!(matches!(error, Error::TextPolicy { .. }), "{error}");
    assert!(error.to_string().contains("--text preview, not none"), "{error}");
    assert_eq!(ingest(&Options { rescan: true, ..other.clone() }, &Silent).unwrap().summary.sources_read, 5);
    assert_eq!(ingest(&other, &Silent).unwrap().summary.sources_read, 0);
}

#[test]
fn a_lake_has_one_writer() {
    let world = World::populated();
    let lake = cclake_lake::Lake::open(&world.lake, "here").unwrap();
    let lock = lake.lock(false).unwrap();
    assert!(matches!(ingest(&world.options(), &Silent), Err(Error::Lake(cclake_lake::Error::Locked { .. }))));
    drop(lock);
    assert_eq!(world.ingest().summary.sources_read, 5);
}

#[test]
fn the_summary_has_the_promised_fields() {
    let json = serde_json::to_string(&Summary::default()).unwrap();
    let expected = r#"{"sources":0,"sources_read":0,"sources_failed":0,"lines":0,"damaged_lines":0,"pending_lines":0,"records":0,"requests":0,"tool_calls":0,"unpriced_models":[],"cost_usd":0,"unpriced":[],"bytes":0,"seconds":0.0,"files_written":0}"#;
    assert_eq!(json, expected);
}

/// Scenario: a sidecar appears beside an agent's transcript, changes, breaks and goes; and one stands alone.
/// Guarantees: each change has the transcript read again, in a run as from scratch; damage costs a warning; what was said stays; no count of
/// the summary but that of files knows of sidecars.
#[test]
fn a_sidecar_is_read_with_its_transcript() {
    let world = World::populated();
    let first = world.ingest().summary;
    let read = |outcome: &Outcome| (outcome.summary.sources, outcome.summary.sources_read, outcome.summary.damaged_lines, outcome.damaged_sidecars);
    let sidecar = world.path("-b/s3/subagents/agent-a1.meta.json");
    let as_from_scratch = |name: &str| {
        let scratch = Options { lake: world.home.with_file_name(name), ..world.options() };
        ingest(&scratch, &Silent).unwrap();
        assert!(data(&scratch.lake) == world.data(), "{name}");
    };

    world.write("-b/s3/subagents/agent-a1.meta.json", r#"{"agentType":"Explore"}"#);
    world.write("-b/s3/subagents/agent-alone.meta.json", r#"{"agentType":"Explore"}"#);
    let appeared = world.ingest();
    assert_eq!(read(&appeared), (5, 1, 0, 0));
    assert_eq!((appeared.summary.lines, appeared.summary.records, appeared.summary.files_written), (45, 45, 1));
    assert_eq!(read(&world.ingest()), (5, 0, 0, 0));
    as_from_scratch("appeared");

    tick();
    world.write("-b/s3/subagents/agent-a1.meta.json", r#"{"agentType":"Explore","spawnDepth":1}"#);
    assert_eq!(read(&world.ingest()), (5, 1, 0, 0));
    as_from_scratch("changed");

    let said = world.data();
    let agents = |data: &BTreeMap<PathBuf, Vec<u8>>| data.iter().filter(|(path, _)| path.starts_with("agent_transcripts")).count();
    assert_eq!(agents(&said), 1);
    fs::remove_file(&sidecar).unwrap();
    assert_eq!(read(&world.ingest()), (5, 1, 0, 0));
    assert!(world.data() == said, "what the sidecar said stays");

    world.write("-b/s3/subagents/agent-a1.meta.json", r#"{"agentType":"#);
    let damaged = world.ingest();
    assert_eq!(read(&damaged), (5, 1, 0, 1));
    assert_eq!(damaged.warnings, [format!("cannot read {}: not JSON", sidecar.display())]);
    fs::remove_file(&sidecar).unwrap();
    fs::create_dir(&sidecar).unwrap();
    assert_eq!(world.ingest().warnings, [format!("cannot read {}: not a regular file", sidecar.display())]);
    assert_eq!(first.sources, 5);
}
