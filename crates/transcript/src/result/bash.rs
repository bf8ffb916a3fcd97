//! Results of shell commands.

use super::base::typed;
use crate::json::{Body, Field, Raw, Rounded, object};
use crate::line::Str;

object! {
    /// The payload of a shell command: of Bash, and of PowerShell.
    struct ShellOutput<'a> {
        stdout: Body<'a> = "stdout",
        stderr: Body<'a> = "stderr",
        interrupted: Field<bool> = "interrupted",
        is_image: Field<bool> = "isImage" | "is_image",
        no_output_expected: Field<bool> = "noOutputExpected" | "no_output_expected",
        background_task_id: Str<'a> = "backgroundTaskId" | "background_task_id",
        backgrounded_by_user: Field<bool> = "backgroundedByUser",
        assistant_auto_backgrounded: Field<bool> = "assistantAutoBackgrounded",
        timed_out_after_ms: Field<Rounded> = "timedOutAfterMs",
        return_code_interpretation: Str<'a> = "returnCodeInterpretation" | "return_code_interpretation",
        persisted_output_path: Str<'a> = "persistedOutputPath",
        persisted_output_size: Field<i64> = "persistedOutputSize",
        background_ends_with_response: Field<bool> = "backgroundEndsWithFinalResponse",
        background_wakes_owner: Field<bool> = "backgroundWakesOwner",
        background_cwd_hint: Body<'a> = "backgroundCwdHint",
        sandboxed: Field<bool> = "sandbox",
        sandbox_disabled: Field<bool> = "dangerouslyDisableSandbox",
        stale_files_hint: Body<'a> = "staleReadFileStateHint",
        gh_rate_limit_hint: Body<'a> = "ghRateLimitHint",
        token_saver_output: Body<'a> = "tokenSaverOutput",
        structured_content: Field<Vec<Raw<'a>>> = "structuredContent",
        raw_output_path: Str<'a> = "rawOutputPath",
        git_operation: Field<GitOperation<'a>> = "gitOperation",
    } ignored: "summary", "bashEditDiff";

    /// What the tool saw a command do with git.
    struct GitOperation<'a> {
        commit: Field<Commit<'a>> = "commit",
        push: Field<Push<'a>> = "push",
        branch: Field<Branch<'a>> = "branch",
        pr: Field<PullRequest<'a>> = "pr",
    } ignored:;

    /// A commit.
    struct Commit<'a> {
        sha: Str<'a> = "sha",
        kind: Str<'a> = "kind",
        branch: Str<'a> = "branch",
    } ignored:;

    /// A push.
    struct Push<'a> {
        branch: Str<'a> = "branch",
    } ignored:;

    /// A change of a branch.
    struct Branch<'a> {
        action: Str<'a> = "action",
        name: Str<'a> = "ref",
    } ignored:;

    /// A change of a pull request.
    struct PullRequest<'a> {
        action: Str<'a> = "action",
        number: Field<i64> = "number",
        url: Str<'a> = "url",
    } ignored:;
}

typed! {
    /// The result of a shell command. Its exit code is not in it: what tells of one is the text that the model was given.
    struct BashResult of ShellOutput in Bash;
}

impl<'a> BashResult<'a> {
    /// The output, both streams merged.
    pub fn stdout(&self) -> Body<'a> {
        self.fields.stdout
    }

    /// Notices of the tool; in old versions what the command wrote to its error stream.
    pub fn stderr(&self) -> Body<'a> {
        self.fields.stderr
    }

    /// Whether the command was interrupted.
    pub fn interrupted(&self) -> bool {
        self.fields.interrupted.copied().unwrap_or_default()
    }

    /// Whether the output is an image.
    pub fn is_image(&self) -> bool {
        self.fields.is_image.copied().unwrap_or_default()
    }

    /// Whether no output was expected.
    pub fn no_output_expected(&self) -> bool {
        self.fields.no_output_expected.copied().unwrap_or_default()
    }

    /// The background task that the command became.
    pub fn background_task_id(&self) -> Option<&str> {
        self.fields.background_task_id.str()
    }

    /// The meaning of an exit code that is not zero and no error.
    pub fn return_code_interpretation(&self) -> Option<&str> {
        self.fields.return_code_interpretation.str()
    }
}
