use proptest::prelude::*;
use serde_json::Value;

use super::*;

/// The paths that the objects of these tests know; `a` and `b` are spellings of one field.
const KNOWN: &[&str] = &["a", "b", "n.x", "n.y"];

fn fields(json: &str) -> Fields<'_> {
    Fields::of(json, KNOWN.iter().copied(), TextPolicy::Preview).expect("it is an object")
}

/// The field of the wrong type, and the keys that are not known.
fn found(fields: Fields<'_>) -> (Option<String>, Vec<String>) {
    let review = fields.review(Problem::Field);
    (review.problem.and_then(|problem| problem.field().map(Cow::into_owned)), review.unknown)
}

/// A key as JSON, its first character escaped or not.
fn key(name: &str, escaped: bool) -> String {
    let (first, rest) = name.split_at(1);
    if escaped { format!("\"\\u{:04x}{rest}\"", first.as_bytes()[0]) } else { format!("\"{name}\"") }
}

fn object(members: &[(&str, bool, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, escaped, value)| format!("{}:{value}", key(name, *escaped))).collect();
    format!("{{{}}}", members.join(","))
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![Just("null"), Just("true"), Just("7"), Just("[]"), Just("\"text\""), Just("\"\""), Just("\"\\u00e9\"")].prop_map(str::to_owned)
}

fn members(names: &'static [&'static str], value: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<(&'static str, bool, String)>> {
    proptest::collection::vec((proptest::sample::select(names), any::<bool>(), value), 0..8)
}

fn whole() -> impl Strategy<Value = Vec<(&'static str, bool, String)>> {
    let inner = members(&["x", "y", "z"], scalar()).prop_map(|members| object(&members));
    members(&["a", "b", "n", "z"], prop_oneof![scalar(), inner])
}

proptest! {
    /// What is read is what a reader reads that knows the last value of each key alone, and no path.
    #[test]
    fn the_last_value_counts(members in whole()) {
        let json = object(&members);
        let fields = fields(&json);
        let model: Value = serde_json::from_str(&json).expect("it is JSON");
        let spelled = members.iter().rev().find(|(name, ..)| ["a", "b"].contains(name)).map(|(name, ..)| &model[name]);
        let nested = ["n.x", "n.y"].map(|path| model["n"].get(&path[2..]));
        let text = |value: &Value| value.as_str().map(str::to_owned);
        prop_assert_eq!(fields.text(&["a", "b"]), spelled.and_then(text));
        prop_assert_eq!(fields.text(&["n.x"]), nested[0].and_then(text));
        prop_assert_eq!(fields.text(&["n.y"]), nested[1].and_then(text));

        let is_wrong = |value: Option<&Value>| value.is_some_and(|value| !(value.is_string() || value.is_null()));
        let in_order = [
            ("n", model.get("n").is_some_and(|n| !(n.is_object() || n.is_null()))),
            (members.iter().rev().find(|(name, ..)| ["a", "b"].contains(name)).map_or("", |(name, ..)| name), is_wrong(spelled)),
            ("n.x", is_wrong(nested[0])),
            ("n.y", is_wrong(nested[1])),
        ];
        let wrong = in_order.iter().find(|(_, is_wrong)| *is_wrong).map(|(path, _)| (*path).to_owned());
        let mut unknown: Vec<&str> = [(model.get("z"), "z"), (model["n"].get("z"), "n.z")].iter().filter(|(value, _)| value.is_some()).map(|(_, path)| *path).collect();
        unknown.sort_unstable();
        let (found_wrong, mut found_unknown) = found(fields);
        found_unknown.sort_unstable();
        prop_assert_eq!(found_wrong, wrong);
        prop_assert_eq!(found_unknown, unknown);
    }

    /// A list, its JSON as a text, and a text of such a text's escapes are one list.
    #[test]
    fn a_list_can_be_a_text(words in proptest::collection::vec("[a-z\"\\\\é/]{0,4}", 0..5)) {
        let list = serde_json::to_string(&words).expect("words are JSON");
        let text = serde_json::to_string(&list).expect("a text is JSON");
        for value in [list, text] {
            let json = format!("{{\"a\":{value}}}");
            let fields = fields(&json);
            prop_assert_eq!(fields.joined(&["a"]), Some(words.join(",")));
            prop_assert_eq!(fields.count(&["a"]), Some(words.len() as i64));
            prop_assert_eq!(found(fields), (None, vec![]));
        }
    }

    /// A whole number is the same in each way of writing it, as far as a digit after the point leaves it exact; an id keeps its own.
    #[test]
    fn numbers_can_be_texts(number in -900_719_925_474_099i64..=900_719_925_474_099) {
        for value in [format!("{number}"), format!("\"{number}\""), format!("{number}.0"), format!("\"{number}.0\""), format!("{number}e0")] {
            let json = format!("{{\"a\":{value}}}");
            let fields = fields(&json);
            prop_assert_eq!(fields.int(&["a", "b"]), Some(number), "{}", json);
            prop_assert_eq!(fields.rounded(&["a"]), Some(number));
            prop_assert_eq!(found(fields), (None, vec![]));
        }
        let (json, text) = (format!("{{\"a\":{}}}", number.abs()), number.abs().to_string());
        prop_assert_eq!(fields(&json).id(&["a"]), Some(text));
    }
}

#[test]
fn elements_that_are_of_the_wrong_type_are_left_out_and_told_of() {
    let json = r#"{"a":["x",7,null,"y"],"b":[1,"2",{}]}"#;
    let fields = fields(json);
    assert_eq!(fields.joined(&["a"]).as_deref(), Some("x,y"));
    assert_eq!(fields.ids(&["b"]).as_deref(), Some("1,2"));
    assert_eq!(found(fields), (Some("a".to_owned()), vec![]), "the first is told of");
}

#[test]
fn parts_of_elements_are_named_by_their_lists() {
    let json = r#"{"a":[{"x":"1","z":2},{"x":{}}],"[]":[{"z":3}]}"#;
    let fields = Fields::of(json, ["a", WHOLE].into_iter(), TextPolicy::Preview).expect("it is an object");
    let read = |element: &Fields<'_>| element.text(&["x"]);
    assert_eq!(fields.objects(&["a"], ["x"].into_iter(), read), Some(vec![Some("1".to_owned()), None]));
    assert_eq!(fields.objects(&[WHOLE], ["x"].into_iter(), read), Some(vec![None]));
    assert_eq!(found(fields), (Some("a[].x".to_owned()), vec!["a[].z".to_owned(), "[].z".to_owned()]));
}

#[test]
fn a_key_that_is_repeated_is_listed_once() {
    let fields = fields(r#"{"a":{"x":1,"\u0078":2,"y":3}}"#);
    assert_eq!(fields.keys(&["a"]).as_deref(), Some("x,y"));
    assert_eq!(fields.object_bytes(&["a"]), Some(r#"{"x":1,"\u0078":2,"y":3}"#.len() as i64));
    assert_eq!(fields.instant_if_any(&["b"]), None);
}
