//! Blocks of messages.

use super::*;
use crate::tables::content_blocks;

fn assistant(blocks: Value) -> Decoded {
    Decoded::of(&[response("u1", 1, "msg_b", 1, blocks)])
}

#[test]
fn plain_content_is_one_block_of_text() {
    let decoded = Decoded::of(&[record("user", "u1", 1, json!({"role": "user", "content": "é\nb"}))]);
    let rows = content_blocks::Columns::of(decoded.batch(&content_blocks::TABLE));
    assert_eq!(decoded.count(&content_blocks::TABLE), 1);
    assert_eq!((rows.record.record_id.get(0), rows.block_index.get(0), rows.r#type.get(0), rows.role.get(0)), ("u1", 0, Some("text"), Some("user")));
    assert_eq!((rows.bytes.get(0), rows.chars.get(0), rows.lines.get(0)), (Some(4), Some(3), Some(2)));
    assert_eq!(rows.hash.get(0), Some(text::measure("é\nb").hash));
    assert_eq!((rows.message_id.get(0), rows.record.session_id.get(0)), (None, "s1"));
}

#[test]
fn every_kind_of_block_has_its_size() {
    let decoded = assistant(json!([
        {"type": "text", "text": "a\nb", "citations": [{}, {}]},
        {"type": "thinking", "thinking": "", "signature": "abcd"},
        {"type": "redacted_thinking", "data": "aGVsbG8="},
        {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "é"}, "caller": {"type": "direct"}},
        {"type": "fallback", "from": {"model": "claude-fable-5"}, "to": {"model": "claude-opus-4-8"}},
        7,
        {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "echo", "server_name": "tester", "input": {}},
    ]));
    let rows = content_blocks::Columns::of(decoded.batch(&content_blocks::TABLE));
    let indexes: Vec<_> = (0..decoded.count(&content_blocks::TABLE)).map(|row| rows.block_index.get(row)).collect();
    assert_eq!(indexes, [0, 1, 2, 3, 4, 6], "what is no object is no block, and keeps its place");
    let bytes: Vec<_> = (0..6).map(|row| (rows.bytes.get(row), rows.chars.get(row), rows.data_bytes.get(row))).collect();
    assert_eq!(
        bytes,
        [
            (Some(3), Some(3), None),
            (Some(0), Some(0), None),
            (None, None, Some(5)),
            (Some(r#"{"command":"é"}"#.len() as i64), None, None),
            (None, None, None),
            (Some(2), None, None)
        ]
    );
    assert_eq!((rows.citations.get(0), rows.signature_bytes.get(1), rows.caller_type.get(3)), (Some(2), Some(4), Some("direct")));
    assert_eq!((rows.tool_use_id.get(3), rows.name.get(3)), (Some("toolu_1"), Some("Bash")));
    assert_eq!((rows.fallback_from.get(4), rows.fallback_to.get(4)), (Some("claude-fable-5"), Some("claude-opus-4-8")));
    assert_eq!((rows.server_name.get(5), rows.message_id.get(5)), (Some("tester"), Some("msg_b")));
}

#[test]
fn what_users_send_has_its_size() {
    let decoded = Decoded::of(&[record(
        "user",
        "u1",
        1,
        json!({"role": "user", "content": [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "one\ntwo\n"}},
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "abc", "is_error": true},
            {"type": "tool_result", "tool_use_id": "toolu_2", "content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "bc"}]},
            {"type": "tool_result", "tool_use_id": "toolu_3"},
        ]}),
    )]);
    let rows = content_blocks::Columns::of(decoded.batch(&content_blocks::TABLE));
    assert_eq!((rows.media_type.get(0), rows.source_type.get(0), rows.data_bytes.get(0)), (Some("image/png"), Some("base64"), Some(2)));
    assert_eq!((rows.bytes.get(1), rows.lines.get(1), rows.data_bytes.get(1)), (Some(8), Some(2), None));
    assert_eq!((rows.bytes.get(2), rows.is_error.get(2), rows.tool_use_id.get(2)), (Some(3), Some(true), Some("toolu_1")));
    assert_eq!((rows.hash.get(3), rows.is_error.get(3)), (Some(text::measure("a\nbc").hash), None));
    assert_eq!(rows.bytes.get(4), None);
}

#[test]
fn blocks_go_with_their_record() {
    let copy =
        with(response("u1", 1, "msg_b", 1, json!([{"type": "text", "text": "old"}, {"type": "text", "text": "older"}])), "forkedFrom", json!({}));
    let original = response("u1", 1, "msg_b", 1, json!([{"type": "text", "text": "new one"}]));
    for lines in [[copy.clone(), original.clone()], [original, copy]] {
        let decoded = Decoded::of(&lines);
        let rows = content_blocks::Columns::of(decoded.batch(&content_blocks::TABLE));
        assert_eq!((decoded.count(&content_blocks::TABLE), rows.bytes.get(0)), (1, Some(7)));
    }
}
