//! Records: the lines of transcripts, streams and logs of hooks.

use crate::table;

table! {
    /// Records of transcripts, streams and logs of hooks, of every type. One row per record.
    mod records [common: common] {
        /// The record: its uuid, else the XXH3-128 of its bytes in hexadecimal.
        key record_id: Text,
        /// Id of the record. NULL for records that have none (most metadata). Source: `uuid`.
        best uuid: Opt<Text>,
        /// Type of the record, as written; hook for what a hook was given. NULL where it is absent. Source: `type`.
        best r#type: Opt<Text>,
        /// Subtype: of a system record its `subtype`, of progress and attachments the type inside, of a queue operation the operation, of a hook the event. NULL where there is none.
        best subtype: Opt<Text>,
        /// Record that this one follows. NULL for a first record and for metadata. Source: `parentUuid`.
        best parent_uuid: Opt<Text>,
        /// Id of the API message that the record is part of. NULL for other records. Source: `message.id`.
        best message_id: Opt<Text>,
        /// Prompt that the record belongs to. NULL where the record does not say. Source: `promptId`.
        best prompt_id: Opt<Text>,
        /// Permission mode that the record states. NULL where it does not. Source: `permissionMode`.
        best permission_mode: Opt<Text>,
        /// How Claude Code was started. NULL where the record does not say. Source: `entrypoint`.
        best entrypoint: Opt<Text>,
        /// Whether the record was made by the program and not by a person. NULL where the record does not say. Source: `isMeta`, `isSynthetic`.
        best is_meta: Opt<Bool>,
        /// Nickname that the session had. NULL where the record does not say. Source: `slug`.
        best slug: Opt<Text>,
        /// Size of the record.
        best bytes: Int,
    }
}
