//! Sessions: plain ones, and those that copy, split, damage or relay.

use jiff::Timestamp;

use crate::deck::Card;
use crate::json::{object, quoted, text_block};
use crate::kit::{Kit, Share, Topic};
use crate::metadata;
use crate::response::{Extra, Response};
use crate::thread::{Frame, Kind, Message, Thread};
use crate::tools::{self, Call, Facts};
use crate::truth::bump;
use crate::turn::turn;
use crate::user::result;
use crate::version::{FIRST, LAST, Regime, Version, v};

#[derive(Debug, Clone, Copy)]
enum Plot {
    Plain,
    Fork,
    MarkedFork,
    Resume,
    Apart,
    Relay,
    MonthEnd,
    Damaged,
    Pending,
    Unterminated,
}

const PLOTS: &[Card<Plot>] = &[
    (Plot::MonthEnd, 0, FIRST, LAST),
    (Plot::Damaged, 0, FIRST, LAST),
    (Plot::Pending, 0, FIRST, LAST),
    (Plot::Fork, 20, FIRST, LAST),
    (Plot::MarkedFork, 15, v(2, 1, 98), LAST),
    (Plot::Resume, 20, FIRST, LAST),
    (Plot::Apart, 8, FIRST, LAST),
    (Plot::Relay, 6, v(2, 1, 63), LAST),
    (Plot::Unterminated, 40, FIRST, LAST),
    (Plot::Plain, 880, FIRST, LAST),
];

const FOLDERS: &[&str] = &[
    "/home/dev/atlas",
    "/home/dev/atlas/.claude/worktrees/search-index",
    "/home/dev/billing",
    "/home/dev/chart-kit",
    "/Users/ana/Projects/garden",
    "/Users/ana/Projects/habit.tracker",
    "/work/monorepo",
    "/work/monorepo/services/mail",
    "C:\\Users\\kim\\src\\ledger",
    "D:\\games\\tilemap",
    "/root/infra",
    "/home/dev/日記",
];
const BRANCHES: &[&str] = &["main", "main", "main", "feature/search", "fix/off-by-one", "HEAD", ""];

