//! The kinds of values that a column can hold, and how each is built into and read from Arrow.
//!
//! In flight, text is in string views: a value that repeats from row to row (session, folder, source) is stored once,
//! and merging moves 16 bytes however long the text is. At rest it is plain UTF-8, which every reader knows.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, BooleanBuilder, Decimal128Array, Decimal128Builder, Int64Array, Int64Builder, RecordBatch,
    StringViewArray, StructArray, TimestampMicrosecondArray, TimestampMicrosecondBuilder,
};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{DataType, Field, Fields, TimeUnit};

use crate::text_array::TextBuilder;

/// Digits of a money column.
pub const MONEY_PRECISION: u8 = 18;
/// Decimal places of a money column: one unit is a pico-dollar.
pub const MONEY_SCALE: i8 = 12;

/// The type of a column, as the declaration names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// UTF-8 text.
    Text,
    /// A 64-bit integer.
    Int,
    /// A boolean.
    Bool,
    /// An instant: microseconds since 1970, UTC.
    Time,
    /// US dollars, exact to the pico-dollar.
    Money,
    /// Which row a merged value came from.
    Witness,
}

impl ColumnType {
    /// The Arrow type in files.
    pub fn at_rest(self) -> DataType {
        self.arrow(DataType::Utf8)
    }

    /// The Arrow type while rows are decoded and merged.
    pub fn in_flight(self) -> DataType {
        self.arrow(DataType::Utf8View)
    }

    fn arrow(self, text: DataType) -> DataType {
        match self {
            ColumnType::Text => text,
            ColumnType::Int => DataType::Int64,
            ColumnType::Bool => DataType::Boolean,
            ColumnType::Time => DataType::Timestamp(TimeUnit::Microsecond, Some(utc())),
            ColumnType::Money => DataType::Decimal128(MONEY_PRECISION, MONEY_SCALE),
            ColumnType::Witness => DataType::Struct(witness_fields(text)),
        }
    }

    /// The SQL type of the column in a view.
    pub fn sql(self) -> &'static str {
        match self {
            ColumnType::Text => "VARCHAR",
            ColumnType::Int => "BIGINT",
            ColumnType::Bool => "BOOLEAN",
            ColumnType::Time => "TIMESTAMP",
            ColumnType::Money => "DECIMAL(18,12)",
            ColumnType::Witness => "STRUCT",
        }
    }
}

fn utc() -> Arc<str> {
    Arc::from("UTC")
}

/// A kind of cell: what a declaration writes as a column's type.
pub trait Kind {
    /// A value, borrowed from the row or array that it is in.
    type Value<'a>: Copy + std::fmt::Debug;
    /// The builder of an array of such values.
    type Builder: Default + std::fmt::Debug;
    /// The array in flight.
    type Array: Array + 'static;
    /// The type of the column.
    const TYPE: ColumnType;
    /// Whether a value can be NULL.
    const NULLABLE: bool;
    /// Appends a value.
    fn append(builder: &mut Self::Builder, value: Self::Value<'_>);
    /// Takes what was appended.
    fn finish(builder: &mut Self::Builder) -> ArrayRef;
    /// The value at an index that is not NULL.
    fn value(array: &Self::Array, index: usize) -> Self::Value<'_>;
}

/// A kind whose values can be NULL.
pub trait Nullable: Kind {
    /// Appends NULL.
    fn append_null(builder: &mut Self::Builder);
}

/// A value that can be NULL.
#[derive(Debug)]
pub struct Opt<K>(std::marker::PhantomData<K>);

impl<K: Nullable> Kind for Opt<K> {
    type Value<'a> = Option<K::Value<'a>>;
    type Builder = K::Builder;
    type Array = K::Array;
    const TYPE: ColumnType = K::TYPE;
    const NULLABLE: bool = true;

    #[inline]
    fn append(builder: &mut Self::Builder, value: Self::Value<'_>) {
        match value {
            Some(value) => K::append(builder, value),
            None => K::append_null(builder),
        }
    }

    fn finish(builder: &mut Self::Builder) -> ArrayRef {
        K::finish(builder)
    }

    fn value(array: &Self::Array, index: usize) -> Self::Value<'_> {
        (!array.is_null(index)).then(|| K::value(array, index))
    }
}

/// UTF-8 text.
#[derive(Debug)]
pub struct Text;

impl Kind for Text {
    type Value<'a> = &'a str;
    type Builder = TextBuilder;
    type Array = StringViewArray;
    const TYPE: ColumnType = ColumnType::Text;
    const NULLABLE: bool = false;

    #[inline]
    fn append(builder: &mut TextBuilder, value: &str) {
        builder.append(value);
    }

    fn finish(builder: &mut TextBuilder) -> ArrayRef {
        Arc::new(builder.finish())
    }

    fn value(array: &StringViewArray, index: usize) -> &str {
        array.value(index)
    }
}

impl Nullable for Text {
    #[inline]
    fn append_null(builder: &mut TextBuilder) {
        builder.append_null();
    }
}

