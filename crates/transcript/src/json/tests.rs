//! What objects make of JSON.

use super::*;

object! {
    /// A test object.
    struct Sample<'a> {
        name: Field<Cow<'a, str>> = "name" | "Name",
        count: Field<i64> = "count",
        on: Field<bool> = "on",
        list: Field<Vec<Field<i64>>> = "list",
        raw: Raw<'a> = "raw",
    }

    /// A test object that is declared whole.
    struct Whole<'a> {
        count: Field<i64> = "count",
    } ignored: "other", "another";
}

fn sample(json: &str) -> Sample<'_> {
    match read(json).expect("the test's JSON is whole") {
        Field::Is(sample) => sample,
        other => panic!("{json} is {other:?}"),
    }
}

#[test]
fn numbers_come_in_many_spellings() {
    for (json, want) in [("12", 12), ("12.0", 12), ("1e2", 100), ("\"15\"", 15), ("-3", -3), ("5000000000", 5_000_000_000), ("\"1e2\"", 100)] {
        assert_eq!(read::<i64>(json).expect("JSON"), Field::Is(want), "{json}");
    }
    for json in ["12.5", "\"x\"", "true", "[1]", "{}", "1e300", "18446744073709551615"] {
        assert_eq!(read::<i64>(json).expect("JSON"), Field::Wrong, "{json}");
    }
    assert_eq!(read::<i64>("null").expect("JSON"), Field::Null);
    assert_eq!(read::<Rounded>("614.6").expect("JSON"), Field::Is(Rounded(615)));
}

#[test]
fn a_wrong_field_costs_only_itself() {
    let sample = sample(r#"{"name":7,"count":"x","on":true,"list":[1,"2",{}],"raw":{"a":[1]},"more":1}"#);
    assert_eq!((&sample.name, &sample.count), (&Field::Wrong, &Field::Wrong));
    assert_eq!(sample.on.copied(), Some(true));
    assert_eq!(sample.list.get().expect("a list"), &[Field::Is(1), Field::Is(2), Field::Wrong]);
    assert_eq!(sample.raw.json(), Some(r#"{"a":[1]}"#));
}

#[test]
fn a_wrong_field_is_named() {
    assert_eq!(sample(r#"{"count":1,"on":"yes"}"#).wrong(), Some(Mismatch { key: "on", expected: "true or false" }));
    assert_eq!(sample(r#"{"count":null,"list":[1,{}]}"#).wrong(), Some(Mismatch { key: "[]", expected: "a whole number" }));
    assert_eq!(sample(r#"{"count":1,"raw":7}"#).wrong(), None);
}

#[test]
fn what_a_whole_declaration_does_not_know_is_kept() {
    let json = r#"{"other":1,"new":2,"count":3,"\u0061nother":4,"neu\u0065r":5}"#;
    let Field::Is(whole) = read::<Whole<'_>>(json).expect("JSON") else { panic!("an object") };
    assert_eq!(whole.unknown.keys().collect::<Vec<_>>(), ["new", "neuer"]);
    assert_eq!(whole.count.copied(), Some(3));
}

#[test]
fn the_last_of_a_repeated_key_counts() {
    let sample = sample(r#"{"count":1,"Name":"a","count":2,"name":"b"}"#);
    assert_eq!(sample.count.copied(), Some(2));
    assert_eq!(sample.name.str(), Some("b"));
}

#[test]
fn depth_is_no_limit_where_nothing_is_read() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let json = format!(r#"{{"raw":{deep},"other":{deep},"count":3}}"#);
    let sample = sample(&json);
    assert_eq!(sample.count.copied(), Some(3));
    assert_eq!(sample.raw.json().map(str::len), Some(200_000));
}

#[test]
fn arrays_are_no_objects() {
    assert!(matches!(read::<Sample<'_>>(r#"["a",1,true]"#).expect("JSON"), Field::Wrong));
    assert!(read::<Sample<'_>>(r#"{"count":1} x"#).is_err());
}
