//! What is to happen later: CronCreate, CronDelete, CronList, ScheduleWakeup and RemoteTrigger.

use super::flat::{self, calls, items};
use super::registry::Tool;
use crate::table::Table;

calls! {
    /// Prompts that were put on, or taken off, the schedule of a session. One row per call of CronCreate, CronDelete or CronList.
    mod cron_calls as Cron {
        /// Tool: CronCreate, CronDelete, CronList.
        best tool: Text = called.name(),
        /// Job. NULL where neither input nor result says, and for CronList. Source: `id`.
        best job_id: Opt<Text> = either.id("id"),
        /// When, as a cron expression in local time. NULL where the input does not say. Source: `cron`.
        best cron: Opt<Text> = input.text("cron"),
        /// Length of the prompt. NULL where the input does not have it. Source: `prompt`.
        best prompt_bytes: Opt<Int> = input.bytes("prompt"),
        /// XXH3-64 of the prompt. NULL where the input does not have it.
        best prompt_hash: Opt<Int> = input.hash("prompt"),
        /// Whether it comes again and again. NULL where neither says: yes. Source: `recurring`.
        best recurring: Opt<Bool> = either.flag("recurring"),
        /// Whether it outlives the session. NULL where neither says: no. Source: `durable`.
        best durable: Opt<Bool> = either.flag("durable"),
        /// When, in words. NULL where the result does not say. Source: `humanSchedule`.
        best human_schedule: Opt<Text> = output.text("humanSchedule"),
        /// When it comes next, UTC. NULL where the result does not say. Source: `nextFireAt`.
        best next_fire_at: Opt<Time> = output.instant("nextFireAt"),
        /// Age at which it ends; 0 for never. NULL where the result does not say. Source: `maxAgeMs`.
        best max_age_ms: Opt<Int> = output.int("maxAgeMs"),
        /// Other prompts that come once and have not yet. NULL where the result does not say. Source: `otherOneShots`.
        best other_one_shots: Opt<Int> = output.count("otherOneShots"),
        /// Whether a loop's next turn ended with it. NULL where the result does not say. Source: `endedLoopWakeup`.
        best ended_loop_wakeup: Opt<Bool> = output.flag("endedLoopWakeup"),
        /// Jobs that were listed. NULL for other tools, and where the result does not say. Source: `jobs`.
        best job_count: Opt<Int> = output.count("jobs"),
    }
    lists { jobs: CronJob = output("jobs" | "otherOneShots"), }
}

items! {
    /// Jobs of the schedule as calls showed them. One row per job and call of CronList, or of CronCreate for what else waits.
    mod cron_jobs as CronJob {
        /// Job. NULL where the result does not say. Source: `id`.
        best job_id: Opt<Text> = item.id("id"),
        /// When, as a cron expression in local time. NULL where the result does not say. Source: `cron`.
        best cron: Opt<Text> = item.text("cron"),
        /// When, in words. NULL where the result does not say. Source: `humanSchedule`.
        best human_schedule: Opt<Text> = item.text("humanSchedule"),
        /// Length of the prompt. NULL where the result does not say. Source: `prompt`.
        best prompt_bytes: Opt<Int> = item.bytes("prompt"),
        /// XXH3-64 of the prompt. NULL where the result does not say.
        best prompt_hash: Opt<Int> = item.hash("prompt"),
        /// Whether it comes again and again. NULL where the result does not say. Source: `recurring`.
        best recurring: Opt<Bool> = item.flag("recurring"),
        /// Whether it outlives the session. NULL where the result does not say. Source: `durable`.
        best durable: Opt<Bool> = item.flag("durable"),
        /// When it comes next, UTC. NULL where the result does not say. Source: `nextFireAt`.
        best next_fire_at: Opt<Time> = item.instant("nextFireAt"),
    }
}

