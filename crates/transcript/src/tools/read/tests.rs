use super::unnumbered;
use crate::tables::reads;
use crate::text::measure;
use crate::tools::testing::{Decoded, Given, decode};

const INPUT: &str = r#"{"file_path":"/a/b.rs"}"#;

fn read(payload: &str) -> Decoded {
    decode("Read", INPUT, Given("\"text\"", Some(payload), false))
}

#[test]
fn a_text() {
    let input = r#"{"file_path":"/a/b.rs","offset":"3","limit":2,"pages":"1-2","allow_large":true}"#;
    let payload =
        r#"{"type":"text","file":{"filePath":"/a/b.rs","content":"x\n","numLines":2,"startLine":3,"totalLines":9,"truncatedByTokenCap":true}}"#;
    let decoded = decode("Read", input, Given("\"     3→x\\n     4→\"", Some(payload), false));
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.file_path.get(0), row.file_ext.get(0)), (Some("text"), Some("/a/b.rs"), Some("rs")));
    assert_eq!(
        (row.offset_line.get(0), row.limit_lines.get(0), row.pages.get(0), row.allow_large.get(0)),
        (Some(3), Some(2), Some("1-2"), Some(true))
    );
    assert_eq!((row.start_line.get(0), row.num_lines.get(0), row.total_lines.get(0)), (Some(3), Some(2), Some(9)));
    assert_eq!((row.content_bytes.get(0), row.content_chars.get(0), row.content_lines.get(0)), (Some(2), Some(2), Some(1)));
    assert_eq!(row.content_hash.get(0), Some(measure("x\n").hash));
    assert_eq!((row.truncated_by_token_cap.get(0), row.beyond_end.get(0), row.unparsed_input.get(0)), (Some(true), Some(false), false));
    assert_eq!((row.fail_reason.get(0), decoded.problem()), (None, None));
}

#[test]
fn images_and_documents() {
    let image = r#"{"type":"image","file":{"base64":"AAAA","type":"image/png","originalSize":3,"dimensions":{"originalWidth":40,"originalHeight":30,"displayWidth":20,"displayHeight":15}}}"#;
    let decoded = read(image);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!(
        (row.kind.get(0), row.mime_type.get(0), row.base64_bytes.get(0), row.original_bytes.get(0)),
        (Some("image"), Some("image/png"), Some(4), Some(3))
    );
    assert_eq!((row.original_width.get(0), row.original_height.get(0)), (Some(40), Some(30)));
    assert_eq!((row.display_width.get(0), row.display_height.get(0)), (Some(20), Some(15)));
    assert_eq!((row.num_lines.get(0), row.content_bytes.get(0)), (None, None));
    let decoded = read(r#"{"type":"pdf","file":{"filePath":"/a/b.pdf","base64":"AAAAAAAA","originalSize":6}}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.base64_bytes.get(0), row.original_bytes.get(0)), (Some("pdf"), Some(8), Some(6)));
    let decoded = read(r#"{"type":"parts","file":{"filePath":"/a/b.pdf","originalSize":6,"count":3,"outputDir":"/t/parts"}}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.part_count.get(0), row.output_dir.get(0)), (Some("parts"), Some(3), Some("/t/parts")));
}

#[test]
fn notebooks_artifacts_and_unchanged_files() {
    let decoded =
        read(r#"{"type":"notebook","file":{"filePath":"/a/b.ipynb","cells":[{"source":"1"},{"source":"2"}]},"artifactRead":{"slug":"s","ver":4}}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.cell_count.get(0)), (Some("notebook"), Some(2)));
    assert_eq!((row.artifact_slug.get(0), row.artifact_version.get(0)), (Some("s"), Some("4")));
    let decoded = read(r#"{"type":"file_unchanged","file":{"filePath":"/a/b.rs"}}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.num_lines.get(0), row.content_bytes.get(0)), (Some("file_unchanged"), None, None));
}

#[test]
fn documented_shapes() {
    let decoded = read(r#"{"content":"     5→a\n     6→b","total_lines":9,"lines_returned":2}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.kind.get(0), row.start_line.get(0), row.num_lines.get(0), row.total_lines.get(0)), (Some("text"), Some(5), Some(2), Some(9)));
    assert_eq!(row.content_hash.get(0), Some(measure("a\nb").hash));
    let decoded = read(r#"{"image":"AAAA","mime_type":"image/png","file_size":3}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!(
        (row.kind.get(0), row.mime_type.get(0), row.base64_bytes.get(0), row.original_bytes.get(0)),
        (Some("image"), Some("image/png"), Some(4), Some(3))
    );
}

#[test]
fn a_wrong_field_costs_only_its_column() {
    let decoded = read(r#"{"type":"text","file":{"content":7,"numLines":"many","startLine":1.0,"totalLines":2}}"#);
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.content_bytes.get(0), row.num_lines.get(0), row.start_line.get(0), row.total_lines.get(0)), (None, None, Some(1), Some(2)));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "content".to_owned())));
    let decoded = read(r#"{"type":"text","file":"/a/b.rs"}"#);
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "file".to_owned())));
    assert_eq!(reads::Columns::of(decoded.batch("reads")).kind.get(0), Some("text"));
    let decoded = read("[]");
    assert_eq!(decoded.problem(), Some(("unexpected_shape".to_owned(), String::new())));
    assert_eq!(reads::Columns::of(decoded.batch("reads")).file_path.get(0), Some("/a/b.rs"));
    let decoded = read("{}");
    assert_eq!((decoded.problem(), reads::Columns::of(decoded.batch("reads")).kind.get(0)), (None, None));
}

