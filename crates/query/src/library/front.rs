//! What a file of SQL says of itself, in the comments that it begins with.
//!
//! Each line is `-- KEY WORDS: VALUE`; one that begins with more than one space goes on with the line above:
//!
//! ```sql
//! -- name: NAME
//! -- description: What it has. One row per …
//! -- column NAME TYPE: What the column holds, and what NULL means.
//! ```

use std::path::Path;

use crate::script;

/// What is wrong with a file.
#[derive(Debug, PartialEq)]
pub(super) struct Problem {
    /// Number of the line, from 1.
    pub(super) line: usize,
    /// What is wrong.
    pub(super) what: String,
}

/// A file, taken apart.
#[derive(Debug)]
pub(super) struct Front {
    /// The name that it gives, else the file's.
    pub(super) name: &'static str,
    /// What follows the comments.
    pub(super) body: &'static str,
    entries: Vec<Entry>,
    /// The number of the first line of the body.
    first_line: usize,
}

/// One thing that is said.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: &'static str,
    /// What stands between the key and the colon.
    pub(super) subject: &'static str,
    /// What stands behind the colon, as one line.
    pub(super) value: String,
    line: usize,
}

impl Front {
    pub(super) fn read(path: &Path, text: &'static str) -> Result<Self, Problem> {
        let mut entries: Vec<Entry> = Vec::new();
        let (mut at, mut number) = (0, 1);
        for line in text.split_inclusive('\n').take_while(|line| line.starts_with("--")) {
            read_line(line.trim_end(), number, &mut entries)?;
            at += line.len();
            number += 1;
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let said = entries.iter().find(|entry| entry.key == "name").map(|entry| entry.value.clone());
        let name: &'static str = said.unwrap_or_else(|| stem.to_owned()).leak();
        let is_name =
            !name.is_empty() && name.chars().all(|character| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_');
        if !is_name {
            return Err(Problem { line: 1, what: format!("`{name}` is no name: lower-case letters, digits and _ make one") });
        }
        Ok(Self { name, body: text[at..].trim(), entries, first_line: number })
    }

    /// All entries of a key.
    pub(super) fn all(&self, key: &str) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.key == key)
    }

    /// The value of a key that is there once, empty if it is not.
    pub(super) fn value(&self, key: &str) -> &str {
        self.all(key).next().map_or("", |entry| &entry.value)
    }

    pub(super) fn description(&self) -> String {
        self.value("description").to_owned()
    }

    /// Refuses keys other than these.
    pub(super) fn only(&self, keys: &[&str]) -> Result<(), Problem> {
        match self.entries.iter().find(|entry| !keys.contains(&entry.key)) {
            Some(entry) => Err(entry.problem(format!("`{}` is unknown: {} can be said here", entry.key, keys.join(", ")))),
            None => Ok(()),
        }
    }

    /// The body, which has to be one statement.
    pub(super) fn query(&self) -> Result<&'static str, Problem> {
        match script::statements(self.body).len() {
            1 => Ok(self.body.trim_end_matches(|last: char| last == ';' || last.is_whitespace())),
            0 => Err(self.problem("there is no query".to_owned())),
            count => Err(self.problem(format!("there are {count} statements, and only one query can be answered"))),
        }
    }

    /// Something that is wrong with the body.
    pub(super) fn problem(&self, what: String) -> Problem {
        Problem { line: self.first_line, what }
    }
}

impl Entry {
    /// The words of the subject, of which there have to be so many.
    pub(super) fn words<const N: usize>(&self, count: usize) -> Result<[&'static str; N], Problem> {
        let words: Vec<&'static str> = self.subject.split_whitespace().collect();
        words
            .get(..count)
            .and_then(|words| words.try_into().ok())
            .ok_or_else(|| self.problem(format!("`{} {}` lacks a word", self.key, self.subject)))
    }

    pub(super) fn problem(&self, what: String) -> Problem {
        Problem { line: self.line, what }
    }
}

fn read_line(line: &'static str, number: usize, entries: &mut Vec<Entry>) -> Result<(), Problem> {
    let problem = |what| Problem { line: number, what };
    let text = line.strip_prefix("-- ").ok_or_else(|| problem(format!("`{line}` is no comment that says something")))?;
    if let Some(more) = text.strip_prefix("  ") {
        let last = entries.last_mut().ok_or_else(|| problem("there is no line to go on with".to_owned()))?;
        last.value = format!("{} {}", last.value, more.trim_start());
        return Ok(());
    }
    let (subject, value) = text.split_once(": ").ok_or_else(|| problem(format!("`{line}` says nothing: `-- KEY: VALUE` does")))?;
    let (key, subject) = subject.split_once(' ').unwrap_or((subject, ""));
    entries.push(Entry { key, subject, value: value.to_owned(), line: number });
    Ok(())
}
