//! How a run ends: its exit code, and what is said about an error.

use std::io;
use std::process::ExitCode;

use crate::console;

/// The ways in which a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All was done.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The command line was wrong. Most of what can be wrong there ends in the parser, with the same code.
    Usage = 2,
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
    let is_usage = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<Usage>() || matches!(cause.downcast_ref::<cclake_query::Error>(), Some(cclake_query::Error::Ask(_)))
    };
    if error.chain().any(is_usage) { Exit::Usage } else { Exit::Failed }
}

/// An error of who wrote the command line.
pub(crate) fn usage(message: String) -> anyhow::Error {
    Usage(message).into()
}

#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

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
