//! Tools of MCP servers.

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
    Structured,
    Saved,
    Failed,
}

const CARDS: &[Card<(Mcp, &str)>] = &[
    ((Mcp::Text, "mcp__context7__query-docs"), 60, FIRST, LAST),
    ((Mcp::Text, "mcp__plugin_forge_github__list_issues"), 15, v(2, 1, 0), LAST),
    ((Mcp::TwoTexts, "mcp__claude_ai_Notes__search"), 12, v(2, 1, 20), LAST),
    ((Mcp::Image, "mcp__browser__take_screenshot"), 2, FIRST, LAST),
    ((Mcp::Structured, "mcp__warehouse__run_query"), 4, v(2, 1, 119), LAST),
    ((Mcp::Saved, "mcp__warehouse__run_query"), 2, v(2, 1, 29), LAST),
    ((Mcp::Failed, "mcp__context7__query-docs"), 7, FIRST, LAST),
];

/// A call of some server's tool: the payload is the array that the model reads, or an object.
pub(crate) fn tool(kit: &mut Kit, frame: &Frame) -> Call {
    let (card, name) = kit.deal(Topic::Mcp, frame.version, CARDS);
    let query = kit.words(4);
    let call = Call::new(name, object(|o| o.str("query", &query)));
    let size = kit.result_size(1400);
    let prose = kit.prose(size);
    let content = match card {
        Mcp::Failed => return call.thrown("other", "MCP error -32602: Input validation error: query is required"),
        Mcp::Structured => {
            let payload = object(|o| {
                o.str("query", &query);
                o.array("rows", |a| a.str(&prose));
            });
            let text = payload.clone();
            return call.ok(&text, payload);
        }
        Mcp::Saved => {
            let text = format!(
                "Error: result ({size} characters) exceeds maximum allowed tokens. Output has been saved to {}.\nFormat: Plain text",
                frame.absolute("tool-results/mcp-warehouse-run_query.txt")
            );
            return call.ok(&text, array(|a| a.raw(&text_block(&text))));
        }
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
