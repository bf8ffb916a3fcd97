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
        /// Pages that were to be listed at most. NULL where the input does not say. Source: `limit`.
        best limit_asked: Opt<Int> = input.int("limit"),
        /// Place in a list to go on from. NULL where it was to begin at its beginning. Source: `page_token`, `after`.
        best page_token: Opt<Text> = input.name("page_token" | "after"),
        /// Whether the page was to be pinned once it is published. NULL where the input does not say: no. Source: `pin`.
        best pin_asked: Opt<Bool> = input.flag("pin"),
        /// Folder to save a file of the page's store in. NULL where the input does not say. Source: `out_dir`.
        best out_dir: Opt<Text> = input.name("out_dir"),
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
        /// Who besides can see what is in its folder: others, unknown. NULL where the result does not say. Source: `folder_audience`.
        best folder_audience: Opt<Text> = output.text("folder_audience"),
        /// Whether the session is told of new versions, and how. NULL where the result does not say. Source: `liveSubscription`.
        best live_subscription: Opt<Text> = output.text("liveSubscription"),
        /// What the page may do, as JSON. NULL where neither input nor result says. Source: `capabilities`.
        best capabilities: Opt<Text> = either.json("capabilities"),
        /// Version of what runs the page. NULL where neither input nor result says. Source: `contract`.
        best contract: Opt<Text> = either.text("contract"),
        /// Version of what runs the page, as it is stored. NULL where the result does not say. Source: `stored.contract`.
        best stored_contract: Opt<Text> = output.text("stored.contract"),
        /// Version that the author chose. NULL where the result does not say. Source: `stored.preferredContract`.
        best stored_preferred_contract: Opt<Text> = output.text("stored.preferredContract"),
        /// What the page may do, as it is stored, as JSON. NULL where the result does not say. Source: `stored.capabilities`.
        best stored_capabilities: Opt<Text> = output.json("stored.capabilities"),
        /// Whether that was taken over from the version before. NULL where the result does not say. Source: `stored.carried`.
        best stored_carried: Opt<Bool> = output.flag("stored.carried"),
        /// How what is stored was read. NULL where the result does not say. Source: `stored.read`.
        best stored_read: Opt<Text> = output.text("stored.read"),
        /// Whether an icon was sent in the old way. NULL where the result does not say. Source: `faviconSent`.
        best favicon_sent: Opt<Bool> = output.flag("faviconSent"),
        /// Whether the icon was left out. NULL where the result does not say. Source: `iconDropped`.
        best icon_dropped: Opt<Bool> = output.flag("iconDropped"),
        /// Warnings, joined by commas. NULL where the result does not say. Source: `warnings`.
        best warnings: Opt<Text> = output.names("warnings"),
        /// Times that a page can still be published for now. NULL where the result does not say. Source: `publishesRemaining`.
        best publishes_remaining: Opt<Int> = output.int("publishesRemaining"),
        /// When that begins anew, UTC. NULL where the result does not say. Source: `publishesResetAt`.
        best publishes_reset_at: Opt<Time> = output.instant("publishesResetAt"),
        /// How watching a page went. NULL for other actions. Source: `watch.outcome`.
        best watch_outcome: Opt<Text> = output.text("watch.outcome"),
        /// Why it is not watched. NULL where it is, and for other actions. Source: `watch.reason`.
        best watch_reason: Opt<Text> = output.prose("watch.reason"),
        /// Why it is watched for this session only. NULL for other actions, and where the result does not say. Source: `watch.durable_skip_reason`.
        best watch_durable_skip_reason: Opt<Text> = output.text("watch.durable_skip_reason"),
        /// When watching began, UTC. NULL for other actions, and where the result does not say. Source: `watch.since`.
        best watch_since: Opt<Time> = output.instant("watch.since"),
        /// When watching began that outlives the session, UTC. NULL for other actions, and where the result does not say. Source: `watch.durable_since`.
        best watch_durable_since: Opt<Time> = output.instant("watch.durable_since"),
        /// When the right to watch ends, UTC. NULL for other actions, and where the result does not say. Source: `watch.token_expires_at`.
        best watch_token_expires_at: Opt<Time> = output.instant("watch.token_expires_at"),
        /// How the page is watched. NULL for other actions, and where the result does not say. Source: `watch.rail`.
        best watch_rail: Opt<Text> = output.text("watch.rail"),
        /// What wakes the session. NULL for other actions, and where the result does not say. Source: `watch.trigger_id`.
        best watch_trigger_id: Opt<Text> = output.id("watch.trigger_id"),
        /// What went wrong with watching. NULL for other actions, and where nothing did. Source: `watch.detail`.
        best watch_detail: Opt<Text> = output.prose("watch.detail"),
        /// What there is to know of it. NULL for other actions, and where the result does not say. Source: `watch.note`.
        best watch_note: Opt<Text> = output.prose("watch.note"),
        /// What the session is told of, joined by commas. NULL for other actions, and where the result does not say. Source: `watch.events`.
        best watch_events: Opt<Text> = output.joined("watch.events"),
        /// Whether the page is, or was, watched. NULL for other actions. Source: `watch.watching`, `unwatch.was_watching`.
        best watching: Opt<Bool> = output.flag("watch.watching" | "unwatch.was_watching"),
        /// Task that watches. NULL for other actions. Source: `watch.task_id`.
        best watch_task_id: Opt<Text> = output.id("watch.task_id"),
        /// Page that the list of watches was asked for. NULL for other actions, and for a list of all. Source: `filter_url`.
        best filter_url: Opt<Text> = output.name("filter_url"),
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
        /// Name of the artifact that was read. NULL for other actions, and where the result does not say. Source: `artifactRead.slug`.
        best read_slug: Opt<Text> = output.name("artifactRead.slug"),
        /// Version of it that was read. NULL for other actions, and where the result does not say. Source: `artifactRead.ver`.
        best read_version: Opt<Text> = output.text("artifactRead.ver"),
        /// Whether it was one of the program's own. NULL for other actions, and where the result does not say. Source: `artifactRead.seeded`.
        best read_seeded: Opt<Bool> = output.flag("artifactRead.seeded"),
        /// Media type of a file of the store. NULL for other actions. Source: `asset_upload.content_type`, `asset_read.content_type`.
        best content_type: Opt<Text> = output.text("asset_upload.content_type" | "asset_read.content_type"),
        /// SHA-256 of a file of the store. NULL for other actions. Source: `asset_upload.sha256`, `asset_read.sha256`.
        best sha256: Opt<Text> = output.text("asset_upload.sha256" | "asset_read.sha256"),
        /// Name of a file that was uploaded. NULL for other actions. Source: `asset_upload.file_name`.
        best file_name: Opt<Text> = output.name("asset_upload.file_name"),
        /// Page whose store was written to, where it is not the person's own. NULL for other actions. Source: `written.url`.
        best written_url: Opt<Text> = output.name("written.url"),
        /// Whether others write to the store too. NULL where the result does not say. Source: `asset_list.cowritten`, `asset_read.cowritten`.
        best cowritten: Opt<Bool> = output.flag("asset_list.cowritten" | "asset_read.cowritten"),
        /// Whether someone from outside does. NULL where the result does not say. Source: `asset_list.outside_writer`, `asset_read.outside_writer`.
        best outside_writer: Opt<Bool> = output.flag("asset_list.outside_writer" | "asset_read.outside_writer"),
        /// Whether everyone can read the file. NULL where the result does not say. Source: `asset_read.public_read`.
        best public_read: Opt<Bool> = output.flag("asset_read.public_read"),
        /// Whether the file is of a page of someone else. NULL where the result does not say. Source: `asset_read.foreign`.
        best is_foreign: Opt<Bool> = output.flag("asset_read.foreign"),
        /// Files in the store. NULL for other actions. Source: `asset_list.usage.files`.
        best store_files: Opt<Int> = output.int("asset_list.usage.files"),
        /// Size of the store. NULL for other actions. Source: `asset_list.usage.bytes`.
        best store_bytes: Opt<Int> = output.int("asset_list.usage.bytes"),
        /// Files that it may have. NULL for other actions. Source: `asset_list.usage.max_files`.
        best store_max_files: Opt<Int> = output.int("asset_list.usage.max_files"),
        /// Size that it may have. NULL for other actions. Source: `asset_list.usage.max_bytes`.
        best store_max_bytes: Opt<Int> = output.int("asset_list.usage.max_bytes"),
        /// Whether a file of the store was deleted. NULL for other actions. Source: `asset_delete.deleted`.
        best deleted: Opt<Bool> = output.flag("asset_delete.deleted"),
        /// Things that there are to list. NULL for other actions, and where the result does not say. Source: `total`.
        best total: Opt<Int> = output.int("total"),
        /// Whether the list was cut. NULL for other actions. Source: `truncated`.
        best truncated: Opt<Bool> = output.flag("truncated"),
        /// Whether there are more than the total says. NULL for other actions, and where the result does not say. Source: `total_at_least`.
        best total_at_least: Opt<Bool> = output.flag("total_at_least"),
        /// Place at which the list goes on. NULL for other actions, and where the list is whole. Source: `next_page_token`, `asset_list.next`.
        best next_page_token: Opt<Text> = output.name("next_page_token" | "asset_list.next"),
        /// Whether pages can be pinned. NULL for other actions, and where the result does not say. Source: `pins_enabled`.
        best pins_enabled: Opt<Bool> = output.flag("pins_enabled"),
        /// Whether pages from outside are in the list. NULL for other actions, and where the result does not say. Source: `external_listed`.
        best external_listed: Opt<Bool> = output.flag("external_listed"),
        /// What was done to the pin: pin, unpin. NULL for other actions. Source: `pin.action`.
        best pin_action: Opt<Text> = output.text("pin.action"),
    }
    lists {
        listed: ArtifactItem = output("artifacts" | "watches" | "asset_list.assets" | "asset_uploads.results"),
        arms: ArtifactArm = output("arms"),
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
        /// How a page is watched: durable_wake, live_stopped and others. NULL where the result does not say. Source: `rail`.
        best rail: Opt<Text> = item.text("rail"),
        /// What began the watch. NULL where the result does not say. Source: `armed_via`.
        best armed_via: Opt<Text> = item.text("armed_via"),
        /// When watching began, UTC. NULL where the result does not say. Source: `since`.
        best since: Opt<Time> = item.instant("since"),
        /// When the right to watch ends, UTC. NULL where the result does not say. Source: `token_expires_at`.
        best token_expires_at: Opt<Time> = item.instant("token_expires_at"),
        /// Whether the watch was asked for. NULL where the result does not say. Source: `explicit`.
        best explicit: Opt<Bool> = item.flag("explicit"),
        /// Whether the watch is connected. NULL where the result does not say. Source: `connected`.
        best connected: Opt<Bool> = item.flag("connected"),
        /// Whether it is about to be. NULL where the result does not say. Source: `connecting`.
        best connecting: Opt<Bool> = item.flag("connecting"),
        /// What wakes the session. NULL where the result does not say. Source: `trigger_id`.
        best trigger_id: Opt<Text> = item.id("trigger_id"),
        /// What the session is told of, joined by commas. NULL where the result does not say. Source: `events`.
        best events: Opt<Text> = item.joined("events"),
        /// Whether an earlier session's watch was taken up again. NULL where the result does not say. Source: `restored`.
        best restored: Opt<Bool> = item.flag("restored"),
        /// Why a watch ended. NULL where it did not. Source: `stop_kind`.
        best stop_kind: Opt<Text> = item.text("stop_kind"),
        /// Icon of a page. NULL where it has none. Source: `favicon`.
        best icon: Opt<Text> = item.text("favicon"),
        /// Kind of page. NULL where the result does not say. Source: `listedKind`.
        best kind: Opt<Text> = item.text("listedKind"),
        /// Whether a page is from outside. NULL where the result does not say: no. Source: `external`.
        best external: Opt<Bool> = item.flag("external"),
        /// Whether someone from outside may have written to it. NULL where the result does not say: no. Source: `outsidersMayHaveWritten`.
        best outsiders_may_have_written: Opt<Bool> = item.flag("outsidersMayHaveWritten"),
        /// SHA-256 of a file. NULL for other things, and where the result does not say. Source: `sha256`.
        best sha256: Opt<Text> = item.text("sha256"),
        /// Name of a file that was uploaded. NULL for other things. Source: `file_name`.
        best file_name: Opt<Text> = item.name("file_name"),
        /// Whether a file may be stored although its upload failed. NULL where the result does not say: no. Source: `may_be_stored`.
        best may_be_stored: Opt<Bool> = item.flag("may_be_stored"),
    }
}

