//! What every writer of records shares: chance, words, decks, the balance of bytes, and the truth.

use crate::deck::{Card, Deck, draw};
use crate::lexicon::Lexicon;
use crate::rng::Rng;
use crate::truth::Truth;
use crate::version::Version;

/// The lists of variants that a complete tree has dealt to the end.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Topic {
    Plot,
    Prompt,
    Response,
    Tool,
    Agent,
    Shell,
    PowerShell,
    Edit,
    Write,
    Read,
    Grep,
    Glob,
    Web,
    Todo,
    Task,
    Background,
    Ask,
    Plan,
    Skill,
    Mcp,
    Resource,
    Team,
    Schedule,
    Workspace,
    Report,
    Program,
    Stranger,
    Denial,
    Attachment,
    System,
    Metadata,
    Progress,
}

const TOPICS: usize = Topic::Progress as usize + 1;

/// Kinds of lines whose share of all bytes is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    User,
    Assistant,
    Echo,
    Noise,
    Attachment,
    Other,
}

/// The bytes written so far, by kind of line.
#[derive(Debug, Default)]
pub(crate) struct Balance([u64; Share::Other as usize + 1]);

impl Balance {
    pub(crate) fn add(&mut self, share: Share, bytes: usize) {
        self.0[share as usize] += bytes as u64;
    }

    pub(crate) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share is smaller than `permille` of everything.
    pub(crate) fn wants(&self, share: Share, permille: u64) -> bool {
        self.0[share as usize] * 1000 < self.total() * permille
    }
}

/// Everything that is shared while a tree is made.
pub(crate) struct Kit {
    pub(crate) rng: Rng,
    pub(crate) lexicon: Lexicon,
    pub(crate) truth: Truth,
    pub(crate) balance: Balance,
    /// Bodies are kept short while variants are still missing.
    pub(crate) brief: bool,
    /// Inside a subagent: its results lack what the variants are about, so they do not count as dealt.
    pub(crate) inside_agent: bool,
    /// Variants are drawn, not dealt: what is made will be replaced by a denial.
    is_drawing: bool,
    decks: [Deck; TOPICS],
}

impl Kit {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Self {
            lexicon: Lexicon::new(&mut rng),
            rng,
            truth: Truth::default(),
            balance: Balance::default(),
            brief: true,
            inside_agent: false,
            is_drawing: false,
            decks: std::array::from_fn(|_| Deck::default()),
        }
    }

    pub(crate) fn deal<T: Copy>(&mut self, topic: Topic, version: Version, cards: &[Card<T>]) -> T {
        if self.inside_agent || self.is_drawing {
            draw(&mut self.rng, version, cards)
        } else {
            self.decks[topic as usize].deal(&mut self.rng, version, cards)
        }
    }

    /// Makes something whose variants do not count as dealt.
    pub(crate) fn drawn<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_drawing, true);
        let made = make(self);
        self.is_drawing = before;
        made
    }

    /// The version has a variant of the topic that has not been dealt, and this is the time to deal it.
    pub(crate) fn owes(&self, topic: Topic, version: Version) -> bool {
        self.brief && !self.inside_agent && !self.is_drawing && self.decks[topic as usize].owes(version)
    }

    /// The version has a variant that has not been dealt.
    pub(crate) fn owes_any(&self, version: Version) -> bool {
        self.decks.iter().any(|deck| deck.owes(version))
    }

    /// Every variant of every topic is in the tree.
    pub(crate) fn is_complete(&self) -> bool {
        self.decks.iter().all(Deck::is_complete)
    }

    /// A size around `typical` bytes: most are smaller, some several times larger.
    fn size(&mut self, typical: usize) -> usize {
        let spread = [150, 250, 400, 600, 900, 1300, 2000, 3000];
        let factor = spread[self.rng.below(spread.len())] + self.rng.below(300);
        typical * factor / 1000 + 8
    }

    /// The size of a body in a user record, larger while these have less than their share.
    pub(crate) fn result_size(&mut self, typical: usize) -> usize {
        let size = self.size(if self.brief { typical / 4 } else { typical });
        if self.balance.wants(Share::User, 573) { size * 2 } else { size / 2 }
    }

    /// The assistant's records have less than their share.
    pub(crate) fn wants_answers(&self) -> bool {
        self.balance.wants(Share::Assistant, 248)
    }

    /// The size of a body in an assistant record, likewise.
    pub(crate) fn answer_size(&mut self, typical: usize) -> usize {
        let size = self.size(if self.brief { typical / 6 } else { typical });
        if self.wants_answers() { size * 2 } else { size / 4 }
    }

    pub(crate) fn result_text(&mut self, typical: usize) -> String {
        let size = self.result_size(typical);
        self.lexicon.output(&mut self.rng, size)
    }

    pub(crate) fn prose(&mut self, size: usize) -> String {
        self.lexicon.prose(&mut self.rng, size)
    }

    pub(crate) fn words(&mut self, n: usize) -> String {
        self.lexicon.words(&mut self.rng, n)
    }

    pub(crate) fn word(&mut self) -> &'static str {
        self.lexicon.word(&mut self.rng)
    }

    pub(crate) fn ident(&mut self) -> String {
        self.lexicon.ident(&mut self.rng)
    }
}
