//! What an answer chooses of the options that were offered.

use std::collections::BTreeMap;

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// option, several, free_text.
    pub(super) kind: &'static str,
    /// Options that it names.
    pub(super) options: i64,
}

/// Compares an answer with the labels of the options; several of them are joined by commas, which may also stand in a label. Where several
/// could be chosen, words of the user's own may follow them. `None` where the options are not known.
pub(super) fn of(answer: &str, labels: Option<&[String]>, multi_select: bool) -> Option<Choice> {
    let labels = labels?;
    if labels.iter().any(|label| label == answer) {
        return Some(Choice { kind: "option", options: 1 });
    }
    let (all, beginning) = named(answer, labels);
    Some(match all {
        Some(1) => Choice { kind: "option", options: 1 },
        Some(options) => Choice { kind: "several", options },
        None => Choice { kind: "free_text", options: if multi_select { beginning } else { 0 } },
    })
}

/// The least number of labels that the whole answer is made of, and the number at its beginning.
fn named(answer: &str, labels: &[String]) -> (Option<i64>, i64) {
    // Places where a label may begin, each with the least number of labels before it.
    let mut starts = BTreeMap::from([(0, 0)]);
    let (mut all, mut beginning) = (None::<i64>, 0);
    while let Some((start, before)) = starts.pop_first() {
        beginning = before;
        for label in labels.iter().filter(|label| !label.is_empty()) {
            let Some(rest) = answer[start..].strip_prefix(label.as_str()) else { continue };
            if rest.is_empty() {
                all = Some(all.map_or(before + 1, |other| other.min(before + 1)));
            } else if let Some(next) = rest.strip_prefix(',') {
                let next = answer.len() - next.trim_start_matches(' ').len();
                starts.entry(next).and_modify(|other: &mut i64| *other = (*other).min(before + 1)).or_insert(before + 1);
            }
        }
    }
    (all, beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_with_labels() {
        let labels = ["Red", "Blue", "Red, dark", "Green"].map(str::to_owned);
        for (answer, multi_select, kind, options) in [
            ("Red", false, "option", 1),
            ("Red, dark", true, "option", 1),
            ("Red, Blue", true, "several", 2),
            ("Red,Blue,  Green", true, "several", 3),
            ("Blue, Red, dark", true, "several", 2),
            ("Red, dark, Red", true, "several", 2),
            // The option to choose several may be missing from an old transcript.
            ("Red, Blue", false, "several", 2),
            ("Purple", false, "free_text", 0),
            ("Purple", true, "free_text", 0),
            ("Redder", true, "free_text", 0),
            ("Red, Blue, and purple", true, "free_text", 2),
            ("Red, dark, and purple", true, "free_text", 1),
            ("Red, but not today", false, "free_text", 0),
            ("red", false, "free_text", 0),
            ("Red,", true, "free_text", 1),
        ] {
            assert_eq!(of(answer, Some(&labels), multi_select), Some(Choice { kind, options }), "{answer}");
        }
        assert_eq!(of("Red", None, false), None);
        assert_eq!(of("x", Some(&[String::new()]), false), Some(Choice { kind: "free_text", options: 0 }));
    }

    #[test]
    fn many_ways_to_read_an_answer_take_no_time() {
        let labels = ["a", "a,a", "a,a,a"].map(str::to_owned);
        let answer = vec!["a"; 3000].join(",");
        assert_eq!(of(&answer, Some(&labels), true), Some(Choice { kind: "several", options: 1000 }));
    }
}
