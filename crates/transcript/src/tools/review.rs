//! What reviews found: ReportFindings.

use super::flat::{self, calls, items};
use super::registry::Tool;

calls! {
    /// Reports of reviews. One row per call of ReportFindings.
    mod reviews as Review {
        /// Effort of the review: low, medium, high, xhigh, max. NULL where neither input nor result says. Source: `level`.
        best level: Opt<Text> = either.text("level"),
        /// Findings that were reported. NULL where the result does not say. Source: `count`.
        best finding_count: Opt<Int> = output.int("count"),
    }
    lists { findings: Finding = either("findings"), }
}

items! {
    /// Findings of reviews. One row per finding and report, the most severe first.
    mod findings as Finding {
        /// File. NULL where the finding does not say. Source: `file`.
        best file_path: Opt<Text> = item.name("file"),
        /// Line in the file, from 1. NULL where the finding does not say. Source: `line`.
        best file_line: Opt<Int> = item.int("line"),
        /// What is wrong. NULL where the finding does not say. Source: `summary`.
        best summary: Opt<Text> = item.prose("summary"),
        /// The same in a few words. NULL where the finding does not say. Source: `short_summary`.
        best short_summary: Opt<Text> = item.prose("short_summary"),
        /// How it goes wrong. NULL where the finding does not say. Source: `failure_scenario`.
        best failure_scenario: Opt<Text> = item.prose("failure_scenario"),
        /// Kind of finding, as the review names it. NULL where the finding does not say. Source: `category`.
        best category: Opt<Text> = item.text("category"),
        /// How bad it is: important, pre_existing, nit. NULL where the finding does not say. Source: `severity`.
        best severity: Opt<Text> = item.text("severity"),
        /// Whether it was verified: CONFIRMED, PLAUSIBLE. NULL where nothing was. Source: `verdict`.
        best verdict: Opt<Text> = item.text("verdict"),
        /// What became of it: fixed, skipped, no_change_needed. NULL in the first report. Source: `outcome`.
        best outcome: Opt<Text> = item.text("outcome"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("ReportFindings", &[&reviews::TABLE, &findings::TABLE], flat::open::<Review>).asks(false).seen("2.1.205", "2.1.217")];
