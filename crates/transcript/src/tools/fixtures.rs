//! Every tool by example: the folder `fixtures` has a file for each tool, and for each form that its result takes.
//!
//! A file names the tool as it is called, and holds cases: `full` has every field that is documented, `required` only those that
//! must be there; others show what is read from text alone. A case has the input, the content and the payload of the result, and the
//! rows that they are to give: every column that is not NULL, without those that tables share, and without hashes, which are
//! there where the size beside them is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::registry::{self, Tool};
use super::testing::{Decoded, Given, decode, decode_all};
use super::{Names, mcp};
use crate::policy::TextPolicy;
use crate::tables;
use rows::{Rows, outcomes, own_columns};

mod exceptions;
mod rows;
mod wrong;

/// A call and its result, and the rows that they are to give.
struct Case {
    name: String,
    tool: String,
    input: Value,
    content: Value,
    /// The payload; none where the record has none.
    result: Option<Value>,
    is_error: bool,
    rows: Map<String, Value>,
}

impl Case {
    fn decode(&self) -> Decoded {
        let payload = self.result.as_ref().map(Value::to_string);
        decode(&self.tool, &self.input.to_string(), Given(&self.content.to_string(), payload.as_deref(), self.is_error))
    }

    /// What becomes of other inputs and payloads in place of its own.
    fn outcomes(&self, changed: &[(Value, Option<Value>)]) -> Vec<(Rows, Option<(String, String)>)> {
        let content = self.content.to_string();
        let json: Vec<_> = changed.iter().map(|(input, result)| (input.to_string(), result.as_ref().map(Value::to_string))).collect();
        let calls = json.iter().map(|(input, result)| (self.tool.as_str(), input.as_str(), Given(&content, result.as_deref(), self.is_error)));
        outcomes(&decode_all(TextPolicy::Preview, calls), changed.len())
    }

    /// The tool by its name of today.
    fn tool(&self) -> &'static Tool {
        Names::of(Some(&self.tool), None).known().unwrap_or_else(|| panic!("{} is not known", self.tool))
    }
}

/// The cases of every file.
fn cases() -> Vec<Case> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src", "tools", "fixtures"].iter().collect();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files.iter().flat_map(read).collect()
}

fn read(path: &PathBuf) -> Vec<Case> {
    let file = path.file_stem().expect("files have names").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let mut whole: Map<String, Value> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let tool = whole.remove("tool").and_then(|tool| Some(tool.as_str()?.to_owned())).expect("a file names its tool");
    assert!(["full", "required"].iter().all(|case| whole.contains_key(*case)), "{file} lacks a case");
    let case = |(name, case): (String, Value)| {
        let Value::Object(mut case) = case else { panic!("{file} {name} is no case") };
        let mut part = |key| case.remove(key);
        let read = Case {
            name: format!("{file} {name}"),
            tool: tool.clone(),
            input: part("input").expect("a case has an input"),
            content: part("content").expect("a case has a content"),
            result: part("result"),
            is_error: part("is_error") == Some(Value::Bool(true)),
            rows: part("rows").and_then(|rows| rows.as_object().cloned()).expect("a case has rows"),
        };
        assert!(case.is_empty(), "{file} {name} has keys that no case has");
        read
    };
    whole.into_iter().map(case).collect()
}

/// Where the rows that a case gave are not those that it is to give.
fn differences(case: &Case, found: &Rows) -> Vec<String> {
    let mut differences = Vec::new();
    for table in found.keys().filter(|table| !case.rows.contains_key(**table)) {
        differences.push(format!("{}: rows in {table}", case.name));
    }
    for (table, expected) in &case.rows {
        let expected = expected.as_array().expect("the rows of a table are a list");
        let found = found.get(table.as_str()).map_or(&[][..], Vec::as_slice);
        if found.len() != expected.len() {
            differences.push(format!("{}: {} rows in {table} in place of {}", case.name, found.len(), expected.len()));
            continue;
        }
        for ((found, expected), index) in found.iter().zip(expected).zip(0..) {
            for column in own_columns(table) {
                let expected = expected.get(column);
                let is_hash = column.strip_suffix("_hash").is_some_and(|stem| found.contains_key(format!("{stem}_bytes").as_str()));
                let found = found.get(column);
                if !(found == expected || (is_hash && expected.is_none() && found.is_some())) {
                    differences.push(format!("{}: {table}[{index}].{column} is {found:?} in place of {expected:?}", case.name));
                }
            }
            let unknown = expected.as_object().expect("a row is an object").keys().filter(|name| !own_columns(table).any(|column| column == **name));
            differences.extend(unknown.map(|name| format!("{}: {table} has no column {name}", case.name)));
        }
    }
    differences
}

#[test]
fn every_case_gives_its_rows() {
    let mut differences = Vec::new();
    for case in cases() {
        let decoded = case.decode();
        for (rows, problem) in outcomes(&decoded, 1) {
            differences.extend(self::differences(&case, &rows));
            differences.extend(problem.map(|problem| format!("{}: {problem:?}", case.name)));
        }
        if decoded.rows("drift") > 0 {
            let names = tables::drift::Columns::of(decoded.batch("drift"));
            differences.push(format!("{}: {} {} is not known", case.name, names.place.get(0), names.name.get(0)));
        }
    }
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn every_tool_has_a_case() {
    let tools: BTreeSet<&str> = cases().iter().map(|case| case.tool().name).collect();
    let missing: Vec<&str> = registry::tools().map(|tool| tool.name).filter(|name| !tools.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(tools.contains(mcp::ANY), "tools of servers have cases");
}

#[test]
fn every_column_is_filled_by_a_case() {
    let mut filled: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in cases() {
        for (table, rows) in outcomes(&case.decode(), 1).into_iter().flat_map(|(rows, _)| rows) {
            filled.entry(table).or_default().extend(rows.iter().flat_map(BTreeMap::keys));
        }
    }
    let tables: BTreeSet<&str> = registry::tools().flat_map(|tool| tool.tables).map(|table| table.name).collect();
    let is_filled = |table: &str, column: &str| filled.get(table).is_some_and(|columns| columns.contains(column));
    let missing: Vec<String> = tables
        .into_iter()
        .flat_map(|table| own_columns(table).filter(move |column| !is_filled(table, column)).map(move |column| format!("{table}.{column}")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
