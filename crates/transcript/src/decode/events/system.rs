//! What system records tell.

use super::{Fields, Said, Teller, count, measure, notification, stream};
use crate::decode::details::{ApiError, Cause, Compaction, Details, Innermost, Wrapped};
use crate::json::{self, Field, Raw};
use crate::line::Str;
use crate::text;

pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let subtype = teller.told.line.subtype.str();
    let notice = Said::notice(details.content, teller.policy());
    let fields = Fields {
        level: details.level.str(),
        tool_use_id: details.tool_use_id.str(),
        trigger: details.trigger.str(),
        duration_ms: details.duration_ms.copied().map(|ms| ms.0),
        ..notice.fields()
    };
    match subtype {
        Some("compact_boundary") => compaction(teller, details, "compaction", fields),
        Some("microcompact_boundary") => compaction(teller, details, "microcompaction", fields),
        Some("stop_hook_summary") => stop_hooks(teller, details, fields),
        Some("turn_duration") => teller.tell("turn_duration", Fields { message_count: details.message_count.copied(), ..fields }),
        Some("api_error" | "api_retry") if details.retry_attempt.copied().is_some() => failure(teller, details, "api_retry", fields),
        Some("local_command") => local_command(teller, details, fields),
        Some("bridge_status") => {
            let url = details.url.str().map(|url| teller.policy().name(url));
            teller.tell("bridge_status", Fields { url: url.as_deref(), ..fields });
        }
        Some(kind @ ("away_summary" | "informational")) => teller.tell(kind, fields),
        Some(kind @ ("model_refusal_fallback" | "model_refusal_no_fallback")) => teller.tell(
            kind,
            Fields {
                model: details.model.str(),
                fallback_model: details.fallback_model.str(),
                refusal_category: details.api_refusal_category.str(),
                ref_uuid: details.refused_uuid.str(),
                request_id: teller.told.line.request_id.str(),
                ..fields
            },
        ),
        Some("init") => init(teller, details, fields),
        Some(kind @ ("task_started" | "task_progress" | "task_updated" | "task_notification")) => task(teller, details, kind, fields),
        Some(kind) if stream::tell(teller, details, kind, fields) => {}
        _ => teller.other(subtype, fields),
    }
}

