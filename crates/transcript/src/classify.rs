//! Why a tool result is an error, and how a call ended.
//!
//! Transcripts have no field for the reason, only sentences, and the same sentences occur inside of ordinary file
//! contents. So every test is anchored where the tool writes them, and they are only looked for in results that are
//! marked as errors.

mod notices;
mod status;

pub use notices::{Persisted, bash_background_id, edit_fail_reason, exit_code, persisted_output, timed_out};
use notices::{body, exit_line};
pub use status::{Status, status};

/// Why a tool result is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// A command ended with a code other than 0.
    ExitCode,
    /// The user refused the call.
    UserRejected,
    /// The user did not want the action at this time.
    ActionRefused,
    /// The user stopped the turn.
    Interrupted,
    /// The input does not fit the tool's schema.
    Validation,
    /// Cancelled, because a call made in parallel failed.
    Sibling,
    /// There is no tool of that name.
    NoSuchTool,
    /// The tool checked its input or state and declined, in a way that no other class names.
    ToolError,
    /// A permission rule denies the call.
    PermissionRule,
    /// It needs a permission that nobody was there to give.
    NotGranted,
    /// The permission prompt was closed without an answer.
    PromptAborted,
    /// Auto mode denied the call, or could not judge it.
    AutoMode,
    /// A hook denied the call before it ran.
    Hook,
    /// A hook reported an error after the call ran; the same word as `Hook`, but not a denial.
    HookAfter,
    /// It took too long, or the web request failed.
    Timeout,
    /// The content exceeds what may be read.
    TooLarge,
    /// The file system said no.
    Fs,
    /// There is no agent of that type.
    Agent,
    /// An error text of the tool's own.
    Other,
}

use ErrorClass::*;

/// Every class and its word. `Hook` comes before `HookAfter`, which shares its word.
const CLASSES: [(ErrorClass, &str); 19] = [
    (ExitCode, "exit_code"),
    (UserRejected, "user_rejected"),
    (ActionRefused, "action_refused"),
    (Interrupted, "interrupted"),
    (Validation, "validation"),
    (Sibling, "sibling"),
    (NoSuchTool, "no_such_tool"),
    (ToolError, "tool_error"),
    (PermissionRule, "permission_rule"),
    (NotGranted, "not_granted"),
    (PromptAborted, "prompt_aborted"),
    (AutoMode, "auto_mode"),
    (Hook, "hook"),
    (HookAfter, "hook"),
    (Timeout, "timeout"),
    (TooLarge, "too_large"),
    (Fs, "fs"),
    (Agent, "agent"),
    (Other, "other"),
];

impl ErrorClass {
    /// The word in column `error_class`.
    pub fn as_str(self) -> &'static str {
        CLASSES.iter().find(|(class, _)| *class == self).map_or("other", |(_, word)| word)
    }

    /// The class of a word; None for a word that is none. `hook` stands for two classes: it is a denial, unless
    /// `ran` says that the tool had run.
    pub fn parse(word: &str, ran: bool) -> Option<ErrorClass> {
        let class = CLASSES.iter().find(|(_, known)| *known == word)?.0;
        Some(if class == Hook && ran { HookAfter } else { class })
    }

    /// Whether it means that the call was not allowed to run.
    pub fn is_denial(self) -> bool {
        matches!(self, UserRejected | ActionRefused | PermissionRule | NotGranted | PromptAborted | AutoMode | Hook)
    }
}

