//! What is to happen later.

use super::shape::{self, Shape, shape};
use super::{Call, Rows};
use crate::deck::Card;
use crate::kit::{Kit, Topic};
use crate::thread::Frame;
use crate::version::{LAST, v};

/// A call about the schedule of the session, or about routines that run elsewhere.
pub(crate) fn any(kit: &mut Kit, frame: &Frame) -> Call {
    shape::any(kit, frame, Topic::Schedule, SHAPES)
}

const SHAPES: &[Card<Shape>] = &[
    (
        shape("CronCreate").input(r#"{"cron":"*/10 * * * *","prompt":"$words"}"#).gives(
            r#"{"id":"$hex","humanSchedule":"Every 10 minutes","recurring":true}"#,
            "Scheduled recurring job $hex (Every 10 minutes). Session-only: gone when Claude exits.",
        ),
        4,
        v(2, 1, 76),
        LAST,
    ),
    (
        shape("CronCreate")
            .input(r#"{"cron":"30 14 6 5 *","prompt":"$words","recurring":false,"durable":true}"#)
            .gives(
                r#"{"id":"$hex","humanSchedule":"May 6 at 2:30 PM","recurring":false,"durable":true,"nextFireAt":$ms,"maxAgeMs":0,"otherOneShots":[{"id":"$hex1","humanSchedule":"at 9:00 AM","prompt":"$title1"},{"id":"$hex2","humanSchedule":"at 5:00 PM","prompt":"$title2"}]}"#,
                "Scheduled one-shot job $hex (May 6 at 2:30 PM).",
            )
            .rows(&[Rows::given("cron_jobs", 2)]),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (shape("CronCreate").input(r#"{"cron":"61 * * * *","prompt":"$words"}"#).invalid("Invalid cron expression '61 * * * *'."), 1, v(2, 1, 76), LAST),
    (shape("CronDelete").input(r#"{"id":"$hex"}"#).gives(r#"{"id":"$hex"}"#, "Cancelled job $hex."), 2, v(2, 1, 76), LAST),
    (
        shape("CronDelete").input(r#"{"id":"$hex"}"#).gives(r#"{"id":"$hex","endedLoopWakeup":true}"#, "Cancelled job $hex."),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("CronList")
            .gives(
                r#"{"jobs":[{"id":"$hex1","cron":"*/10 * * * *","humanSchedule":"Every 10 minutes","prompt":"$words1","recurring":true},{"id":"$hex2","cron":"0 9 * * 1-5","humanSchedule":"Weekdays at 9:00 AM","prompt":"$words2","durable":true,"nextFireAt":$ms}]}"#,
                "$hex1 — Every 10 minutes (recurring): $words1\n$hex2 — Weekdays at 9:00 AM: $words2",
            )
            .rows(&[Rows::given("cron_jobs", 2)]),
        2,
        v(2, 1, 76),
        LAST,
    ),
    (shape("CronList").gives(r#"{"jobs":[]}"#, "No scheduled jobs."), 1, v(2, 1, 76), LAST),
    (
        shape("ScheduleWakeup").input(r#"{"delaySeconds":1200,"reason":"$title","prompt":"$words"}"#).gives(
            r#"{"scheduledFor":$ms,"clampedDelaySeconds":1200,"wasClamped":false}"#,
            "Next wakeup scheduled (in 1200s). Nothing more to do this turn.",
        ),
        6,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ScheduleWakeup").input(r#"{"delaySeconds":10,"reason":"$title","prompt":"$words","noop":true}"#).gives(
            r#"{"scheduledFor":$ms,"clampedDelaySeconds":60,"wasClamped":true}"#,
            "Next wakeup scheduled (in 60s, clamped). Nothing more to do this turn.",
        ),
        1,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("ScheduleWakeup").input(r#"{"stop":true}"#).gives(
            r#"{"scheduledFor":0,"clampedDelaySeconds":0,"wasClamped":false,"stopped":true,"cancelledWakeups":1}"#,
            "Loop stopped. 1 pending wakeup cancelled.",
        ),
        3,
        v(2, 1, 205),
        LAST,
    ),
    (
        shape("RemoteTrigger").input(r#"{"action":"list"}"#).gives(r#"{"status":200,"json":"{\"data\":[],\"has_more\":false}"}"#, "HTTP 200\n{\"data\":[],\"has_more\":false}"),
        1,
        v(2, 1, 119),
        LAST,
    ),
    (
        shape("RemoteTrigger")
            .input(r#"{"action":"update","trigger_id":"trig_$hex","body":{"name":"$title","enabled":false}}"#)
            .gives(r#"{"status":404,"json":"{\"error\":\"not found\"}","summary":"There is no routine trig_$hex."}"#, "HTTP 404\n{\"error\":\"not found\"}"),
        1,
        v(2, 1, 119),
        LAST,
    ),
];
