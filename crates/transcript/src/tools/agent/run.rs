//! The result of an agent's run.

use super::joined;
use super::launch::Launch;
use crate::classify::ErrorClass;
use crate::line::{Str, Usage};
use crate::policy::TextPolicy;
use crate::result::{AgentOutput, Stats};
use crate::text::{Measure, measure};
use crate::tools::outcome::Outcome;

/// How it ended.
#[derive(Debug, Default)]
pub(super) struct AgentResult {
    pub(super) agent_run_id: Option<String>,
    pub(super) agent_type: Option<String>,
    pub(super) description: Option<String>,
    pub(super) prompt: Option<Measure>,
    pub(super) resolved_model: Option<String>,
    pub(super) models_used: Option<String>,
    pub(super) status: Option<String>,
    pub(super) total_tool_use_count: Option<i64>,
    pub(super) total_duration_ms: Option<i64>,
    pub(super) total_tokens: Option<i64>,
    pub(super) stated_tokens: Option<i64>,
    pub(super) stated_tool_use_count: Option<i64>,
    pub(super) stated_duration_ms: Option<i64>,
    pub(super) usage: UsageCounts,
    pub(super) stats: Stats,
    pub(super) tools_used: Option<String>,
    pub(super) worktree_path: Option<String>,
    pub(super) worktree_branch: Option<String>,
    pub(super) content_blocks: Option<i64>,
    pub(super) content_bytes: Option<i64>,
    pub(super) fail_reason: Option<&'static str>,
}

/// The usage of a run's last request.
#[derive(Debug, Default)]
pub(super) struct UsageCounts {
    pub(super) input: Option<i64>,
    pub(super) output: Option<i64>,
    pub(super) cache_read: Option<i64>,
    pub(super) cache_write: Option<i64>,
    pub(super) cache_write_5m: Option<i64>,
    pub(super) cache_write_1h: Option<i64>,
    pub(super) thinking: Option<i64>,
    pub(super) web_search: Option<i64>,
    pub(super) web_fetch: Option<i64>,
    pub(super) service_tier: Option<String>,
    pub(super) speed: Option<String>,
    pub(super) inference_geo: Option<String>,
    pub(super) iterations: Option<i64>,
}

impl UsageCounts {
    fn of(usage: &Usage<'_>) -> Self {
        let cache = usage.cache_creation.get();
        let server = usage.server_tool_use.get();
        Self {
            input: usage.input_tokens.copied(),
            output: usage.output_tokens.copied(),
            cache_read: usage.cache_read_input_tokens.copied(),
            cache_write: usage.cache_creation_input_tokens.copied(),
            cache_write_5m: cache.and_then(|cache| cache.five_minutes.copied()),
            cache_write_1h: cache.and_then(|cache| cache.hour.copied()),
            thinking: usage.output_tokens_details.get().and_then(|details| details.thinking_tokens.copied()),
            web_search: server.and_then(|server| server.web_search_requests.copied()),
            web_fetch: server.and_then(|server| server.web_fetch_requests.copied()),
            service_tier: usage.service_tier.owned(),
            speed: usage.speed.owned(),
            inference_geo: usage.inference_geo.owned(),
            iterations: usage.iterations.get().map(|iterations| iterations.len() as i64),
        }
    }
}

