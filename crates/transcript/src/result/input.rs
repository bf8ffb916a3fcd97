//! Inputs of tools, by keys in any spelling.

use std::borrow::Cow;

use crate::json::{self, Body, Members, Raw};

/// The input of a call, by keys: `filePath` finds `file_path` and the other way round. Where it has both, the last one counts.
///
/// ```
/// use cclake_transcript::result::ToolInput;
///
/// let input = ToolInput::new(r#"{"file_path":"/a.rs","replaceAll":true}"#);
/// assert_eq!(input.text("filePath").decode().as_deref(), Some("/a.rs"));
/// assert_eq!(input.get("replace_all"), Some("true"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ToolInput<'a>(Raw<'a>);

/// Keys that one document has in place of others.
const OTHER_NAMES: [(&str, &str); 1] = [("agent_type", "subagent_type")];

impl<'a> ToolInput<'a> {
    /// An input by its JSON text.
    pub fn new(json: &'a str) -> Self {
        Self(Raw::of(json))
    }

    /// The whole input, as JSON text. `None` where there is none.
    pub fn json(self) -> Option<&'a str> {
        self.0.json()
    }

    /// The keys, as they are written.
    pub fn keys(self) -> Vec<Cow<'a, str>> {
        self.members().into_iter().map(|(key, _)| key).collect()
    }

    /// A value, as JSON text. `None` where it is absent or `null`.
    pub fn get(self, key: &str) -> Option<&'a str> {
        let key = canonical(key);
        self.members().into_iter().rev().find(|(other, _)| canonical(other) == key)?.1.json()
    }

    /// A text. Without one where the value is absent or no string.
    pub fn text(self, key: &str) -> Body<'a> {
        self.get(key).map(Body::of).unwrap_or_default()
    }

    fn members(self) -> Members<'a> {
        let object = self.json().and_then(|json| json::read(json).ok()?.into_option());
        object.unwrap_or_default()
    }
}

impl<'a> From<Raw<'a>> for ToolInput<'a> {
    fn from(raw: Raw<'a>) -> Self {
        Self(raw)
    }
}

/// A key as most inputs have it: in snake case, and by its first name.
fn canonical(key: &str) -> Cow<'_, str> {
    let key = snake_case(key);
    match OTHER_NAMES.iter().find(|(other, _)| *other == key) {
        Some((_, first)) => Cow::Borrowed(first),
        None => key,
    }
}

fn snake_case(key: &str) -> Cow<'_, str> {
    if !key.bytes().any(|byte| byte.is_ascii_uppercase()) || !key.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Cow::Borrowed(key);
    }
    let mut snake = String::with_capacity(key.len() + 4);
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    Cow::Owned(snake)
}
