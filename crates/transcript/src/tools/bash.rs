//! Shell commands: Bash and PowerShell.

use super::command::Head;
use super::git::Git;
use super::outcome::{Outcome, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::classify;
use crate::json::{Field, Rounded, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::ShellOutput;
use crate::table;
use crate::tables::Tables;
use crate::text::{self, Measure};

table! {
    /// Shell commands that were run. One row per call of Bash or PowerShell.
    mod bash [common: common, call: call_key] {
        parent: tool_calls,
        /// Shell: bash, powershell.
        best shell: Text,
        /// First 4 KiB of the command. NULL where the input does not have it. Source: `command`.
        best command: Opt<Text>,
        /// Length of the whole command. NULL where the input does not have it.
        best command_bytes: Opt<Int>,
        /// Program of the first simple command, without path, assignments and wrappers such as `sudo`. NULL where there is none.
        best command_head: Opt<Text>,
        /// Subcommand of a program that has such (`git commit`: commit). NULL for other programs.
        best command_sub: Opt<Text>,
        /// What the model said the command is for. NULL where it did not. Source: `description`.
        best description: Opt<Text>,
        /// Time limit that was asked for. NULL where none was. Source: `timeout`.
        best timeout_ms: Opt<Int>,
        /// Whether it was started in the background. NULL where the input does not say. Source: `run_in_background`.
        best run_in_background: Opt<Bool>,
        /// Whether the sandbox was to be left. NULL where the input does not say. Source: `dangerouslyDisableSandbox`.
        best dangerously_disable_sandbox: Opt<Bool>,
        /// Folder to run it in. NULL where the input does not say: the working folder. Source: `workdir`.
        best workdir: Opt<Text>,
        /// Exit code. NULL where it is not known. Source: the text of the result.
        best exit_code: Opt<Int>,
        /// How the exit code is known: text (`Exit code N`), zero_implied (a success with a payload), benign_1 (a non-zero code that the tool explains),
        /// task (stated with the output of a background task), unknown (background, interrupted, denied, or a success without payload). NULL where there is no result.
        best exit_code_source: Opt<Text>,
        /// Whether it was interrupted. NULL where the result does not say. Source: `interrupted`.
        best interrupted: Opt<Bool>,
        /// Whether the output is an image. NULL where the result does not say. Source: `isImage`.
        best is_image: Opt<Bool>,
        /// Whether no output was expected. NULL where the result does not say. Source: `noOutputExpected`.
        best no_output_expected: Opt<Bool>,
        /// Background task that the command became. NULL where it did not. Source: `backgroundTaskId`, else the text of the result.
        best background_task_id: Opt<Text>,
        /// Whether a person sent it to the background. NULL where the result does not say. Source: `backgroundedByUser`.
        best backgrounded_by_user: Opt<Bool>,
        /// Whether the program sent it to the background. NULL where the result does not say. Source: `assistantAutoBackgrounded`.
        best assistant_auto_backgrounded: Opt<Bool>,
        /// Whether it ends with the answer of the agent that started it. NULL where the result does not say: no. Source: `backgroundEndsWithFinalResponse`.
        best background_ends_with_response: Opt<Bool>,
        /// Whether its end wakes the agent that started it. NULL where the result does not say: no. Source: `backgroundWakesOwner`.
        best background_wakes_owner: Opt<Bool>,
        /// Whether it ran in the sandbox. NULL where the result does not say. Source: `sandbox`.
        best sandboxed: Opt<Bool>,
        /// Whether the sandbox was left. NULL where the result does not say. Source: `dangerouslyDisableSandbox` of the result.
        best sandbox_disabled: Opt<Bool>,
        /// Time after which it was stopped or sent to the background. NULL where it was not. Source: `timedOutAfterMs`, else the text of the result.
        best timed_out_after_ms: Opt<Int>,
        /// Meaning of a non-zero exit code that is no error. NULL where there is none. Source: `returnCodeInterpretation`.
        best return_code_interpretation: Opt<Text>,
        /// Length of the output, streams merged; of a failing command the length of an excerpt, so a floor. NULL where there is no result. Source: `stdout`.
        best stdout_bytes: Opt<Int>,
        /// Lines of the output. NULL where there is no result.
        best stdout_lines: Opt<Int>,
        /// XXH3-64 of the output. NULL where there is no result.
        best stdout_hash: Opt<Int>,
        /// Length of `stderr`: notices of the tool, and in old versions the command's own stream. NULL where the result has none.
        best stderr_bytes: Opt<Int>,
        /// Lines of `stderr`. NULL where the result has none.
        best stderr_lines: Opt<Int>,
        /// Whether the tool set the working folder back. NULL where the result has no `stderr`.
        best cwd_reset: Opt<Bool>,
        /// Whether the tool said that going to another folder in the background changes nothing. NULL where the result does not say: no. Source: `backgroundCwdHint`.
        best background_cwd_hint: Opt<Bool>,
        /// Whether files that were read before changed under it. NULL where the result does not say: no. Source: `staleReadFileStateHint`.
        best stale_files_hint: Opt<Bool>,
        /// Whether GitHub refused it for too many requests. NULL where the result does not say: no. Source: `ghRateLimitHint`.
        best gh_rate_limited: Opt<Bool>,
        /// Length of the shortened output that the model was given in its place. NULL where it was not shortened. Source: `tokenSaverOutput`.
        best token_saver_bytes: Opt<Int>,
        /// Blocks of a structured output. NULL where it is plain. Source: `structuredContent`.
        best structured_blocks: Opt<Int>,
        /// File of the raw output. NULL where there is none. Source: `rawOutputPath`.
        best raw_output_path: Opt<Text>,
        /// File that the whole output was saved to. NULL where it was not. Source: `persistedOutputPath`, else the text of the result.
        best persisted_output_path: Opt<Text>,
        /// Size of that file. NULL where it was not saved. Source: `persistedOutputSize`, else as rounded in the text of the result.
        best persisted_output_bytes: Opt<Int>,
        /// How the output was cut: persisted (saved to a file), excerpt (middle left out). NULL where it was not.
        best truncated_kind: Opt<Text>,
        /// Git operations that the tool saw, joined by commas: commit, push, branch, pr. NULL where it saw none. Source: `gitOperation`.
        best git_operation: Opt<Text>,
        /// Commit that was made. NULL where none was. Source: `gitOperation.commit.sha`.
        best git_commit_sha: Opt<Text>,
        /// Kind of the commit: committed, amended and others. NULL where none was made. Source: `gitOperation.commit.kind`.
        best git_commit_kind: Opt<Text>,
        /// Branch of the commit or push. NULL where the result does not say. Source: `gitOperation.push.branch`, `gitOperation.commit.branch`.
        best git_branch_pushed: Opt<Text>,
        /// What was done to a branch. NULL where nothing was. Source: `gitOperation.branch.action`.
        best git_branch_action: Opt<Text>,
        /// The branch that it was done to. NULL where nothing was. Source: `gitOperation.branch.ref`.
        best git_branch_ref: Opt<Text>,
        /// What was done to a pull request. NULL where nothing was. Source: `gitOperation.pr.action`.
        best pr_action: Opt<Text>,
        /// Number of the pull request. NULL where nothing was done to one. Source: `gitOperation.pr.number`.
        best pr_number: Opt<Int>,
        /// Address of the pull request. NULL where the result does not say. Source: `gitOperation.pr.url`.
        best pr_url: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("Bash", &[&bash::TABLE], |_, input, policy| Opened::read(input, |input| ShellCall::open("bash", input, policy)))
        .aliases(&["Execute"])
        .asks(true)
        .seen("1.0.0", "2.1.219"),
    Tool::new("PowerShell", &[&bash::TABLE], |_, input, policy| Opened::read(input, |input| ShellCall::open("powershell", input, policy)))
        .asks(true)
        .seen("2.1.205", "2.1.219"),
];

object! {
    /// The input of a shell command.
    struct Input<'a> {
        command: Str<'a> = "command",
        description: Str<'a> = "description",
        timeout: Field<Rounded> = "timeout",
        run_in_background: Field<bool> = "run_in_background" | "runInBackground",
        dangerously_disable_sandbox: Field<bool> = "dangerouslyDisableSandbox",
        workdir: Str<'a> = "workdir",
    } ignored:;
}

/// A shell command that was called.
#[derive(Debug)]
pub(crate) struct ShellCall {
    shell: &'static str,
    policy: TextPolicy,
    command: Option<String>,
    command_bytes: Option<i64>,
    head: Head,
    description: Option<String>,
    timeout_ms: Option<i64>,
    run_in_background: Option<bool>,
    dangerously_disable_sandbox: Option<bool>,
    workdir: Option<String>,
    result: Option<ShellResult>,
}

/// How it ended.
#[derive(Debug, Default)]
struct ShellResult {
    exit_code: Option<i64>,
    exit_code_source: &'static str,
    interrupted: Option<bool>,
    is_image: Option<bool>,
    no_output_expected: Option<bool>,
    background_task_id: Option<String>,
    backgrounded_by_user: Option<bool>,
    assistant_auto_backgrounded: Option<bool>,
    background_ends_with_response: Option<bool>,
    background_wakes_owner: Option<bool>,
    sandboxed: Option<bool>,
    sandbox_disabled: Option<bool>,
    background_cwd_hint: Option<bool>,
    stale_files_hint: Option<bool>,
    gh_rate_limited: Option<bool>,
    token_saver_bytes: Option<i64>,
    structured_blocks: Option<i64>,
    raw_output_path: Option<String>,
    timed_out_after_ms: Option<i64>,
    return_code_interpretation: Option<String>,
    stdout: Option<Measure>,
    stderr: Option<Measure>,
    cwd_reset: Option<bool>,
    persisted_output_path: Option<String>,
    persisted_output_bytes: Option<i64>,
    truncated_kind: Option<&'static str>,
    git: Option<Git>,
}

impl ShellCall {
    fn open(shell: &'static str, input: &Input<'_>, policy: TextPolicy) -> Self {
        let command = input.command.str();
        Self {
            shell,
            policy,
            command: command.map(|command| policy.name(command).into_owned()),
            command_bytes: command.map(|command| command.len() as i64),
            head: command.map(Head::of).unwrap_or_default().kept(policy),
            description: input.description.str().and_then(|text| policy.prose(text)).map(str::to_owned),
            timeout_ms: input.timeout.copied().map(|timeout| timeout.0),
            run_in_background: input.run_in_background.copied(),
            dangerously_disable_sandbox: input.dangerously_disable_sandbox.copied(),
            workdir: input.workdir.str().map(|path| policy.name(path).into_owned()),
            result: None,
        }
    }
}

impl ToolCall for ShellCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<ShellOutput<'_>>();
        let result = match output.as_deref() {
            Some(output) => ShellResult::of_output(output, outcome, self.policy),
            None => ShellResult::of_text(outcome),
        };
        self.result = Some(result);
        review
    }

    fn interrupted(&self) -> Option<bool> {
        self.result.as_ref()?.interrupted
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let result = self.result.as_ref();
        let git = result.and_then(|result| result.git.as_ref());
        let path = result.and_then(|result| result.persisted_output_path.as_deref()).map(|path| self.policy.name(path));
        let row = bash::Row {
            common: keys.common,
            call: keys.call,
            shell: self.shell,
            command: self.command.as_deref(),
            command_bytes: self.command_bytes,
            command_head: self.head.program.as_deref(),
            command_sub: self.head.sub.as_deref(),
            description: self.description.as_deref(),
            timeout_ms: self.timeout_ms,
            run_in_background: self.run_in_background,
            dangerously_disable_sandbox: self.dangerously_disable_sandbox,
            workdir: self.workdir.as_deref(),
            exit_code: result.and_then(|result| result.exit_code),
            exit_code_source: result.map(|result| result.exit_code_source),
            interrupted: result.and_then(|result| result.interrupted),
            is_image: result.and_then(|result| result.is_image),
            no_output_expected: result.and_then(|result| result.no_output_expected),
            background_task_id: result.and_then(|result| result.background_task_id.as_deref()),
            backgrounded_by_user: result.and_then(|result| result.backgrounded_by_user),
            assistant_auto_backgrounded: result.and_then(|result| result.assistant_auto_backgrounded),
            background_ends_with_response: result.and_then(|result| result.background_ends_with_response),
            background_wakes_owner: result.and_then(|result| result.background_wakes_owner),
            sandboxed: result.and_then(|result| result.sandboxed),
            sandbox_disabled: result.and_then(|result| result.sandbox_disabled),
            background_cwd_hint: result.and_then(|result| result.background_cwd_hint),
            stale_files_hint: result.and_then(|result| result.stale_files_hint),
            gh_rate_limited: result.and_then(|result| result.gh_rate_limited),
            token_saver_bytes: result.and_then(|result| result.token_saver_bytes),
            structured_blocks: result.and_then(|result| result.structured_blocks),
            raw_output_path: result.and_then(|result| result.raw_output_path.as_deref()),
            timed_out_after_ms: result.and_then(|result| result.timed_out_after_ms),
            return_code_interpretation: result.and_then(|result| result.return_code_interpretation.as_deref()),
            stdout_bytes: result.and_then(|result| Some(result.stdout?.bytes)),
            stdout_lines: result.and_then(|result| Some(result.stdout?.lines)),
            stdout_hash: result.and_then(|result| Some(result.stdout?.hash)),
            stderr_bytes: result.and_then(|result| Some(result.stderr?.bytes)),
            stderr_lines: result.and_then(|result| Some(result.stderr?.lines)),
            cwd_reset: result.and_then(|result| result.cwd_reset),
            persisted_output_path: path.as_deref(),
            persisted_output_bytes: result.and_then(|result| result.persisted_output_bytes),
            truncated_kind: result.and_then(|result| result.truncated_kind),
            git_operation: git.map(|git| git.operation.as_str()),
            git_commit_sha: git.and_then(|git| git.commit_sha.as_deref()),
            git_commit_kind: git.and_then(|git| git.commit_kind.as_deref()),
            git_branch_pushed: git.and_then(|git| git.branch_pushed.as_deref()),
            git_branch_action: git.and_then(|git| git.branch_action.as_deref()),
            git_branch_ref: git.and_then(|git| git.branch_ref.as_deref()),
            pr_action: git.and_then(|git| git.pr_action.as_deref()),
            pr_number: git.and_then(|git| git.pr_number),
            pr_url: git.and_then(|git| git.pr_url.as_deref()),
        };
        tables.bash.append(keys.origin, &row);
    }
}

