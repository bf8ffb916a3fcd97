//! Results of tools, typed: what stands in a record's `toolUseResult`, by the tool that gave it.
//!
//! [`parse_tool_result`] makes a [`ToolResult`] of a tool's name and a payload. The tables of the lake are made from the same
//! types. Bodies (outputs, file contents, prompts) are a [`Body`]: they stay unread until they are asked for.
//!
//! ```
//! use cclake_transcript::result::{OnError, ToolResult, parse_tool_result};
//!
//! let payload = r#"{"stdout":"one\ntwo","stderr":"","interrupted":false,"isImage":false}"#;
//! let result = parse_tool_result("Bash", Some(payload), OnError::Raise)?;
//! assert_eq!((result.name(), result.kind()), ("Bash", "BashResult"));
//! let ToolResult::Bash(bash) = &result else { unreachable!() };
//! assert_eq!(bash.stdout().decode().as_deref(), Some("one\ntwo"));
//! assert_eq!(bash.stdout().measure().map(|stdout| stdout.lines), Some(2));
//! assert!(!bash.interrupted());
//! # Ok::<(), cclake_transcript::result::ToolResultError>(())
//! ```

mod base;
mod bash;
mod content;
mod edit;
mod error;
mod input;
mod question;
mod read;
mod skill;
mod strict;
mod task;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use crate::json::Body;
pub use base::ToolResultBase;
pub use bash::BashResult;
pub use content::{
    ContentBlock, FallbackBlock, MediaBlock, OtherBlock, ResultContent, TextBlock, ThinkingBlock, ToolReferenceBlock, ToolResultBlock, ToolUseBlock,
    parse_content, parse_content_block,
};
pub use edit::EditResult;
pub use error::ToolResultError;
pub use input::ToolInput;
pub use question::{AskUserQuestionResult, Question, QuestionAnnotation, QuestionOption};
pub use read::ReadResult;
pub use skill::SkillResult;
pub use task::{TaskLaunchResult, TaskResult};
pub use text::{OtherResult, TextResult};
pub use write::WriteResult;

pub(crate) use base::Fields;
pub(crate) use bash::{GitOperation, ShellOutput};
pub(crate) use edit::EditOutput;
pub(crate) use question::QuestionsOutput;
pub(crate) use read::ReadOutput;
pub(crate) use skill::SkillOutput;
pub(crate) use task::{AgentOutput, Stats};
pub(crate) use write::{GitDiff, Hunk, Patch, WriteOutput};

use crate::json::{self, Mismatch, Parts, Take};
use crate::tools::registry;

