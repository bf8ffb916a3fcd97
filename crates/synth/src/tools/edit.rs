//! Edit and MultiEdit.

use super::patch::{Change, count, joined, write};
use super::{Call, Facts};
use crate::deck::Card;
use crate::json::object;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::truth::Changes;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    One,
    All,
    Stale,
    NoOriginal,
    UserModified,
    Failure(Failure),
}

const EDITS: &[Card<Edit>] = &[
    (Edit::One, 850, FIRST, LAST),
    (Edit::All, 70, FIRST, LAST),
    (Edit::Stale, 10, v(2, 1, 205), LAST),
    (Edit::NoOriginal, 60, v(2, 1, 205), LAST),
    (Edit::UserModified, 4, FIRST, LAST),
    (Edit::Failure(Failure::NotRead), 16, FIRST, LAST),
    (Edit::Failure(Failure::NotFound), 21, FIRST, LAST),
    (Edit::Failure(Failure::Modified), 11, FIRST, LAST),
    (Edit::Failure(Failure::NotUnique), 5, FIRST, LAST),
    (Edit::Failure(Failure::NoChange), 2, FIRST, LAST),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    NotRead,
    NotFound,
    NotUnique,
    Modified,
    NoChange,
}

/// A change somewhere in a file, with the old and new string that say it: the changed lines and the line above.
fn change(kit: &mut Kit, lines: &[&str], at: usize) -> (Change, String, String) {
    let removed = kit.rng.below(5);
    let added = kit.rng.below(7) + usize::from(removed == 0);
    let added: Vec<String> = (0..added)
        .map(|n| {
            let base = lines[(at + n * 7) % lines.len()];
            kit.lexicon.changed_line(&mut kit.rng, base)
        })
        .collect();
    let above = lines[at - 1];
    let mut old = vec![above];
    old.extend(&lines[at..at + removed]);
    let mut new = vec![above];
    new.extend(added.iter().map(String::as_str));
    let strings = (old.join("\n"), new.join("\n"));
    (Change { at, removed, added }, strings.0, strings.1)
}

fn file(kit: &mut Kit, frame: &Frame) -> String {
    let path = kit.lexicon.file(&mut kit.rng);
    frame.absolute(&path)
}

fn input(path: &str, old: &str, new: &str, all: bool) -> String {
    object(|o| {
        o.put("replace_all", all);
        o.str("file_path", path);
        o.str("old_string", old);
        o.str("new_string", new);
    })
}

/// Lines of a file, at least 24 of them.
fn lines(kit: &mut Kit, typical: usize) -> usize {
    (kit.result_size(typical) / 45).clamp(24, 4000)
}

