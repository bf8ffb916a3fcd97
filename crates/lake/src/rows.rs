//! Rows in memory, and how to compare them column by column.

use std::cmp::Ordering;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Decimal128Array, Int64Array, RecordBatch, StringViewArray, StructArray, TimestampMicrosecondArray,
    UInt32Array,
};
use arrow::datatypes::{TimestampMicrosecondType, UInt32Type};
use cclake_transcript::cell::{ColumnType, Kind, Witness, WitnessValue};
use cclake_transcript::table::Table;

/// Origin of rows that come from the lake itself. It is the largest, so that a fresh row goes before an equal one of the lake.
pub(crate) const LAKE: u32 = u32::MAX;

/// The place of a row: its batch, and its row in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    /// Which batch.
    pub(crate) batch: u32,
    /// Which row of it.
    pub(crate) row: u32,
}

/// One column of a batch.
#[derive(Debug)]
pub(crate) enum Values {
    /// Text.
    Text(StringViewArray),
    /// Integers.
    Int(Int64Array),
    /// Booleans.
    Bool(BooleanArray),
    /// Instants.
    Time(TimestampMicrosecondArray),
    /// Pico-dollars.
    Money(Decimal128Array),
    /// Witnesses.
    Witness(StructArray),
}

impl Values {
    /// The values of a column of this kind.
    pub(crate) fn new(kind: ColumnType, array: &ArrayRef) -> Self {
        match kind {
            ColumnType::Text => Self::Text(array.as_string_view().clone()),
            ColumnType::Int => Self::Int(array.as_primitive().clone()),
            ColumnType::Bool => Self::Bool(array.as_boolean().clone()),
            ColumnType::Time => Self::Time(array.as_primitive::<TimestampMicrosecondType>().clone()),
            ColumnType::Money => Self::Money(array.as_primitive().clone()),
            ColumnType::Witness => Self::Witness(array.as_struct().clone()),
        }
    }

    /// Whether a value is NULL.
    pub(crate) fn is_null(&self, row: usize) -> bool {
        match self {
            Self::Text(array) => array.is_null(row),
            Self::Int(array) => array.is_null(row),
            Self::Bool(array) => array.is_null(row),
            Self::Time(array) => array.is_null(row),
            Self::Money(array) => array.is_null(row),
            Self::Witness(array) => array.is_null(row),
        }
    }
}

/// A batch in flight, with its columns by type.
#[derive(Debug)]
pub(crate) struct Typed {
    /// The batch.
    pub(crate) batch: RecordBatch,
    columns: Vec<Values>,
    origins: UInt32Array,
}

impl Typed {
    fn new(table: &Table, batch: RecordBatch) -> Self {
        let columns = table.columns().zip(batch.columns()).map(|(column, array)| Values::new(column.kind, array)).collect();
        let origins = batch.columns().last().expect("a batch in flight ends with its origins").as_primitive::<UInt32Type>().clone();
        Self { batch, columns, origins }
    }
}

/// Rows of one table, in batches. Cloning shares the batches.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// The table.
    pub(crate) table: &'static Table,
    batches: Vec<Option<Arc<Typed>>>,
}

impl Rows {
    /// The rows of these batches in flight.
    pub(crate) fn new(table: &'static Table, batches: impl IntoIterator<Item = RecordBatch>) -> Self {
        let mut rows = Self { table, batches: Vec::new() };
        for batch in batches {
            rows.push(batch);
        }
        rows
    }

    /// Adds a batch, and gives its number.
    pub(crate) fn push(&mut self, batch: RecordBatch) -> u32 {
        self.batches.push(Some(Arc::new(Typed::new(self.table, batch))));
        u32::try_from(self.batches.len() - 1).expect("a run has fewer than four billion batches")
    }

    /// Gives up a batch whose rows are no longer needed.
    pub(crate) fn release(&mut self, batch: u32) {
        self.batches[batch as usize] = None;
    }

