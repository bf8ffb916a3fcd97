//! What is written about the program is what it is.

use std::fs;

use crate::fixture::cclake;

/// A page of the documentation is what a command writes.
fn is_of_today(page: &str, arguments: &[&str]) {
    let output = cclake().args(arguments).output().unwrap();
    let path = format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let same = fs::read(path).is_ok_and(|written| written == output.stdout);
    assert!(same, "docs/{page} is stale; write it anew with: cclake {} > docs/{page}", arguments.join(" "));
}

#[test]
fn the_data_dictionary_is_of_today() {
    is_of_today("data-dictionary.md", &["schema", "--format", "markdown"]);
}

#[test]
fn the_page_of_the_tools_is_of_today() {
    is_of_today("tools.md", &["schema", "--tools"]);
}

#[test]
fn the_page_of_the_reports_is_of_today() {
    is_of_today("reports.md", &["report", "--format", "markdown"]);
}

#[test]
fn tools_are_listed_for_programs() {
    let output = cclake().args(["schema", "--tools", "--format", "json"]).output().unwrap();
    let tools: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    let stop = tools.iter().find(|tool| tool["name"] == "TaskStop").unwrap();
    assert_eq!(stop["aliases"], serde_json::json!(["KillShell", "KillBash"]));
    assert_eq!((&stop["asks_permission"], &stop["first_version"]), (&false.into(), &"1.0.98".into()));
    assert_eq!(stop["tables"][0]["name"], "task_stops");
    assert!(tools.iter().all(|tool| tool["tables"].as_array().is_some_and(|tables| !tables.is_empty())), "a tool has no home");
}

#[test]
fn the_readme_names_every_table_view_and_command() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    for name in
        cclake_transcript::tables::TABLES.iter().map(|table| table.name).chain(cclake_query::Library::bundled().views().iter().map(|view| view.name))
    {
        assert!(readme.contains(&format!("`{name}`")), "README.md does not name {name}");
    }
    let help = cclake().arg("--help").output().unwrap();
    let help = String::from_utf8([help.stdout, help.stderr].concat()).unwrap();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help") {
        assert!(
            readme.contains(&format!("`cclake {command} ")) || readme.contains(&format!("`cclake {command}`")),
            "README.md does not show {command}"
        );
    }
}

/// Scenario: the queries of `cclake reconcile`.
/// Guarantees: the page about it has every cause that they name.
#[test]
fn the_page_about_reconcile_has_every_cause() {
    let root = env!("CARGO_MANIFEST_DIR");
    let page = fs::read_to_string(format!("{root}/docs/reconcile.md")).unwrap();
    for (file, causes) in [("ccusage", 22), ("results", 6)] {
        let query = fs::read_to_string(format!("{root}/queries/reconcile/{file}.sql")).unwrap();
        let (_, list) = query.split_once("causes as (").unwrap();
        let names: Vec<&str> = list.lines().filter_map(|line| line.trim().strip_prefix('(')?.split('\'').nth(1)).collect();
        assert_eq!(names.len(), causes, "{file}");
        assert!(names.iter().all(|name| page.contains(&format!("| `{name}` |"))), "{names:?}");
    }
}
