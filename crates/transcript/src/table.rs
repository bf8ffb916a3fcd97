//! How a table is declared, and everything that follows from its declaration.
//!
//! A [`table!`](crate::table!) declaration is the only place where a column's name, type, documentation and merge rule are
//! written. The row struct, the Arrow builder, the schema with its descriptions, the typed column access, the data
//! dictionary, the SQL views and the merge of the lake are all read from it.

use std::sync::Arc;

use arrow::array::{ArrayRef, BooleanArray, RecordBatch, UInt32Array, new_null_array};
use arrow::compute::filter_record_batch;
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};

use crate::cell::ColumnType;

/// Name of the time column that orders and partitions a table.
pub const TS: &str = "ts";
/// Name of the time column that takes the place of [`TS`] in tables that have none.
pub const FIRST_TS: &str = "first_ts";
/// Trailing column of a batch in flight: the ordinal, in one run, of the source that a row was made from.
pub const ORIGIN: &str = "_origin";
/// Suffix of the hidden witness column beside a `first`, `last` or half-merged column.
pub const FROM: &str = "_from";

/// How the values of one column combine when two rows have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Part of the key: equal in both rows.
    Key,
    /// The value of the row with the higher rank.
    Best,
    /// The smallest value that is not NULL.
    Min,
    /// The largest value that is not NULL.
    Max,
    /// True if it is true in any row, else false if it is false in any, else NULL.
    Any,
    /// The value with the earliest witness.
    First,
    /// The value with the latest witness.
    Last,
    /// The witness beside a `First` or `Last` column: it moves with that column.
    Witness,
    /// The value of the best row that has the call.
    Call,
    /// The value of the best row that has the result.
    Result,
    /// Where the result half came from, if not from the source of the call.
    ResultFrom,
    /// Computed again after the merge.
    Derived,
}

impl Merge {
    /// The rule's name, as the data dictionary prints it.
    pub fn name(self) -> &'static str {
        match self {
            Merge::Key => "key",
            Merge::Best => "best",
            Merge::Min => "min",
            Merge::Max => "max",
            Merge::Any => "any",
            Merge::First => "first",
            Merge::Last => "last",
            Merge::Witness => "witness",
            Merge::Call => "call",
            Merge::Result => "result",
            Merge::ResultFrom => "result from",
            Merge::Derived => "derived",
        }
    }
}

/// One column of a table.
#[derive(Debug)]
pub struct Column {
    /// Name in Arrow, Parquet and SQL.
    pub name: &'static str,
    /// What it holds, its source field, and what NULL means.
    pub doc: &'static str,
    /// Its type.
    pub kind: ColumnType,
    /// Whether it can be NULL.
    pub nullable: bool,
    /// How two values of one key combine.
    pub merge: Merge,
}

impl Column {
    /// The [`unit()`] of its name.
    pub fn unit(&self) -> Option<&'static str> {
        unit(self.name)
    }

    /// Whether views leave the column out.
    pub fn hidden(&self) -> bool {
        self.kind == ColumnType::Witness
    }

    /// The documentation as one line.
    pub fn description(&self) -> String {
        one_line(self.doc)
    }

    /// The first sentence of the documentation: what each file says of the column. Small files would be mostly words otherwise.
    pub fn summary(&self) -> String {
        let description = self.description();
        description.split_once(". ").map_or(description.clone(), |(first, _)| format!("{first}."))
    }
}

/// One term of a table's own rank, which decides between two rows of one key before the common terms do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The larger value wins; NULL is smallest. `false` is smaller than `true`.
    Larger(&'static str),
    /// The smaller value wins; NULL loses.
    Smaller(&'static str),
}

/// The declaration of a table.
#[derive(Debug)]
pub struct Table {
    /// Name of its folder in the lake and of its view.
    pub name: &'static str,
    /// Documentation, which says what one row is.
    pub doc: &'static str,
    /// Its columns in order, as groups: shared ones first, then its own, then the derived ones.
    pub groups: &'static [&'static [Column]],
    /// The table whose winner takes this table's rows with it: rows of one key stay together, whatever table they are in.
    /// NULL for a table that decides for itself.
    pub parent: Option<&'static str>,
    /// Its own rank terms, before the common ones.
    pub rank: &'static [Rank],
    /// How `ts` merges when it is not by rank.
    pub ts: Merge,
    /// Fills the derived columns of merged rows.
    pub derive: fn(RecordBatch) -> RecordBatch,
}

