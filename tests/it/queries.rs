//! What holds in every lake: the queries of `queries/tests` give no rows, and no key occurs twice.

use std::fs;

use cclake_transcript::tables::TABLES;

use crate::situations::World;

fn count(world: &World, sql: &str) -> usize {
    world.session().query(sql).unwrap().batches.iter().map(|batch| batch.num_rows()).sum()
}

/// The queries of the tests give no rows.
pub(crate) fn find_nothing(world: &World) {
    let mut files: Vec<_> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/queries/tests")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    for file in files {
        assert_eq!(count(world, &fs::read_to_string(&file).unwrap()), 0, "{} finds rows", file.display());
    }
}

#[test]
fn the_queries_of_the_tests_find_nothing() {
    let (world, _) = World::synthetic(5);
    world.add_run();
    world.ingest(2);
    find_nothing(&world);
}

#[test]
fn no_key_occurs_twice_and_every_table_has_rows() {
    let (world, _) = World::synthetic(6);
    world.add_run();
    world.ingest(2);
    // Jobs write their runs themselves.
    for table in TABLES.iter().filter(|table| table.name != "job_runs") {
        let key: Vec<_> = table.key().map(|column| column.name).collect();
        let key = key.join(", ");
        assert_eq!(count(&world, &format!("select {key} from {} group by all having count(*) > 1", table.name)), 0, "{}", table.name);
        assert_eq!(count(&world, &format!("select 1 from {} limit 1", table.name)), 1, "{}", table.name);
    }
}
