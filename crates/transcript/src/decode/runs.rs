//! Rows of `runs` and `run_models`: the result messages of a stream.

use std::borrow::Cow;

use serde::de::MapAccess;

use super::Out;
use super::details::List;
use super::place::{Carrier, Place};
use super::stream::Init;
use crate::json::{self, Field, Key, Parts, Raw, Rounded, Take, object};
use crate::line::{Instant, Line, Origin, Str, Usage};
use crate::money::pico_dollars;
use crate::tables::{run_child, run_models, runs};
use crate::text;

object! {
    /// The fields of a result message beside its envelope.
    struct RunResult<'a> {
        is_error: Field<bool> = "is_error",
        duration_ms: Field<Rounded> = "duration_ms",
        duration_api_ms: Field<Rounded> = "duration_api_ms",
        num_turns: Field<i64> = "num_turns",
        stop_reason: Str<'a> = "stop_reason",
        terminal_reason: Str<'a> = "terminal_reason",
        api_error_status: Field<i64> = "api_error_status",
        result: Raw<'a> = "result",
        errors: List<'a> = "errors",
        total_cost_usd: Raw<'a> = "total_cost_usd",
        usage: Field<Usage<'a>> = "usage",
        models: Field<Models<'a>> = "modelUsage",
        denials: Field<Vec<Field<Denial<'a>>>> = "permission_denials",
        structured_output: Raw<'a> = "structured_output",
        deferred: Field<Deferred<'a>> = "deferred_tool_use",
        queued_turns: Field<i64> = "queued_turn_count",
        result_index: Field<i64> = "result_index",
        user_message_uuid: Str<'a> = "user_message_uuid",
        user_messages: List<'a> = "user_message_uuids",
        origin: Field<Origin<'a>> = "origin",
        resume_reason: Str<'a> = "resume_reason",
        local_command: Str<'a> = "local_command",
        fast_mode_state: Str<'a> = "fast_mode_state",
        fast_mode_disabled_reason: Str<'a> = "fast_mode_disabled_reason",
        credential_expires: Field<Instant> = "credential_expires_at",
        startup_failure_reason: Str<'a> = "startup_failure_reason",
        invalid_config: Field<InvalidConfig<'a>> = "invalid_config_file",

        ttft_ms: Field<Rounded> = "ttft_ms",
        ttft_stream_ms: Field<Rounded> = "ttft_stream_ms",
        time_to_request_ms: Field<Rounded> = "time_to_request_ms",
        time_to_request_from_spawn_ms: Field<Rounded> = "time_to_request_from_spawn_ms",
        warm_spare_claimed: Field<bool> = "warm_spare_claimed",
        time_origin_ms: Field<Rounded> = "time_origin_ms",
        request_sent_wall_ms: Field<Rounded> = "request_sent_wall_ms",
        first_content_frame_ms: Field<Rounded> = "first_content_frame_ms",
        first_stream_post_ms: Field<Rounded> = "first_stream_post_ms",
        first_stream_post_ack_ms: Field<Rounded> = "first_stream_post_ack_ms",
        first_stream_post_queue_wait_ms: Field<Rounded> = "first_stream_post_queue_wait_ms",
        first_stream_post_queued_behind: Str<'a> = "first_stream_post_queued_behind",
        first_stream_post_wall_ms: Field<Rounded> = "first_stream_post_wall_ms",
        first_text_post_ms: Field<Rounded> = "first_text_post_ms",
        first_text_post_queue_wait_ms: Field<Rounded> = "first_text_post_queue_wait_ms",
        first_text_post_queued_behind: Str<'a> = "first_text_post_queued_behind",
        first_text_post_wall_ms: Field<Rounded> = "first_text_post_wall_ms",
    } ignored:;

    /// What a model did in a run.
    struct ModelUsage<'a> {
        input_tokens: Field<i64> = "inputTokens",
        output_tokens: Field<i64> = "outputTokens",
        thinking_tokens: Field<i64> = "thinkingTokens",
        cache_read_tokens: Field<i64> = "cacheReadInputTokens",
        cache_write_tokens: Field<i64> = "cacheCreationInputTokens",
        cache_write_5m_tokens: Field<i64> = "cacheCreationEphemeral5mInputTokens",
        cache_write_1h_tokens: Field<i64> = "cacheCreationEphemeral1hInputTokens",
        web_search_requests: Field<i64> = "webSearchRequests",
        cost_usd: Raw<'a> = "costUSD",
        context_window: Field<i64> = "contextWindow",
        max_output_tokens: Field<i64> = "maxOutputTokens",
        canonical_model: Str<'a> = "canonicalModel",
        provider: Str<'a> = "provider",
        cost_basis: Str<'a> = "costBasis",
    } ignored:;

    /// A call that was denied.
    struct Denial<'a> {
        tool_name: Str<'a> = "tool_name",
    }

    /// A call that was left to the program that drives the run.
    struct Deferred<'a> {
        id: Str<'a> = "id",
        name: Str<'a> = "name",
        input: Raw<'a> = "input",
    }

    /// A file of settings that could not be read.
    struct InvalidConfig<'a> {
        path: Str<'a> = "path",
        is_global: Field<bool> = "is_global",
        backup_searched: Field<bool> = "backup_searched",
        backup_path: Str<'a> = "backup_path",
    }
}

