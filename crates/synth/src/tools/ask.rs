//! Calls that turn to the user or to what is installed: questions, plans, skills, tool search.

use super::{Call, Denial, deny};
use crate::deck::Card;
use crate::json::{Array, object};
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Answered,
    Annotated,
    Declined,
    PlanApproved,
    PlanRejected,
    Skill,
    SkillWithTools,
    SkillUnknown,
}

const QUESTIONS: &[Card<Ask>] = &[(Ask::Answered, 85, FIRST, LAST), (Ask::Annotated, 6, v(2, 1, 41), LAST), (Ask::Declined, 8, FIRST, LAST)];
const PLANS: &[Card<Ask>] = &[(Ask::PlanApproved, 50, FIRST, LAST), (Ask::PlanRejected, 50, FIRST, LAST)];
const SKILLS: &[Card<Ask>] = &[(Ask::Skill, 90, FIRST, LAST), (Ask::SkillWithTools, 5, v(2, 1, 29), LAST), (Ask::SkillUnknown, 8, FIRST, LAST)];

/// An AskUserQuestion call.
pub(crate) fn question(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Ask, frame.version, QUESTIONS);
    let asked = format!("{}?", kit.words(8));
    let header = kit.word();
    let options: Vec<(String, String)> = (0..3).map(|_| (kit.words(3), kit.words(12))).collect();
    let questions = |a: &mut Array<'_>| {
        a.object(|o| {
            o.str("question", &asked);
            o.str("header", header);
            o.array("options", |a| {
                for (label, description) in &options {
                    a.object(|o| {
                        o.str("label", label);
                        o.str("description", description);
                    });
                }
            });
            o.put("multiSelect", false);
        });
    };
    let answer = &options[0].0;
    let payload = object(|o| {
        o.array("questions", questions);
        o.object("answers", |o| o.str(&asked, answer));
        if card == Ask::Annotated {
            o.object("annotations", |o| o.object(&asked, |o| o.str("notes", &options[1].1)));
        }
    });
    let text = format!("User has answered your questions: \"{asked}\"=\"{answer}\". You can now continue with the user's answers in mind.");
    let call = Call::new("AskUserQuestion", object(|o| o.array("questions", questions))).ok(&text, payload);
    if card == Ask::Declined { deny(kit, frame, call, Denial::Rejected) } else { call }
}

/// An ExitPlanMode call.
pub(crate) fn exit_plan_mode(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Plan, frame.version, PLANS);
    let plan = format!("# {}\n\n{}", kit.words(4), kit.prose(1200));
    let path = format!("/home/dev/.claude/plans/{}.md", frame.slug);
    let payload = object(|o| {
        o.str("plan", &plan);
        o.put("isAgent", false);
        o.str("filePath", &path);
    });
    let call = Call::new("ExitPlanMode", object(|o| o.str("plan", &plan)));
    let call = call.ok("User has approved your plan. You can now start coding. Start with updating your todo list if applicable", payload);
    if card == Ask::PlanRejected { deny(kit, frame, call, Denial::Rejected) } else { call }
}

/// An EnterPlanMode call.
pub(crate) fn enter_plan_mode(_: &mut Kit, _: &Frame) -> Call {
    let text = "Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach.";
    Call::new("EnterPlanMode", "{}".to_owned()).ok(text, object(|o| o.str("message", text)))
}

/// A Skill call.
pub(crate) fn skill(kit: &mut Kit, frame: &Frame) -> Call {
    let card = kit.deal(Topic::Skill, frame.version, SKILLS);
    let name = format!("{}-{}", kit.word(), kit.word());
    let args = kit.words(3);
    let input = object(|o| {
        o.str("skill", &name);
        if card == Ask::SkillWithTools {
            o.str("args", &args);
        }
    });
    let call = Call::new("Skill", input);
    if card == Ask::SkillUnknown {
        return call.invalid(&format!("Unknown skill: {name}"));
    }
    let payload = object(|o| {
        o.put("success", true);
        o.str("commandName", &name);
        if card == Ask::SkillWithTools {
            o.strs("allowedTools", &["Bash(git:*)", "Read"]);
        }
    });
    call.ok(&format!("Launching skill: {name}"), payload)
}

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
