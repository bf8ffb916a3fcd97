//! The laws of the merge: any order, any split and any repetition give the same files.

use cclake_transcript::table::{Merge, Table};
use cclake_transcript::tables::TABLES;
use proptest::prelude::*;

use super::sample::{Cell, Random, Row, data, push, state};
use crate::Lake;

/// The rows that one source gives for one key: a row of the head, and rows of the tables that follow it. Equal seeds give equal rows.
fn bundle(head: &'static Table, seed: u64, origin: u32) -> Vec<Row> {
    let mut random = Random::new(seed);
    let head = random.row(head, origin);
    let key = head.table.bundle().name;
    let mut rows = vec![head.clone()];
    let followed = TABLES.iter().any(|table| table.parent == Some(head.table.name));
    if followed && head.table.key().count() > 1 {
        // Rows of the head itself that follow another: their numbers come after all that decide.
        for index in 0..random.below(3) {
            let mut row = random.row(head.table, origin);
            row.cells.insert(key, head.cells[key].clone());
            for column in head.table.key().filter(|column| matches!(head.cells[column.name], Cell::Int(_))) {
                row.cells.insert(column.name, Cell::Int(10 + index as i64));
            }
            rows.push(row);
        }
    }
    for child in TABLES.iter().filter(|table| table.parent == Some(head.table.name)) {
        let several = child.key().count() > 1;
        for index in 0..random.below(if several { 4 } else { 2 }) {
            let mut row = random.row(child, origin);
            row.cells.insert(key, head.cells[key].clone());
            for (place, column) in child.key().skip(1).enumerate() {
                let cell = match &row.cells[column.name] {
                    Cell::Int(_) => Cell::Int(index as i64),
                    other if place == 0 => other.clone(),
                    _ => Cell::Text("same".to_owned()),
                };
                row.cells.insert(column.name, cell);
            }
            rows.push(row);
        }
    }
    rows
}

/// One run: bundles by seed, and the batches that each goes into.
type Plan = Vec<(u64, u8)>;

fn run(lake: &Lake, head: &'static Table, plan: &[(u64, u8)]) {
    let lock = lake.lock(false).unwrap();
    let run = lake.begin(&lock);
    for batch in 0..3 {
        let rows: Vec<Row> =
            plan.iter().enumerate().filter(|(_, (_, of))| of % 3 == batch).flat_map(|(place, (seed, _))| bundle(head, *seed, place as u32)).collect();
        push(&run, &rows);
    }
    run.commit(&state()).unwrap();
}

/// Runs of up to three commits of rows with few keys, so that most meet.
fn plans() -> impl Strategy<Value = (Vec<Plan>, Vec<usize>)> {
    let seed = prop_oneof![3 => 0..40_u64, 1 => any::<u64>()];
    let plan = prop::collection::vec((seed, any::<u8>()), 1..12);
    prop::collection::vec(plan, 1..4).prop_flat_map(|plans| {
        let places: Vec<usize> = (0..plans.iter().map(Vec::len).sum()).collect();
        (Just(plans), Just(places).prop_shuffle())
    })
}

fn check(head: &'static Table, plans: &[Plan], order: &[usize]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let lake = |name: &str| Lake::open(&folder.path().join(name), "box").unwrap();

    let [whole, split, repeated] = ["whole", "split", "repeated"].map(lake);
    let all: Plan = plans.concat();
    run(&whole, head, &all);
    let expected = data(whole.dir());
    prop_assert!(!expected.is_empty());

    for plan in plans {
        run(&split, head, plan);
    }
    prop_assert_eq!(&data(split.dir()), &expected, "split over runs");

    // Another order and other batches, then everything again on top.
    let shuffled: Plan = order.iter().map(|place| (all[*place].0, *place as u8)).collect();
    for plan in shuffled.chunks(order.len().div_ceil(2)).chain([&all[..]]).chain(plans.iter().map(Vec::as_slice).rev()) {
        run(&repeated, head, plan);
    }
    prop_assert_eq!(&data(repeated.dir()), &expected, "shuffled and repeated");
    Ok(())
}

/// Each case writes hundreds of files, so a few must do, unless `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { ProptestConfig { cases: 8, ..config } }
}

macro_rules! laws {
    ($($name:ident: $table:literal,)*) => {
        proptest! {
            #![proptest_config(config())]
            $(
                #[test]
                fn $name((plans, order) in plans()) {
                    check(super::sample::table($table), &plans, &order)?;
                }
            )*
        }
    };
}

laws! {
    records_merge_in_any_order: "records",
    requests_merge_in_any_order: "requests",
    sessions_merge_in_any_order: "sessions",
    sources_merge_in_any_order: "sources",
    tool_calls_and_their_bundles_merge_in_any_order: "tool_calls",
    ingest_errors_merge_in_any_order: "ingest_errors",
}

#[test]
fn every_kind_of_merge_is_under_a_law() {
    let heads = ["records", "requests", "sessions", "sources", "tool_calls", "ingest_errors"].map(super::sample::table);
    let covered = |merge| heads.iter().any(|head| head.columns().any(|column| head.merge_of(column) == merge));
    for table in TABLES {
        for column in table.columns() {
            assert!(covered(table.merge_of(column)), "{}.{} merges as no table that is tested", table.name, column.name);
        }
    }
    assert!(covered(Merge::ResultFrom));
}
