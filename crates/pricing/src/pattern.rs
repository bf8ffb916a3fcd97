//! Patterns: which model ids a price row is for.

use std::fmt;

use regex_lite::Regex;

use crate::ids;

/// A regular expression that a whole model id must match, in the id's normalised spelling.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    matcher: Matcher,
}

/// Most patterns of price lists are plain ids, and comparing text costs nothing to prepare.
#[derive(Clone, Debug)]
enum Matcher {
    Id(String),
    /// What every id that matches has in it, which is found out faster, and the expression.
    Regex(String, Regex),
}

impl Pattern {
    /// Reads `^…$`. The error says what is wrong.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let Some(inner) = text.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else {
            return Err(format!("the pattern {text:?} must begin with ^ and end with $"));
        };
        let matcher = if inner.chars().all(plain) {
            Matcher::Id(inner.to_owned())
        } else {
            // The group keeps both anchors on every alternative of `^a|b$`.
            let regex = Regex::new(&format!("^(?:{inner})$")).map_err(|error| format!("the pattern {text:?} is no regular expression: {error}"))?;
            Matcher::Regex(literal(inner), regex)
        };
        Ok(Pattern { text: text.to_owned(), matcher })
    }

    /// The pattern that only the id itself matches.
    pub(crate) fn id(id: &str) -> Pattern {
        Pattern { text: format!("^{}$", escaped(id)), matcher: Matcher::Id(id.to_owned()) }
    }

    /// Whether a normalised id matches.
    pub(crate) fn matches(&self, id: &str) -> bool {
        match &self.matcher {
            Matcher::Id(text) => text == id,
            Matcher::Regex(literal, regex) => id.contains(literal.as_str()) && regex.is_match(id),
        }
    }

    /// The ids that the pattern spells out: without those of which it leaves a part open, such as a date. Empty: it spells out none.
    pub fn ids(&self) -> Vec<String> {
        match &self.matcher {
            Matcher::Id(id) => vec![id.clone()],
            Matcher::Regex(..) => ids::spelled_out(&self.text[1..self.text.len() - 1]),
        }
    }

    /// The pattern as text, with both anchors.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The longest text that stands in an expression outside of all groups, so that whatever matches has it. Empty: there is none.
fn literal(expression: &str) -> String {
    let (mut runs, mut depth) = (vec![String::new()], 0);
    let mut rest = expression.chars().peekable();
    while let Some(char) = rest.next() {
        let optional = matches!(rest.peek(), Some('?' | '*' | '{'));
        match char {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            '|' if depth == 0 => return String::new(),
            // A class of characters: what comes after is not looked at.
            '[' => break,
            '\\' => {
                let escaped = rest.next();
                let optional = matches!(rest.peek(), Some('?' | '*' | '{'));
                match (escaped.filter(char::is_ascii_punctuation), runs.last_mut()) {
                    (Some(escaped), Some(run)) if depth == 0 && !optional => run.push(escaped),
                    _ => runs.push(String::new()),
                }
                continue;
            }
            _ => {}
        }
        match runs.last_mut() {
            Some(run) if depth == 0 && plain(char) && !optional => run.push(char),
            _ => runs.push(String::new()),
        }
    }
    runs.into_iter().max_by_key(String::len).unwrap_or_default()
}

/// The text as a regular expression that matches it only. Unlike the library's, it leaves hyphens as they are.
pub(crate) fn escaped(text: &str) -> String {
    text.chars().flat_map(|char| (char.is_ascii_punctuation() && !plain(char)).then_some('\\').into_iter().chain([char])).collect()
}

/// Whether a character stands for itself only.
fn plain(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | ':' | '@' | '/')
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_ids_match() {
        for (pattern, id, want) in [
            ("^claude-opus-5$", "claude-opus-5", true),
            ("^claude-opus-5$", "claude-opus-5-5", false),
            ("^claude-opus-5(-\\d{8})?$", "claude-opus-5-20260724", true),
            ("^claude-opus-5(-\\d{8})?$", "claude-opus-5-5", false),
            ("^a|b$", "ax", false),
            ("^a|b$", "xb", false),
            ("^a|b$", "b", true),
            ("^glm-4\\.6$", "glm-4.6", true),
        ] {
            assert_eq!(Pattern::parse(pattern).expect("a pattern").matches(id), want, "{pattern} {id}");
        }
        let dotted = Pattern::id("glm-4.6");
        assert!(dotted.matches("glm-4.6") && !dotted.matches("glm-4x6"));
        assert_eq!(dotted, Pattern::parse("^glm-4\\.6$").expect("a pattern"));
    }

    #[test]
    fn a_literal_is_in_all_that_matches() {
        for (expression, text) in [
            ("claude-opus-5(-\\d{8})?", "claude-opus-5"),
            ("((us|eu)\\.)?anthropic\\.claude-3(-v\\d+)?", "anthropic.claude-3"),
            ("a|b", ""),
            ("(a|b)cd?", "c"),
            ("ab*c+", "c"),
            ("ab{0,2}", "a"),
            ("a\\.?bc", "bc"),
            ("a\\d.bcd", "bcd"),
            ("[abc]de", ""),
            ("x[abc]de", "x"),
        ] {
            assert_eq!(literal(expression), text, "{expression}");
        }
    }

    #[test]
    fn open_or_broken_patterns_are_refused() {
        for pattern in ["", "^", "$", "claude", "^claude", "claude$", "^(claude$", "^a{9$"] {
            assert!(Pattern::parse(pattern).is_err(), "{pattern}");
        }
    }
}
