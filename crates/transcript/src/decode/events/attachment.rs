//! What attachments tell: hooks that ran, and what the program put beside a prompt.

use super::{Fields, Said, Teller, count};
use crate::decode::details::{Attachment, Details};
use crate::decode::drift;
use crate::json::Raw;
use crate::text;

pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let Some(attachment) = details.attachment.get() else {
        teller.other(Some("attachment"), Fields::default());
        return;
    };
    let kind = attachment.kind.str();
    let said = said(teller, attachment);
    let fields = Fields {
        subtype: kind,
        tool_use_id: attachment.tool_use_id.str(),
        duration_ms: attachment.duration_ms.copied().map(|ms| ms.0),
        ..said.fields()
    };
    if kind.is_some_and(|kind| kind.starts_with("hook_")) {
        hook(teller, attachment, fields);
    } else {
        other(teller, attachment, fields);
    }
}

/// Short texts are kept; contents are measured.
fn said<'a>(teller: &Teller<'_, '_, '_>, attachment: &Attachment<'a>) -> Said<'a> {
    let policy = teller.policy();
    let blocking = attachment.blocking_error.get().map(|error| error.text).unwrap_or_default();
    match attachment.kind.str() {
        Some("hook_system_message") => Said::notice(attachment.content, policy),
        Some("hook_blocking_error") => Said::notice(blocking, policy),
        Some("hook_non_blocking_error") => Said::notice(attachment.stderr.json().map(Raw::of).unwrap_or_default(), policy),
        _ => Said::notice(attachment.notice, policy).or(|| Said::body(attachment.text)).or(|| Said::body(attachment.content)),
    }
}

fn hook(teller: &mut Teller<'_, '_, '_>, attachment: &Attachment<'_>, fields: Fields<'_>) {
    let command = attachment.command.str().or(attachment.blocking_error.get().and_then(|error| error.command.str()));
    let command = command.map(|command| teller.policy().name(command));
    let bytes = |json: Option<&str>| json.and_then(text::measure_json).map(|measure| measure.bytes);
    let fields = Fields {
        hook_event: attachment.hook_event.str(),
        hook_name: attachment.hook_name.str(),
        command: command.as_deref(),
        exit_code: attachment.exit_code.copied(),
        stdout_bytes: bytes(attachment.stdout.json()),
        stderr_bytes: bytes(attachment.stderr.json()),
        permission_mode: attachment.permission_mode.str(),
        tool_name: attachment.tool_name.str(),
        ..payload(attachment.payload, fields)
    };
    teller.tell("hook", fields);
}

fn other(teller: &mut Teller<'_, '_, '_>, attachment: &Attachment<'_>, fields: Fields<'_>) {
    let policy = teller.policy();
    let path = attachment.path.str().map(|path| policy.name(path));
    let output_file = attachment.output_file.str().map(|path| policy.name(path));
    let is_known = attachment.kind.str().is_some_and(|kind| drift::ATTACHMENTS.contains(&kind));
    let kept = if is_known { attachment.payload } else { Raw::of(teller.told.json) };
    let met = attachment.met.copied().map(|met| if met { "met" } else { "unmet" });
    let fields = Fields {
        status: attachment.status.str().or(met),
        name: attachment.agent_type.str(),
        ref_uuid: attachment.source_uuid.str(),
        path: path.as_deref(),
        item_count: attachment.item_count.copied().or(count(&attachment.items)),
        added_count: count(&attachment.added),
        removed_count: count(&attachment.removed),
        is_initial: attachment.is_initial.copied(),
        line_start: attachment.line_start.copied(),
        line_end: attachment.line_end.copied(),
        reminder_type: attachment.mode.str(),
        total_tokens: attachment.tokens.copied(),
        max_turns: attachment.max_turns.copied(),
        turn_count: attachment.turn_count.copied(),
        iterations: attachment.iterations.copied(),
        plan_exists: attachment.plan_exists.copied(),
        task_id: attachment.task_id.str(),
        task_type: attachment.task_type.str(),
        output_file: output_file.as_deref(),
        ..payload(kept, fields)
    };
    teller.tell("attachment", fields);
}

/// The fields with what has no columns of its own.
fn payload<'f>(raw: Raw<'f>, fields: Fields<'f>) -> Fields<'f> {
    Fields { payload: raw.json(), payload_bytes: raw.json().map(|json| json.len() as i64), ..fields }
}
