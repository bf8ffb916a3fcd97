//! Calls that were denied, cancelled, or never known.

use super::Call;
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

const REJECTED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const REFUSED: &str =
    "The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.";

/// Why a call did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denial {
    Rejected,
    RejectedWithWords,
    Refused,
    Rule,
    NotGranted,
    Aborted,
    AutoMode,
    Hook,
    Interrupted,
}

const DENIALS: &[Card<Denial>] = &[
    (Denial::Rejected, 50, FIRST, LAST),
    (Denial::RejectedWithWords, 20, FIRST, LAST),
    (Denial::Refused, 3, FIRST, LAST),
    (Denial::Rule, 10, FIRST, LAST),
    (Denial::NotGranted, 4, FIRST, LAST),
    (Denial::Aborted, 3, v(2, 1, 0), LAST),
    (Denial::AutoMode, 6, v(2, 1, 119), LAST),
    (Denial::Hook, 6, v(2, 0, 0), LAST),
    (Denial::Interrupted, 3, FIRST, LAST),
];

/// One call in a hundred is denied; the first calls of a tree show every way.
pub(crate) fn maybe(kit: &mut Kit, frame: &Frame) -> Option<Denial> {
    let permille = if kit.inside_agent {
        3
    } else if kit.owes(Topic::Denial, frame.version) {
        300
    } else {
        10
    };
    let is_denied = kit.rng.chance(permille);
    is_denied.then(|| if kit.inside_agent { Denial::Rule } else { kit.deal(Topic::Denial, frame.version, DENIALS) })
}

/// The same call, denied.
pub(crate) fn deny(kit: &mut Kit, frame: &Frame, call: Call, denial: Denial) -> Call {
    let kind = |call: Call, kind| if frame.version >= v(2, 1, 205) { Call { denial_kind: Some(kind), ..call } } else { call };
    let tool = call.name.clone();
    let denied = match denial {
        Denial::Rejected => kind(call.fail("user_rejected", REJECTED, "User rejected tool use"), "user-rejected"),
        Denial::RejectedWithWords => {
            let said = kit.words(12);
            let content = format!(
                "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n{said}"
            );
            let payload = format!("Error: {content}");
            kind(call.fail("user_rejected", &content, &payload), "user-rejected")
        }
        Denial::Refused => call.fail("action_refused", REFUSED, REFUSED),
        Denial::Rule => call.thrown("permission_rule", &format!("Permission to use {tool} has been denied.")),
        Denial::NotGranted => call.thrown("not_granted", &format!("Claude requested permissions to use {tool}, but you haven't granted it yet.")),
        Denial::Aborted => call.thrown("prompt_aborted", "Permission prompt was aborted."),
        Denial::AutoMode => kind(
            call.thrown(
                "auto_mode",
                "Permission for this action was denied by the Claude Code auto mode classifier. Reason: [External System Writes] not asked for",
            ),
            "automode-blocked",
        ),
        Denial::Hook => {
            let hook = kit.ident();
            call.thrown("hook", &format!("PreToolUse:{tool} hook error: [{hook}.sh]: not in this folder"))
        }
        Denial::Interrupted => {
            let text = "[Request interrupted by user for tool use]";
            call.fail("interrupted", text, text)
        }
    };
    Call { status: if denial == Denial::Interrupted { "interrupted" } else { "denied" }, ..denied }
}

/// The same call, cancelled because another one of its response failed.
pub(crate) fn sibling(frame: &Frame, call: Call) -> Call {
    let message = if frame.version <= v(2, 1, 47) {
        "Sibling tool call errored".to_owned()
    } else {
        format!("Cancelled: parallel tool call {}(make check) errored", call.name)
    };
    let content = format!("<tool_use_error>{message}</tool_use_error>");
    Call { status: "cancelled", ..call.fail("sibling", &content, &message) }
}

/// A call of a tool that does not exist.
pub(crate) fn no_such_tool(kit: &mut Kit) -> Call {
    let name = kit.rng.pick(&["ApplyPatch", "ReadMany", "Terminal"]);
    let message = format!("No such tool available: {name}");
    let content = format!("<tool_use_error>{message}</tool_use_error>");
    Call::new(name, "{}".to_owned()).fail("no_such_tool", &content, &message)
}
