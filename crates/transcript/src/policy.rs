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

    /// JSON as it is kept, and always JSON: one that is too long is a string of its beginning. NULL where none is kept.
    pub(crate) fn json(self, json: &str) -> Option<String> {
        // Half surrogates would make a reader refuse the whole column.
        let json = text::repair_surrogates(json);
        let kept = self.prose(&json)?;
        Some(if kept.len() == json.len() { kept.to_owned() } else { serde_json::Value::from(kept).to_string() })
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
    fn kept_json_is_json() {
        let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(PREVIEW_BYTES));
        for json in [r#"{"a":"\ud83d"}"#, "[1,2]", &long] {
            let kept = TextPolicy::Preview.json(json).expect("previews are kept");
            assert!(serde_json::from_str::<serde_json::Value>(&kept).is_ok(), "{kept}");
        }
        assert_eq!(TextPolicy::Preview.json("[1,2]").as_deref(), Some("[1,2]"));
        assert!(TextPolicy::Preview.json(&long).is_some_and(|kept| kept.starts_with(r#""{\"a\":\"xxx"#)));
        assert_eq!(TextPolicy::None.json("[1,2]"), None);
    }

    #[test]
    fn previews_end_between_characters() {
        let long = "é".repeat(PREVIEW_BYTES);
        assert_eq!(TextPolicy::Preview.prose(&long).map(str::len), Some(PREVIEW_BYTES));
        assert_eq!(TextPolicy::parse("preview"), Some(TextPolicy::Preview));
        assert_eq!(TextPolicy::parse("nothing"), None);
    }
}
