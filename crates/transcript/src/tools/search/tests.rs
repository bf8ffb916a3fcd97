use crate::decode::TextPolicy;
use crate::tables::searches;
use crate::text::measure;
use crate::tools::testing::{Decoded, Given, decode, decode_with};

const GREP: &str = r#"{"pattern":"a.b","output_mode":"content"}"#;

fn grep(payload: &str) -> Decoded {
    decode("Grep", GREP, Given("\"text\"", Some(payload), false))
}

#[test]
fn a_grep_of_lines() {
    let input = r#"{"pattern":"a.b","path":"/src","output_mode":"content","glob":"*.rs","type":"rust","-i":true,"-n":true,"-B":1,"-A":2,"-C":3,
"head_limit":50,"offset":10,"multiline":false}"#
        .replace('\n', "");
    let payload = r#"{"mode":"content","numFiles":0,"filenames":[],"content":"x:1:axb\ny:2:ayb","numLines":2,"totalLines":70,"appliedLimit":50,"appliedOffset":10}"#;
    let decoded = decode("Grep", &input, Given("\"text\"", Some(payload), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.tool.get(0), row.mode.get(0), row.output_mode.get(0)), ("Grep", Some("content"), Some("content")));
    assert_eq!((row.pattern.get(0), row.pattern_bytes.get(0), row.path.get(0)), (Some("a.b"), Some(3), Some("/src")));
    assert_eq!((row.glob.get(0), row.file_type.get(0)), (Some("*.rs"), Some("rust")));
    assert_eq!((row.case_insensitive.get(0), row.line_numbers.get(0), row.multiline.get(0)), (Some(true), Some(true), Some(false)));
    assert_eq!((row.before_lines.get(0), row.after_lines.get(0), row.context_lines.get(0)), (Some(1), Some(2), Some(3)));
    assert_eq!((row.head_limit.get(0), row.head_offset.get(0)), (Some(50), Some(10)));
    assert_eq!((row.num_files.get(0), row.num_lines.get(0), row.num_matches.get(0)), (Some(0), Some(2), None));
    assert_eq!((row.total_files.get(0), row.total_lines.get(0), row.total_matches.get(0)), (None, Some(70), None));
    assert_eq!((row.applied_limit.get(0), row.applied_offset.get(0)), (Some(50), Some(10)));
    assert_eq!((row.content_bytes.get(0), row.content_hash.get(0)), (Some(15), Some(measure("x:1:axb\ny:2:ayb").hash)));
    assert_eq!((row.fail_reason.get(0), decoded.problem()), (None, None));
}

#[test]
fn the_other_modes_of_grep() {
    let decoded = decode("Grep", r#"{"pattern":"a"}"#, Given("\"text\"", Some(r#"{"filenames":["a","b"],"numFiles":2,"totalFiles":9}"#), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.mode.get(0), row.output_mode.get(0)), (Some("files_with_matches"), None));
    assert_eq!((row.num_files.get(0), row.total_files.get(0), row.num_lines.get(0)), (Some(2), Some(9), None));
    let decoded = grep(r#"{"mode":"count","numFiles":2,"filenames":[],"content":"a:3\nb:4","numMatches":7}"#);
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.mode.get(0), row.num_files.get(0), row.num_matches.get(0), row.content_bytes.get(0)), (Some("count"), Some(2), Some(7), Some(7)));
}