#[test]
fn without_a_payload_the_lines_are_those_of_the_text() {
    let beyond = "<system-reminder>Warning: the file exists but is shorter than the provided offset (50). The file has 10 lines.</system-reminder>";
    for (text, kind, start, lines, beyond_end) in [
        ("     7→a\n     8→b", Some("text"), Some(7), Some(2), false),
        ("1\ta\n2\t", Some("text"), Some(1), Some(1), false),
        ("     1→a\n\n<system-reminder>\nNote\n</system-reminder>\n", Some("text"), Some(1), Some(1), false),
        ("     1→a\n\n[more]", None, None, None, false),
        ("     1→a\n     3→b", None, None, None, false),
        ("no numbers", None, None, None, false),
        ("<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>", Some("text"), None, Some(0), false),
        (beyond, Some("text"), None, Some(0), true),
        ("Wasted call — file unchanged since your last Read. Refer to it.", Some("file_unchanged"), None, None, false),
    ] {
        let content = serde_json::to_string(text).expect("texts serialise");
        let decoded = decode("Read", INPUT, Given(&content, None, false));
        let row = reads::Columns::of(decoded.batch("reads"));
        assert_eq!(
            (row.kind.get(0), row.start_line.get(0), row.content_lines.get(0), row.beyond_end.get(0)),
            (kind, start, lines, Some(beyond_end)),
            "{text}"
        );
        assert_eq!((row.num_lines.get(0), decoded.problem()), (None, None), "{text}");
    }
    let decoded = decode("Read", INPUT, Given(r#"[{"type":"image","source":{}}]"#, None, false));
    assert_eq!(reads::Columns::of(decoded.batch("reads")).kind.get(0), Some("image"));
}

#[test]
fn numbers_come_off_and_nothing_else() {
    assert_eq!(unnumbered("  9→\tx\n 10→2→y\n 11→"), Some((9, "\tx\n2→y\n".to_owned())));
    assert_eq!(unnumbered(""), None);
    assert_eq!(unnumbered("<system-reminder>"), None);
}

#[test]
fn failures_have_a_reason() {
    for (text, reason) in [
        ("File does not exist. Did you mean b.rs?", "not_found"),
        ("<tool_use_error>File does not exist.</tool_use_error>", "not_found"),
        ("ENOENT: no such file or directory", "not_found"),
        ("EISDIR: illegal operation on a directory, read", "directory"),
        ("EACCES: permission denied", "no_access"),
        ("File content (26249 tokens) exceeds maximum allowed tokens (25000).", "too_large"),
        ("Permission to use Read has been denied", "denied"),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", "other"),
    ] {
        let decoded = decode("Read", INPUT, Given(&format!("{text:?}"), Some(&format!("\"Error: {text}\"")), true));
        let row = reads::Columns::of(decoded.batch("reads"));
        assert_eq!((row.fail_reason.get(0), row.kind.get(0), row.beyond_end.get(0)), (Some(reason), None, None), "{text}");
    }
}

#[test]
fn an_input_that_could_not_be_parsed() {
    let decoded = decode("Read", r#"{"__unparsedToolInput":{"file_path":"/a"}}"#, Given("\"InputValidationError\"", None, true));
    let row = reads::Columns::of(decoded.batch("reads"));
    assert_eq!((row.unparsed_input.get(0), row.file_path.get(0), row.fail_reason.get(0)), (true, None, Some("other")));
}
