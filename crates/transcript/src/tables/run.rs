//! Runs: what `claude -p` and the SDK say of a turn when it is over.

use crate::table;

table! {
    /// Result messages of streams: how a turn ended, and what the run cost until then. Figures are the program's own. One row per result
    /// message. Cost and `run_models` grow from message to message of one run: the last one counts, a sum of several would count twice.
    mod runs [common: common] {
        rank: [Larger(num_turns), Larger(total_cost_usd)],
        /// The result message: its uuid, else the XXH3-128 of its bytes in hexadecimal.
        key run_id: Text,
        /// How it ended: success, error_during_execution, error_max_turns, error_max_budget_usd, error_max_structured_output_retries. NULL where
        /// the message does not say. Source: `subtype`.
        best subtype: Opt<Text>,
        /// Whether it is an error. NULL where the message does not say. Source: `is_error`.
        best is_error: Opt<Bool>,
        /// Time that the turn took. NULL where the message does not say. Source: `duration_ms`.
        best duration_ms: Opt<Int>,
        /// Time that requests to the API took. NULL where the message does not say. Source: `duration_api_ms`.
        best duration_api_ms: Opt<Int>,
        /// Round trips to the model. NULL where the message does not say. Source: `num_turns`.
        best num_turns: Opt<Int>,
        /// Why the last response ended. NULL where the message does not say. Source: `stop_reason`.
        best stop_reason: Opt<Text>,
        /// Why the turn ended: completed, max_turns, api_error and others. NULL where the message does not say. Source: `terminal_reason`.
        best terminal_reason: Opt<Text>,
        /// HTTP status of the error that ended it. NULL where there is none. Source: `api_error_status`.
        best api_error_status: Opt<Int>,
        /// Length of the last text. NULL where there is none. Source: `result`.
        best result_bytes: Opt<Int>,
        /// Length of the last text. NULL where there is none.
        best result_chars: Opt<Int>,
        /// Lines of the last text. NULL where there is none.
        best result_lines: Opt<Int>,
        /// XXH3-64 of the last text. NULL where there is none.
        best result_hash: Opt<Int>,
        /// Errors. NULL where the message does not say. Source: `errors`.
        best error_count: Opt<Int>,
        /// First 4 KiB of the errors, a line each. NULL where there is none, and where the lake keeps no text. Source: `errors`.
        best error_text: Opt<Text>,
        /// Cost of the run so far, as the program estimates it. NULL where the message does not say. Source: `total_cost_usd`.
        best total_cost_usd: Opt<Money>,
        /// Fresh input tokens of the turn's main thread, without agents. NULL where the message does not say. Source: `usage.input_tokens`.
        best usage_input_tokens: Opt<Int>,
        /// Output tokens of the turn's main thread. NULL where the message does not say. Source: `usage.output_tokens`.
        best usage_output_tokens: Opt<Int>,
        /// Tokens that the turn's main thread read from the cache. NULL where the message does not say. Source: `usage.cache_read_input_tokens`.
        best usage_cache_read_tokens: Opt<Int>,
        /// Tokens that it wrote to the cache. NULL where the message does not say. Source: `usage.cache_creation_input_tokens`.
        best usage_cache_write_tokens: Opt<Int>,
        /// Those of them kept for five minutes. NULL where the message does not say. Source: `usage.cache_creation.ephemeral_5m_input_tokens`.
        best usage_cache_write_5m_tokens: Opt<Int>,
        /// Those of them kept for an hour. NULL where the message does not say. Source: `usage.cache_creation.ephemeral_1h_input_tokens`.
        best usage_cache_write_1h_tokens: Opt<Int>,
        /// Output tokens that were thinking. NULL where the message does not say. Source: `usage.output_tokens_details.thinking_tokens`.
        best usage_thinking_tokens: Opt<Int>,
        /// Web searches. NULL where the message does not say. Source: `usage.server_tool_use.web_search_requests`.
        best usage_web_search_requests: Opt<Int>,
        /// Web fetches. NULL where the message does not say. Source: `usage.server_tool_use.web_fetch_requests`.
        best usage_web_fetch_requests: Opt<Int>,
        /// Service tier. NULL where the message does not say. Source: `usage.service_tier`.
        best usage_service_tier: Opt<Text>,
        /// Speed: standard, fast. NULL where the message does not say. Source: `usage.speed`.
        best usage_speed: Opt<Text>,
        /// Where inference ran, or empty. NULL where the message does not say. Source: `usage.inference_geo`.
        best usage_inference_geo: Opt<Text>,
        /// Calls that were denied. NULL where the message does not say. Source: `permission_denials`.
        best permission_denials: Opt<Int>,
        /// Tools of these calls, each once, in their order, joined by commas. NULL where none was denied. Source: `permission_denials[].tool_name`.
        best denied_tools: Opt<Text>,
        /// Size of the structured output as JSON. NULL where there is none. Source: `structured_output`.
        best structured_output_bytes: Opt<Int>,
        /// Tool of a call that was left to the program that drives the run. NULL where none was. Source: `deferred_tool_use.name`.
        best deferred_tool: Opt<Text>,
        /// That call. NULL where there is none. Source: `deferred_tool_use.id`.
        best deferred_tool_use_id: Opt<Text>,
        /// Size of that call's input as JSON. NULL where there is none. Source: `deferred_tool_use.input`.
        best deferred_input_bytes: Opt<Int>,
        /// Prompts that still wait. NULL where the message does not say. Source: `queued_turn_count`.
        best queued_turns: Opt<Int>,
        /// Number of the message in its run, from 0. NULL where the message does not say. Source: `result_index`.
        best result_index: Opt<Int>,
        /// Prompt that is answered. NULL where the message does not say. Source: `user_message_uuid`.
        best user_message_uuid: Opt<Text>,
        /// Prompts that the turn took in. NULL where the message does not say. Source: `user_message_uuids`.
        best user_messages: Opt<Int>,
        /// Who sent the prompt. NULL where the message does not say. Source: `origin.kind`.
        best origin_kind: Opt<Text>,
        /// Why an interrupted turn was taken up again. NULL for other turns. Source: `resume_reason`.
        best resume_reason: Opt<Text>,
        /// Slash command that was run in place of a turn. NULL for other turns. Source: `local_command`.
        best local_command: Opt<Text>,
        /// State of fast mode. NULL where the message does not say. Source: `fast_mode_state`.
        best fast_mode_state: Opt<Text>,
        /// Why there is no fast mode. NULL where the message does not say. Source: `fast_mode_disabled_reason`.
        best fast_mode_disabled_reason: Opt<Text>,
        /// When the login ends, UTC. NULL where the message does not say. Source: `credential_expires_at`.
        best credential_expires_ts: Opt<Time>,
        /// Why the run could not begin. NULL where it could. Source: `startup_failure_reason`.
        best startup_failure_reason: Opt<Text>,
        /// File of settings that could not be read. NULL where there is none. Source: `invalid_config_file.path`.
        best invalid_config_path: Opt<Text>,
        /// Whether it is the one of all projects. NULL where there is none. Source: `invalid_config_file.is_global`.
        best invalid_config_is_global: Opt<Bool>,
        /// Whether a backup of it was looked for. NULL where there is none. Source: `invalid_config_file.backup_searched`.
        best invalid_config_backup_searched: Opt<Bool>,
        /// Backup of it. NULL where none is named. Source: `invalid_config_file.backup_path`.
        best invalid_config_backup_path: Opt<Text>,
        /// Time to the first token. NULL where the message does not say. Source: `ttft_ms`.
        best ttft_ms: Opt<Int>,
        /// Time to the first token of the stream. NULL where the message does not say. Source: `ttft_stream_ms`.
        best ttft_stream_ms: Opt<Int>,
        /// Time to the first request. NULL where the message does not say. Source: `time_to_request_ms`.
        best time_to_request_ms: Opt<Int>,
        /// The same, from the start of the process. NULL where the message does not say. Source: `time_to_request_from_spawn_ms`.
        best time_to_request_from_spawn_ms: Opt<Int>,
        /// Whether a process was used that waited for it. NULL where the message does not say. Source: `warm_spare_claimed`.
        best warm_spare_claimed: Opt<Bool>,
        /// When the clock of these times began, UTC. NULL where the message does not say. Source: `time_origin_ms`.
        best time_origin_ts: Opt<Time>,
        /// When the first request was sent, UTC. NULL where the message does not say. Source: `request_sent_wall_ms`.
        best request_sent_ts: Opt<Time>,
        /// Time to the first content. NULL where the message does not say. Source: `first_content_frame_ms`.
        best first_content_frame_ms: Opt<Int>,
        /// Time to the first post of the stream. NULL where the message does not say. Source: `first_stream_post_ms`.
        best first_stream_post_ms: Opt<Int>,
        /// Time until it was acknowledged. NULL where the message does not say. Source: `first_stream_post_ack_ms`.
        best first_stream_post_ack_ms: Opt<Int>,
        /// Time that it waited. NULL where the message does not say. Source: `first_stream_post_queue_wait_ms`.
        best first_stream_post_queue_wait_ms: Opt<Int>,
        /// What it waited for. NULL where the message does not say. Source: `first_stream_post_queued_behind`.
        best first_stream_post_queued_behind: Opt<Text>,
        /// When it was sent, UTC. NULL where the message does not say. Source: `first_stream_post_wall_ms`.
        best first_stream_post_ts: Opt<Time>,
        /// Time to the first post with text. NULL where the message does not say. Source: `first_text_post_ms`.
        best first_text_post_ms: Opt<Int>,
        /// Time that it waited. NULL where the message does not say. Source: `first_text_post_queue_wait_ms`.
        best first_text_post_queue_wait_ms: Opt<Int>,
        /// What it waited for. NULL where the message does not say. Source: `first_text_post_queued_behind`.
        best first_text_post_queued_behind: Opt<Text>,
        /// When it was sent, UTC. NULL where the message does not say. Source: `first_text_post_wall_ms`.
        best first_text_post_ts: Opt<Time>,
        /// Model that the run began with. NULL where no line before says. Source: `model` of the init line.
        best model: Opt<Text>,
        /// Permission mode that the run began with. NULL where no line before says. Source: `permissionMode` of the init line.
        best permission_mode: Opt<Text>,
        /// Where the run has its key from. NULL where no line before says. Source: `apiKeySource` of the init line.
        best api_key_source: Opt<Text>,
        /// Output style. NULL where no line before says. Source: `output_style` of the init line.
        best output_style: Opt<Text>,
        /// Effort level. NULL where no line before says. Source: `effort` of the init line.
        best effort: Opt<Text>,
        /// View: focus, default. NULL where no line before says. Source: `view_mode` of the init line.
        best view_mode: Opt<Text>,
        /// Tools that the model is offered. NULL where no line before says. Source: `tools` of the init line.
        best tools: Opt<Int>,
        /// Servers of MCP tools. NULL where no line before says. Source: `mcp_servers` of the init line.
        best mcp_servers: Opt<Int>,
        /// Slash commands. NULL where no line before says. Source: `slash_commands` of the init line.
        best slash_commands: Opt<Int>,
        /// Kinds of agents. NULL where no line before says. Source: `agents` of the init line.
        best agents: Opt<Int>,
        /// Skills. NULL where no line before says. Source: `skills` of the init line.
        best skills: Opt<Int>,
        /// Plugins. NULL where no line before says. Source: `plugins` of the init line.
        best plugins: Opt<Int>,
        /// Plugins that could not be loaded. NULL where no line before says. Source: `plugin_errors` of the init line.
        best plugin_errors: Opt<Int>,
        /// Beta features. NULL where no line before says. Source: `betas` of the init line.
        best betas: Opt<Int>,
    }
}

