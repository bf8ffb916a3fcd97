use crate::decode::TextPolicy;
use crate::tables::questions;
use crate::tools::testing::{Decoded, Given, decode, decode_with};

const INPUT: &str = r#"{"questions":[
{"question":"Which colour?","header":"Colour","multiSelect":false,"options":[{"label":"Red","description":"warm","preview":"R\u00e9"},{"label":"Blue","description":"cold"}]},
{"question":"Which days?","header":"Days","multiSelect":true,"options":[{"label":"Mon","description":""},{"label":"Tue, late"},{"label":"Wed"}]}],
"metadata":{"source":"remember"}}"#;

fn asked(input: &str, given: Given<'_>) -> Decoded {
    decode("AskUserQuestion", &input.replace('\n', ""), given)
}

fn answered(payload: &str) -> Decoded {
    asked(INPUT, Given(r#""Your questions have been answered""#, Some(&payload.replace('\n', "")), false))
}

/// Answer, kind and chosen options of a row.
fn answer(decoded: &Decoded, row: usize) -> (Option<String>, Option<String>, Option<i64>) {
    let columns = questions::Columns::of(decoded.batch("questions"));
    (columns.answer.get(row).map(str::to_owned), columns.answer_kind.get(row).map(str::to_owned), columns.chosen_options.get(row))
}

fn is(answer: &str, kind: &str, options: i64) -> (Option<String>, Option<String>, Option<i64>) {
    (Some(answer.to_owned()), Some(kind.to_owned()), Some(options))
}

#[test]
fn questions_with_all_fields() {
    let decoded = answered(
        r#"{"questions":[],"answers":{"Which colour?":"Red","Which days?":"Mon, Tue, late"},
"annotations":{"Which colour?":{"preview":"R\u00e9","notes":"n\u00f6t too dark"}},"response":"and hurry","afkTimeoutMs":60000}"#,
    );
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((decoded.rows("questions"), row.question_index.get(0), row.question_index.get(1)), (2, 0, 1));
    assert_eq!(
        (row.question_source.get(0), row.question_source.get(1), row.metadata_source.get(1)),
        (Some("input"), Some("input"), Some("remember"))
    );
    assert_eq!((row.question.get(0), row.question_bytes.get(0), row.header.get(0)), (Some("Which colour?"), Some(13), Some("Colour")));
    assert_eq!((row.multi_select.get(0), row.option_count.get(0), row.options.get(0)), (Some(false), Some(2), Some(r#"["Red","Blue"]"#)));
    // warm and cold; R and the two bytes of é.
    assert_eq!((row.option_descriptions_bytes.get(0), row.option_previews.get(0), row.option_previews_bytes.get(0)), (Some(8), Some(1), Some(3)));
    assert_eq!((row.multi_select.get(1), row.option_count.get(1), row.options.get(1)), (Some(true), Some(3), Some(r#"["Mon","Tue, late","Wed"]"#)));
    assert_eq!((row.option_descriptions_bytes.get(1), row.option_previews.get(1), row.option_previews_bytes.get(1)), (Some(0), Some(0), Some(0)));
    assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), (is("Red", "option", 1), is("Mon, Tue, late", "several", 2)));
    assert_eq!((row.answer_bytes.get(0), row.answer_bytes.get(1)), (Some(3), Some(14)));
    assert_eq!((row.notes.get(0), row.notes_bytes.get(0), row.chosen_preview_bytes.get(0)), (Some("nöt too dark"), Some(13), Some(3)));
    assert_eq!((row.notes.get(1), row.notes_bytes.get(1), row.chosen_preview_bytes.get(1), row.unanswered.get(1)), (None, None, None, None));
    for index in [0, 1] {
        assert_eq!(
            (row.response.get(index), row.response_bytes.get(index), row.afk_timeout_ms.get(index)),
            (Some("and hurry"), Some(9), Some(60_000))
        );
        assert_eq!(row.fail_reason.get(index), None);
    }
    assert_eq!(decoded.problem(), None);
}

#[test]
fn answers_of_other_kinds() {
    let decoded = answered(r#"{"answers":{"Which colour?":"Red, but darker","Which days?":"Mon, and Friday"}}"#);
    assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), (is("Red, but darker", "free_text", 0), is("Mon, and Friday", "free_text", 1)));
    let decoded = answered(
        r#"{"answers":{"Which colour?":"(no answer)","Which days?":""},"annotations":{"Which colour?":{"unanswered":"skipped"},"Which days?":{"unanswered":"of_tomorrow"}}}"#,
    );
    let none = Some("none".to_owned());
    assert_eq!(
        (answer(&decoded, 0), answer(&decoded, 1)),
        ((Some("(no answer)".to_owned()), none.clone(), None), (Some(String::new()), none.clone(), None))
    );
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((row.unanswered.get(0), row.unanswered.get(1)), (Some("skipped"), None));
    for payload in [r#"{"answers":{}}"#, r#"{"response":"no"}"#] {
        let decoded = answered(payload);
        assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), ((None, none.clone(), None), (None, none.clone(), None)), "{payload}");
    }
    let decoded = answered("{}");
    assert_eq!(answer(&decoded, 0), (None, None, None), "nothing says that there are no answers");
}

#[test]
fn answers_that_are_no_texts_stay_in_the_payload() {
    let decoded = answered(r#"{"answers":{"Which colour?":["Red"],"Which days?":"Wed"}}"#);
    assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), ((None, None, None), is("Wed", "option", 1)), "an answer that is no text is not none");
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "answers".to_owned())));
    let decoded = answered(r#"{"answers":{"Which colour?":"Red"},"annotations":{"Which colour?":{"notes":7,"preview":"p"}}}"#);
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((row.notes.get(0), row.chosen_preview_bytes.get(0)), (None, Some(1)));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "annotations".to_owned())));
    let decoded = answered(r#"{"answers":"Red"}"#);
    assert_eq!((decoded.rows("questions"), answer(&decoded, 0)), (2, (None, None, None)));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "answers".to_owned())));
}

