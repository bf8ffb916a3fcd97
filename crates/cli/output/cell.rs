//! One value of an answer, as text and as JSON.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Schema, TimeUnit};
use arrow::error::ArrowError;
use arrow::util::display::{ArrayFormatter, FormatOptions};

/// How NULL is shown to people: an empty text is something else.
pub(super) const NULL: &str = "∅";

/// The batch in types that the functions here know: enumerations as text, instants with a zone as UTC without one.
pub(super) fn plain(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let columns: Vec<ArrayRef> = batch.columns().iter().map(plain_column).collect::<Result<_, _>>()?;
    let fields: Vec<Field> =
        batch.schema().fields().iter().zip(&columns).map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn plain_column(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match column.data_type() {
        DataType::Dictionary(_, value) => cast(column, value),
        DataType::Timestamp(unit, Some(_)) => {
            let utc = cast(column, &DataType::Timestamp(*unit, Some("+00:00".into())))?;
            cast(&utc, &DataType::Timestamp(TimeUnit::Microsecond, None))
        }
        _ => Ok(column.clone()),
    }
}

/// Whether values of a type are compared by their last digits, and so stand to the right.
pub(super) fn is_numeric(kind: &DataType) -> bool {
    kind.is_numeric()
}

/// A value as plain text: texts as they are, everything else as in JSON without quotes. None for NULL.
pub(super) fn text(array: &dyn Array, row: usize) -> Option<String> {
    if array.is_null(row) || *array.data_type() == DataType::Null {
        return None;
    }
    if is_nested(array.data_type()) {
        let mut out = String::new();
        write_json(array, row, &mut out);
        return Some(out);
    }
    Some(scalar(array, row))
}

/// A value as JSON, appended to a text.
pub(super) fn write_json(array: &dyn Array, row: usize, out: &mut String) {
    let kind = array.data_type();
    if array.is_null(row) || *kind == DataType::Null {
        return out.push_str("null");
    }
    match kind {
        DataType::List(_) => write_list(array.as_list::<i32>().value(row).as_ref(), out),
        DataType::LargeList(_) => write_list(array.as_list::<i64>().value(row).as_ref(), out),
        DataType::FixedSizeList(..) => write_list(array.as_fixed_size_list().value(row).as_ref(), out),
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            write_object(fields.iter().zip(columns).map(|(field, column)| (field.name().clone(), column.as_ref(), row)), out);
        }
        DataType::Map(..) => {
            let map = array.as_map();
            let entries = map.value(row);
            let (keys, values) = (entries.column(0), entries.column(1));
            write_object((0..entries.len()).map(|at| (text(keys, at).unwrap_or_default(), values.as_ref(), at)), out);
        }
        DataType::Boolean => out.push_str(&scalar(array, row)),
        DataType::Float16 | DataType::Float32 | DataType::Float64 => {
            let number = scalar(array, row);
            let is_finite = number.ends_with(|last: char| last.is_ascii_digit());
            out.push_str(if is_finite { &number } else { "null" });
        }
        _ if is_numeric(kind) => out.push_str(&scalar(array, row)),
        _ => write_string(&scalar(array, row), out),
    }
}

/// A text as JSON, with its quotes, appended to a text.
pub(super) fn write_string(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).expect("every text has a JSON form"));
}

fn is_nested(kind: &DataType) -> bool {
    matches!(kind, DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) | DataType::Struct(_) | DataType::Map(..))
}

fn write_list(items: &dyn Array, out: &mut String) {
    out.push('[');
    for at in 0..items.len() {
        if at > 0 {
            out.push(',');
        }
        write_json(items, at, out);
    }
    out.push(']');
}

fn write_object<'a>(members: impl Iterator<Item = (String, &'a dyn Array, usize)>, out: &mut String) {
    out.push('{');
    for (at, (name, array, row)) in members.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_string(&name, out);
        out.push(':');
        write_json(array, row, out);
    }
    out.push('}');
}

/// A value that is neither NULL nor nested. Decimals come with all their digits, and never with an exponent.
fn scalar(array: &dyn Array, row: usize) -> String {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        _ => {
            let mut text = String::new();
            let shown = ArrayFormatter::try_new(array, &FormatOptions::new().with_display_error(true));
            let written = shown.map(|formatter| write!(text, "{}", formatter.value(row)));
            if !matches!(written, Ok(Ok(()))) {
                text = format!("a value of type {}", array.data_type());
            }
            text
        }
    }
}
