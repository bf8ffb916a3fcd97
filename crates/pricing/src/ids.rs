//! The ids that a pattern spells out.
//!
//! Patterns of price lists are ids with optional and alternative parts: `claude-3-opus(-20240229|-latest)?`. What such a pattern
//! leaves open (`\d{8}`) has no end, so only the ids without it are listed.

use std::{iter::Peekable, str::Chars};

/// A pattern that spells out more ids is not meant as a list of them.
const LIMIT: usize = 256;

/// The ids that an expression without anchors spells out. Empty: none, or it uses what is not read here.
pub(crate) fn spelled_out(expression: &str) -> Vec<String> {
    let mut rest = expression.chars().peekable();
    let ids = alternatives(&mut rest).filter(|_| rest.next().is_none());
    ids.unwrap_or_default()
}

/// What any of the branches up to a closing parenthesis, or the end, spells out. None: it cannot be told.
fn alternatives(rest: &mut Peekable<Chars<'_>>) -> Option<Vec<String>> {
    let mut all = sequence(rest)?;
    while rest.next_if_eq(&'|').is_some() {
        all.extend(sequence(rest)?);
    }
    Some(all)
}

/// What the parts of one branch spell out together.
fn sequence(rest: &mut Peekable<Chars<'_>>) -> Option<Vec<String>> {
    let mut whole = vec![String::new()];
    while let Some(next) = rest.next_if(|next| !matches!(next, '|' | ')')) {
        let mut part = match next {
            '(' => group(rest)?,
            '\\' => match rest.next()? {
                'd' | 'w' => Vec::new(),
                escaped if escaped.is_ascii_punctuation() => vec![escaped.to_string()],
                _ => return None,
            },
            '.' => Vec::new(),
            '[' | ']' | '{' | '}' | '*' | '+' | '?' | '^' | '$' => return None,
            plain => vec![plain.to_string()],
        };
        // What is repeated is open, and what is optional is also nothing.
        match rest.peek() {
            Some('?') => part.push(String::new()),
            Some('*') => part = vec![String::new()],
            Some('+') => part.clear(),
            Some('{') => {
                rest.find(|brace| *brace == '}')?;
                part.clear();
            }
            _ => {}
        }
        rest.next_if(|next| matches!(next, '?' | '*' | '+'));
        whole = whole.iter().flat_map(|before| part.iter().map(move |part| format!("{before}{part}"))).collect();
        if whole.len() > LIMIT {
            return None;
        }
    }
    Some(whole)
}

/// What a group spells out, after its opening parenthesis.
fn group(rest: &mut Peekable<Chars<'_>>) -> Option<Vec<String>> {
    if rest.next_if_eq(&'?').is_some() {
        rest.next_if_eq(&':')?;
    }
    let inner = alternatives(rest)?;
    rest.next_if_eq(&')')?;
    Some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_without_open_parts() {
        for (expression, ids) in [
            ("claude-3-opus(-20240229|-latest)?", &["claude-3-opus-20240229", "claude-3-opus-latest", "claude-3-opus"][..]),
            ("claude-opus-5(-\\d{8})?", &["claude-opus-5"]),
            ("a@(default|latest|\\d{8})", &["a@default", "a@latest"]),
            ("(?:(us|eu)\\.)?b(-v\\d+(:\\d+)?)?", &["us.b", "eu.b", "b"]),
            ("a|bc", &["a", "bc"]),
            ("a(b(c|d)?)?", &["abc", "abd", "ab", "a"]),
            ("ab*", &["a"]),
            ("\\d+", &[]),
            ("a.", &[]),
            ("[ab]", &[]),
            ("a\\b", &[]),
            ("a)b", &[]),
            ("(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)", &[]),
        ] {
            assert_eq!(spelled_out(expression), ids, "{expression}");
        }
    }
}
