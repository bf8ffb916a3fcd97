//! Agents that talk to each other.

use super::Call;
use super::shape::{self, Shape, shape};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, Version, v};

/// A call of SendMessage, or about teams.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Team, SHAPES)
}

/// Messages had this form, and teams were made and ended.
const TEAMS: (Version, Version) = (v(2, 1, 39), v(2, 1, 97));

const SHAPES: &[Card<Shape>] = &[
    (
        shape("SendMessage").input(r#"{"type":"message","recipient":"team-lead","content":"$prose","summary":"$title"}"#).gives_block(
            r#"{"success":true,"message":"Message sent to team-lead's inbox","routing":{"sender":"$word-worker","senderColor":"blue","target":"@team-lead","summary":"$title","content":"$prose"}}"#,
        ),
        60,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("SendMessage").input(r#"{"type":"message","recipient":"$word-worker","content":"$words"}"#).gives_block(
            r#"{"success":true,"message":"Message sent to $word-worker's inbox","routing":{"sender":"team-lead","target":"@$word-worker","targetColor":"green","summary":"$words","content":"$words"}}"#,
        ),
        25,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("SendMessage").input(r#"{"type":"broadcast","content":"$words","summary":"$title"}"#).gives_block(
            r#"{"success":true,"message":"Message broadcast to 2 teammate(s): builder, tester","recipients":["builder","tester"],"routing":{"sender":"team-lead","target":"@team","summary":"$title","content":"$words"}}"#,
        ),
        3,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("SendMessage").input(r#"{"type":"shutdown_request","recipient":"builder","content":"$words"}"#).gives_block(
            r#"{"success":true,"message":"Shutdown request sent to builder. Request ID: shutdown-$ms@builder","request_id":"shutdown-$ms@builder","target":"builder"}"#,
        ),
        25,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("SendMessage").input(r#"{"type":"shutdown_response","request_id":"shutdown-$ms@builder","approve":true}"#).gives_block(
            r#"{"success":true,"message":"Shutdown approved. Sent confirmation to team-lead. Agent builder is now exiting.","request_id":"shutdown-$ms@builder"}"#,
        ),
        2,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("SendMessage").input(r#"{"type":"message","to":"a$hex","summary":"$title","message":"$prose"}"#).gives_block(
            r#"{"success":true,"message":"Agent had no active task; resumed from transcript in the background with your message.","resumedAgentId":"a$hex","pin":{"id":"a$hex","name":"$word","ref":"agent:$word"}}"#,
        ),
        20,
        v(2, 1, 98),
        LAST,
    ),
    (
        shape("SendMessage").input(r#"{"type":"message","to":"$word","message":{"type":"plan_approval_response","request_id":"plan_approval-$hex","approve":false,"reason":"$words"}}"#).gives_block(
            r#"{"success":true,"message":"Message queued for delivery to $word at its next tool round.","pin":{"id":"a$hex","name":"$word","ref":"agent:$word"}}"#,
        ),
        4,
        v(2, 1, 98),
        LAST,
    ),
    (
        shape("SendMessage")
            .input(r#"{"type":"message","to":"$word","summary":"$title","message":"$words"}"#)
            .gives_block(r#"{"success":false,"message":"No agent named '$word' is currently addressable."}"#),
        2,
        v(2, 1, 98),
        LAST,
    ),
    (
        shape("TeamCreate").input(r#"{"team_name":"$word","description":"$title","agent_type":"lead"}"#).gives_block(
            r#"{"team_name":"$word","team_file_path":"/home/dev/.claude/teams/$word/config.json","lead_agent_id":"team-lead@$word"}"#,
        ),
        2,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("TeamCreate").input(r#"{"team_name":"$word","description":"$title"}"#).thrown(
            "other",
            "Already leading team \"$word\". A leader can only manage one team at a time. Use TeamDelete to end the current team before creating a new one.",
        ),
        1,
        TEAMS.0,
        TEAMS.1,
    ),
    (
        shape("TeamDelete")
            .gives_block(r#"{"success":true,"message":"Cleaned up directories and worktrees for team \"$word\"","team_name":"$word"}"#),
        3,
        TEAMS.0,
        TEAMS.1,
    ),
    (shape("TeamDelete").gives_block(r#"{"success":true,"message":"No team name found, nothing to clean up"}"#), 1, TEAMS.0, TEAMS.1),
    (
        shape("ListAgents").gives(
            r#"{"agents":[{"id":"a$hex1","name":"$word1","status":"running"},{"id":"a$hex2","name":"$word2","status":"idle"}]}"#,
            "$word1 (a$hex1): running\n$word2 (a$hex2): idle",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("ListAgents").gives(r#"{"agents":[]}"#, "No agents can be reached."), 1, v(2, 1, 205), LAST),
];
