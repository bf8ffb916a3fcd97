//! Statements that only read.
//!
//! The lock-down of [`crate::session`] keeps a statement inside the lake; writing into the lake is what is left to refuse.
//! The judge is the engine's own parser: `json_serialize_sql` accepts nothing but queries and shows the whole tree, so a
//! disagreement about where a text ends can refuse a statement but never let one through.

use duckdb::Connection;

use crate::error::Error;
use crate::script;

/// Functions that run a text as a query of their own, take the caller's word for a place in memory, or change how the engine
/// works: not every version of it minds the lock there.
const REFUSED_FUNCTIONS: &[&str] = &[
    "add_grammar_extension",
    "arrow_scan",
    "arrow_scan_dumb",
    "disable_logging",
    "disable_profiling",
    "enable_logging",
    "enable_profiling",
    "json_execute_serialized_sql",
    "query",
    "remove_grammar_extension",
];

/// Nodes of queries that write, as they can stand in a WITH clause. Every such kind of node ends like this, and no other does.
const WRITING_NODE: &str = "_QUERY_NODE\"";

/// Refuses a statement that does more than read.
pub(crate) fn check(connection: &Connection, statement: &str) -> Result<(), Error> {
    let query = query_inside(statement);
    let judge = "
        select tree->>'error_type', tree->>'error_message', tree->>'position', json_array_length(tree->'statements'), tree::varchar
        from (select json_serialize_sql($1::varchar)::json as tree)";
    type Verdict = (Option<String>, Option<String>, Option<String>, Option<u64>, String);
    let (error, message, position, queries, tree): Verdict =
        connection.query_row(judge, [&query], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
    match (error.as_deref(), message) {
        (None, _) if queries == Some(1) => check_tree(&tree),
        (Some("parser" | "syntax"), Some(message)) => Err(Error::Syntax(message + &place(&query, position).unwrap_or_default())),
        _ => Err(Error::Refused { what: script::first_word(&query).0.to_uppercase() }),
    }
}

/// The line that a position is in, and a caret below the position.
fn place(query: &str, position: Option<String>) -> Option<String> {
    let (before, after) = query.split_at_checked(position?.parse().ok()?)?;
    let (number, begin) = (before.matches('\n').count() + 1, before.lines().next_back().filter(|_| !before.ends_with('\n')).unwrap_or_default());
    let label = format!("LINE {number}: ");
    let indent = " ".repeat(label.len() + begin.chars().count());
    Some(format!("\n{label}{begin}{}\n{indent}^", after.lines().next().unwrap_or_default()))
}

fn check_tree(tree: &str) -> Result<(), Error> {
    // In the tree, quotes inside of texts are escaped: what is found here is a node or a call and not somebody's words.
    let writes = tree.match_indices("\"type\":\"").any(|(at, key)| {
        let kind = &tree[at + key.len()..];
        kind.find('"').is_some_and(|end| kind[..=end].ends_with(WRITING_NODE))
    });
    if writes {
        return Err(Error::Refused { what: "a WITH clause that writes".to_owned() });
    }
    let calls = tree.match_indices("\"function_name\":\"").filter_map(|(at, key)| tree[at + key.len()..].split('"').next());
    match calls.into_iter().find(|name| REFUSED_FUNCTIONS.iter().any(|refused| refused.eq_ignore_ascii_case(name))) {
        Some(name) => Err(Error::Refused { what: format!("the function `{name}`") }),
        None => Ok(()),
    }
}

/// The query whose harmlessness is that of the statement.
fn query_inside(statement: &str) -> String {
    if let Some(value) = script::after_word(statement, "set").and_then(|rest| script::after_word(rest, "variable")).and_then(assigned) {
        // The line break ends a comment at the end of the value.
        return format!("select ({value}\n)");
    }
    match script::after_word(statement, "explain") {
        Some(explained) => query_inside(without_options(explained)),
        None => statement.to_owned(),
    }
}

fn assigned(assignment: &str) -> Option<&str> {
    let rest = script::skip_space(script::first_word(assignment).1);
    rest.strip_prefix('=').or_else(|| script::after_word(rest, "to"))
}

fn without_options(explained: &str) -> &str {
    let explained = script::after_word(explained, "analyze").unwrap_or(explained);
    match script::group(explained) {
        Some((options, rest)) if ["analyze", "format"].iter().any(|option| script::after_word(options, option).is_some()) => rest,
        _ => explained,
    }
}