/// How a text of one class begins, and what must follow somewhere behind that (empty: anything). The first that
/// fits decides.
const PATTERNS: &[(ErrorClass, &str, &str)] = &[
    (UserRejected, "The user doesn't want to proceed with this tool use.", ""),
    (UserRejected, "User rejected tool use", ""),
    (ActionRefused, "The user doesn't want to take this action right now", ""),
    (Interrupted, "[Request interrupted by user]", ""),
    (Interrupted, "[Request interrupted by user for tool use]", ""),
    (Validation, "InputValidationError: ", ""),
    (Sibling, "Sibling tool call errored", ""),
    (Sibling, "Cancelled: parallel tool call ", ""),
    (NoSuchTool, "No such tool available: ", ""),
    (AutoMode, "Permission for this action was denied by the Claude Code auto mode classifier", ""),
    (PermissionRule, "Permission to use ", " has been denied"),
    (PermissionRule, "Permission to use ", " has been auto-denied"),
    (NotGranted, "Claude requested permissions to ", ", but you haven't granted it yet"),
    (PromptAborted, "Permission prompt was aborted.", ""),
    (Hook, "PreToolUse:", " hook error: "),
    (Hook, "Hook PreToolUse:", " denied this tool"),
    (HookAfter, "PostToolUse:", " hook error: "),
    (Timeout, "Command timed out after ", ""),
    (Timeout, "Ripgrep search timed out after ", ""),
    (Timeout, "Request failed with status code ", ""),
    (TooLarge, "File content (", ") exceeds maximum allowed "),
    (Fs, "File does not exist.", ""),
    (Fs, "EISDIR: ", ""),
    (Fs, "ENOENT: ", ""),
    (Fs, "EACCES: ", ""),
    (Fs, "ENOTDIR: ", ""),
    (Agent, "Agent type '", "' not found"),
    (ToolError, "File has not been read yet", ""),
    (ToolError, "File has been modified since read", ""),
    (ToolError, "String to replace not found", ""),
    (ToolError, "Found ", " matches of the string to replace"),
    (ToolError, "No changes to make", ""),
    (ToolError, "Path does not exist", ""),
    (ToolError, "Unknown skill: ", ""),
    (ToolError, "Blocked: sleep ", ""),
];

/// The class of an error result. `content` is the text of the tool_result block, or at least its first 4 KiB;
/// `payload` is toolUseResult where that is a string, and decides where the content says nothing; `denial_kind` is
/// the record's toolDenialKind, and beats both, because a hook may give any text as its reason.
pub fn classify(content: &str, payload: Option<&str>, denial_kind: Option<&str>) -> ErrorClass {
    denial_kind.and_then(class_of_denial).or_else(|| class_of_text(content)).or_else(|| class_of_text(payload?)).unwrap_or(Other)
}

fn class_of_denial(kind: &str) -> Option<ErrorClass> {
    match kind {
        "user-rejected" => Some(UserRejected),
        "automode-unavailable" | "automode-blocked" => Some(AutoMode),
        "permission-rule" => Some(PermissionRule),
        _ => kind.contains("hook").then_some(Hook),
    }
}

