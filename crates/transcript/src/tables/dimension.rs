//! Dimensions: what rows of other tables refer to and no transcript says. Each machine writes its own whole, with every ingest.

use crate::table;

table! {
    /// Price rows that the last ingest of a machine used: the built-in ones and those of files, in US dollars. Written whole by every ingest that
    /// writes anything. One row per price row.
    mod prices [] {
        /// The price row: a hash of what it says, equal on every machine, as in `requests.price_id`.
        key price_id: Text,
        /// Machine that used it.
        best machine: Text,
        /// Version of the decoder of the program that wrote the row.
        best decoder: Int,
        /// Models that it is for: a regular expression that their whole normalised id matches.
        best model_pattern: Text,
        /// Who sells at this price: anthropic, bedrock, vertex, or what the price file says. Empty where it does not.
        best provider: Text,
        /// When it begins, UTC. NULL where it has held since ever.
        best effective_from: Opt<Time>,
        /// When it ends, UTC: the first instant of the day after the last. NULL where no end is known.
        best effective_to: Opt<Time>,
        /// Input that is not cached. NULL where there is no such price.
        best input_usd_per_mtok: Opt<Money>,
        /// Output, thinking included. NULL where there is no such price.
        best output_usd_per_mtok: Opt<Money>,
        /// Cache writes for 5 minutes. NULL where there is no such price.
        best cache_write_5m_usd_per_mtok: Opt<Money>,
        /// Cache writes for an hour. NULL where there is no such price.
        best cache_write_1h_usd_per_mtok: Opt<Money>,
        /// Cache reads. NULL where there is no such price.
        best cache_read_usd_per_mtok: Opt<Money>,
        /// Size of a prompt above which the long prices hold for every token of the request. NULL where long prompts cost the same.
        best long_context_threshold_tokens: Opt<Int>,
        /// Input of a request with a long prompt. NULL where there is no such price.
        best long_input_usd_per_mtok: Opt<Money>,
        /// Output of a request with a long prompt. NULL where there is no such price.
        best long_output_usd_per_mtok: Opt<Money>,
        /// Cache writes for 5 minutes of a request with a long prompt. NULL where there is no such price.
        best long_cache_write_5m_usd_per_mtok: Opt<Money>,
        /// Cache writes for an hour of a request with a long prompt. NULL where there is no such price.
        best long_cache_write_1h_usd_per_mtok: Opt<Money>,
        /// Cache reads of a request with a long prompt. NULL where there is no such price.
        best long_cache_read_usd_per_mtok: Opt<Money>,
        /// What fast mode multiplies every price of tokens with: a plain number. NULL where fast mode has no price.
        best fast_multiplier: Opt<Money>,
        /// Fee for a thousand web searches. NULL where there is none.
        best web_search_usd_per_1k: Opt<Money>,
        /// Where the prices were found.
        best source: Text,
    }
}

table! {
    /// Models that the price rows spell out, each with every price row that speaks for it, whatever its dates. Written whole by every ingest that
    /// writes anything. One row per model and price row.
    mod models [] {
        /// Normalised id of the model; the pattern of the price row where that spells out no id.
        key model: Text,
        /// The price row, as in `prices`.
        key price_id: Text,
        /// Machine that used it.
        best machine: Text,
        /// Version of the decoder of the program that wrote the row.
        best decoder: Int,
        /// Place among the rows of the model, from 1: on a day that several cover, the first of them is used.
        best place: Int,
        /// Who sells at this price: anthropic, bedrock, vertex, or what the price file says. Empty where it does not.
        best provider: Text,
        /// When the price row begins, UTC. NULL where it has held since ever.
        best effective_from: Opt<Time>,
        /// When it ends, UTC: the first instant of the day after the last. NULL where no end is known.
        best effective_to: Opt<Time>,
    }
}

table! {
    /// Tools that the program knows. Written whole by every ingest that writes anything. One row per tool, or per kind of tools with one shape.
    mod tools [] {
        /// Name of today, as in `tool_calls.tool`.
        key tool: Text,
        /// Machine that wrote the row.
        best machine: Text,
        /// Version of the decoder of the program that wrote the row.
        best decoder: Int,
        /// Names that it had before or has elsewhere, joined by `, `. Empty where it has none.
        best aliases: Text,
        /// Tables that hold its rows, the one with a row per call first, joined by `, `.
        best tables: Text,
        /// Whether a call asks for permission in the default mode. NULL where the reference of the tools does not say.
        best asks_permission: Opt<Bool>,
        /// First version of Claude Code whose transcripts are known to have it. NULL where only its types are known.
        best first_version: Opt<Text>,
        /// Last version of Claude Code whose transcripts are known to have it. NULL where only its types are known.
        best last_version: Opt<Text>,
    }
}
