//! What is written about the program is what it is.

use std::fs;

use crate::fixture::cclake;

#[test]
fn the_data_dictionary_is_of_today() {
    let output = cclake().args(["schema", "--format", "markdown"]).output().unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/data-dictionary.md");
    let same = fs::read(path).is_ok_and(|written| written == output.stdout);
    assert!(same, "docs/data-dictionary.md is stale; write it anew with: cclake schema --format markdown > docs/data-dictionary.md");
}

#[test]
fn the_readme_names_every_table_view_and_command() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    for name in cclake_transcript::tables::TABLES.iter().map(|table| table.name).chain(cclake_query::catalogue().iter().map(|view| view.name)) {
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
