//! Calls of the program itself: notifications, projects of the web application, feedback and the like.

use super::shape::{self, Shape, shape};
use super::{Call, Rows};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, v};

/// A call of one of the program's own tools.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Program, SHAPES)
}

/// What versions to come do, dealt once: a tool that nobody knows, a field of another type, a new key.
pub(crate) fn stranger(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Stranger, STRANGERS)
}

const STRANGERS: &[Card<Shape>] = &[
    (shape("Telescope").input(r#"{"target":"$word"}"#).gives(r#"{"target":"$word","magnitude":$n}"#, "").untyped(), 0, v(2, 1, 219), LAST),
    (shape("ReadNotifications").gives(r#"{"notifications":[],"remaining":"several"}"#, "No notifications.").untyped(), 0, v(2, 1, 219), LAST),
    (
        shape("PushNotification")
            .input(r#"{"message":"$title"}"#)
            .gives(r#"{"message":"$title","hologramSent":true}"#, "Notification sent.")
            .with_unknown("PushNotification.result.hologramSent"),
        0,
        v(2, 1, 219),
        LAST,
    ),
];

const SHAPES: &[Card<Shape>] = &[
    (
        shape("PushNotification")
            .input(r#"{"message":"$title","status":"proactive"}"#)
            .gives(r#"{"message":"$title","pushSent":true,"localSent":true,"sentAt":"$iso"}"#, "Notification sent."),
        3,
        v(2, 1, 119),
        LAST,
    ),
    (
        shape("PushNotification")
            .input(r#"{"message":"$title"}"#)
            .gives(r#"{"message":"$title","pushSent":false,"localSent":false,"disabledReason":"user_present"}"#, "Not sent: the user is here."),
        2,
        v(2, 1, 119),
        LAST,
    ),
    (
        shape("SendUserFile")
            .input(r#"{"files":["$cwd/$ident.png","$path"],"caption":"$title","status":"normal","display":"render"}"#)
            .gives(r#""2 files delivered to user.""#, "2 files delivered to user."),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ReadNotifications")
            .gives(
                r#"{"notifications":[{"notification_id":"n_$hex1","origin":"github_webhook","queued_at":"$iso1","content":"$words1","arrived_at":"$iso2"},{"notification_id":"n_$hex2","origin":"trigger_fire","queued_at":"$iso2","content":"$words2"}],"remaining":1,"read_at":"$iso3"}"#,
                "$words1\n$words2",
            )
            .rows(&[Rows::given("received_notifications", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("ReadNotifications").gives(r#"{"notifications":[],"remaining":0}"#, "No notifications."), 1, v(2, 1, 205), LAST),
    (
        shape("Projects").input(r#"{"method":"project_info"}"#).gives(
            r#"{"method":"project_info","name":"$title","description":"$words","instructions":"$prose","docs":[{"path":"$file1","created_at":"$iso"},{"path":"$file2","created_at":null}],"files":[{"path":"$ident.png","file_kind":"image","created_at":null}],"sync_sources":[{"type":"repository","config":{}}],"knowledge":{"knowledge_size":$bytes,"max_knowledge_size":2000000}}"#,
            "$title: $words",
        )
        .rows(&[Rows::given("project_items", 4)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_read","path":"$file"}"#).gives(
            r#"{"method":"project_read","path":"$file","file_kind":"text","content":"$prose","created_at":"$iso"}"#,
            "$prose",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_search","query":"$title","n":5}"#).gives(
            r#"{"method":"project_search","rag":true,"hits":[{"name":"$file","doc_uuid":"$uuid","text":"$words","page":3},{"text":"$words1","image_attached":true}],"docs":["$file"],"notice":"$title"}"#,
            "$words",
        )
        .rows(&[Rows::given("project_items", 3)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_write","path":"$file","content":"$prose","present_to_user":true}"#).gives(
            r#"{"method":"project_write","path":"$file","doc_uuid":"$uuid","replaced":true,"present_to_user":true,"local_path":"$path"}"#,
            "Wrote $file.",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_delete","path":"$file"}"#).gives(r#"{"method":"project_delete","path":"$file","deleted":false}"#, "There is no $file."),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_memory_list"}"#).gives(
            r#"{"method":"project_memory_list","files":[{"path":"$file","size_bytes":$bytes,"updated_at":"$iso","truncated":false}],"truncated":false}"#,
            "$file",
        )
        .rows(&[Rows::given("project_items", 1)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Projects").input(r#"{"method":"project_memory_read","path":"$file"}"#).gives(
            r#"{"method":"project_memory_read","path":"$file","local_file":"$path","size_bytes":$bytes,"updated_at":null,"truncated":true}"#,
            "Saved to $path.",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("SendFeedback").input(r#"{"type":"bug","title":"$title","details":"$words","area":"Edit","failure_mode":"code_quality","task_category":"debug"}"#).gives(
            r#"{"success":true,"message":"Feedback sent. ID: $uuid"}"#,
            "Feedback sent. ID: $uuid",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("SetGoal").input(r#"{"condition":"$title","ask_user":true}"#).gives(r#"{"condition":"$title","askUser":true}"#, "Goal set: $title"),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("propose_skills")
            .input(r##"{"proposals":[{"name":"$word","kind":"new","description":"$words","evidence":["$title"],"skillMd":"# $title"},{"name":"$word1","kind":"improvement","target":"$word1","description":"$title1"}]}"##)
            .gives(r#"{"proposalCount":2}"#, "2 proposals shown.")
            .rows(&[Rows::asked("skill_proposals", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ClaudeDesign").input(r#"{"operation":"list_projects","arguments":{"limit":5,"query":"$word"}}"#).gives(
            r#"{"operation":"list_projects","content":[{"type":"text","text":"$words"}],"isError":false}"#,
            "$words",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("OfferChromeSetup").input(r#"{"reason":"$title"}"#).gives(r#"{"outcome":"not_now"}"#, "The user chose not now."), 1, v(2, 1, 205), LAST),
    (shape("ShowOnboardingRolePicker").gives(r#"{"role":"engineer"}"#, "The user chose: engineer"), 1, v(2, 1, 205), LAST),
    (shape("ShowOnboardingRolePicker").gives(r#"{"dismissed":true}"#, "The user closed the picker."), 1, v(2, 1, 205), LAST),
    (
        shape("ShareOnboardingGuide").gives(r#"{"success":true,"message":"https://example.com/guide/$hex"}"#, "https://example.com/guide/$hex"),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("EndConversation").input(r#"{"reason":"$title"}"#).gives(r#""Conversation ended.""#, "Conversation ended."), 1, v(2, 1, 213), LAST),
];
