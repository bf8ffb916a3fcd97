//! Names, text and paths as SQL.

/// A name, quoted.
pub(crate) fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text literal.
pub(crate) fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A path as a pattern that matches this path only: the engine takes every path of a file to read for a pattern.
pub(crate) fn pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            '*' | '?' | '[' => pattern.extend(['[', character, ']']),
            _ => pattern.push(character),
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_quote_early() {
        assert_eq!(name("a\"b"), "\"a\"\"b\"");
        assert_eq!(text("it's"), "'it''s'");
        assert_eq!(pattern("/it's [x] *?"), "/it's [[]x] [*][?]");
    }
}