#[test]
fn a_glob() {
    let payload =
        r#"{"filenames":["a","b"],"durationMs":12.4,"numFiles":2,"truncated":true,"totalMatches":200,"countIsComplete":false,"timedOut":true}"#;
    let decoded = decode("Glob", r#"{"pattern":"**/*.rs"}"#, Given("\"a\\nb\"", Some(payload), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.tool.get(0), row.mode.get(0), row.pattern.get(0), row.path.get(0)), ("Glob", None, Some("**/*.rs"), None));
    assert_eq!((row.num_files.get(0), row.total_matches.get(0), row.duration_ms.get(0)), (Some(2), Some(200), Some(12)));
    assert_eq!((row.truncated.get(0), row.count_is_complete.get(0), row.timed_out.get(0)), (Some(true), Some(false), Some(true)));
}

#[test]
fn a_search_for_tools() {
    let payload = r#"{"matches":["TaskCreate","mcp__a__b"],"query":"task","total_deferred_tools":44}"#;
    let content = r#"[{"type":"tool_reference","tool_name":"TaskCreate"},{"type":"tool_reference","tool_name":"mcp__a__b"}]"#;
    let decoded = decode("ToolSearch", r#"{"query":"task","max_results":5}"#, Given(content, Some(payload), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.tool.get(0), row.pattern.get(0), row.head_limit.get(0)), ("ToolSearch", Some("task"), Some(5)));
    assert_eq!(
        (row.num_matches.get(0), row.matched_tools.get(0), row.total_deferred_tools.get(0)),
        (Some(2), Some("TaskCreate,mcp__a__b"), Some(44))
    );
    assert_eq!(row.num_files.get(0), None);
}

#[test]
fn a_listing() {
    let listing = "- /a/\\n  - b\\n";
    let decoded = decode("LS", r#"{"path":"/a"}"#, Given(&format!("\"{listing}\\nNOTE: x\""), Some(&format!("\"{listing}\"")), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.tool.get(0), row.path.get(0), row.content_bytes.get(0)), ("LS", Some("/a"), Some(12)));
    assert_eq!((row.fail_reason.get(0), decoded.problem()), (None, None));
    let decoded = decode("LS", r#"{"path":"/a"}"#, Given("\"x\"", Some("{}"), false));
    assert_eq!(decoded.problem(), Some(("unexpected_shape".to_owned(), String::new())));
}

#[test]
fn documented_shapes() {
    let decoded = decode("Glob", r#"{"pattern":"*"}"#, Given("\"a\"", Some(r#"{"matches":["a","b"],"count":2,"search_path":"/src"}"#), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.num_files.get(0), row.num_matches.get(0), row.search_path.get(0)), (Some(2), None, Some("/src")));
    let payload = r#"{"matches":[{"file":"a","line_number":1,"line":"axb","before_context":null,"after_context":[]}],"total_matches":5}"#;
    let decoded = decode("Grep", r#"{"pattern":"a"}"#, Given("\"a\"", Some(payload), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!(
        (row.mode.get(0), row.num_matches.get(0), row.total_matches.get(0), row.matched_tools.get(0)),
        (Some("content"), Some(1), Some(5), None)
    );
    let decoded = decode("Grep", r#"{"pattern":"a"}"#, Given("\"a\"", Some(r#"{"files":["a","b","c"],"count":3}"#), false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.mode.get(0), row.num_files.get(0)), (Some("files_with_matches"), Some(3)));
}

#[test]
fn a_wrong_field_costs_only_its_column() {
    let decoded = grep(r#"{"mode":"content","numLines":"many","content":["a"],"appliedLimit":5}"#);
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.num_lines.get(0), row.content_bytes.get(0), row.applied_limit.get(0)), (None, None, Some(5)));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "numLines".to_owned())));
    let decoded = grep("3");
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.mode.get(0), row.num_files.get(0)), (Some("content"), None));
    assert_eq!(decoded.problem(), Some(("unexpected_shape".to_owned(), String::new())));
    let decoded = grep("{}");
    assert_eq!((decoded.problem(), searches::Columns::of(decoded.batch("searches")).num_files.get(0)), (None, None));
}

