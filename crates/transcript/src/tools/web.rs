//! The web: WebFetch and WebSearch.

use super::fields::{Fields, WHOLE};
use super::flat::{self, Item, calls, items};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::policy::TextPolicy;
use crate::table::Table;

calls! {
    /// Pages that were fetched. One row per call of WebFetch.
    mod web_fetches as WebFetch {
        /// Address that was asked for. NULL where the input does not have it. Source: `url`.
        best url: Opt<Text> = input.name("url"),
        /// Length of what was asked about the page. NULL where the input does not have it. Source: `prompt`.
        best prompt_bytes: Opt<Int> = input.bytes("prompt"),
        /// XXH3-64 of what was asked about the page. NULL where the input does not have it.
        best prompt_hash: Opt<Int> = input.hash("prompt"),
        /// Place in the page's text to read from, in characters. NULL where the input does not say: the beginning. Source: `offset`.
        best start_offset: Opt<Int> = input.int("offset"),
        /// Address that was fetched. NULL where there is no payload. Source: `url` of the result.
        best fetched_url: Opt<Text> = output.name("url"),
        /// HTTP status. NULL where the result does not say. Source: `code`, else the text of the error.
        best status_code: Opt<Int> = output.int("code") else status_code,
        /// Words of the HTTP status. NULL where the result does not say. Source: `codeText`.
        best status_text: Opt<Text> = output.text("codeText"),
        /// Size of the page. NULL where the result does not say. Source: `bytes`.
        best content_bytes: Opt<Int> = output.int("bytes"),
        /// Length of the answer that the page gave. NULL where there is no payload. Source: `result`.
        best answer_bytes: Opt<Int> = output.bytes("result"),
        /// Length of the answer. NULL where there is no payload.
        best answer_chars: Opt<Int> = output.chars("result"),
        /// Lines of the answer. NULL where there is no payload.
        best answer_lines: Opt<Int> = output.lines("result"),
        /// XXH3-64 of the answer. NULL where there is no payload.
        best answer_hash: Opt<Int> = output.hash("result"),
        /// Time to fetch and read the page. NULL where the result does not say. Source: `durationMs`.
        best duration_ms: Opt<Int> = output.rounded("durationMs"),
        /// Whether the page was not fetched because it leads to another host. NULL where there is no result, or only a hook tells of it.
        best is_redirect: Opt<Bool> = text.of(is_redirect),
        /// Address that it leads to. NULL where it leads nowhere else. Source: the text of the result.
        best redirect_url: Opt<Text> = text.of(redirect_url),
        /// Artifact that was read in place of a page. NULL where none was. Source: `artifactRead.slug`.
        best artifact: Opt<Text> = output.name("artifactRead.slug"),
        /// Version of that artifact. NULL where the result does not say. Source: `artifactRead.ver`.
        best artifact_version: Opt<Text> = output.text("artifactRead.ver"),
        /// Whether that artifact was one of the program's own. NULL where the result does not say. Source: `artifactRead.seeded`.
        best artifact_seeded: Opt<Bool> = output.flag("artifactRead.seeded"),
        /// Whether the call went on without its result. NULL where the result does not say. Source: `detachedToolCall`.
        best detached: Opt<Bool> = output.flag("detachedToolCall"),
    }
}

/// How the tool begins what it tells instead of a page that leads to another host.
const REDIRECT: &str = "REDIRECT DETECTED";

fn is_redirect(outcome: &Outcome<'_>, _: TextPolicy) -> Option<bool> {
    outcome.begins(REDIRECT)
}

fn redirect_url(outcome: &Outcome<'_>, policy: TextPolicy) -> Option<String> {
    let text = outcome.head().strip_prefix(REDIRECT)?;
    let url = text.lines().find_map(|line| line.strip_prefix("Redirect URL: "))?;
    Some(policy.name(url.trim()).into_owned())
}

fn status_code(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    outcome.error_body().strip_prefix("Request failed with status code ")?.split_whitespace().next()?.parse().ok()
}

calls! {
    /// Searches of the web. One row per call of WebSearch, or of the API's own web_search.
    mod web_searches as WebSearch {
        /// Tool: WebSearch, web_search.
        best tool: Text = called.name(),
        /// What was searched for. NULL where neither input nor result has it. Source: `query`.
        best query: Opt<Text> = either.name("query"),
        /// Domains that alone may be in the results, joined by commas. NULL where the input does not say: all. Source: `allowed_domains`.
        best allowed_domains: Opt<Text> = input.names("allowed_domains" | "allowedDomains"),
        /// Domains that may not be in the results, joined by commas. NULL where the input does not say: none. Source: `blocked_domains`.
        best blocked_domains: Opt<Text> = input.names("blocked_domains" | "blockedDomains"),
        /// Searches that were made. NULL where the result does not say. Source: `searchCount`.
        best search_count: Opt<Int> = output.int("searchCount"),
        /// Parts of the result: lists of hits, and texts about them. NULL where there is no payload. Source: `results`.
        best result_count: Opt<Int> = output.count("results" | "[]"),
        /// Time that it took, to the millisecond. NULL where the result does not say. Source: `durationSeconds`.
        best duration_ms: Opt<Int> = output.seconds("durationSeconds"),
    }
    lists { hits: WebSearchHit = text(hits), }
}

