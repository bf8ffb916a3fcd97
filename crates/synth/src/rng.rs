//! A small seeded generator of random numbers, and the ids made from it.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// SplitMix64 (Steele, Lea and Flood, 2014): one 64-bit state, every seed is good, the whole period is used.
/// It is written out here so that no library update can ever change a generated tree.
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, `bound`. The bias of the multiply-shift is below 2^-32 here.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    pub(crate) fn within(&mut self, range: RangeInclusive<u64>) -> u64 {
        range.start() + self.next() % (range.end() - range.start() + 1)
    }

    /// True in `permille` of 1000 calls.
    pub(crate) fn chance(&mut self, permille: usize) -> bool {
        self.below(1000) < permille
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// `n` letters of an alphabet.
    pub(crate) fn letters(&mut self, alphabet: &[u8], n: usize) -> String {
        (0..n).map(|_| char::from(alphabet[self.below(alphabet.len())])).collect()
    }

    pub(crate) fn hex(&mut self, n: usize) -> String {
        self.letters(b"0123456789abcdef", n)
    }

    /// A version 4 UUID.
    pub(crate) fn uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        let mut uuid = String::with_capacity(36);
        write!(
            uuid,
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xfff,
            0x8000 | ((low >> 48) & 0x3fff),
            low & 0xffff_ffff_ffff
        )
        .expect("writing to a string never fails");
        uuid
    }

    /// An id as the API issues it: a prefix such as `msg_01`, then letters and digits.
    pub(crate) fn issued(&mut self, prefix: &str, n: usize) -> String {
        const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
        prefix.to_owned() + &self.letters(ALPHABET, n)
    }
}
