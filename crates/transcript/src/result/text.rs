//! Results without a type of their own.

use super::base::ToolResultBase;
use super::task::AgentOutput;
use crate::json::Body;

/// Plain text, of any tool: denials, errors, and what else has no structure.
#[derive(Clone, Debug, PartialEq)]
pub struct TextResult<'a> {
    base: ToolResultBase<'a>,
    text: Body<'a>,
}

impl<'a> TextResult<'a> {
    pub(super) fn new(base: ToolResultBase<'a>, json: &'a str) -> Self {
        Self { base, text: Body::of(json) }
    }

    /// What all results have: the tool and the payload.
    pub fn base(&self) -> &ToolResultBase<'a> {
        &self.base
    }

    /// The text.
    pub fn text(&self) -> Body<'a> {
        self.text
    }
}

/// Anything else: a tool without a type, no payload, or one of another shape than the tool's.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherResult<'a> {
    base: ToolResultBase<'a>,
    /// Of an agent that neither ran nor wrote an output file: read to tell that, and not to be read again.
    agent: Option<Box<AgentOutput<'a>>>,
}

impl<'a> OtherResult<'a> {
    pub(super) fn new(base: ToolResultBase<'a>, agent: Option<AgentOutput<'a>>) -> Self {
        Self { base, agent: agent.map(Box::new) }
    }

    pub(super) fn agent(&self) -> Option<&AgentOutput<'a>> {
        self.agent.as_deref()
    }

    /// What all results have: the tool and the payload. The payload is all that is known of this one.
    pub fn base(&self) -> &ToolResultBase<'a> {
        &self.base
    }
}
