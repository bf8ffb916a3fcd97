//! Grep, Glob and LS.

use super::{Call, Side};
use crate::deck::Card;
use crate::json::{Object, object, quoted};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy)]
enum Grep {
    Content,
    Limited,
    Files,
    Count,
    Nothing,
    NoPath,
    Invalid,
    Timeout,
}

const GREPS: &[Card<Grep>] = &[
    (Grep::Content, 680, FIRST, LAST),
    (Grep::Files, 160, FIRST, LAST),
    (Grep::Nothing, 80, FIRST, LAST),
    (Grep::Limited, 40, v(2, 1, 5), LAST),
    (Grep::Count, 20, FIRST, LAST),
    (Grep::NoPath, 12, FIRST, LAST),
    (Grep::Invalid, 4, v(2, 1, 0), LAST),
    (Grep::Timeout, 2, FIRST, LAST),
];

fn paths(kit: &mut Kit, n: usize) -> Vec<String> {
    (0..n).map(|_| kit.lexicon.file(&mut kit.rng)).collect()
}

/// A Grep call.
pub(crate) fn grep(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Grep, frame.version, GREPS);
    let pattern = format!("{}.*{}\\(", kit.ident(), kit.word());
    let mode = match card {
        Grep::Files | Grep::Nothing => "files_with_matches",
        Grep::Count => "count",
        _ => "content",
    };
    let input = object(|o| {
        o.str("pattern", &pattern);
        o.str("path", &frame.absolute("src"));
        o.str("output_mode", mode);
        if mode == "content" {
            o.put("-n", true);
        }
        match card {
            Grep::Limited => o.put("head_limit", 20),
            Grep::Invalid => o.str("-x", "true"),
            _ => {}
        }
    });
    let call = Call::new("Grep", input);
    let totals = frame.version >= v(2, 1, 205);
    match card {
        Grep::Content | Grep::Limited => {
            let text = kit.result_text(1300);
            let lines = text.lines().count();
            let payload = object(|o| {
                o.str("mode", mode);
                o.put("numFiles", 0);
                o.strs::<&str>("filenames", &[]);
                o.str("content", &text);
                o.put("numLines", lines);
                if matches!(card, Grep::Limited) {
                    o.put("appliedLimit", 20);
                }
                if totals {
                    o.put("totalLines", lines);
                }
            });
            call.ok(&text, payload)
        }
        Grep::Files | Grep::Nothing => {
            let n = if matches!(card, Grep::Files) { kit.rng.below(12) + 1 } else { 0 };
            let files = paths(kit, n);
            let payload = object(|o| {
                o.str("mode", mode);
                o.strs("filenames", &files);
                o.put("numFiles", n);
                if totals {
                    o.put("totalFiles", n);
                }
            });
            let text = if n == 0 { "No files found".to_owned() } else { format!("Found {n} files\n{}", files.join("\n")) };
            call.ok(&text, payload)
        }
        Grep::Count => {
            let files = paths(kit, 3);
            let text = files.iter().map(|file| format!("{file}:{}", file.len())).collect::<Vec<_>>().join("\n");
            let payload = object(|o| {
                o.str("mode", mode);
                o.put("numFiles", 3);
                o.strs::<&str>("filenames", &[]);
                o.str("content", &text);
                o.put("numMatches", files.iter().map(String::len).sum::<usize>());
            });
            call.ok(&format!("{text}\n\nFound matches across 3 files."), payload)
        }
        Grep::NoPath => call.invalid(&format!("Path does not exist: {}", frame.absolute("src"))),
        Grep::Invalid => {
            let content = "<tool_use_error>InputValidationError: Grep failed due to the following issue:\nAn unexpected parameter `-x` was provided</tool_use_error>";
            let payload = "InputValidationError: [\n  {\n    \"code\": \"unrecognized_keys\",\n    \"keys\": [\n      \"-x\"\n    ],\n    \"path\": [],\n    \"message\": \"Unrecognized key: \\\"-x\\\"\"\n  }\n]";
            Call { unknown_key: Some((Side::Input, "Grep.input.-x")), ..call.fail("validation", content, payload) }
        }
        Grep::Timeout => {
            call.thrown("timeout", "Ripgrep search timed out after 20 seconds. The search may have matched files but did not complete in time.")
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Glob {
    Some,
    None,
    Truncated,
    NoPath,
}

const GLOBS: &[Card<Glob>] =
    &[(Glob::Some, 880, FIRST, LAST), (Glob::None, 80, FIRST, LAST), (Glob::Truncated, 20, FIRST, LAST), (Glob::NoPath, 20, FIRST, LAST)];

/// A Glob call.
pub(crate) fn glob(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Glob, frame.version, GLOBS);
    let pattern = format!("**/*{}*.rs", kit.word());
    let call = Call::new("Glob", object(|o| o.str("pattern", &pattern)));
    let n = match card {
        Glob::Some => kit.rng.below(20) + 1,
        Glob::None => 0,
        Glob::Truncated => 100,
        Glob::NoPath => {
            return call.invalid(&format!(
                "Directory does not exist: {}. Note: your current working directory is {}.",
                frame.absolute("lib"),
                frame.cwd
            ));
        }
    };
    let files: Vec<String> = paths(kit, n).iter().map(|file| frame.absolute(file)).collect();
    let milliseconds = kit.rng.below(4000);
    let is_cut = card == Glob::Truncated;
    let payload = object(|o| {
        o.strs("filenames", &files);
        o.put("durationMs", milliseconds);
        o.put("numFiles", n);
        o.put("truncated", is_cut);
        if frame.version >= v(2, 1, 205) {
            o.put("totalMatches", if is_cut { 230 } else { n });
            o.put("countIsComplete", true);
        }
    });
    let text = if n == 0 { "No files found".to_owned() } else { files.join("\n") };
    call.ok(&text, payload)
}

/// An LS call of 1.x: its payload is the listing itself.
pub(crate) fn list(kit: &mut Kit, frame: &Frame) -> Call {
    let listing = format!("- {}/\n  - {}\n", frame.cwd, paths(kit, 20).join("\n  - "));
    let payload = quoted(&listing);
    Call::new("LS", object(|o: &mut Object<'_>| o.str("path", &frame.cwd))).ok(&listing, payload)
}