#[test]
fn without_a_payload_the_text_is_counted() {
    let content = r#"{"pattern":"a","output_mode":"content"}"#;
    let count = r#"{"pattern":"a","output_mode":"count"}"#;
    // Files, lines, matches, limit, offset, bytes of the content.
    for (tool, input, text, want) in [
        ("Glob", "{}", "No files found", (Some(0), None, None, None, None, None)),
        ("Glob", "{}", "/a/b\n/a/c", (Some(2), None, None, None, None, None)),
        ("Glob", "{}", "/a\n(Results are truncated. Consider a narrower path.)", (Some(1), None, None, None, None, None)),
        ("Glob", "{}", "/a\n\nsomething else", (None, None, None, None, None, None)),
        ("Grep", "{}", "No files found", (Some(0), None, None, None, None, None)),
        ("Grep", "{}", "Found 1 file\n/a", (Some(1), None, None, None, None, None)),
        ("Grep", "{}", "Found 12 files limit: 12, offset: 3\n/a", (Some(12), None, None, Some(12), Some(3), None)),
        ("Grep", content, "No matches found", (None, Some(0), None, None, None, Some(0))),
        ("Grep", content, "1:a\n--\n9:a", (None, Some(3), None, None, None, Some(10))),
        ("Grep", content, "1:a\n2:a\n\n[Showing results with pagination = limit: 2, offset: 4]", (None, Some(2), None, Some(2), Some(4), Some(7))),
        ("Grep", count, "a:1\nb:2\n\nFound 3 total occurrences across 2 files.", (Some(2), None, Some(3), None, None, Some(7))),
        ("Grep", count, "No matches found", (Some(0), None, Some(0), None, None, Some(0))),
        ("Grep", content, "<persisted-output>\nOutput too large (9MB).", (None, None, None, None, None, None)),
        ("LS", "{}", "- /a/", (None, None, None, None, None, Some(5))),
    ] {
        let decoded = decode(tool, input, Given(&format!("{text:?}"), None, false));
        let row = searches::Columns::of(decoded.batch("searches"));
        let found = (
            row.num_files.get(0),
            row.num_lines.get(0),
            row.num_matches.get(0),
            row.applied_limit.get(0),
            row.applied_offset.get(0),
            row.content_bytes.get(0),
        );
        assert_eq!(found, want, "{tool}: {text}");
    }
    for (text, truncated) in [("/a", Some(false)), ("/a\n(Results are truncated.)", Some(true)), ("/a\n(Something)", None)] {
        let decoded = decode("Glob", "{}", Given(&format!("{text:?}"), None, false));
        assert_eq!(searches::Columns::of(decoded.batch("searches")).truncated.get(0), truncated, "{text}");
    }
}

#[test]
fn failures_have_a_reason() {
    for (text, reason, timed_out) in [
        ("<tool_use_error>Path does not exist: /x</tool_use_error>", "not_found", None),
        ("<tool_use_error>Directory does not exist: /x</tool_use_error>", "not_found", None),
        ("Ripgrep search timed out after 20 seconds.", "timeout", Some(true)),
        ("Permission to use Grep has been denied", "denied", None),
        ("<tool_use_error>InputValidationError: Grep failed</tool_use_error>", "other", None),
    ] {
        let decoded = decode("Grep", GREP, Given(&format!("{text:?}"), Some("\"Error: x\""), true));
        let row = searches::Columns::of(decoded.batch("searches"));
        assert_eq!((row.fail_reason.get(0), row.timed_out.get(0), row.mode.get(0)), (Some(reason), timed_out, Some("content")), "{text}");
    }
}

#[test]
fn no_policy_keeps_a_pattern() {
    let decoded = decode_with(TextPolicy::None, "Grep", GREP, Given("\"x\"", None, false));
    let row = searches::Columns::of(decoded.batch("searches"));
    assert_eq!((row.pattern.get(0).map(str::len), row.pattern_bytes.get(0)), (Some(17), Some(3)));
}

#[test]
fn a_grep_that_left_out_more_than_there_is() {
    let beyond = |content: &str| {
        let decoded = decode("Grep", GREP, Given(content, None, false));
        let row = searches::Columns::of(decoded.batch("searches"));
        (row.beyond_end.get(0), row.num_lines.get(0))
    };
    assert_eq!(beyond("\"No entries at this offset\""), (Some(true), Some(0)));
    assert_eq!(beyond("\"x:1:axb\""), (Some(false), Some(1)));
    let glob = decode("Glob", r#"{"pattern":"*"}"#, Given("\"No files found\"", None, false));
    assert_eq!(searches::Columns::of(glob.batch("searches")).beyond_end.get(0), None);
}
