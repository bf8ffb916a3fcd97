//! The iterations of a response: which of them its usage counts, and which came beside.

use std::rc::Rc;

use super::place::Texts;
use super::requests::{CacheWrite, Tokens, share};
use crate::line::Usage;
use crate::tables::call_text;

/// A model call that a response needed beside the one that its usage counts.
#[derive(Debug)]
pub(super) struct Iteration {
    pub(super) index: i64,
    pub(super) kind: Option<Rc<str>>,
    pub(super) model: Option<Rc<str>>,
    pub(super) tokens: Tokens,
}

/// The iteration of an advisor, a second model that the first one asks.
pub(super) const ADVISOR: &str = "advisor_message";
/// The iteration of a plain model call.
const MESSAGE: &str = "message";
/// The iteration in which the API compacts the context: it is counted nowhere else.
const COMPACTION: &str = "compaction";

impl Iteration {
    /// The iterations that the counts of a response do not hold.
    pub(super) fn beside(usage: &Usage<'_>, counted: &[Counted<'_, '_>], texts: &mut Texts) -> Vec<Self> {
        let is_beside = |(index, _): &(i64, &Usage<'_>)| !counted.iter().any(|(counted, _)| counted == index);
        iterations(usage).filter(is_beside).map(|(index, entry)| Self::of(entry, index, usage, texts)).collect()
    }

    /// An iteration says its tokens; where it ran is said once for all. Its speed is its own: an advisor is never fast.
    fn of(entry: &Usage<'_>, index: i64, usage: &Usage<'_>, texts: &mut Texts) -> Self {
        let mut tokens = Tokens::of(entry, texts);
        tokens.service_tier = tokens.service_tier.or_else(|| share(&usage.service_tier, texts));
        tokens.inference_geo = tokens.inference_geo.or_else(|| share(&usage.inference_geo, texts));
        Self { index, kind: share(&entry.kind, texts), model: share(&entry.model, texts), tokens }
    }
}

/// An iteration, with its place.
type Counted<'u, 'a> = (i64, &'u Usage<'a>);

/// The iterations, with their places.
fn iterations<'u, 'a>(usage: &'u Usage<'a>) -> impl Iterator<Item = Counted<'u, 'a>> {
    usage.iterations.get().into_iter().flatten().zip(0..).filter_map(|(entry, index)| Some((index, entry.get()?)))
}

/// The iterations that the counts of a response hold. Advisors and compactions never are among them. Of the others it is the last, as the one
/// that answered, unless only all messages, or all of the others, make up what the response counts.
pub(super) fn counted<'u, 'a>(usage: &'u Usage<'a>) -> Vec<Counted<'u, 'a>> {
    let tried: Vec<_> = iterations(usage).filter(|(_, entry)| !matches!(entry.kind.str(), Some(ADVISOR | COMPACTION))).collect();
    let Some(last) = tried.last().copied().filter(|_| tried.len() > 1) else { return tried };
    let sum =
        |calls: &[Counted<'_, '_>]| calls.iter().map(|(_, entry)| counts(entry)).reduce(|a, b| std::array::from_fn(|at| a[at].saturating_add(b[at])));
    let messages: Vec<_> = tried.iter().copied().filter(|(_, entry)| entry.kind.str() == Some(MESSAGE)).collect();
    let is_all = |calls: &Vec<_>| calls.len() > 1 && counts(last.1) != counts(usage) && sum(calls) == Some(counts(usage));
    [messages, tried].into_iter().find(is_all).unwrap_or_else(|| vec![last])
}

/// The model calls of which a response counts the sum, as `requests.calls` has them.
pub(super) fn calls(usage: &Usage<'_>, counted: &[Counted<'_, '_>]) -> Option<String> {
    if counted.len() < 2 {
        return None;
    }
    let whole = CacheWrite::of(usage);
    let call = |entry: &Usage<'_>| {
        let written = CacheWrite::of(entry).like(whole);
        let [input, output, read] = [&entry.input_tokens, &entry.output_tokens, &entry.cache_read_input_tokens].map(|tokens| tokens.copied());
        call_text([input, output, read, written.five_minutes, written.hour])
    };
    Some(counted.iter().map(|(_, entry)| call(entry)).collect::<Vec<_>>().join(" "))
}

/// What two usages are compared by.
fn counts(usage: &Usage<'_>) -> [i64; 4] {
    [&usage.input_tokens, &usage.output_tokens, &usage.cache_read_input_tokens, &usage.cache_creation_input_tokens]
        .map(|tokens| tokens.copied().unwrap_or(0))
}