/// Implements a kind whose Arrow builder and array hold plain values.
macro_rules! plain_kind {
    ($(#[doc = $doc:literal])* $name:ident, $type:ident, $value:ty, $builder:ident, $array:ty, |$finished:ident| $finish:expr) => {
        $(#[doc = $doc])*
        #[derive(Debug)]
        pub struct $name;

        impl Kind for $name {
            type Value<'a> = $value;
            type Builder = $builder;
            type Array = $array;
            const TYPE: ColumnType = ColumnType::$type;
            const NULLABLE: bool = false;

            #[inline]
            fn append(builder: &mut $builder, value: $value) {
                builder.append_value(value);
            }

            fn finish(builder: &mut $builder) -> ArrayRef {
                let $finished = builder.finish();
                Arc::new($finish)
            }

            fn value(array: &$array, index: usize) -> $value {
                array.value(index)
            }
        }

        impl Nullable for $name {
            #[inline]
            fn append_null(builder: &mut $builder) {
                builder.append_null();
            }
        }
    };
}

plain_kind! {
    /// A 64-bit integer.
    Int, Int, i64, Int64Builder, Int64Array, |array| array
}
plain_kind! {
    /// A boolean.
    Bool, Bool, bool, BooleanBuilder, BooleanArray, |array| array
}
plain_kind! {
    /// An instant, in microseconds since 1970, UTC.
    Time, Time, i64, TimestampMicrosecondBuilder, TimestampMicrosecondArray, |array| array.with_timezone(utc())
}
plain_kind! {
    /// US dollars, as a count of pico-dollars.
    Money, Money, i128, Decimal128Builder, Decimal128Array,
    |array| array.with_precision_and_scale(MONEY_PRECISION, MONEY_SCALE).expect("18 digits hold 12 decimal places")
}

/// Which row a merged value came from, and what decides between two such rows.
#[derive(Debug)]
pub struct Witness;

/// A witness: the place of a row, and the terms that rank before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WitnessValue<'a> {
    /// Decides before everything else; 0 where only the place counts.
    pub rank: i64,
    /// The row is on a sidechain.
    pub sidechain: bool,
    /// Time of the row; NULL when it has none.
    pub ts: Option<i64>,
    /// Source of the row.
    pub source: &'a str,
    /// Line of the row, from 1.
    pub line: i64,
}

fn witness_fields(text: DataType) -> Fields {
    Fields::from(vec![
        Field::new("rank", DataType::Int64, false),
        Field::new("sidechain", DataType::Boolean, false),
        Field::new("ts", ColumnType::Time.in_flight(), true),
        Field::new("source", text, false),
        Field::new("line", DataType::Int64, false),
    ])
}

/// Builds witnesses.
#[derive(Debug, Default)]
pub struct WitnessBuilder {
    rank: Int64Builder,
    sidechain: BooleanBuilder,
    ts: TimestampMicrosecondBuilder,
    source: TextBuilder,
    line: Int64Builder,
    valid: Vec<bool>,
}

impl WitnessBuilder {
    fn append(&mut self, value: WitnessValue<'_>, valid: bool) {
        self.rank.append_value(value.rank);
        self.sidechain.append_value(value.sidechain);
        self.ts.append_option(value.ts);
        self.source.append(value.source);
        self.line.append_value(value.line);
        self.valid.push(valid);
    }
}

impl Kind for Witness {
    type Value<'a> = WitnessValue<'a>;
    type Builder = WitnessBuilder;
    type Array = StructArray;
    const TYPE: ColumnType = ColumnType::Witness;
    const NULLABLE: bool = false;

    fn append(builder: &mut WitnessBuilder, value: WitnessValue<'_>) {
        builder.append(value, true);
    }

    fn finish(builder: &mut WitnessBuilder) -> ArrayRef {
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(builder.rank.finish()),
            Arc::new(builder.sidechain.finish()),
            Arc::new(builder.ts.finish().with_timezone(utc())),
            Arc::new(builder.source.finish()),
            Arc::new(builder.line.finish()),
        ];
        let valid = NullBuffer::from(std::mem::take(&mut builder.valid));
        Arc::new(StructArray::new(witness_fields(DataType::Utf8View), arrays, Some(valid)))
    }

    fn value(array: &StructArray, index: usize) -> WitnessValue<'_> {
        let ts = array.column(2).as_primitive::<arrow::datatypes::TimestampMicrosecondType>();
        WitnessValue {
            rank: array.column(0).as_primitive::<arrow::datatypes::Int64Type>().value(index),
            sidechain: array.column(1).as_boolean().value(index),
            ts: (!ts.is_null(index)).then(|| ts.value(index)),
            source: array.column(3).as_string_view().value(index),
            line: array.column(4).as_primitive::<arrow::datatypes::Int64Type>().value(index),
        }
    }
}

impl Nullable for Witness {
    fn append_null(builder: &mut WitnessBuilder) {
        builder.append(WitnessValue::default(), false);
    }
}

/// One column of a batch in flight, read by its kind.
#[derive(Debug)]
pub struct Cells<'a, K: Kind>(&'a K::Array);

impl<'a, K: Kind> Cells<'a, K> {
    /// The column of this name.
    pub fn of(batch: &'a RecordBatch, name: &str) -> Self {
        let array = batch.column_by_name(name).expect("a batch of the table has its columns");
        Self(array.as_any().downcast_ref().expect("a batch in flight has the declared types"))
    }

    /// The value in a row.
    pub fn get(&self, index: usize) -> K::Value<'a> {
        K::value(self.0, index)
    }
}
