//! Projects of the web application: Projects.

use super::Keys;
use super::fields::Fields;
use super::flat::{self, Item, Lend, calls};
use super::outcome::Outcome;
use super::registry::Tool;
use crate::policy::TextPolicy;
use crate::table;
use crate::tables::{Tables, call_child};
use crate::text::decode_json;

calls! {
    /// What was read and written in projects of the web application. One row per call of Projects.
    mod project_calls as ProjectCall {
        /// What was done: project_info, project_read, project_search, project_write and others. NULL where neither says. Source: `method`.
        best method: Opt<Text> = either.text("method"),
        /// File of the project. NULL where neither input nor result says. Source: `path`.
        best path: Opt<Text> = either.name("path"),
        /// File on this machine. NULL where neither input nor result says. Source: `local_path`, `local_file`.
        best local_path: Opt<Text> = either.name("local_path" | "local_file"),
        /// What was searched for. NULL where the input does not say. Source: `query`.
        best query: Opt<Text> = input.name("query"),
        /// Hits that were asked for. NULL where the input does not say. Source: `n`.
        best limit_asked: Opt<Int> = input.int("n"),
        /// Length of what was written or read. NULL where neither input nor result has it. Source: `content`.
        best content_bytes: Opt<Int> = either.bytes("content"),
        /// XXH3-64 of it. NULL where neither input nor result has it.
        best content_hash: Opt<Int> = either.hash("content"),
        /// Whether the person is to see it. NULL where neither says: no. Source: `present_to_user`.
        best present_to_user: Opt<Bool> = either.flag("present_to_user"),
        /// Kind of file. NULL where the result does not say. Source: `file_kind`.
        best file_kind: Opt<Text> = output.text("file_kind"),
        /// Name of the project. NULL where the result does not say. Source: `name`.
        best project_name: Opt<Text> = output.name("name"),
        /// Documents in the result. NULL where the result does not say. Source: `docs`.
        best doc_count: Opt<Int> = output.count("docs"),
        /// Files in the result. NULL where the result does not say. Source: `files`.
        best file_count: Opt<Int> = output.count("files"),
        /// Places that were found. NULL where the result does not say. Source: `hits`.
        best hit_count: Opt<Int> = output.count("hits"),
        /// Id of the document. NULL where the result does not say. Source: `doc_uuid`.
        best doc_uuid: Opt<Text> = output.id("doc_uuid"),
        /// Whether it took the place of one that was there. NULL where the result does not say. Source: `replaced`.
        best replaced: Opt<Bool> = output.flag("replaced"),
        /// Whether it was deleted. NULL where the result does not say. Source: `deleted`.
        best deleted: Opt<Bool> = output.flag("deleted"),
        /// Size of the file. NULL where the result does not say. Source: `size_bytes`.
        best size_bytes: Opt<Int> = output.int("size_bytes"),
        /// Whether the result was cut. NULL where it does not say. Source: `truncated`.
        best truncated: Opt<Bool> = output.flag("truncated"),
        /// Size of what the project knows. NULL where the result does not say. Source: `knowledge.knowledge_size`.
        best knowledge_size: Opt<Int> = output.int("knowledge.knowledge_size"),
        /// Size that it may have. NULL where the result does not say. Source: `knowledge.max_knowledge_size`.
        best max_knowledge_size: Opt<Int> = output.int("knowledge.max_knowledge_size"),
        /// What the tool says. NULL where it says nothing. Source: `notice`.
        best notice: Opt<Text> = output.prose("notice"),
        /// What the project is for. NULL where the result does not say. Source: `description`.
        best description: Opt<Text> = output.prose("description"),
        /// Length of the project's instructions. NULL where the result does not say. Source: `instructions`.
        best instructions_bytes: Opt<Int> = output.bytes("instructions"),
        /// XXH3-64 of the project's instructions. NULL where the result does not say.
        best instructions_hash: Opt<Int> = output.hash("instructions"),
        /// Sources that the project is kept in step with. NULL where the result does not say. Source: `sync_sources`.
        best sync_source_count: Opt<Int> = output.count("sync_sources"),
        /// Whether the search was by meaning. NULL for other methods. Source: `rag`.
        best rag: Opt<Bool> = output.flag("rag"),
        /// When the document was made, UTC. NULL where the result does not say. Source: `created_at`.
        best created_at: Opt<Time> = output.instant("created_at"),
        /// When the file was last changed, UTC. NULL where the result does not say. Source: `updated_at`.
        best updated_at: Opt<Time> = output.instant("updated_at"),
    }
    lists {
        docs: ProjectItem = text(docs),
        files: ProjectItem = text(files),
        hits: ProjectItem = text(hits),
        sync_sources: ProjectItem = text(sync_sources),
    }
}