impl AgentResult {
    /// Of a structured payload.
    pub(super) fn of_output(output: &AgentOutput<'_>, outcome: &Outcome<'_>, policy: TextPolicy) -> Self {
        let name = |text: &Str<'_>| text.str().map(|text| policy.name(text).into_owned());
        let usage = output.usage.get().map(UsageCounts::of);
        let totals = [output.total_tokens.copied(), output.total_duration_ms.copied().map(|time| time.0), output.total_tool_use_count.copied()];
        let [total_tokens, total_duration_ms, total_tool_use_count] = totals;
        let has_totals = totals.iter().any(Option::is_some);
        let content = output.content.get();
        Self {
            agent_run_id: output.agent_id.owned().or_else(|| first_word(split_trailer(&outcome.content()).1?).map(str::to_owned)),
            agent_type: output.agent_type.owned(),
            description: output.description.str().and_then(|text| policy.prose(text)).map(str::to_owned),
            prompt: output.prompt.measure(),
            resolved_model: output.resolved_model.owned(),
            models_used: joined(&output.models_used),
            status: output.status.owned().or(has_totals.then(|| "completed".to_owned())),
            total_tool_use_count,
            total_duration_ms,
            total_tokens,
            stated_tokens: None,
            stated_tool_use_count: None,
            stated_duration_ms: None,
            usage: usage.unwrap_or_default(),
            stats: output.stats.get().cloned().unwrap_or_default(),
            tools_used: output.tools_used.json().and_then(|json| policy.prose(json)).map(str::to_owned),
            worktree_path: name(&output.worktree_path),
            worktree_branch: name(&output.worktree_branch),
            content_blocks: content.map(|content| content.len() as i64),
            content_bytes: content.map(|parts| parts.iter().filter_map(|part| part.get()?.text.measure()).map(|text| text.bytes).sum()),
            fail_reason: None,
        }
    }

    /// Of the text alone: a launch, else an answer with its trailer.
    pub(super) fn of_text(text: &str, launch: Option<&Launch>) -> Self {
        if let Some(launch) = launch {
            return Self { agent_run_id: launch.agent_run_id.clone(), status: Some(launch.status.clone()), ..Self::default() };
        }
        let (answer, trailer) = split_trailer(text);
        let content_bytes = Some(measure(answer).bytes);
        let Some(trailer) = trailer else { return Self { content_bytes, ..Self::default() } };
        let number = |words: &[&str]| {
            let line =
                trailer.lines().find_map(|line| words.iter().find_map(|word| line.strip_prefix("<usage>").unwrap_or(line).strip_prefix(word)))?;
            line.strip_suffix("</usage>").unwrap_or(line).trim().parse().ok()
        };
        let totals = [number(&["subagent_tokens: ", "total_tokens: "]), number(&["duration_ms: "]), number(&["tool_uses: "])];
        let [stated_tokens, stated_duration_ms, stated_tool_use_count] = totals;
        Self {
            agent_run_id: first_word(trailer).map(str::to_owned),
            status: totals.iter().any(Option::is_some).then(|| "completed".to_owned()),
            stated_tokens,
            stated_tool_use_count,
            stated_duration_ms,
            content_bytes,
            ..Self::default()
        }
    }
}

/// How the line begins that names the run.
pub(super) const AGENT_ID: &str = "agentId: ";

/// The answer, and what the program writes below it, from the id on. NULL where the text does not end in such a trailer.
fn split_trailer(text: &str) -> (&str, Option<&str>) {
    let at = if text.starts_with(AGENT_ID) { Some((0, 0)) } else { text.rfind("\nagentId: ").map(|at| (at, at + 1)) };
    let Some((end, start)) = at else { return (text, None) };
    let trailer = &text[start + AGENT_ID.len()..];
    let (first, below) = trailer.split_once('\n').unwrap_or((trailer, ""));
    let (id, below) = (first.split_once(" (").map_or(first, |(id, _)| id), below.trim());
    let named = !id.is_empty() && !id.contains(char::is_whitespace);
    let whole = named && (below.is_empty() || (below.starts_with("<usage>") && below.ends_with("</usage>")));
    if whole { (&text[..end], Some(trailer)) } else { (text, None) }
}

/// What stands before the first white space.
pub(super) fn first_word(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

/// Why no agent ran.
pub(super) fn fail_reason(class: ErrorClass) -> &'static str {
    match class {
        class if class.is_denial() => "denied",
        ErrorClass::Agent => "unknown_type",
        ErrorClass::Interrupted => "interrupted",
        ErrorClass::Validation => "invalid",
        _ => "other",
    }
}
