//! Parts of a tree that are merged into the lake one after the other, so that memory does not grow with the tree.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use rayon::prelude::*;

use crate::changes::Changed;

/// How far into a file its first time is looked for.
const HEAD: u64 = 16 << 10;
/// What stands before it.
const TIME: &[u8] = br#""timestamp":""#;
/// Size of a day, as in 2026-01-05.
const DAY: usize = 10;

/// The transcripts in parts of so many bytes or fewer, and one longer than that alone. One part if there are none.
///
/// Each part makes the lake write the months of its rows anew: those that begin about the same time come together.
pub(crate) fn batches(mut changed: Vec<Changed>, bytes: u64) -> Vec<Vec<Changed>> {
    if changed.iter().map(|one| one.bytes).sum::<u64>() <= bytes {
        return vec![changed];
    }
    changed.par_sort_by_cached_key(|one| (first_day(&one.found.file), one.found.file.clone()));
    let mut batches: Vec<Vec<Changed>> = Vec::new();
    let mut room = 0;
    for one in changed {
        match batches.last_mut() {
            Some(batch) if one.bytes <= room => {
                room -= one.bytes;
                batch.push(one);
            }
            _ => {
                room = bytes.saturating_sub(one.bytes);
                batches.push(vec![one]);
            }
        }
    }
    batches
}

/// The day that a file begins on, as text; none where its head does not say. A wrong one costs time and nothing else.
fn first_day(file: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    if File::open(file).and_then(|file| file.take(HEAD).read_to_end(&mut head)).is_err() {
        return Vec::new();
    }
    let found = head.windows(TIME.len()).position(|window| window == TIME);
    found.and_then(|at| head.get(at + TIME.len()..at + TIME.len() + DAY)).unwrap_or_default().to_vec()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::discover::Found;

    #[test]
    fn parts_follow_the_days_and_hold_no_more_than_they_may() {
        let dir = tempfile::tempdir().unwrap();
        let files = [("a", 3, "2026-03-01"), ("b", 2, "2026-01-31"), ("c", 9, "2026-01-02"), ("d", 1, "2026-02-01"), ("e", 1, "")];
        let tree = || {
            let changed = files.map(|(name, bytes, day)| {
                let file = dir.path().join(name);
                std::fs::write(&file, format!(r#"{{"type":"user","timestamp":"{day}T00:00:00Z"}}"#)).unwrap();
                Changed { found: Found { file, root: "/root".into(), path: name.to_owned() }, bytes, before: None }
            });
            Vec::from(changed)
        };
        let parts = |bytes| -> Vec<String> {
            let name = |batch: &Vec<Changed>| batch.iter().map(|one| one.found.path.as_str()).collect();
            batches(tree(), bytes).iter().map(name).collect()
        };
        assert_eq!(parts(16), ["abcde"], "one part keeps its order");
        assert_eq!(parts(5), ["c", "bd", "ae"], "the file without a day comes last");
        assert_eq!(parts(3), ["c", "bd", "a", "e"]);
        assert_eq!(batches(Vec::new(), 1).len(), 1);
    }
}
