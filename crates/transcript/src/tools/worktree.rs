//! Worktrees of a session: EnterWorktree and ExitWorktree.

use super::flat::{self, calls};
use super::registry::Tool;

calls! {
    /// Ways into and out of worktrees. One row per call of EnterWorktree or ExitWorktree.
    mod worktrees as Worktree {
        /// Tool: EnterWorktree, ExitWorktree.
        best tool: Text = called.name(),
        /// Name that a new worktree was to have. NULL where the input does not say. Source: `name`.
        best name: Opt<Text> = input.name("name"),
        /// Worktree that exists already. NULL where the input does not say: a new one. Source: `path`.
        best path_asked: Opt<Text> = input.name("path"),
        /// What was to become of it: keep, remove. NULL where neither input nor result says, and for EnterWorktree. Source: `action`.
        best action: Opt<Text> = either.text("action"),
        /// Whether changes might be lost. NULL where the input does not say: no. Source: `discard_changes`.
        best discard_changes: Opt<Bool> = input.flag("discard_changes" | "discardChanges"),
        /// Folder of the worktree. NULL where the result does not say. Source: `worktreePath`.
        best worktree_path: Opt<Text> = output.name("worktreePath"),
        /// Its branch. NULL where the result does not say. Source: `worktreeBranch`.
        best worktree_branch: Opt<Text> = output.name("worktreeBranch"),
        /// Folder that the session came from, and is in again. NULL where the result does not say. Source: `originalCwd`.
        best original_cwd: Opt<Text> = output.name("originalCwd"),
        /// Terminal session that it had. NULL where the result does not say. Source: `tmuxSessionName`.
        best tmux_session_name: Opt<Text> = output.name("tmuxSessionName"),
        /// Files whose changes were lost. NULL where the result does not say. Source: `discardedFiles`.
        best discarded_files: Opt<Int> = output.int("discardedFiles"),
        /// Commits that were lost. NULL where the result does not say. Source: `discardedCommits`.
        best discarded_commits: Opt<Int> = output.int("discardedCommits"),
        /// What the tool says. NULL where there is no payload. Source: `message`.
        best message: Opt<Text> = output.prose("message"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("EnterWorktree", &[&worktrees::TABLE], flat::open::<Worktree>).asks(true),
    Tool::new("ExitWorktree", &[&worktrees::TABLE], flat::open::<Worktree>).asks(false),
];
