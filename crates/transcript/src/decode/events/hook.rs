//! What hooks are told, beside calls and their results.

use super::{Fields, Said, Teller, count, measure};
use crate::decode::hooks::HookPayload;

/// Events that a call's row tells of, and one that comes with every line on the screen.
const SILENT: &[&str] = &["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionDenied", "MessageDisplay"];

pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, hook: &HookPayload<'_>) {
    let line = teller.told.line;
    let event = line.hook_event_name.str();
    if event.is_some_and(|event| SILENT.contains(&event)) {
        return;
    }
    let policy = teller.policy();
    let said = Said::notice(hook.notice, policy);
    let path = hook.path.str().map(|path| policy.name(path));
    let url = hook.url.str().map(|url| policy.name(url));
    let name = hook.name.str().map(|name| policy.name(name));
    let old_cwd = hook.old_cwd.str().map(|cwd| policy.name(cwd));
    let ended = hook.reason.string().and_then(crate::text::decode_json).filter(|_| event == Some("SessionEnd"));
    let error = hook.error.string().and_then(crate::text::decode_json).filter(|_| event == Some("StopFailure"));
    let fields = Fields {
        hook_event: event,
        subtype: hook.closer_kind.str(),
        trigger: hook.trigger.str().or(ended.as_deref()),
        error_type: error.as_deref(),
        model: hook.model.str(),
        fallback_model: hook.model_after.str(),
        name: name.as_deref().or(hook.agent_type.str()),
        path: path.as_deref(),
        url: url.as_deref(),
        original_cwd: old_cwd.as_deref(),
        tool_name: hook.tool_name.str(),
        tool_use_id: hook.tool_use_id.str(),
        task_id: hook.task_id.str(),
        status: hook.action.str(),
        permission_mode: line.permission_mode.str(),
        prompt_bytes: measure(hook.prompt).map(|measure| measure.bytes),
        result_bytes: measure(hook.result).map(|measure| measure.bytes),
        pre_tokens: hook.context_tokens.copied(),
        item_count: count(&hook.tool_calls).or(count(&hook.listed)),
        stop_hook_active: hook.stop_hook_active.copied(),
        ..said.fields()
    };
    teller.tell("hook_event", fields);
}