fn class_of_text(text: &str) -> Option<ErrorClass> {
    let (tagged, body) = body(text);
    if let Some((_, output)) = exit_line(body) {
        return Some(if output.starts_with("Command timed out after ") { Timeout } else { ExitCode });
    }
    let first_line = body.lines().next().unwrap_or_default();
    let known = PATTERNS.iter().find(|(_, start, then)| body.strip_prefix(start).is_some_and(|rest| rest.contains(then))).map(|(class, ..)| *class);
    // This sentence begins with the name of a model.
    let unjudged = "is temporarily unavailable, so auto mode cannot determine the safety of";
    known.or_else(|| first_line.contains(unjudged).then_some(AutoMode)).or(tagged.then_some(ToolError))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_their_class() {
        for (content, expected) in [
            ("Exit code 1", ExitCode),
            ("Exit code 101\nerror: test failed", ExitCode),
            ("<tool_use_error>Exit code 2</tool_use_error>", ExitCode),
            ("Exit code 1x", Other),
            ("Exit code 143\nCommand timed out after 2m 0s\npartial", Timeout),
            ("Exit code 1\nnpm: Command timed out after 2m 0s", ExitCode),
            ("Command timed out after 2m 0.0s", Timeout),
            ("Ripgrep search timed out after 20 seconds. Try a narrower path.", Timeout),
            ("Request failed with status code 404", Timeout),
            ("The user doesn't want to proceed with this tool use. The tool use was rejected", UserRejected),
            ("The user doesn't want to take this action right now. STOP", ActionRefused),
            ("[Request interrupted by user]", Interrupted),
            ("[Request interrupted by user for tool use]", Interrupted),
            ("<tool_use_error>InputValidationError: Grep failed due to", Validation),
            ("<tool_use_error>Sibling tool call errored</tool_use_error>", Sibling),
            ("<tool_use_error>Cancelled: parallel tool call Bash(ls -la) errored</tool_use_error>", Sibling),
            ("<tool_use_error>Error: No such tool available: Foo</tool_use_error>", NoSuchTool),
            ("<tool_use_error>No such tool available: Foo</tool_use_error>", NoSuchTool),
            ("<tool_use_error>File has not been read yet. Read it first</tool_use_error>", ToolError),
            ("<tool_use_error>Found 3 matches of the string to replace, but replace_all is false", ToolError),
            ("<tool_use_error>Blocked: sleep 30</tool_use_error>", ToolError),
            ("<tool_use_error>Something new</tool_use_error>", ToolError),
            ("Permission to use Bash with command rm\n-rf x has been denied.", PermissionRule),
            ("Permission to use Write has been auto-denied (prompts unavailable).", PermissionRule),
            ("Claude requested permissions to write to /a, but you haven't granted it yet.", NotGranted),
            ("Permission prompt was aborted.", PromptAborted),
            ("model-x is temporarily unavailable, so auto mode cannot determine the safety of Bash", AutoMode),
            ("Permission for this action was denied by the Claude Code auto mode classifier. Reason: [x]", AutoMode),
            ("PreToolUse:Bash hook error: [check.sh]: no", Hook),
            ("Hook PreToolUse:Bash denied this tool", Hook),
            ("PostToolUse:Edit hook error: [fmt.sh]: no", HookAfter),
            ("File content (30000 tokens) exceeds maximum allowed tokens (25000).", TooLarge),
            ("File content (300KB) exceeds maximum allowed size (256KB).", TooLarge),
            ("<tool_use_error>File does not exist.</tool_use_error>", Fs),
            ("File does not exist. Did you mean b.rs?", Fs),
            ("EISDIR: illegal operation on a directory, read", Fs),
            ("ENOENT: no such file or directory", Fs),
            ("Agent type 'x' not found. Available agents: a, b", Agent),
            ("MCP error -32000: The user doesn't want to proceed with this tool use.", Other),
            ("", Other),
        ] {
            assert_eq!(classify(content, None, None), expected, "{content}");
        }
    }

    #[test]
    fn payloads_decide_where_contents_are_silent() {
        for (content, payload, expected) in [
            ("", "Error: Exit code 1\nboom", ExitCode),
            ("", "Error: File has not been read yet. Read it first", ToolError),
            ("", "Error: File does not exist.", Fs),
            ("", "Error: PreToolUse:Bash hook error: [x]: no", Hook),
            ("", "User rejected tool use", UserRejected),
            ("", "Sibling tool call errored", Sibling),
            ("", "No such tool available: Foo", NoSuchTool),
            ("", "InputValidationError: [\n  {}\n]", Validation),
            ("Exit code 3", "Error: Permission prompt was aborted.", ExitCode),
            ("boom", "Error: boom", Other),
        ] {
            assert_eq!(classify(content, Some(payload), None), expected, "{payload}");
        }
    }

    #[test]
    fn kinds_of_denial_beat_texts() {
        for (kind, expected) in [
            ("user-rejected", UserRejected),
            ("automode-unavailable", AutoMode),
            ("automode-blocked", AutoMode),
            ("permission-rule", PermissionRule),
            ("hook", Hook),
            ("kind-of-tomorrow", ExitCode),
        ] {
            assert_eq!(classify("Exit code 1\nnot on Fridays", None, Some(kind)), expected, "{kind}");
        }
    }

    #[test]
    fn words_lead_back_to_classes() {
        for (class, word) in CLASSES {
            assert_eq!(class.as_str(), word);
            assert_eq!(ErrorClass::parse(word, class == HookAfter), Some(class));
        }
        assert_eq!(ErrorClass::parse("exit code", false), None);
    }
}