/// What models did, by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Models<'a>(Vec<(Cow<'a, str>, Field<ModelUsage<'a>>)>);

impl Parts for Models<'_> {}

impl<'de> Take<'de> for Models<'de> {
    fn map<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut models: Vec<(Cow<'de, str>, Field<ModelUsage<'de>>)> = Vec::new();
        while let Some((Key(name), usage)) = map.next_entry()? {
            models.retain(|(other, _)| *other != name);
            models.push((name, usage));
        }
        Ok(Some(Models(models)))
    }
}

impl<'a> Models<'a> {
    /// The models that have an object.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &ModelUsage<'a>)> {
        self.0.iter().filter_map(|(name, usage)| Some((&**name, usage.get()?)))
    }
}

/// A time span in milliseconds.
fn span(field: &Field<Rounded>) -> Option<i64> {
    field.copied().map(|time| time.0)
}

/// An instant that is written in milliseconds since 1970.
fn instant(field: &Field<Rounded>) -> Option<i64> {
    crate::time::epoch_micros(field.copied()?.0)
}

fn length(raw: Raw<'_>) -> Option<i64> {
    raw.json().map(|json| json.len() as i64)
}

impl<'a> RunResult<'a> {
    /// Reads the fields of a line that is a result message of a stream. NULL for other lines.
    pub(super) fn of(line: &Line<'_>, carrier: Carrier, text: &'a str) -> Option<Self> {
        if carrier != Carrier::Stream || line.kind.str() != Some("result") {
            return None;
        }
        match json::read(text) {
            Ok(Field::Is(result)) => Some(result),
            _ => None,
        }
    }

    /// Appends the rows.
    pub(super) fn append(&self, out: &mut Out<'_>, line: &Line<'_>, place: &Place<'_>, run_id: &str, init: &Init) {
        self.append_run(out, line, place, run_id, init);
        let run =
            run_child::Row { run_id, machine: &out.source.machine, ts: place.ts, session_id: &place.session_id, agent_id: place.agent_id.as_deref() };
        for (model, usage) in self.models.get().into_iter().flat_map(Models::iter) {
            let row = run_models::Row {
                run: &run,
                model,
                input_tokens: usage.input_tokens.copied(),
                output_tokens: usage.output_tokens.copied(),
                thinking_tokens: usage.thinking_tokens.copied(),
                cache_read_tokens: usage.cache_read_tokens.copied(),
                cache_write_tokens: usage.cache_write_tokens.copied(),
                cache_write_5m_tokens: usage.cache_write_5m_tokens.copied(),
                cache_write_1h_tokens: usage.cache_write_1h_tokens.copied(),
                web_search_requests: usage.web_search_requests.copied(),
                cost_usd: usage.cost_usd.json().and_then(pico_dollars),
                context_window: usage.context_window.copied(),
                max_output_tokens: usage.max_output_tokens.copied(),
                canonical_model: usage.canonical_model.str(),
                provider: usage.provider.str(),
                cost_basis: usage.cost_basis.str(),
            };
            out.tables.run_models.append(out.origin, &row);
        }
    }

