//! Requests: model calls that are billed.

use arrow::array::RecordBatch;

use crate::table;

table! {
    /// Billed model calls. One row per response of the API, and one per call of an advisor model within it.
    mod requests [common: common, usage: response_usage] {
        rank: [Smaller(is_sidechain), Larger(output_tokens)],
        ts: min,
        /// main, or advisor (a call of a second model, with its own tokens).
        key kind: Text,
        /// Why the response ended. NULL where no line says. Source: `message.stop_reason`.
        best stop_reason: Opt<Text>,
        /// Effort level. NULL where the record does not say. Source: `effort`.
        best effort: Opt<Text>,
        /// Permission mode that was last stated before in the same file. NULL where none was.
        best permission_mode: Opt<Text>,
        /// Prompt that was last stated before in the same file. NULL where none was.
        best prompt_id: Opt<Text>,
        /// Skill that caused the request. NULL where the record does not say. Source: `attributionSkill`.
        best attribution_skill: Opt<Text>,
        /// Plugin that caused the request. NULL where the record does not say. Source: `attributionPlugin`.
        best attribution_plugin: Opt<Text>,
        /// MCP server that caused the request. NULL where the record does not say. Source: `attributionMcpServer`.
        best attribution_mcp_server: Opt<Text>,
        /// MCP tool that caused the request. NULL where the record does not say. Source: `attributionMcpTool`.
        best attribution_mcp_tool: Opt<Text>,
        /// Why the prompt cache was missed. NULL where the response does not say. Source: `message.diagnostics.cache_miss_reason.type`.
        best cache_miss_reason: Opt<Text>,
        /// Whether a line says why the response ended. Where none does, output is a floor: old versions wrote only the first snapshots.
        any usage_final: Bool,
        /// Time of the last line of the response, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
        /// Lines of the response in one file.
        max snapshots: Int,
        /// Cost that the transcript itself states. NULL where it states none (all but very old versions). Source: `costUSD`.
        best reported_cost_usd: Opt<Money>,
    }
    derived(super::derive) {
        /// Size of the prompt: input, cache reads and cache writes. NULL where usage says none of them.
        prompt_tokens: Opt<Int>,
    }
}

fn derive(batch: RecordBatch) -> RecordBatch {
    requests::derive_with(batch, |columns, index| {
        let usage = &columns.usage;
        let parts = [&usage.input_tokens, &usage.cache_read_tokens, &usage.cache_write_5m_tokens, &usage.cache_write_1h_tokens];
        requests::Derived { prompt_tokens: parts.into_iter().filter_map(|part| part.get(index)).reduce(i64::saturating_add) }
    })
}
