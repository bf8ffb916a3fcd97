//! What records without a message tell that are neither system records nor attachments.

use super::{Fields, Said, Teller, notification, stream};
use crate::decode::details::Details;
use crate::text;

pub(super) fn tell(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let policy = teller.policy();
    let line = teller.told.line;
    let path = details.path.str().or(details.tracking_path.str()).map(|path| policy.name(path));
    let url = details.url.str().map(|url| policy.name(url));
    let message = Fields { ref_uuid: details.message_id.str(), ..Fields::default() };
    match line.kind.str() {
        Some("queue-operation") => queue(teller, details),
        Some(kind @ ("custom-title" | "ai-title" | "summary")) => {
            let title = [details.custom_title, details.ai_title, details.summary].into_iter().find(|title| title.string().is_some());
            let said = Said::notice(title.unwrap_or_default(), policy);
            teller.tell("title", Fields { subtype: Some(kind), ref_uuid: details.leaf_uuid.str(), ..said.fields() });
        }
        Some("pr-link") => {
            let repository = details.pr_repository.str().map(|repository| policy.name(repository));
            let fields =
                Fields { url: url.as_deref(), pr_number: details.pr_number.copied(), pr_repository: repository.as_deref(), ..Fields::default() };
            teller.tell("pr_link", fields);
        }
        Some("mode") => teller.tell("mode", Fields { mode: details.mode.str(), ..Fields::default() }),
        Some("permission-mode") => teller.tell("permission_mode", Fields { permission_mode: line.permission_mode.str(), ..Fields::default() }),
        Some("last-prompt") => {
            teller.tell("last_prompt", Fields { ref_uuid: details.leaf_uuid.str(), ..Said::body(details.last_prompt).fields() });
        }
        Some("file-history-snapshot") => {
            let files = details.snapshot.get().and_then(|snapshot| snapshot.files.copied());
            let fields = Fields { files_tracked: files.map(|files| files.0), is_update: details.is_snapshot_update.copied(), ..message };
            teller.tell("file_history_snapshot", fields);
        }
        Some("file-history-delta") => teller.tell("file_history_delta", Fields { path: path.as_deref(), ..message }),
        Some("agent-name") => name(teller, "agent_name", details.agent_name.str()),
        Some("agent-setting") => name(teller, "agent_setting", details.agent_setting.str()),
        Some("worktree-state") => worktree(teller, details),
        Some("frame-link") => {
            let title = Said::notice(details.title, policy);
            teller.tell("frame_link", Fields { url: url.as_deref(), path: path.as_deref(), ..title.fields() });
        }
        Some("continued-in") => teller.tell("continued_in", Fields { other_session_id: details.continued_in.str(), ..Fields::default() }),
        Some("fork-context-ref") => teller.tell(
            "fork_context_ref",
            Fields {
                other_session_id: details.parent_session_id.str(),
                ref_uuid: details.parent_last_uuid.str(),
                context_length: details.context_length.copied(),
                ..Fields::default()
            },
        ),
        Some(kind)
            if stream::tell(teller, details, kind, Fields { level: details.level.str(), trigger: details.trigger.str(), ..Fields::default() }) => {}
        kind => teller.other(kind, Fields::default()),
    }
}

/// Prompts that wait, which people write, and news of background tasks, which the program does.
fn queue(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let operation = teller.told.line.operation.str();
    let content = details.content.string().filter(|_| operation == Some("enqueue")).and_then(text::decode_json);
    match content.filter(|content| content.trim_start().starts_with(notification::MARK)) {
        Some(content) => notification::tell(teller, "enqueue", &content),
        None => teller.tell("queue_operation", Fields { subtype: operation, ..Said::body(details.content).fields() }),
    }
}

fn name(teller: &mut Teller<'_, '_, '_>, kind: &str, name: Option<&str>) {
    let name = name.map(|name| teller.policy().name(name));
    teller.tell(kind, Fields { name: name.as_deref(), ..Fields::default() });
}

fn worktree(teller: &mut Teller<'_, '_, '_>, details: &Details<'_>) {
    let policy = teller.policy();
    let state = details.worktree.get();
    let [name, path, branch, cwd] = [
        state.and_then(|state| state.name.str()),
        state.and_then(|state| state.path.str()),
        state.and_then(|state| state.branch.str()),
        state.and_then(|state| state.original_cwd.str()),
    ]
    .map(|text| text.map(|text| policy.name(text)));
    let fields = Fields {
        worktree_name: name.as_deref(),
        path: path.as_deref(),
        worktree_branch: branch.as_deref(),
        original_cwd: cwd.as_deref(),
        ..Fields::default()
    };
    teller.tell("worktree_state", fields);
}