    fn append_run(&self, out: &mut Out<'_>, line: &Line<'_>, place: &Place<'_>, run_id: &str, init: &Init) {
        let policy = out.policy;
        let name = |text: &Str<'a>| text.str().map(|text| policy.name(text).into_owned());
        let result = self.result.string().and_then(text::measure_json);
        let errors = self.error_text();
        let denied = self.denied_tools();
        let none = Usage::default();
        let usage = self.usage.get().unwrap_or(&none);
        let cache = usage.cache_creation.get();
        let server = usage.server_tool_use.get();
        let deferred = self.deferred.get();
        let config = self.invalid_config.get();
        let config_path = config.and_then(|config| name(&config.path));
        let backup_path = config.and_then(|config| name(&config.backup_path));
        let local_command = name(&self.local_command);
        let row = runs::Row {
            common: &place.row(out.source),
            run_id,
            subtype: line.subtype.str(),
            is_error: self.is_error.copied(),
            duration_ms: span(&self.duration_ms),
            duration_api_ms: span(&self.duration_api_ms),
            num_turns: self.num_turns.copied(),
            stop_reason: self.stop_reason.str(),
            terminal_reason: self.terminal_reason.str(),
            api_error_status: self.api_error_status.copied(),
            result_bytes: result.map(|result| result.bytes),
            result_chars: result.map(|result| result.chars),
            result_lines: result.map(|result| result.lines),
            result_hash: result.map(|result| result.hash),
            error_count: self.errors.get().map(|errors| errors.len() as i64),
            error_text: errors.as_deref().and_then(|errors| policy.prose(errors)),
            total_cost_usd: self.total_cost_usd.json().and_then(pico_dollars),
            usage_input_tokens: usage.input_tokens.copied(),
            usage_output_tokens: usage.output_tokens.copied(),
            usage_cache_read_tokens: usage.cache_read_input_tokens.copied(),
            usage_cache_write_tokens: usage.cache_creation_input_tokens.copied(),
            usage_cache_write_5m_tokens: cache.and_then(|cache| cache.five_minutes.copied()),
            usage_cache_write_1h_tokens: cache.and_then(|cache| cache.hour.copied()),
            usage_thinking_tokens: usage.output_tokens_details.get().and_then(|details| details.thinking_tokens.copied()),
            usage_web_search_requests: server.and_then(|server| server.web_search_requests.copied()),
            usage_web_fetch_requests: server.and_then(|server| server.web_fetch_requests.copied()),
            usage_service_tier: usage.service_tier.str(),
            usage_speed: usage.speed.str(),
            usage_inference_geo: usage.inference_geo.str(),
            permission_denials: self.denials.get().map(|denials| denials.len() as i64),
            denied_tools: denied.as_deref(),
            structured_output_bytes: length(self.structured_output),
            deferred_tool: deferred.and_then(|deferred| deferred.name.str()),
            deferred_tool_use_id: deferred.and_then(|deferred| deferred.id.str()),
            deferred_input_bytes: deferred.and_then(|deferred| length(deferred.input)),
            queued_turns: self.queued_turns.copied(),
            result_index: self.result_index.copied(),
            user_message_uuid: self.user_message_uuid.str(),
            user_messages: self.user_messages.get().map(|messages| messages.len() as i64),
            origin_kind: self.origin.get().and_then(|origin| origin.kind.str()),
            resume_reason: self.resume_reason.str(),
            local_command: local_command.as_deref(),
            fast_mode_state: self.fast_mode_state.str(),
            fast_mode_disabled_reason: self.fast_mode_disabled_reason.str(),
            credential_expires_ts: self.credential_expires.copied().map(|instant| instant.0),
            startup_failure_reason: self.startup_failure_reason.str(),
            invalid_config_path: config_path.as_deref(),
            invalid_config_is_global: config.and_then(|config| config.is_global.copied()),
            invalid_config_backup_searched: config.and_then(|config| config.backup_searched.copied()),
            invalid_config_backup_path: backup_path.as_deref(),
            ttft_ms: span(&self.ttft_ms),
            ttft_stream_ms: span(&self.ttft_stream_ms),
            time_to_request_ms: span(&self.time_to_request_ms),
            time_to_request_from_spawn_ms: span(&self.time_to_request_from_spawn_ms),
            warm_spare_claimed: self.warm_spare_claimed.copied(),
            time_origin_ts: instant(&self.time_origin_ms),
            request_sent_ts: instant(&self.request_sent_wall_ms),
            first_content_frame_ms: span(&self.first_content_frame_ms),
            first_stream_post_ms: span(&self.first_stream_post_ms),
            first_stream_post_ack_ms: span(&self.first_stream_post_ack_ms),
            first_stream_post_queue_wait_ms: span(&self.first_stream_post_queue_wait_ms),
            first_stream_post_queued_behind: self.first_stream_post_queued_behind.str(),
            first_stream_post_ts: instant(&self.first_stream_post_wall_ms),
            first_text_post_ms: span(&self.first_text_post_ms),
            first_text_post_queue_wait_ms: span(&self.first_text_post_queue_wait_ms),
            first_text_post_queued_behind: self.first_text_post_queued_behind.str(),
            first_text_post_ts: instant(&self.first_text_post_wall_ms),
            model: init.model.as_deref(),
            permission_mode: init.permission_mode.as_deref(),
            api_key_source: init.api_key_source.as_deref(),
            output_style: init.output_style.as_deref(),
            effort: init.effort.as_deref(),
            view_mode: init.view_mode.as_deref(),
            tools: init.tools,
            mcp_servers: init.mcp_servers,
            slash_commands: init.slash_commands,
            agents: init.agents,
            skills: init.skills,
            plugins: init.plugins,
            plugin_errors: init.plugin_errors,
            betas: init.betas,
        };
        out.tables.runs.append(out.origin, &row);
    }

    fn error_text(&self) -> Option<String> {
        let errors: Vec<Cow<'_, str>> = self.errors.get()?.iter().filter_map(|error| text::decode_json(error.string()?)).collect();
        (!errors.is_empty()).then(|| errors.join("\n"))
    }

    fn denied_tools(&self) -> Option<String> {
        let mut tools: Vec<&str> = Vec::new();
        for tool in self.denials.get()?.iter().filter_map(|denial| denial.get()?.tool_name.str()) {
            if !tools.contains(&tool) {
                tools.push(tool);
            }
        }
        (!tools.is_empty()).then(|| tools.join(","))
    }
}
