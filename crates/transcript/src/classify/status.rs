//! How calls end, computed from stored columns only, so that it can be computed again after rows were merged.

use super::ErrorClass;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The user stopped it.
    Interrupted,
    /// It was not allowed to run.
    Denied,
    /// It fell with a call made in parallel.
    Cancelled,
    /// It ran into an error.
    Failed,
    /// It has a result that is no error.
    Ok,
    /// It has no result.
    NoResult,
}

impl Status {
    /// The word in column `status`.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Interrupted => "interrupted",
            Status::Denied => "denied",
            Status::Cancelled => "cancelled",
            Status::Failed => "failed",
            Status::Ok => "ok",
            Status::NoResult => "no_result",
        }
    }
}

/// The status of a call: `interrupted` is what the payload's flag says, `class` that of an error result.
pub fn status(has_result: bool, interrupted: bool, is_error: bool, class: Option<ErrorClass>) -> Status {
    match class {
        _ if interrupted => Status::Interrupted,
        Some(ErrorClass::Interrupted) => Status::Interrupted,
        Some(class) if class.is_denial() => Status::Denied,
        Some(ErrorClass::Sibling) => Status::Cancelled,
        _ if is_error => Status::Failed,
        _ if has_result => Status::Ok,
        _ => Status::NoResult,
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorClass::*;
    use super::status;

    #[test]
    fn the_first_status_that_applies() {
        for (has_result, interrupted, is_error, class, expected) in [
            (true, true, true, Some(UserRejected), "interrupted"),
            (true, false, true, Some(Interrupted), "interrupted"),
            (true, false, true, Some(Hook), "denied"),
            (true, false, true, Some(AutoMode), "denied"),
            (true, false, true, Some(HookAfter), "failed"),
            (true, false, true, Some(Sibling), "cancelled"),
            (true, false, true, Some(ExitCode), "failed"),
            (true, false, true, None, "failed"),
            (true, false, false, None, "ok"),
            (false, false, false, None, "no_result"),
        ] {
            assert_eq!(status(has_result, interrupted, is_error, class).as_str(), expected, "{class:?}");
        }
    }
}
