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
        /// Model calls of which the response counts the sum, each held against the threshold of long prompts by itself: five numbers
        /// with slashes between (input, output, cache reads, cache writes for 5 minutes and for an hour, empty where the call does not
        /// say), calls apart by a space. NULL where it counts one call. Source: `usage.iterations`.
        best calls: Opt<Text>,
        /// Whether a line says why the response ended. Where none does, output is a floor: old versions wrote only the first snapshots.
        any usage_final: Bool,
        /// Time of the last line of the response, UTC. NULL where none has a readable time.
        max last_ts: Opt<Time>,
        /// Lines of the response in one file.
        max snapshots: Int,
        /// Those of them that name no request: who tells responses apart by request, too, counts these again.
        max unnamed_snapshots: Int,
        /// Cost that the transcript itself states. NULL where it states none (all but very old versions). Source: `costUSD`.
        best reported_cost_usd: Opt<Money>,
    }
    derived(super::derive) {
        /// Size of the prompt: input, cache reads and cache writes. NULL where usage says none of them.
        prompt_tokens: Opt<Int>,
        /// Cost of the input. NULL where the request is unpriced or usage does not say.
        cost_input_usd: Opt<Money>,
        /// Cost of the output. NULL where the request is unpriced or usage does not say.
        cost_output_usd: Opt<Money>,
        /// Cost of cache reads. NULL where the request is unpriced or usage does not say.
        cost_cache_read_usd: Opt<Money>,
        /// Cost of cache writes. NULL where the request is unpriced or usage does not say.
        cost_cache_write_usd: Opt<Money>,
        /// Fees for web searches. NULL where the request is unpriced or usage does not say.
        cost_search_usd: Opt<Money>,
        /// Cost of the request: the sum of its parts, at the price of its model on its day. NULL where it is unpriced, never 0 for that.
        cost_usd: Opt<Money>,
        /// Whether there is a cost: priced, with what it assumes behind it (assumed_5m, date_extrapolated, fast_unpriced, tier_unknown and others,
        /// joined by commas), unpriced_model, unpriced_part, no_usage, out_of_range. NULL until the row is priced, which every ingest does.
        cost_status: Opt<Text>,
        /// Price that was used, as in the price table. NULL where none was found.
        price_id: Opt<Text>,
    }
}

fn derive(batch: RecordBatch) -> RecordBatch {
    requests::derive_with(&batch, unpriced)
}

/// What can be derived without a price table.
pub fn unpriced<'b>(columns: &requests::Columns<'b>, index: usize) -> requests::Derived<'b> {
    let usage = &columns.usage;
    let parts = [&usage.input_tokens, &usage.cache_read_tokens, &usage.cache_write_5m_tokens, &usage.cache_write_1h_tokens];
    requests::Derived { prompt_tokens: parts.into_iter().filter_map(|part| part.get(index)).reduce(i64::saturating_add), ..Default::default() }
}

/// The calls of `requests.calls`: tokens of input, output, cache reads, cache writes for 5 minutes and for an hour. A part that is no number
/// is read as one that was not said.
pub fn calls_in(calls: &str) -> impl Iterator<Item = [Option<i64>; 5]> + '_ {
    calls.split(' ').filter(|call| !call.is_empty()).map(|call| {
        let mut parts = call.split('/').map(|part| part.parse().ok());
        std::array::from_fn(|_| parts.next().flatten())
    })
}

/// One call as it is in `requests.calls`.
pub(crate) fn call_text(parts: [Option<i64>; 5]) -> String {
    parts.map(|part| part.map(|count| count.to_string()).unwrap_or_default()).join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_as_they_were_written() {
        let calls = [[Some(1), Some(-2), None, Some(0), Some(i64::MAX)], [None; 5], [Some(7); 5]];
        let text = calls.map(call_text).join(" ");
        assert_eq!(text, "1/-2//0/9223372036854775807 //// 7/7/7/7/7");
        assert_eq!(calls_in(&text).collect::<Vec<_>>(), calls);
        assert_eq!(calls_in("").count(), 0);
        assert_eq!(calls_in("x/2").collect::<Vec<_>>(), [[None, Some(2), None, None, None]]);
    }
}
