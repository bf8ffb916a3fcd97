//! Named steps at which a test can kill the process.

/// Ends the process here if the environment asks for it: `CCLAKE_FAIL_POINT=NAME`.
#[cfg(any(test, feature = "failpoints"))]
pub(crate) fn point(name: &str) {
    if std::env::var_os("CCLAKE_FAIL_POINT").is_some_and(|point| point == name) {
        std::process::abort();
    }
}

/// Nothing, in a program that is not under test.
#[cfg(not(any(test, feature = "failpoints")))]
pub(crate) fn point(_name: &str) {}