impl Table {
    /// All columns in order.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> + use<> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// The columns that identify a row.
    pub fn key(&self) -> impl Iterator<Item = &'static Column> + use<> {
        self.columns().filter(|column| column.merge == Merge::Key)
    }

    /// The column that ties the rows of one bundle together: the first of the key.
    pub fn bundle(&self) -> &'static Column {
        self.key().next().expect("every table has a key")
    }

    /// How a column of this table merges.
    pub fn merge_of(&self, column: &Column) -> Merge {
        if column.name == TS { self.ts } else { column.merge }
    }

    /// The column that places rows in months and orders them: [`TS`], else [`FIRST_TS`]; NULL for an undated table.
    pub fn time(&self) -> Option<&'static str> {
        [TS, FIRST_TS].into_iter().find(|name| self.columns().any(|column| column.name == *name))
    }

    /// The schema at rest: plain strings, with descriptions in the metadata.
    pub fn schema(&self) -> SchemaRef {
        self.schema_with(ColumnType::at_rest, false)
    }

    /// The schema in flight: string views and a trailing [`ORIGIN`].
    pub fn schema_in_flight(&self) -> SchemaRef {
        self.schema_with(ColumnType::in_flight, true)
    }

    fn schema_with(&self, data_type: fn(ColumnType) -> DataType, origin: bool) -> SchemaRef {
        let mut fields: Vec<Field> = self
            .columns()
            .map(|column| {
                let metadata: std::collections::HashMap<String, String> = [("description".to_owned(), column.summary())].into();
                // Derived columns are filled after the merge.
                Field::new(column.name, data_type(column.kind), column.nullable || (origin && column.merge == Merge::Derived)).with_metadata(metadata)
            })
            .collect();
        if origin {
            fields.push(Field::new(ORIGIN, DataType::UInt32, false));
        }
        Arc::new(Schema::new(fields))
    }

    /// The documentation as one line.
    pub fn description(&self) -> String {
        one_line(self.doc)
    }
}

/// The unit that the suffix of a column's name states: `ms`, `bytes`, `usd`, `tokens`, `lines`, `chars`, `mtok`; NULL if it has none.
pub fn unit(name: &str) -> Option<&'static str> {
    Some(match name.rsplit('_').next()? {
        "ms" => "milliseconds",
        "bytes" => "bytes",
        "usd" => "US dollars",
        "tokens" => "tokens",
        "lines" => "lines",
        "chars" => "characters",
        "mtok" => "US dollars per million tokens",
        _ => return None,
    })
}

fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The `derive` of a table without derived columns.
pub fn underived(batch: RecordBatch) -> RecordBatch {
    batch
}

/// A builder of one table's rows in flight.
pub trait TableBuilder {
    /// The declaration.
    fn table(&self) -> &'static Table;
    /// Number of rows appended so far, dropped ones included.
    fn rows(&self) -> usize;
    /// Takes the rows as one batch in the schema in flight, without the dropped ones.
    fn finish(&mut self) -> RecordBatch;
}

/// The name of a column whose Rust name is a raw identifier.
pub const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Makes a batch in flight of the arrays that a builder gave: derived columns NULL, the origin last, dropped rows left out.
pub fn in_flight(table: &Table, mut arrays: Vec<ArrayRef>, origins: Vec<u32>, dropped: Vec<usize>) -> RecordBatch {
    let rows = origins.len();
    let stored = arrays.len();
    arrays.extend(table.columns().skip(stored).map(|column| new_null_array(&column.kind.in_flight(), rows)));
    arrays.push(Arc::new(UInt32Array::from(origins)));
    let batch = RecordBatch::try_new(table.schema_in_flight(), arrays).expect("the arrays were built from the declaration of the schema");
    if dropped.is_empty() {
        return batch;
    }
    let mut keep = vec![true; rows];
    for place in dropped {
        keep[place] = false;
    }
    filter_record_batch(&batch, &BooleanArray::from(keep)).expect("the filter has one value per row")
}

/// The batch with some columns replaced by name.
pub fn replaced(batch: &RecordBatch, columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let schema = batch.schema();
    let mut arrays = batch.columns().to_vec();
    for (name, array) in columns {
        let index = schema.index_of(name).expect("a derived column is declared in its table");
        arrays[index] = array;
    }
    RecordBatch::try_new(schema, arrays).expect("derived columns have the declared types")
}
