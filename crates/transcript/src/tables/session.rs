//! Sessions, as their records describe them.

use std::borrow::Cow;

use arrow::array::RecordBatch;

use crate::table;

table! {
    /// Sessions. One row per session.
    mod sessions [] {
        /// The session. Source: `sessionId`.
        key session_id: Text,
        /// Machine that the session was read on.
        best machine: Text,
        /// Version of the decoder that made the row.
        best decoder: Int,
        /// Folder that the session began in, drive letter in upper case. NULL where no record says. Source: first `cwd` of the main thread.
        first project: Opt<Text>,
        /// Which record the project is from.
        witness project_from: Opt<Witness>,
        /// Latest title: one given by the user before one given by the model before a summary. NULL where it has none. Source: `customTitle`, `aiTitle`, `summary`.
        last title: Opt<Text>,
        /// Which record the title is from.
        witness title_from: Opt<Witness>,
        /// How Claude Code was started: cli, sdk-ts, claude-vscode and others. NULL where no record says. Source: first `entrypoint`.
        first entrypoint: Opt<Text>,
        /// Which record the entry point is from.
        witness entrypoint_from: Opt<Witness>,
        /// Git branch at the beginning, empty outside a repository. NULL where no record says. Source: first `gitBranch`.
        first branch_first: Opt<Text>,
        /// Which record the branch is from.
        witness branch_first_from: Opt<Witness>,
        /// Version of Claude Code at the beginning. NULL where no record says. Source: first `version`.
        first version_first: Opt<Text>,
        /// Which record the first version is from.
        witness version_first_from: Opt<Witness>,
        /// Version of Claude Code at the end. NULL where no record says. Source: last `version`.
        last version_last: Opt<Text>,
        /// Which record the last version is from.
        witness version_last_from: Opt<Witness>,
        /// Time of the earliest record, UTC. NULL where none has a readable time.
        min first_ts: Opt<Time>,
        /// Time of the latest record, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
    }
    derived(super::derive) {
        /// The project without a worktree's part: the repository that a worktree belongs to. NULL where the project is.
        repo: Opt<Text>,
    }
}

fn derive(batch: RecordBatch) -> RecordBatch {
    sessions::derive_with(&batch, |columns, index| sessions::Derived { repo: columns.project.get(index).map(repository) })
}

/// The repository of a project folder: what stands before `/.claude/worktrees/NAME`, with either kind of slash.
fn repository(project: &str) -> &str {
    let cut = ["/.claude/worktrees/", "\\.claude\\worktrees\\"].iter().filter_map(|marker| project.find(marker)).min();
    match cut {
        Some(at) if at > 0 => &project[..at],
        _ => project,
    }
}

/// A folder with its drive letter in upper case, so that `c:\x` and `C:\x` are one project.
pub fn project_folder(cwd: &str) -> Cow<'_, str> {
    match cwd.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_lowercase() => Cow::Owned(format!("{}{}", drive.to_ascii_uppercase() as char, &cwd[1..])),
        _ => Cow::Borrowed(cwd),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worktrees_belong_to_their_repository() {
        assert_eq!(repository("/home/dev/alpha/.claude/worktrees/brisk-fox"), "/home/dev/alpha");
        assert_eq!(repository("/home/dev/alpha/.claude/worktrees/brisk-fox/src"), "/home/dev/alpha");
        assert_eq!(repository("D:\\work\\.claude\\worktrees\\a"), "D:\\work");
        assert_eq!(repository("/home/dev/alpha"), "/home/dev/alpha");
        assert_eq!(repository("/.claude/worktrees/a"), "/.claude/worktrees/a");
    }

    #[test]
    fn drive_letters_are_upper_case_and_nothing_else_changes() {
        assert_eq!(project_folder("c:\\Work"), "C:\\Work");
        assert_eq!(project_folder("C:\\Work"), "C:\\Work");
        assert_eq!(project_folder("/home/dev"), "/home/dev");
        assert_eq!(project_folder("\\\\wsl.localhost\\x"), "\\\\wsl.localhost\\x");
        assert_eq!(project_folder(""), "");
    }
}
