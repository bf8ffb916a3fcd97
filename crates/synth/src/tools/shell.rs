//! Bash and PowerShell.

use super::{Call, Facts};
use crate::deck::Card;
use crate::json::{Object, array, object};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy)]
enum Shell {
    Plain,
    Odd(&'static str),
    Quiet,
    Git(&'static str),
    Benign,
    Background,
    Persisted,
    Interrupted,
    Image,
    Exit,
    Timeout,
    Moved,
    Blocked,
}

/// Failing commands: 80 in 1000.
const SHELLS: &[Card<Shell>] = &[
    (Shell::Plain, 760, FIRST, LAST),
    (Shell::Exit, 66, FIRST, LAST),
    (Shell::Quiet, 60, FIRST, LAST),
    (Shell::Benign, 14, v(2, 0, 0), LAST),
    (Shell::Background, 10, FIRST, LAST),
    (Shell::Persisted, 3, v(2, 1, 47), LAST),
    (Shell::Interrupted, 6, FIRST, LAST),
    (Shell::Image, 1, v(2, 0, 0), LAST),
    (Shell::Timeout, 5, FIRST, LAST),
    (Shell::Moved, 2, v(2, 1, 205), LAST),
    (Shell::Blocked, 2, v(2, 1, 119), LAST),
    (Shell::Git("commit"), 20, v(2, 1, 153), LAST),
    (Shell::Git("push"), 4, v(2, 1, 153), LAST),
    (Shell::Git("branch"), 2, v(2, 1, 153), LAST),
    (Shell::Git("pr"), 1, v(2, 1, 153), LAST),
    // Texts that a careless reader breaks on.
    (Shell::Odd("before\0after \0\0 end"), 5, FIRST, LAST),
    (Shell::Odd("line\u{2028}separator\u{2029}paragraph"), 5, FIRST, LAST),
    (Shell::Odd("🚀 déjà vu — 日本語 👩‍💻 \u{feff}bom \u{10ffff}"), 5, FIRST, LAST),
    (Shell::Odd(HALF_A_PAIR), 5, FIRST, LAST),
    (Shell::Odd("\u{1b}[31mred\u{1b}[0m \u{8}\u{c}\u{7f} \"quoted\" C:\\path\\ \r\nnext"), 5, FIRST, LAST),
    (Shell::Odd("{\"type\":\"user\",\"uuid\":\"not-a-record\",\"sessionId\":\"x\"}"), 5, FIRST, LAST),
];

/// See [`crate::json::LONE_SURROGATE`].
const HALF_A_PAIR: &str = "half a pair: \u{f8ff} and on";

/// How a shell ended, apart from its output.
#[derive(Default)]
struct End<'a> {
    interrupted: bool,
    is_image: bool,
    extra: Option<&'a dyn Fn(&mut Object<'_>)>,
}

fn payload(frame: &Frame, stdout: &str, end: &End<'_>) -> String {
    object(|o| {
        o.str("stdout", stdout);
        o.str("stderr", "");
        o.put("interrupted", end.interrupted);
        o.put("isImage", end.is_image);
        if let Some(extra) = end.extra {
            extra(o);
        }
        if frame.version >= v(2, 1, 38) {
            o.put("noOutputExpected", false);
        }
    })
}

fn command(kit: &mut Kit) -> String {
    let file = kit.lexicon.file(&mut kit.rng);
    let (a, b, n) = (kit.ident(), kit.word(), kit.rng.below(90) + 10);
    let commands = [
        format!("cargo test -p {a} 2>&1 | tail -{n}"),
        format!("cd \"$(git rev-parse --show-toplevel)\" && ls -la {file}"),
        format!("sed -n '{n},{}p' {file}", n + 40),
        format!("npm run {b} -- --filter {a}"),
        format!("python3 - <<'EOF'\nimport json\nprint(json.load(open('{file}'))['{b}'])\nEOF"),
        format!("git diff --stat HEAD~{} -- {file}", n % 9 + 1),
        format!("for f in *.{b}; do echo \"$f\"; wc -l \"$f\"; done | sort -k{}", n % 5 + 1),
        format!("curl -s http://localhost:80{n}/{a} | jq '.{b}'"),
    ];
    commands[kit.rng.below(commands.len())].clone()
}

