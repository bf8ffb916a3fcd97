//! What SQL may not do.

use cclake_query::Error;

use crate::fixture::{Lake, message};

fn lake() -> Lake {
    let lake = Lake::empty();
    lake.write("sessions", "2026-05", "m", &[&[("session_id", "s")]]);
    lake
}

/// Everything in the lake's folder.
fn files(lake: &Lake) -> Vec<String> {
    let mut files: Vec<String> = std::fs::read_dir(lake.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    files
}

#[test]
fn reading_is_allowed_in_every_form() {
    let lake = lake();
    let mut session = lake.session();
    let reading = [
        "select 1",
        "SELECT 1;",
        "-- a comment\n/* and ; another */ select ';' as \"a;b\" -- the end",
        "from sessions",
        "from sessions select session_id",
        "with s as (from sessions) select count(*) from s",
        "values (1), (2)",
        "(select 1)",
        "table sessions",
        "describe sessions",
        "describe select 1",
        "show tables",
        "summarize sessions",
        "explain select 1",
        "explain analyze select 1",
        "explain (format json) select 1",
        "explain (analyze, format json) select 1",
        "explain (select 1)",
        "set variable x = 1",
        "set variable x = (select max(line_hash) from ingest_errors) -- why not",
        "pivot sessions on machine in ('m') using count(*)",
        "select $$;$$, $a$ ; $$ ; $a$, e'\\';'",
        "select 'INSERT_QUERY_NODE', '\"type\":\"COPY_QUERY_NODE\"', 'query'",
        "from range(3)",
        "select unnest([1, 2])",
    ];
    for statement in reading {
        session.query(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}

/// Scenario: statements that write, configure, attach or load, plain and inside of others.
/// Guarantees: each is refused, and nothing is in the lake afterwards that was not there before.
#[test]
fn everything_else_is_refused() {
    let lake = lake();
    let mut session = lake.session();
    let before = files(&lake);
    let out = lake.path().join("evil.csv").to_str().unwrap().to_owned();
    let copy = format!("copy (select 1) to '{out}'");
    let doubled = copy.replace('\'', "''");
    let writing = [
        copy.clone(),
        format!("select 1; {copy}"),
        format!("select ''; {copy}; select ''"),
        format!("explain analyze {copy}"),
        format!("explain (analyze) {copy}"),
        format!("with x as ({copy}) select 1"),
        format!("explain analyze with x as ({copy}) select 1"),
        format!("set variable x = (with y as ({copy}) select 1)"),
        format!("set variable x = 1); {copy}; select (1"),
        format!("select * from query('{doubled}')"),
        format!("select * from QUERY('with x as ({}) select 1')", doubled),
        "select * from json_execute_serialized_sql('{}')".to_owned(),
        "with x as (insert into sessions values (1) returning *) from x".to_owned(),
        "with x as (select 1) insert into sessions select * from x".to_owned(),
        "insert into sessions values (1)".to_owned(),
        "update sessions set session_id = ''".to_owned(),
        "delete from sessions".to_owned(),
        "create table t (a int)".to_owned(),
        "create temp table t as select 1".to_owned(),
        "create or replace view sessions as select 1".to_owned(),
        "create macro m(x) as x".to_owned(),
        "drop view sessions".to_owned(),
        "alter view sessions rename to s".to_owned(),
        "attach ':memory:' as other".to_owned(),
        "detach memory".to_owned(),
        "use lake".to_owned(),
        "set threads = 1".to_owned(),
        "set search_path = 'lake'".to_owned(),
        "reset threads".to_owned(),
        "pragma version".to_owned(),
        "pragma enable_profiling".to_owned(),
        "call enable_logging()".to_owned(),
        "install icu".to_owned(),
        "load icu".to_owned(),
        "begin".to_owned(),
        "prepare p as select 1".to_owned(),
        "execute p".to_owned(),
        "checkpoint".to_owned(),
        "vacuum".to_owned(),
        "analyze".to_owned(),
        format!("export database '{out}'"),
        format!("import database '{out}'"),
        "comment on view sessions is 'x'".to_owned(),
    ];
    for statement in writing {
        match session.query(&statement) {
            Err(Error::Refused { .. } | Error::Syntax(_)) => {}
            other => panic!("{statement}: {other:?}"),
        }
        assert_eq!(files(&lake), before, "{statement}");
    }
}

/// Scenario: functions that could write or reconfigure if the engine were not locked.
/// Guarantees: they fail.
#[test]
fn functions_cannot_get_out() {
    let lake = lake();
    let mut session = lake.session();
    let out = lake.path().join("evil.csv").to_str().unwrap().to_owned();
    let escaping = [
        "from read_csv('/etc/passwd')".to_owned(),
        "from read_text('/etc/passwd')".to_owned(),
        "from '/etc/passwd'".to_owned(),
        "from glob('/etc/*')".to_owned(),
        format!("from read_text('{}/../../../etc/passwd')", lake.path().display()),
        "from read_parquet('https://example.org/x.parquet')".to_owned(),
        format!("from enable_logging(storage = 'file', storage_path = '{out}')"),
        format!("from enable_profiling(save_location = '{out}')"),
    ];
    for statement in escaping {
        assert!(session.query(&statement).is_err(), "{statement}");
    }
    assert_eq!(files(&lake), ["_cclake", "sessions"]);
}

#[test]
fn refusals_say_what_is_refused() {
    let lake = lake();
    let mut session = lake.session();
    assert_eq!(message(session.query("copy (select 1) to 'x'")), "COPY is refused: statements may only read");
    assert_eq!(message(session.query("select 1; drop view sessions")), "DROP is refused: statements may only read");
    assert_eq!(message(session.query("from query('select 1')")), "the function `query` is refused: statements may only read");
    assert_eq!(message(session.query(" -- nothing")), "there is no statement to run");
}

#[test]
fn several_statements_run_in_order_and_the_last_one_answers() {
    let sql = "set variable a = 20; set variable b = getvariable('a') + 1; select getvariable('a') + getvariable('b') as sum;";
    assert_eq!(lake().csv(sql), "sum\n41\n");
}

#[test]
fn the_clock_is_passed_in() {
    let answer = lake().session().query("select getvariable('now') as now, getvariable('tz') as tz").unwrap();
    let shown = format!("{:?}", answer.batches[0].columns());
    assert!(shown.contains("2026-06-01T12:00:00") && shown.contains("UTC"), "{shown}");
}