items! {
    /// Pages that searches of the web found. One row per page and search, in the order of the result.
    mod web_search_hits as WebSearchHit {
        /// Search that found it: id of the API's own call. NULL where only the text of the result lists it. Source: `results[].tool_use_id`.
        best search_id: Opt<Text> = item.text("tool_use_id"),
        /// Title of the page. NULL where the result has none. Source: `results[].content[].title`.
        best title: Opt<Text> = item.prose("title"),
        /// Address of the page. NULL where the result has none. Source: `results[].content[].url`.
        best url: Opt<Text> = item.name("url"),
        /// Length of the page's text. NULL where the result has none; only hooks are given it. Source: `results[].content[].snippet`.
        best snippet_bytes: Opt<Int> = item.bytes("snippet"),
        /// How old the page is, in words. NULL where the result does not say. Source: `page_age`.
        best page_age: Opt<Text> = item.name("page_age"),
        /// Length of the page's text as the API gives it, encrypted. NULL where the result has none. Source: `encrypted_content`.
        best encrypted_bytes: Opt<Int> = item.bytes("encrypted_content"),
    }
}

/// The hits of all searches of a result, or those that its text lists, search by search.
fn hits(output: &Fields<'_>, outcome: &Outcome<'_>, policy: TextPolicy) -> Option<Vec<WebSearchHit>> {
    // The API's own tool lists its hits alone.
    let known = WebSearchHit::KNOWN.iter().copied().flatten().copied().chain(["type"]);
    if let Some(hits) = output.objects(&[WHOLE], known, WebSearchHit::read) {
        return Some(hits);
    }
    let Some(results) = output.list(&["results"]) else {
        let content = outcome.payload.json().is_none().then(|| outcome.content())?;
        let lists = content.lines().filter_map(|line| line.strip_prefix("Links: "));
        let found = lists.filter_map(|links| {
            let listed = format!(r#"{{"links":{links}}}"#);
            WebSearchHit::read_all(&Fields::of(&listed, ["links"].into_iter(), policy)?, &["links"])
        });
        return Some(found.flatten().collect());
    };
    // Between the searches stand texts about them.
    let searches = results.iter().filter(|result| !result.starts_with('"'));
    let found = searches.map(|search| {
        output.element("results", search, ["tool_use_id", "content"].into_iter(), |search| {
            let id = search.text(&["tool_use_id"]);
            let mut hits = WebSearchHit::read_all(search, &["content"]).unwrap_or_default();
            hits.iter_mut().for_each(|hit| hit.search_id.clone_from(&id));
            hits
        })
    });
    Some(found.flatten().collect())
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("WebFetch", &[&web_fetches::TABLE], flat::open::<WebFetch>).asks(true).seen("1.0.71", "2.1.217"),
    Tool::new("WebSearch", SEARCHES, flat::open::<WebSearch>).asks(true).seen("1.0.17", "2.1.205"),
    // Runs at the API, whose results are blocks of the message.
    Tool::new("web_search", SEARCHES, flat::open::<WebSearch>),
];

static SEARCHES: &[&Table] = &[&web_searches::TABLE, &web_search_hits::TABLE];

#[cfg(test)]
mod tests {
    use super::super::testing::{Given, decode};
    use super::*;

    #[test]
    fn a_text_lists_the_hits_of_several_searches() {
        let text = r#""Web search results for query: \"a\"\n\nLinks: [{\"title\":\"A\",\"url\":\"https://a\"}]\n\nNo links found.\n\nLinks: [{\"title\":\"B\",\"url\":\"https://b\"},{\"title\":\"C\",\"url\":\"https://c\"}]\n\nSaid.""#;
        let decoded = decode("WebSearch", r#"{"query":"a"}"#, Given(text, None, false));
        let rows = web_search_hits::Columns::of(decoded.batch("web_search_hits"));
        let urls: Vec<_> = (0..3).map(|row| rows.url.get(row)).collect();
        assert_eq!(urls, [Some("https://a"), Some("https://b"), Some("https://c")]);
        assert_eq!(decoded.rows("web_search_hits"), 3);
    }
}