/// A new session of some project.
fn frame(kit: &mut Kit, version: Version, relayed: bool) -> Frame {
    kit.truth.sessions += 1;
    let models: &[&str] = match version.regime() {
        _ if relayed => &["glm-4.7"],
        Regime::Placeholder => &["claude-sonnet-4-5-20250929", "claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"],
        Regime::LastFinal => &["claude-opus-4-6", "claude-opus-4-6", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"],
        Regime::AllFinal => &["claude-opus-4-8", "claude-opus-4-8", "claude-opus-4-6", "claude-sonnet-4-6", "claude-haiku-4-5-20251001"],
    };
    Frame {
        session: kit.rng.uuid(),
        version,
        cwd: kit.rng.pick(FOLDERS).to_owned(),
        branch: kit.rng.pick(BRANCHES).to_owned(),
        slug: format!("{}-{}-{}", kit.word(), kit.word(), kit.word()),
        entrypoint: kit.rng.pick(&["cli", "cli", "claude-vscode", "claude-desktop"]),
        model: kit.rng.pick(models),
        mode: kit.rng.pick(&["default", "acceptEdits", "bypassPermissions", "plan"]),
        relayed,
    }
}

/// Writes turns until about `budget` bytes have been added and no variant of a tool is owed.
fn go_on(kit: &mut Kit, thread: &mut Thread, budget: u64) {
    let start = kit.balance.total();
    loop {
        turn(kit, thread);
        if kit.balance.total() - start >= budget && !tools::is_owed(kit, thread.frame.version) {
            return;
        }
    }
}

fn new_thread(kit: &mut Kit, version: Version, clock: i64, relayed: bool) -> Thread {
    let frame = frame(kit, version, relayed);
    let mut thread = Thread::new(frame, clock);
    metadata::any(kit, &mut thread);
    thread
}

/// One session, or the two that belong together, of about `budget` bytes.
pub(crate) fn any(kit: &mut Kit, version: Version, clock: i64, budget: u64) -> Vec<Thread> {
    let plot = kit.deal(Topic::Plot, version, PLOTS);
    let mut first = new_thread(kit, version, clock, matches!(plot, Plot::Relay));
    match plot {
        Plot::Plain => {
            go_on(kit, &mut first, budget);
            vec![first]
        }
        Plot::MonthEnd => {
            first.clock = milliseconds("2026-03-31T23:40:00Z");
            go_on(kit, &mut first, budget / 2);
            first.clock = first.clock.max(milliseconds("2026-04-01T00:02:00Z"));
            go_on(kit, &mut first, budget / 2);
            vec![first]
        }
        Plot::Damaged => {
            go_on(kit, &mut first, budget / 2);
            damage(kit, &mut first);
            go_on(kit, &mut first, budget / 2);
            vec![first]
        }
        Plot::Pending => {
            go_on(kit, &mut first, budget);
            let (line, _) = render_prompt(kit, &first);
            let cut = half(&line);
            first.out.push_str(cut);
            kit.balance.add(Share::User, cut.len());
            kit.truth.lines += 1;
            kit.truth.pending_lines += 1;
            vec![first]
        }
        Plot::Unterminated => {
            go_on(kit, &mut first, budget);
            first.out.pop();
            kit.truth.unterminated_files += 1;
            vec![first]
        }
        Plot::Relay => {
            let mut second = new_thread(kit, version, clock + 3_600_000, true);
            go_on(kit, &mut first, budget / 2);
            go_on(kit, &mut second, budget / 2);
            vec![first, second]
        }
        Plot::Apart => {
            go_on(kit, &mut first, budget / 2);
            let second = apart(kit, &mut first, budget / 2);
            vec![first, second]
        }
        Plot::Fork | Plot::MarkedFork | Plot::Resume => {
            go_on(kit, &mut first, budget / 2);
            let mut second = copy(kit, &first, plot);
            go_on(kit, &mut second, budget / 6);
            vec![first, second]
        }
    }
}

fn milliseconds(time: &str) -> i64 {
    time.parse::<Timestamp>().expect("the times of the plots are written right").as_millisecond()
}

/// A session that begins with records of another one. A fork carries its own session, folder and branch in them; a resumed session
/// leaves them as they are.
fn copy(kit: &mut Kit, from: &Thread, plot: Plot) -> Thread {
    let old = &from.frame;
    let session = kit.rng.uuid();
    kit.truth.sessions += 1;
    let mut frame = Frame { session, ..old.clone() };
    if matches!(plot, Plot::Fork) {
        frame.cwd = old.absolute(".claude/worktrees/fork");
    }
    if !matches!(plot, Plot::Resume) {
        frame.branch = "fork".to_owned();
    }
    let mut thread = Thread::new(frame, from.clock + 600_000);
    let kept = from.messages.len() - from.messages.len() * kit.rng.below(40) / 100;
    for message in &from.messages[..kept] {
        let line = &from.out[message.start..message.end];
        let copied = match plot {
            Plot::Resume => line.to_owned(),
            _ => rewrite(line, old, &thread.frame),
        };
        let copied = if matches!(plot, Plot::MarkedFork) { mark(&copied, old, message) } else { copied };
        thread.push_line(kit, message.share, &copied);
        kit.truth.copied_lines += 1;
        kit.truth.forked_lines += u64::from(matches!(plot, Plot::MarkedFork));
        thread.parent = Some(message.uuid.clone());
    }
    thread
}

fn rewrite(line: &str, old: &Frame, new: &Frame) -> String {
    let member = |key: &str, value: &str| format!("\"{key}\":{}", quoted(value));
    line.replacen(&member("sessionId", &old.session), &member("sessionId", &new.session), 1)
        .replacen(&member("cwd", &old.cwd), &member("cwd", &new.cwd), 1)
        .replacen(&member("gitBranch", &old.branch), &member("gitBranch", &new.branch), 1)
}

fn mark(line: &str, old: &Frame, message: &Message) -> String {
    let source = object(|o| {
        o.str("sessionId", &old.session);
        o.str("messageUuid", &message.uuid);
    });
    format!("{},\"forkedFrom\":{source}}}", &line[..line.len() - 1])
}

/// The last call of one file has its result at the head of the next.
fn apart(kit: &mut Kit, first: &mut Thread, budget: u64) -> Thread {
    // A row of a table says what its own file says: here that is not the exit code.
    let call = Call { facts: Facts::None, ..tools::failing_shell(kit) };
    let id = kit.rng.issued("toolu_01", 22);
    let block = call.block(first, &id);
    let assistant = Response::new(kit, first, 1, block.len(), "tool_use", Extra::None).line(kit, first, &block).uuid;
    let session = kit.rng.uuid();
    kit.truth.sessions += 1;
    let mut second = Thread::new(Frame { session, ..first.frame.clone() }, first.clock + 60_000);
    second.prompt.clone_from(&first.prompt);
    second.parent = Some(assistant.clone());
    result(kit, &mut second, &call, &id, &assistant);
    go_on(kit, &mut second, budget);
    second
}

fn render_prompt(kit: &mut Kit, thread: &Thread) -> (String, String) {
    let block = text_block(&kit.words(40));
    let (line, written) = thread.render(
        kit,
        Kind::User,
        |o| {
            o.object("message", |o| {
                o.str("role", "user");
                o.array("content", |a| a.raw(&block));
            });
        },
        |_| (),
    );
    (line, written.uuid)
}

/// About half of a line.
fn half(line: &str) -> &str {
    let mut end = line.len() / 2;
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// A record cut short, with a whole one behind it on the same line.
fn damage(kit: &mut Kit, thread: &mut Thread) {
    let (lost, _) = render_prompt(kit, thread);
    let (whole, uuid) = render_prompt(kit, thread);
    let line = format!("{}{whole}", half(&lost));
    thread.push_line(kit, Share::User, &line);
    thread.parent = Some(uuid);
    kit.truth.damaged_lines += 1;
    kit.truth.recovered_records += 1;
    bump(&mut kit.truth.records, "user");
    bump(&mut kit.truth.prompts, "typed");
}
