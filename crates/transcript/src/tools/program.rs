//! What the program does with its surroundings: notifications, and small calls of the program itself.

use super::flat::{self, calls, items};
use super::registry::Tool;
use crate::table::Table;

calls! {
    /// What was sent to the person, and what came for the session. One row per call of PushNotification, SendUserFile or ReadNotifications.
    mod notifications as Notification {
        /// Tool: PushNotification, SendUserFile, ReadNotifications.
        best tool: Text = called.name(),
        /// What it says. NULL where neither input nor result has words. Source: `message`, `caption`.
        best message: Opt<Text> = either.prose("message" | "caption"),
        /// Length of what it says. NULL where neither input nor result has words.
        best message_bytes: Opt<Int> = either.bytes("message" | "caption"),
        /// Why it was sent: proactive. NULL where the input does not say. Source: `status`.
        best status: Opt<Text> = input.text("status"),
        /// Files that were sent, joined by commas. NULL where there are none. Source: `file_paths`, `files`.
        best file_paths: Opt<Text> = input.names("files" | "file_paths" | "paths"),
        /// A file that was sent. NULL where there is none, or are several. Source: `file_path`.
        best file_path: Opt<Text> = input.name("file_path" | "path"),
        /// How files are to be shown: render, attach. NULL where the input does not say. Source: `display`.
        best display: Opt<Text> = input.text("display"),
        /// Whether it was pushed to a phone. NULL where the result does not say. Source: `pushSent`.
        best push_sent: Opt<Bool> = output.flag("pushSent"),
        /// Whether it was shown on this machine. NULL where the result does not say. Source: `localSent`.
        best local_sent: Opt<Bool> = output.flag("localSent"),
        /// Why it was not sent: config_off, user_present, no_transport. NULL where it was. Source: `disabledReason`.
        best disabled_reason: Opt<Text> = output.text("disabledReason"),
        /// When it was sent, or read, UTC. NULL where the result does not say. Source: `sentAt`, `read_at`.
        best sent_at: Opt<Time> = output.instant("sentAt" | "read_at"),
        /// Notifications that were read. NULL for other tools. Source: `notifications`.
        best read_count: Opt<Int> = output.count("notifications"),
        /// Notifications that wait still. NULL for other tools. Source: `remaining`.
        best remaining: Opt<Int> = output.int("remaining"),
    }
    lists { arrived: Arrived = output("notifications"), }
}

items! {
    /// Notifications that came for sessions. One row per notification and call of ReadNotifications.
    mod received_notifications as Arrived {
        /// Id, the same each time that it comes. NULL where the result does not say. Source: `notification_id`.
        best notification_id: Opt<Text> = item.id("notification_id"),
        /// Where it is from: github_webhook, trigger_fire, mcp_send_message and others. NULL where the result does not say. Source: `origin`.
        best origin: Opt<Text> = item.text("origin"),
        /// When it was sent, UTC. NULL where the result does not say. Source: `queued_at`.
        best queued_at: Opt<Time> = item.instant("queued_at"),
        /// When it came, UTC. NULL where the result does not say. Source: `arrived_at`.
        best arrived_at: Opt<Time> = item.instant("arrived_at"),
        /// Length of what it says. NULL where the result does not say. Source: `content`.
        best content_bytes: Opt<Int> = item.bytes("content"),
    }
}