/// The result of a tool, by its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolResult<'a> {
    /// Of Bash, also called as Execute.
    Bash(BashResult<'a>),
    /// Of Edit.
    Edit(EditResult<'a>),
    /// Of Write, also called as Create.
    Write(WriteResult<'a>),
    /// Of Read.
    Read(ReadResult<'a>),
    /// Of Agent, also called as Task: a run that ended.
    Task(TaskResult<'a>),
    /// Of Agent, also called as Task: a run that was only started.
    TaskLaunch(TaskLaunchResult<'a>),
    /// Of Skill.
    Skill(SkillResult<'a>),
    /// Of AskUserQuestion.
    AskUserQuestion(AskUserQuestionResult<'a>),
    /// Plain text, of any tool: denials and errors.
    Text(TextResult<'a>),
    /// Anything else: other tools, no payload, or one of another shape.
    Other(OtherResult<'a>),
}

/// What to do about a payload that cannot be typed faithfully.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// Return the error.
    #[default]
    Raise,
    /// Return an [`OtherResult`] that holds the payload as it is.
    Other,
}

/// Types the payload of a result. The name is the tool's as it was invoked, the payload is JSON text, `None` where the record has none.
///
/// A string is a [`TextResult`], whatever the tool. `null`, an array, a number and a boolean are an [`OtherResult`], and so is no
/// payload at all. An object is typed by the tool: absent fields are `None`, absent booleans `false`; where a key is repeated the last
/// value counts; keys are known in camel case, as on disk, and in snake case, as documented.
///
/// # Errors
/// With [`OnError::Raise`], if the payload of a tool whose results are typed is not JSON, holds what JSON text cannot express, or has a
/// field of the wrong type.
///
/// ```
/// use cclake_transcript::result::{OnError, parse_tool_result};
///
/// let payload = Some(r#"{"stdout":7}"#);
/// let error = parse_tool_result("Bash", payload, OnError::Raise).unwrap_err();
/// assert_eq!(error.to_string(), "Bash: field `stdout` is not a string");
/// let other = parse_tool_result("Bash", payload, OnError::Other)?;
/// assert_eq!((other.kind(), other.raw()), ("OtherResult", payload));
/// # Ok::<(), cclake_transcript::result::ToolResultError>(())
/// ```
pub fn parse_tool_result<'a>(name: &'a str, payload: Option<&'a str>, on_error: OnError) -> Result<ToolResult<'a>, ToolResultError> {
    match (strict::parse(name, payload), on_error) {
        (Err(_), OnError::Other) => Ok(ToolResult::other(name, payload)),
        (result, _) => result,
    }
}

impl<'a> ToolResult<'a> {
    /// Types a payload without validation: a field of the wrong type is as if it were absent, and a payload that is not JSON is an
    /// [`OtherResult`]. This is how the lake's rows are made, and what its column `tool_calls.result_kind` tells.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// assert_eq!(ToolResult::lift("Bash", Some(r#"{"stdout":7}"#)).kind(), "BashResult");
    /// assert_eq!(ToolResult::lift("Grep", Some("{}")).kind(), "OtherResult");
    /// assert_eq!(ToolResult::lift("Grep", Some("\"Error: no\"")).kind(), "TextResult");
    /// ```
    pub fn lift(name: &'a str, payload: Option<&'a str>) -> Self {
        Self::read(name, payload).unwrap_or_else(|_| Self::other(name, payload))
    }

    /// The same, with an error where an object cannot be read.
    pub(crate) fn read(name: &'a str, payload: Option<&'a str>) -> serde_json::Result<Self> {
        let json = payload.map(json::trim);
        match json.and_then(|json| json.as_bytes().first()) {
            Some(b'"') => Ok(ToolResult::Text(TextResult::new(ToolResultBase::new(name, payload), json.unwrap_or_default()))),
            Some(b'{') => Self::of_object(ToolResultBase::new(name, payload), json.unwrap_or_default()),
            _ => Ok(Self::other(name, payload)),
        }
    }

    fn of_object(base: ToolResultBase<'a>, json: &'a str) -> serde_json::Result<Self> {
        Ok(match todays_name(base.name()) {
            "Bash" => ToolResult::Bash(BashResult::new(base, object(json)?)),
            "Edit" => ToolResult::Edit(EditResult::new(base, object(json)?)),
            "Write" => ToolResult::Write(WriteResult::new(base, object(json)?)),
            "Read" => ToolResult::Read(ReadResult::new(base, object(json)?)),
            "Skill" => ToolResult::Skill(SkillResult::new(base, object(json)?)),
            "AskUserQuestion" => ToolResult::AskUserQuestion(AskUserQuestionResult::new(base, object(json)?)),
            "Agent" => Self::of_agent(base, object(json)?),
            _ => ToolResult::Other(OtherResult::new(base, None)),
        })
    }

    fn of_agent(base: ToolResultBase<'a>, output: AgentOutput<'a>) -> Self {
        if output.total_duration_ms.is_some() || output.usage.is_some() {
            ToolResult::Task(TaskResult::new(base, output))
        } else if output.output_file.is_some() {
            ToolResult::TaskLaunch(TaskLaunchResult::new(base, output))
        } else {
            ToolResult::Other(OtherResult::new(base, Some(output)))
        }
    }

    fn other(name: &'a str, payload: Option<&'a str>) -> Self {
        ToolResult::Other(OtherResult::new(ToolResultBase::new(name, payload), None))
    }

    /// What all results have.
    pub fn base(&self) -> &ToolResultBase<'a> {
        match self {
            ToolResult::Bash(result) => result.base(),
            ToolResult::Edit(result) => result.base(),
            ToolResult::Write(result) => result.base(),
            ToolResult::Read(result) => result.base(),
            ToolResult::Task(result) => result.base(),
            ToolResult::TaskLaunch(result) => result.base(),
            ToolResult::Skill(result) => result.base(),
            ToolResult::AskUserQuestion(result) => result.base(),
            ToolResult::Text(result) => result.base(),
            ToolResult::Other(result) => result.base(),
        }
    }

    /// The tool, exactly as it was invoked: older names stay as they are.
    pub fn name(&self) -> &'a str {
        self.base().name()
    }

    /// The payload as it is written, as JSON text. `None` where there is none, or `null`.
    pub fn raw(&self) -> Option<&'a str> {
        self.base().raw()
    }

    /// The name of the type, as in column `result_kind` of the lake's `tool_calls`.
    pub fn kind(&self) -> &'static str {
        match self {
            ToolResult::Bash(_) => "BashResult",
            ToolResult::Edit(_) => "EditResult",
            ToolResult::Write(_) => "WriteResult",
            ToolResult::Read(_) => "ReadResult",
            ToolResult::Task(_) => "TaskResult",
            ToolResult::TaskLaunch(_) => "TaskLaunchResult",
            ToolResult::Skill(_) => "SkillResult",
            ToolResult::AskUserQuestion(_) => "AskUserQuestionResult",
            ToolResult::Text(_) => "TextResult",
            ToolResult::Other(_) => "OtherResult",
        }
    }

    /// The first field of the wrong type.
    fn mismatch(&self) -> Option<Mismatch> {
        match self {
            ToolResult::Bash(result) => result.fields().wrong(),
            ToolResult::Edit(result) => result.fields().wrong(),
            ToolResult::Write(result) => result.fields().wrong(),
            ToolResult::Read(result) => result.fields().wrong(),
            ToolResult::Task(result) => result.fields().wrong(),
            ToolResult::TaskLaunch(result) => result.fields().wrong(),
            ToolResult::Skill(result) => result.fields().wrong(),
            ToolResult::AskUserQuestion(result) => result.fields().wrong(),
            ToolResult::Text(_) | ToolResult::Other(_) => None,
        }
    }
}

/// The name of today of a tool.
fn todays_name(name: &str) -> &str {
    registry::find(name).map_or(name, |tool| tool.name)
}

/// Whether objects of a tool have a type of their own.
fn is_typed(name: &str) -> bool {
    matches!(todays_name(name), "Bash" | "Edit" | "Write" | "Read" | "Skill" | "AskUserQuestion" | "Agent")
}

fn object<'a, T: Take<'a> + Default>(json: &'a str) -> serde_json::Result<T> {
    Ok(json::read(json)?.into_option().unwrap_or_default())
}
