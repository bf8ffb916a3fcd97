//! Names of models: one spelling for the many that clients and gateways use.

/// A model id in the spelling that patterns are written for.
#[derive(Debug, PartialEq)]
pub(crate) struct ModelId {
    /// The id: lower case, no context suffix, no gateway or resource prefix, versions with hyphens.
    pub(crate) id: String,
    /// Whether the name asked for fast mode (`claude-opus-4.6-fast`, as OpenRouter spells it).
    pub(crate) fast: bool,
}

impl ModelId {
    /// Normalises a name as a transcript has it.
    pub(crate) fn of(name: &str) -> ModelId {
        ModelId::steps(name).0
    }

    /// The id of a name, and what of the name is not in it, in words.
    pub(crate) fn steps(name: &str) -> (ModelId, Vec<&'static str>) {
        let mut left_out = Vec::new();
        let mut step = |what, changed: bool| left_out.extend(changed.then_some(what));
        let trimmed = name.trim();
        let lower = trimmed.to_lowercase();
        let bare = ["[1m]", "[2m]"].into_iter().fold(lower.as_str(), |id, window| id.strip_suffix(window).unwrap_or(id));
        let last = bare.rsplit('/').next().unwrap_or(bare);
        step("white space around it", trimmed != name);
        step("upper case", lower != trimmed);
        step("the size of the context window", bare != lower);
        step("what stands before the last slash", last != bare);
        // Other vendors have dots in versions and `-fast` in names that are the model's own.
        if !last.contains("claude") {
            return (ModelId { id: last.to_owned(), fast: false }, left_out);
        }
        let (bare, fast) = last.strip_suffix("-fast").map_or((last, false), |id| (id, true));
        let id = hyphenated(bare);
        step("-fast, which asks for fast mode", fast);
        step("dots in the version", id != bare);
        (ModelId { id, fast }, left_out)
    }
}

/// The id with a hyphen for each dot between two digits: `claude-opus-4.8` is `claude-opus-4-8`.
fn hyphenated(id: &str) -> String {
    let digit = |at: Option<usize>| at.and_then(|at| id.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    let between = |at: usize| digit(at.checked_sub(1)) && digit(at.checked_add(1));
    id.char_indices().map(|(at, char)| if char == '.' && between(at) { '-' } else { char }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for (name, id, fast) in [
            ("claude-opus-4-8", "claude-opus-4-8", false),
            (" Claude-Opus-4-5-20251101[1M] ", "claude-opus-4-5-20251101", false),
            ("anthropic/claude-opus-4.5", "claude-opus-4-5", false),
            ("openrouter/anthropic/claude-opus-4.6-fast", "claude-opus-4-6", true),
            ("claude-3.5-sonnet", "claude-3-5-sonnet", false),
            ("us.anthropic.claude-opus-4-1-20250805-v1:0", "us.anthropic.claude-opus-4-1-20250805-v1:0", false),
            (
                "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-haiku-4-5-20251001-v1:0",
                "eu.anthropic.claude-haiku-4-5-20251001-v1:0",
                false,
            ),
            ("claude-opus-4-1@20250805", "claude-opus-4-1@20250805", false),
            ("z-ai/GLM-4.6", "glm-4.6", false),
            ("x-ai/grok-code-fast", "grok-code-fast", false),
            ("é.claude.é", "é.claude.é", false),
            ("claude-4.", "claude-4.", false),
            ("", "", false),
            ("a/", "", false),
        ] {
            assert_eq!(ModelId::of(name), ModelId { id: id.to_owned(), fast }, "{name}");
        }
    }
}
