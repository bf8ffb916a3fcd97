//! Skills: Skill, and SlashCommand before it.

use super::agent::joined;
use super::outcome::{Outcome, Review};
use super::registry::Tool;
use super::{Keys, Opened, ToolCall};
use crate::classify::ErrorClass;
use crate::json::object;
use crate::line::Str;
use crate::policy::TextPolicy;
use crate::result::SkillOutput;
use crate::table;
use crate::tables::Tables;

table! {
    /// Skills that the model launched. One row per call of Skill or SlashCommand.
    mod skills [common: common, call: call_key] {
        parent: tool_calls,
        /// Tool: Skill, SlashCommand.
        best tool: Text,
        /// Skill that was asked for, else the one that was launched. NULL for a SlashCommand that was not, and where neither input nor result says. Source: `skill`, `commandName`.
        best skill: Opt<Text>,
        /// Skill that was launched. NULL where none was or the result does not say. Source: `commandName`, else the text of the result.
        best command_name: Opt<Text>,
        /// First 4 KiB of the command line of a SlashCommand. NULL for a Skill, and where the input does not have it. Source: `command`.
        best command: Opt<Text>,
        /// First 4 KiB of what the skill was given. NULL where it was given nothing. Source: `args`.
        best args: Opt<Text>,
        /// Length of all that the skill was given. NULL where it was given nothing.
        best args_bytes: Opt<Int>,
        /// Whether it was launched. NULL where the result does not say. Source: `success`, else the text of the result.
        best success: Opt<Bool>,
        /// Tools that the skill allows beside those that are allowed anyway, joined by commas. NULL where the result does not say. Source: `allowedTools`.
        best allowed_tools: Opt<Text>,
        /// Why nothing was launched: unknown_skill, denied, interrupted, invalid, other. NULL where it was launched or has no result.
        best fail_reason: Opt<Text>,
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("Skill", TABLES, |_, input, policy| Opened::read(input, |input| SkillCall::open("Skill", input, policy)))
        .asks(true)
        .seen("2.1.4", "2.1.219"),
    Tool::new("SlashCommand", TABLES, |_, input, policy| Opened::read(input, |input| SkillCall::open("SlashCommand", input, policy))),
];

static TABLES: &[&table::Table] = &[&skills::TABLE];

object! {
    /// The input of a call.
    struct Input<'a> {
        skill: Str<'a> = "skill",
        args: Str<'a> = "args",
        command: Str<'a> = "command",
    } ignored:;
}

/// A skill that was called.
#[derive(Debug)]
pub(crate) struct SkillCall {
    tool: &'static str,
    skill: Option<String>,
    command: Option<String>,
    args: Option<String>,
    args_bytes: Option<i64>,
    result: SkillEnd,
}

/// How it ended, if it did.
#[derive(Debug, Default)]
struct SkillEnd {
    command_name: Option<String>,
    success: Option<bool>,
    allowed_tools: Option<String>,
    fail_reason: Option<&'static str>,
}

impl SkillCall {
    fn open(tool: &'static str, input: &Input<'_>, policy: TextPolicy) -> Self {
        Self {
            tool,
            skill: input.skill.owned(),
            command: input.command.str().map(|command| policy.name(command).into_owned()),
            args: input.args.str().and_then(|args| policy.prose(args)).map(str::to_owned),
            args_bytes: input.args.str().map(|args| args.len() as i64),
            result: SkillEnd::default(),
        }
    }
}

/// How the text of a launch begins.
const LAUNCHING: &str = "Launching skill: ";
/// How a refusal begins that names the skill.
const UNKNOWN: [&str; 2] = ["Unknown skill: ", "Unknown slash command: "];

impl SkillEnd {
    /// Of a structured payload.
    fn of_output(output: &SkillOutput<'_>) -> Self {
        Self {
            command_name: output.command_name.owned(),
            success: output.success.copied(),
            allowed_tools: joined(&output.allowed_tools),
            fail_reason: None,
        }
    }

    /// Of the text alone.
    fn of_text(text: &str) -> Self {
        let launched = text.strip_prefix(LAUNCHING).and_then(|rest| rest.lines().next());
        Self { command_name: launched.map(|name| name.trim_end().to_owned()), success: launched.map(|_| true), ..Self::default() }
    }
}

fn fail_reason(class: ErrorClass, outcome: &Outcome<'_>) -> &'static str {
    let body = outcome.error_body();
    let body = body.strip_prefix("<tool_use_error>").unwrap_or(body);
    match class {
        class if class.is_denial() => "denied",
        ErrorClass::Interrupted => "interrupted",
        ErrorClass::Validation => "invalid",
        _ if UNKNOWN.iter().any(|start| body.starts_with(start)) => "unknown_skill",
        _ => "other",
    }
}

impl ToolCall for SkillCall {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        let (output, review) = outcome.output::<SkillOutput<'_>>();
        let output = output.as_deref();
        self.result = match (outcome.class, output) {
            (Some(class), _) => SkillEnd { fail_reason: Some(fail_reason(class, outcome)), ..SkillEnd::default() },
            (None, Some(output)) => SkillEnd::of_output(output),
            (None, None) => SkillEnd::of_text(outcome.head()),
        };
        review
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        let result = &self.result;
        let row = skills::Row {
            common: keys.common,
            call: keys.call,
            tool: self.tool,
            skill: self.skill.as_deref().or(result.command_name.as_deref()),
            command_name: result.command_name.as_deref(),
            command: self.command.as_deref(),
            args: self.args.as_deref(),
            args_bytes: self.args_bytes,
            success: result.success,
            allowed_tools: result.allowed_tools.as_deref(),
            fail_reason: result.fail_reason,
        };
        tables.skills.append(keys.origin, &row);
    }
}

