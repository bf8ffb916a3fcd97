//! Published pages: Artifact.

use super::flat::{self, calls, items};
use super::registry::Tool;

calls! {
    /// Pages that were published, and what else was done with such pages. One row per call of Artifact.
    mod artifacts as Artifact {
        /// What was to be done: publish, list, read, watch, upload_asset and others. NULL where the input does not say: publish. Source: `action`.
        best action: Opt<Text> = input.text("action"),
        /// File that was to be published or uploaded. NULL where the input does not say. Source: `file_path`.
        best file_path: Opt<Text> = input.name("file_path" | "filePath"),
        /// Files that were to be uploaded, joined by commas. NULL where the input does not say. Source: `file_paths`.
        best file_paths: Opt<Text> = input.names("file_paths"),
        /// Page that the call is about. NULL where the input does not say: a new one. Source: `url`.
        best url_asked: Opt<Text> = input.name("url"),
        /// Title. NULL where neither input nor result says. Source: `title`.
        best title: Opt<Text> = either.prose("title" | "read.title" | "pin.title"),
        /// What the page is. NULL where the input does not say. Source: `description`.
        best description: Opt<Text> = input.prose("description"),
        /// Name of this publishing. NULL where the input does not say. Source: `label`.
        best label: Opt<Text> = input.prose("label"),
        /// Icon. NULL where neither input nor result says. Source: `icon`, `favicon`.
        best icon: Opt<Text> = either.text("favicon" | "icon"),
        /// Whether a newer version might be overwritten. NULL where the input does not say: no. Source: `force`.
        best force: Opt<Bool> = input.flag("force"),
        /// Length of the question about a page. NULL where there is none. Source: `prompt`.
        best prompt_bytes: Opt<Int> = input.bytes("prompt"),
        /// Which pages were to be listed: mine, shared, all. NULL where neither says: mine. Source: `scope`.
        best scope: Opt<Text> = either.text("scope"),
        /// File in the page's store. NULL where neither input nor result says. Source: `asset_id`, `asset_upload.id`, `asset_read.id`, `asset_delete.id`.
        best asset_id: Opt<Text> = either.id("asset_id" | "asset_upload.id" | "asset_read.id" | "asset_delete.id"),
        /// Address of the page. NULL where the result does not say. Source: `url`, or that of the part that the action gives.
        best url: Opt<Text> = output.name(
            "url" | "read.url" | "watch.url" | "unwatch.url" | "pin.url" | "asset_upload.url" | "asset_uploads.url" | "asset_list.url"
        ),
        /// File that was published or saved. NULL where the result does not say. Source: `path`, `asset_read.path`.
        best path: Opt<Text> = output.name("path" | "asset_read.path"),
        /// Id of the page. NULL where the result does not say. Source: `artifact_id`.
        best artifact_id: Opt<Text> = output.id("artifact_id"),
        /// Version of the page. NULL where the result does not say. Source: `version`.
        best artifact_version: Opt<Text> = output.id("version"),
        /// Count of the versions. NULL where the result does not say. Source: `seq`.
        best seq: Opt<Int> = output.int("seq"),
        /// Whether a page that existed was published anew. NULL where the result does not say. Source: `updated`.
        best updated: Opt<Bool> = output.flag("updated"),
        /// Whether nothing had changed. NULL where the result does not say. Source: `unchanged`.
        best unchanged: Opt<Bool> = output.flag("unchanged"),
        /// Whether the page is the person's own. NULL where the result does not say. Source: `owned`.
        best owned: Opt<Bool> = output.flag("owned"),
        /// Whether the page is pinned. NULL where the result does not say. Source: `pinned`, `pin.pinned`.
        best pinned: Opt<Bool> = output.flag("pinned" | "pin.pinned"),
        /// Who can see it. NULL where the result does not say. Source: `audience`.
        best audience: Opt<Text> = output.text("audience"),
        /// Whether the session is told of new versions, and how. NULL where the result does not say. Source: `liveSubscription`.
        best live_subscription: Opt<Text> = output.text("liveSubscription"),
        /// What the page may do, as JSON. NULL where neither input nor result says. Source: `capabilities`.
        best capabilities: Opt<Text> = either.json("capabilities"),
        /// Version of what runs the page. NULL where neither input nor result says. Source: `contract`.
        best contract: Opt<Text> = either.text("contract"),
        /// Warnings. NULL where the result does not say. Source: `warnings`.
        best warning_count: Opt<Int> = output.count("warnings"),
        /// Times that a page can still be published for now. NULL where the result does not say. Source: `publishesRemaining`.
        best publishes_remaining: Opt<Int> = output.int("publishesRemaining"),
        /// When that begins anew, UTC. NULL where the result does not say. Source: `publishesResetAt`.
        best publishes_reset_at: Opt<Time> = output.instant("publishesResetAt"),
        /// How watching a page went. NULL for other actions. Source: `watch.outcome`.
        best watch_outcome: Opt<Text> = output.text("watch.outcome"),
        /// Why it is not watched. NULL where it is, and for other actions. Source: `watch.reason`.
        best watch_reason: Opt<Text> = output.prose("watch.reason"),
        /// Whether the page is, or was, watched. NULL for other actions. Source: `watch.watching`, `unwatch.was_watching`.
        best watching: Opt<Bool> = output.flag("watch.watching" | "unwatch.was_watching"),
        /// Task that watches. NULL for other actions. Source: `watch.task_id`.
        best watch_task_id: Opt<Text> = output.id("watch.task_id"),
        /// HTTP status of reading or watching. NULL for other actions. Source: `read.code`, `watch.status`.
        best status_code: Opt<Int> = output.int("read.code" | "watch.status"),
        /// Words of the HTTP status of reading. NULL for other actions. Source: `read.codeText`.
        best status_text: Opt<Text> = output.text("read.codeText"),
        /// Time that reading took. NULL for other actions. Source: `read.durationMs`.
        best duration_ms: Opt<Int> = output.rounded("read.durationMs"),
        /// Size of what was read, uploaded or saved. NULL for other actions. Source: `read.bytes`, `asset_upload.size_bytes`, `asset_read.size_bytes`.
        best content_bytes: Opt<Int> = output.int("read.bytes" | "asset_upload.size_bytes" | "asset_read.size_bytes"),
        /// Length of what reading gave. NULL for other actions. Source: `read.result`.
        best answer_bytes: Opt<Int> = output.bytes("read.result"),
        /// Media type of a file of the store. NULL for other actions. Source: `asset_upload.content_type`, `asset_read.content_type`.
        best content_type: Opt<Text> = output.text("asset_upload.content_type" | "asset_read.content_type"),
        /// Whether a file of the store was deleted. NULL for other actions. Source: `asset_delete.deleted`.
        best deleted: Opt<Bool> = output.flag("asset_delete.deleted"),
        /// Things that there are to list. NULL for other actions, and where the result does not say. Source: `total`.
        best total: Opt<Int> = output.int("total"),
        /// Whether the list was cut. NULL for other actions. Source: `truncated`.
        best truncated: Opt<Bool> = output.flag("truncated"),
    }
    lists { listed: ArtifactItem = output("artifacts" | "watches" | "asset_list.assets" | "asset_uploads.results"), }
    also {
        input("limit"), input("page_token"), input("pin"), input("out_dir"), input("after"), output("stored"), output("faviconSent"),
        output("iconDropped"), output("folder_audience"), output("total_at_least"), output("next_page_token"), output("pins_enabled"),
        output("external_listed"), output("artifactRead"), output("watch.durable_skip_reason"), output("watch.since"),
        output("watch.token_expires_at"), output("watch.rail"), output("watch.trigger_id"), output("watch.durable_since"),
        output("watch.detail"), output("watch.note"), output("watch.events"), output("filter_url"), output("arms"), output("written"),
        output("asset_upload.sha256"), output("asset_upload.file_name"), output("asset_list.usage"), output("asset_list.next"),
        output("asset_list.cowritten"), output("asset_list.outside_writer"), output("asset_read.sha256"), output("asset_read.cowritten"),
        output("asset_read.outside_writer"), output("asset_read.public_read"), output("asset_read.foreign"), output("pin.action"),
    }
}

