//! What only the records of a stream tell.

use super::{Fields, Said, Teller, count, system};
use crate::decode::details::Details;
use crate::json::Raw;
use crate::text;

/// Records that say only that something goes on, or that have a table of their own.
const SILENT: &[&str] =
    &["hook_started", "hook_progress", "thinking_tokens", "control_request_progress", "tool_progress", "keep_alive", "stream_event", "result"];

/// Records that say little more than what they are.
const TOLD: &[&str] = &[
    "active_goal",
    "auth_status",
    "background_tasks_changed",
    "commands_changed",
    "conversation_reset",
    "elicitation_complete",
    "files_persisted",
    "memory_recall",
    "mirror_error",
    "plugin_install",
    "session_writes_lost",
    "tool_use_summary",
    "worker_shutting_down",
];

/// Tells what a record of this type, or system record of this subtype, says. Says whether it is one that only streams have.
pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, kind: &str, fields: Fields<'_>) -> bool {
    let policy = teller.policy();
    let said = Said::notice(details.notice, policy).or(|| Said::notice(details.summary, policy)).or(|| Said::notice(details.error, policy));
    let texts = if said.measure.is_some() { said.fields() } else { fields };
    let fields = Fields { level: fields.level, tool_use_id: fields.tool_use_id, trigger: fields.trigger, ..texts };
    match kind {
        kind if SILENT.contains(&kind) => {}
        "status" => {
            let fields = Fields { status: details.status.str(), permission_mode: teller.told.line.permission_mode.str(), ..fields };
            teller.tell("status", fields);
        }
        "hook_response" => hook(teller, details),
        "permission_denied" => {
            let fields = Fields { subtype: details.decision.str(), tool_name: details.tool_name.str(), ..fields };
            teller.tell("permission_denied", fields);
        }
        "local_command_output" => {
            let said = Said::body(details.content);
            teller.tell("local_command", Fields { subtype: Some(kind), ..said.fields() });
        }
        "notification" => teller.tell("notification", fields),
        "session_state_changed" => teller.tell("session_state", Fields { status: details.state.str(), ..fields }),
        "prompt_suggestion" => teller.tell("prompt_suggestion", Said::body(details.notice).fields()),
        kind if TOLD.contains(&kind) => {
            let fields = Fields { status: details.status.str(), item_count: count(&details.listed), mode: details.mode.str(), ..fields };
            teller.tell(kind, fields);
        }
        "rate_limit_event" => rate_limit(teller, details),
        "error" => system::failure(teller, details, "error", fields),
        "control_request" | "control_response" | "control_cancel_request" => control(teller, details, kind),
        _ => return false,
    }
    true
}

fn hook(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let bytes = |json: Option<&str>| json.and_then(text::measure_json).map(|measure| measure.bytes);
    let fields = Fields {
        subtype: Some("hook_response"),
        hook_event: details.hook_event.str(),
        hook_name: details.hook_name.str(),
        exit_code: details.exit_code.copied(),
        stdout_bytes: bytes(details.stdout.json()),
        stderr_bytes: bytes(details.stderr.json()),
        status: details.outcome.str(),
        ..Fields::default()
    };
    teller.tell("hook", fields);
}

fn rate_limit(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let Some(limit) = details.rate_limit.get() else {
        teller.other(Some("rate_limit_event"), Fields::default());
        return;
    };
    let fields = Fields {
        status: limit.status.str(),
        rate_limit_type: limit.kind.str(),
        resets_ts: limit.resets.copied().map(|instant| instant.0),
        utilization_percent: percent(limit.utilization),
        overage_status: limit.overage_status.str(),
        is_using_overage: limit.is_using_overage.copied(),
        ..Fields::default()
    };
    teller.tell("rate_limit", fields);
}

/// A fraction in percent.
fn percent(fraction: Raw<'_>) -> Option<i64> {
    let fraction: f64 = fraction.json()?.parse().ok()?;
    (0.0..=1_000.0).contains(&fraction).then(|| (fraction * 100.0).round() as i64)
}

fn control(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, kind: &str) {
    let policy = teller.policy();
    let asked = details.request.get().or(details.response.get());
    let said = asked.map(|asked| Said::notice(asked.error, policy)).unwrap_or_default();
    let fields = Fields {
        subtype: Some(kind),
        name: asked.and_then(|asked| asked.subtype.str()),
        tool_name: asked.and_then(|asked| asked.tool_name.str()),
        tool_use_id: asked.and_then(|asked| asked.tool_use_id.str()),
        ..said.fields()
    };
    teller.tell("control", fields);
}