fn input(kit: &mut Kit, command: &str, fill: impl FnOnce(&mut Object<'_>)) -> String {
    let description = kit.words(5);
    let timeout = kit.rng.chance(230).then(|| (kit.rng.below(10) + 1) * 60_000);
    object(|o| {
        o.str("command", command);
        o.str("description", &description);
        if let Some(timeout) = timeout {
            o.put("timeout", timeout);
        }
        fill(o);
    })
}

/// A Bash call.
pub(crate) fn bash(kit: &mut Kit, frame: &Frame) -> Call {
    let card = match kit.deal(Topic::Shell, frame.version, SHELLS) {
        // Without its payload such a result says nothing of the interruption.
        Shell::Interrupted if kit.inside_agent => Shell::Plain,
        card => card,
    };
    let plain = command(kit);
    let bare = |kit: &mut Kit, command: &str| Call::new("Bash", input(kit, command, |_| ()));
    let done = |call: Call, text: &str, payload: String, facts: Facts| Call { is_error: Some(false), facts, ..call.ok(text, payload) };
    let zero = Facts::Exit("0", "zero_implied");
    match card {
        Shell::Plain => {
            let stdout = kit.result_text(1250);
            done(bare(kit, &plain), &stdout, payload(frame, &stdout, &End::default()), zero)
        }
        Shell::Odd(text) => {
            let stdout = format!("{}\n{text}\n", kit.result_text(200));
            done(bare(kit, &plain), &stdout, payload(frame, &stdout, &End::default()), zero)
        }
        Shell::Quiet => {
            let call = bare(kit, &plain);
            done(call, "(Bash completed with no output)", payload(frame, "", &End::default()), zero)
        }
        Shell::Git(kind) => git(kit, frame, kind),
        Shell::Benign => {
            let word = kit.word();
            let (command, meaning) = if kit.rng.chance(900) { ("grep -rn", "No matches found") } else { ("diff old new #", "Files differ") };
            let call = bare(kit, &format!("{command} {word}"));
            let extra = |o: &mut Object<'_>| o.str("returnCodeInterpretation", meaning);
            let payload = payload(frame, "", &End { extra: Some(&extra), ..End::default() });
            done(call, "(Bash completed with no output)", payload, Facts::Exit("1", "benign_1"))
        }
        Shell::Background => {
            let call = Call::new("Bash", input(kit, &plain, |o| o.put("run_in_background", true)));
            let id = format!("b{}", kit.rng.hex(6));
            let extra = |o: &mut Object<'_>| o.str("backgroundTaskId", &id);
            let payload = payload(frame, "", &End { extra: Some(&extra), ..End::default() });
            let text = if frame.version >= v(2, 1, 0) {
                format!(
                    "Command running in background with ID: {id}. Output is being written to: /tmp/claude-1000/{}/tasks/{id}.output",
                    frame.project()
                )
            } else {
                format!("Command running in background with ID: {id}")
            };
            done(call, &text, payload, Facts::Exit("", "unknown"))
        }
        Shell::Persisted => {
            let stdout = kit.lexicon.output(&mut kit.rng, if kit.brief { 4_000 } else { 29_900 });
            let size = stdout.len() + kit.rng.below(900_000);
            let path = frame.absolute(&format!("tool-results/{}.txt", kit.rng.hex(9)));
            let preview = stdout.get(..2000).unwrap_or(&stdout);
            let text = format!(
                "<persisted-output>\nOutput too large ({}.{}KB). Full output saved to: {path}\n\nPreview (first 2KB):\n{preview}\n...\n</persisted-output>",
                size / 1024,
                size % 10
            );
            let extra = |o: &mut Object<'_>| {
                o.str("persistedOutputPath", &path);
                o.put("persistedOutputSize", size);
            };
            let payload = payload(frame, &stdout, &End { extra: Some(&extra), ..End::default() });
            done(bare(kit, &plain), &text, payload, zero)
        }
        Shell::Interrupted => {
            let stdout = kit.result_text(300);
            let payload = payload(frame, &stdout, &End { interrupted: true, ..End::default() });
            let text = format!("{stdout}\n<error>Command was aborted before completion</error>");
            let call = bare(kit, &plain).ok(&text, payload);
            Call { is_error: Some(true), status: "interrupted", class: Some("interrupted"), facts: Facts::Exit("", "unknown"), ..call }
        }
        Shell::Image => {
            let data = format!("data:image/png;base64,{}", base64(kit, 900));
            let payload = payload(frame, &data, &End { is_image: true, ..End::default() });
            let mut call = done(bare(kit, &plain), "", payload, zero);
            call.content = array(|a| a.raw(&image_of(&data["data:image/png;base64,".len()..])));
            call
        }
        Shell::Exit => failing(kit),
        Shell::Timeout => {
            let output = kit.result_text(600);
            let call = bare(kit, &plain).thrown("timeout", &format!("Exit code 143\nCommand timed out after 2m 0s\n{output}"));
            Call { facts: Facts::Exit("143", "text"), ..call }
        }
        Shell::Moved => {
            let id = format!("b{}", kit.rng.hex(6));
            let extra = |o: &mut Object<'_>| {
                o.str("backgroundTaskId", &id);
                o.put("timedOutAfterMs", 120_000);
                o.str("backgroundCwdHint", &frame.cwd);
            };
            let payload = payload(frame, "", &End { extra: Some(&extra), ..End::default() });
            let text = format!(
                "Command did not complete within its 120s timeout and was moved to the background (ID: {id}). Output is being written to: /tmp/claude/{id}.output"
            );
            done(bare(kit, &plain), &text, payload, Facts::Exit("", "unknown"))
        }
        Shell::Blocked => {
            let n = kit.rng.below(500) + 100;
            bare(kit, &format!("sleep {n}; {plain}")).invalid(&format!("Blocked: sleep {n} followed by: {plain}"))
        }
    }
}

