//! `cclake ingest`: what is new goes into the lake.

use std::path::PathBuf;

use anyhow::Result;
use cclake_ingest::{Options, Outcome, Progress, Summary, ingest};
use cclake_transcript::decode::TextPolicy;

use crate::args::{Ingest, SummaryFormat, Text};
use crate::exit::Exit;
use crate::progress::{Bar, Silent};
use crate::{console, output, places};

pub(super) fn run(args: Ingest, lake: PathBuf) -> Result<Exit> {
    let options = Options {
        paths: args.paths,
        lake,
        machine: places::machine(args.machine)?,
        text: args.text.map(|text| match text {
            Text::None => TextPolicy::None,
            Text::Preview => TextPolicy::Preview,
        }),
        prices: args.prices,
        rescan: args.rescan,
        wait: args.wait,
        threads: args.threads.map(usize::from),
    };
    let progress: Box<dyn Progress> = if console::is_watched() { Box::new(Bar::new()) } else { Box::new(Silent) };
    let Outcome { summary, damaged_sidecars, warnings } = ingest(&options, progress.as_ref())?;
    drop(progress);
    for warning in &warnings {
        console::say(format_args!("warning: {warning}"));
    }
    output::print(&match args.format {
        SummaryFormat::Table => lines(&summary),
        SummaryFormat::Json => serde_json::to_string(&summary)? + "\n",
    })?;
    let clean = summary.damaged_lines + damaged_sidecars == 0 && summary.sources_failed == 0 && summary.unpriced_models.is_empty();
    Ok(if args.strict && !clean { Exit::Unclean } else { Exit::Done })
}

/// The summary for people: what came in, then what is wrong if anything is.
fn lines(summary: &Summary) -> String {
    let megabytes = summary.bytes as f64 / 1e6;
    let mut lines = format!(
        "{} of {} transcripts read, {megabytes:.1} MB in {:.2} s\n{} records, {} requests, {} tool calls; {} files written\n",
        summary.sources_read, summary.sources, summary.seconds, summary.records, summary.requests, summary.tool_calls, summary.files_written
    );
    let troubles = [
        (summary.damaged_lines, "damaged lines"),
        (summary.pending_lines, "lines still being written"),
        (summary.sources_failed, "transcripts that cannot be read"),
    ];
    for (count, what) in troubles.into_iter().filter(|(count, _)| *count > 0) {
        lines += &format!("{count} {what}\n");
    }
    lines
}
