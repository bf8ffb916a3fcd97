//! `cclake schema`.

use cclake_query::Library;
use cclake_transcript::tables::TABLES;
use insta::assert_snapshot;

use crate::fixture::{Lake, cclake};

fn schema(arguments: &[&str]) -> String {
    let output = cclake().arg("schema").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_table_is_a_section() {
    let section = schema(&["edit_hunks"]);
    let shown = |line: &&str| !line.starts_with("| `") || ["`hunk_index`", "`day`"].iter().any(|name| line.contains(name));
    let lines: Vec<&str> = section.lines().filter(shown).collect();
    assert!(lines[2].contains("One row per hunk"));
    assert_snapshot!(lines[3..].join("\n"), @r#"

    Key: `call_id`, `hunk_index`.

    | column | type | unit | NULL | merge | description |
    | --- | --- | --- | --- | --- | --- |
    | `hunk_index` | BIGINT |  |  | key | Place of the hunk in the patch, from 0. |
    | `day` | DATE |  | yes |  | Day of `local_ts`. NULL where `ts` is. |
    "#);
}

#[test]
fn a_view_is_a_section_without_key() {
    let section = schema(&["subagents"]);
    assert!(section.starts_with("## subagents\n\nAgents with all that is told of them"), "{section}");
    assert!(section.contains(" One row per agent run.\n\n| column | type | unit | NULL | description |\n"), "{section}");
    assert!(
        section.contains("\n| `cost_usd` | DECIMAL(38,12) | US dollars | yes | Cost of its requests that have a price. NULL where none has. |\n")
    );
}

#[test]
fn the_page_has_every_table_and_view() {
    let page = schema(&[]);
    for name in TABLES.iter().map(|table| table.name).chain(Library::bundled().views().iter().map(|view| view.name)) {
        assert!(page.contains(&format!("\n## {name}\n")), "{name}");
    }
}

#[test]
fn json_is_whole() {
    let tables: serde_json::Value = serde_json::from_str(&schema(&["--format", "json"])).unwrap();
    let names: Vec<&str> = tables.as_array().unwrap().iter().map(|table| table["name"].as_str().unwrap()).collect();
    assert_eq!(names, TABLES.iter().map(|table| table.name).chain(Library::bundled().views().iter().map(|view| view.name)).collect::<Vec<_>>());
    let hunks: serde_json::Value = serde_json::from_str(&schema(&["edit_hunks", "--format", "json"])).unwrap();
    assert_eq!(hunks[0]["key"], serde_json::json!(["call_id", "hunk_index"]));
    assert_eq!((&hunks[0]["columns"][0]["type"], &hunks[0]["kind"]), (&"VARCHAR".into(), &"table".into()));
    let agents: serde_json::Value = serde_json::from_str(&schema(&["subagents", "--format", "json"])).unwrap();
    assert_eq!((agents.as_array().unwrap().len(), &agents[0]["kind"], &agents[0]["columns"][0]["name"]), (1, &"view".into(), &"agent_id".into()));
}

#[test]
fn sql_names_the_lake_and_describes_it() {
    let lake = Lake::empty();
    lake.write("sessions", "2026-05", "m", &[&[("session_id", "s")]]);
    let output = lake.run(&["schema", "--format", "sql", "--tz", "Asia/Kathmandu"]);
    let script = String::from_utf8(output.stdout).unwrap();
    assert!(script.contains("create or replace macro local_ts(utc) as make_timestamp(epoch_us(utc) + 20700000000);\n"));
    assert!(script.contains(&format!("read_parquet('{}/sessions/*/*.parquet'", lake.path().display())));
    assert!(script.contains("comment on column \"sessions\".\"session_id\" is 'The session. Source: `sessionId`.';\n"));
    assert!(script.contains("create or replace view \"subagents\" as\nwith recursive sightings as ("));
    assert!(script.contains("comment on column \"subagents\".\"call_id\" is 'Call that started it. NULL where none is known.';\n"));
}

#[test]
fn an_unknown_table_is_an_error_that_names_the_others() {
    let output = cclake().args(["schema", "request"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: there is no table or view `request`; there are sources, sessions"));
}
