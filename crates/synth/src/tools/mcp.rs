//! Tools and resources of MCP servers.

use super::Call;
use super::shell::image_block;
use crate::deck::Card;
use crate::json::{array, object, text_block};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mcp {
    Text,
    TwoTexts,
    Image,
    Failed,
}

const CARDS: &[Card<(Mcp, &str)>] = &[
    ((Mcp::Text, "mcp__context7__query-docs"), 60, FIRST, LAST),
    ((Mcp::Text, "mcp__plugin_forge_github__list_issues"), 15, v(2, 1, 0), LAST),
    ((Mcp::TwoTexts, "mcp__claude_ai_Notes__search"), 12, v(2, 1, 20), LAST),
    ((Mcp::Image, "mcp__browser__take_screenshot"), 2, FIRST, LAST),
    ((Mcp::Failed, "mcp__context7__query-docs"), 7, FIRST, LAST),
];

/// A call of some server's tool: the payload is the array that the model reads.
pub(crate) fn tool(kit: &mut Kit, frame: &Frame) -> Call {
    let (card, name) = kit.deal(Topic::Mcp, frame.version, CARDS);
    let query = kit.words(4);
    let call = Call::new(name, object(|o| o.str("query", &query)));
    let size = kit.result_size(1400);
    let prose = kit.prose(size);
    let content = match card {
        Mcp::Failed => return call.thrown("other", "MCP error -32602: Input validation error: query is required"),
        Mcp::Text => array(|a| a.raw(&text_block(&prose))),
        Mcp::TwoTexts => array(|a| {
            a.raw(&text_block(&query));
            a.raw(&text_block(&prose));
        }),
        Mcp::Image => {
            let image = image_block(kit);
            array(|a| a.raw(&image))
        }
    };
    Call { payload: content.clone(), content, ..call }
}

/// A ListMcpResourcesTool call: a bare array.
pub(crate) fn resources(kit: &mut Kit, _: &Frame) -> Call {
    let names: Vec<String> = (0..3).map(|_| kit.ident()).collect();
    let payload = array(|a| {
        for name in &names {
            a.object(|o| {
                o.str("uri", &format!("note://{name}"));
                o.str("name", name);
                o.str("mimeType", "text/plain");
                o.str("server", "notes");
            });
        }
    });
    let text = payload.clone();
    Call::new("ListMcpResourcesTool", "{}".to_owned()).ok(&text, payload)
}
