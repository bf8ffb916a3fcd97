//! Decks of variants: each variant is dealt once as soon as it fits, then by weight.

use crate::rng::Rng;
use crate::version::Version;

/// One variant: what it is, its weight (0: dealt once and never again), the versions that have it.
pub(crate) type Card<T> = (T, u32, Version, Version);

/// Which cards of one list have never been dealt; nothing is known of the list before its first deal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Deck {
    missing: Option<Vec<(usize, Version, Version)>>,
}

impl Deck {
    /// The first card that was never dealt and fits the version; when there is none, a weighted one.
    pub(crate) fn deal<T: Copy>(&mut self, rng: &mut Rng, version: Version, cards: &[Card<T>]) -> T {
        let missing = self.missing.get_or_insert_with(|| cards.iter().enumerate().map(|(at, card)| (at, card.2, card.3)).collect());
        match missing.iter().position(|&(_, from, to)| (from..=to).contains(&version)) {
            Some(first) => cards[missing.remove(first).0].0,
            None => draw(rng, version, cards),
        }
    }

    /// Some card that the version has was never dealt.
    pub(crate) fn owes(&self, version: Version) -> bool {
        self.missing.as_ref().is_none_or(|missing| missing.iter().any(|&(_, from, to)| (from..=to).contains(&version)))
    }

    /// Every card has been dealt.
    pub(crate) fn is_complete(&self) -> bool {
        self.missing.as_ref().is_some_and(Vec::is_empty)
    }
}

/// A card drawn by weight alone.
pub(crate) fn draw<T: Copy>(rng: &mut Rng, version: Version, cards: &[Card<T>]) -> T {
    let fitting = || cards.iter().filter(|card| (card.2..=card.3).contains(&version));
    let total: u32 = fitting().map(|card| card.1).sum();
    let mut left = rng.below(total as usize) as u32;
    for card in fitting() {
        if left < card.1 {
            return card.0;
        }
        left -= card.1;
    }
    unreachable!("the weights of the cards that fit add up to their total")
}
