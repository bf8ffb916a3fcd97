//! `cclake doctor --strict-types`: the tool results that are not of their tool's type.

use anyhow::Result;
use cclake_ingest::{Audited, audit};
use serde::Serialize;

use super::report::Broken;
use super::text;
use crate::args::{Doctor, SummaryFormat};
use crate::exit::Exit;
use crate::output;

/// The findings.
#[derive(Debug, Serialize)]
struct Report {
    transcripts: u64,
    results: u64,
    findings: Vec<Finding>,
    unreadable: Vec<Broken>,
}

/// A result that is not of its tool's type.
#[derive(Debug, Serialize)]
struct Finding {
    file: String,
    line: i64,
    /// The tool, as it was called.
    tool: String,
    /// The field that is of the wrong type. None where the payload as a whole is damaged.
    field: Option<&'static str>,
    reason: String,
}

pub(super) fn run(args: &Doctor) -> Result<Exit> {
    let report = Report::from(audit(&args.paths)?);
    output::print(&match args.format {
        SummaryFormat::Table => report.text(),
        SummaryFormat::Json => serde_json::to_string_pretty(&report)? + "\n",
    })?;
    Ok(Exit::Done)
}

impl From<Audited> for Report {
    fn from(audited: Audited) -> Self {
        let findings = audited.findings.into_iter().map(|(file, finding)| {
            let (tool, message) = (finding.error.tool(), finding.error.to_string());
            let reason = message.strip_prefix(&format!("{tool}: ")).unwrap_or(&message).to_owned();
            Finding { file: file.display().to_string(), line: finding.line, tool: tool.to_owned(), field: finding.error.field(), reason }
        });
        Self {
            transcripts: audited.transcripts,
            results: audited.results,
            findings: findings.collect(),
            unreadable: audited.failures.into_iter().map(|(file, reason)| Broken { file: file.display().to_string(), reason }).collect(),
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let mut looked_at = vec![format!("{}, {}", text::count(self.transcripts, "transcript"), text::count(self.results, "tool result"))];
        looked_at.extend(self.unreadable.iter().map(|broken| format!("{}: cannot be read: {}", broken.file, broken.reason)));
        let mut findings: Vec<String> =
            self.findings.iter().map(|finding| format!("{}:{}: {}: {}", finding.file, finding.line, finding.tool, finding.reason)).collect();
        if findings.is_empty() {
            findings.push("none".to_owned());
        }
        [text::section("looked at", &looked_at), text::section("results that are not of their tool's type", &findings)].join("\n")
    }
}