items! {
    /// Pages, watches and files of stores as calls showed them. One row per thing and call of Artifact.
    mod artifact_items as ArtifactItem {
        /// Title of a page. NULL for other things. Source: `title`.
        best title: Opt<Text> = item.prose("title"),
        /// Address. NULL where the result does not say. Source: `url`.
        best url: Opt<Text> = item.name("url"),
        /// Id of a file. NULL for other things. Source: `id`.
        best asset_id: Opt<Text> = item.id("id"),
        /// File on this machine. NULL for other things. Source: `file_path`.
        best file_path: Opt<Text> = item.name("file_path"),
        /// How uploading went: uploaded, failed, not_attempted. NULL for other things. Source: `status`.
        best status: Opt<Text> = item.text("status"),
        /// Why it failed. NULL where it did not. Source: `reason`.
        best reason: Opt<Text> = item.text("reason"),
        /// The same in words. NULL where it did not fail. Source: `message`.
        best message: Opt<Text> = item.prose("message"),
        /// Media type. NULL for other things. Source: `content_type`.
        best content_type: Opt<Text> = item.text("content_type"),
        /// Size of a file. NULL for other things. Source: `size_bytes`.
        best size_bytes: Opt<Int> = item.int("size_bytes"),
        /// Whether a page is the person's or shared with them: mine, shared. NULL where the result does not say. Source: `rel`.
        best relation: Opt<Text> = item.text("rel"),
        /// What the person may do: editor, commenter, reader, viewer. NULL where the result does not say. Source: `role`.
        best role: Opt<Text> = item.text("role"),
        /// When it was last changed or made. NULL where the result does not say. Source: `updatedAt`, `created_at`.
        best changed_at: Opt<Time> = item.instant("updatedAt" | "created_at"),
        /// Whether a page is pinned. NULL where the result does not say. Source: `pinned`.
        best pinned: Opt<Bool> = item.flag("pinned"),
        /// Task that watches. NULL for other things. Source: `task_id`.
        best watch_task_id: Opt<Text> = item.id("task_id"),
        /// How it is watched. NULL for other things. Source: `rail`, `armed_via`.
        best watch_kind: Opt<Text> = item.text("rail" | "armed_via"),
    }
    also {
        "favicon", "external", "outsidersMayHaveWritten", "listedKind", "since", "explicit", "connected", "connecting", "token_expires_at",
        "trigger_id", "events", "restored", "stop_kind", "sha256", "file_name", "may_be_stored",
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("Artifact", &[&artifacts::TABLE, &artifact_items::TABLE], flat::open::<Artifact>).asks(true).seen("2.1.217", "2.1.217")];
