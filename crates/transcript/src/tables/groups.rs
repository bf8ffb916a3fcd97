//! The columns that tables share.

use crate::columns;

columns! {
    /// Where and when something happened, and where it was read: the first columns of every fact table.
    mod common {
        /// Machine that the transcript was read on, as chosen at its first ingest.
        best machine: Text,
        /// Session of the record; of its file where the record names none. Source: `sessionId`, `session_id`.
        best session_id: Text,
        /// Agent that the record belongs to. NULL on the main thread. Source: `agentId`, `agent_id`, else the name of an agent file; in a stream what the
        /// line said that began the task.
        best agent_id: Opt<Text>,
        /// When it happened, UTC. NULL where the transcript gives no readable time. Source: `timestamp`.
        best ts: Opt<Time>,
        /// Working folder. NULL where the record does not say. Source: `cwd`; in a stream that of the init line.
        best cwd: Opt<Text>,
        /// Git branch, empty outside a repository. NULL where the record does not say. Source: `gitBranch`.
        best git_branch: Opt<Text>,
        /// Version of Claude Code. NULL where the record does not say. Source: `version`; in a stream `claude_code_version` of the init line.
        best version: Opt<Text>,
        /// Whether it happened on a sidechain (an agent's thread) and not on the main thread. Source: `isSidechain`, `parent_tool_use_id`, or an agent.
        best is_sidechain: Bool,
        /// Whether the record is a copy that a fork made of another session's record. Source: `forkedFrom`.
        best is_copy: Bool,
        /// What carried the record: transcript, stream, hook, or echo (a progress record that repeats an agent's message).
        best carrier: Text,
        /// Version of the decoder that made the row; a higher one replaces what a lower one made.
        best decoder: Int,
        /// File that the row was read from, relative to its root.
        best source: Text,
        /// Line in that file, from 1.
        best line: Int,
    }
}

columns! {
    /// The key of a table with one row per tool call.
    mod call_key {
        /// The call: its id where it was issued by the API, else session and id.
        key call_id: Text,
        /// Id of the call as the transcript has it. NULL where it has none. Source: `tool_use.id`, `tool_result.tool_use_id`.
        best tool_use_id: Opt<Text>,
    }
}

columns! {
    /// The first columns of a table with several rows per tool call.
    mod call_child {
        /// The call, as in `tool_calls`.
        key call_id: Text,
        /// Machine that the transcript was read on.
        best machine: Text,
        /// Time of the call, UTC. NULL where the transcript gives no readable time.
        best ts: Opt<Time>,
        /// Session of the call.
        best session_id: Text,
        /// Agent that made the call. NULL on the main thread.
        best agent_id: Opt<Text>,
    }
}

columns! {
    /// The first columns of a table with several rows per record.
    mod record_child {
        /// The record, as in `records`.
        key record_id: Text,
        /// Machine that the transcript was read on.
        best machine: Text,
        /// Time of the record, UTC. NULL where the transcript gives no readable time.
        best ts: Opt<Time>,
        /// Session of the record.
        best session_id: Text,
        /// Agent that the record belongs to. NULL on the main thread.
        best agent_id: Opt<Text>,
    }
}

columns! {
    /// The first columns of a table with several rows per run.
    mod run_child {
        /// The result message, as in `runs`.
        key run_id: Text,
        /// Machine that the stream was read on.
        best machine: Text,
        /// Time of the message, UTC. NULL where it gives no readable time.
        best ts: Opt<Time>,
        /// Session of the run.
        best session_id: Text,
        /// Agent that the run belongs to. NULL on the main thread.
        best agent_id: Opt<Text>,
    }
}

columns! {
    /// Which model call it is, and what it used.
    mod response_usage {
        /// The response: the message id where the API issued it, else the uuid of the first record with it.
        key response_id: Text,
        /// Place in `usage.iterations`, from 0; 0 for the call that the response counts.
        key iteration_index: Int,
        /// Message id. NULL where there is none. Source: `message.id`.
        best message_id: Opt<Text>,
        /// Request id. NULL where there is none. Source: `requestId`.
        best request_id: Opt<Text>,
        /// Model that answered, as written. NULL where there is none. Source: `message.model`, of an iteration its own `model`.
        best model: Opt<Text>,
        /// Who served it, as far as the ids tell: bedrock, vertex. NULL where they do not.
        best provider: Opt<Text>,
        /// Speed: standard, fast. NULL where there is none. Source: `usage.speed`.
        best speed: Opt<Text>,
        /// Service tier. NULL where there is none. Source: `usage.service_tier`.
        best service_tier: Opt<Text>,
        /// Where inference ran: us, global, not_available, or empty. NULL where there is none. Source: `usage.inference_geo`.
        best inference_geo: Opt<Text>,
        /// Tokens that were not cached, uncached input only. NULL where usage does not say. Source: `usage.input_tokens`.
        best input_tokens: Opt<Int>,
        /// Tokens of the answer, thinking included. NULL where usage does not say. Source: `usage.output_tokens`.
        best output_tokens: Opt<Int>,
        /// Tokens read from the prompt cache. NULL where usage does not say. Source: `usage.cache_read_input_tokens`.
        best cache_read_tokens: Opt<Int>,
        /// Tokens written to the prompt cache for 5 minutes: what is not written for an hour. NULL where usage has no cache writes.
        best cache_write_5m_tokens: Opt<Int>,
        /// Tokens written to the prompt cache for an hour; 0 where usage does not split them. NULL where usage has no cache writes.
        best cache_write_1h_tokens: Opt<Int>,
        /// Whether usage tells the two kinds of cache writes apart.
        best cache_write_split: Bool,
        /// Tokens of the answer that were thinking. NULL where usage does not say. Source: `usage.output_tokens_details.thinking_tokens`.
        best thinking_tokens: Opt<Int>,
        /// Web searches, billed apart. NULL where usage does not say. Source: `usage.server_tool_use.web_search_requests`.
        best web_search_requests: Opt<Int>,
        /// Web fetches, not billed. NULL where usage does not say. Source: `usage.server_tool_use.web_fetch_requests`.
        best web_fetch_requests: Opt<Int>,
    }
}

impl<'a> call_child::Row<'a> {
    /// The columns of the rows that a call's row has below it.
    pub(crate) fn of(keys: &crate::tools::Keys<'a>) -> Self {
        Self {
            call_id: keys.call.call_id,
            machine: keys.common.machine,
            ts: keys.common.ts,
            session_id: keys.common.session_id,
            agent_id: keys.common.agent_id,
        }
    }
}
