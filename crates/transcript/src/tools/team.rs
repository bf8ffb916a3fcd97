//! Agents that talk to each other: SendMessage, TeamCreate, TeamDelete and ListAgents.

use super::flat::{self, calls};
use super::registry::Tool;

calls! {
    /// Messages to other agents. One row per call of SendMessage.
    mod messages as Message {
        /// Kind of message: message, broadcast, shutdown_request and others. NULL where the input does not say. Source: `type`, `message.type`.
        best message_type: Opt<Text> = input.text("type" | "message.type"),
        /// Whom it is to: an agent, by name or id, or `*` for all. NULL where the input does not say. Source: `to`, `recipient`.
        best recipient: Opt<Text> = input.name("to" | "recipient" | "target_agent_id"),
        /// What it is about. NULL where the input does not say. Source: `summary`.
        best summary: Opt<Text> = input.prose("summary"),
        /// Length of the message. NULL where the input has no text. Source: `message`, `content`.
        best content_bytes: Opt<Int> = input.bytes("message" | "content" | "message.content" | "message.reason"),
        /// Request that it answers or makes. NULL where there is none. Source: `request_id`.
        best request_id: Opt<Text> = either.id("request_id" | "message.request_id"),
        /// Whether it approves what was asked. NULL where it answers nothing. Source: `approve`.
        best approve: Opt<Bool> = input.flag("approve" | "message.approve"),
        /// Whether it was sent. NULL where the result does not say. Source: `success`.
        best success: Opt<Bool> = output.flag("success"),
        /// What the tool says. NULL where there is no payload. Source: `message`.
        best result_message: Opt<Text> = output.prose("message"),
        /// Who sent it. NULL where the result does not say. Source: `routing.sender`.
        best sender: Opt<Text> = output.name("routing.sender"),
        /// Whom it went to. NULL where the result does not say. Source: `routing.target`, `target`.
        best target: Opt<Text> = output.name("routing.target" | "target"),
        /// Color of the sender. NULL where the result does not say. Source: `routing.senderColor`.
        best sender_color: Opt<Text> = output.text("routing.senderColor"),
        /// Color of the recipient. NULL where the result does not say. Source: `routing.targetColor`.
        best target_color: Opt<Text> = output.text("routing.targetColor"),
        /// Recipients of a message to all, joined by commas. NULL where the result does not say. Source: `recipients`.
        best recipients: Opt<Text> = output.names("recipients"),
        /// Agent that the message woke. NULL where it woke none. Source: `resumedAgentId`.
        best resumed_agent_id: Opt<Text> = output.text("resumedAgentId"),
        /// Id of the agent that was pinned. NULL where none was. Source: `pin.id`.
        best pin_id: Opt<Text> = output.id("pin.id"),
        /// Name of that agent. NULL where none was pinned. Source: `pin.name`.
        best pin_name: Opt<Text> = output.name("pin.name"),
        /// How it is referred to. NULL where none was pinned. Source: `pin.ref`.
        best pin_ref: Opt<Text> = output.name("pin.ref"),
        /// Length of the message as it was sent. NULL where the result does not say. Source: `routing.content`.
        best sent_content_bytes: Opt<Int> = output.bytes("routing.content"),
        /// What it is about, as it was sent. NULL where the result does not say. Source: `routing.summary`.
        best sent_summary: Opt<Text> = output.prose("routing.summary"),
    }
}

calls! {
    /// Teams that were made and ended, and lists of whom one can write to. One row per call of TeamCreate, TeamDelete or ListAgents.
    mod teams as Team {
        /// Tool: TeamCreate, TeamDelete, ListAgents.
        best tool: Text = called.name(),
        /// Team. NULL where neither input nor result says. Source: `team_name`.
        best team_name: Opt<Text> = either.name("team_name" | "teamName"),
        /// What the team is for. NULL where the input does not say. Source: `description`.
        best description: Opt<Text> = input.prose("description"),
        /// Type of the agent that leads it. NULL where the input does not say. Source: `agent_type`.
        best agent_type: Opt<Text> = input.text("agent_type" | "agentType"),
        /// Agent that leads it. NULL where the result does not say. Source: `lead_agent_id`.
        best lead_agent_id: Opt<Text> = output.text("lead_agent_id"),
        /// File of the team. NULL where the result does not say. Source: `team_file_path`.
        best team_file_path: Opt<Text> = output.name("team_file_path"),
        /// Whether it was ended. NULL where the result does not say. Source: `success`.
        best success: Opt<Bool> = output.flag("success"),
        /// What the tool says. NULL where the result does not say. Source: `message`.
        best message: Opt<Text> = output.prose("message"),
        /// Agents in the list. NULL for other tools, and where the result does not say. Source: `agents`.
        best agent_count: Opt<Int> = output.count("agents"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("SendMessage", &[&messages::TABLE], flat::open::<Message>).asks(false).seen("2.1.39", "2.1.219"),
    Tool::new("TeamCreate", &[&teams::TABLE], flat::open::<Team>).seen("2.1.39", "2.1.81"),
    Tool::new("TeamDelete", &[&teams::TABLE], flat::open::<Team>).seen("2.1.39", "2.1.81"),
    Tool::new("ListAgents", &[&teams::TABLE], flat::open::<Team>).aliases(&["ListPeers"]).asks(false),
];
