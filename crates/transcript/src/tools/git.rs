//! What the shell tools saw a command do with git.

use crate::json::{Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;

object! {
    /// What the tool saw a command do with git.
    struct GitOperation<'a> {
        commit: Field<Commit<'a>> = "commit",
        push: Field<Push<'a>> = "push",
        branch: Field<Branch<'a>> = "branch",
        pr: Field<PullRequest<'a>> = "pr",
    }

    /// A commit.
    struct Commit<'a> {
        sha: Str<'a> = "sha",
        kind: Str<'a> = "kind",
        branch: Str<'a> = "branch",
    }

    /// A push.
    struct Push<'a> {
        branch: Str<'a> = "branch",
    }

    /// A change of a branch.
    struct Branch<'a> {
        action: Str<'a> = "action",
        name: Str<'a> = "ref",
    }

    /// A change of a pull request.
    struct PullRequest<'a> {
        action: Str<'a> = "action",
        number: Field<i64> = "number",
        url: Str<'a> = "url",
    }
}

/// What the tool saw it do with git.
#[derive(Debug)]
pub(super) struct Git {
    pub(super) operation: String,
    pub(super) commit_sha: Option<String>,
    pub(super) commit_kind: Option<String>,
    pub(super) branch_pushed: Option<String>,
    pub(super) branch_action: Option<String>,
    pub(super) branch_ref: Option<String>,
    pub(super) pr_action: Option<String>,
    pub(super) pr_number: Option<i64>,
    pub(super) pr_url: Option<String>,
}

impl Git {
    pub(super) fn of(operation: &GitOperation<'_>, policy: TextPolicy) -> Self {
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        let commit = operation.commit.get();
        let push = operation.push.get();
        let branch = operation.branch.get();
        let pr = operation.pr.get();
        let seen = [(commit.is_some(), "commit"), (push.is_some(), "push"), (branch.is_some(), "branch"), (pr.is_some(), "pr")];
        let seen: Vec<&str> = seen.into_iter().filter_map(|(seen, word)| seen.then_some(word)).collect();
        Self {
            operation: seen.join(","),
            commit_sha: commit.and_then(|commit| commit.sha.owned()),
            commit_kind: commit.and_then(|commit| commit.kind.owned()),
            branch_pushed: push.and_then(|push| name(&push.branch)).or_else(|| commit.and_then(|commit| name(&commit.branch))),
            branch_action: branch.and_then(|branch| branch.action.owned()),
            branch_ref: branch.and_then(|branch| name(&branch.name)),
            pr_action: pr.and_then(|pr| pr.action.owned()),
            pr_number: pr.and_then(|pr| pr.number.copied()),
            pr_url: pr.and_then(|pr| name(&pr.url)),
        }
    }
}
