//! Which views use which.

use super::View;

/// Sorts views so that each stands after those that it uses; by name where that leaves a choice.
pub(super) fn sort(views: &mut Vec<View>) {
    views.sort_by_key(|view| view.name);
    let mut sorted: Vec<View> = Vec::with_capacity(views.len());
    while !views.is_empty() {
        let is_ready = |view: &View| !views.iter().any(|other| other.name != view.name && reads(view.query, other.name));
        // Views that use each other cannot be made in any order; the engine says so.
        let next = views.iter().position(is_ready).unwrap_or(0);
        sorted.push(views.remove(next));
    }
    *views = sorted;
}

/// Whether a query reads from a view: its name stands behind `from`, `join` or a comma.
fn reads(query: &str, name: &str) -> bool {
    let words: Vec<&str> =
        query.split(|character: char| !(character.is_alphanumeric() || character == '_')).filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| matches!(pair[0], "from" | "join") && pair[1] == name)
}
