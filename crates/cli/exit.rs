//! How a run ends: its exit code, and what is said about an error.

use std::io;
use std::process::ExitCode;

use crate::console;

/// The ways in which a run ends, apart from a wrong command line (2), which ends in the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All was done.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// It was done, and a threshold was crossed.
    Crossed = 3,
    /// It was done, but `--strict` was given and something was damaged or could not be read.
    Unclean = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Tells people about an error. A reader who stopped reading is none.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    if error.chain().any(is_broken_pipe) {
        return Exit::Done;
    }
    console::say(format_args!("error: {}", message(error)));
    if let Some(hint) = error.chain().find_map(hint) {
        console::say(format_args!("hint: {hint}"));
    }
    Exit::Failed
}

/// The error and its causes, without those that the one above already quotes.
fn message(error: &anyhow::Error) -> String {
    error
        .chain()
        .map(ToString::to_string)
        .reduce(|message, cause| if message.ends_with(&cause) { message } else { format!("{message}: {cause}") })
        .unwrap_or_default()
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn hint(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    cause.downcast_ref::<cclake_query::Error>()?.hint()
}
