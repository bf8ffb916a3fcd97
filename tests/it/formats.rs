//! What answers look like.

use insta::assert_snapshot;

use crate::fixture::Lake;

const MIXED: &str = "select * from (values
    (1, 0.003::decimal(18,12), 'plain', true, timestamp '2026-05-10 10:00:00.123456', date '2026-05-10', [1, null], {'a': 'x', 'b': 0.5::decimal(3,2)}),
    (-20, -1234.5::decimal(18,12), 'a|b, \"c\"\nd', false, timestamp '2026-05-10 10:00:00', date '0001-01-01', [], {'a': null, 'b': null}),
    (null, null, '', null, null, null, null, null)) as t(i, money, t, yes, ts, d, list, struct)";

#[test]
fn table() {
    assert_snapshot!(Lake::empty().sql(MIXED, &[]), @r#"
      i               money  t            yes    ts                          d           list      struct
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      1      0.003000000000  plain        true   2026-05-10T10:00:00.123456  2026-05-10  [1,null]  {"a":"x","b":0.50}
    -20  -1234.500000000000  a|b, "c"\nd  false  2026-05-10T10:00:00         0001-01-01  []        {"a":null,"b":null}
      ∅                   ∅               ∅      ∅                           ∅           ∅         ∅
    "#);
}

#[test]
fn json() {
    assert_snapshot!(Lake::empty().sql(MIXED, &["--format", "json"]), @r#"
    [
    {"i":1,"money":0.003000000000,"t":"plain","yes":true,"ts":"2026-05-10T10:00:00.123456","d":"2026-05-10","list":[1,null],"struct":{"a":"x","b":0.50}},
    {"i":-20,"money":-1234.500000000000,"t":"a|b, \"c\"\nd","yes":false,"ts":"2026-05-10T10:00:00","d":"0001-01-01","list":[],"struct":{"a":null,"b":null}},
    {"i":null,"money":null,"t":"","yes":null,"ts":null,"d":null,"list":null,"struct":null}
    ]
    "#);
    assert_eq!(Lake::empty().sql("select 1 as a where false", &["--format", "json"]), "[]\n");
}

#[test]
fn ndjson() {
    assert_snapshot!(Lake::empty().sql(MIXED, &["--format", "ndjson"]), @r#"
    {"i":1,"money":0.003000000000,"t":"plain","yes":true,"ts":"2026-05-10T10:00:00.123456","d":"2026-05-10","list":[1,null],"struct":{"a":"x","b":0.50}}
    {"i":-20,"money":-1234.500000000000,"t":"a|b, \"c\"\nd","yes":false,"ts":"2026-05-10T10:00:00","d":"0001-01-01","list":[],"struct":{"a":null,"b":null}}
    {"i":null,"money":null,"t":"","yes":null,"ts":null,"d":null,"list":null,"struct":null}
    "#);
}

#[test]
fn csv() {
    assert_snapshot!(Lake::empty().sql(MIXED, &["--format", "csv"]), @r#"
    i,money,t,yes,ts,d,list,struct
    1,0.003000000000,plain,true,2026-05-10T10:00:00.123456,2026-05-10,"[1,null]","{""a"":""x"",""b"":0.50}"
    -20,-1234.500000000000,"a|b, ""c""
    d",false,2026-05-10T10:00:00,0001-01-01,[],"{""a"":null,""b"":null}"
    ,,"",,,,,
    "#);
}

#[test]
fn markdown() {
    assert_snapshot!(Lake::empty().sql(MIXED, &["--format", "markdown"]), @r#"
    | i | money | t | yes | ts | d | list | struct |
    | ---: | ---: | --- | --- | --- | --- | --- | --- |
    | 1 | 0.003000000000 | plain | true | 2026-05-10T10:00:00.123456 | 2026-05-10 | \[1,null\] | {"a":"x","b":0.50} |
    | -20 | -1234.500000000000 | a\|b, "c"<br>d | false | 2026-05-10T10:00:00 | 0001-01-01 | \[\] | {"a":null,"b":null} |
    | ∅ | ∅ |  | ∅ | ∅ | ∅ | ∅ | ∅ |
    "#);
}

/// Scenario: numbers beyond 64 bits, of scale 0 and 12, and floats that JSON has no words for.
/// Guarantees: every digit is there, unquoted and without an exponent; what is no number is null.
#[test]
fn json_numbers_are_exact() {
    let numbers = "select sum(n)::hugeint as sum, 170141183460469231731687303715884105727::hugeint as most, sum(n * 0.000000000001::decimal(18,12)) as cost,
        9223372036854775807 as big, 18446744073709551615::ubigint as unsigned, 0.1::double as tenth, 1e300 as huge, 'nan'::double as nan, 'inf'::float as inf
        from range(4) as t(n)";
    assert_snapshot!(Lake::empty().sql(numbers, &["--format", "ndjson"]), @r#"{"sum":6,"most":170141183460469231731687303715884105727,"cost":0.000000000006,"big":9223372036854775807,"unsigned":18446744073709551615,"tenth":0.1,"huge":1e300,"nan":null,"inf":null}"#);
}

/// Scenario: the less common types.
/// Guarantees: each has one readable form, and nested ones are JSON in every format.
#[test]
fn other_types_are_text() {
    let others = "select 'b'::enum('a', 'b') as enum, map {'k': [1, 2]} as map, time '10:00:00.5' as time, interval 90 minute as span,
        'ab'::blob as blob, '00000000-0000-0000-0000-000000000001'::uuid as uuid, timestamptz '2026-05-10 10:00:00+00' as instant,
        timestamp_s '2026-05-10 10:00:00' as seconds, array_value(1, 2) as array, null as nothing";
    let lake = Lake::empty();
    assert_snapshot!(lake.sql(others, &["--format", "ndjson"]), @r#"{"enum":"b","map":{"k":[1,2]},"time":"10:00:00.500","span":"1 hours 30 mins","blob":"6162","uuid":"00000000-0000-0000-0000-000000000001","instant":"2026-05-10T10:00:00","seconds":"2026-05-10T10:00:00","array":[1,2],"nothing":null}"#);
    assert_snapshot!(lake.sql(others, &["--format", "csv"]), @r#"
    enum,map,time,span,blob,uuid,instant,seconds,array,nothing
    b,"{""k"":[1,2]}",10:00:00.500,1 hours 30 mins,6162,00000000-0000-0000-0000-000000000001,2026-05-10T10:00:00,2026-05-10T10:00:00,"[1,2]",
    "#);
}

/// Scenario: text with an escape sequence, as a transcript can quote one.
/// Guarantees: a table never sends it to the terminal.
#[test]
fn tables_show_control_characters() {
    assert_snapshot!(Lake::empty().sql("select 'a' || chr(27) || '[2J' || chr(9) as t", &[]), @r#"
    t
    ──────────────
    a\u{1b}[2J\t
    "#);
}

#[test]
fn an_answer_can_go_to_a_file() {
    let lake = Lake::empty();
    let file = lake.path().with_file_name("answer.csv");
    assert_eq!(lake.sql("select 1 as a", &["--format", "csv", "--out", file.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "a\n1\n");
    let inside = lake.path().join("answer.csv");
    let refused = lake.run(&["sql", "select 1 as a", "--out", inside.to_str().unwrap()]);
    assert_eq!((refused.status.code(), inside.exists()), (Some(1), false), "the lake is only written by an ingest");
}

#[test]
fn html_has_the_rows() {
    let page = Lake::empty().sql("select 1 as a, '<b>' as t union all select 2, null order by a", &["--format", "html"]);
    let (_, body) = page.split_once("<tbody>\n").unwrap();
    assert!(body.starts_with("<tr><td class=\"n\">1</td><td>&lt;b&gt;</td></tr>\n<tr><td class=\"n\">2</td><td>–</td></tr>\n</tbody>"), "{page}");
}