fn compaction(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, kind: &str, fields: Fields<'_>) {
    let done = details.compact.get().or(details.microcompact.get());
    let number = |field: fn(&Compaction<'_>) -> Option<i64>| done.and_then(field);
    let is_whole = kind == "compaction";
    let fields = Fields {
        subtype: is_whole.then_some("boundary"),
        from_boundary: is_whole.then_some(true),
        trigger: done.and_then(|done| done.trigger.str()),
        pre_tokens: number(|done| done.pre_tokens.copied()),
        post_tokens: number(|done| done.post_tokens.copied()),
        dropped_tokens: number(|done| done.dropped_tokens.copied()),
        saved_tokens: number(|done| done.saved_tokens.copied()),
        duration_ms: number(|done| done.duration_ms.copied().map(|ms| ms.0)),
        preserved_messages: number(|done| count(&done.preserved.get()?.uuids)),
        ref_uuid: details.logical_parent_uuid.str(),
        ..fields
    };
    teller.tell(kind, fields);
}

/// A summary, and each hook that it lists.
fn stop_hooks(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, fields: Fields<'_>) {
    let reason = Said::notice(details.stop_reason, teller.policy());
    let texts = if reason.measure.is_some() { reason.fields() } else { fields };
    let summary = Fields {
        subtype: Some("stop_hook_summary"),
        level: fields.level,
        tool_use_id: fields.tool_use_id,
        hook_count: details.hook_count.copied(),
        hook_errors: count(&details.hook_errors),
        has_output: details.has_output.copied(),
        prevented_continuation: details.prevented_continuation.copied(),
        item_count: count(&details.hook_context),
        ..texts
    };
    teller.tell("hook", summary);
    for (info, index) in details.hook_infos.get().into_iter().flatten().zip(1..) {
        let Some(info) = info.get() else { continue };
        let command = info.command.str().map(|command| teller.policy().name(command));
        let hook = Fields {
            event_index: index,
            subtype: Some("stop_hook"),
            tool_use_id: details.tool_use_id.str(),
            command: command.as_deref(),
            duration_ms: info.duration_ms.copied().map(|ms| ms.0),
            ..Fields::default()
        };
        teller.tell("hook", hook);
    }
}

/// A request that failed, with what is said of another attempt.
pub(super) fn failure(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, kind: &str, fields: Fields<'_>) {
    let failure = Failure::of(details);
    let said = Said::notice(failure.message(), teller.policy());
    let fields = if said.measure.is_some() { Fields { level: fields.level, tool_use_id: fields.tool_use_id, ..said.fields() } } else { fields };
    let fields = Fields {
        retry_attempt: details.retry_attempt.copied(),
        max_retries: details.max_retries.copied(),
        retry_in_ms: details.retry_in_ms.copied().map(|ms| ms.0),
        ..failure.fields(fields)
    };
    teller.tell(kind, fields);
}

/// Output and name of a slash command: the name is kept, the output is a body.
fn local_command(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, fields: Fields<'_>) {
    let content = details.content.string().and_then(text::decode_json);
    let name = content.as_deref().and_then(|content| notification::tag(content, "command-name"));
    teller.tell("local_command", Fields { text: None, name, ..fields });
}

fn init(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, fields: Fields<'_>) {
    let fields = Fields {
        model: details.model.str(),
        permission_mode: teller.told.line.permission_mode.str(),
        client_version: details.client_version.str(),
        api_key_source: details.api_key_source.str(),
        output_style: details.output_style.str(),
        item_count: count(&details.tools),
        mcp_servers: count(&details.mcp_servers),
        agents: count(&details.agents),
        skills: count(&details.skills),
        ..fields
    };
    teller.tell("init", fields);
}

fn task(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>, kind: &str, fields: Fields<'_>) {
    let policy = teller.policy();
    let patch = details.patch.get();
    let error = patch.map(|patch| patch.error).unwrap_or_default();
    let notice = Said::notice(details.summary, policy).or(|| Said::notice(error, policy)).or(|| Said::notice(details.description, policy));
    let output_file = details.output_file.str().filter(|path| !path.is_empty()).map(|path| teller.policy().name(path));
    let usage = details.usage.get();
    let summary = details.summary.string().and_then(text::decode_json);
    let fields = Fields {
        subtype: (kind == "task_notification").then_some("system"),
        tool_use_id: fields.tool_use_id,
        task_id: details.task_id.str(),
        task_type: details.task_type.str(),
        tool_name: details.last_tool_name.str(),
        output_file: output_file.as_deref(),
        status: details.status.str().or(patch.and_then(|patch| patch.status.str())),
        exit_code: summary.as_deref().and_then(notification::exit_code),
        total_tokens: usage.and_then(|usage| usage.total_tokens.copied()),
        tool_uses: usage.and_then(|usage| usage.tool_uses.copied()),
        duration_ms: usage.and_then(|usage| usage.duration_ms.copied()).map(|ms| ms.0),
        prompt_bytes: measure(details.prompt).map(|measure| measure.bytes),
        ..notice.fields()
    };
    teller.tell(kind, fields);
}

/// What a record says of a failed request, wherever it stands in it.
#[derive(Debug)]
pub(super) struct Failure<'d, 'a> {
    details: &'d Details<'a>,
    /// The error where it is one word.
    word: Str<'a>,
    /// The error where it is an object.
    error: Field<ApiError<'a>>,
}

impl<'d, 'a> Failure<'d, 'a> {
    pub(super) fn of(details: &'d Details<'a>) -> Self {
        let json = details.error.json();
        Failure {
            details,
            word: json.and_then(|json| json::read(json).ok()).unwrap_or_default(),
            error: json.and_then(|json| json::read(json).ok()).unwrap_or_default(),
        }
    }

    fn answer(&self) -> Option<&Wrapped<'a>> {
        self.error.get()?.error.get()
    }

    fn innermost(&self) -> Option<&Innermost<'a>> {
        self.answer()?.error.get()
    }

    fn causes(&self) -> impl Iterator<Item = &Cause<'a>> {
        let error = self.error.get();
        [self.details.cause.get(), error.and_then(|error| error.cause.get()), error.and_then(|error| error.connection.get())].into_iter().flatten()
    }

    /// The message: the API's own, else the program's.
    fn message(&self) -> Raw<'a> {
        let error = self.error.get();
        let messages = [
            self.innermost().map(|error| error.message),
            self.answer().map(|answer| answer.message),
            error.map(|error| error.message),
            error.map(|error| error.formatted),
        ];
        let causes = self.causes().map(|cause| cause.message);
        messages.into_iter().flatten().chain(causes).find(|message| message.string().is_some()).unwrap_or_default()
    }

    /// The fields with those of the failure.
    pub(super) fn fields<'f>(&'f self, fields: Fields<'f>) -> Fields<'f> {
        let error = self.error.get();
        let kind = self.word.str().or(self.innermost().and_then(|error| error.kind.str()));
        let request_id = error.and_then(|error| error.request_id.str()).or(self.answer().and_then(|answer| answer.request_id.str()));
        Fields {
            error_type: kind.or(error.and_then(|error| error.kind.str())),
            error_code: self.causes().find_map(|cause| cause.code.str()),
            error_status: self.details.api_error_status.copied().or(error.and_then(|error| error.status.copied())),
            request_id,
            ..fields
        }
    }
}
