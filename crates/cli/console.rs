//! The two streams. Nothing else in the program writes to them.

use std::fmt::Arguments;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Standard output, for data: buffered, so whoever is done has to flush it.
pub(crate) fn data() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// Says a line to people, on standard error.
pub(crate) fn say(line: Arguments<'_>) {
    // If nobody hears it, there is nobody to tell.
    _ = writeln!(io::stderr().lock(), "{line}");
}

/// Whether people watch standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// The width that lines may have: what COLUMNS says, else that of the terminal that standard output is, if it is one.
pub(crate) fn width() -> Option<u16> {
    let stated = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    stated.or_else(|| if is_shown() { asked_width() } else { None })
}

/// Whether people watch standard output.
pub(crate) fn is_shown() -> bool {
    io::stdout().is_terminal()
}

/// What the terminal says: the standard library does not know, and `stty` is on every Unix.
fn asked_width() -> Option<u16> {
    let terminal = std::fs::File::open("/dev/tty").ok()?;
    let size = std::process::Command::new("stty").arg("size").stdin(terminal).output().ok()?;
    String::from_utf8(size.stdout).ok()?.split_whitespace().nth(1)?.parse().ok().filter(|width| *width > 0)
}
