//! Where the work is done: worktrees, notebooks, language servers.

use super::Call;
use super::shape::{self, Shape, shape};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

/// A call of NotebookEdit, LSP, EnterWorktree or ExitWorktree.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Workspace, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("NotebookEdit").input(r#"{"notebook_path":"$cwd/$ident.ipynb","cell_number":$n,"new_source":"$code","edit_mode":"replace"}"#).gives(
            r#"{"cell_number":$n,"new_source":"$code","cell_type":"code","language":"python","edit_mode":"replace","error":""}"#,
            "Updated cell $n with $code",
        ),
        10,
        FIRST,
        v(1, 9, 9),
    ),
    (
        shape("NotebookEdit").input(r#"{"notebook_path":"$cwd/$ident.ipynb","cell_id":"cell-7","new_source":"$code","cell_type":"markdown","edit_mode":"insert"}"#).gives(
            r#"{"new_source":"$code","cell_type":"markdown","language":"python","edit_mode":"insert","cell_id":"cell-7","error":"","notebook_path":"$cwd/$ident.ipynb","original_file":"{\"cells\":[]}","updated_file":"{\"cells\":[{}]}"}"#,
            "Inserted cell cell-7 with $code",
        ),
        2,
        v(2, 0, 0),
        LAST,
    ),
    (
        shape("NotebookEdit").input(r#"{"notebook_path":"$cwd/$ident.ipynb","cell_id":"$hex","new_source":"$code"}"#).gives(
            r#"{"new_source":"$code","old_source":"$code1","cell_type":"code","language":"python","edit_mode":"replace","cell_id":"$hex","error":"","notebook_path":"$cwd/$ident.ipynb","original_file":"{\"cells\":[{\"source\":\"a\"}]}","updated_file":"{\"cells\":[{}]}"}"#,
            "Updated cell $hex with $code",
        ),
        2,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("NotebookEdit")
            .input(r#"{"notebook_path":"$cwd/$ident.ipynb","cell_id":"$hex","new_source":"$code","edit_mode":"delete"}"#)
            .invalid("Cell with ID \"$hex\" not found in notebook."),
        1,
        v(2, 0, 0),
        LAST,
    ),
    (
        shape("LSP").input(r#"{"operation":"findReferences","filePath":"$path","line":$n,"character":9}"#).gives(
            r#"{"operation":"findReferences","result":"Found 2 references across 2 files:\n\n$file1:\n  Line 3:9\n\n$file2:\n  Line 8:1","filePath":"$path","resultCount":2,"fileCount":2}"#,
            "Found 2 references across 2 files:\n\n$file1:\n  Line 3:9\n\n$file2:\n  Line 8:1",
        ),
        3,
        v(2, 1, 12),
        LAST,
    ),
    (
        shape("LSP").input(r#"{"operation":"workspaceSymbol","filePath":"$path","line":1,"character":1,"query":"$ident"}"#).gives(
            r#"{"operation":"workspaceSymbol","result":"No symbols found in workspace.","filePath":"$path","resultCount":0,"fileCount":0}"#,
            "No symbols found in workspace.",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("LSP").input(r#"{"operation":"hover","filePath":"$path","line":$n,"character":1}"#).gives(
            r#"{"operation":"hover","result":"No LSP server available for file type: .md","filePath":"$path"}"#,
            "No LSP server available for file type: .md",
        ),
        1,
        v(2, 1, 12),
        LAST,
    ),
    (
        shape("EnterWorktree").input(r#"{"name":"$word"}"#).gives(
            r#"{"worktreePath":"$cwd/.claude/worktrees/$word","worktreeBranch":"worktree-$word","message":"Created worktree at $cwd/.claude/worktrees/$word on branch worktree-$word."}"#,
            "Created worktree at $cwd/.claude/worktrees/$word on branch worktree-$word.",
        ),
        2,
        v(2, 1, 52),
        LAST,
    ),
    (
        shape("EnterWorktree").input(r#"{"path":"/home/dev/other/$word"}"#).gives(
            r#"{"worktreePath":"/home/dev/other/$word","message":"Entered the worktree at /home/dev/other/$word."}"#,
            "Entered the worktree at /home/dev/other/$word.",
        ),
        1,
        v(2, 1, 119),
        LAST,
    ),
    (shape("EnterWorktree").thrown("other", "Cannot create a worktree: not in a git repository"), 1, v(2, 1, 52), LAST),
    (
        shape("ExitWorktree").input(r#"{"action":"keep"}"#).gives(
            r#"{"action":"keep","originalCwd":"$cwd","worktreePath":"$cwd/.claude/worktrees/$word","worktreeBranch":"worktree-$word","tmuxSessionName":"$word","message":"Exited worktree."}"#,
            "Exited worktree. Your work is preserved at $cwd/.claude/worktrees/$word on branch worktree-$word.",
        ),
        1,
        v(2, 1, 76),
        LAST,
    ),
    (
        shape("ExitWorktree").input(r#"{"action":"remove","discard_changes":true}"#).gives(
            r#"{"action":"remove","originalCwd":"$cwd","worktreePath":"$cwd/.claude/worktrees/$word","discardedFiles":3,"discardedCommits":0,"message":"Exited and removed worktree."}"#,
            "Exited and removed worktree at $cwd/.claude/worktrees/$word. Discarded 3 uncommitted files.",
        ),
        1,
        v(2, 1, 76),
        LAST,
    ),
    (
        shape("ExitWorktree")
            .input(r#"{"action":"remove"}"#)
            .invalid("Worktree has 2 uncommitted files. Confirm with the user, then call again with discard_changes: true."),
        1,
        v(2, 1, 76),
        LAST,
    ),
];
