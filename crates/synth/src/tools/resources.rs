//! Resources of MCP servers, and the servers themselves.

use super::shape::{self, Shape, shape};
use super::{Call, Rows};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, v};

/// A call of one of the tools about MCP servers.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Resource, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("ListMcpResourcesTool")
            .gives(
                r#"[{"uri":"note://$ident1","name":"$ident1","mimeType":"text/plain","server":"notes"},{"uri":"note://$ident2","name":"$ident2","description":"$title","server":"notes"},{"uri":"db://$ident3","name":"$ident3","server":"warehouse"}]"#,
                "",
            )
            .rows(&[Rows::given("mcp_resources", 3)]),
        8,
        v(2, 1, 0),
        LAST,
    ),
    (shape("ListMcpResourcesTool").input(r#"{"server":"notes"}"#).gives("[]", "No resources found."), 2, v(2, 1, 0), LAST),
    (
        shape("ListMcpResourcesTool")
            .input(r#"{"server":"$word"}"#)
            .thrown("other", "Server \"$word\" not found. Available servers: notes, warehouse"),
        1,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("ReadMcpResourceTool")
            .input(r#"{"server":"notes","uri":"note://$ident"}"#)
            .gives(r#"{"contents":[{"uri":"note://$ident","mimeType":"text/plain","text":"$page"}]}"#, "")
            .rows(&[Rows::given("mcp_resources", 1)]),
        5,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("ReadMcpResourceTool")
            .input(r#"{"server":"warehouse","uri":"db://$ident"}"#)
            .gives(
                r#"{"contents":[{"uri":"db://$ident/a","mimeType":"image/png","blobSavedTo":"/tmp/claude-1000/$project/$hex.png"},{"uri":"db://$ident/b","text":""}]}"#,
                "",
            )
            .rows(&[Rows::given("mcp_resources", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ReadMcpResourceTool")
            .input(r#"{"server":"warehouse","uri":"db://$ident"}"#)
            .gives(r#"{"contents":[],"error":"MCP error -32002: Resource not found"}"#, ""),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ReadMcpResourceDirTool")
            .input(r#"{"server":"notes","uri":"note://$ident/"}"#)
            .gives(
                r#"{"resources":[{"uri":"note://$ident/a","name":"a","mimeType":"text/plain"},{"uri":"note://$ident/b","name":"b"}]}"#,
                "",
            )
            .rows(&[Rows::given("mcp_resources", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("RefreshMcpTools")
            .input(r#"{"server":"notes"}"#)
            .gives(
                r#"[{"server":"notes","status":"refreshed","toolCount":9,"added":["find_$word","list_$word"],"removed":[]},{"server":"warehouse","status":"not_connected"},{"server":"mail","status":"error","error":"MCP error -32000: Connection closed"}]"#,
                "",
            )
            .rows(&[Rows::given("mcp_refreshed_servers", 3)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("RefreshMcpTools").gives("[]", "No servers are connected."), 1, v(2, 1, 205), LAST),
    (
        shape("WaitForMcpServers").input(r#"{"servers":["notes","warehouse"]}"#).gives(
            r#""notes: connected\nwarehouse: still connecting""#,
            "notes: connected\nwarehouse: still connecting",
        ),
        1,
        v(2, 1, 153),
        LAST,
    ),
];
