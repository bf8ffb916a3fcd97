use crate::decode::TextPolicy;
use crate::tables::{edit_hunks, writes};
use crate::text::measure;
use crate::tools::testing::{Decoded, Given, decode, decode_with};

const INPUT: &str = r#"{"file_path":"/a/B.TXT","content":"one\ntwo\n"}"#;

fn updated(payload: &str) -> Decoded {
    decode("Write", INPUT, Given(r#""The file /a/B.TXT has been updated successfully.""#, Some(payload), false))
}

#[test]
fn an_update_has_the_lines_of_its_patch() {
    let decoded = updated(
        r#"{"type":"update","filePath":"/a/B.TXT","content":"one\ntwo é\n","originalFile":"one\nold\ngone\n","userModified":true,"memdirStamped":true,
"structuredPatch":[{"oldStart":1,"oldLines":3,"newStart":1,"newLines":2,"lines":[" one","-old","-gone","+two é"]},{"oldStart":9,"lines":["+x"]}]}"#
            .replace('\n', "")
            .as_str(),
    );
    let row = writes::Columns::of(decoded.batch("writes"));
    assert_eq!((row.action.get(0), row.file_path.get(0), row.file_ext.get(0)), (Some("update"), Some("/a/B.TXT"), Some("txt")));
    // o n e \n t w o space, two bytes of é, \n
    assert_eq!((row.content_bytes.get(0), row.content_chars.get(0), row.content_lines.get(0)), (Some(11), Some(10), Some(2)));
    assert_eq!(row.content_hash.get(0), Some(measure("one\ntwo é\n").hash));
    assert_eq!((row.lines_added.get(0), row.lines_removed.get(0), row.lines_source.get(0)), (Some(2), Some(2), Some("patch")));
    assert_eq!((row.hunks.get(0), row.original_file_bytes.get(0)), (Some(2), Some(13)));
    assert_eq!((row.user_modified.get(0), row.memdir_stamped.get(0), row.fail_reason.get(0)), (Some(true), Some(true), None));
    let hunks = edit_hunks::Columns::of(decoded.batch("edit_hunks"));
    assert_eq!((hunks.call.call_id.get(0), hunks.hunk_index.get(1)), ("toolu_1", 1));
    assert_eq!(
        (hunks.old_start.get(0), hunks.old_lines.get(0), hunks.new_start.get(0), hunks.new_lines.get(0)),
        (Some(1), Some(3), Some(1), Some(2))
    );
    assert_eq!((hunks.lines_added.get(0), hunks.lines_removed.get(0), hunks.lines_context.get(0)), (1, 2, 1));
    assert_eq!((hunks.old_start.get(1), hunks.new_start.get(1)), (Some(9), None));
    assert_eq!(decoded.problem(), None);
}

#[test]
fn a_new_file_adds_all_its_lines() {
    let decoded = updated(r#"{"type":"create","filePath":"/a/B.TXT","content":"one\ntwo\nthree","structuredPatch":[],"originalFile":null}"#);
    let row = writes::Columns::of(decoded.batch("writes"));
    assert_eq!((row.lines_added.get(0), row.lines_removed.get(0), row.lines_source.get(0)), (Some(3), Some(0), Some("content")));
    assert_eq!((row.hunks.get(0), row.original_file_bytes.get(0), row.user_modified.get(0)), (Some(0), None, None));
    assert_eq!(decoded.rows("edit_hunks"), 0);
}

#[test]
fn an_update_without_hunks_says_nothing_of_lines_unless_both_texts_are_there() {
    for (payload, lines) in [
        (r#"{"type":"update","content":"one\ntwo\n","structuredPatch":[]}"#, (None, None, None)),
        (r#"{"type":"update","content":"one\ntwo\n","structuredPatch":[],"originalFile":"one\n"}"#, (Some(1), Some(0), Some("strings"))),
        ("{}", (None, None, None)),
    ] {
        let decoded = updated(payload);
        let row = writes::Columns::of(decoded.batch("writes"));
        assert_eq!((row.lines_added.get(0), row.lines_removed.get(0), row.lines_source.get(0)), lines, "{payload}");
        assert_eq!(row.content_bytes.get(0), Some(8), "{payload}");
    }
}

#[test]
fn the_documented_shape() {
    let decoded = decode("Write", "{}", Given(r#""ok""#, Some(r#"{"message":"ok","bytes_written":8,"file_path":"/a/b.rs"}"#), false));
    let row = writes::Columns::of(decoded.batch("writes"));
    assert_eq!((row.bytes_written.get(0), row.file_path.get(0), row.file_ext.get(0)), (Some(8), Some("/a/b.rs"), Some("rs")));
    assert_eq!((row.action.get(0), row.content_bytes.get(0), row.hunks.get(0)), (None, None, None));
}

#[test]
fn a_wrong_field_costs_only_its_column() {
    let decoded = updated(r#"{"type":"create","content":"a","structuredPatch":"none","userModified":"no"}"#);
    let row = writes::Columns::of(decoded.batch("writes"));
    assert_eq!((row.hunks.get(0), row.user_modified.get(0), row.lines_added.get(0)), (None, None, Some(1)));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "structuredPatch".to_owned())));
}

#[test]
fn payloads_of_other_types_leave_the_input() {
    for payload in ["[1]", "7"] {
        let decoded = updated(payload);
        let row = writes::Columns::of(decoded.batch("writes"));
        assert_eq!((row.content_lines.get(0), row.action.get(0)), (Some(2), Some("update")), "{payload}");
        assert_eq!(decoded.problem(), Some(("unexpected_shape".to_owned(), String::new())), "{payload}");
    }
}

#[test]
fn without_a_payload_the_text_tells_what_was_done() {
    for (text, action, added) in [
        ("File created successfully at: /a/B.TXT", Some("create"), Some(2)),
        ("The file /a/B.TXT has been updated successfully.", Some("update"), None),
        ("Done", None, None),
    ] {
        let decoded = decode("Write", INPUT, Given(&format!("{text:?}"), None, false));
        let row = writes::Columns::of(decoded.batch("writes"));
        assert_eq!((row.action.get(0), row.lines_added.get(0), row.fail_reason.get(0)), (action, added, None), "{text}");
        assert_eq!(decoded.problem(), None);
    }
}

#[test]
fn failures_have_a_reason_and_no_lines() {
    for (text, payload, reason) in [
        (
            "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
            "Error: File has not been read yet.",
            "not_read",
        ),
        ("<tool_use_error>File has been modified since read</tool_use_error>", "Error: File has been modified since read", "changed_on_disk"),
        ("The user doesn't want to proceed with this tool use. The tool use was rejected", "User rejected tool use", "denied"),
        ("Boom", "Error: Boom", "other"),
    ] {
        let decoded = decode("Write", INPUT, Given(&format!("{text:?}"), Some(&format!("{payload:?}")), true));
        let row = writes::Columns::of(decoded.batch("writes"));
        assert_eq!((row.fail_reason.get(0), row.lines_added.get(0), row.action.get(0)), (Some(reason), None, None), "{text}");
        assert_eq!((row.content_bytes.get(0), decoded.rows("text_results")), (Some(8), 1));
    }
}

#[test]
fn no_policy_keeps_a_path() {
    let decoded = decode_with(TextPolicy::None, "Write", INPUT, Given("\"ok\"", None, false));
    let row = writes::Columns::of(decoded.batch("writes"));
    assert_eq!((row.file_path.get(0).map(str::len), row.file_ext.get(0)), (Some(17), Some("txt")));
}