/// An Edit call.
pub(crate) fn edit(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Edit, frame.version, EDITS);
    let path = file(kit, frame);
    let n = lines(kit, 8000);
    let code = owned(&kit.lexicon.code(&mut kit.rng, n));
    let code: Vec<&str> = code.iter().map(String::as_str).collect();
    match card {
        Edit::All => replace_all(kit, frame, &path, &code),
        Edit::Failure(failure) => {
            let at = kit.rng.below(n - 10) + 1;
            let (_, old, new) = change(kit, &code, at);
            fail(kit, failure, &path, &old, &new)
        }
        _ => {
            let at = kit.rng.below(n - 10) + 1;
            let (change, old, new) = change(kit, &code, at);
            let facts = count(std::slice::from_ref(&change), 1);
            done(frame, card, &path, (&old, &new), false, &code, &[change], facts)
        }
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

#[expect(clippy::too_many_arguments, reason = "the eight facts of an edit")]
fn done(frame: &Frame, card: Edit, path: &str, (old, new): (&str, &str), all: bool, lines: &[&str], changes: &[Change], facts: Changes) -> Call {
    let payload = object(|o| {
        o.str("filePath", path);
        o.str("oldString", old);
        o.str("newString", new);
        if card == Edit::NoOriginal {
            o.null("originalFile");
        } else {
            o.str("originalFile", &joined(lines));
        }
        write(o, lines, changes);
        o.put("userModified", card == Edit::UserModified);
        o.put("replaceAll", all);
        if card == Edit::Stale {
            o.put("staleRecovered", true);
        }
    });
    let content = if all {
        format!("The file {path} has been updated. All occurrences of '{old}' were successfully replaced with '{new}'.")
    } else if frame.version <= v(2, 1, 12) {
        let first = changes[0].at;
        let mut text = format!("The file {path} has been updated. Here's the result of running `cat -n` on a snippet of the edited file:");
        for (n, line) in lines[first - 1..].iter().take(8).enumerate() {
            text.push_str(&format!("\n{:>6}→{line}", first + n));
        }
        text
    } else {
        format!("The file {path} has been updated successfully.")
    };
    let call = Call::new("Edit", input(path, old, new, all)).ok(&content, payload);
    Call { facts: Facts::Edit(facts), ..call }
}

/// Every place of a name changes; one line has it twice.
fn replace_all(kit: &mut Kit, frame: &Frame, path: &str, code: &[&str]) -> Call {
    let (old, new) = (format!("old_{}", kit.rng.hex(6)), format!("new_{}", kit.rng.hex(6)));
    let places = kit.rng.below(4) + 2;
    let step = code.len() / (places + 1);
    let mut lines = owned(code);
    let mut changes = Vec::new();
    for place in 0..places {
        let at = place * step + 2;
        lines[at] = if place == 0 { format!("{} {old}({old})", code[at]) } else { format!("{} {old}()", code[at]) };
        changes.push(Change { at, removed: 1, added: vec![lines[at].replace(&old, &new)] });
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let facts = Changes { string_lines_added: 1, string_lines_removed: 1, ..count(&changes, places + 1) };
    done(frame, Edit::All, path, (&old, &new), true, &lines, &changes, facts)
}

fn fail(kit: &mut Kit, failure: Failure, path: &str, old: &str, new: &str) -> Call {
    let (new, message) = match failure {
        Failure::NotRead => (new, "File has not been read yet. Read it first before writing to it.".to_owned()),
        Failure::NotFound => (new, format!("String to replace not found in file.\nString: {old}")),
        Failure::NotUnique => {
            let n = kit.rng.below(6) + 2;
            (
                new,
                format!(
                    "Found {n} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: {old}"
                ),
            )
        }
        Failure::Modified => {
            (new, "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.".to_owned())
        }
        Failure::NoChange => (old, "No changes to make: old_string and new_string are exactly the same.".to_owned()),
    };
    Call::new("Edit", input(path, old, new, false)).invalid(&message)
}

/// A MultiEdit call with two or three changes, too far from each other to touch.
pub(crate) fn multi_edit(kit: &mut Kit, frame: &Frame) -> Call {
    let path = file(kit, frame);
    let n = lines(kit, 9000).max(40);
    let code = owned(&kit.lexicon.code(&mut kit.rng, n));
    let code: Vec<&str> = code.iter().map(String::as_str).collect();
    let places = kit.rng.below(2) + 2;
    let step = (n - 12) / places;
    let made: Vec<_> = (0..places).map(|place| change(kit, &code, place * step + 1)).collect();
    let changes: Vec<Change> = made.iter().map(|(change, ..)| change.clone()).collect();
    let input = object(|o| {
        o.str("file_path", &path);
        o.array("edits", |a| {
            for (_, old, new) in &made {
                a.object(|o| {
                    o.str("old_string", old);
                    o.str("new_string", new);
                });
            }
        });
    });
    let payload = object(|o| {
        o.str("filePath", &path);
        o.array("edits", |a| {
            for (_, old, new) in &made {
                a.object(|o| {
                    o.str("old_string", old);
                    o.str("new_string", new);
                    o.put("replace_all", false);
                });
            }
        });
        o.str("originalFileContents", &joined(&code));
        write(o, &code, &changes);
        o.put("userModified", false);
    });
    let content = format!("Applied {places} edits to {path}:");
    let call = Call::new("MultiEdit", input).ok(&content, payload);
    Call { facts: Facts::Edit(count(&changes, places)), ..call }
}
