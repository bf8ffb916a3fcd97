//! Price files on top of each other.

use cclake_pricing::{Date, Mode, PriceTable, Pricer};
use proptest::prelude::*;

use super::{priced, request, tokens};

/// A layer: whether it is a dated list of our own, and rows of (model, first day, days, price).
type Layer = (bool, Vec<(u8, i8, i8, i64)>);

fn day(offset: i8) -> Date {
    jiff::civil::date(2026, 6, 1).saturating_add(jiff::Span::new().days(offset))
}

fn table((own, rows): &Layer) -> PriceTable {
    let text = if *own {
        // Of rows of one model, only the first is kept: two for one day are refused.
        let mut seen = Vec::new();
        let rows = rows.iter().filter(|(model, ..)| {
            !seen.contains(model) && {
                seen.push(*model);
                true
            }
        });
        let line =
            |(model, from, days, price): &(u8, i8, i8, i64)| format!("^m{model}$,{},{},{price},0\n", day(*from), day(from.saturating_add(*days)));
        "model_pattern,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok\n".to_owned() + &rows.map(line).collect::<String>()
    } else {
        let entry = |(model, _, _, price): &(u8, i8, i8, i64)| format!("\"m{model}\":{{\"input_cost_per_token\":{price}e-6}}");
        format!("{{{}}}", rows.iter().map(entry).collect::<Vec<_>>().join(","))
    };
    PriceTable::parse("generated", &text).unwrap()
}

fn layer() -> impl Strategy<Value = Layer> {
    (any::<bool>(), prop::collection::vec((0..3_u8, -5..5_i8, 1..9_i8, 1..99_i64), 1..4))
}

/// The price of a model on a day, found by going through the layers by hand.
fn by_hand(layers: &[(Layer, Mode)], model: u8, on: Date) -> Option<i64> {
    let wins = |(layer, mode): &&(Layer, Mode)| layer.0 || *mode == Mode::Replace;
    let named = |(layer, _): &&(Layer, Mode)| layer.1.iter().any(|row| row.0 == model);
    let covering = |(layer, _): &(Layer, Mode)| {
        // Of equal keys in JSON the last counts; of equal models in our own list the first is kept.
        let mut rows = layer.1.iter().filter(|row| row.0 == model);
        let row = if layer.0 { rows.next() } else { rows.next_back() }?;
        (!layer.0 || day(row.1) <= on && on < day(row.1.saturating_add(row.2))).then_some(row.3)
    };
    let winners: Vec<_> = layers.iter().rev().filter(wins).filter(named).collect();
    if winners.is_empty() { layers.iter().rev().find_map(covering) } else { winners.into_iter().find_map(covering) }
}

proptest! {
    #[test]
    fn later_files_win_where_they_say_something(
        layers in prop::collection::vec((layer(), prop::bool::ANY.prop_map(|replace| if replace { Mode::Replace } else { Mode::Add })), 1..5),
        model in 0..3_u8,
        offset in -8..12_i8,
    ) {
        let merged = layers[1..].iter().fold(table(&layers[0].0), |merged, (layer, mode)| merged.merge(table(layer), *mode));
        // The first file joins nothing, so its mode says nothing.
        let mut layers = layers;
        layers[0].1 = Mode::Add;
        let on = day(offset);
        let name = format!("m{model}");
        let (total, status) = priced(&merged, &request(&name, &format!("{on}T12:00:00Z"), tokens(1, 0, 0, 0, 0)));
        if !status.contains("date_extrapolated") {
            prop_assert_eq!(total, by_hand(&layers, model, on).map(|usd| i128::from(usd) * 1_000_000));
        } else {
            prop_assert_eq!(by_hand(&layers, model, on), None);
        }
    }

    #[test]
    fn grouping_does_not_matter(a in layer(), b in layer(), c in layer()) {
        let [a, b, c] = [a, b, c].map(|layer| table(&layer));
        let left = a.clone().merge(b.clone(), Mode::Add).merge(c.clone(), Mode::Add);
        let right = a.merge(b.merge(c, Mode::Add), Mode::Add);
        prop_assert_eq!(left.hash(), right.hash());
        prop_assert_eq!(left, right);
    }
}

#[test]
fn overrides_leave_other_ids_and_days_alone() {
    let text = "model_pattern,effective_from,effective_to,input_usd_per_mtok,output_usd_per_mtok,source\n^claude-opus-5$,2026-08-01,2026-09-01,1,2,contract\n";
    let table = PriceTable::builtin().merge(PriceTable::parse("mine.csv", text).unwrap(), Mode::Add);
    let input = |model: &str, at: &str| priced(&table, &request(model, at, tokens(1, 0, 0, 0, 0))).0.unwrap() / 1_000_000;
    assert_eq!(input("claude-opus-5", "2026-07-31T00:00:00Z"), 5);
    assert_eq!(input("claude-opus-5", "2026-08-15T00:00:00Z"), 1);
    assert_eq!(input("claude-opus-5", "2026-09-01T00:00:00Z"), 5);
    assert_eq!(input("claude-opus-5-20260724", "2026-08-15T00:00:00Z"), 5);
    assert_eq!(input("claude-opus-4-8", "2026-08-15T00:00:00Z"), 5);
}

#[test]
fn lists_without_dates_add_models_only() {
    let list = r#"{"claude-opus-5":{"input_cost_per_token":1e-6},"new-model":{"input_cost_per_token":7e-6}}"#;
    let list = PriceTable::parse("litellm.json", list).unwrap();
    let input = |table: &PriceTable, model| priced(table, &request(model, "2026-08-15T00:00:00Z", tokens(1, 0, 0, 0, 0))).0.unwrap() / 1_000_000;
    let added = PriceTable::builtin().merge(list.clone(), Mode::Add);
    assert_eq!((input(&added, "claude-opus-5"), input(&added, "new-model")), (5, 7));
    let replaced = PriceTable::builtin().merge(list, Mode::Replace);
    assert_eq!((input(&replaced, "claude-opus-5"), input(&replaced, "new-model"), input(&replaced, "claude-opus-4-8")), (1, 7, 5));
}

#[test]
fn tables_have_a_hash_and_rows_a_name() {
    let builtin = PriceTable::builtin();
    assert_eq!(builtin.hash(), PriceTable::builtin().hash());
    assert_eq!(builtin.rows().count(), 131);
    assert_eq!(builtin.prices_as_of(), Some(jiff::civil::date(2026, 11, 30)));
    let twice = builtin.clone().merge(builtin.clone(), Mode::Add);
    assert_eq!(twice.rows().count(), 131);
    let more =
        builtin.clone().merge(PriceTable::parse("x.csv", "model_pattern,input_usd_per_mtok,output_usd_per_mtok\n^x$,1,1\n").unwrap(), Mode::Add);
    assert_ne!(more.hash(), builtin.hash());
    let cost = Pricer::new(&builtin).cost(&request("claude-opus-5", "2026-08-15T00:00:00Z", tokens(1, 0, 0, 0, 0)));
    assert_eq!(builtin.rows().filter(|row| Some(row.id.as_str()) == cost.price_id).count(), 1);
}
