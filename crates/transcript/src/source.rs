//! Where rows are read from, as far as a path tells.

/// What a file is. A path tells only the first two; whether it is one of the others is seen when its first record is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// The transcript of a session's main thread.
    Transcript,
    /// The transcript of an agent.
    Agent,
    /// A stream of messages, as `--output-format stream-json` and the SDK write it.
    Stream,
    /// A log of what hooks were given.
    Hook,
}

impl SourceKind {
    /// The kind's name in `sources`.
    pub fn as_str(self) -> &'static str {
        match self {
            SourceKind::Transcript => "transcript",
            SourceKind::Agent => "agent",
            SourceKind::Stream => "stream",
            SourceKind::Hook => "hook",
        }
    }
}

/// A file with records, named by the folder that it was found under and its path below that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Machine that the file is read on.
    pub machine: String,
    /// Folder that the path is relative to.
    pub root: String,
    /// Path below the root, with `/` between its parts.
    pub path: String,
    /// What the file is, as far as the path tells.
    pub kind: SourceKind,
    /// Session of records that name none: the file's name, for an agent's file the folder above `subagents`.
    pub session_id: String,
    /// Agent of records that name none. NULL for a main transcript.
    pub agent_id: Option<String>,
}

impl Source {
    /// Reads kind, session and agent off the path.
    pub fn new(machine: &str, root: &str, path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').collect();
        let name = parts.last().copied().unwrap_or_default();
        let stem = name.strip_suffix(".jsonl").unwrap_or(name);
        let agent = stem.strip_prefix("agent-").filter(|agent| !agent.is_empty());
        let above_subagents = parts.iter().position(|part| *part == "subagents").and_then(|at| parts.get(at.checked_sub(1)?)).copied();
        Self {
            machine: machine.to_owned(),
            root: root.to_owned(),
            path: path.to_owned(),
            kind: if agent.is_some() { SourceKind::Agent } else { SourceKind::Transcript },
            session_id: agent.and(above_subagents).unwrap_or(stem).to_owned(),
            agent_id: agent.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str) -> (SourceKind, String, Option<String>) {
        let source = Source::new("m", "/home/dev/.claude", path);
        (source.kind, source.session_id, source.agent_id)
    }

    #[test]
    fn paths_tell_session_and_agent() {
        assert_eq!(told("projects/-home-dev/s1.jsonl"), (SourceKind::Transcript, "s1".into(), None));
        assert_eq!(told("projects/-home-dev/agent-ee55.jsonl"), (SourceKind::Agent, "agent-ee55".into(), Some("ee55".into())));
        assert_eq!(told("projects/-home-dev/s1/subagents/agent-a1.jsonl"), (SourceKind::Agent, "s1".into(), Some("a1".into())));
        assert_eq!(told("projects/-x/s1/subagents/workflows/wf/agent-b.jsonl"), (SourceKind::Agent, "s1".into(), Some("b".into())));
        assert_eq!(told("s1.jsonl"), (SourceKind::Transcript, "s1".into(), None));
    }
}
