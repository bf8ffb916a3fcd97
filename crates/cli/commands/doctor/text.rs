//! The findings as lines for people. What is as it should be takes one line, or none.

use super::report::{Contents, Files, Kind, LakeReport, Report, Transcripts};
use crate::output::visible;

/// Lines of one section, where JSON has all of them.
const LONGEST: usize = 20;

/// The whole text.
pub(super) fn text(report: &Report) -> String {
    let mut sections = vec![looked_at(&report.transcripts)];
    match &report.lake {
        None => sections.push((format!("lake {}", report.folder), vec!["there is none yet: `cclake ingest` makes it".to_owned()])),
        Some(lake) => {
            sections.push((format!("lake {}", report.folder), files(lake)));
            sections.extend(contents(&lake.contents));
        }
    }
    let shown = sections.iter().filter(|(_, lines)| !lines.is_empty()).map(|(title, lines)| section(title, lines));
    shown.collect::<Vec<_>>().join("\n")
}

/// A title and its lines. Parts of them come from transcripts, which are not to be trusted with a terminal.
pub(super) fn section(title: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  {}\n", visible(line))).collect();
    format!("{}\n{lines}", visible(title))
}

fn looked_at(transcripts: &Transcripts) -> (String, Vec<String>) {
    let mut lines: Vec<String> = transcripts.roots.iter().map(|root| format!("{}: {}", root.path, count(root.transcripts, "transcript"))).collect();
    lines.extend(transcripts.missing.iter().map(|path| format!("{path}: does not exist")));
    lines.extend(transcripts.unreadable.iter().map(|broken| format!("{}: cannot be read: {}", broken.file, broken.reason)));
    if transcripts.unread > 0 {
        lines.push(format!("{} not read yet", count(transcripts.unread, "transcript")));
    }
    ("looked at".to_owned(), lines)
}

fn files(lake: &LakeReport) -> Vec<String> {
    let Files { checked, rows, broken } = &lake.files;
    let mut lines: Vec<String> =
        lake.contents.machines.iter().map(|machine| format!("machine {}: {}", machine.machine, count(machine.transcripts, "transcript"))).collect();
    let whole = if broken.is_empty() { "all whole".to_owned() } else { format!("{} BROKEN", broken.len()) };
    lines.push(format!("{}, {}: {whole}", count(*checked as u64, "file"), count(*rows, "row")));
    lines.extend(broken.iter().map(|broken| format!("BROKEN {}: {}", broken.file, broken.reason)));
    if !lake.unanswered.is_empty() {
        lines.push(format!("not known because of that: {}", lake.unanswered.join(", ")));
    }
    lines
}

fn contents(contents: &Contents) -> Vec<(String, Vec<String>)> {
    let damaged = contents.damaged_lines.iter().map(|line| {
        let recovered = if line.recovered > 0 { format!("; {} recovered", count(line.recovered, "record")) } else { String::new() };
        format!("{}:{}: at byte {}: {}{recovered}", line.file, line.line, line.byte_offset, line.reason)
    });
    let drift = contents.drift.iter().map(|drift| {
        format!("{} `{}` in {}: {} in {}", drift.kind, drift.name, drift.place, count(drift.count, "time"), count(drift.transcripts, "transcript"))
    });
    let other = contents.other_results.iter().map(|other| {
        let field = other.field.as_ref().map_or(String::new(), |field| format!(" of `{field}`"));
        format!("{}: {}{field}: {}", other.tool.as_deref().unwrap_or("?"), other.reason, count(other.count, "time"))
    });
    let unfinished = contents.without_final_usage.iter().map(|row| {
        let (version, tokens) = (row.version.as_deref().unwrap_or("?"), row.output_tokens.unwrap_or_default());
        format!("version {version}: {}, at least {}", count(row.responses, "response"), count(tokens, "output token"))
    });
    let unpriced = contents.unpriced.iter().map(|row| format!("{}: {}", row.model.as_deref().unwrap_or("?"), count(row.requests, "request")));
    let shared = contents.shared.iter().map(|shared| format!("{}: {}", shared.transcript, shared.machines.join(", ")));
    vec![
        ("transcripts in the lake".to_owned(), contents.sources.iter().map(kind).collect()),
        ("damaged lines".to_owned(), damaged.collect()),
        ("unknown keys and types".to_owned(), first(drift)),
        ("results that could not be typed".to_owned(), first(other)),
        ("responses without final usage".to_owned(), first(unfinished)),
        ("requests without a cost".to_owned(), first(unpriced)),
        ("transcripts of several machines, counted once".to_owned(), first(shared)),
    ]
}

fn kind(kind: &Kind) -> String {
    let parts = [
        (kind.changed, "changed since"),
        (kind.vanished, "vanished from disk"),
        (kind.damaged, "with damaged lines"),
        (kind.pending, "with a line still being written"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    format!("{}: {} read{}", kind.kind, kind.read, parts.collect::<String>())
}

fn first(lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = lines.len().saturating_sub(LONGEST);
    let rest = (more > 0).then(|| format!("and {more} more: --format json has them"));
    lines.take(LONGEST).chain(rest).collect()
}

pub(super) fn count(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_end_in_their_number() {
        let lines = first((0..25).map(|n| n.to_string()));
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (21, Some("and 5 more: --format json has them")));
        assert_eq!(first((0..20).map(|n| n.to_string())).len(), 20);
    }

    #[test]
    fn transcripts_do_not_reach_the_terminal() {
        assert_eq!(section("a", &["\u{1b}[2J\n".to_owned()]), "a\n  \\u{1b}[2J\\n\n");
    }
}
