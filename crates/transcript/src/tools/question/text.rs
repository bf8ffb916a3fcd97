//! Answers in the text that the model was given, where there is no payload.

use std::collections::BTreeMap;

/// How the text begins if the user said something else instead of answering.
pub(super) const RESPONDED: &str = "The user responded: ";
/// How the text of answers begins.
const ANSWERED: [&str; 2] = ["Your questions have been answered: ", "User has answered your questions: "];
/// What follows the last answer.
const CONTINUE: &str = "\". You can now continue";

/// The answers to these questions, by question. Neither questions nor answers have their quotes escaped in the text, so that the questions must be known.
pub(super) fn answers(text: &str, questions: &[&str]) -> BTreeMap<String, String> {
    let Some(pairs) = ANSWERED.iter().find_map(|start| text.strip_prefix(start)) else { return BTreeMap::new() };
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for question in questions {
        let key = format!("\"{question}\"=\"");
        // A question may be a part of another one, but not with its quotes.
        if let Some(at) = pairs.find(&key) {
            found.push((at, at + key.len(), question));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(at, ..)| *at);
    let ends = found.iter().skip(1).map(|(at, ..)| Some(*at)).chain([None]).collect::<Vec<_>>();
    let answer = |((_, start, question), end): (&(usize, usize, &str), Option<usize>)| {
        let answer = match end {
            Some(end) => pairs.get(*start..end)?.trim_end().trim_end_matches(',').strip_suffix('"')?,
            None => last(&pairs[*start..]),
        };
        Some(((*question).to_owned(), answer.to_owned()))
    };
    found.iter().zip(ends).filter_map(answer).collect()
}

/// The last answer, without what follows it.
fn last(text: &str) -> &str {
    if let Some(end) = text.rfind(CONTINUE) {
        return &text[..end];
    }
    let text = text.trim_end();
    let text = text.strip_suffix('.').unwrap_or(text);
    text.strip_suffix('"').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, questions: &[&str]) -> Vec<(String, String)> {
        answers(text, questions).into_iter().collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(question, answer)| ((*question).to_owned(), (*answer).to_owned())).collect()
    }

    #[test]
    fn answers_stand_between_questions() {
        let text = "User has answered your questions: \"A?\"=\"one, \"two\"\", \"B \"b\"?\"=\"three. \". You can now continue with the user's answers in mind.";
        assert_eq!(found(text, &["A?", "B \"b\"?"]), pairs(&[("A?", "one, \"two\""), ("B \"b\"?", "three. ")]));
        assert_eq!(found(text, &["B \"b\"?", "A?", "C?"]), pairs(&[("A?", "one, \"two\""), ("B \"b\"?", "three. ")]), "in any order");
        assert_eq!(found("Your questions have been answered: \"A?\"=\"one\".", &["A?"]), pairs(&[("A?", "one")]));
        assert_eq!(found("Your questions have been answered: \"A?\"=\"one\"", &["A?", "A?"]), pairs(&[("A?", "one")]));
        assert_eq!(found("Your questions have been answered: \"A?\"=\"\".", &["A?"]), pairs(&[("A?", "")]));
    }

    #[test]
    fn other_texts_hold_no_answers() {
        assert_eq!(found("\"A?\"=\"one\"", &["A?"]), []);
        assert_eq!(found("Your questions have been answered: \"A?\"=\"one\"", &["B?"]), []);
        assert_eq!(found("Your questions have been answered: ", &[]), []);
    }
}
