//! What the files are like from outside.

use std::fs::File;
use std::path::Path;

use arrow::datatypes::DataType;
use cclake_transcript::table::Merge;
use cclake_transcript::tables::TABLES;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaData;

use super::sample::{Random, Row, batch, ingest, state, table, time};
use crate::{Error, Lake};

fn open(path: &Path) -> ParquetRecordBatchReaderBuilder<File> {
    ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap()
}

fn facts(metadata: &ParquetMetaData) -> Vec<(&str, &str)> {
    let facts = metadata.file_metadata().key_value_metadata().unwrap();
    facts.iter().map(|fact| (fact.key.as_str(), fact.value.as_deref().unwrap())).collect()
}

#[test]
fn every_table_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let mut random = Random::new(1);
    let mut rows: Vec<Row> = Vec::new();
    for head in TABLES.iter().filter(|table| table.parent.is_none()) {
        rows.push(random.row(head, 0));
        for child in TABLES.iter().filter(|table| table.parent == Some(head.name)) {
            let key = rows.iter().find(|row| row.table.name == head.name).unwrap().cells[head.bundle().name].clone();
            let mut row = random.row(child, 0);
            row.cells.insert(head.bundle().name, key);
            rows.push(row);
        }
    }
    ingest(&lake, &rows);
    for table in TABLES {
        let paths = lake.files(table).unwrap();
        assert_eq!(paths.len(), 1, "{}", table.name);
        let builder = open(&paths[0]);
        let metadata = builder.metadata();
        assert_eq!(metadata.file_metadata().created_by(), Some("cclake"));
        let facts = facts(metadata);
        for fact in [
            ("cclake.table", table.name),
            ("cclake.description", &table.description()),
            ("cclake.schema_version", "1"),
            ("cclake.decoder", "1"),
            ("cclake.text", "preview"),
        ] {
            assert!(facts.contains(&fact), "{}: {facts:?}", table.name);
        }
        // The Arrow schema in the file is the declared one, descriptions and plain strings included.
        assert_eq!(builder.schema().fields(), table.schema().fields(), "{}", table.name);
        let group = metadata.row_group(0);
        let schema = builder.parquet_schema();
        let name = |index: i32| schema.column(index as usize).path().string();
        let sorted: Vec<String> = group.sorting_columns().unwrap().iter().map(|column| name(column.column_idx)).collect();
        let expected: Vec<&str> = table.time().into_iter().chain(table.key().map(|column| column.name)).collect();
        assert_eq!(sorted, expected, "{}", table.name);
        for column in group.columns() {
            let is_key = column.column_path().string() == table.bundle().name;
            assert_eq!(column.bloom_filter_offset().is_some(), is_key, "{}.{}", table.name, column.column_path());
            assert!(matches!(column.compression(), Compression::ZSTD(_)));
            assert!(column.statistics().is_some(), "{}.{}", table.name, column.column_path());
        }
    }
}

#[test]
fn a_large_month_has_row_groups_of_a_fixed_size_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let start: i64 = 1_767_225_600_000_000;
    let long = "x".repeat(500);
    // 130,000 errors of one file, backwards: that table is undated, so the key alone is its order.
    let rows: Vec<Row> = (0..130_000)
        .rev()
        .map(|n| Row::new("ingest_errors", 0).with("source", "s").with("line_hash", start + n).with("reason", long.as_str()))
        .collect();
    ingest(&lake, &rows);
    let path = folder.path().join("ingest_errors/month=__HIVE_DEFAULT_PARTITION__/box.parquet");
    let builder = open(&path);
    let groups: Vec<i64> = builder.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [122_880, 7_120]);
    for column in builder.metadata().row_groups().iter().flat_map(|group| group.columns()) {
        let statistics = column.statistics().unwrap();
        assert!(statistics.max_bytes_opt().unwrap().len() <= 64, "{}", column.column_path());
    }
    let mut next = start;
    for batch in builder.build().unwrap() {
        let batch = batch.unwrap();
        let hashes = batch.column_by_name("line_hash").unwrap();
        for hash in arrow::array::AsArray::as_primitive::<arrow::datatypes::Int64Type>(hashes).values() {
            assert_eq!(*hash, next);
            next += 1;
        }
    }
    assert_eq!(next, start + 130_000);
}

#[test]
fn types_at_rest_are_those_that_every_reader_knows() {
    for table in TABLES {
        for (field, column) in table.schema().fields().iter().zip(table.columns()) {
            assert_eq!(field.is_nullable(), column.nullable);
            assert!(!field.data_type().to_string().contains("View"), "{}.{}", table.name, column.name);
        }
    }
    assert_eq!(table("requests").schema().field_with_name("reported_cost_usd").unwrap().data_type(), &DataType::Decimal128(18, 12));
}

#[test]
fn batches_of_any_size_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(5);
    let rows: Vec<Row> = (0..9_000)
        .map(|n| random.row(table("records"), 0).with("record_id", format!("r{n}").as_str()).with("ts", time("2026-01-05T00:00:00Z")))
        .collect();
    let files: Vec<Vec<u8>> = [9_000, 1_000, 77]
        .into_iter()
        .map(|size| {
            let lake = Lake::open(&folder.path().join(size.to_string()), "box").unwrap();
            let lock = lake.lock(false).unwrap();
            let run = lake.begin(&lock);
            rows.chunks(size).rev().for_each(|rows| run.push(rows[0].table, batch(rows)));
            run.commit(&state()).unwrap();
            std::fs::read(lake.dir().join("records/month=2026-01/box.parquet")).unwrap()
        })
        .collect();
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
    assert!(table("records").columns().all(|column| column.merge != Merge::Witness));
}

/// Scenario: a whole file, the same file of another table, and one whose end is gone.
/// Guarantees: a check counts the rows of the first and says what the others are.
#[test]
fn a_check_tells_whole_files_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let lake = Lake::open(folder.path(), "box").unwrap();
    let mut random = Random::new(2);
    let rows: Vec<Row> = (0..30).map(|line| random.row(table("records"), 0).with("line", line)).collect();
    let stored = ingest(&lake, &rows).rows["records"];
    let files = lake.files(table("records")).unwrap();
    let check = |table_name: &str| files.iter().map(|file| lake.check(table(table_name), file)).collect::<Result<Vec<u64>, _>>();
    assert_eq!(check("records").unwrap().iter().sum::<u64>(), stored);
    assert!(matches!(check("requests"), Err(Error::Foreign { table: "requests", .. })));
    let bytes = std::fs::read(&files[0]).unwrap();
    std::fs::write(&files[0], &bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(check("records"), Err(Error::Parquet { .. })));
}