table! {
    /// What each model did in a run until a result message, agents and calls of the program's own included. Figures are the program's own.
    /// One row per result message and model.
    mod run_models [run: run_child] {
        parent: runs,
        /// Model, as it was asked for. Source: the key in `modelUsage`.
        key model: Text,
        /// Fresh input tokens. NULL where the message does not say. Source: `inputTokens`.
        best input_tokens: Opt<Int>,
        /// Output tokens, thinking included. NULL where the message does not say. Source: `outputTokens`.
        best output_tokens: Opt<Int>,
        /// Output tokens that were thinking. NULL where the message does not say. Source: `thinkingTokens`.
        best thinking_tokens: Opt<Int>,
        /// Tokens read from the cache. NULL where the message does not say. Source: `cacheReadInputTokens`.
        best cache_read_tokens: Opt<Int>,
        /// Tokens written to the cache. NULL where the message does not say. Source: `cacheCreationInputTokens`.
        best cache_write_tokens: Opt<Int>,
        /// Those of them kept for five minutes. NULL where the message does not say. Source: `cacheCreationEphemeral5mInputTokens`.
        best cache_write_5m_tokens: Opt<Int>,
        /// Those of them kept for an hour. NULL where the message does not say. Source: `cacheCreationEphemeral1hInputTokens`.
        best cache_write_1h_tokens: Opt<Int>,
        /// Web searches. NULL where the message does not say. Source: `webSearchRequests`.
        best web_search_requests: Opt<Int>,
        /// Cost, as the program estimates it. NULL where the message does not say. Source: `costUSD`.
        best cost_usd: Opt<Money>,
        /// Tokens that the context can hold. NULL where the message does not say. Source: `contextWindow`.
        best context_window: Opt<Int>,
        /// Most tokens that a response can have. NULL where the message does not say. Source: `maxOutputTokens`.
        best max_output_tokens: Opt<Int>,
        /// Model by which it was priced. NULL where the message does not say. Source: `canonicalModel`.
        best canonical_model: Opt<Text>,
        /// Who served it: firstParty, bedrock, vertex and others. NULL where the message does not say. Source: `provider`.
        best provider: Opt<Text>,
        /// Whose prices were used: list, managed, unknown. NULL where the message does not say. Source: `costBasis`.
        best cost_basis: Opt<Text>,
    }
}
