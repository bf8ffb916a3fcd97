//! Lines added and removed between two texts.
//!
//! Results without a patch (those of subagents) say only which text replaced which. The longest common subsequence
//! of lines gives the numbers of the smallest patch. It is computed with one bit per line of the new text: a row of
//! the usual table becomes one addition over long integers, which makes thousands of lines against thousands cheap.

use std::collections::HashMap;

/// Largest product of old and new lines that is compared exactly, after everything easy is set aside: 10,000 lines
/// against 10,000. It bounds time (about 0.1 s at the worst); memory is linear in the number of lines.
const EXACT: usize = 100_000_000;

/// Lines (added, removed) by the smallest patch that turns `old` into `new`. Lines end at `\n`; a last line without
/// one counts and equals the same line with one; the empty text has no lines.
///
/// Lines at both ends that are equal, and lines that occur on one side only, are set aside first. Where the product
/// of what remains on both sides exceeds 100,000,000, all of that counts as changed.
pub fn line_changes(old: &str, new: &str) -> (i64, i64) {
    let old: Vec<&str> = old.split_terminator('\n').collect();
    let new: Vec<&str> = new.split_terminator('\n').collect();
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let common = common_lines(old, new);
    let count = |n: usize| i64::try_from(n).expect("no text in memory has more than i64::MAX lines");
    (count(new.len() - common), count(old.len() - common))
}

/// Length of the longest common subsequence, 0 beyond the exact bound.
fn common_lines(old: &[&str], new: &[&str]) -> usize {
    let mut places: HashMap<&str, Vec<usize>> = old.iter().map(|line| (*line, Vec::new())).collect();
    let mut columns = 0;
    for line in new {
        if let Some(places) = places.get_mut(line) {
            places.push(columns);
            columns += 1;
        }
    }
    let rows: Vec<&[usize]> = old.iter().map(|line| &*places[line]).filter(|places| !places.is_empty()).collect();
    if rows.len().saturating_mul(columns) > EXACT {
        return 0;
    }
    // A zero bit says that the best length grows at this column.
    let mut grows = vec![u64::MAX; columns.div_ceil(64)];
    let mut equal = vec![0u64; grows.len()];
    for places in rows {
        for place in places {
            equal[place / 64] |= 1 << (place % 64);
        }
        let mut carry = false;
        for (word, equal) in grows.iter_mut().zip(&mut equal) {
            let (sum, over) = add(*word, *word & *equal, carry);
            *word = sum | (*word & !*equal);
            carry = over;
            *equal = 0;
        }
    }
    grows.iter().map(|word| word.count_zeros() as usize).sum()
}

/// Sum of two words and a carry, and the carry into the next word.
fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first || second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_by_hand() {
        for (old, new, expected) in [
            ("", "", (0, 0)),
            ("", "a\nb\n", (2, 0)),
            ("a", "", (0, 1)),
            ("a", "a\n", (0, 0)),
            ("\n", "", (0, 1)),
            ("a\nb\nc", "a\nx\nc", (1, 1)),
            ("a\nb\nc\nd", "b\nc\nd\na", (1, 1)),
            ("a\nb", "b\na", (1, 1)),
            ("a\na", "a\na\na\n", (1, 0)),
            ("a\r\n", "a\n", (1, 1)),
        ] {
            assert_eq!(line_changes(old, new), expected, "{old:?} -> {new:?}");
        }
    }

    #[test]
    fn thousands_of_lines_are_exact() {
        // 5,000 lines against the same ones turned round: any two common lines would have to change their order.
        let up: Vec<String> = (0..5_000).map(|n| n.to_string()).collect();
        let down: Vec<&str> = up.iter().rev().map(String::as_str).collect();
        assert_eq!(line_changes(&up.join("\n"), &down.join("\n")), (4_999, 4_999));
    }

    #[test]
    fn beyond_the_bound_everything_counts() {
        // 10,001 equal lines between a first and a last one that differ and occur on one side only.
        let same = "same\n".repeat(5_000) + &"other\n".repeat(5_001);
        let (old, new) = (format!("a\n{same}b"), format!("c\n{same}d"));
        assert_eq!(line_changes(&old, &new), (10_003, 10_003));
    }

    /// The textbook table.
    fn naive(old: &[&str], new: &[&str]) -> usize {
        let mut best = vec![vec![0; new.len() + 1]; old.len() + 1];
        for (i, a) in old.iter().enumerate() {
            for (j, b) in new.iter().enumerate() {
                best[i + 1][j + 1] = if a == b { best[i][j] + 1 } else { best[i][j + 1].max(best[i + 1][j]) };
            }
        }
        best[old.len()][new.len()]
    }

    proptest! {
        #[test]
        fn equals_the_textbook(
            old in proptest::collection::vec("[a-f]?", 0..200),
            new in proptest::collection::vec("[a-f]?", 0..200),
        ) {
            let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let (added, removed) = line_changes(&text(&old), &text(&new));
            let old: Vec<&str> = old.iter().map(String::as_str).collect();
            let new: Vec<&str> = new.iter().map(String::as_str).collect();
            let common = naive(&old, &new);
            prop_assert_eq!((added, removed), ((new.len() - common) as i64, (old.len() - common) as i64));
        }
    }
}
