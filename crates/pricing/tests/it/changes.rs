//! What price files would change, and which models a table spells out.

use cclake_pricing::{Change, Mode, PriceTable};

const HEADER: &str = "model_pattern,provider,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,cache_write_5m_usd_per_mtok,\
    cache_write_1h_usd_per_mtok,cache_read_usd_per_mtok,fast_multiplier,web_search_usd_per_1k,source\n";

/// What becomes of each row of a file beside the built-in ones, in words: the first days of the rows that give way.
fn changes(text: &str, mode: Mode) -> Vec<String> {
    let file = PriceTable::parse("file", text).unwrap();
    let builtin = PriceTable::builtin();
    let word = |change: &Change<'_>| match change {
        Change::Adds => "adds".to_owned(),
        Change::Same => "same".to_owned(),
        Change::Unused => "unused".to_owned(),
        Change::Replaces(rows) => rows.iter().map(|row| row.from.unwrap().to_string()).collect::<Vec<_>>().join(" "),
    };
    builtin.changes(&file, mode).iter().map(|(_, change)| word(change)).collect()
}

#[test]
fn rows_add_replace_repeat_or_are_not_used() {
    // Sonnet 5.5 has rows from 2026-09-28 and from 2026-10-07; Opus 5 has one from 2026-07-24 without an end.
    let own = [
        ("^claude-sonnet-5-5$,anthropic,2026-10-01,2026-10-08,1,5,1,1,1,,10,mine", "2026-09-28 2026-10-07"),
        ("^claude-sonnet-5-5$,anthropic,2026-10-08,,1,5,1,1,1,,10,mine", "2026-10-07"),
        ("^claude-opus-5(-\\d{8})?$,anthropic,2026-07-24,,5,25,6.25,10,0.5,2,10,the same", "same"),
        ("^claude-opus-5$,anthropic,2026-01-01,2026-07-24,5,25,6.25,10,0.5,2,10,before its release", "adds"),
        ("^claude-sonnet-9$,anthropic,2026-01-01,,1,1,1,1,1,,10,new", "adds"),
        ("^claude-opus-5-\\d+-x$,anthropic,2026-01-01,,1,1,1,1,1,,10,spelled out nowhere", "adds"),
    ];
    let text = HEADER.to_owned() + &own.map(|(row, _)| format!("{row}\n")).concat();
    assert_eq!(changes(&text, Mode::Add), own.map(|(_, change)| change));

    let list = r#"{"claude-opus-5":{"input_cost_per_token":1e-6},"new-model":{"input_cost_per_token":7e-6}}"#;
    assert_eq!(changes(list, Mode::Add), ["unused", "adds"]);
    assert_eq!(changes(list, Mode::Replace), ["2026-07-24", "adds"]);
}

#[test]
fn models_are_spelled_out_with_their_rows() {
    let table = PriceTable::builtin();
    let models = table.models();
    let days = |model: &str| {
        let (_, rows) = models.iter().find(|(name, _)| name == model).unwrap();
        rows.iter().map(|row| row.from.unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(days("claude-sonnet-5-5"), ["2026-09-28", "2026-10-07"]);
    assert_eq!(days("claude-3-opus-latest"), ["2024-03-04"]);
    assert_eq!(days("us.anthropic.claude-opus-5-5"), ["2026-09-22"]);
    assert!(models.iter().all(|(model, _)| !model.starts_with('^')), "every built-in pattern spells out a model");
    let open = PriceTable::parse("x", &format!("{HEADER}^x-\\d+$,,,,1,1,1,1,1,,10,\n")).unwrap();
    assert_eq!(open.models()[0].0, "^x-\\d+$");
}
