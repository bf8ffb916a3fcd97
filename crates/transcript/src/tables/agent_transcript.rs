//! Agents, as their transcripts and the sidecars beside them describe them.

use crate::table;

table! {
    /// Agents in sessions, by their transcripts, each with what the sidecar beside it (`agent-ID.meta.json`) says. One row per agent and session:
    /// the id alone has few digits in earlier versions and for the program's own agents, so that two sessions may have it. Copies of a file
    /// under several roots are one row. A fork that repeats an agent's records under its own session makes another row with the same
    /// `agent_id` and `first_ts`; the view `subagents` counts both as one run.
    mod agent_transcripts [] {
        rank: [Larger(has_meta)],
        /// The agent. Source: `agentId`, else the name of the file.
        key agent_id: Text,
        /// Session that the agent's records name; of the file where they name none. Source: `sessionId`, `session_id`.
        key session_id: Text,
        /// Size of the sidecar. NULL where there is none that could be read.
        best meta_bytes: Opt<Int>,
        /// Whether there is a sidecar that could be read.
        best has_meta: Bool,
        /// Machine that the transcript was read on, as chosen at its first ingest.
        best machine: Text,
        /// What carried the agent's records: transcript, or echo where all that is left are repetitions in the records of the caller's progress.
        best carrier: Text,
        /// Whether all of the records are copies that a fork made of another session's. Source: `forkedFrom`.
        best is_copy: Bool,
        /// Version of the decoder that made the row; a higher one replaces what a lower one made.
        best decoder: Int,
        /// File that the row was read from, relative to its root.
        best source: Text,
        /// Last line of the agent in that file, from 1; 0 where only the sidecar tells of it.
        best line: Int,
        /// Working folder at the beginning. NULL where no record says. Source: `cwd`.
        best cwd: Opt<Text>,
        /// Git branch at the beginning, empty outside a repository. NULL where no record says. Source: `gitBranch`.
        best git_branch: Opt<Text>,
        /// Version of Claude Code at the beginning. NULL where no record says. Source: `version`.
        best version: Opt<Text>,
        /// Whose agent it is: user, or system (one that the program runs for itself: to compact, to suggest a prompt, to answer aside). Requests of
        /// system agents cost money, but they are no agents that anybody started. Source: the beginning of the id.
        best agent_kind: Text,
        /// Run of a workflow that the agent is part of. NULL for others. Source: the folder below `subagents/workflows`.
        best workflow_run_id: Opt<Text>,
        /// Type of the agent. NULL where there is no sidecar. Source: sidecar, `agentType`.
        best agent_type: Opt<Text>,
        /// What the agent is for. NULL where the sidecar does not say, and where the lake keeps no text. Source: sidecar, `description`.
        best description: Opt<Text>,
        /// Call that started the agent. NULL where the sidecar does not say. Source: sidecar, `toolUseId`.
        best tool_use_id: Opt<Text>,
        /// Call that the agent's messages are echoed for, in versions that echo them. NULL where there is no echo. Source: `parentToolUseID` of the
        /// record of the caller's progress.
        max echo_tool_use_id: Opt<Text>,
        /// Agent that started this one. NULL where the sidecar does not say: mostly, the main thread did. Source: sidecar, `parentAgentId`.
        best parent_agent_id: Opt<Text>,
        /// How many agents deep it is, 1 for an agent of the main thread. NULL where the sidecar does not say. Source: sidecar, `spawnDepth`.
        best spawn_depth: Opt<Int>,
        /// How it was asked for: foreground, background, single. NULL where the sidecar does not say. Source: sidecar, `requestShape`.
        best request_shape: Opt<Text>,
        /// Whether the request that started it was not interactive. NULL where the sidecar does not say. Source: sidecar, `requestNonInteractive`.
        best request_non_interactive: Opt<Bool>,
        /// Model that was chosen for it. NULL where the sidecar does not say. Source: sidecar, `model`.
        best model: Opt<Text>,
        /// Worktree that it works in. NULL where the sidecar does not say. Source: sidecar, `worktreePath`.
        best worktree_path: Opt<Text>,
        /// Phase of the workflow. NULL where the sidecar does not say. Source: sidecar, `workflowPhase`.
        best workflow_phase: Opt<Text>,
        /// Time of the agent's earliest record in the file, whatever its session, UTC. NULL where none has a readable time.
        min first_ts: Opt<Time>,
        /// Time of the agent's latest record in the file, whatever its session, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
    }
}
