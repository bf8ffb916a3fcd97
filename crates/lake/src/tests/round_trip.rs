//! Rows come back from files as they went in.

use std::collections::BTreeMap;

use cclake_transcript::table::Merge;
use cclake_transcript::tables::TABLES;

use super::sample::{Cell, Random, batch, cells};
use crate::read::LakeFile;
use crate::rows::Rows;
use crate::write::{Facts, Writer};

#[test]
fn every_table_comes_back_with_every_value_and_null() {
    let folder = tempfile::tempdir().unwrap();
    for table in TABLES {
        let mut random = Random::new(7);
        let made: Vec<_> = (0..300).map(|_| random.row(table, 0)).collect();
        let batch = (table.derive)(batch(&made));
        let path = folder.path().join(table.name);
        let mut writer = Writer::new(&path, table, &Facts { decoder: 1, text: "preview".to_owned(), prices: None }, made.len()).unwrap();
        writer.write(&batch).unwrap();
        assert_eq!(writer.finish().unwrap(), 300);

        let file = LakeFile::open(table, &path).unwrap().unwrap();
        let back = Rows::new(table, file.all_but(&[]).unwrap().map(Result::unwrap));
        let sent = Rows::new(table, [batch]);
        let all = |rows: &Rows| rows.places(0).map(|at| cells(rows, at)).collect::<Vec<_>>();
        assert_eq!(all(&back), all(&sent), "{}", table.name);

        // What came back is also what the test made, so that nothing is lost on both ways alike.
        for (made, back) in made.iter().zip(all(&back)) {
            let stored = |name: &str| table.columns().any(|column| column.name == name && table.merge_of(column) != Merge::Derived);
            let made: BTreeMap<_, _> = made.cells.iter().filter(|(name, _)| stored(name)).collect();
            assert!(made.iter().all(|(name, cell)| back[*name] == **cell), "{}: {made:?} {back:?}", table.name);
        }
        assert!(all(&back).iter().flat_map(|row| row.values()).any(|cell| *cell != Cell::Null));
    }
}

#[test]
fn chosen_rows_come_back_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = super::sample::table("records");
    let mut random = Random::new(3);
    let made: Vec<_> = (0..20_000).map(|line| random.row(table, 0).with("line", line)).collect();
    let path = folder.path().join("file");
    let mut writer = Writer::new(&path, table, &Facts { decoder: 1, text: "preview".to_owned(), prices: None }, made.len()).unwrap();
    for rows in made.chunks(8_192) {
        writer.write(&batch(rows)).unwrap();
    }
    writer.finish().unwrap();

    let file = LakeFile::open(table, &path).unwrap().unwrap();
    let lines = |batches: crate::read::Batches<'_>| -> Vec<i64> {
        let rows = Rows::new(table, batches.map(Result::unwrap));
        let line = crate::rows::index_of(table, "line").unwrap();
        rows.places(0).map(|at| rows.int(line, at).unwrap()).collect()
    };
    let chosen = [0, 1, 2, 8_191, 8_192, 15_000, 19_999];
    assert_eq!(lines(file.at(&chosen).unwrap()), chosen.map(|line| line as i64));
    let rest: Vec<i64> = (0..20_000).filter(|line| !chosen.contains(&(*line as u64))).collect();
    assert_eq!(lines(file.all_but(&chosen).unwrap()), rest);
}