calls! {
    /// Small calls of the program itself. One row per call of EndConversation, SetGoal, propose_skills, SendFeedback, ClaudeDesign,
    /// OfferChromeSetup, ShowOnboardingRolePicker or ShareOnboardingGuide.
    mod program_calls as ProgramCall {
        /// Tool by its name of today.
        best tool: Text = called.name(),
        /// What was to be done: the operation of ClaudeDesign, the kind of a SendFeedback. NULL for other tools. Source: `operation`, `type`.
        best operation: Opt<Text> = either.text("operation" | "type"),
        /// What the call is about, in one line. NULL where neither says. Source: `condition`, `title`, `reason`.
        best subject: Opt<Text> = either.prose("condition" | "title" | "reason"),
        /// Length of the words beside it. NULL where the input has none. Source: `details`.
        best details_bytes: Opt<Int> = input.bytes("details"),
        /// Part of the program that feedback is about. NULL for other tools. Source: `area`.
        best area: Opt<Text> = input.prose("area"),
        /// What the model did wrong. NULL for other tools. Source: `failure_mode`.
        best failure_mode: Opt<Text> = input.text("failure_mode"),
        /// Kind of task at which it did. NULL for other tools. Source: `task_category`.
        best task_category: Opt<Text> = input.text("task_category"),
        /// Names of the arguments of ClaudeDesign, joined by commas. NULL for other tools. Source: the keys of `arguments`.
        best argument_names: Opt<Text> = input.keys("arguments"),
        /// Whether the person was asked first. NULL where neither says. Source: `ask_user`, `askUser`.
        best ask_user: Opt<Bool> = either.flag("ask_user" | "askUser"),
        /// Skills that were proposed. NULL for other tools. Source: `proposalCount`, `proposals`.
        best proposal_count: Opt<Int> = output.int("proposalCount"),
        /// Skills that the call names. NULL for other tools. Source: `proposals`.
        best proposals_asked: Opt<Int> = input.count("proposals"),
        /// How it ended: connected, not_now, no_attempt_yet. NULL where the result does not say. Source: `outcome`.
        best outcome: Opt<Text> = output.text("outcome"),
        /// Role that the person chose. NULL where the result does not say. Source: `role`.
        best role: Opt<Text> = output.name("role"),
        /// Whether the person chose nothing. NULL where the result does not say. Source: `dismissed`.
        best dismissed: Opt<Bool> = output.flag("dismissed"),
        /// Whether it succeeded. NULL where the result does not say. Source: `success`.
        best success: Opt<Bool> = output.flag("success"),
        /// Whether ClaudeDesign answered with an error. NULL for other tools. Source: `isError`.
        best is_error: Opt<Bool> = output.flag("isError"),
        /// Blocks of ClaudeDesign's answer. NULL for other tools. Source: `content`.
        best block_count: Opt<Int> = output.count("content"),
        /// What the tool says. NULL where it says nothing. Source: `message`.
        best message: Opt<Text> = output.prose("message"),
    }
    lists { proposals: SkillProposal = input("proposals"), }
}

items! {
    /// Skills that were proposed. One row per skill and call of propose_skills.
    mod skill_proposals as SkillProposal {
        /// Name that the skill is to have. NULL where the input does not say. Source: `proposals[].name`.
        best name: Opt<Text> = item.name("name"),
        /// Whether it is a new one: new, improvement. NULL where the input does not say. Source: `proposals[].kind`.
        best kind: Opt<Text> = item.text("kind"),
        /// Skill that is to be improved. NULL for a new one. Source: `proposals[].target`.
        best target: Opt<Text> = item.name("target"),
        /// When it is to be used. NULL where the input does not say. Source: `proposals[].description`.
        best description: Opt<Text> = item.prose("description"),
        /// Files that show what it is to do, joined by commas. NULL where the input does not say. Source: `proposals[].evidence`.
        best evidence: Opt<Text> = item.names("evidence"),
        /// Changes of the skill that is to be improved. NULL where it is written anew. Source: `proposals[].edits`.
        best edit_count: Opt<Int> = item.count("edits"),
        /// Length of the whole skill. NULL where it is changed in places. Source: `proposals[].skillMd`.
        best skill_md_bytes: Opt<Int> = item.bytes("skillMd"),
        /// Lines of the whole skill. NULL where it is changed in places.
        best skill_md_lines: Opt<Int> = item.lines("skillMd"),
        /// XXH3-64 of the whole skill. NULL where it is changed in places.
        best skill_md_hash: Opt<Int> = item.hash("skillMd"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("PushNotification", &[&notifications::TABLE], flat::open::<Notification>).asks(false),
    Tool::new("SendUserFile", &[&notifications::TABLE], flat::open::<Notification>).asks(false),
    Tool::new("ReadNotifications", READ, flat::open::<Notification>),
    Tool::new("EndConversation", SMALL, flat::open::<ProgramCall>).asks(false),
    Tool::new("SetGoal", SMALL, flat::open::<ProgramCall>).aliases(&["ProposeGoal"]),
    Tool::new("propose_skills", PROPOSALS, flat::open::<ProgramCall>).aliases(&["ProposeSkills"]),
    Tool::new("SendFeedback", SMALL, flat::open::<ProgramCall>),
    Tool::new("ClaudeDesign", SMALL, flat::open::<ProgramCall>),
    Tool::new("OfferChromeSetup", SMALL, flat::open::<ProgramCall>),
    Tool::new("ShowOnboardingRolePicker", SMALL, flat::open::<ProgramCall>),
    Tool::new("ShareOnboardingGuide", SMALL, flat::open::<ProgramCall>).asks(true),
];

static READ: &[&Table] = &[&notifications::TABLE, &received_notifications::TABLE];
static SMALL: &[&Table] = &[&program_calls::TABLE];
static PROPOSALS: &[&Table] = &[&program_calls::TABLE, &skill_proposals::TABLE];