/// A Bash call that fails with an exit code.
pub(crate) fn failing(kit: &mut Kit) -> Call {
    let code = ["1", "1", "1", "1", "1", "1", "2", "2", "127", "128", "101", "3", "126", "255"][kit.rng.below(14)];
    let (plain, output) = (command(kit), kit.result_text(1500));
    let call = Call::new("Bash", input(kit, &plain, |_| ())).thrown("exit_code", &format!("Exit code {code}\n{output}"));
    Call { facts: Facts::Exit(code, "text"), ..call }
}

fn git(kit: &mut Kit, frame: &Frame, kind: &'static str) -> Call {
    let (sha, title, number) = (kit.rng.hex(8), kit.words(6), kit.rng.below(900) + 1);
    let command = match kind {
        "commit" => format!("git add -A && git commit -m \"{title}\""),
        "push" => format!("git push origin {}", frame.branch),
        "branch" => format!("git rebase {}", frame.branch),
        _ => format!("gh pr create --title \"{title}\" --fill"),
    };
    let stdout = format!("[{} {sha}] {title}\n 2 files changed, {} insertions(+)", frame.branch, number);
    let extra = |o: &mut Object<'_>| {
        o.object("gitOperation", |o| {
            o.object(kind, |o| match kind {
                "commit" => {
                    o.str("sha", &sha);
                    o.str("kind", "committed");
                }
                "push" => o.str("branch", &frame.branch),
                "branch" => {
                    o.str("ref", &frame.branch);
                    o.str("action", "rebased");
                }
                _ => {
                    o.put("number", number);
                    o.str("url", &format!("https://example.com/dev/project/pull/{number}"));
                    o.str("action", "created");
                }
            });
        });
    };
    let payload = payload(frame, &stdout, &End { extra: Some(&extra), ..End::default() });
    let call = Call::new("Bash", input(kit, &command, |_| ())).ok(&stdout, payload);
    Call { is_error: Some(false), facts: Facts::Git(kind), ..call }
}

/// A PowerShell call.
pub(crate) fn powershell(kit: &mut Kit, frame: &Frame) -> Call {
    const CARDS: &[Card<bool>] = &[(true, 90, FIRST, LAST), (false, 10, FIRST, LAST)];
    let script = format!("Get-ChildItem -Filter *.{} | Select-String \"{}\"", kit.word(), kit.ident());
    let call = Call::new("PowerShell", input(kit, &script, |_| ()));
    let output = kit.result_text(700).replace('\n', "\r\n");
    if kit.deal(Topic::PowerShell, frame.version, CARDS) {
        let payload = object(|o| {
            o.str("stdout", &output);
            o.str("stderr", "");
            o.put("interrupted", false);
            o.put("isImage", false);
        });
        Call { is_error: Some(false), facts: Facts::Exit("0", "zero_implied"), ..call.ok(&output, payload) }
    } else {
        let call = call.thrown("exit_code", &format!("Exit code 1\n\u{1b}[31;1m{output}\u{1b}[0m"));
        Call { facts: Facts::Exit("1", "text"), ..call }
    }
}

/// Text that looks like base64.
pub(crate) fn base64(kit: &mut Kit, typical: usize) -> String {
    let size = kit.result_size(typical) / 4 * 4;
    kit.lexicon.base64(&mut kit.rng, size)
}

/// An image of some size.
pub(crate) fn image_block(kit: &mut Kit) -> String {
    let data = base64(kit, 4000);
    image_of(&data)
}

/// A content block of type image.
pub(crate) fn image_of(data: &str) -> String {
    object(|o| {
        o.str("type", "image");
        o.object("source", |o| {
            o.str("type", "base64");
            o.str("data", data);
            o.str("media_type", "image/png");
        });
    })
}
