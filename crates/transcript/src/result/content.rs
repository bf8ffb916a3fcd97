//! Blocks of messages, typed.

use std::borrow::Cow;

use super::{Body, ToolInput};
use crate::json::{self, Field, Raw};
use crate::line::{Block, Media};

/// A block of a message.
///
/// ```
/// use cclake_transcript::result::{ContentBlock, parse_content_block};
///
/// let block = parse_content_block(r#"{"type":"tool_use","id":"toolu_1","name":"Read","input":{"file_path":"/a"}}"#);
/// let Some(ContentBlock::ToolUse(call)) = block else { unreachable!() };
/// assert_eq!(call.name.as_deref(), Some("Read"));
/// assert_eq!(call.input.text("filePath").decode().as_deref(), Some("/a"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContentBlock<'a> {
    /// Text.
    Text(TextBlock<'a>),
    /// Thinking of the model, also where it is redacted.
    Thinking(ThinkingBlock<'a>),
    /// Call of a tool: of the program, of the API, or of an MCP server that the API called.
    ToolUse(ToolUseBlock<'a>),
    /// Result of such a call.
    ToolResult(ToolResultBlock<'a>),
    /// Image.
    Image(MediaBlock<'a>),
    /// Document.
    Document(MediaBlock<'a>),
    /// Name of a tool that a search for tools found.
    ToolReference(ToolReferenceBlock<'a>),
    /// Place where another model took over.
    Fallback(FallbackBlock<'a>),
    /// Any other block.
    Other(OtherBlock<'a>),
}

/// Text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock<'a> {
    /// The text.
    pub text: Body<'a>,
}

/// Thinking of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkingBlock<'a> {
    /// What it thought; empty in some versions, and without text where it is redacted.
    pub thinking: Body<'a>,
    /// What proves that the model thought it; of redacted thinking the thinking itself, encrypted.
    pub signature: Body<'a>,
}

/// Call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUseBlock<'a> {
    /// Who calls: `tool_use` (the program), `server_tool_use` (the API), `mcp_tool_use` (the API, with a server of its own).
    pub r#type: Cow<'a, str>,
    /// Id of the call. `None` where it has none.
    pub id: Option<Cow<'a, str>>,
    /// Name of the tool. `None` where it has none.
    pub name: Option<Cow<'a, str>>,
    /// Server of the tool, of an `mcp_tool_use`.
    pub server_name: Option<Cow<'a, str>>,
    /// Input of the tool.
    pub input: ToolInput<'a>,
}

/// Result of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResultBlock<'a> {
    /// Who called: `tool_result` (the program), else a tool of the API (`web_search_tool_result` …).
    pub r#type: Cow<'a, str>,
    /// Id of the call. `None` where it has none.
    pub tool_use_id: Option<Cow<'a, str>>,
    /// What the model was given. `None` where the tool had no output.
    pub content: Option<ResultContent<'a>>,
    /// Whether it is an error. `None` where the block does not say: it is none.
    pub is_error: Option<bool>,
}

/// What the model was given as a result.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultContent<'a> {
    /// Text.
    Text(Body<'a>),
    /// Blocks.
    Blocks(Vec<ContentBlock<'a>>),
}

/// Image or document.
#[derive(Clone, Debug, PartialEq)]
pub struct MediaBlock<'a> {
    /// Where it is: `base64`, `text` (both in the block), `url`, `file`. `None` where the block does not say.
    pub source_type: Option<Cow<'a, str>>,
    /// Media type. `None` where the block does not say.
    pub media_type: Option<Cow<'a, str>>,
    /// What stands in the block.
    pub data: Body<'a>,
}

/// Name of a tool that a search for tools found.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReferenceBlock<'a> {
    /// The tool. `None` where the block does not say.
    pub tool_name: Option<Cow<'a, str>>,
}

/// Place where another model took over.
#[derive(Clone, Debug, PartialEq)]
pub struct FallbackBlock<'a> {
    /// Model that was left. `None` where the block does not say.
    pub from_model: Option<Cow<'a, str>>,
    /// Model that took over. `None` where the block does not say.
    pub to_model: Option<Cow<'a, str>>,
}

/// A block of a kind that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherBlock<'a> {
    /// Its type. `None` where it has none.
    pub r#type: Option<Cow<'a, str>>,
    /// The block, as JSON text.
    pub raw: &'a str,
}

/// Reads a block of a message. `None` where the text is not one JSON object.
///
/// A block that lacks what its type should have is still of that type; one of an unknown type is [`ContentBlock::Other`].
pub fn parse_content_block(json: &str) -> Option<ContentBlock<'_>> {
    let block: Block<'_> = json::read(json).ok()?.into_option()?;
    Some(ContentBlock::of(block, json))
}

