//! Every type, every spelling, and what is none of them.

use super::*;

fn raise<'a>(name: &'a str, payload: &'a str) -> ToolResult<'a> {
    parse_tool_result(name, Some(payload), OnError::Raise).unwrap_or_else(|error| panic!("{payload}: {error}"))
}

/// Names of tools whose results are typed, and one whose are not.
const TOOLS: &[&str] = &["Bash", "Execute", "Edit", "Write", "Create", "Read", "Agent", "Task", "Skill", "AskUserQuestion", "Grep"];

#[test]
fn the_type_follows_the_tool() {
    for (name, payload, kind) in [
        ("Bash", "{}", "BashResult"),
        ("Execute", "{}", "BashResult"),
        ("Edit", "{}", "EditResult"),
        ("Write", "{}", "WriteResult"),
        ("Create", "{}", "WriteResult"),
        ("Read", "{}", "ReadResult"),
        ("Skill", "{}", "SkillResult"),
        ("AskUserQuestion", "{}", "AskUserQuestionResult"),
        ("Agent", r#"{"totalDurationMs":1}"#, "TaskResult"),
        ("Task", r#"{"usage":{}}"#, "TaskResult"),
        ("Task", r#"{"usage":{},"outputFile":"/a"}"#, "TaskResult"),
        ("Agent", r#"{"total_duration_ms":0}"#, "TaskResult"),
        ("Agent", r#"{"outputFile":"/a"}"#, "TaskLaunchResult"),
        ("Agent", r#"{"outputFile":"/a","usage":null,"totalDurationMs":null}"#, "TaskLaunchResult"),
        ("Task", r#"{"output_file":"/a"}"#, "TaskLaunchResult"),
        ("Agent", r#"{"status":"teammate_spawned","teammate_id":"t"}"#, "OtherResult"),
        ("Agent", r#"{"outputFile":null}"#, "OtherResult"),
        // What has a table in the lake, but no type in this hierarchy; and a name that is none of a tool.
        ("MultiEdit", "{}", "OtherResult"),
        ("PowerShell", "{}", "OtherResult"),
        ("SlashCommand", "{}", "OtherResult"),
        ("TodoWrite", "{}", "OtherResult"),
        ("mcp__a__Bash", "{}", "OtherResult"),
        ("bash", "{}", "OtherResult"),
        ("", "{}", "OtherResult"),
    ] {
        let result = raise(name, payload);
        assert_eq!((result.kind(), result.name(), result.raw()), (kind, name, Some(payload)), "{name} {payload}");
        assert_eq!(ToolResult::lift(name, Some(payload)), result, "{name} {payload}");
    }
}

#[test]
fn what_is_no_object_has_one_type_for_all_tools() {
    for name in TOOLS {
        for (payload, kind, raw) in [
            (Some(r#""Error: Exit code 1\nno""#), "TextResult", Some(r#""Error: Exit code 1\nno""#)),
            (Some("\"\""), "TextResult", Some("\"\"")),
            (Some("[]"), "OtherResult", Some("[]")),
            (Some(r#"[{"stdout":"a"}]"#), "OtherResult", Some(r#"[{"stdout":"a"}]"#)),
            (Some("7"), "OtherResult", Some("7")),
            (Some("true"), "OtherResult", Some("true")),
            (Some("null"), "OtherResult", None),
            (None, "OtherResult", None),
        ] {
            for on_error in [OnError::Raise, OnError::Other] {
                let result = parse_tool_result(name, payload, on_error).expect("no payload of another shape is an error");
                assert_eq!((result.kind(), result.raw(), result.name()), (kind, raw, *name), "{name} {payload:?}");
            }
        }
    }
    let ToolResult::Text(text) = raise("Bash", r#""a\nb""#) else { panic!("a string is text") };
    assert_eq!((text.text().decode().as_deref(), text.base().name()), (Some("a\nb"), "Bash"));
}

#[test]
fn white_space_around_a_payload_is_none_of_it() {
    assert_eq!(raise("Bash", " \n{}\t").kind(), "BashResult");
    assert_eq!((raise("Bash", " {} ").raw(), raise("Bash", " null\n").raw()), (Some(" {} "), None));
    assert_eq!(raise("Bash", " \"a\" "), raise("Bash", "\"a\""));
}

#[test]
fn shell_commands() {
    let full = raise(
        "Bash",
        r#"{"stdout":"a\ud83d\ude00","stderr":"n","interrupted":true,"isImage":true,"noOutputExpected":true,"backgroundTaskId":"b1",
"returnCodeInterpretation":"No matches found","gitOperation":{"push":{"branch":"x"}},"key_of_tomorrow":[1e3]}"#,
    );
    let snake = raise(
        "Bash",
        r#"{"stdout":"a😀","stderr":"n","interrupted":true,"is_image":true,"no_output_expected":true,"background_task_id":"b1",
"return_code_interpretation":"No matches found","gitOperation":{"push":{"branch":"x"}}}"#,
    );
    assert_eq!(full, snake, "spellings, escapes and unknown keys make no difference");
    let ToolResult::Bash(bash) = &full else { panic!("{full:?}") };
    assert_eq!((bash.stdout().decode().as_deref(), bash.stderr().decode().as_deref()), (Some("a😀"), Some("n")));
    assert_eq!(bash.stdout().measure().map(|stdout| (stdout.bytes, stdout.chars)), Some((5, 2)));
    assert_eq!((bash.interrupted(), bash.is_image(), bash.no_output_expected()), (true, true, true));
    assert_eq!((bash.background_task_id(), bash.return_code_interpretation()), (Some("b1"), Some("No matches found")));
    let ToolResult::Bash(empty) = raise("Bash", r#"{"stderr":null}"#) else { panic!("an object is typed") };
    assert_eq!((empty.stdout().decode(), empty.stderr().decode(), empty.stdout().measure()), (None, None, None));
    assert_eq!((empty.interrupted(), empty.is_image(), empty.no_output_expected()), (false, false, false));
    assert_eq!((empty.background_task_id(), empty.return_code_interpretation()), (None, None));
}

#[test]
fn edits_and_writes() {
    let full = raise(
        "Edit",
        r#"{"filePath":"/a","oldString":"o","newString":"n","originalFile":"oo","replaceAll":true,"structuredPatch":[{"lines":["-o"]}],"userModified":true,"staleRecovered":true}"#,
    );
    let snake = r#"{"file_path":"/a","old_string":"o","new_string":"n","original_file":"oo","replace_all":true,"structured_patch":[{"lines":["-o"]}],"user_modified":true,"stale_recovered":true}"#;
    assert_eq!(full, raise("Edit", snake));
    let ToolResult::Edit(edit) = full else { panic!("{full:?}") };
    assert_eq!((edit.file_path(), edit.original_file().decode().as_deref()), (Some("/a"), Some("oo")));
    assert_eq!((edit.old_string().decode().as_deref(), edit.new_string().decode().as_deref()), (Some("o"), Some("n")));
    assert_eq!((edit.replace_all(), edit.user_modified(), edit.stale_recovered()), (true, true, true));
    assert_eq!(edit.structured_patch(), Some(r#"[{"lines":["-o"]}]"#));
    let ToolResult::Edit(empty) = raise("Edit", r#"{"structuredPatch":null}"#) else { panic!("an object is typed") };
    assert_eq!((empty.file_path(), empty.structured_patch(), empty.old_string().decode()), (None, None, None));
    assert_eq!((empty.replace_all(), empty.user_modified(), empty.stale_recovered()), (false, false, false));

    let full = raise("Write", r#"{"type":"update","filePath":"/a","content":"c","originalFile":"o","structuredPatch":[],"userModified":true}"#);
    let snake = r#"{"type":"update","file_path":"/a","content":"c","original_file":"o","structured_patch":[],"user_modified":true}"#;
    assert_ne!(full, raise("Create", snake), "the tools are named differently");
    assert_eq!(full, raise("Write", snake));
    let ToolResult::Write(write) = full else { panic!("{full:?}") };
    assert_eq!((write.file_path(), write.content().decode().as_deref()), (Some("/a"), Some("c")));
    assert_eq!((write.original_file().decode().as_deref(), write.structured_patch(), write.user_modified()), (Some("o"), Some("[]"), true));
    let ToolResult::Write(empty) = raise("Write", r#"{"originalFile":null}"#) else { panic!("an object is typed") };
    assert_eq!((empty.content().decode(), empty.original_file().decode(), empty.user_modified()), (None, None, false));
}

#[test]
fn reads_and_skills() {
    let ToolResult::Read(read) = raise("Read", r#"{"type":"text","file": {"filePath":"/a","content":"c","of_tomorrow":1} }"#) else {
        panic!("an object is typed")
    };
    assert_eq!((read.r#type(), read.file()), (Some("text"), Some(r#"{"filePath":"/a","content":"c","of_tomorrow":1}"#)));
    assert_eq!(read.content().decode().as_deref(), Some("c"));
    let ToolResult::Read(documented) = raise("Read", r#"{"content":"c","total_lines":1}"#) else { panic!("an object is typed") };
    assert_eq!((documented.r#type(), documented.file(), documented.content().decode().as_deref()), (None, None, Some("c")));

    let full = raise("Skill", r#"{"success":true,"commandName":"commit","allowedTools":["Bash(git:*)","Read"]}"#);
    assert_eq!(full, raise("Skill", r#"{"success":true,"command_name":"commit","allowed_tools":["Bash(git:*)","Read"]}"#));
    let ToolResult::Skill(skill) = full else { panic!("{full:?}") };
    assert_eq!((skill.command_name(), skill.success(), skill.allowed_tools()), (Some("commit"), true, Some(vec!["Bash(git:*)", "Read"])));
    let ToolResult::Skill(empty) = ToolResult::lift("Skill", Some(r#"{"allowedTools":"Read"}"#)) else { panic!("an object is typed") };
    assert_eq!((empty.command_name(), empty.success(), empty.allowed_tools()), (None, false, None));
}

#[test]
fn agents() {
    let full = raise(
        "Agent",
        r#"{"agentId":"a1","agentType":"Explore","status":"completed","totalDurationMs":1200.4,"totalTokens":900,"totalToolUseCount":5,
"toolStats":{"readCount":1},"usage":{"input_tokens":1},"content":[{"type":"text","text":"Done"}],"prompt":"Find","resolvedModel":"m"}"#,
    );
    let snake = r#"{"agent_id":"a1","agent_type":"Explore","status":"completed","total_duration_ms":1200.4,"total_tokens":900,"total_tool_use_count":5,
"tool_stats":{"readCount":1},"usage":{"input_tokens":1},"content":[{"type":"text","text":"Done"}],"prompt":"Find","resolved_model":"m"}"#;
    assert_eq!(full, raise("Agent", snake));
    let ToolResult::Task(task) = full else { panic!("{full:?}") };
    assert_eq!((task.agent_id(), task.agent_type(), task.status()), (Some("a1"), Some("Explore"), Some("completed")));
    assert_eq!((task.total_duration_ms(), task.total_tokens(), task.total_tool_use_count()), (Some(1200), Some(900), Some(5)));
    assert_eq!((task.tool_stats(), task.usage()), (Some(r#"{"readCount":1}"#), Some(r#"{"input_tokens":1}"#)));
    assert_eq!((task.content(), task.prompt().decode().as_deref()), (Some(r#"[{"type":"text","text":"Done"}]"#), Some("Find")));
    assert_eq!(task.resolved_model(), Some("m"));

    let full = raise(
        "Task",
        r#"{"isAsync":true,"status":"async_launched","agentId":"a1","description":"Look","prompt":"Find","outputFile":"/o","canReadOutputFile":true,"resolvedModel":"m"}"#,
    );
    let snake = r#"{"is_async":true,"status":"async_launched","agent_id":"a1","description":"Look","prompt":"Find","output_file":"/o","can_read_output_file":true,"resolved_model":"m"}"#;
    assert_eq!(full, raise("Task", snake));
    let ToolResult::TaskLaunch(launch) = full else { panic!("{full:?}") };
    assert_eq!((launch.agent_id(), launch.output_file(), launch.status()), (Some("a1"), Some("/o"), Some("async_launched")));
    assert_eq!((launch.is_async(), launch.can_read_output_file()), (true, true));
    assert_eq!((launch.description(), launch.prompt().decode().as_deref(), launch.resolved_model()), (Some("Look"), Some("Find"), Some("m")));
    let ToolResult::TaskLaunch(empty) = raise("Task", r#"{"outputFile":"/o"}"#) else { panic!("an output file is of a launch") };
    assert_eq!((empty.is_async(), empty.can_read_output_file(), empty.agent_id()), (false, false, None));
}

#[test]
fn questions() {
    let payload = r#"{"questions":[{"question":"Q?","header":"H","multi_select":true,"options":[{"label":"A","description":"d","preview":"p"},{"label":"B"}]}],
"answers":{"Q?":"A","R?":["A"],"S?":null,"T?":"x","T?":"y"},
"annotations":{"Q?":{"preview":"p","notes":"n","unanswered":"skipped"},"R?":{"preview":1,"notes":[],"unanswered":"of_tomorrow"},"S?":"x"},"response":"r","afk_timeout_ms":60000}"#;
    let camel = payload.replace("multi_select", "multiSelect").replace("afk_timeout_ms", "afkTimeoutMs");
    assert_eq!(raise("AskUserQuestion", payload), raise("AskUserQuestion", &camel));
    let ToolResult::AskUserQuestion(asked) = raise("AskUserQuestion", payload) else { panic!("an object is typed") };
    let question = asked.questions().next().expect("one was asked");
    assert_eq!((question.question(), question.header(), question.multi_select(), asked.questions().count()), (Some("Q?"), Some("H"), true, 1));
    let options: Vec<_> = question.options().map(|option| (option.label(), option.description(), option.preview().decode())).collect();
    assert_eq!(options, [(Some("A"), Some("d"), Some("p".into())), (Some("B"), None, None)]);
    assert_eq!(asked.answers().collect::<Vec<_>>(), [("Q?", "A"), ("T?", "y")], "the last of a repeated key, and texts only");
    assert_eq!((asked.answer("Q?"), asked.answer("R?"), asked.answer("U?")), (Some("A"), None, None));
    let noted = |question| asked.annotation(question).map(|note| (note.preview(), note.notes(), note.unanswered()));
    assert_eq!((noted("Q?"), noted("R?"), noted("S?")), (Some((Some("p"), Some("n"), Some("skipped"))), Some((None, None, None)), None));
    assert_eq!((asked.annotations().count(), asked.response()), (2, Some("r")));
    let ToolResult::AskUserQuestion(empty) = raise("AskUserQuestion", "{}") else { panic!("an object is typed") };
    assert_eq!((empty.questions().count(), empty.answers().count(), empty.annotations().count(), empty.response()), (0, 0, 0, None));
}

#[test]
fn the_last_of_repeated_keys_counts() {
    let ToolResult::Bash(bash) = raise("Bash", r#"{"stdout":1,"stdout":"a","isImage":true,"is_image":false}"#) else { panic!("an object is typed") };
    assert_eq!((bash.stdout().decode().as_deref(), bash.is_image()), (Some("a"), false));
    let ToolResult::Edit(edit) = raise("Edit", r#"{"structuredPatch":[],"structured_patch":[{}]}"#) else { panic!("an object is typed") };
    assert_eq!(edit.structured_patch(), Some("[{}]"));
    let error = parse_tool_result("Bash", Some(r#"{"stdout":"a","stdout":1}"#), OnError::Raise).expect_err("the last one is wrong");
    assert_eq!(error.field(), Some("stdout"));
    assert_eq!(raise("Agent", r#"{"usage":{},"usage":null}"#).kind(), "OtherResult");
}

/// Payloads that cannot be typed faithfully, with field and message.
const DAMAGED: &[(&str, &str, Option<&str>, &str)] = &[
    ("Bash", r#"{"stdout":7}"#, Some("stdout"), "Bash: field `stdout` is not a string"),
    ("Execute", r#"{"interrupted":"yes"}"#, Some("interrupted"), "Execute: field `interrupted` is not true or false"),
    ("Bash", r#"{"is_image":1}"#, Some("isImage"), "Bash: field `isImage` is not true or false"),
    ("Bash", r#"{"gitOperation":{"pr":{"number":"x"}}}"#, Some("number"), "Bash: field `number` is not a whole number"),
    ("Edit", r#"{"structuredPatch":{}}"#, Some("structuredPatch"), "Edit: field `structuredPatch` is not an array"),
    ("Edit", r#"{"structuredPatch":[7]}"#, Some("[]"), "Edit: field `[]` is not an object"),
    ("Create", r#"{"content":[]}"#, Some("content"), "Create: field `content` is not a string"),
    ("Read", r#"{"file":"/a"}"#, Some("file"), "Read: field `file` is not an object"),
    ("Task", r#"{"usage":[]}"#, Some("usage"), "Task: field `usage` is not an object"),
    ("Agent", r#"{"totalDurationMs":"soon"}"#, Some("totalDurationMs"), "Agent: field `totalDurationMs` is not a number"),
    ("Agent", r#"{"outputFile":false}"#, Some("outputFile"), "Agent: field `outputFile` is not a string"),
    ("Skill", r#"{"allowedTools":"Read"}"#, Some("allowedTools"), "Skill: field `allowedTools` is not an array"),
    ("AskUserQuestion", r#"{"answers":[]}"#, Some("answers"), "AskUserQuestion: field `answers` is not an object"),
    ("AskUserQuestion", r#"{"questions":[{"options":{}}]}"#, Some("options"), "AskUserQuestion: field `options` is not an array"),
    ("Bash", r#"{"stdout":"\ud83d"}"#, None, r"Bash: payload holds \ud83d, which JSON text cannot express"),
    ("Bash", r#"{"x":[{"\udE00":1}]}"#, None, r"Bash: payload holds \udE00, which JSON text cannot express"),
    ("Read", r#""cut \ud83d""#, None, r"Read: payload holds \ud83d, which JSON text cannot express"),
    ("Bash", r#"{"x":[1,-2e999]}"#, None, "Bash: payload holds -2e999, which JSON text cannot express"),
    ("Bash", "NaN", None, "Bash: payload is not JSON: expected value at line 1 column 1"),
    ("Bash", r#"{"x":NaN}"#, None, "Bash: payload is not JSON: expected value at line 1 column 6"),
    ("Bash", r#"{"x":-Infinity}"#, None, "Bash: payload is not JSON: invalid number at line 1 column 7"),
    ("Edit", r#"{"oldString":"a"#, None, "Edit: payload is not JSON: EOF while parsing a string at line 1 column 15"),
    ("Edit", "{} {}", None, "Edit: payload is not JSON: trailing characters at line 1 column 4"),
    ("Skill", "", None, "Skill: payload is not JSON: EOF while parsing a value at line 1 column 0"),
];

#[test]
fn damage_is_an_error_or_kept_as_it_is() {
    for (name, payload, field, message) in DAMAGED {
        let error = parse_tool_result(name, Some(payload), OnError::Raise).expect_err(payload);
        assert_eq!((error.to_string().as_str(), error.field(), error.tool()), (*message, *field, *name), "{payload}");
        let other = parse_tool_result(name, Some(payload), OnError::Other).expect("never an error");
        assert_eq!((other.kind(), other.raw(), other.name()), ("OtherResult", Some(*payload), *name), "{payload}");
        assert!(parse_tool_result("Grep", Some(payload), OnError::Raise).is_ok(), "nothing is known of other tools: {payload}");
    }
}

#[test]
fn what_json_can_express_is_no_damage() {
    let deep = format!(r#"{{"x":{}{}}}"#, "[".repeat(5000), "]".repeat(5000));
    for payload in [
        deep.as_str(),
        r#"{"stdout":"1e999 \" \\ud83d \ud83d\ude00 NaN"}"#,
        r#"{"x":[1e308,-0.0,123456789012345678901234567890,1E+2]}"#,
        r#"{"stdout":"\u0000"}"#,
        r#"{"persistedOutputSize":"15"}"#,
    ] {
        assert_eq!(raise("Bash", payload).kind(), "BashResult", "{payload}");
    }
}

#[test]
fn without_validation_a_wrong_field_is_absent() {
    let ToolResult::Bash(bash) = ToolResult::lift("Bash", Some(r#"{"stdout":7,"stderr":"n","interrupted":"yes"}"#)) else {
        panic!("an object is typed")
    };
    assert_eq!((bash.stdout().decode(), bash.stderr().decode().as_deref(), bash.interrupted()), (None, Some("n"), false));
    assert_eq!(ToolResult::lift("Agent", Some(r#"{"usage":7}"#)).kind(), "TaskResult");
    assert_eq!(ToolResult::lift("Bash", Some("{")).kind(), "OtherResult");
    let ToolResult::Bash(bash) = ToolResult::lift("Bash", Some(r#"{"stdout":"\ud83d"}"#)) else { panic!("an object is typed") };
    assert_eq!(bash.stdout().decode().as_deref(), Some("\u{fffd}"));
}

#[test]
fn equality_and_debug_leave_the_payload_out() {
    let (one, other) = (raise("Bash", r#"{"stdout":"SECRET"}"#), raise("Bash", r#"{"x":1,"stdout":"SECRET"}"#));
    assert_eq!(one, other);
    assert!(!format!("{:?}", raise("Grep", r#"{"x":"SECRET"}"#)).contains("SECRET"));
    assert_ne!(raise("Bash", r#"{"stdout":"a"}"#), raise("Bash", r#"{"stdout":"b"}"#));
    assert_ne!(raise("Bash", "{}"), raise("Execute", "{}"));
}

#[test]
fn blocks_of_all_kinds() {
    fn block(json: &str) -> ContentBlock<'_> {
        parse_content_block(json).expect("an object is a block")
    }
    let text = |text: &str| Some(text.to_owned().into());
    let ContentBlock::Text(said) = block(r#"{"type":"text","text":"a\nb"}"#) else { panic!("text") };
    assert_eq!(said.text.decode(), text("a\nb"));
    let ContentBlock::Thinking(thought) = block(r#"{"type":"thinking","thinking":"hm","signature":"s="}"#) else { panic!("thinking") };
    assert_eq!((thought.thinking.decode(), thought.signature.decode()), (text("hm"), text("s=")));
    let ContentBlock::Thinking(thought) = block(r#"{"type":"redacted_thinking","data":"x="}"#) else { panic!("thinking") };
    assert_eq!((thought.thinking.decode(), thought.signature.decode()), (None, text("x=")));
    for kind in ["tool_use", "server_tool_use", "mcp_tool_use"] {
        let json = format!(r#"{{"type":"{kind}","id":"toolu_1","name":"Bash","server_name":"s","input":{{"command":"ls"}}}}"#);
        let ContentBlock::ToolUse(call) = block(&json) else { panic!("{kind}") };
        assert_eq!(
            (&*call.r#type, call.id.as_deref(), call.name.as_deref(), call.server_name.as_deref()),
            (kind, Some("toolu_1"), Some("Bash"), Some("s"))
        );
        assert_eq!((call.input.json(), call.input.text("command").decode()), (Some(r#"{"command":"ls"}"#), text("ls")));
    }
    let ContentBlock::Image(image) = block(r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iV"}}"#) else {
        panic!("image")
    };
    assert_eq!((image.source_type.as_deref(), image.media_type.as_deref(), image.data.decode()), (Some("base64"), Some("image/png"), text("iV")));
    let ContentBlock::Document(document) = block(r#"{"type":"document"}"#) else { panic!("document") };
    assert_eq!((document.source_type, document.media_type, document.data.decode()), (None, None, None));
    let ContentBlock::ToolReference(found) = block(r#"{"type":"tool_reference","tool_name":"WebFetch"}"#) else { panic!("reference") };
    assert_eq!(found.tool_name.as_deref(), Some("WebFetch"));
    let ContentBlock::Fallback(fallback) = block(r#"{"type":"fallback","from":{"model":"a"},"to":{"model":"b"}}"#) else { panic!("fallback") };
    assert_eq!((fallback.from_model.as_deref(), fallback.to_model.as_deref()), (Some("a"), Some("b")));
    for json in [r#"{"type":"of_tomorrow","x":1}"#, r#"{"text":"a"}"#] {
        let ContentBlock::Other(other) = block(json) else { panic!("{json}") };
        assert_eq!((other.raw, other.r#type.is_some()), (json, json.contains("type")));
    }
    assert_eq!((parse_content_block("[]"), parse_content_block("{"), parse_content("{}")), (None, None, None));
}

#[test]
fn results_of_calls_hold_text_blocks_or_nothing() {
    let result = |more: &str| {
        let json = format!(r#"{{"type":"tool_result","tool_use_id":"toolu_1"{more}}}"#);
        match parse_content_block(&json) {
            Some(ContentBlock::ToolResult(result)) => {
                let content = match &result.content {
                    None => "nothing".to_owned(),
                    Some(ResultContent::Text(text)) => text.decode().unwrap_or_default().into_owned(),
                    Some(ResultContent::Blocks(blocks)) => format!("{} blocks", blocks.len()),
                };
                assert_eq!((&*result.r#type, result.tool_use_id.as_deref()), ("tool_result", Some("toolu_1")));
                (content, result.is_error)
            }
            other => panic!("{json}: {other:?}"),
        }
    };
    assert_eq!(result(r#","content":"done","is_error":true"#), ("done".to_owned(), Some(true)));
    assert_eq!(result(r#","content":[{"type":"text","text":"a"},{"type":"image"},7]"#), ("2 blocks".to_owned(), None));
    assert_eq!((result(r#","content":null,"is_error":false"#), result("")), (("nothing".to_owned(), Some(false)), ("nothing".to_owned(), None)));
    let search = parse_content_block(r#"{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}"#);
    assert!(matches!(search, Some(ContentBlock::ToolResult(result)) if result.r#type == "web_search_tool_result"));
}

#[test]
fn inputs_are_found_in_both_spellings() {
    let snake = ToolInput::new(r#"{"file_path":"/a","old_string":"o","replace_all":true,"subagent_type":"Explore","-i":true,"timeout":5}"#);
    let camel = ToolInput::new(r#"{"filePath":"/a","oldString":"o","replaceAll":true,"agentType":"Explore","-i":true,"timeout":5}"#);
    for input in [snake, camel] {
        for key in ["file_path", "filePath", "old_string", "oldString", "subagent_type", "agentType"] {
            assert!(input.text(key).decode().is_some(), "{key} in {input:?}");
        }
        assert_eq!((input.get("replaceAll"), input.get("-i"), input.get("timeout")), (Some("true"), Some("true"), Some("5")));
        assert_eq!((input.get("new_string"), input.text("timeout").decode(), input.keys().len()), (None, None, 6));
    }
    assert_eq!(ToolInput::new(r#"{"file_path":"/a","filePath":"/b"}"#).get("file_path"), Some("\"/b\""), "the last one counts");
    assert_eq!((ToolInput::new("[]").get("a"), ToolInput::default().json()), (None, None));
}
