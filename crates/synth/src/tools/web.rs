//! WebFetch and WebSearch.

use super::Call;
use crate::deck::Card;
use crate::json::object;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy)]
enum Web {
    Fetch,
    NotFound,
    FetchFailed,
    Search,
    SearchFailed,
}

const WEBS: &[Card<Web>] = &[
    (Web::Fetch, 60, FIRST, LAST),
    (Web::Search, 30, FIRST, LAST),
    (Web::NotFound, 4, FIRST, LAST),
    (Web::FetchFailed, 4, FIRST, LAST),
    (Web::SearchFailed, 2, FIRST, LAST),
];

/// A call of one of the two.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    match kit.deal(Topic::Web, frame.version, WEBS) {
        Web::Fetch => fetch(kit, 200, "OK"),
        Web::NotFound => fetch(kit, 404, "Not Found"),
        Web::FetchFailed => {
            let call = fetch(kit, 0, "");
            call.thrown("other", "getaddrinfo ENOTFOUND docs.example.com")
        }
        Web::Search => search(kit, frame, false),
        Web::SearchFailed => search(kit, frame, true),
    }
}

fn fetch(kit: &mut Kit, code: u16, code_text: &str) -> Call {
    let url = format!("https://docs.example.com/{}/{}", kit.word(), kit.ident());
    let prompt = kit.words(14);
    let size = kit.result_size(1500);
    let result = kit.prose(size);
    let (bytes, milliseconds) = (kit.rng.below(400_000), kit.rng.below(9000));
    let input = object(|o| {
        o.str("url", &url);
        o.str("prompt", &prompt);
    });
    let payload = object(|o| {
        o.put("bytes", bytes);
        o.put("code", code);
        o.str("codeText", code_text);
        o.str("result", &result);
        o.put("durationMs", milliseconds);
        o.str("url", &url);
    });
    Call::new("WebFetch", input).ok(&result, payload)
}

fn search(kit: &mut Kit, frame: &Frame, has_failed: bool) -> Call {
    let query = kit.words(5);
    let hits: Vec<(String, String)> = (0..8).map(|_| (kit.words(6), format!("https://{}.example.com/{}", kit.word(), kit.ident()))).collect();
    let size = kit.result_size(2500);
    let prose = kit.prose(size);
    let (id, seconds) = (kit.rng.issued("srvtoolu_01", 22), kit.rng.below(90) + 20);
    let payload = object(|o| {
        o.str("query", &query);
        o.array("results", |a| {
            if has_failed {
                a.str("Web search error: unavailable");
                return;
            }
            a.object(|o| {
                o.str("tool_use_id", &id);
                o.array("content", |a| {
                    for (title, url) in &hits {
                        a.object(|o| {
                            o.str("title", title);
                            o.str("url", url);
                        });
                    }
                });
            });
            a.str(&prose);
        });
        o.put("durationSeconds", format_args!("{}.{}", seconds / 10, seconds % 10));
        if frame.version >= v(2, 1, 205) {
            o.put("searchCount", 1);
        }
    });
    let text = format!("Web search results for query: \"{query}\"\n\n{prose}");
    Call::new("WebSearch", object(|o| o.str("query", &query))).ok(&text, payload)
}
