//! The reports: each answers on any lake as it describes itself, and their totals agree.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use arrow::util::display::array_value_to_string;
use cclake_query::{Answer, Ask, Content, Hint, Library, Options, Report, Session};
use jiff::tz::TimeZone;

use crate::fixture::{Lake, cclake};
use crate::situations::World;

/// One world for all tests here, which only read it.
static WORLD: LazyLock<World> = LazyLock::new(|| {
    let (world, _) = World::synthetic(7);
    world.add_run();
    world.ingest(2);
    world
});

fn session(lake: &std::path::Path, zone: &str) -> Session {
    let now = Some("2026-07-20T09:30:00Z".parse().unwrap());
    Session::open(lake, &Options { tz: TimeZone::get(zone).unwrap(), now, library: Library::bundled() }).unwrap()
}

/// The reports that are queries, with these.
fn queries() -> impl Iterator<Item = (&'static Report, &'static str)> {
    Library::bundled().reports().iter().filter_map(|report| match &report.content {
        Content::Query { query, .. } => Some((report, *query)),
        Content::Page(_) => None,
    })
}

fn report(name: &str) -> &'static Report {
    Library::bundled().report(name).unwrap_or_else(|| panic!("there is no report {name}"))
}

fn asking(values: &[(&str, &str)]) -> Ask {
    Ask { values: values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(), ..Ask::default() }
}

/// The texts of a column.
fn column(answer: &Answer, name: &str) -> Vec<String> {
    let at = answer.schema.index_of(name).unwrap();
    let texts = answer.batches.iter().flat_map(|batch| (0..batch.num_rows()).map(|row| array_value_to_string(batch.column(at), row).unwrap()));
    texts.collect()
}

/// The sum of a column in its smallest unit, and whether all of it is unknown.
fn sum(answer: &Answer, name: &str) -> i128 {
    column(answer, name).iter().filter(|text| !text.is_empty()).map(|text| text.replace('.', "").parse::<i128>().unwrap()).sum()
}

/// Scenario: every report on a lake without rows, and on a synthetic one.
/// Guarantees: it answers, with the columns, in the order and of the types that it describes.
#[test]
fn reports_are_as_they_describe_themselves() {
    let empty = Lake::empty();
    for lake in [empty.path().to_owned(), WORLD.lake()] {
        let mut session = session(&lake, "UTC");
        for (report, query) in queries() {
            let (_, columns) = session.report(report, &Ask::default()).unwrap_or_else(|error| panic!("{}: {error}", report.name));
            let real = session.query(&format!("describe {query}")).unwrap();
            let real: Vec<_> = column(&real, "column_name").into_iter().zip(column(&real, "column_type")).collect();
            let described: Vec<_> = columns.iter().map(|column| (column.field.name.to_owned(), column.field.kind.to_owned())).collect();
            assert_eq!(real, described, "{}", report.name);
        }
    }
}

/// Scenario: the texts of the reports.
/// Guarantees: what they read are the parameters that they describe, and the rows have an order.
#[test]
fn reports_describe_what_they_can_be_asked_for() {
    for (report, query) in queries() {
        let shared =
            [("in_period(", &["since", "until"][..]), ("in_project(", &["project"]), ("in_model(", &["model"]), ("breakdown_of(", &["breakdown"])];
        let read = query.split("getvariable('").skip(1).map(|rest| rest.split('\'').next().unwrap()).filter(|name| !["now", "tz"].contains(name));
        let through = shared.iter().filter(|(call, _)| query.contains(call)).flat_map(|(_, names)| names.iter().copied());
        let read: BTreeSet<&str> = read.chain(through).collect();
        let described: BTreeSet<&str> = report.parameters.iter().map(|parameter| parameter.name).collect();
        assert_eq!(read, described, "{}", report.name);
        let end = query.rfind("order by").unwrap_or_else(|| panic!("{} has no order", report.name));
        assert!(!query[end..].contains("from ") && !query[end..].contains("group by"), "{} does not end with its order", report.name);
    }
}