table! {
    /// What calls showed of projects: documents, files, hits of a search, and sources. One row per thing and list of a call.
    mod project_items [call: call_child] {
        parent: tool_calls,
        /// List that the thing is in: docs, files, hits, sync_sources.
        key list: Text,
        /// Place in the list, from 0.
        key item_index: Int,
        /// File of the project. NULL for hits and sources. Source: `path`, of a search the document itself.
        best path: Opt<Text>,
        /// Kind of a file; type of a source. NULL where the result does not say. Source: `file_kind`, `type`.
        best kind: Opt<Text>,
        /// Name of the document of a hit. NULL where the result does not say. Source: `name`.
        best name: Opt<Text>,
        /// Id of the document of a hit. NULL where the result does not say. Source: `doc_uuid`.
        best doc_uuid: Opt<Text>,
        /// Length of the text of a hit. NULL where the result does not say. Source: `text`.
        best text_bytes: Opt<Int>,
        /// XXH3-64 of the text of a hit. NULL where the result does not say.
        best text_hash: Opt<Int>,
        /// Whether a hit came as an image too. NULL where the result does not say. Source: `image_attached`.
        best image_attached: Opt<Bool>,
        /// Page of a hit. NULL where the result does not say. Source: `page`.
        best page: Opt<Int>,
        /// Size of a file. NULL where the result does not say. Source: `size_bytes`.
        best size_bytes: Opt<Int>,
        /// When a document was made, UTC. NULL where the result does not say. Source: `created_at`.
        best created_at: Opt<Time>,
        /// When a file was last changed, UTC. NULL where the result does not say. Source: `updated_at`.
        best updated_at: Opt<Time>,
        /// Whether a file is cut when it is read. NULL where the result does not say. Source: `truncated`.
        best truncated: Opt<Bool>,
        /// How a source is set up, as JSON. NULL for other things. Source: `config`.
        best config: Opt<Text>,
    }
}

/// A thing of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProjectItem {
    list: &'static str,
    path: Option<String>,
    kind: Option<String>,
    name: Option<String>,
    doc_uuid: Option<String>,
    text_bytes: Option<i64>,
    text_hash: Option<i64>,
    image_attached: Option<bool>,
    page: Option<i64>,
    size_bytes: Option<i64>,
    created_at: Option<i64>,
    updated_at: Option<i64>,
    truncated: Option<bool>,
    config: Option<String>,
}

impl Item for ProjectItem {
    const KNOWN: &'static [&'static [&'static str]] = &[
        &["path"],
        &["file_kind", "type"],
        &["name"],
        &["doc_uuid"],
        &["text"],
        &["image_attached"],
        &["page"],
        &["size_bytes"],
        &["created_at"],
        &["updated_at"],
        &["truncated"],
        &["config"],
    ];

    fn read(element: &Fields<'_>) -> Self {
        Self {
            path: element.name(&["path"]),
            kind: element.text(&["file_kind", "type"]),
            name: element.name(&["name"]),
            doc_uuid: element.id(&["doc_uuid"]),
            text_bytes: element.bytes(&["text"]),
            text_hash: element.hash(&["text"]),
            image_attached: element.flag(&["image_attached"]),
            page: element.int(&["page"]),
            size_bytes: element.int(&["size_bytes"]),
            created_at: element.instant(&["created_at"]),
            updated_at: element.instant(&["updated_at"]),
            truncated: element.flag(&["truncated"]),
            config: element.json(&["config"]),
            ..Self::default()
        }
    }

    fn append(&self, item_index: i64, keys: &Keys<'_>, tables: &mut Tables) {
        let row = project_items::Row {
            call: &call_child::Row::of(keys),
            list: self.list,
            item_index,
            path: self.path.lend(),
            kind: self.kind.lend(),
            name: self.name.lend(),
            doc_uuid: self.doc_uuid.lend(),
            text_bytes: self.text_bytes,
            text_hash: self.text_hash,
            image_attached: self.image_attached,
            page: self.page,
            size_bytes: self.size_bytes,
            created_at: self.created_at,
            updated_at: self.updated_at,
            truncated: self.truncated,
            config: self.config.lend(),
        };
        tables.project_items.append(keys.origin, &row);
    }
}

/// What is in a list of the result. The documents of a search are their paths alone.
fn of_list(output: &Fields<'_>, list: &'static str, policy: TextPolicy) -> Option<Vec<ProjectItem>> {
    let read = |json: &str| {
        let path = decode_json(json).map(|path| policy.name(&path).into_owned());
        let item = if path.is_some() {
            ProjectItem { path, ..ProjectItem::default() }
        } else {
            output.element(list, json, ProjectItem::KNOWN.iter().copied().flatten().copied(), ProjectItem::read)
        };
        ProjectItem { list, ..item }
    };
    Some(output.list(&[list])?.iter().map(|json| read(json)).collect())
}

fn docs(output: &Fields<'_>, _: &Outcome<'_>, policy: TextPolicy) -> Option<Vec<ProjectItem>> {
    of_list(output, "docs", policy)
}

fn files(output: &Fields<'_>, _: &Outcome<'_>, policy: TextPolicy) -> Option<Vec<ProjectItem>> {
    of_list(output, "files", policy)
}

fn hits(output: &Fields<'_>, _: &Outcome<'_>, policy: TextPolicy) -> Option<Vec<ProjectItem>> {
    of_list(output, "hits", policy)
}

fn sync_sources(output: &Fields<'_>, _: &Outcome<'_>, policy: TextPolicy) -> Option<Vec<ProjectItem>> {
    of_list(output, "sync_sources", policy)
}

/// The tool.
pub(crate) static TOOLS: &[Tool] = &[Tool::new("Projects", &[&project_calls::TABLE, &project_items::TABLE], flat::open::<ProjectCall>)];
