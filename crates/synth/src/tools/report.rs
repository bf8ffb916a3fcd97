//! What is handed over: findings, published pages, answers in a given form, and scripts of agents.

use super::shape::{self, Shape, shape};
use super::{Call, Rows};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, v};

/// A call of ReportFindings, Artifact, StructuredOutput or Workflow.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Report, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("StructuredOutput")
            .input(r#"{"verdict":"$word","reasons":["$title"],"score":$n}"#)
            .gives(r#""Structured output provided successfully""#, "Structured output provided successfully"),
        4,
        v(2, 1, 0),
        LAST,
    ),
    (shape("StructuredOutput").input(r#"{"summary":"$words"}"#).gives(r#"{"data":{"summary":"$words"}}"#, "Structured output provided successfully"), 1, v(2, 1, 0), LAST),
    (
        shape("ReportFindings")
            .input(r#"{"findings":[{"file":"$file1","line":$n,"summary":"$words1","short_summary":"$title1","failure_scenario":"$words2","category":"correctness","verdict":"CONFIRMED"},{"file":"$file2","summary":"$words3","failure_scenario":"$words4","category":"security","severity":"important","verdict":"PLAUSIBLE"}]}"#)
            .gives(
                r#"{"count":2,"findings":[{"file":"$file1","line":$n,"summary":"$words1","short_summary":"$title1","failure_scenario":"$words2","category":"correctness","verdict":"CONFIRMED"},{"file":"$file2","summary":"$words3","failure_scenario":"$words4","category":"security","severity":"important","verdict":"PLAUSIBLE"}]}"#,
                "2 findings reported.",
            )
            .rows(&[Rows::asked("findings", 2)]),
        5,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ReportFindings")
            .input(r#"{"findings":[{"file":"$file","line":$n,"summary":"$words1","failure_scenario":"$words2","outcome":"fixed"}],"level":"high"}"#)
            .gives(
                r#"{"count":1,"level":"high","findings":[{"file":"$file","line":$n,"summary":"$words1","failure_scenario":"$words2","outcome":"fixed"}]}"#,
                "1 finding reported.",
            )
            .rows(&[Rows::asked("findings", 1)]),
        2,
        v(2, 1, 205),
        LAST,
    ),
    (shape("ReportFindings").input(r#"{"findings":[]}"#).gives(r#"{"count":0,"findings":[]}"#, "No findings reported."), 1, v(2, 1, 205), LAST),
    (
        shape("Artifact").input(r#"{"file_path":"$cwd/$ident.html","description":"$words","favicon":"📈","label":"$title"}"#).gives(
            r#"{"url":"https://pages.example.com/artifact/$uuid","path":"$cwd/$ident.html","title":"$title","updated":false,"liveSubscription":"live_off"}"#,
            "Published $cwd/$ident.html at https://pages.example.com/artifact/$uuid",
        ),
        3,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"action":"publish","file_path":"$cwd/$ident.html","url":"https://pages.example.com/artifact/$uuid","title":"$title","icon":"chart","force":true,"pin":true,"capabilities":{"fetch":["https://api.example.com"]},"contract":"latest"}"#).gives(
            r#"{"url":"https://pages.example.com/artifact/$uuid","path":"$cwd/$ident.html","artifact_id":"$uuid","title":"$title","version":"v$n","capabilities":{"fetch":["https://api.example.com"]},"stored":{"contract":"2"},"warnings":["$words"],"publishesRemaining":$n,"publishesResetAt":$ms,"contract":"2","updated":true,"owned":true,"icon":"chart","faviconSent":true,"iconDropped":true,"audience":"only_you","folder_audience":"others","seq":$n,"pinned":true}"#,
            "Published version v$n at https://pages.example.com/artifact/$uuid",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"list","scope":"all","limit":2,"page_token":"$hex"}"#)
            .gives(
                r#"{"artifacts":[{"title":"$title1","url":"https://pages.example.com/artifact/$uuid1","favicon":"📈","updatedAt":"$iso1","rel":"mine","pinned":true},{"title":"$title2","url":"https://pages.example.com/artifact/$uuid2","rel":"shared","external":true,"role":"commenter","outsidersMayHaveWritten":true,"listedKind":"document"}],"truncated":true,"total":9,"total_at_least":true,"next_page_token":"$hex1","pins_enabled":true,"scope":"all","external_listed":true}"#,
                "$title1\n$title2",
            )
            .rows(&[Rows::given("artifact_items", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("Artifact").input(r#"{"action":"list"}"#).gives(r#"{"artifacts":[],"truncated":false,"total":0}"#, "No artifacts."), 1, v(2, 1, 205), LAST),
    (
        shape("Artifact").input(r#"{"action":"read","url":"https://pages.example.com/artifact/$uuid","prompt":"$words"}"#).gives(
            r#"{"read":{"url":"https://pages.example.com/artifact/$uuid","bytes":$bytes,"code":200,"codeText":"OK","result":"$prose","durationMs":$n,"title":"$title"},"owned":false,"artifactRead":{"slug":"$word","ver":"3"}}"#,
            "$prose",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"action":"watch","url":"https://pages.example.com/artifact/$uuid"}"#).gives(
            r#"{"watch":{"url":"https://pages.example.com/artifact/$uuid","watching":true,"outcome":"armed","task_id":"w$hex","since":$ms,"token_expires_at":$ms,"rail":"live","status":200,"note":"$title","events":["comment"]}}"#,
            "Watching $title.",
        ),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"status"}"#)
            .gives(
                r#"{"watches":[{"url":"https://pages.example.com/artifact/$uuid1","task_id":"w$hex","since":$ms,"explicit":true,"connected":false,"connecting":true,"token_expires_at":$ms,"armed_via":"publish"},{"url":"https://pages.example.com/artifact/$uuid2","rail":"durable_wake","trigger_id":"trig_$hex","since":"$iso","events":["comment"],"restored":true},{"url":"https://pages.example.com/artifact/$uuid3","rail":"live_stopped","since":$ms,"explicit":false,"stop_kind":"expired"}],"filter_url":"https://pages.example.com/artifact/$uuid1","arms":[{"url":"https://pages.example.com/artifact/$uuid1","rail":"live","state":"backing_off","reconnect":true,"failures":1,"max_failures":5,"next_in_s":2.5,"last_failure":"$title","at":$ms}]}"#,
                "3 watches",
            )
            .rows(&[Rows::given("artifact_items", 3), Rows::given("artifact_arms", 1)]),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"unwatch","url":"https://pages.example.com/artifact/$uuid"}"#)
            .gives(r#"{"unwatch":{"url":"https://pages.example.com/artifact/$uuid","was_watching":true}}"#, "No longer watching."),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"upload_asset","url":"https://pages.example.com/artifact/$uuid","file_paths":["$cwd/a.png","$cwd/b.png"]}"#)
            .gives(
                r#"{"written":{"url":"https://pages.example.com/artifact/$uuid"},"owned":true,"asset_uploads":{"url":"https://pages.example.com/artifact/$uuid","results":[{"file_path":"$cwd/a.png","status":"uploaded","id":"as_$hex","url":"https://pages.example.com/asset/$hex","size_bytes":$bytes,"content_type":"image/png","sha256":"$hex","file_name":"a.png"},{"file_path":"$cwd/b.png","status":"failed","reason":"too_large","message":"$title","may_be_stored":true}]}}"#,
                "1 uploaded, 1 failed",
            )
            .rows(&[Rows::given("artifact_items", 2)]),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"action":"upload_asset","url":"https://pages.example.com/artifact/$uuid","file_path":"$cwd/a.png"}"#).gives(
            r#"{"owned":true,"asset_upload":{"id":"as_$hex","url":"https://pages.example.com/asset/$hex","size_bytes":$bytes,"content_type":"image/png","sha256":"$hex","file_name":"a.png"}}"#,
            "Uploaded a.png",
        ),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"list_assets","url":"https://pages.example.com/artifact/$uuid","after":"as_$hex1"}"#)
            .gives(
                r#"{"asset_list":{"url":"https://pages.example.com/artifact/$uuid","assets":[{"id":"as_$hex","url":"https://pages.example.com/asset/$hex","content_type":"image/png","size_bytes":$bytes,"sha256":"$hex","created_at":"$iso"}],"usage":{"files":1,"bytes":$bytes,"max_files":100,"max_bytes":1000000},"next":"as_$hex","cowritten":true,"outside_writer":true}}"#,
                "1 asset",
            )
            .rows(&[Rows::given("artifact_items", 1)]),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"action":"read_asset","asset_id":"as_$hex","url":"https://pages.example.com/artifact/$uuid","out_dir":"$cwd"}"#).gives(
            r#"{"asset_read":{"id":"as_$hex","path":"$cwd/a.png","size_bytes":$bytes,"content_type":"image/png","sha256":"$hex","public_read":true}}"#,
            "Saved $cwd/a.png",
        ),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact")
            .input(r#"{"action":"delete_asset","asset_id":"as_$hex","url":"https://pages.example.com/artifact/$uuid"}"#)
            .gives(r#"{"owned":true,"asset_delete":{"id":"as_$hex","deleted":true}}"#, "Deleted as_$hex"),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"action":"pin","url":"https://pages.example.com/artifact/$uuid"}"#).gives(
            r#"{"pin":{"action":"pin","url":"https://pages.example.com/artifact/$uuid","pinned":true,"title":"$title"}}"#,
            "Pinned $title",
        ),
        1,
        v(2, 1, 219),
        LAST,
    ),
    (
        shape("Artifact").input(r#"{"file_path":"$cwd/$ident.html","description":"$title"}"#).thrown("other", "Artifact publishing is not available for this account."),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Workflow")
            .input(r#"{"script":"export const meta = { name: 'review' };\nawait agent('$title');\n","title":"$title","args":{"paths":["$file"]}}"#)
            .gives(
                r#"{"isAsync":true,"status":"async_launched","taskId":"w$hex","taskType":"local_workflow","workflowName":"review","runId":"wf_$hex","summary":"$title","transcriptDir":"/home/dev/.claude/projects/$project/$session/subagents/workflows/wf_$hex","scriptPath":"/home/dev/.claude/projects/$project/$session/workflows/scripts/review-wf_$hex.js"}"#,
                "Workflow launched in background. Task ID: w$hex",
            ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Workflow").input(r#"{"name":"deep-review","resumeFromRunId":"wf_$hex"}"#).gives(
            r#"{"status":"remote_launched","taskId":"w$hex","taskType":"remote_agent","sessionUrl":"https://example.com/code/session_$hex","warning":"$title"}"#,
            "Workflow launched remotely: https://example.com/code/session_$hex",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("Workflow").input(r#"{"script":"export const meta = {"}"#).gives(
            r#"{"status":"async_launched","taskId":"","error":"Script parse error: Unexpected end of input (1:22)"}"#,
            "Script parse error: Unexpected end of input (1:22)",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
];