#[test]
fn questions_come_from_the_result_or_from_answers_where_the_input_has_none() {
    let payload = r#"{"questions":[{"question":"A?","options":[{"label":"x"}]}],"answers":{"A?":"x","B?":"y"}}"#;
    for input in ["{}", r#"{"questions":[]}"#, r#"{"questions":"A?"}"#, "[]"] {
        let decoded = asked(input, Given("\"ok\"", Some(payload), false));
        let row = questions::Columns::of(decoded.batch("questions"));
        assert_eq!((row.question.get(0), row.question_source.get(0), row.multi_select.get(0)), (Some("A?"), Some("result"), None), "{input}");
        assert_eq!((row.question.get(1), row.question_source.get(1), row.option_count.get(1)), (Some("B?"), Some("answer"), None), "{input}");
        assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), (is("x", "option", 1), (Some("y".to_owned()), None, None)), "{input}");
    }
    let decoded = asked(r#"{"question":"Old one?"}"#, Given("\"ok\"", Some(r#"{"answers":{"Old one?":"yes"}}"#), false));
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((decoded.rows("questions"), row.question.get(0), row.answer.get(0)), (1, Some("Old one?"), Some("yes")));
}

#[test]
fn a_call_whose_questions_cannot_be_read_has_a_row() {
    for input in ["{}", r#"{"questions":7}"#, r#"{"questions":[]}"#] {
        let decoded = asked(input, Given("\"x\"", None, false));
        let row = questions::Columns::of(decoded.batch("questions"));
        assert_eq!(
            (decoded.rows("questions"), row.question.get(0), row.question_source.get(0), row.option_count.get(0)),
            (1, None, None, None),
            "{input}"
        );
    }
    let decoded = asked(r#"{"questions":[7,{"question":["A?"],"header":"H","options":"x","multiSelect":"no"}]}"#, Given("\"x\"", None, false));
    assert_eq!(decoded.problem(), Some(("wrong_type".to_owned(), "input.[]".to_owned())));
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((decoded.rows("questions"), row.question.get(0), row.question_source.get(0)), (2, None, Some("input")));
    assert_eq!((row.question.get(1), row.header.get(1), row.option_count.get(1), row.multi_select.get(1)), (None, Some("H"), None, None));
}

#[test]
fn the_text_alone_tells_of_answers() {
    let text = r#""User has answered your questions: \"Which colour?\"=\"Blue\", \"Which days?\"=\"Wed, Mon\". You can now continue with the user's answers in mind.""#;
    let decoded = asked(INPUT, Given(text, None, false));
    assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), (is("Blue", "option", 1), is("Wed, Mon", "several", 2)));
    let decoded = asked(INPUT, Given(r#""Your questions have been answered: \"Which days?\"=\"Sun\".""#, None, false));
    assert_eq!((answer(&decoded, 0), answer(&decoded, 1)), ((None, None, None), is("Sun", "free_text", 0)));
    let decoded = asked(INPUT, Given(r#""The user responded: not now""#, None, false));
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((row.response.get(0), row.answer_kind.get(0), row.fail_reason.get(0)), (Some("not now"), Some("none"), None));
}

#[test]
fn reasons_of_failures() {
    for (content, payload, reason) in [
        ("The user doesn't want to proceed with this tool use. X", Some(r#""User rejected tool use""#), "denied"),
        ("<tool_use_error>InputValidationError: AskUserQuestion failed due to", None, "invalid"),
        ("[Request interrupted by user for tool use]", None, "interrupted"),
        ("boom", None, "other"),
    ] {
        let decoded = asked(INPUT, Given(&format!("\"{content}\""), payload, true));
        let row = questions::Columns::of(decoded.batch("questions"));
        assert_eq!((decoded.rows("questions"), row.fail_reason.get(0), row.fail_reason.get(1)), (2, Some(reason), Some(reason)), "{content}");
        assert_eq!((answer(&decoded, 0), decoded.problem()), ((None, None, None), None), "{content}");
    }
}

#[test]
fn without_text_sizes_and_kinds_stay() {
    let payload = r#"{"answers":{"Which colour?":"Red"},"annotations":{"Which colour?":{"notes":"n"}},"response":"r"}"#;
    let decoded = decode_with(TextPolicy::None, "AskUserQuestion", &INPUT.replace('\n', ""), Given("\"x\"", Some(payload), false));
    let row = questions::Columns::of(decoded.batch("questions"));
    assert_eq!((row.question.get(0), row.header.get(0), row.options.get(0), row.answer.get(0)), (None, None, None, None));
    assert_eq!((row.notes.get(0), row.response.get(0)), (None, None));
    assert_eq!(
        (row.question_bytes.get(0), row.option_count.get(0), row.answer_bytes.get(0), row.answer_kind.get(0)),
        (Some(13), Some(2), Some(3), Some("option"))
    );
    assert_eq!((row.notes_bytes.get(0), row.response_bytes.get(0)), (Some(1), Some(1)));
}
