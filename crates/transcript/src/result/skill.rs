//! Results of skills.

use super::base::typed;
use crate::json::{Field, object};
use crate::line::Str;

object! {
    /// The payload of a skill: of Skill, and of SlashCommand.
    struct SkillOutput<'a> {
        command_name: Str<'a> = "commandName" | "command_name",
        success: Field<bool> = "success",
        allowed_tools: Field<Vec<Str<'a>>> = "allowedTools" | "allowed_tools",
    } ignored:;
}

typed! {
    /// The result of a skill that was launched.
    struct SkillResult of SkillOutput in Skill;
}

impl SkillResult<'_> {
    /// The skill.
    pub fn command_name(&self) -> Option<&str> {
        self.fields.command_name.str()
    }

    /// Whether it was launched.
    pub fn success(&self) -> bool {
        self.fields.success.copied().unwrap_or_default()
    }

    /// The tools that it allows beside those that are allowed anyway. `None` where the payload has no list of them.
    ///
    /// ```
    /// use cclake_transcript::result::ToolResult;
    ///
    /// let payload = r#"{"success":true,"commandName":"commit","allowedTools":["Bash(git:*)"]}"#;
    /// let ToolResult::Skill(skill) = ToolResult::lift("Skill", Some(payload)) else { unreachable!() };
    /// assert_eq!(skill.allowed_tools(), Some(vec!["Bash(git:*)"]));
    /// ```
    pub fn allowed_tools(&self) -> Option<Vec<&str>> {
        Some(self.fields.allowed_tools.get()?.iter().filter_map(Str::str).collect())
    }
}
