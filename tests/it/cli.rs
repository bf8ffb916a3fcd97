//! Exit codes, streams and arguments.

use std::io::Read;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::fixture::{Lake, cclake};

fn code_and_errors(command: &mut std::process::Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    assert!(output.stdout.is_empty(), "errors are for people");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Scenario: no command, in a home folder with transcripts.
/// Guarantees: what changed is read, which people are told, and the summary is the data.
#[test]
fn no_command_reads_and_shows_the_summary() {
    let home = tempfile::tempdir().unwrap();
    cclake_synth::write_world(home.path(), &cclake_synth::Options { seed: 3, bytes: 0 }).unwrap();
    let output = cclake().env("HOME", home.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let (shown, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(shown.starts_with("In all\n") && shown.contains("\nHealth\n"), "{shown}");
    assert!(said.contains(" transcripts read, ") && home.path().join(".local/share/cclake/requests").exists(), "{said}");
}

#[test]
fn wrong_command_lines_exit_2() {
    let wrong: &[&[&str]] = &[
        &["nonsense"],
        &["sql"],
        &["sql", "select 1", "--format", "xml"],
        &["sql", "select 1", "-f", "x"],
        &["ingest", "--text", "full"],
        &["ingest", "-j", "0"],
        &["demo"],
    ];
    for arguments in wrong {
        assert_eq!(code_and_errors(cclake().args(*arguments)).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn failures_exit_1_and_say_what_to_do() {
    assert_snapshot!(code_and_errors(cclake().args(["--lake", "/nowhere", "sql", "select 1"])).1, @r#"
    error: /nowhere: there is no lake here
    hint: `cclake ingest` makes it; `--lake DIR` or CCLAKE_LAKE names another
    "#);
    let lake = Lake::empty();
    let failed = |sql: &str| {
        let output = lake.run(&["sql", sql]);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_snapshot!(failed("copy (select 1) to 'x'"), @r#"
    error: COPY is refused: statements may only read
    hint: SELECT, FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN and SET VARIABLE are what runs
    "#);
    assert!(failed("select nothing from requests").starts_with("error: Binder Error: Referenced column \"nothing\" not found"));
    assert_snapshot!(failed("explain select 1,\n  (2 +),\n  3"), @r#"
    error: syntax error at or near ")"
    LINE 2:   (2 +),
                  ^
    "#);
    assert!(failed("select 1 / 'a'").starts_with("error: Conversion Error"));
}

#[test]
fn a_missing_path_fails_and_changes_nothing() {
    let lake = Lake::empty();
    let state = tempfile::tempdir().unwrap();
    let (code, errors) =
        code_and_errors(cclake().env("XDG_STATE_HOME", state.path()).arg("--lake").arg(lake.path()).args(["ingest", "/nowhere/at/all"]));
    assert_eq!(code, Some(1));
    assert_eq!(errors, "error: /nowhere/at/all: No such file or directory (os error 2)\n");
}

/// Scenario: a first run that names the machine, a second that names another, a third that names none.
/// Guarantees: the first name is kept.
#[test]
fn a_machine_keeps_its_name() {
    let (lake, state, root) = (Lake::empty(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let kept = || std::fs::read_to_string(state.path().join("cclake/machine")).unwrap();
    let ingest = |more: &[&str]| {
        let command = &mut cclake();
        command.env("XDG_STATE_HOME", state.path()).arg("--lake").arg(lake.path()).arg("ingest").arg(root.path()).args(more).output().unwrap()
    };
    for more in [&["--machine", "first"][..], &["--machine", "second"], &[]] {
        assert_eq!(ingest(more).status.code(), Some(0));
        assert_eq!(kept(), "first\n");
    }
    assert_eq!(ingest(&["--machine", "a/b"]).status.code(), Some(1));
}

/// Scenario: a transcript with one damaged line.
/// Guarantees: the rest is read; the run is done, unless it was to be strict; the machine is the one that was named.
#[test]
fn damage_matters_only_to_the_strict() {
    let (lake, state, root) = (Lake::empty(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = root.path().join("projects/-p");
    std::fs::create_dir_all(&folder).unwrap();
    let lines = "{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"s\",\"timestamp\":\"2026-05-10T10:00:00Z\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n{damaged\n";
    std::fs::write(folder.join("s.jsonl"), lines).unwrap();
    for (more, code) in [(&[][..], 0), (&["--strict", "--rescan"], 4)] {
        let command = &mut cclake();
        command.env("XDG_STATE_HOME", state.path()).arg("--lake").arg(lake.path()).args(["ingest", "--machine", "m"]).arg(root.path());
        assert_eq!(command.args(more).output().unwrap().status.code(), Some(code));
        assert_eq!(lake.csv("select machine, (select count(*) from ingest_errors) as damaged from prompts"), "machine,damaged\nm,1\n");
    }
}

#[test]
fn the_summary_of_an_ingest_is_one_object() {
    let (lake, state, root) = (Lake::empty(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let command = &mut cclake();
    command.env("XDG_STATE_HOME", state.path()).arg("--lake").arg(lake.path()).arg("ingest").arg(root.path()).args(["--format", "json", "--strict"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let keys = "sources sources_read sources_failed lines damaged_lines pending_lines records requests tool_calls unpriced_models bytes seconds files_written";
    for key in keys.split(' ') {
        assert!(summary.get(key).is_some(), "{key}");
    }
    assert_eq!(summary["sources"], 0);
}

/// Scenario: a reader that stops after one line of many.
/// Guarantees: the program ends quietly, with 0.
#[test]
fn a_broken_pipe_is_no_error() {
    let lake = Lake::empty();
    let mut child = cclake()
        .arg("--lake")
        .arg(lake.path())
        .args(["sql", "from range(1000000)", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut begin = [0; 6];
    child.stdout.take().unwrap().read_exact(&mut begin).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(&begin, b"range\n");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn statements_come_from_arguments_files_and_standard_input() {
    let lake = Lake::empty();
    let file = lake.path().join("q.sql");
    std::fs::write(&file, "-- a file\nselect 2 as a;\n").unwrap();
    assert_eq!(lake.csv("select 1 as a"), "a\n1\n");
    assert_eq!(lake.run(&["sql", "-f", file.to_str().unwrap(), "--format", "csv"]).stdout, b"a\n2\n");
    assert_eq!(lake.run(&["sql", "--format", "csv", "-- the first\nselect 1 as a"]).stdout, b"a\n1\n");
    assert_eq!(lake.run(&["sql", "-- the first\nselect 1 as a", "--format", "csv"]).stdout, b"a\n1\n");
    for arguments in [&["sql", "-", "--format", "csv"][..], &["sql", "-f", "-", "--format", "csv"]] {
        assert_eq!(lake.run_with(arguments, "select 3 as a").stdout, b"a\n3\n");
    }
}

/// Scenario: terminals of three widths, and rows that fit the first, can be broken at spaces for the second, and are too wide for the third.
/// Guarantees: no number or short word is broken; what is too wide for columns has a line for each value.
#[test]
fn tables_fit_the_terminal() {
    let lake = Lake::empty();
    let table = |width: &str| {
        let question = "select 'one two three four five' as words, 1234567890123 as number, 'abc' as name";
        let output = cclake().env("COLUMNS", width).arg("--lake").arg(lake.path()).args(["sql", question]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_snapshot!(table("48"), @r"
    words                           number  name
    ──────────────────────────────────────────────
    one two three four five  1234567890123  abc
    ");
    assert_snapshot!(table("38"), @r"
    words                   number  name
    ──────────────────────────────────────
    one two three    1234567890123  abc
    four five
    ");
    assert_snapshot!(table("24"), @r"
    ── 1 ──
    words   one two three four five
    number  1234567890123
    name    abc
    ");
}

/// Scenario: a plan, which the engine draws with lines of its own, on what holds a control character.
/// Guarantees: it is shown as it is drawn, and nothing in it reaches the terminal as a command.
#[test]
fn a_plan_is_a_drawing() {
    let lake = Lake::empty();
    let plan =
        String::from_utf8(lake.run(&["sql", "explain analyze select count(*) from range(10) where range::varchar <> '\u{1b}[31m'"]).stdout).unwrap();
    assert!(plan.lines().count() > 5 && plan.contains('│'), "{plan}");
    assert!(!plan.contains("\\n") && !plan.contains('\u{1b}'), "{plan}");
}

#[test]
fn the_lake_is_found_by_option_variable_or_data_folder() {
    let lake = Lake::named("cclake");
    lake.write("sessions", "2026-05", "m", &[&[("session_id", "s")]]);
    let count = ["sql", "select count(*) as n from sessions", "--format", "csv"];
    assert_eq!(cclake().env("CCLAKE_LAKE", lake.path()).args(count).output().unwrap().stdout, b"n\n1\n");
    assert_eq!(cclake().env("XDG_DATA_HOME", lake.path().parent().unwrap()).args(count).output().unwrap().stdout, b"n\n1\n");
    let mut empty = cclake();
    let empty = empty.envs(["CCLAKE_LAKE", "CCLAKE_CONFIG", "CCLAKE_QUERIES"].map(|variable| (variable, "")));
    assert_eq!(empty.env("XDG_DATA_HOME", lake.path().parent().unwrap()).args(count).output().unwrap().stdout, b"n\n1\n");
    assert_eq!(cclake().env("CCLAKE_LAKE", "/nowhere").args(count).arg("--lake").arg(lake.path()).output().unwrap().stdout, b"n\n1\n");
}

#[test]
fn a_demo_tree_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let demo = || code_and_errors(cclake().args(["demo", "--mb", "1"]).arg(folder.path()));
    assert_eq!(demo().0, Some(0));
    assert!(folder.path().join(".claude/projects").is_dir());
    assert_eq!(demo().0, Some(1));
}
