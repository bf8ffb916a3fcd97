//! Tools and resources of MCP servers.

use super::flat::{self, calls, items};
use super::outcome::{Outcome, Payload};
use super::registry::Tool;
use crate::json::{self, Body, Field, object};
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::table::Table;
use crate::text::measure_json;

/// The name that stands for every tool of a server.
pub(crate) const ANY: &str = "mcp__*";

calls! {
    /// Calls of tools of MCP servers. One row per call.
    mod mcp_calls as McpCall {
        /// Server. NULL where the name of the tool does not tell.
        best server: Opt<Text> = called.server(),
        /// Tool of the server. NULL where the name of the tool does not tell.
        best server_tool: Opt<Text> = called.server_tool(),
        /// Names of the arguments, joined by commas. NULL where the call has none. Source: the keys of the input.
        best argument_names: Opt<Text> = input.free_keys("*"),
        /// Blocks of the result. NULL where it is not a list of blocks.
        best block_count: Opt<Int> = output.count("[]"),
        /// Those of them that are text. NULL where the result is not a list of blocks.
        best text_blocks: Opt<Int> = text.of(text_blocks),
        /// Those of them that are images. NULL where the result is not a list of blocks.
        best image_blocks: Opt<Int> = text.of(image_blocks),
        /// Those of them that are, or link to, resources. NULL where the result is not a list of blocks.
        best resource_blocks: Opt<Int> = text.of(resource_blocks),
        /// Those of them of any other kind. NULL where the result is not a list of blocks.
        best other_blocks: Opt<Int> = text.of(other_blocks),
        /// Length of the text in the blocks, else of the text that the model was given. NULL where there is no result.
        best text_bytes: Opt<Int> = text.of(text_bytes),
        /// Size of the images, encoded as Base64. NULL where the result is not a list of blocks.
        best image_base64_bytes: Opt<Int> = text.of(image_bytes),
        /// Names of the parts of a structured result, joined by commas. NULL where it is none. Source: the keys of the payload.
        best result_names: Opt<Text> = output.free_keys("*"),
        /// File that a result too large to be given was saved to. NULL where it was given. Source: the text of the result.
        best saved_to: Opt<Text> = text.of(saved_to),
    }
}

object! {
    /// A block of a result.
    struct Block<'a> {
        kind: Str<'a> = "type",
        text: Body<'a> = "text",
        data: Body<'a> = "data",
        source: Field<Media<'a>> = "source",
    }

    /// Where an image is.
    struct Media<'a> {
        data: Body<'a> = "data",
    }
}

/// What a result is made of.
#[derive(Default)]
struct Blocks {
    texts: i64,
    images: i64,
    resources: i64,
    others: i64,
    text_bytes: i64,
    image_bytes: i64,
}

impl Blocks {
    fn of(outcome: &Outcome<'_>) -> Option<Self> {
        let Payload::Array(json) = outcome.payload else { return None };
        let Ok(Field::Is(blocks)) = json::read::<Vec<Field<Block<'_>>>>(json) else { return None };
        let bytes = |body: Body<'_>| body.json().and_then(measure_json).map_or(0, |measure| measure.bytes);
        let mut all = Self::default();
        for block in &blocks {
            match block.get().and_then(|block| Some((block, block.kind.str()?))) {
                Some((block, "text")) => {
                    all.texts += 1;
                    all.text_bytes += bytes(block.text);
                }
                Some((block, "image")) => {
                    all.images += 1;
                    all.image_bytes += bytes(block.data) + block.source.get().map_or(0, |source| bytes(source.data));
                }
                Some((_, "resource" | "resource_link")) => all.resources += 1,
                _ => all.others += 1,
            }
        }
        Some(all)
    }
}

fn text_blocks(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.texts)
}

fn image_blocks(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.images)
}

fn resource_blocks(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.resources)
}

fn other_blocks(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.others)
}

fn text_bytes(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.text_bytes).or_else(|| outcome.is_told.then(|| outcome.given().bytes))
}

fn image_bytes(outcome: &Outcome<'_>, _: TextPolicy) -> Option<i64> {
    Blocks::of(outcome).map(|blocks| blocks.image_bytes)
}

/// How the text of a result names the file that holds it.
const SAVED: &[&str] = &["Output has been saved to ", "Full output saved to: "];

fn saved_to(outcome: &Outcome<'_>, policy: TextPolicy) -> Option<String> {
    let rest = SAVED.iter().find_map(|mark| Some(outcome.head().split_once(mark)?.1))?;
    Some(policy.name(rest.lines().next()?.trim().trim_end_matches('.')).into_owned())
}