impl ShellResult {
    /// Of a structured payload.
    fn of_output(output: &ShellOutput<'_>, outcome: &Outcome<'_>, policy: TextPolicy) -> Self {
        let interrupted = output.interrupted.copied();
        let background_task_id = output.background_task_id.owned();
        let interpretation = output.return_code_interpretation.owned();
        let (exit_code, exit_code_source) = if outcome.is_error {
            exit_of_text(outcome)
        } else if interrupted == Some(true) || background_task_id.is_some() {
            (None, "unknown")
        } else if interpretation.is_some() {
            (Some(1), "benign_1")
        } else {
            (Some(0), "zero_implied")
        };
        let persisted_output_path = output.persisted_output_path.owned();
        Self {
            exit_code,
            exit_code_source,
            interrupted,
            is_image: output.is_image.copied(),
            no_output_expected: output.no_output_expected.copied(),
            background_task_id,
            backgrounded_by_user: output.backgrounded_by_user.copied(),
            assistant_auto_backgrounded: output.assistant_auto_backgrounded.copied(),
            background_ends_with_response: output.background_ends_with_response.copied(),
            background_wakes_owner: output.background_wakes_owner.copied(),
            sandboxed: output.sandboxed.copied(),
            sandbox_disabled: output.sandbox_disabled.copied(),
            background_cwd_hint: output.background_cwd_hint.json().map(|_| true),
            stale_files_hint: output.stale_files_hint.json().map(|_| true),
            gh_rate_limited: output.gh_rate_limit_hint.json().map(|_| true),
            token_saver_bytes: output.token_saver_output.measure().map(|measure| measure.bytes),
            structured_blocks: output.structured_content.get().map(|blocks| blocks.len() as i64),
            raw_output_path: output.raw_output_path.str().map(|path| policy.name(path).into_owned()),
            timed_out_after_ms: output.timed_out_after_ms.copied().map(|timeout| timeout.0),
            return_code_interpretation: interpretation,
            stdout: output.stdout.measure(),
            stderr: output.stderr.measure(),
            cwd_reset: output.stderr.json().map(|json| memchr::memmem::find(json.as_bytes(), CWD_RESET.as_bytes()).is_some()),
            truncated_kind: persisted_output_path.is_some().then_some("persisted"),
            persisted_output_path,
            persisted_output_bytes: output.persisted_output_size.copied(),
            git: output.git_operation.get().map(|operation| Git::of(operation, policy)),
        }
    }

