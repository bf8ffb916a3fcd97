//! The findings: what they are, and how they are put together. Nothing here looks at anything.

use std::collections::BTreeMap;

use cclake_ingest::{Standing, Survey};
use serde::{Deserialize, Serialize};

/// All findings.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The lake's folder.
    pub(super) folder: String,
    pub(super) transcripts: Transcripts,
    /// None where there is no lake yet.
    pub(super) lake: Option<LakeReport>,
}

/// Where transcripts were looked for.
#[derive(Debug, Serialize)]
pub(super) struct Transcripts {
    pub(super) roots: Vec<Root>,
    pub(super) missing: Vec<String>,
    pub(super) unreadable: Vec<Broken>,
    /// Found, and never read.
    pub(super) unread: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Root {
    pub(super) path: String,
    pub(super) transcripts: u64,
}

/// A file that cannot be read.
#[derive(Debug, Serialize)]
pub(super) struct Broken {
    pub(super) file: String,
    pub(super) reason: String,
}

/// What is said of a lake.
#[derive(Debug, Serialize)]
pub(super) struct LakeReport {
    pub(super) files: Files,
    #[serde(flatten)]
    pub(super) contents: Contents,
    /// What broken files leave open.
    pub(super) unanswered: Vec<&'static str>,
}

/// The data files.
#[derive(Debug, Serialize)]
pub(super) struct Files {
    pub(super) checked: usize,
    pub(super) rows: u64,
    pub(super) broken: Vec<Broken>,
}

/// What the tables say.
#[derive(Debug, Serialize)]
pub(super) struct Contents {
    pub(super) machines: Vec<Machine>,
    pub(super) sources: Vec<Kind>,
    pub(super) damaged_lines: Vec<DamagedLine>,
    pub(super) drift: Vec<Drift>,
    pub(super) other_results: Vec<OtherResult>,
    pub(super) without_final_usage: Vec<WithoutFinalUsage>,
    pub(super) unpriced: Vec<Unpriced>,
    pub(super) shared: Vec<Shared>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Machine {
    pub(super) machine: String,
    pub(super) transcripts: u64,
}

/// A transcript of the lake.
#[derive(Debug, Deserialize)]
pub(super) struct Source {
    pub(super) machine: String,
    pub(super) root: String,
    pub(super) path: String,
    kind: String,
    damaged_lines: u64,
    pending_lines: u64,
}

/// The transcripts of one kind. What changed or vanished is known of this machine only.
#[derive(Debug, Default, Serialize)]
pub(super) struct Kind {
    pub(super) kind: String,
    pub(super) read: u64,
    pub(super) changed: u64,
    pub(super) vanished: u64,
    pub(super) damaged: u64,
    pub(super) pending: u64,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct DamagedLine {
    pub(super) machine: String,
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) byte_offset: u64,
    pub(super) reason: String,
    pub(super) recovered: u64,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Drift {
    pub(super) kind: String,
    pub(super) place: String,
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) transcripts: u64,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct OtherResult {
    pub(super) tool: Option<String>,
    pub(super) reason: String,
    pub(super) field: Option<String>,
    pub(super) count: u64,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct WithoutFinalUsage {
    pub(super) version: Option<String>,
    pub(super) responses: u64,
    pub(super) output_tokens: Option<u64>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Unpriced {
    pub(super) model: Option<String>,
    pub(super) requests: u64,
}

/// A transcript that several machines hold.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Shared {
    pub(super) transcript: String,
    pub(super) machines: Vec<String>,
}

/// What the tables are asked. Each answer has the columns of its row above.
pub(super) mod sql {
    pub(crate) const SOURCES: &str = "select machine, root, path, kind, damaged_lines, pending_lines from sources";
    pub(crate) const MACHINES: &str = "select machine, count(*) as transcripts from sources group by 1 order by 1";
    pub(crate) const DAMAGED_LINES: &str = "\
        select damaged.machine, coalesce(rooted.root || '/', '') || damaged.source as file, damaged.line, damaged.byte_offset, damaged.reason, damaged.recovered \
        from ingest_errors as damaged left join (select machine, path, min(root) as root from sources group by all) as rooted \
        on rooted.machine = damaged.machine and rooted.path = regexp_replace(damaged.source, '[.]meta[.]json$', '.jsonl') order by file, damaged.line";
    // Types first: behind one there is a record, a block or an attachment that no column tells of.
    pub(crate) const DRIFT: &str = "\
        select kind, place, name, cast(sum(\"count\") as bigint) as count, count(distinct source) as transcripts \
        from drift group by kind, place, name order by kind desc, count desc, place, name";
    pub(crate) const OTHER_RESULTS: &str =
        "select tool, reason, field, count(*) as count from other_results group by all order by count desc, tool, reason, field";
    pub(crate) const WITHOUT_FINAL_USAGE: &str = "\
        select version, count(*) as responses, cast(sum(output_tokens) as bigint) as output_tokens \
        from requests where kind = 'main' and not usage_final group by 1 order by 2 desc, 1";
    pub(crate) const UNPRICED: &str = "select model, count(*) as requests from requests where cost_usd is null group by 1 order by 2 desc, 1";
    // By what its name says, for a copy can lie in a folder of another name.
    pub(crate) const SHARED: &str = "\
        select min(path) as transcript, list_sort(list(distinct machine)) as machines \
        from sources where kind not in ('stream', 'hook') group by session_id, agent_id having count(distinct machine) > 1 order by 1";
}

impl From<Survey> for Transcripts {
    fn from(survey: Survey) -> Self {
        let Survey { places, missing, failures, unread } = survey;
        Self {
            roots: places.into_iter().map(|place| Root { path: place.path.display().to_string(), transcripts: place.transcripts }).collect(),
            missing: missing.iter().map(|path| path.display().to_string()).collect(),
            unreadable: failures.into_iter().map(|(file, reason)| Broken { file: file.display().to_string(), reason }).collect(),
            unread,
        }
    }
}

/// Counts the transcripts of a lake by their kind. Of another machine's no standing is known.
pub(super) fn by_kind(sources: &[Source], standing: impl Fn(&Source) -> Option<Standing>) -> Vec<Kind> {
    let mut kinds = BTreeMap::<&str, Kind>::new();
    for source in sources {
        let kind = kinds.entry(&source.kind).or_insert_with(|| Kind { kind: source.kind.clone(), ..Kind::default() });
        let standing = standing(source);
        kind.read += 1;
        kind.changed += u64::from(standing == Some(Standing::Changed));
        kind.vanished += u64::from(standing == Some(Standing::Vanished));
        kind.damaged += u64::from(source.damaged_lines > 0);
        kind.pending += u64::from(source.pending_lines > 0);
    }
    kinds.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_apart() {
        let source = |path: &str, kind: &str, damaged_lines, pending_lines| Source {
            machine: String::new(),
            root: String::new(),
            path: path.to_owned(),
            kind: kind.to_owned(),
            damaged_lines,
            pending_lines,
        };
        let sources =
            [source("a", "transcript", 2, 1), source("b", "transcript", 0, 0), source("gone", "agent", 0, 1), source("theirs", "agent", 0, 0)];
        let kinds = by_kind(&sources, |source| match source.path.as_str() {
            "gone" => Some(Standing::Vanished),
            "theirs" => None,
            "b" => Some(Standing::Changed),
            _ => Some(Standing::Same),
        });
        let counts: Vec<_> =
            kinds.iter().map(|kind| (kind.kind.as_str(), kind.read, kind.changed, kind.vanished, kind.damaged, kind.pending)).collect();
        assert_eq!(counts, [("agent", 2, 0, 1, 0, 1), ("transcript", 2, 1, 0, 1, 1)]);
    }
}