calls! {
    /// Lists and readings of resources of MCP servers. One row per call of ListMcpResourcesTool, ReadMcpResourceTool or ReadMcpResourceDirTool.
    mod mcp_resource_calls as ResourceCall {
        /// Tool: ListMcpResourcesTool, ReadMcpResourceTool, ReadMcpResourceDirTool.
        best tool: Text = called.name(),
        /// Server. NULL where neither input nor result says: all servers. Source: `server`.
        best server: Opt<Text> = either.name("server"),
        /// Resource or folder that was asked for. NULL for a list of all. Source: `uri`.
        best uri: Opt<Text> = input.name("uri"),
        /// Resources in the result. NULL where the result does not say. Source: the list itself, `resources`, `contents`.
        best resource_count: Opt<Int> = output.count("[]" | "resources" | "contents"),
        /// Resources that there are, as the documented result counts them. NULL where the result does not say. Source: `total`.
        best total: Opt<Int> = output.int("total"),
        /// Why the server gave none. NULL where it did. Source: `error`.
        best error: Opt<Text> = output.prose("error"),
    }
    lists { resources: McpResource = output("[]" | "resources" | "contents"), }
}

items! {
    /// Resources of MCP servers as they were listed or read. One row per resource and call.
    mod mcp_resources as McpResource {
        /// Address. NULL where the result does not say. Source: `uri`.
        best uri: Opt<Text> = item.name("uri"),
        /// Name. NULL where the result does not say. Source: `name`.
        best name: Opt<Text> = item.name("name"),
        /// Media type. NULL where the result does not say. Source: `mimeType`.
        best mime_type: Opt<Text> = item.text("mimeType" | "mime_type"),
        /// What it is. NULL where the result does not say. Source: `description`.
        best description: Opt<Text> = item.prose("description"),
        /// Server that has it. NULL where the result does not say. Source: `server`.
        best server: Opt<Text> = item.name("server"),
        /// Length of its text. NULL where it was not read, or is no text. Source: `text`.
        best text_bytes: Opt<Int> = item.bytes("text"),
        /// XXH3-64 of its text. NULL where it was not read, or is no text.
        best text_hash: Opt<Int> = item.hash("text"),
        /// Size of its bytes, encoded as Base64. NULL where it was not read, or is text. Source: `blob`.
        best blob_base64_bytes: Opt<Int> = item.bytes("blob"),
        /// File that its bytes were saved to. NULL where they were not. Source: `blobSavedTo`.
        best blob_saved_to: Opt<Text> = item.name("blobSavedTo"),
    }
}

calls! {
    /// Waits for servers, and readings anew of what they offer. One row per call of RefreshMcpTools or WaitForMcpServers.
    mod mcp_refreshes as Refresh {
        /// Tool: RefreshMcpTools, WaitForMcpServers.
        best tool: Text = called.name(),
        /// Servers, joined by commas. NULL where the input does not say: all. Source: `server`, `servers`.
        best server: Opt<Text> = input.name("server"),
        /// Servers that were waited for, joined by commas. NULL where the input does not say. Source: `servers`.
        best servers: Opt<Text> = input.names("servers" | "server_names"),
        /// Servers in the result. NULL where the result does not say.
        best server_count: Opt<Int> = output.count("[]"),
    }
    lists { refreshed: RefreshedServer = output("[]"), }
}

items! {
    /// Servers whose tools were read anew. One row per server and call of RefreshMcpTools.
    mod mcp_refreshed_servers as RefreshedServer {
        /// Server. NULL where the result does not say. Source: `server`.
        best server: Opt<Text> = item.name("server"),
        /// How it went: refreshed, error, not_connected. NULL where the result does not say. Source: `status`.
        best status: Opt<Text> = item.text("status"),
        /// Tools that it has. NULL where the result does not say. Source: `toolCount`.
        best tool_count: Opt<Int> = item.int("toolCount"),
        /// Tools that it had not before, joined by commas. NULL where the result does not say. Source: `added`.
        best added_tools: Opt<Text> = item.names("added"),
        /// Tools that it has no longer, joined by commas. NULL where the result does not say. Source: `removed`.
        best removed_tools: Opt<Text> = item.names("removed"),
        /// Why it failed. NULL where it did not. Source: `error`.
        best error: Opt<Text> = item.prose("error"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new(ANY, &[&mcp_calls::TABLE], flat::open::<McpCall>).seen("1.0.119", "2.1.219"),
    Tool::new("ListMcpResourcesTool", RESOURCES, flat::open::<ResourceCall>).aliases(&["ListMcpResources"]).asks(false),
    Tool::new("ReadMcpResourceTool", RESOURCES, flat::open::<ResourceCall>).aliases(&["ReadMcpResource"]).asks(false),
    Tool::new("ReadMcpResourceDirTool", RESOURCES, flat::open::<ResourceCall>).aliases(&["ReadMcpResourceDir"]),
    Tool::new("RefreshMcpTools", REFRESHES, flat::open::<Refresh>),
    Tool::new("WaitForMcpServers", REFRESHES, flat::open::<Refresh>).asks(false),
];

static RESOURCES: &[&Table] = &[&mcp_resource_calls::TABLE, &mcp_resources::TABLE];
static REFRESHES: &[&Table] = &[&mcp_refreshes::TABLE, &mcp_refreshed_servers::TABLE];
