//! Calls that turn to the user or to what is installed: questions, skills, commands, tool search.

use super::shape::{self, Shape, shape};
use super::{Call, Denial, Rows};
use crate::deck::Card;
use crate::json::object;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, v};

/// An AskUserQuestion call.
pub(crate) fn question(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Ask, QUESTIONS)
}

/// A call of Skill, or of SlashCommand, which it was before.
pub(crate) fn skill(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Skill, SKILLS)
}

const ONE: &str = r#"{"questions":[{"question":"$title?","header":"$word","options":[{"label":"$word1","description":"$words1"},{"label":"$word2","description":"$words2"},{"label":"$word3","description":"$words3"}],"multiSelect":false}]}"#;

const QUESTIONS: &[Card<Shape>] = &[
    (
        shape("AskUserQuestion").rows(&[Rows::asked("questions", 1)]).input(ONE).gives(
            r#"{"questions":[{"question":"$title?","header":"$word","options":[{"label":"$word1","description":"$words1"},{"label":"$word2","description":"$words2"},{"label":"$word3","description":"$words3"}],"multiSelect":false}],"answers":{"$title?":"$word1"}}"#,
            "User has answered your questions: \"$title?\"=\"$word1\". You can now continue with the user's answers in mind.",
        ),
        80,
        v(2, 0, 37),
        LAST,
    ),
    (
        shape("AskUserQuestion").rows(&[Rows::asked("questions", 2)])
            .input(r#"{"questions":[{"question":"$title1?","header":"$word1","options":[{"label":"a","description":"$words1"},{"label":"b","description":"$words2"}],"multiSelect":true},{"question":"$title2?","header":"$word2","options":[{"label":"yes","description":"$words3"},{"label":"no","description":"$words4"}],"multiSelect":false}]}"#)
            .gives(
                r#"{"questions":[{"question":"$title1?","header":"$word1","options":[{"label":"a","description":"$words1"},{"label":"b","description":"$words2"}],"multiSelect":true},{"question":"$title2?","header":"$word2","options":[{"label":"yes","description":"$words3"},{"label":"no","description":"$words4"}],"multiSelect":false}],"answers":{"$title1?":"a, b","$title2?":"$words5"}}"#,
                "User has answered your questions: \"$title1?\"=\"a, b\", \"$title2?\"=\"$words5\". You can now continue with the user's answers in mind.",
            ),
        10,
        v(2, 1, 4),
        LAST,
    ),
    (
        shape("AskUserQuestion").rows(&[Rows::asked("questions", 1)])
            .input(r#"{"questions":[{"question":"$title?","header":"$word","options":[{"label":"$word1","description":"$words1","preview":"$code"},{"label":"$word2","description":"$words2"}],"multiSelect":false}]}"#)
            .gives(
                r#"{"questions":[{"question":"$title?","header":"$word","options":[{"label":"$word1","description":"$words1","preview":"$code"},{"label":"$word2","description":"$words2"}],"multiSelect":false}],"answers":{"$title?":"$word1"},"annotations":{"$title?":{"preview":"$code","notes":"$words3"}}}"#,
                "Your questions have been answered: \"$title?\"=\"$word1\" selected preview:\n$code user notes: $words3. You can now continue with these answers in mind.",
            ),
        6,
        v(2, 1, 45),
        LAST,
    ),
    (
        shape("AskUserQuestion").rows(&[Rows::asked("questions", 1)]).input(ONE).gives(
            r#"{"questions":[{"question":"$title?","header":"$word","options":[{"label":"$word1","description":"$words1"},{"label":"$word2","description":"$words2"},{"label":"$word3","description":"$words3"}],"multiSelect":false}],"answers":{},"annotations":{"$title?":{"unanswered":"skipped"}},"response":"$words4","afkTimeoutMs":60000}"#,
            "The user did not answer. $words4",
        ),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (shape("AskUserQuestion").rows(&[Rows::asked("questions", 1)]).input(ONE).denied(Denial::Rejected), 8, v(2, 0, 37), LAST),
];

const SKILLS: &[Card<Shape>] = &[
    (
        shape("SlashCommand").input(r#"{"command":"/$word $ident"}"#).gives(r#"{"success":true,"commandName":"$word"}"#, "Launching command: $word"),
        5,
        v(2, 0, 0),
        v(2, 0, 99),
    ),
    (
        shape("Skill").input(r#"{"skill":"$ident"}"#).gives(r#"{"success":true,"commandName":"$ident"}"#, "Launching skill: $ident"),
        100,
        v(2, 1, 4),
        LAST,
    ),
    (
        shape("Skill").input(r#"{"skill":"$ident","args":"$title"}"#).gives(r#"{"success":true,"commandName":"$ident"}"#, "Launching skill: $ident"),
        45,
        v(2, 1, 4),
        LAST,
    ),
    (
        shape("Skill")
            .input(r#"{"skill":"$word:$ident"}"#)
            .gives(r#"{"success":true,"commandName":"$word:$ident","allowedTools":["Bash(git:*)","Read"]}"#, "Launching skill: $word:$ident"),
        7,
        v(2, 1, 29),
        LAST,
    ),
    (shape("Skill").input(r#"{"skill":"$ident"}"#).invalid("Unknown skill: $ident"), 12, v(2, 1, 4), LAST),
];

/// A ToolSearch call: its content is references, no text.
pub(crate) fn tool_search(kit: &mut Kit, _: &Frame) -> Call {
    let deferred = kit.rng.below(60) + 10;
    let input = object(|o| {
        o.str("query", "select:WebFetch");
        o.put("max_results", 3);
    });
    let payload = object(|o| {
        o.strs("matches", &["WebFetch"]);
        o.str("query", "select:WebFetch");
        o.put("total_deferred_tools", deferred);
    });
    let content = r#"[{"type":"tool_reference","tool_name":"WebFetch"}]"#;
    Call { content: content.to_owned(), ..Call::new("ToolSearch", input).ok("", payload) }
}