/// Reads the content of a message or result: a string is one block of text. `None` where the text is neither a JSON string nor an array;
/// what is no object in the array is left out.
///
/// ```
/// use cclake_transcript::result::{ContentBlock, parse_content};
///
/// let blocks = parse_content(r#"[{"type":"text","text":"a"},{"type":"of_tomorrow"}]"#).unwrap_or_default();
/// assert!(matches!(blocks[..], [ContentBlock::Text(_), ContentBlock::Other(_)]));
/// assert_eq!(parse_content(r#""a""#).map(|blocks| blocks.len()), Some(1));
/// assert_eq!(parse_content("7"), None);
/// ```
pub fn parse_content(json: &str) -> Option<Vec<ContentBlock<'_>>> {
    match ResultContent::of(Raw::of(json::trim(json)))? {
        ResultContent::Text(text) => Some(vec![ContentBlock::Text(TextBlock { text })]),
        ResultContent::Blocks(blocks) => Some(blocks),
    }
}

impl<'a> ResultContent<'a> {
    fn of(raw: Raw<'a>) -> Option<Self> {
        if let Some(text) = raw.string() {
            return Some(ResultContent::Text(Body::of(text)));
        }
        let blocks: Vec<Raw<'a>> = json::read(raw.json()?).ok()?.into_option()?;
        Some(ResultContent::Blocks(blocks.into_iter().filter_map(|block| parse_content_block(block.json()?)).collect()))
    }
}

impl<'a> ContentBlock<'a> {
    fn of(block: Block<'a>, json: &'a str) -> Self {
        let body = |raw: Raw<'a>| raw.string().map(Body::of).unwrap_or_default();
        let Field::Is(kind) = block.kind else { return ContentBlock::Other(OtherBlock { r#type: None, raw: json }) };
        match &*kind {
            "text" => ContentBlock::Text(TextBlock { text: body(block.text) }),
            "thinking" => ContentBlock::Thinking(ThinkingBlock { thinking: body(block.thinking), signature: body(block.signature) }),
            "redacted_thinking" => ContentBlock::Thinking(ThinkingBlock { thinking: Body::default(), signature: body(block.data) }),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => ContentBlock::ToolUse(ToolUseBlock {
                r#type: kind,
                id: block.id.into_option(),
                name: block.name.into_option(),
                server_name: block.server_name.into_option(),
                input: block.input.into(),
            }),
            "image" => ContentBlock::Image(MediaBlock::of(block.source)),
            "document" => ContentBlock::Document(MediaBlock::of(block.source)),
            "tool_reference" => ContentBlock::ToolReference(ToolReferenceBlock { tool_name: block.tool_name.into_option() }),
            "fallback" => ContentBlock::Fallback(FallbackBlock {
                from_model: block.from.into_option().and_then(|model| model.model.into_option()),
                to_model: block.to.into_option().and_then(|model| model.model.into_option()),
            }),
            result if result.ends_with("tool_result") => ContentBlock::ToolResult(ToolResultBlock {
                r#type: kind,
                tool_use_id: block.tool_use_id.into_option(),
                content: ResultContent::of(block.content),
                is_error: block.is_error.copied(),
            }),
            _ => ContentBlock::Other(OtherBlock { r#type: Some(kind), raw: json }),
        }
    }
}

impl<'a> MediaBlock<'a> {
    fn of(source: Field<Media<'a>>) -> Self {
        let source = source.into_option().unwrap_or_default();
        Self {
            source_type: source.kind.into_option(),
            media_type: source.media_type.into_option(),
            data: source.data.string().map(Body::of).unwrap_or_default(),
        }
    }
}