items! {
    /// States of what watches pages. One row per watcher and call of Artifact.
    mod artifact_arms as ArtifactArm {
        /// Page. NULL where the result does not say. Source: `arms[].url`.
        best url: Opt<Text> = item.name("url"),
        /// How it is watched. NULL where the result does not say. Source: `arms[].rail`.
        best rail: Opt<Text> = item.text("rail"),
        /// State. NULL where the result does not say. Source: `arms[].state`.
        best state: Opt<Text> = item.text("state"),
        /// Whether it connects again. NULL where the result does not say. Source: `arms[].reconnect`.
        best reconnect: Opt<Bool> = item.flag("reconnect"),
        /// Failures so far. NULL where the result does not say. Source: `arms[].failures`.
        best failures: Opt<Int> = item.int("failures"),
        /// Failures at which it gives up. NULL where the result does not say. Source: `arms[].max_failures`.
        best max_failures: Opt<Int> = item.int("max_failures"),
        /// Time until it tries again. NULL where the result does not say. Source: `arms[].next_in_s`.
        best next_in_ms: Opt<Int> = item.seconds("next_in_s"),
        /// What failed last. NULL where nothing did. Source: `arms[].last_failure`.
        best last_failure: Opt<Text> = item.prose("last_failure"),
        /// Why it is in this state. NULL where the result does not say. Source: `arms[].reason`.
        best reason: Opt<Text> = item.prose("reason"),
        /// The same in more words. NULL where the result does not say. Source: `arms[].detail`.
        best detail: Opt<Text> = item.prose("detail"),
        /// What the server says. NULL where it says nothing. Source: `arms[].server_message`.
        best server_message: Opt<Text> = item.prose("server_message"),
        /// When it came into this state, UTC. NULL where the result does not say. Source: `arms[].at`.
        best changed_at: Opt<Time> = item.instant("at"),
    }
    also {
        "favicon", "external", "outsidersMayHaveWritten", "listedKind", "since", "explicit", "connected", "connecting", "token_expires_at",
        "trigger_id", "events", "restored", "stop_kind", "sha256", "file_name", "may_be_stored",
    }
}

/// The tools.
pub(crate) static TOOLS: &[Tool] =
    &[Tool::new("Artifact", &[&artifacts::TABLE, &artifact_items::TABLE, &artifact_arms::TABLE], flat::open::<Artifact>)
        .asks(true)
        .seen("2.1.217", "2.1.217")];
