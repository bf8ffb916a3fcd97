//! What a report can be asked for, and what it answers.

use cclake_query::{Column, Content, Library, Parameter, Report};
use clap::CommandFactory;

use crate::args::Args;

/// Width of a line of help.
const WIDTH: usize = 100;

/// The options of all reports.
pub(super) fn usage() -> String {
    let mut command = Args::command();
    // Without this the usage would not begin with the program's name.
    command.build();
    command.find_subcommand_mut("report").map(|report| report.render_long_help().to_string()).unwrap_or_default()
}

/// The help of one report.
pub(super) fn page(report: &Report, library: &Library) -> String {
    let mut page = format!("{}\n", wrapped(&report.description, 0));
    if !report.aliases.is_empty() {
        page += &format!("\nAlso: {}\n", report.aliases.join(", "));
    }
    if !report.parameters.is_empty() {
        page += "\nParameters\n";
        page += &entries(report.parameters.iter().map(|parameter| (option(parameter), meaning(parameter))));
    }
    match &report.content {
        Content::Query { columns, .. } => {
            page += "\nColumns\n";
            page += &entries(columns.iter().map(|column| (head(column), column.field.description.clone())));
        }
        Content::Page(parts) => {
            page += "\nParts\n";
            let described = |name: &str| library.report(name).map(|report| report.description.clone()).unwrap_or_default();
            page += &entries(parts.iter().map(|part| (format!("{} ({})", part.heading, part.report), described(part.report))));
        }
    }
    if let Some(top) = report.top {
        page += &format!("\nTables for people show the first {top} rows unless --top says otherwise.\n");
    }
    if !report.example.is_empty() {
        page += &format!("\nExample\n  {}\n", report.example);
    }
    page + "\ncclake report --help lists the options that all reports have: periods, formats, thresholds.\n"
}

fn option(parameter: &Parameter) -> String {
    let is_option = ["since", "until", "project", "model", "breakdown"].contains(&parameter.name);
    if is_option { format!("--{}", parameter.name) } else { format!("--param {}={}", parameter.name, parameter.kind) }
}

fn meaning(parameter: &Parameter) -> String {
    match &parameter.default {
        Some(default) => format!("{} Default: {default}", parameter.description),
        None => parameter.description.clone(),
    }
}

fn head(column: &Column) -> String {
    let field = &column.field;
    let unit = field.unit.map(|unit| format!(", {unit}")).unwrap_or_default();
    format!("{} ({}{unit})", field.name, field.kind)
}

/// Names, and below each what is said of it.
fn entries(entries: impl Iterator<Item = (String, String)>) -> String {
    entries.map(|(name, text)| format!("  {name}\n{}\n", wrapped(&text, 6))).collect()
}

/// A text in lines that begin with so many spaces.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.len() > indent && line.len() + 1 + word.len() > WIDTH {
            lines.push(" ".repeat(indent) + word);
        } else {
            let gap = if line.len() > indent { " " } else { "" };
            line.extend([gap, word]);
        }
    }
    lines.join("\n")
}
