//! Words, and tables of lines made from them once, so that long texts cost little more than copying.

use std::fmt::Write as _;

use crate::rng::Rng;

const LINES: usize = 4096;

const WORDS: &str = "account adapter after again all allow also and answer argument array assert async backup batch because before between binary block \
    both branch buffer build bundle cache call cannot change check client clock close column command commit compare config connect \
    context copy count create cursor daemon data default delay delete depends deploy detail digest does driver each edge empty encode \
    entry error event every exact expect export failing field file filter first fix flag flush folder format frame from function \
    gateway graph guard handle hash header helper here history hook host import index input insert instead issue join journal keep \
    kernel key label layout length level limit linker list loader local lock log loop main manifest match memory merge method metric \
    missing module month mutex name never node not number object offset only open option order other output owner packet page panic \
    parse partition patch path payload plan planner pointer policy prefix price process profile project prompt query queue range read \
    rebase record reduce refactor region release remote remove render report request resolve result retry return review route row \
    runner same schema scope search second section server session shard should signal size skip slot socket sort source split stack \
    state status stream string struct summary switch symbol sync table target task template test that the then thread timeout token \
    tool total trace tree type union unit update upload user value vector version view watch when which while with without worker \
    write zone";
const FLAVOUR: &[&str] = &[
    "naïve café",
    "größer",
    "日本語のテスト",
    "данные",
    "🚀",
    "✅ done",
    "→ next",
    "“quoted”",
    "`code`",
    "\"quoted\"",
    "C:\\temp\\x",
    "αβγ",
    "한국어",
    "👩‍💻",
    "— see below",
];
const FOLDERS: &[&str] =
    &["src", "src/core", "src/server", "lib", "tests", "crates/api/src", "docs", "web/app/components", "scripts", "internal/store"];
const SUFFIXES: &[&str] = &["rs", "ts", "tsx", "py", "go", "md", "toml", "json", "sql", "yml"];

/// The tables of one tree.
pub(crate) struct Lexicon {
    words: Vec<&'static str>,
    code: Vec<String>,
    output: Vec<String>,
    sentences: Vec<String>,
    base64: String,
}

impl Lexicon {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        Self {
            code: (0..LINES).map(|at| code_line(rng, &words, at)).collect(),
            output: (0..LINES).map(|_| output_line(rng, &words)).collect(),
            sentences: (0..LINES).map(|_| sentence(rng, &words)).collect(),
            base64: rng.letters(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 64 * LINES),
            words,
        }
    }

    pub(crate) fn word(&self, rng: &mut Rng) -> &'static str {
        rng.pick(&self.words)
    }

    /// `n` words with spaces between them.
    pub(crate) fn words(&self, rng: &mut Rng, n: usize) -> String {
        let words: Vec<&str> = (0..n).map(|_| self.word(rng)).collect();
        words.join(" ")
    }

    /// A name as programs use it, such as `parse_offset`.
    pub(crate) fn ident(&self, rng: &mut Rng) -> String {
        format!("{}_{}", self.word(rng), self.word(rng))
    }

    /// A path below a project folder.
    pub(crate) fn file(&self, rng: &mut Rng) -> String {
        format!("{}/{}.{}", rng.pick(FOLDERS), self.ident(rng), rng.pick(SUFFIXES))
    }

    /// Paragraphs of about `bytes` bytes.
    pub(crate) fn prose(&self, rng: &mut Rng, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 200);
        while text.len() < bytes {
            text.push_str(&self.sentences[rng.below(LINES)]);
            text.push_str(["\n\n", " ", " ", " ", "\n- "][rng.below(5)]);
        }
        text.truncate(text.trim_end_matches(['\n', ' ', '-']).len());
        text
    }

    /// Lines as programs print them, about `bytes` bytes.
    pub(crate) fn output(&self, rng: &mut Rng, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 200);
        while text.len() < bytes {
            text.push_str(&self.output[rng.below(LINES)]);
            text.push('\n');
        }
        text.pop();
        text
    }

    /// Text that looks like base64, as signatures and images are.
    pub(crate) fn base64(&self, rng: &mut Rng, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes);
        while text.len() < bytes {
            let start = rng.below(self.base64.len());
            let end = self.base64.len().min(start + bytes - text.len());
            text.push_str(&self.base64[start..end]);
        }
        text
    }

    /// `n` lines of code, all different.
    pub(crate) fn code(&self, rng: &mut Rng, n: usize) -> Vec<&str> {
        let start = rng.below(LINES);
        let stride = rng.below(LINES / 2) * 2 + 1;
        (0..n.min(LINES)).map(|at| self.code[(start + at * stride) % LINES].as_str()).collect()
    }

    /// A line that is, and contains, no line of [`code`](Self::code).
    pub(crate) fn changed_line(&self, rng: &mut Rng, line: &str) -> String {
        let kept = &line[..line.len() - 1];
        format!("{kept} // {} {}", self.word(rng), rng.below(100_000))
    }
}

fn indent(rng: &mut Rng) -> &'static str {
    ["", "    ", "    ", "        ", "        ", "            ", "\t", "\t\t"][rng.below(8)]
}

/// The number in the middle makes every line unique.
fn code_line(rng: &mut Rng, words: &[&str], at: usize) -> String {
    let (a, b, c) = (rng.pick(words), rng.pick(words), rng.pick(words));
    let indent = indent(rng);
    match rng.below(6) {
        0 => format!("{indent}let {a}_{at:x} = {b}.{c}()?;"),
        1 => format!("{indent}fn {a}_{at:x}({b}: &str) -> Result<{c}> {{"),
        2 => format!("{indent}if {a}_{at:x}.{b} == \"{c}\" {{"),
        3 => format!("{indent}// {a} {at:x}: {b} {c}"),
        4 => format!("{indent}self.{a}_{at:x}.insert({b}, \"{c}\\n\");"),
        _ => format!("{indent}assert_eq!({a}_{at:x}({b}), {c});"),
    }
}

fn output_line(rng: &mut Rng, words: &[&str]) -> String {
    let (a, b, c) = (rng.pick(words), rng.pick(words), rng.pick(words));
    match rng.below(7) {
        0 => format!("test {a}::{b}_{c} ... ok"),
        1 => format!("   Compiling {a}-{b} v0.{}.{} (/work/{c})", rng.below(40), rng.below(20)),
        2 => format!("{}/{a}_{b}.rs:{}:{}: {c}", rng.pick(FOLDERS), rng.below(900) + 1, rng.below(80) + 1),
        3 => format!("-rw-r--r-- 1 dev dev {:>8} Mar {:>2} 10:{:02} {a}.{b}", rng.below(900_000), rng.below(28) + 1, rng.below(60)),
        4 => format!("{} {a} {b} {c}", rng.hex(8)),
        5 => format!("[{:>3}%] {a} \"{b}\" \u{1b}[32m{c}\u{1b}[0m", rng.below(101)),
        _ => format!("{a}\t{b}\t{}", rng.below(1_000_000)),
    }
}

fn sentence(rng: &mut Rng, words: &[&str]) -> String {
    let mut text = String::new();
    for at in 0..rng.below(14) + 4 {
        let flavour = rng.chance(20);
        let word = if flavour { rng.pick(FLAVOUR) } else { rng.pick(words) };
        write!(text, "{}{word}", if at == 0 { "" } else { " " }).expect("writing to a string never fails");
    }
    text.push('.');
    text
}
