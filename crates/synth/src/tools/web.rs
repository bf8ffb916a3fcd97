//! WebFetch and WebSearch.

use super::{Call, Rows};
use crate::deck::Card;
use crate::json::{Object, array, object, quoted};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Web {
    Fetch,
    /// From further down the page.
    FetchMore,
    FetchArtifact,
    NotFound,
    Redirect,
    FetchFailed,
    FetchRefused,
    Search,
    SearchTwice,
    SearchNothing,
    SearchFailed,
}

const WEBS: &[Card<Web>] = &[
    (Web::Fetch, 60, FIRST, LAST),
    (Web::FetchMore, 2, v(2, 1, 205), LAST),
    (Web::FetchArtifact, 1, v(2, 1, 205), LAST),
    (Web::NotFound, 4, FIRST, LAST),
    (Web::Redirect, 3, FIRST, LAST),
    (Web::FetchFailed, 4, FIRST, LAST),
    (Web::FetchRefused, 6, FIRST, LAST),
    (Web::Search, 30, FIRST, LAST),
    (Web::SearchTwice, 3, FIRST, LAST),
    (Web::SearchNothing, 1, FIRST, LAST),
    (Web::SearchFailed, 2, FIRST, LAST),
];

/// A call of WebFetch or WebSearch.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Web, frame.version, WEBS);
    match card {
        Web::Search => search(kit, frame, &[8]),
        Web::SearchTwice => search(kit, frame, &[3, 4]),
        Web::SearchNothing => search(kit, frame, &[0]),
        Web::SearchFailed => search(kit, frame, &[]),
        _ => fetch(kit, card),
    }
}

fn fetch(kit: &mut Kit, card: Web) -> Call {
    let url = format!("https://docs.example.com/{}/{}", kit.word(), kit.ident());
    let prompt = kit.words(14);
    let size = kit.result_size(1500);
    let (code, code_text, result) = match card {
        Web::NotFound => (404, "Not Found", kit.prose(size)),
        Web::Redirect => {
            let other = format!("https://www.example.com/{}", kit.ident());
            let text = format!(
                "REDIRECT DETECTED: The URL redirects to a different host.\n\nOriginal URL: {url}\nRedirect URL: {other}\nStatus: 301 Moved Permanently\n\nTo complete your request, use WebFetch again with the new URL."
            );
            (301, "Moved Permanently", text)
        }
        _ => (200, "OK", kit.prose(size)),
    };
    let (bytes, milliseconds) = (kit.rng.below(400_000), kit.rng.below(9000));
    let input = object(|o| {
        o.str("url", &url);
        o.str("prompt", &prompt);
        if card == Web::FetchMore {
            o.put("offset", 100_000);
        }
    });
    let call = Call::new("WebFetch", input);
    let payload = object(|o| {
        o.put("bytes", bytes);
        o.put("code", code);
        o.str("codeText", code_text);
        o.str("result", &result);
        o.put("durationMs", milliseconds);
        o.str("url", &url);
        if card == Web::FetchArtifact {
            o.object("artifactRead", |o| {
                o.str("slug", "release-notes");
                o.str("ver", "3");
                o.put("seeded", false);
            });
        }
    });
    match card {
        Web::FetchFailed => call.thrown("other", "getaddrinfo ENOTFOUND docs.example.com"),
        Web::FetchRefused => call.thrown("timeout", "Request failed with status code 403"),
        _ => call.ok(&result, payload),
    }
}

/// A WebSearch call that made searches with so many hits; with none at all, it failed, which is no error.
fn search(kit: &mut Kit, frame: &Frame, searches: &[usize]) -> Call {
    let query = kit.words(5);
    let size = kit.result_size(2500);
    let prose = kit.prose(size);
    let mut text = format!("Web search results for query: \"{query}\"\n\n");
    let mut results = Vec::new();
    for &n in searches {
        let id = kit.rng.issued("srvtoolu_01", 22);
        let hits = array(|a| (0..n).for_each(|_| a.object(|o| hit(kit, o))));
        text.push_str(&if n == 0 { "No links found.\n\n".to_owned() } else { format!("Links: {hits}\n\n") });
        results.push(object(|o| {
            o.str("tool_use_id", &id);
            o.put("content", &hits);
        }));
    }
    let said = if searches.is_empty() { "Web search error: unavailable" } else { &prose };
    text.push_str(said);
    results.push(quoted(said));
    let seconds = kit.rng.below(90) + 20;
    let payload = object(|o| {
        o.str("query", &query);
        o.put("results", format_args!("[{}]", results.join(",")));
        o.put("durationSeconds", format_args!("{}.{}", seconds / 10, seconds % 10));
        if frame.version >= v(2, 1, 205) {
            o.put("searchCount", searches.len());
        }
    });
    let input = object(|o| {
        o.str("query", &query);
        if searches == [0] {
            o.strs("allowed_domains", &["docs.example.com", "example.org"]);
            o.strs("blocked_domains", &["example.net"]);
        }
    });
    let hits = Rows::told("web_search_hits", searches.iter().sum());
    Call { lists: vec![hits], ..Call::new("WebSearch", input).ok(&text, payload) }
}

fn hit(kit: &mut Kit, o: &mut Object<'_>) {
    o.str("title", &kit.words(6));
    o.str("url", &format!("https://{}.example.com/{}", kit.word(), kit.ident()));
}

/// A search that the API makes by itself: call and result are blocks of one answer. Returns the two.
pub(crate) fn server_search(kit: &mut Kit) -> (Call, [String; 2]) {
    let id = kit.rng.issued("srvtoolu_01", 22);
    let input = object(|o| o.str("query", &kit.words(5)));
    let call = object(|o| {
        o.str("type", "server_tool_use");
        o.str("id", &id);
        o.str("name", "web_search");
        o.put("input", &input);
    });
    let sealed = kit.lexicon.base64(&mut kit.rng, 400);
    let result = object(|o| {
        o.str("type", "web_search_tool_result");
        o.str("tool_use_id", &id);
        o.array("content", |a| {
            for _ in 0..3 {
                a.object(|o| {
                    o.str("type", "web_search_result");
                    hit(kit, o);
                    o.str("encrypted_content", &sealed);
                    o.null("page_age");
                });
            }
        });
    });
    (Call { lists: vec![Rows::told("web_search_hits", 3)], ..Call::new("web_search", input) }, [call, result])
}