    /// The batch of this number.
    pub(crate) fn batch(&self, batch: u32) -> &Typed {
        self.batches[batch as usize].as_ref().expect("a batch that is released is not asked for")
    }

    /// All rows of the batches from this number on.
    pub(crate) fn places(&self, from: usize) -> impl Iterator<Item = At> + '_ {
        (from..self.batches.len()).flat_map(|batch| {
            let rows = self.batches[batch].as_ref().map_or(0, |typed| typed.batch.num_rows());
            (0..rows).map(move |row| At { batch: batch as u32, row: row as u32 })
        })
    }

    /// Number of batches.
    pub(crate) fn len(&self) -> usize {
        self.batches.len()
    }

    /// The values of a column in the batch of a row.
    pub(crate) fn values(&self, column: usize, at: At) -> &Values {
        &self.batch(at.batch).columns[column]
    }

    /// Ordinal of the source of a row; [`LAKE`] for a row of the lake.
    pub(crate) fn origin(&self, at: At) -> u32 {
        self.batch(at.batch).origins.value(at.row as usize)
    }

    /// Whether a value is NULL.
    pub(crate) fn is_null(&self, column: usize, at: At) -> bool {
        self.values(column, at).is_null(at.row as usize)
    }

    /// An integer or instant.
    pub(crate) fn int(&self, column: usize, at: At) -> Option<i64> {
        let row = at.row as usize;
        match self.values(column, at) {
            Values::Int(array) => (!array.is_null(row)).then(|| array.value(row)),
            Values::Time(array) => (!array.is_null(row)).then(|| array.value(row)),
            _ => None,
        }
    }

    /// A text.
    pub(crate) fn text(&self, column: usize, at: At) -> Option<&str> {
        let row = at.row as usize;
        match self.values(column, at) {
            Values::Text(array) => (!array.is_null(row)).then(|| array.value(row)),
            _ => None,
        }
    }

    /// A boolean; NULL is false.
    pub(crate) fn flag(&self, column: usize, at: At) -> bool {
        let row = at.row as usize;
        matches!(self.values(column, at), Values::Bool(array) if !array.is_null(row) && array.value(row))
    }

    /// A witness.
    pub(crate) fn witness(&self, column: usize, at: At) -> Option<WitnessValue<'_>> {
        let row = at.row as usize;
        match self.values(column, at) {
            Values::Witness(array) => (!array.is_null(row)).then(|| Witness::value(array, row)),
            _ => None,
        }
    }

    /// Compares two values of a column; NULL is the smallest.
    pub(crate) fn compare(&self, column: usize, a: At, b: At) -> Ordering {
        /// Compares two cells, NULL first.
        fn cells<T: Ord>(a: Option<T>, b: Option<T>) -> Ordering {
            a.cmp(&b)
        }
        let (i, j) = (a.row as usize, b.row as usize);
        macro_rules! compare {
            ($x:ident, $y:ident) => {
                cells((!$x.is_null(i)).then(|| $x.value(i)), (!$y.is_null(j)).then(|| $y.value(j)))
            };
        }
        match (self.values(column, a), self.values(column, b)) {
            (Values::Text(x), Values::Text(y)) => compare!(x, y),
            (Values::Int(x), Values::Int(y)) => compare!(x, y),
            (Values::Bool(x), Values::Bool(y)) => compare!(x, y),
            (Values::Time(x), Values::Time(y)) => compare!(x, y),
            (Values::Money(x), Values::Money(y)) => compare!(x, y),
            (Values::Witness(_), Values::Witness(_)) => {
                let order = |at| self.witness(column, at).map(|value| (value.rank, value.sidechain, value.ts, value.source, value.line));
                cells(order(a), order(b))
            }
            _ => unreachable!("a column has one type in all batches of a table"),
        }
    }
}

/// Place of a column in a table.
pub(crate) fn index_of(table: &Table, name: &str) -> Option<usize> {
    table.columns().position(|column| column.name == name)
}