#[cfg(test)]
mod tests {
    use crate::decode::TextPolicy;
    use crate::tables::skills;
    use crate::tools::testing::{Decoded, Given, decode, decode_with};

    const INPUT: &str = r#"{"skill":"commit","args":"-m \u00e9"}"#;

    fn end(decoded: &Decoded) -> (Option<&str>, Option<bool>, Option<&str>, Option<&str>) {
        let row = skills::Columns::of(decoded.batch("skills"));
        (row.command_name.get(0), row.success.get(0), row.allowed_tools.get(0), row.fail_reason.get(0))
    }

    #[test]
    fn a_skill_with_all_fields() {
        let payload = r#"{"success":true,"commandName":"team:commit","allowedTools":["Bash(git:*)","Read"]}"#;
        let decoded = decode("Skill", INPUT, Given(r#""Launching skill: commit""#, Some(payload), false));
        let row = skills::Columns::of(decoded.batch("skills"));
        assert_eq!((row.tool.get(0), row.skill.get(0), row.command.get(0)), ("Skill", Some("commit"), None));
        // -, m, space and the two bytes of é.
        assert_eq!((row.args.get(0), row.args_bytes.get(0)), (Some("-m é"), Some(5)));
        assert_eq!(end(&decoded), (Some("team:commit"), Some(true), Some("Bash(git:*),Read"), None));
        assert_eq!((decoded.rows("skills"), decoded.problem()), (1, None));
    }

    #[test]
    fn a_slash_command() {
        let decoded =
            decode("SlashCommand", r#"{"command":"/review 12"}"#, Given(r#""ok""#, Some(r#"{"success":false,"commandName":"review"}"#), false));
        let row = skills::Columns::of(decoded.batch("skills"));
        assert_eq!((row.tool.get(0), row.skill.get(0), row.command.get(0)), ("SlashCommand", Some("review"), Some("/review 12")));
        assert_eq!((row.args.get(0), row.args_bytes.get(0)), (None, None));
        assert_eq!((end(&decoded), decoded.problem()), ((Some("review"), Some(false), None, None), None));
    }

    #[test]
    fn the_text_alone_tells_of_a_launch() {
        let decoded = decode("Skill", INPUT, Given(r#""Launching skill: commit\n""#, None, false));
        assert_eq!((end(&decoded), decoded.problem()), ((Some("commit"), Some(true), None, None), None));
        let decoded = decode("Skill", INPUT, Given(r#""Something else""#, None, false));
        assert_eq!(end(&decoded), (None, None, None, None));
    }

    #[test]
    fn reasons_of_failures() {
        for (content, payload, reason) in [
            ("<tool_use_error>Unknown skill: commit</tool_use_error>", Some(r#""Error: Unknown skill: commit""#), "unknown_skill"),
            ("<tool_use_error>Unknown slash command: commit</tool_use_error>", None, "unknown_skill"),
            ("The user doesn't want to proceed with this tool use. X", Some(r#""User rejected tool use""#), "denied"),
            ("<tool_use_error>InputValidationError: Skill failed due to", None, "invalid"),
            ("[Request interrupted by user for tool use]", None, "interrupted"),
            ("boom", None, "other"),
        ] {
            let decoded = decode("Skill", INPUT, Given(&format!("\"{content}\""), payload, true));
            assert_eq!(end(&decoded), (None, None, None, Some(reason)), "{content}");
        }
    }

    #[test]
    fn wrong_types_cost_their_columns() {
        let payload = r#"{"success":"yes","commandName":"commit","allowedTools":["Read"]}"#;
        let decoded = decode("Skill", r#"{"skill":7,"args":["x"]}"#, Given(r#""ok""#, Some(payload), false));
        let row = skills::Columns::of(decoded.batch("skills"));
        assert_eq!((row.skill.get(0), row.args.get(0), row.args_bytes.get(0)), (Some("commit"), None, None));
        assert_eq!(end(&decoded), (Some("commit"), None, Some("Read"), None));
        assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "success".to_owned())), "the result comes before the input");
        let decoded = decode("Skill", r#"{"skill":"commit","args":["x"]}"#, Given(r#""ok""#, Some(r#"{"success":true}"#), false));
        assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "input.args".to_owned())));
        let decoded = decode("Skill", INPUT, Given(r#""ok""#, Some("[1]"), false));
        assert_eq!((decoded.rows("skills"), decoded.problem()), (1, Some(("unexpected_shape".to_owned(), String::new()))));
    }

    #[test]
    fn without_text_only_names_stay() {
        let decoded = decode_with(TextPolicy::None, "Skill", INPUT, Given(r#""Launching skill: commit""#, None, false));
        let row = skills::Columns::of(decoded.batch("skills"));
        assert_eq!((row.skill.get(0), row.args.get(0), row.args_bytes.get(0)), (Some("commit"), None, Some(5)));
        let decoded = decode_with(TextPolicy::None, "SlashCommand", r#"{"command":"/review 12"}"#, Given(r#""ok""#, None, false));
        let command = skills::Columns::of(decoded.batch("skills")).command.get(0).map(str::to_owned);
        assert!(command.is_some_and(|command| command.starts_with('#') && command.len() == 17));
    }
}
