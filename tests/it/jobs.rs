//! Scheduled jobs: what they write, note and say, with the clock given.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fixture::cclake;

/// A home folder with one transcript, settings, and a lake to be.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new(settings: &str) -> Self {
        let home = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(home.path().join(".claude/projects/p")).unwrap();
        home.write("cclake.toml", &format!("lake = 'lake'\nsources = ['.claude']\nmachine = 'm'\ntz = 'UTC'\n{settings}"));
        home
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path().join(path), text).unwrap();
    }

    /// Adds a response of this many output tokens at a time: a cent for each ten thousand (Haiku 4.5 costs 5 dollars for a million).
    fn add(&self, ts: &str, output: u64) {
        let file = self.path().join(".claude/projects/p/s.jsonl");
        let line = json!({"type": "assistant", "uuid": ts, "sessionId": "s", "cwd": "/work/app", "timestamp": ts, "requestId": ts, "version": "2.1.0",
            "message": {"id": format!("msg_{ts}"), "type": "message", "role": "assistant", "model": "claude-haiku-4-5-20251001", "content": [],
                "stop_reason": "end_turn", "usage": {"input_tokens": 0, "output_tokens": output}}});
        let before = fs::read_to_string(&file).unwrap_or_default();
        fs::write(file, format!("{before}{line}\n")).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = cclake();
        command.env("HOME", self.path()).env("XDG_CONFIG_HOME", self.path().join("config")).env("TZ", "UTC").current_dir(self.path());
        command.arg("--config").arg(self.path().join("cclake.toml")).args(arguments).output().unwrap()
    }

    /// Runs the job `j` at a time; its exit code, and what it says.
    fn job(&self, now: &str) -> (i32, String) {
        let output = self.run(&["job", "run", "j", "--now", now]);
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    }

    fn outputs(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(self.path().join("out")).into_iter().flatten().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn output(&self, name: &str) -> String {
        fs::read_to_string(self.path().join("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn csv(&self, sql: &str) -> String {
        let output = self.run(&["sql", sql, "--format", "csv"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

const DAILY: &str = "[[jobs]]\nname = 'j'\nschedule = '0 6 * * *'\nperiod = 'yesterday'\n";
const REPORT: &str = "[[jobs.reports]]\nreport = 'daily'\noutput = 'out/{since}.csv'\n";

/// Scenario: a job for each day, from Monday to Sunday, with nothing from Wednesday to Friday, when the machine was off.
/// Guarantees: each day has its output, with its own rows only; the run after the gap makes up for it; the watermark is the newest record.
#[test]
fn a_week_day_by_day() {
    let home = Home::new(&format!("{DAILY}{REPORT}"));
    for (day, tokens) in [("23", 10_000), ("24", 20_000), ("25", 30_000), ("27", 40_000), ("28", 50_000)] {
        home.add(&format!("2026-11-{day}T12:00:00.000Z"), tokens);
    }
    assert_eq!(home.job("2026-11-24T06:00:00Z").0, 0);
    assert_eq!(home.outputs(), ["2026-11-23.csv"]);
    assert_eq!(home.job("2026-11-25T06:00:00Z").0, 0);
    let (code, said) = home.job("2026-11-29T06:00:00Z");
    assert_eq!(code, 0, "{said}");
    assert_eq!(home.outputs(), ["2026-11-23.csv", "2026-11-24.csv", "2026-11-25.csv", "2026-11-26.csv", "2026-11-27.csv", "2026-11-28.csv"]);
    for (day, cost) in [("23", "0.05"), ("24", "0.10"), ("25", "0.15"), ("27", "0.20"), ("28", "0.25")] {
        let text = home.output(&format!("2026-11-{day}.csv"));
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert!(rows.len() == 1 && rows[0].starts_with(&format!("2026-11-{day},")) && rows[0].contains(&format!(",{cost}0000000000,")), "{text}");
    }
    assert_eq!(home.output("2026-11-26.csv").lines().count(), 1, "a day without requests has no rows");
    let runs = "select first_day, last_day, status, rows, strftime(watermark, '%d %H') as watermark from job_runs order by last_day";
    assert_eq!(
        home.csv(runs),
        "first_day,last_day,status,rows,watermark\n2026-11-23,2026-11-23,done,1,28 12\n2026-11-24,2026-11-24,done,1,28 12\n2026-11-25,2026-11-25,done,1,28 12\n\
         2026-11-26,2026-11-26,done,0,28 12\n2026-11-27,2026-11-27,done,1,28 12\n2026-11-28,2026-11-28,done,1,28 12\n"
    );
}

/// Scenario: a gap that is longer than what is made up for.
/// Guarantees: the latest periods are covered, and what is left out is said.
#[test]
fn catching_up_has_a_limit() {
    let home = Home::new(&format!("{DAILY}catch_up = 2\n{REPORT}"));
    home.add("2026-11-10T12:00:00.000Z", 1);
    home.job("2026-11-11T06:00:00Z");
    let (code, said) = home.job("2026-11-21T06:00:00Z");
    assert_eq!(code, 0);
    assert!(said.contains("7 missed periods are more than catch_up = 2 and are left out"), "{said}");
    assert_eq!(home.outputs(), ["2026-11-10.csv", "2026-11-18.csv", "2026-11-19.csv", "2026-11-20.csv"]);
}

/// Scenario: the same period again, and again when more has happened since.
/// Guarantees: the bytes are the same, of a digest too while the lake is; with `on_change` nothing is written and nobody is told.
#[test]
fn a_period_gives_the_same_bytes() {
    let told = "[jobs.after]\nsuccess = ['sh', '-c', 'cat >> told']\n";
    let reports = "[[jobs.reports]]\nreport = 'digest'\noutput = 'out/{since}.{ext}'\nformats = ['markdown', 'html', 'json', 'table']\n[[jobs.reports]]\nreport = 'models'\noutput = 'out/m-{until}.parquet'\ncompare = true\n";
    for on_change in [false, true] {
        let home = Home::new(&format!("{DAILY}on_change = {on_change}\n{reports}{told}"));
        home.add("2026-11-22T12:00:00.000Z", 1000);
        home.add("2026-11-23T12:00:00.000Z", 2000);
        assert_eq!(home.job("2026-11-24T06:00:00Z").0, 0);
        let read = || home.outputs().iter().map(|name| fs::read(home.path().join("out").join(name)).unwrap()).collect::<Vec<_>>();
        let before = read();
        assert_eq!(before.len(), 5);
        assert_eq!(home.job("2026-11-24T18:00:00Z").0, 0);
        assert_eq!(read(), before);
        let told = fs::read_to_string(home.path().join("told")).unwrap();
        assert_eq!(told.lines().count(), if on_change { 1 } else { 2 });
        let told: Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
        assert_eq!((&told["job"], &told["status"], &told["since"]), (&json!("j"), &json!("done"), &json!("2026-11-23")));
        assert_eq!(told["outputs"].as_array().unwrap().len(), 5);
        let statuses = if on_change { "done\nunchanged\n" } else { "done\ndone\n" };
        assert_eq!(home.csv("select status from job_runs order by ts"), format!("status\n{statuses}"));
        home.add("2026-11-24T05:00:00.000Z", 3000);
        assert_eq!(home.job("2026-11-24T20:00:00Z").0, 0);
        assert_eq!(home.outputs()[4], "m-2026-11-23.parquet");
        assert_eq!(read()[4], before[4], "what is after the period is none of it");
    }
}

/// Scenario: thresholds and a budget.
/// Guarantees: exit code 3 where one is crossed, the report is there all the same, and the row is noted and told.
#[test]
fn thresholds_end_with_three() {
    let settings = format!(
        "[[budgets]]\nname = 'team'\namount_usd = '0.06'\n[[budgets]]\nname = 'other'\namount_usd = 1\nproject = 'other'\n{DAILY}{REPORT}fail_if = 'cost_usd > 0.07'\n[[jobs.reports]]\nreport = 'budget'\noutput = 'out/budget.csv'\nfail_if = 'is_over'\n"
    );
    let home = Home::new(&settings);
    home.add("2026-11-23T12:00:00.000Z", 10_000);
    home.add("2026-11-24T12:00:00.000Z", 20_000);
    let (code, said) = home.job("2026-11-24T06:00:00Z");
    assert_eq!(code, 0, "{said}");
    assert!(
        home.output("budget.csv").contains("team,month,2026-11-01,2026-11-30,7,0.050000000000,0.060000000000,0.833333,"),
        "{}",
        home.output("budget.csv")
    );
    let (code, said) = home.job("2026-11-25T06:00:00Z");
    assert_eq!(code, 3);
    assert!(
        said.contains("crossed: daily: cost_usd > 0.07: {\"day\":\"2026-11-24\"") && said.contains("crossed: budget: is_over: {\"budget\":\"team\""),
        "{said}"
    );
    assert!(home.outputs().contains(&"2026-11-24.csv".to_owned()));
    assert_eq!(home.csv("select status, json_array_length(crossed) as n from job_runs order by ts"), "status,n\ndone,\ncrossed,2\n");
    let output = home.run(&["report", "budget", "--now", "2026-11-25T06:00:00Z", "--fail-if", "is_over", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("other,month,2026-11-01,2026-11-30,5,0.000000000000,1.000000000000,0.000000,"));
}

/// Scenario: only so many outputs are to stay, and somebody changed one.
/// Guarantees: the oldest go, the newest stay, and what others changed is not ours to remove.
#[test]
fn old_outputs_go() {
    let home = Home::new(&format!("{DAILY}keep = 2\n{REPORT}"));
    home.add("2026-11-20T12:00:00.000Z", 1);
    home.job("2026-11-21T06:00:00Z");
    home.job("2026-11-22T06:00:00Z");
    home.write("out/2026-11-20.csv", "mine now");
    home.job("2026-11-23T06:00:00Z");
    home.job("2026-11-24T06:00:00Z");
    assert_eq!(home.outputs(), ["2026-11-20.csv", "2026-11-22.csv", "2026-11-23.csv"]);
}

/// Scenario: what goes wrong, each with the exit code of its kind.
/// Guarantees: a clear message; where the job began, the failure is noted and told; the lake is whole.
#[test]
fn what_goes_wrong_is_said() {
    let after = "[jobs.after]\nfailure = ['sh', '-c', 'cat > failed']\n";
    let cases = [
        ("missing source", "sources = ['gone']\n", "", REPORT, 1, "gone"),
        ("wrong zone", "", "", REPORT, 2, "Mars/Olympus: there is no such time zone"),
        ("bad SQL", "", "queries = 'queries'\n", "[[jobs.reports]]\nreport = 'bad'\noutput = 'out/bad.csv'\n", 1, "the report `bad`: Binder Error"),
        ("typo", "", "sorces = []\n", REPORT, 2, "cclake.toml: line 4: unknown field `sorces`"),
        (
            "no such report",
            "",
            "",
            "[[jobs.reports]]\nreport = 'dayly'\noutput = 'out/d.csv'\n",
            2,
            "there is no report `dayly`: did you mean `daily`?",
        ),
        (
            "no such parameter",
            "",
            "",
            "[[jobs.reports]]\nreport = 'daily'\noutput = 'out/d.csv'\nparams = { colour = 1 }\n",
            2,
            "has no parameter colour",
        ),
        ("bad condition", "", "", "[[jobs.reports]]\nreport = 'daily'\noutput = 'out/d.csv'\nfail_if = 'cost >'\n", 2, "the condition `cost >`"),
        ("inside the lake", "", "", "[[jobs.reports]]\nreport = 'daily'\noutput = 'lake/new/{since}/d.csv'\n", 1, "is inside the lake"),
        ("no such part", "", "", "[[jobs.reports]]\nreport = 'daily'\noutput = 'out/{day}.csv'\n", 2, "has a part that is unknown"),
        ("no folder", "", "", "[[jobs.reports]]\nreport = 'daily'\noutput = 'cclake.toml/d.csv'\n", 1, "cannot write"),
    ];
    for (name, sources, settings, report, code, said) in cases {
        let home = Home::new("");
        home.add("2026-11-23T12:00:00.000Z", 1);
        fs::create_dir_all(home.path().join("queries/reports")).unwrap();
        home.write("queries/reports/bad.sql", "select nothing from requests");
        let sources = if sources.is_empty() { "sources = ['.claude']\n" } else { sources };
        let tz = if name == "wrong zone" { "tz = 'Mars/Olympus'\n" } else { "tz = 'UTC'\n" };
        // A lake is there already, from a run that went well.
        home.write("cclake.toml", &format!("lake = 'lake'\nsources = ['.claude']\nmachine = 'm'\ntz = 'UTC'\n{DAILY}{REPORT}"));
        assert_eq!(home.job("2026-11-24T06:00:00Z").0, 0, "{name}");
        home.write("cclake.toml", &format!("lake = 'lake'\n{sources}{tz}{settings}machine = 'm'\n{DAILY}{report}{after}"));
        let (found, message) = home.job("2026-11-25T06:00:00Z");
        assert_eq!(found, code, "{name}: {message}");
        assert!(message.contains(said), "{name}: {message}");
        home.write("cclake.toml", "lake = 'lake'\nsources = ['.claude']\nmachine = 'm'\ntz = 'UTC'\n");
        assert_eq!(home.csv("select count(*) as n from requests"), "n\n1\n", "{name}");
        if code == 1 && name != "inside the lake" {
            let told: Value = serde_json::from_str(&fs::read_to_string(home.path().join("failed")).unwrap()).unwrap();
            assert!(told["status"] == "failed" && told["error"].as_str().unwrap().contains(said), "{name}: {told}");
            assert_eq!(home.csv("select status from job_runs order by ts"), "status\ndone\nfailed\n", "{name}");
        }
    }
}

/// Scenario: another ingest holds the lake.
/// Guarantees: a job that does not wait is skipped, says who holds it, and the next run makes up for it.
#[test]
fn a_busy_lake_is_waited_for_or_left_alone() {
    let home = Home::new(&format!("{DAILY}wait = false\n{REPORT}"));
    home.add("2026-11-23T12:00:00.000Z", 1);
    let lake = cclake_lake::Lake::open(&home.path().join("lake"), "m").unwrap();
    let lock = lake.lock(false).unwrap();
    let (code, said) = home.job("2026-11-24T06:00:00Z");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("skipped: "), "{said}");
    assert!(home.outputs().is_empty());
    drop(lock);
    assert_eq!(home.job("2026-11-25T06:00:00Z").0, 0);
    assert_eq!(home.outputs(), ["2026-11-24.csv"]);
}

/// Scenario: two jobs in the same minute.
/// Guarantees: both write their reports and note their runs.
#[test]
fn two_jobs_at_once() {
    let other = DAILY.replace("'j'", "'k'");
    let home = Home::new(&format!("{DAILY}{REPORT}{other}{}", REPORT.replace("out/", "out/k-")));
    home.add("2026-11-23T12:00:00.000Z", 1);
    let spawn = |job: &str| {
        let mut command = cclake();
        command.arg("--config").arg(home.path().join("cclake.toml")).args(["job", "run", job, "--now", "2026-11-24T06:00:00Z"]).spawn().unwrap()
    };
    let mut children = ["j", "k", "j", "k"].map(spawn);
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(home.outputs(), ["2026-11-23.csv", "k-2026-11-23.csv"]);
    assert_eq!(home.csv("select job, status, count(*) as n from job_runs group by all order by job"), "job,status,n\nj,done,1\nk,done,1\n");
}

/// Scenario: a run is killed at any moment, and runs again.
/// Guarantees: each output is there as a whole, and the lake is whole.
#[test]
fn a_killed_run_runs_again() {
    let home = Home::new(&format!("{DAILY}{REPORT}"));
    home.add("2026-11-23T12:00:00.000Z", 10_000);
    for ms in [1, 5, 10, 20, 40, 80, 160] {
        let mut command = cclake();
        let mut child =
            command.arg("--config").arg(home.path().join("cclake.toml")).args(["job", "run", "j", "--now", "2026-11-24T06:00:00Z"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(ms));
        child.kill().unwrap();
        child.wait().unwrap();
        for name in home.outputs().iter().filter(|name| !name.starts_with('.')) {
            assert!(home.output(name).contains(",0.050000000000,"), "half an output after {ms} ms");
        }
    }
    assert_eq!(home.job("2026-11-24T06:00:00Z").0, 0);
    assert_eq!(home.csv("select count(*) as n from requests"), "n\n1\n");
    assert_eq!(home.csv("select count(distinct last_day) as n from job_runs where status = 'done'"), "n\n1\n");
    assert!(home.output("2026-11-23.csv").contains(",0.050000000000,"));
}

#[test]
fn jobs_are_listed_with_their_next_time() {
    let home = Home::new(&format!("{DAILY}{REPORT}"));
    home.add("2026-11-23T12:00:00.000Z", 1);
    let list = |now: &str| {
        let output = home.run(&["job", "list", "--format", "csv", "--now", now]);
        String::from_utf8(output.stdout).unwrap()
    };
    let header = "job,schedule,next,period,reports,last_status,covered_until\n";
    assert_eq!(list("2026-11-24T05:00:00Z"), format!("{header}j,0 6 * * *,2026-11-24 06:00,yesterday,daily,,\n"));
    home.job("2026-11-24T06:00:00Z");
    assert_eq!(list("2026-11-24T06:00:00Z"), format!("{header}j,0 6 * * *,2026-11-25 06:00,yesterday,daily,done,2026-11-23\n"));
    let status = String::from_utf8(home.run(&["job", "status", "--format", "csv"]).stdout).unwrap();
    assert!(status.lines().nth(1).unwrap().starts_with("2026-11-24 06:00,j,done,2026-11-23,2026-11-23,1,"), "{status}");
    let unknown = home.run(&["job", "run", "x"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&unknown.stderr).contains("there is no job `x` in ")
            && String::from_utf8_lossy(&unknown.stderr).contains("there are j")
    );
}

/// Scenario: the units and the table that `install` would write.
/// Guarantees: systemd's own checker takes the units, and its calendar runs at the times that cron's line says.
#[test]
fn units_are_as_systemd_wants_them() {
    let home = Home::new(&format!("{DAILY}{REPORT}"));
    let printed = |kind: &str| String::from_utf8(home.run(&["job", "install", kind, "--print"]).stdout).unwrap();
    let cron = printed("--cron");
    let config = home.path().join("cclake.toml");
    assert!(
        cron.contains(&format!(
            "\n0 6 * * * '{}' '--config' '{}' '--lake' '{}' 'job' 'run' 'j'\n",
            env!("CARGO_BIN_EXE_cclake"),
            config.display(),
            home.path().join("lake").display()
        )),
        "{cron}"
    );
    let units = printed("--systemd");
    let files: Vec<(PathBuf, String)> = units
        .split("# /")
        .skip(1)
        .map(|unit| {
            let (path, text) = unit.split_once('\n').unwrap();
            let path = home.path().join(Path::new(path).file_name().unwrap());
            fs::write(&path, text).unwrap();
            (path, text.to_owned())
        })
        .collect();
    assert_eq!(files.len(), 2, "{units}");
    let Ok(output) = Command::new("systemd-analyze").args(["--user", "verify"]).args(files.iter().map(|(path, _)| path)).output() else {
        eprintln!("skipped: there is no systemd-analyze");
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("cclake-j"), "{said}");
    let calendar = files[1].1.lines().find_map(|line| line.strip_prefix("OnCalendar=")).unwrap();
    let output =
        Command::new("systemd-analyze").args(["calendar", "--base-time", "2026-11-24 05:00:00 UTC", calendar]).env("TZ", "UTC").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("Tue 2026-11-24 06:00:00 UTC"), "{said}");
}

/// Scenario: `install` and `uninstall` with a `crontab` that keeps its table in a file.
/// Guarantees: lines of others stay, installing twice is as once, and nothing of ours is left.
#[test]
fn a_table_of_cron_keeps_what_others_wrote() {
    let home = Home::new(&format!("{DAILY}{REPORT}"));
    let bin = home.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let script = "#!/bin/sh\ncase \"$1\" in -l) [ -f \"$HOME/table\" ] && cat \"$HOME/table\";; -) cat > \"$HOME/table\";; esac\n";
    fs::write(bin.join("crontab"), script).unwrap();
    fs::set_permissions(bin.join("crontab"), fs::Permissions::from_mode(0o755)).unwrap();
    let others = "MAILTO=me@example.com\n0 1 * * * backup\n";
    home.write("table", others);
    let run = |arguments: &[&str]| {
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut command = cclake();
        command.env("PATH", path).env("HOME", home.path()).arg("--config").arg(home.path().join("cclake.toml")).args(arguments);
        assert!(command.output().unwrap().status.success());
        fs::read_to_string(home.path().join("table")).unwrap()
    };
    let installed = run(&["job", "install", "--cron"]);
    assert!(installed.starts_with(others) && installed.contains("'job' 'run' 'j'"), "{installed}");
    assert_eq!(run(&["job", "install", "--cron"]), installed);
    assert_eq!(run(&["job", "uninstall", "--cron"]), others);
}

/// Scenario: a real cron daemon, with the table that `install` prints.
/// Guarantees: it runs the job, and the report is there. Slow, since cron looks once a minute; it needs root and the package `cron`.
#[test]
fn cron_runs_a_job() {
    if std::env::var_os("CCLAKE_CRON").is_none() {
        eprintln!("skipped: CCLAKE_CRON is not set");
        return;
    }
    let home = Home::new(&format!("{}{}", DAILY.replace("0 6 * * *", "* * * * *"), REPORT));
    let yesterday = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(24);
    home.add(&yesterday.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string(), 10_000);
    let table = String::from_utf8(home.run(&["job", "install", "--cron", "--print"]).stdout).unwrap();
    // The system's own folder for tables has a column for the user.
    let line = table.lines().find(|line| line.contains("'job'")).unwrap().replacen("* * * * *", "* * * * * root", 1);
    let library = std::env::var("LD_LIBRARY_PATH").map(|path| format!("LD_LIBRARY_PATH={path}\n")).unwrap_or_default();
    let file = PathBuf::from(format!("/etc/cron.d/cclake-test-{}", std::process::id()));
    fs::write(&file, format!("{library}{line}\n")).unwrap();
    let mut daemon = Command::new("cron").arg("-f").spawn().unwrap();
    let path = home.path().join("out").join(yesterday.strftime("%Y-%m-%d.csv").to_string());
    let appeared = (0..90).any(|_| {
        std::thread::sleep(std::time::Duration::from_secs(1));
        path.exists()
    });
    daemon.kill().unwrap();
    daemon.wait().unwrap();
    fs::remove_file(file).unwrap();
    assert!(appeared, "there is no {}", path.display());
    assert!(fs::read_to_string(path).unwrap().contains(",0.050000000000,"));
}

/// The schema that is shipped is that of the program.
#[test]
fn the_schema_of_the_settings_is_shipped() {
    let shipped = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cclake.schema.json")).unwrap();
    let output = cclake().args(["job", "schema"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), shipped);
}
