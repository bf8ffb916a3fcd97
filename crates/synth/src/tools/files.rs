//! Read and Write.

use super::patch::{apply, count, joined, write as write_patch};
use super::shell::{base64, image_of};
use super::{Call, Facts};
use crate::deck::Card;
use crate::json::{Object, array, object};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::truth::Changes;
use crate::version::{FIRST, LAST, Version, v};

#[derive(Debug, Clone, Copy)]
enum Read {
    Whole,
    Window,
    Image,
    Pdf,
    Unchanged,
    Truncated,
    Empty,
    Missing,
    TooLarge,
    Folder,
}

const READS: &[Card<Read>] = &[
    (Read::Whole, 560, FIRST, LAST),
    (Read::Window, 400, FIRST, LAST),
    (Read::Image, 10, FIRST, LAST),
    (Read::Pdf, 1, v(2, 0, 5), v(2, 1, 12)),
    (Read::Unchanged, 15, v(2, 1, 98), LAST),
    (Read::Truncated, 2, v(2, 1, 205), LAST),
    (Read::Empty, 3, FIRST, LAST),
    (Read::Missing, 9, FIRST, LAST),
    (Read::TooLarge, 4, FIRST, LAST),
    (Read::Folder, 2, FIRST, LAST),
];

/// A Read call.
pub(crate) fn read(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Read, frame.version, READS);
    let name = kit.lexicon.file(&mut kit.rng);
    let path = frame.absolute(&name);
    let call = |fill: &dyn Fn(&mut Object<'_>)| {
        let input = object(|o| {
            o.str("file_path", &path);
            fill(o);
        });
        Call::new("Read", input)
    };
    let bare = || call(&|_| ());
    match card {
        Read::Whole | Read::Truncated => {
            let lines = (kit.result_size(4600) / 45).clamp(1, 2000);
            text(kit, frame, &path, bare(), (1, lines, lines), matches!(card, Read::Truncated))
        }
        Read::Window => {
            let (start, lines) = (kit.rng.below(900) + 1, (kit.result_size(3500) / 45).clamp(1, 2000));
            let windowed = call(&|o| {
                o.put("offset", start);
                o.put("limit", lines);
            });
            let total = start + lines + kit.rng.below(800);
            text(kit, frame, &path, windowed, (start, lines, total), false)
        }
        Read::Image => {
            let data = base64(kit, 12_000);
            let payload = object(|o| {
                o.str("type", "image");
                o.object("file", |o| {
                    o.str("base64", &data);
                    o.str("type", "image/png");
                    o.put("originalSize", data.len() / 4 * 3);
                });
            });
            Call { content: array(|a| a.raw(&image_of(&data))), ..bare().ok("", payload) }
        }
        Read::Pdf => {
            let data = base64(kit, 9_000);
            let payload = object(|o| {
                o.str("type", "pdf");
                o.object("file", |o| {
                    o.str("filePath", &path);
                    o.str("base64", &data);
                    o.put("originalSize", data.len() / 4 * 3);
                });
            });
            bare().ok(&format!("PDF file read: {path} ({} bytes)", data.len()), payload)
        }
        Read::Unchanged => {
            let payload = object(|o| {
                o.str("type", "file_unchanged");
                o.object("file", |o| o.str("filePath", &path));
            });
            bare().ok("Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.", payload)
        }
        Read::Empty => {
            let payload = object(|o| file(o, &path, "", (1, 0, 0), false));
            bare().ok("<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>", payload)
        }
        Read::Missing => bare().thrown("fs", &format!("File does not exist. Note: your current working directory is {}.", frame.cwd)),
        Read::TooLarge => {
            let tokens = kit.rng.below(90_000) + 25_001;
            let message = format!(
                "File content ({tokens} tokens) exceeds maximum allowed tokens (25000). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file."
            );
            bare().thrown("too_large", &message)
        }
        Read::Folder => bare().thrown("fs", &format!("EISDIR: illegal operation on a directory, read '{path}'")),
    }
}

fn file(o: &mut Object<'_>, path: &str, content: &str, (start, lines, total): (usize, usize, usize), is_cut: bool) {
    o.str("type", "text");
    o.object("file", |o| {
        o.str("filePath", path);
        o.str("content", content);
        o.put("numLines", lines);
        o.put("startLine", start);
        o.put("totalLines", total);
        if is_cut {
            o.put("truncatedByTokenCap", true);
        }
    });
}

/// The text of a file, with line numbers for the model and without them in the payload.
fn text(kit: &mut Kit, frame: &Frame, path: &str, call: Call, place: (usize, usize, usize), is_cut: bool) -> Call {
    let lines = kit.lexicon.code(&mut kit.rng, place.1);
    let mut numbered = String::with_capacity(lines.len() * 60);
    for (n, line) in lines.iter().enumerate() {
        if n > 0 {
            numbered.push('\n');
        }
        number(&mut numbered, frame.version, place.0 + n);
        numbered.push_str(line);
    }
    let content = lines.join("\n");
    let payload = object(|o| file(o, path, &content, place, is_cut));
    call.ok(&numbered, payload)
}

fn number(out: &mut String, version: Version, n: usize) {
    let number = n.to_string();
    if version >= v(2, 1, 98) {
        out.push_str(&number);
        out.push('\t');
    } else {
        (number.len()..6).for_each(|_| out.push(' '));
        out.push_str(&number);
        out.push('→');
    }
}

#[derive(Debug, Clone, Copy)]
enum Write {
    Create,
    Update,
    NotRead,
}

const WRITES: &[Card<Write>] = &[(Write::Create, 70, FIRST, LAST), (Write::Update, 27, FIRST, LAST), (Write::NotRead, 3, FIRST, LAST)];

/// A Write call.
pub(crate) fn write(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Write, frame.version, WRITES);
    let name = kit.lexicon.file(&mut kit.rng);
    let path = frame.absolute(&name);
    let n = (kit.result_size(2600) / 45).clamp(24, 2000);
    let lines = kit.lexicon.code(&mut kit.rng, n);
    let at = kit.rng.below(n - 10);
    let added: Vec<String> = (0..kit.rng.below(5) + 1).map(|k| kit.lexicon.changed_line(&mut kit.rng, lines[at + k])).collect();
    let changes = match card {
        Write::Update => vec![super::patch::Change { at, removed: kit.rng.below(5), added }],
        Write::Create | Write::NotRead => Vec::new(),
    };
    let content = apply(&lines, &changes);
    let input = object(|o| {
        o.str("file_path", &path);
        o.str("content", &content);
    });
    let call = Call::new("Write", input);
    if matches!(card, Write::NotRead) {
        return call.invalid("File has not been read yet. Read it first before writing to it.");
    }
    let is_new = changes.is_empty();
    let payload = object(|o| {
        o.str("type", if is_new { "create" } else { "update" });
        o.str("filePath", &path);
        o.str("content", &content);
        write_patch(o, &lines, &changes);
        if frame.version > v(2, 0, 5) {
            if is_new {
                o.null("originalFile");
            } else {
                o.str("originalFile", &joined(&lines));
            }
        }
        if frame.version >= v(2, 1, 112) {
            o.put("userModified", false);
        }
    });
    let content = if is_new { format!("File created successfully at: {path}") } else { format!("The file {path} has been updated successfully.") };
    let facts = Changes { replacements: 0, string_lines_added: 0, string_lines_removed: 0, ..count(&changes, 0) };
    Call { facts: Facts::Write(facts), ..call.ok(&content, payload) }
}
