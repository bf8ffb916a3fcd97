//! `cclake ingest`: what is new goes into the lake.

use std::path::{Path, PathBuf};

use anyhow::Result;
use cclake_ingest::{Money, Options, Outcome, Progress, Summary, Unpriced, ingest};
use cclake_pricing::dollars;
use cclake_transcript::decode::TextPolicy;

use crate::args::{Ingest, SummaryFormat, Text};
use crate::config::Config;
use crate::exit::Exit;
use crate::progress::{Bar, Silent};
use crate::{console, output, places};

pub(super) fn run(args: Ingest, lake: PathBuf, config: &Config) -> Result<Exit> {
    let said = of_config(config, &lake, &places::machine(args.machine.or_else(|| config.machine.clone()))?);
    let options = Options {
        paths: if args.paths.is_empty() { said.paths } else { args.paths },
        text: args.text.map(policy).or(said.text),
        prices: if args.prices.files.is_empty() { said.prices } else { args.prices.files },
        prices_mode: args.prices.mode.map_or(said.prices_mode, Into::into),
        rescan: args.rescan,
        wait: args.wait,
        threads: args.threads.map(usize::from),
        batch: u64::from(args.batch_mb) << 20,
        ..said
    };
    let (summary, clean) = read(&options)?;
    output::print(&match args.format {
        SummaryFormat::Table => lines(&summary),
        SummaryFormat::Json => serde_json::to_string(&summary)? + "\n",
    })?;
    Ok(if args.strict && !clean { Exit::Unclean } else { Exit::Done })
}

/// Reads what changed of the sources that the settings name; gives the summary for people.
pub(super) fn changed(config: &Config, lake: &Path, machine: &str, wait: bool) -> Result<String> {
    let (summary, _) = read(&Options { wait, ..of_config(config, lake, machine) })?;
    Ok(lines(&summary))
}

/// What the settings say.
fn of_config(config: &Config, lake: &Path, machine: &str) -> Options {
    Options {
        text: config.text.map(policy),
        prices: config.prices.files.clone(),
        prices_mode: config.prices.mode.unwrap_or_default().into(),
        ..Options::new(config.sources.clone(), lake.to_owned(), machine.to_owned())
    }
}

fn policy(text: Text) -> TextPolicy {
    match text {
        Text::None => TextPolicy::None,
        Text::Preview => TextPolicy::Preview,
    }
}

/// Ingests with progress and warnings; gives what was read, and whether all of it was whole.
fn read(options: &Options) -> Result<(Summary, bool)> {
    let progress: Box<dyn Progress> = if console::is_watched() { Box::new(Bar::new()) } else { Box::new(Silent) };
    let Outcome { summary, damaged_sidecars, warnings } = ingest(options, progress.as_ref())?;
    drop(progress);
    for warning in &warnings {
        console::say(format_args!("warning: {warning}"));
    }
    let clean = summary.damaged_lines + damaged_sidecars == 0 && summary.sources_failed == 0 && summary.unpriced_models.is_empty();
    Ok((summary, clean))
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
    lines + &money(&summary.money) + "\n"
}

/// The cost of all that is in the lake, with what is not in it: then it is a floor.
fn money(Money { pico_dollars, unpriced }: &Money) -> String {
    if unpriced.is_empty() {
        return format!("cost {}", cents(*pico_dollars, true));
    }
    let named = |one: &Unpriced| {
        let plural = if one.requests == 1 { "" } else { "s" };
        format!("{} request{plural} of {}", one.requests, output::visible(one.model.as_deref().unwrap_or("no model")))
    };
    let listed: Vec<String> = unpriced.iter().map(named).collect();
    format!("cost >= {} ({} unpriced)", cents(*pico_dollars, false), listed.join(", "))
}

/// An amount to the cent, or with all its digits where it is less than a dollar. A floor is rounded down, anything else half to even.
fn cents(pico: i128, exact: bool) -> String {
    const DOLLAR: i128 = 1_000_000_000_000;
    const CENT: i128 = DOLLAR / 100;
    if pico < DOLLAR && pico % CENT != 0 {
        return format!("${}", dollars(pico));
    }
    let (whole, rest) = (pico / CENT, pico % CENT);
    let up = exact && (rest > CENT / 2 || rest == CENT / 2 && whole % 2 == 1);
    let shown = whole + i128::from(up);
    format!("${}.{:02}", shown / 100, shown % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_never_rounded_away() {
        for (pico, exact, floor) in [
            (0, "$0.00", "$0.00"),
            (1, "$0.000000000001", "$0.000000000001"),
            (4_200_000_000, "$0.0042", "$0.0042"),
            (500_000_000_000, "$0.50", "$0.50"),
            (12_340_000_000_000, "$12.34", "$12.34"),
            (12_345_000_000_000, "$12.34", "$12.34"),
            (12_355_000_000_000, "$12.36", "$12.35"),
            (12_345_000_000_001, "$12.35", "$12.34"),
            (1_999_999_999_999, "$2.00", "$1.99"),
        ] {
            assert_eq!((cents(pico, true).as_str(), cents(pico, false).as_str()), (exact, floor), "{pico}");
        }
    }

    #[test]
    fn what_is_not_in_the_sum_stands_beside_it() {
        let of = |model: Option<&str>, requests| Unpriced { model: model.map(str::to_owned), requests, tokens: 7 };
        let mut sum = Money { pico_dollars: 12_340_000_000_000, unpriced: Vec::new() };
        assert_eq!(money(&sum), "cost $12.34");
        sum.unpriced = vec![of(None, 1), of(Some("claude-x"), 3)];
        assert_eq!(money(&sum), "cost >= $12.34 (1 request of no model, 3 requests of claude-x unpriced)");
    }
}