calls! {
    /// When a loop is to go on, or that it ends. One row per call of ScheduleWakeup.
    mod wakeups as Wakeup {
        /// Time to wait that was asked for. NULL where the input does not say. Source: `delaySeconds`.
        best delay_asked_ms: Opt<Int> = input.seconds("delaySeconds" | "delay_seconds"),
        /// Why that long. NULL where the input does not say. Source: `reason`.
        best reason: Opt<Text> = input.prose("reason"),
        /// Length of the prompt to go on with. NULL where the input does not have it. Source: `prompt`.
        best prompt_bytes: Opt<Int> = input.bytes("prompt"),
        /// XXH3-64 of the prompt. NULL where the input does not have it.
        best prompt_hash: Opt<Int> = input.hash("prompt"),
        /// Whether the loop was to end. NULL where the input does not say: no. Source: `stop`.
        best stop: Opt<Bool> = input.flag("stop"),
        /// Whether nothing had changed. NULL where the input does not say. Source: `noop`.
        best noop: Opt<Bool> = input.flag("noop"),
        /// When the loop goes on, UTC. NULL where the result does not say, and where the loop ended. Source: `scheduledFor`.
        best scheduled_for: Opt<Time> = output.instant_if_any("scheduledFor"),
        /// Time to wait that was set. NULL where the result does not say. Source: `clampedDelaySeconds`.
        best delay_ms: Opt<Int> = output.seconds("clampedDelaySeconds"),
        /// Whether another time was set than was asked for. NULL where the result does not say. Source: `wasClamped`.
        best was_clamped: Opt<Bool> = output.flag("wasClamped"),
        /// Whether the loop ended. NULL where the result does not say: no. Source: `stopped`.
        best stopped: Opt<Bool> = output.flag("stopped"),
        /// Turns that waited and no longer do. NULL where the result does not say. Source: `cancelledWakeups`.
        best cancelled_wakeups: Opt<Int> = output.int("cancelledWakeups"),
    }
}

calls! {
    /// Routines that run elsewhere. One row per call of RemoteTrigger.
    mod remote_triggers as RemoteTrigger {
        /// What was to be done: list, get, create, update, run, create_webhook_trigger, list_runs, get_run_log. NULL where the input does not say. Source: `action`.
        best action: Opt<Text> = input.text("action"),
        /// Routine. NULL where the input does not say. Source: `trigger_id`.
        best trigger_id: Opt<Text> = input.id("trigger_id"),
        /// Session of a run. NULL where the input does not say. Source: `session_id`.
        best run_session_id: Opt<Text> = input.id("session_id"),
        /// Whether a list was to go on. NULL where it was not. Source: `cursor`.
        best cursor: Opt<Text> = input.name("cursor"),
        /// Parts of what was sent, joined by commas. NULL where nothing was. Source: the keys of `body`.
        best body_keys: Opt<Text> = input.keys("body"),
        /// Size of what was sent, as JSON. NULL where nothing was.
        best body_bytes: Opt<Int> = input.object_bytes("body"),
        /// HTTP status of the answer. NULL where the result does not say. Source: `status`.
        best status_code: Opt<Int> = output.int("status"),
        /// Size of the answer. NULL where the result does not say. Source: `json`.
        best answer_bytes: Opt<Int> = output.bytes("json"),
        /// The answer in words. NULL where the result does not say. Source: `summary`.
        best summary: Opt<Text> = output.prose("summary"),
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] = &[
    Tool::new("CronCreate", CRON, flat::open::<Cron>).asks(false),
    Tool::new("CronDelete", CRON, flat::open::<Cron>).asks(false),
    Tool::new("CronList", CRON, flat::open::<Cron>).asks(false),
    Tool::new("ScheduleWakeup", &[&wakeups::TABLE], flat::open::<Wakeup>).asks(false).seen("2.1.209", "2.1.217"),
    Tool::new("RemoteTrigger", &[&remote_triggers::TABLE], flat::open::<RemoteTrigger>).asks(false),
];

static CRON: &[&Table] = &[&cron_calls::TABLE, &cron_jobs::TABLE];

#[cfg(test)]
mod tests {
    use super::super::testing::{Given, decode};
    use super::*;

    #[test]
    fn a_loop_that_ended_has_no_next_time() {
        let payload = r#"{"scheduledFor":0,"clampedDelaySeconds":0,"wasClamped":false,"stopped":true,"cancelledWakeups":1}"#;
        let decoded = decode("ScheduleWakeup", r#"{"stop":true}"#, Given(r#""Loop stopped.""#, Some(payload), false));
        let row = wakeups::Columns::of(decoded.batch("wakeups"));
        assert_eq!((row.scheduled_for.get(0), row.stopped.get(0), row.cancelled_wakeups.get(0)), (None, Some(true), Some(1)));
        assert_eq!(decoded.problem(), None, "0 stands for never");
    }
}