/// Scenario: reports that have a row for every request, for all time and for parts of it.
/// Guarantees: their sums are those of the requests.
#[test]
fn costs_add_up_in_every_report() {
    let mut session = session(&WORLD.lake(), "America/Santiago");
    let all_of_it = [
        "hourly",
        "daily",
        "weekly",
        "monthly",
        "models",
        "projects",
        "sessions",
        "totals",
        "branches",
        "components",
        "cache",
        "agent_types",
        "sidechains",
        "cost_per_line",
    ];
    for (values, filter) in [
        (&[][..], "true"),
        (&[("since", "2026-05-01"), ("until", "2026-06-15")], "day between date '2026-05-01' and date '2026-06-15'"),
        (&[("project", "monorepo")], "repo = '/work/monorepo'"),
        (&[("model", "OPUS")], "model like '%opus%'"),
    ] {
        let total = session.query(&format!("select sum(cost_usd) as cost_usd, count(*) as requests from requests where {filter}")).unwrap();
        assert!(sum(&total, "requests") > 0, "{filter}");
        for name in all_of_it {
            let (answer, columns) = session.report(report(name), &asking(values)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(sum(&answer, "cost_usd"), sum(&total, "cost_usd"), "{name} where {filter}");
            if columns.iter().any(|column| column.field.name == "requests" && column.is(Hint::Sum)) {
                assert_eq!(sum(&answer, "requests"), sum(&total, "requests"), "{name} where {filter}");
            }
        }
    }
}

/// Scenario: reports that have a row for every call.
/// Guarantees: their sums are those of the tables.
#[test]
fn calls_add_up_in_every_report() {
    let mut session = session(&WORLD.lake(), "UTC");
    for (name, table) in [("tools", "tool_calls"), ("slow_tools", "tool_calls"), ("commands", "bash")] {
        let (answer, _) = session.report(report(name), &Ask::default()).unwrap();
        let total = session.query(&format!("select count(*) as calls from {table}")).unwrap();
        assert_eq!(sum(&answer, "calls"), sum(&total, "calls"), "{name}");
    }
}

/// Scenario: a breakdown of days.
/// Guarantees: the parts of a day are the day.
#[test]
fn parts_add_up() {
    let mut session = session(&WORLD.lake(), "Asia/Kathmandu");
    let (whole, _) = session.report(report("daily"), &Ask::default()).unwrap();
    for part in ["model", "project", "repo", "branch", "thread"] {
        let (parts, _) = session.report(report("daily"), &asking(&[("breakdown", part)])).unwrap();
        assert_eq!(sum(&parts, "cost_usd"), sum(&whole, "cost_usd"), "{part}");
        assert_eq!(column(&parts, "day").into_iter().collect::<BTreeSet<_>>(), column(&whole, "day").into_iter().collect::<BTreeSet<_>>(), "{part}");
    }
    let error = session.report(report("daily"), &asking(&[("breakdown", "colour")])).unwrap_err().to_string();
    assert_eq!(error, "breakdown cannot be `colour`: model, project, repo, branch, thread are what it can be");
}

/// Scenario: a month beside the one before, and days beside as many.
/// Guarantees: what is beside is what the period before has, and no row of either is lost.
#[test]
fn the_period_before_stands_beside() {
    let mut session = session(&WORLD.lake(), "UTC");
    for (name, this, before) in [
        ("models", ["2026-06-01", "2026-06-30"], ["2026-05-01", "2026-05-31"]),
        ("daily", ["2026-06-01", "2026-06-30"], ["2026-05-01", "2026-05-31"]),
        ("monthly", ["2026-05-01", "2026-06-30"], ["2026-03-01", "2026-04-30"]),
        ("totals", ["2026-06-01", "2026-06-15"], ["2026-05-17", "2026-05-31"]),
    ] {
        let of = |[since, until]: [&str; 2]| asking(&[("since", since), ("until", until)]);
        let (both, columns) = session.report(report(name), &Ask { compare: true, ..of(this) }).unwrap();
        let names: Vec<_> = both.schema.fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(columns.iter().map(|column| column.field.name.to_owned()).collect::<Vec<_>>(), names, "{name}");
        let [(this, _), (before, _)] = [this, before].map(|period| session.report(report(name), &of(period)).unwrap());
        assert!(sum(&this, "requests") > 0 && sum(&before, "requests") > 0, "{name}");
        for figure in ["requests", "cost_usd", "output_tokens"] {
            assert_eq!(sum(&both, figure), sum(&this, figure), "{name} {figure}");
            assert_eq!(sum(&both, &format!("previous_{figure}")), sum(&before, figure), "{name} {figure}");
            assert_eq!(sum(&both, &format!("change_{figure}")), sum(&this, figure) - sum(&before, figure), "{name} {figure}");
        }
    }
    let error = session.report(report("models"), &Ask { compare: true, ..Ask::default() }).unwrap_err().to_string();
    assert_eq!(error, "what is compared has to begin: since is missing");
}

/// Scenario: values, orders and conditions that would be statements if they were pasted into one.
/// Guarantees: values are nothing but values; all else is refused or reads nothing but rows.
#[test]
fn what_is_asked_is_never_a_statement() {
    let lake = Lake::empty();
    lake.write("requests", "2026-05", "m", &[&[("response_id", "r"), ("model", "it's'); drop view requests; --")]]);
    let mut session = lake.session();
    let (answer, _) = session.report(report("models"), &asking(&[("model", "it's'); drop view requests; --")])).unwrap();
    assert_eq!(column(&answer, "requests"), ["1"]);
    let (answer, _) = session.report(report("models"), &asking(&[("project", "' or true or '")])).unwrap();
    assert_eq!(column(&answer, "requests"), [""; 0]);
    for values in [[("since", "2026-01-01'; drop view requests; --")], [("until", "tomorrow")]] {
        let error = session.report(report("models"), &asking(&values)).unwrap_err().to_string();
        assert!(error.contains("is no DATE"), "{error}");
    }
    for order in ["model; drop view requests", "model\" desc; --", "(select 1)", "requests:sideways"] {
        let refused = session.report(report("models"), &Ask { order: Some(order.to_owned()), ..Ask::default() });
        assert!(matches!(refused, Err(cclake_query::Error::Ask(_))), "{order}");
    }
    let folder = lake.path().display();
    for condition in [
        "true) or (true",
        "true) union all (select * from read_csv('/etc/passwd')",
        "exists (select * from read_text('/etc/passwd'))",
        "true); copy requests to '/tmp/cclake-out.csv'; select (true",
        &format!("true); copy (select 1) to '{folder}/out.csv'; select (true"),
        &format!("true); export database '{folder}/out'; select (true"),
        "true); install httpfs; select (true",
        "true); attach '/tmp/cclake-other.db'; select (true",
        "true); create table t as (select 1",
        "true); set threads = 1; select (true",
        "(select count(*) from query('create table t (a int)')) > 0",
    ] {
        let refused = session.crossing(report("models"), &Ask::default(), condition);
        assert!(matches!(refused, Err(cclake_query::Error::Ask(_))), "{condition}");
    }
    assert!(session.crossing(report("models"), &Ask::default(), "requests >= 1").unwrap().is_some());
    assert!(session.crossing(report("models"), &Ask::default(), "requests > 1").unwrap().is_none());
    let left: Vec<_> = std::fs::read_dir(lake.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// Scenario: a folder of one's own queries.
/// Guarantees: they add to the program's and replace them, can do no more than those, and what is wrong is said with its file and line.
#[test]
fn own_queries_are_reports_like_others() {
    let lake = Lake::empty();
    lake.write("requests", "2026-05", "m", &[&[("response_id", "r"), ("model", "a")], &[("response_id", "s"), ("model", "b")]]);
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("macros/twice.sql", "create or replace macro twice(x) as 2 * x");
    write("views/used_models.sql", "select distinct model from requests");
    write(
        "mine.sql",
        "-- description: Mine\n-- param least INTEGER = 2: Least.\nselect model, twice(getvariable('least')) as n from used_models order by model",
    );
    write("reports/models.sql", "select 'other' as models");
    let run = |arguments: &[&str]| {
        let output = lake.run(&[arguments, &["--queries", folder.path().to_str().unwrap(), "--format", "csv"]].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&["report", "mine"]), (Some(0), "model,n\na,4\nb,4\n".to_owned()));
    assert_eq!(run(&["report", "mine", "--param", "least=5", "--order", "model:desc", "--top", "1"]), (Some(0), "model,n\nb,10\n".to_owned()));
    assert_eq!(run(&["report", "models"]), (Some(0), "models\nother\n".to_owned()));
    assert_eq!(run(&["sql", "select twice(count(*)) as n from used_models"]), (Some(0), "n\n4\n".to_owned()));
    for (text, said) in [
        ("copy (select 1) to '/tmp/cclake-own.csv'", "is refused: statements may only read"),
        ("select * from read_text('/etc/passwd')", "Permission Error"),
        ("create table t (a int)", "is refused: statements may only read"),
        ("select nothing from requests", "Referenced column \"nothing\" not found"),
        ("selekt 1", "syntax error at or near \"selekt\""),
    ] {
        write("mine.sql", text);
        let (code, output) = run(&["report", "mine"]);
        assert_eq!(code, Some(1), "{text}: {output}");
        assert!(output.contains(said), "{text}: {output}");
    }
    write("mine.sql", "select 1 as one");
    write("views/broken.sql", "select nothing from requests");
    let (code, output) = run(&["sql", "from broken"]);
    assert!(code == Some(1) && output.contains("the definition of `broken`: Binder Error"), "{output}");
    write("reports/own/wrong.sql", "-- description: Wrong\n-- loud\nselect 1");
    let (code, output) = run(&["report"]);
    assert_eq!((code, output.contains("reports/own/wrong.sql:2: `-- loud` says nothing")), (Some(1), true), "{output}");
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = cclake();
    command.arg("--lake").arg(WORLD.lake()).arg("report").args(arguments).args(["--tz", "UTC", "--now", "2026-07-20T09:30:00Z"]);
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Scenario: one report in every format, to standard output and to files.
/// Guarantees: programs get all rows and digits, or as many rows as they ask for; a file has the same bytes, and nothing lies beside it.
#[test]
fn formats_have_the_same_rows() {
    let csv = run(&["models", "--format", "csv"]).1;
    let rows = csv.lines().count() - 1;
    assert!(rows > 4);
    assert_eq!(run(&["models", "--format", "ndjson"]).1.lines().count(), rows);
    let json: Vec<serde_json::Value> = serde_json::from_str(&run(&["models", "--format", "json"]).1).unwrap();
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!((json.len(), json[0].as_object().unwrap().len()), (rows, names.len()));
    assert_eq!(run(&["models", "--format", "csv", "--top", "2"]).1.lines().collect::<Vec<_>>(), csv.lines().take(3).collect::<Vec<_>>());
    let html = run(&["models", "--format", "html"]).1;
    assert!(html.starts_with("<!doctype html>") && html.matches("<tr>").count() == rows + 2 && !html.contains("http"), "{html}");
    let folder = tempfile::tempdir().unwrap();
    for format in ["table", "json", "ndjson", "csv", "markdown", "html", "parquet"] {
        let file = folder.path().join(format);
        std::fs::write(&file, "before").unwrap();
        let (code, shown, said) = run(&["models", "--format", format, "--out", file.to_str().unwrap()]);
        assert_eq!((code, shown.as_str()), (Some(0), ""), "{said}");
        let written = std::fs::read(&file).unwrap();
        if format != "parquet" {
            assert_eq!(String::from_utf8(written).unwrap(), run(&["models", "--format", format]).1, "{format}");
        } else {
            assert!(written.starts_with(b"PAR1") && written.ends_with(b"PAR1"));
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 7);
    let by_ending = folder.path().join("models.json");
    assert_eq!(run(&["models", "--out", by_ending.to_str().unwrap()]).0, Some(0));
    assert_eq!(std::fs::read_to_string(by_ending).unwrap(), run(&["models", "--format", "json", "--out", "-"]).1);
    let (code, _, said) = run(&["models", "--out", folder.path().join("no/such/folder").to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("cannot write"), "{said}");
    let (code, _, said) = run(&["summary", "--format", "csv"]);
    assert!(code == Some(1) && said.contains("table, markdown, html and json are its formats"), "{said}");
    let page: serde_json::Value = serde_json::from_str(&run(&["summary", "--format", "json"]).1).unwrap();
    assert_eq!(page.as_object().unwrap().keys().collect::<Vec<_>>(), ["health", "in_all", "models", "most_costly_sessions", "projects", "tools"]);
}

/// Scenario: a terminal that is narrow, and one that is wide.
/// Guarantees: no line is wider, unless nothing can be left out any more; the key and what matters most stay.
#[test]
fn tables_fit_the_terminal() {
    for width in [80, 120, 200] {
        for report in Library::bundled().reports() {
            let mut command = cclake();
            command.env("COLUMNS", width.to_string()).arg("--lake").arg(WORLD.lake()).args(["report", report.name, "--tz", "UTC"]);
            let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
            for line in text.lines() {
                assert!(unicode_width::UnicodeWidthStr::width(line) <= width, "{} at {width}: {line}", report.name);
            }
        }
    }
}

/// Scenario: what is asked for and does not exist, or does not fit.
/// Guarantees: exit code 2, and what would be right.
#[test]
fn wrong_questions_are_said() {
    for (arguments, said) in [
        (&["dayly"][..], "there is no report `dayly`: did you mean `daily`?"),
        (&["daily", "--since", "soon"], "--since `soon` is no day"),
        (&["tools", "--model", "opus"], "the report `tools` has no parameter model: it has since, until, project"),
        (&["tools", "--param", "colour=red"], "the report `tools` has no parameter colour"),
        (&["tools", "--param", "colour"], "`colour` is not NAME=VALUE"),
        (&["allowlist", "--param", "min_calls=many"], "min_calls: `many` is no INTEGER"),
        (&["tools", "--order", "colour"], "the report `tools` has no column `colour` to be sorted by"),
        (&["tools", "--order", "calls:up"], "`up` is no direction: asc and desc are"),
        (&["tools", "--compare"], "what is compared has to begin: since is missing"),
        (&["sources", "--compare"], "the report `sources` cannot be compared"),
        (&["models", "--compare", "--since", "2026-02-02", "--until", "2026-02-01"], "the period ends before it begins"),
        (&["models", "--fail-if", "colour > 1"], "the condition `colour > 1`"),
        (&["models", "--since", "2026-02-02", "--until", "2026-02-01"], "the period ends before it begins"),
        (&["models", "--project", ""], "project is empty"),
        (&["models", "--fail-if", "requests > 1) or (true"], "is no single expression"),
        (&["summary", "--order", "x"], "`summary` is a page of reports: --order sorts one"),
    ] {
        let (code, shown, errors) = run(arguments);
        assert_eq!((code, shown.as_str()), (Some(2), ""), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

/// Scenario: the list, the help of a report, and that of the command.
/// Guarantees: each report is listed once with what it tells; its help has its parameters, columns with types and units, and its example.
#[test]
fn reports_say_what_they_are() {
    let list = String::from_utf8(cclake().arg("report").output().unwrap().stdout).unwrap();
    for report in Library::bundled().reports() {
        assert_eq!(list.lines().filter(|line| line.trim_start().starts_with(&format!("{} ", report.name))).count(), 1, "{}", report.name);
        let help = String::from_utf8(cclake().args(["report", report.name, "--help"]).output().unwrap().stdout).unwrap();
        assert!(help.contains(&report.example), "{help}");
        if let Content::Query { columns, .. } = &report.content {
            assert!(columns.iter().all(|column| help.contains(&format!("\n  {} ({}", column.field.name, column.field.kind))), "{help}");
        }
        for parameter in &report.parameters {
            assert!(
                help.contains(&format!("--{}\n", parameter.name)) || help.contains(&format!("--param {}={}", parameter.name, parameter.kind)),
                "{help}"
            );
        }
    }
    assert!(list.lines().all(|line| line.chars().count() <= 120), "{list}");
    let output = cclake().args(["report", "--format", "json"]).output().unwrap();
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(listed.len(), Library::bundled().reports().len());
    let usage = String::from_utf8(cclake().args(["report", "--help"]).output().unwrap().stdout).unwrap();
    assert!(usage.contains("--fail-if <CONDITION>") && usage.contains("--print-sql"), "{usage}");
}

/// Scenario: the example of the page about reports, in a folder of one's own.
/// Guarantees: it is whole and runs.
#[test]
fn the_documented_report_runs() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adding-a-report.md")).unwrap();
    let example = page.split("```sql\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("late_sessions.sql"), example).unwrap();
    let mut command = cclake();
    command.arg("--lake").arg(WORLD.lake()).args(["report", "late", "--tz", "UTC", "--param", "from_hour=0", "--format", "csv", "--queries"]);
    let output = command.arg(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let requests: u64 = text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    let dated = session(&WORLD.lake(), "UTC").query("select count(*) as n from requests where ts is not null").unwrap();
    assert_eq!(requests.to_string(), column(&dated, "n")[0], "{}", String::from_utf8_lossy(&output.stderr));
}

/// Scenario: every report and page on a synthetic lake, as people see it.
/// Guarantees: it looks as it did.
#[test]
fn reports_look_as_they_did() {
    for report in Library::bundled().reports() {
        let mut command = cclake();
        command.env("COLUMNS", "120").arg("--lake").arg(WORLD.lake());
        let output = command.args(["report", report.name, "--tz", "UTC", "--now", "2026-07-20T09:30:00Z", "--top", "6"]).output().unwrap();
        assert!(output.status.success(), "{}: {}", report.name, String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        insta::with_settings!({ snapshot_path => "reports", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(report.name, text);
        });
    }
}