    /// Of the text alone: an error, or a result without payload.
    fn of_text(outcome: &Outcome<'_>) -> Self {
        let head = outcome.error_body();
        if outcome.is_error {
            let (exit_code, exit_code_source) = exit_of_text(outcome);
            // Anything but a command that ended says nothing of its output.
            let output = exit_code.is_some().then(|| output_after_exit_code(outcome));
            return Self {
                exit_code,
                exit_code_source,
                timed_out_after_ms: classify::timed_out(head),
                truncated_kind: output.as_deref().and_then(excerpt),
                stdout: output.as_deref().map(text::measure),
                ..Self::default()
            };
        }
        let background_task_id = classify::bash_background_id(head).map(str::to_owned);
        let persisted = classify::persisted_output(head);
        Self {
            // A success without payload is 0 or a code that the tool does not count as an error: it does not say which.
            exit_code: None,
            exit_code_source: "unknown",
            stdout: (outcome.is_told && background_task_id.is_none()).then(|| outcome.given()),
            background_task_id,
            truncated_kind: persisted.as_ref().map(|_| "persisted"),
            persisted_output_path: persisted.as_ref().map(|persisted| persisted.path.to_owned()),
            persisted_output_bytes: persisted.and_then(|persisted| persisted.bytes),
            ..Self::default()
        }
    }
}

/// How the tool begins its notice that it set the working folder back.
const CWD_RESET: &str = "Shell cwd was reset to";

fn exit_of_text(outcome: &Outcome<'_>) -> (Option<i64>, &'static str) {
    match classify::exit_code(outcome.error_body()) {
        Some(code) => (Some(code), "text"),
        None => (None, "unknown"),
    }
}

/// The output that follows the exit code's line.
fn output_after_exit_code(outcome: &Outcome<'_>) -> String {
    let content = outcome.content();
    content.split_once('\n').map_or(String::new(), |(_, output)| output.to_owned())
}

/// Whether the tool left out the middle of an output.
fn excerpt(output: &str) -> Option<&'static str> {
    let start = output.find("\n... [")? + "\n... [".len();
    let (count, rest) = output[start..].split_once(' ')?;
    let left_out = count.bytes().all(|byte| byte.is_ascii_digit())
        && (rest.starts_with("lines truncated] ...") || rest.starts_with("characters truncated] ..."));
    left_out.then_some("excerpt")
}
