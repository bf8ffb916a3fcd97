//! Puts batches together from rows of other batches.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, RecordBatch, TimestampMicrosecondArray};
use arrow::compute::interleave;
use cclake_transcript::cell::{ColumnType, Int, Kind, Opt, Text, Witness};
use cclake_transcript::table::Table;

use crate::halves::{From, Place};
use crate::pick::{Lane, Picker, Picks};
use crate::rows::{At, Rows, index_of};

/// A list of rows to take columns from.
struct Gather<'a> {
    rows: &'a Rows,
    batches: Vec<u32>,
    indices: Vec<(usize, usize)>,
}

impl<'a> Gather<'a> {
    fn new(rows: &'a Rows, places: &[At]) -> Self {
        let mut batches: Vec<u32> = places.iter().map(|at| at.batch).collect();
        batches.sort_unstable();
        batches.dedup();
        let number = |batch| batches.binary_search(&batch).expect("the batches of all places are listed");
        let indices = places.iter().map(|at| (number(at.batch), at.row as usize)).collect();
        Self { rows, batches, indices }
    }

    fn column(&self, index: usize) -> ArrayRef {
        let arrays: Vec<_> = self.batches.iter().map(|batch| self.rows.batch(*batch).batch.column(index).as_ref()).collect();
        interleave(&arrays, &self.indices).expect("a column has one type in all batches of a table")
    }
}

/// The rows at these places, as one batch in flight.
pub(crate) fn gather(rows: &Rows, places: &[At]) -> RecordBatch {
    let gather = Gather::new(rows, places);
    let schema = rows.table.schema_in_flight();
    let columns = (0..schema.fields().len()).map(|index| gather.column(index)).collect();
    RecordBatch::try_new(schema, columns).expect("rows of a table have its schema")
}

/// The merged rows, as one batch in flight with the derived columns filled.
pub(crate) fn join(rows: &Rows, picker: &Picker, picks: &Picks) -> RecordBatch {
    let winners = Gather::new(rows, &picks.winners);
    let results = Gather::new(rows, &picks.results);
    let own: Vec<_> = picks.own.iter().map(|lane| Gather::new(rows, lane)).collect();
    let mut columns: Vec<ArrayRef> = Vec::new();
    for (index, (lane, column)) in picker.lanes.iter().zip(rows.table.columns()).enumerate() {
        columns.push(match lane {
            Lane::Winner => winners.column(index),
            Lane::Result => results.column(index),
            Lane::ResultFrom => result_from(rows, &picks.from, index, column.kind),
            Lane::Own(own_lane) => own[*own_lane].column(index),
        });
    }
    columns.push(winners.column(columns.len()));
    // Texts are copied, or every merged batch would hold on to the blocks of all batches that it has a row of.
    let columns =
        columns.into_iter().map(|column| column.as_string_view_opt().map_or_else(|| column.clone(), |texts| Arc::new(texts.gc()))).collect();
    let batch = RecordBatch::try_new(rows.table.schema_in_flight(), columns).expect("merged rows have the schema of their table");
    (rows.table.derive)(batch)
}

/// One of the columns that name the source of a result.
fn result_from(rows: &Rows, from: &[From], index: usize, kind: ColumnType) -> ArrayRef {
    let place = Place::of(rows.table);
    match kind {
        ColumnType::Text => build::<Opt<Text>>(from.iter().map(|from| match *from {
            From::Same => None,
            From::Kept(at) => rows.text(index, at),
            From::Row(at) => Some(place.witness(rows, at).source),
        })),
        ColumnType::Int => build::<Opt<Int>>(from.iter().map(|from| match *from {
            From::Same => None,
            From::Kept(at) => rows.int(index, at),
            From::Row(at) => Some(place.witness(rows, at).line),
        })),
        ColumnType::Witness => build::<Opt<Witness>>(from.iter().map(|from| match *from {
            From::Same => None,
            From::Kept(at) => rows.witness(index, at),
            From::Row(at) => Some(place.witness(rows, at)),
        })),
        _ => unreachable!("the source of a result is a text, a line and a witness"),
    }
}

fn build<'a, K: Kind>(values: impl Iterator<Item = K::Value<'a>>) -> ArrayRef {
    let mut builder = K::Builder::default();
    for value in values {
        K::append(&mut builder, value);
    }
    K::finish(&mut builder)
}

/// The batch with these values in its time column.
pub(crate) fn with_time(table: &Table, batch: RecordBatch, time: impl Iterator<Item = Option<i64>>) -> RecordBatch {
    let Some(index) = table.time().and_then(|name| index_of(table, name)) else { return batch };
    let mut columns = batch.columns().to_vec();
    let array: TimestampMicrosecondArray = time.collect();
    columns[index] = Arc::new(array.with_data_type(columns[index].data_type().clone()));
    RecordBatch::try_new(batch.schema(), columns).expect("the time column keeps its type")
}
