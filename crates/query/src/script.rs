//! Splitting a text into statements, and reading the words that a statement begins with.
//!
//! Only as much of the language is known here as ends a statement; what a statement is, the engine says (see [`crate::guard`]).

/// The statements of a text, without the semicolons between them. Pieces without a statement are left out.
pub(crate) fn statements(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        if first == ';' {
            pieces.push(&text[start..at]);
            start = at + 1;
        }
        at += token(&text[at..], first);
    }
    pieces.push(&text[start..]);
    pieces.retain(|piece| !skip_space(piece).is_empty());
    pieces
}

/// The length of the token at the beginning: a comment or a quotation as a whole, else one character or word.
fn token(text: &str, first: char) -> usize {
    match first {
        '-' if text.starts_with("--") => text.find('\n').unwrap_or(text.len()),
        '/' if text.starts_with("/*") => comment(text),
        '\'' | '"' => quotation(text, first, false),
        '$' => dollar_quotation(text).unwrap_or(1),
        'e' | 'E' if text[1..].starts_with('\'') => 1 + quotation(&text[1..], '\'', true),
        _ if is_word(first) => text.find(|c| !is_word(c) && c != '$').unwrap_or(text.len()),
        _ => first.len_utf8(),
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Block comments nest.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(found) = text[at..].find(['/', '*']) {
        at += found;
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => depth += 1,
            [b'*', b'/', ..] => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn quotation(text: &str, quote: char, escapes: bool) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if escapes && character == '\\' {
            characters.next();
        } else if character == quote {
            // A doubled quote ends one quotation and begins the next, which comes to the same.
            return at + 1;
        }
    }
    text.len()
}

/// `$tag$ … $tag$`; none for `$1` and `$name`.
fn dollar_quotation(text: &str) -> Option<usize> {
    let tag_end = 1 + text[1..].find(|c| !is_word(c))?;
    let tag = text.get(..=tag_end).filter(|tag| tag.ends_with('$') && !tag[1..].starts_with(|c: char| c.is_ascii_digit()))?;
    let body = &text[tag.len()..];
    Some(body.find(tag).map_or(text.len(), |end| tag.len() + end + tag.len()))
}

/// The text from its first token on.
pub(crate) fn skip_space(mut text: &str) -> &str {
    loop {
        let trimmed = text.trim_start();
        let comment = trimmed.starts_with("--") || trimmed.starts_with("/*");
        if !comment {
            return trimmed;
        }
        let first = if trimmed.starts_with('-') { '-' } else { '/' };
        text = &trimmed[token(trimmed, first)..];
    }
}

/// The first word or quoted name, and what follows it.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = skip_space(text);
    match text.chars().next() {
        Some(first) if is_word(first) || first == '"' => text.split_at(token(text, first)),
        _ => ("", text),
    }
}

/// What follows a word, if the text begins with it.
pub(crate) fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = first_word(text);
    first.eq_ignore_ascii_case(word).then_some(rest)
}

/// What follows a group in parentheses, if the text begins with one: the group's content, and the rest.
pub(crate) fn group(text: &str) -> Option<(&str, &str)> {
    let text = skip_space(text).strip_prefix('(')?;
    let (mut depth, mut at) = (1, 0);
    while let Some(first) = text[at..].chars().next() {
        match first {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + 1..]));
        }
        at += token(&text[at..], first);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_end_statements_only_outside_of_quotations_and_comments() {
        let whole = [
            "select ';'",
            "select 'it''s;'",
            "select \";\"",
            "select $$;$$",
            "select $a$ ; $$ ; $a$",
            "select 1 -- ;",
            "select /* ; /* ; */ ; */ 1",
            "select e'\\';'",
            "select 'ö;'",
        ];
        for text in whole {
            assert_eq!(statements(text), [text]);
        }
        assert_eq!(statements("a;b; ;-- c\n;"), ["a", "b"]);
        assert_eq!(statements("select $1; select 2"), ["select $1", " select 2"]);
        assert_eq!(statements("select te'a';'b'"), ["select te'a'", "'b'"]);
        assert_eq!(statements(" \n-- nothing"), [""; 0]);
        assert_eq!(statements("select 'open; select 2"), ["select 'open; select 2"]);
        assert_eq!(statements("/* open; select 2"), [""; 0]);
    }

    #[test]
    fn words_stand_after_comments() {
        assert_eq!(first_word(" -- a\n/* b */ Select 1"), ("Select", " 1"));
        assert_eq!(first_word("\"a b\" c"), ("\"a b\"", " c"));
        assert_eq!(first_word("(select 1)"), ("", "(select 1)"));
        assert_eq!(after_word("explain select", "EXPLAIN"), Some(" select"));
        assert_eq!(group(" (a (b) ')') c"), Some(("a (b) ')'", " c")));
        assert_eq!(group("(a"), None);
    }
}
