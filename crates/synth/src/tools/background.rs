//! Background tasks: looks at them, stops, and watches.

use super::Call;
use super::shape::{self, Shape, shape};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{FIRST, LAST, v};

/// A call of TaskOutput, TaskStop or Monitor, or of what they were before.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Background, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("BashOutput").of("TaskOutput").input(r#"{"bash_id":"b$hex"}"#).gives(
            r#"{"shellId":"b$hex","command":"make $word","status":"running","exitCode":null,"stdout":"$output","stderr":"","stdoutLines":$n,"stderrLines":0,"timestamp":"$iso"}"#,
            "<status>running</status>\n\n<stdout>\n$output\n</stdout>\n\n<timestamp>$iso</timestamp>",
        ),
        20,
        FIRST,
        v(2, 0, 99),
    ),
    (
        shape("BashOutput").of("TaskOutput").input(r#"{"bash_id":"b$hex","filter":"error|$word"}"#).gives(
            r#"{"shellId":"b$hex","command":"make $word","status":"failed","exitCode":2,"stdout":"","stderr":"make: *** [$word] Error 2","stdoutLines":0,"stderrLines":1,"timestamp":"$iso","filterPattern":"error|$word"}"#,
            "<status>failed</status>\n\n<exit_code>2</exit_code>\n\n<stderr>\nmake: *** [$word] Error 2\n</stderr>\n\n<timestamp>$iso</timestamp>",
        ),
        5,
        FIRST,
        v(2, 0, 99),
    ),
    (
        shape("AgentOutputTool").of("TaskOutput").input(r#"{"agentId":"$hex","block":true,"wait_up_to":150}"#).gives(
            r#"{"retrieval_status":"success","task":{"task_id":"$hex","task_type":"local_agent","status":"completed","description":"$title","output":"$prose"}}"#,
            "<retrieval_status>success</retrieval_status>\n\n<task_id>$hex</task_id>\n\n<task_type>local_agent</task_type>\n\n<status>completed</status>\n\n<output>\n$prose\n</output>",
        ),
        3,
        v(2, 0, 60),
        v(2, 0, 99),
    ),
    (
        shape("TaskOutput").input(r#"{"task_id":"b$hex","block":true,"timeout":30000}"#).gives(
            r#"{"retrieval_status":"success","task":{"task_id":"b$hex","task_type":"local_bash","status":"completed","description":"$title","output":"$output","exitCode":0}}"#,
            "<retrieval_status>success</retrieval_status>\n\n<task_id>b$hex</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\n$output\n</output>",
        ),
        15,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("TaskOutput").input(r#"{"task_id":"b$hex","block":true,"timeout":5000}"#).gives(
            r#"{"retrieval_status":"timeout","task":{"task_id":"b$hex","task_type":"local_bash","status":"running","description":"$title","output":"","exitCode":null}}"#,
            "<retrieval_status>timeout</retrieval_status>\n\n<task_id>b$hex</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>",
        ),
        4,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("TaskOutput").input(r#"{"task_id":"a$hex","block":false,"timeout":30000}"#).gives(
            r#"{"retrieval_status":"success","task":{"task_id":"a$hex","task_type":"local_agent","status":"failed","description":"$title","output":"$output","prompt":"$words","result":"$prose","error":"API Error: 529 Overloaded"}}"#,
            "<retrieval_status>success</retrieval_status>\n\n<task_id>a$hex</task_id>\n\n<task_type>local_agent</task_type>\n\n<status>failed</status>\n\n<output>\n$prose\n</output>",
        ),
        3,
        v(2, 1, 29),
        LAST,
    ),
    (
        shape("TaskOutput").input(r#"{"task_id":"b$hex","block":true,"timeout":30000}"#).invalid("No task found with ID: b$hex"),
        2,
        v(2, 1, 0),
        LAST,
    ),
    (
        shape("KillBash").of("TaskStop").input(r#"{"shell_id":"b$hex"}"#).gives(
            r#"{"success":true,"message":"Successfully killed shell: b$hex (make $word)","shell_id":"b$hex"}"#,
            "Successfully killed shell: b$hex (make $word)",
        ),
        3,
        FIRST,
        v(1, 9, 9),
    ),
    (
        shape("KillShell").of("TaskStop").input(r#"{"shell_id":"b$hex"}"#).gives(
            r#"{"message":"Successfully killed shell: b$hex (make $word)","shell_id":"b$hex"}"#,
            "Successfully killed shell: b$hex (make $word)",
        ),
        3,
        v(2, 0, 0),
        v(2, 1, 24),
    ),
    (
        shape("TaskStop")
            .input(r#"{"task_id":"b$hex"}"#)
            .gives(r#"{"message":"Successfully stopped task: b$hex (make $word)","task_id":"b$hex","task_type":"local_bash","command":"make $word"}"#, ""),
        6,
        v(2, 1, 25),
        LAST,
    ),
    (
        shape("TaskStop")
            .input(r#"{"task_id":"a$hex"}"#)
            .gives(r#"{"message":"Successfully stopped task: a$hex","task_id":"a$hex","task_type":"local_agent"}"#, ""),
        1,
        v(2, 1, 25),
        LAST,
    ),
    (shape("TaskStop").input(r#"{"task_id":"b$hex"}"#).invalid("Task b$hex is not running (status: completed)"), 1, v(2, 1, 25), LAST),
    (
        shape("Monitor").input(r#"{"description":"$title","command":"tail -f $file | grep --line-buffered $word","timeout_ms":600000,"persistent":false}"#).gives(
            r#"{"taskId":"b$hex","timeoutMs":600000,"persistent":false}"#,
            "Monitor started (task b$hex, timeout 600000ms).",
        ),
        3,
        v(2, 1, 119),
        LAST,
    ),
    (
        shape("Monitor").input(r#"{"description":"$title","timeout_ms":300000,"ws":{"url":"wss://build.example.com/$ident","protocols":["v1","v2"]}}"#).gives(
            r#"{"taskId":"m$hex","timeoutMs":0,"persistent":true,"keptInSandboxByCheck":true}"#,
            "Monitor started (task m$hex, persistent).",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
];
