//! What the shell tools saw a command do with git.

use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::GitOperation;

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
