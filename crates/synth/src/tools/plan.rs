//! Plans: the way into plan mode, and the plan on the way out.

use super::shape::{self, Shape, shape};
use super::{Call, Denial, Rows};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

/// A call of EnterPlanMode or ExitPlanMode.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Plan, SHAPES)
}

const APPROVED: &str = "User has approved your plan. You can now start coding. Start with updating your todo list if applicable";
const ENTERED: &str = "Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach.";
const PLAN: &str = r##"{"plan":"# $title\n\n$prose"}"##;

const SHAPES: &[Card<Shape>] = &[
    (
        shape("exit_plan_mode").of("ExitPlanMode").input(PLAN).gives(r##"{"plan":"# $title\n\n$prose","isAgent":false}"##, APPROVED),
        20,
        FIRST,
        v(1, 9, 9),
    ),
    (
        shape("ExitPlanMode")
            .input(PLAN)
            .gives(r##"{"plan":"# $title\n\n$prose","isAgent":false,"filePath":"/home/dev/.claude/plans/$slug.md"}"##, APPROVED),
        9,
        v(2, 0, 0),
        LAST,
    ),
    (
        shape("ExitPlanMode")
            .input(r##"{"plan":"# $title\n\n$prose","planFilePath":"/home/dev/.claude/plans/$slug.md","allowedPrompts":[{"tool":"Bash","prompt":"run the tests"},{"tool":"Bash","prompt":"install $word"}]}"##)
            .gives(r##"{"plan":"# $title\n\n$prose","isAgent":false,"filePath":"/home/dev/.claude/plans/$slug.md","hasTaskTool":true}"##, APPROVED)
            .rows(&[Rows::asked("plan_permissions", 2)]),
        3,
        v(2, 1, 81),
        LAST,
    ),
    (
        shape("ExitPlanMode")
            .input(r##"{"plan":"# $title\n\n$prose","allowedPrompts":[]}"##)
            .gives(r##"{"plan":"# $title1\n\n$prose1","isAgent":false,"filePath":"/home/dev/.claude/plans/$slug.md","planWasEdited":true}"##, APPROVED),
        1,
        v(2, 1, 81),
        LAST,
    ),
    (
        shape("ExitPlanMode").input(PLAN).gives(
            r##"{"plan":"# $title\n\n$prose","isAgent":true,"filePath":"/home/dev/.claude/plans/$slug.md","awaitingLeaderApproval":true,"requestId":"plan_approval-$hex"}"##,
            "Your plan has been submitted to the team lead for approval.\n\nRequest ID: plan_approval-$hex",
        ),
        1,
        v(2, 1, 41),
        LAST,
    ),
    (
        shape("ExitPlanMode")
            .input(r##"{"plan":"# $title\n\n$prose","allowedPrompts":[{"tool":"Bash","prompt":"run $word"}]}"##)
            .denied(Denial::RejectedWithWords)
            .rows(&[Rows::asked("plan_permissions", 1)]),
        6,
        v(2, 1, 29),
        LAST,
    ),
    (shape("ExitPlanMode").input(PLAN).denied(Denial::Rejected), 6, FIRST, LAST),
    (shape("EnterPlanMode").gives(r#"{"message":"Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach."}"#, ENTERED), 4, v(2, 1, 5), LAST),
];
