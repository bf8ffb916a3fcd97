//! What text of a transcript the lake keeps.

use std::borrow::Cow;

use crate::text;

/// Descriptive text is kept up to this many bytes.
pub(crate) const PREVIEW_BYTES: usize = 4096;

/// What text is kept, fixed for a lake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextPolicy {
    /// No free text: paths and commands as hashes, titles and error texts not at all.
    None,
    /// Descriptive text up to 4 KiB; bodies only as sizes and hashes.
    #[default]
    Preview,
}

impl TextPolicy {
    /// The policy's name, in options and in the metadata of files.
    pub fn as_str(self) -> &'static str {
        match self {
            TextPolicy::None => "none",
            TextPolicy::Preview => "preview",
        }
    }

    /// The policy of a name.
    pub fn parse(name: &str) -> Option<Self> {
        [TextPolicy::None, TextPolicy::Preview].into_iter().find(|policy| policy.as_str() == name)
    }

    /// Descriptive text as it is kept. NULL where none is.
    pub fn prose(self, text: &str) -> Option<&str> {
        (self == TextPolicy::Preview).then(|| text::cut(text, PREVIEW_BYTES))
    }

    /// A path, command or other text that must stay comparable, as it is kept.
    pub fn name(self, text: &str) -> Cow<'_, str> {
        match self {
            TextPolicy::None if text.is_empty() => Cow::Borrowed(text),
            TextPolicy::None => Cow::Owned(format!("#{:016x}", text::measure(text).hash)),
            TextPolicy::Preview => Cow::Borrowed(text::cut(text, PREVIEW_BYTES)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_keeps_no_text_and_tells_names_apart() {
        let none = TextPolicy::None;
        assert_eq!(none.prose("secret"), None);
        assert_ne!(none.name("/home/a"), none.name("/home/b"));
        assert_eq!(none.name("/home/a"), none.name("/home/a"));
        assert_eq!(none.name("/home/a").len(), 17);
        assert_eq!(none.name(""), "");
    }

    #[test]
    fn previews_end_between_characters() {
        let long = "é".repeat(PREVIEW_BYTES);
        assert_eq!(TextPolicy::Preview.prose(&long).map(str::len), Some(PREVIEW_BYTES));
        assert_eq!(TextPolicy::parse("preview"), Some(TextPolicy::Preview));
        assert_eq!(TextPolicy::parse("nothing"), None);
    }
}
