//! Versions of Claude Code, as far as they decide what a transcript looks like.

use std::fmt;

/// A version number, ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(u16, u16, u16);

/// How the lines of one response repeat its usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Regime {
    /// Up to 2.1.52: no stop reason, a growing placeholder for the output tokens.
    Placeholder,
    /// 2.1.59 to 2.1.96: placeholders, then a final last line.
    LastFinal,
    /// From 2.1.98: every line is final.
    AllFinal,
}

/// The versions of the tree, in the order in which they came out.
pub(crate) const VERSIONS: [Version; 18] = [
    v(1, 0, 98),
    v(2, 0, 76),
    v(2, 1, 12),
    v(2, 1, 29),
    v(2, 1, 41),
    v(2, 1, 47),
    v(2, 1, 52),
    v(2, 1, 59),
    v(2, 1, 63),
    v(2, 1, 76),
    v(2, 1, 81),
    v(2, 1, 92),
    v(2, 1, 98),
    v(2, 1, 119),
    v(2, 1, 153),
    v(2, 1, 179),
    v(2, 1, 205),
    v(2, 1, 219),
];

/// Before every version.
pub(crate) const FIRST: Version = v(0, 0, 0);
/// After every version.
pub(crate) const LAST: Version = v(9, 0, 0);

/// Shorthand for a version.
pub(crate) const fn v(major: u16, minor: u16, patch: u16) -> Version {
    Version(major, minor, patch)
}

impl Version {
    pub(crate) fn regime(self) -> Regime {
        if self <= v(2, 1, 52) {
            Regime::Placeholder
        } else if self <= v(2, 1, 96) {
            Regime::LastFinal
        } else {
            Regime::AllFinal
        }
    }

    /// Newer records keep cwd, session and version behind the message, older ones before it.
    pub(crate) fn facts_last(self) -> bool {
        self >= v(2, 1, 76)
    }

    pub(crate) fn has_hook_progress(self) -> bool {
        (v(2, 1, 12)..=v(2, 1, 81)).contains(&self)
    }

    pub(crate) fn has_bash_progress(self) -> bool {
        (v(2, 1, 12)..=v(2, 1, 63)).contains(&self)
    }

    pub(crate) fn has_agent_progress(self) -> bool {
        (v(2, 1, 17)..=v(2, 1, 81)).contains(&self)
    }

    pub(crate) fn has_attachments(self) -> bool {
        self >= v(2, 1, 98)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}
