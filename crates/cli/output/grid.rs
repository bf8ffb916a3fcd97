//! Rows as people read them: what is said of each column decides how its values look.

use anyhow::Result;
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::{cast, concat_batches};
use arrow::datatypes::{DataType, Decimal128Type};
use cclake_query::{Answer, Column, Hint};

use super::{amount, cell};

/// How NULL is shown in a report. A number would be something that is known.
const NULL: &str = "–";

/// A table for people.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) columns: Vec<Head>,
    /// The texts of each row, one per column.
    pub(super) rows: Vec<Vec<String>>,
    /// The sums of columns that can be summed, an empty text for the others.
    pub(super) sums: Option<Vec<String>>,
    /// Rows that are not among them.
    pub(super) hidden_rows: usize,
}

/// What is known of a column.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) title: String,
    pub(super) is_right: bool,
    pub(super) is_key: bool,
    pub(super) is_detail: bool,
    /// The values as parts of the largest one, where they are shown as bars; NULL and what is negative have none.
    pub(super) bars: Option<Vec<f64>>,
}

impl Grid {
    /// The first rows of an answer.
    pub(super) fn of(answer: &Answer, columns: &[Column], top: Option<u64>) -> Result<Self> {
        let batch = cell::plain(&concat_batches(&answer.schema, &answer.batches)?)?;
        let shown = batch.num_rows().min(top.and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX));
        let titles = titles(&batch);
        let mut grid = Self { rows: vec![Vec::new(); shown], hidden_rows: batch.num_rows() - shown, ..Self::default() };
        let mut total = Vec::new();
        for (at, (array, title)) in batch.columns().iter().zip(titles).enumerate() {
            let name = batch.schema_ref().field(at).name().clone();
            let column = columns.iter().find(|column| column.field.name == name);
            let is = |hint| column.is_some_and(|column| column.is(hint));
            // A key that no row has splits nothing, and lists are for programs.
            let is_idle = at > 0 && shown > 0 && (is(Hint::Key) || is(Hint::Detail)) && array.null_count() == array.len();
            let is_list = array.data_type().is_nested() && !is(Hint::Spark) && column.is_some();
            if is_idle || is_list {
                continue;
            }
            for (row, texts) in grid.rows.iter_mut().enumerate() {
                texts.push(text(array, row, &name, is(Hint::Spark)));
            }
            total.push(if is(Hint::Sum) { sum(array)?.map_or(NULL.to_owned(), |sum| text(&sum, 0, &name, false)) } else { String::new() });
            grid.columns.push(Head {
                title,
                is_right: cell::is_numeric(array.data_type()),
                is_key: column.is_none() || is(Hint::Key),
                is_detail: is(Hint::Detail),
                bars: if is(Hint::Bar) { Some(bars(array, shown)?) } else { None },
            });
        }
        grid.sums = (batch.num_rows() > 1 && total.iter().any(|text| !text.is_empty())).then_some(total);
        Ok(grid)
    }

    /// The line below the rows, if there is anything to sum: it begins with what it is.
    pub(super) fn total(&self) -> Option<impl Iterator<Item = &str>> {
        let sums = self.sums.as_ref()?.iter().enumerate();
        Some(sums.map(|(at, sum)| if at == 0 && sum.is_empty() { "total" } else { sum }))
    }

    /// Keeps the columns whose places are given.
    pub(super) fn keep(&mut self, kept: impl Fn(usize) -> bool) {
        let retain = |row: &mut Vec<String>| {
            let mut at = 0;
            row.retain(|_| (kept(at), at += 1).0);
        };
        self.rows.iter_mut().for_each(retain);
        self.sums.iter_mut().for_each(retain);
        let mut at = 0;
        self.columns.retain(|_| (kept(at), at += 1).0);
    }
}

/// Names of columns as titles: the units stand with the values, except where that would make two titles alike.
fn titles(batch: &RecordBatch) -> Vec<String> {
    let short = |name: &str| ["_usd", "_ms", "_bytes"].iter().find_map(|unit| name.strip_suffix(unit)).unwrap_or(name).replace('_', " ");
    let names: Vec<&str> = batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
    let is_alone = |name: &str| names.iter().filter(|other| short(other) == short(name)).count() == 1;
    names.iter().map(|name| if is_alone(name) { short(name) } else { name.replace('_', " ") }).collect()
}

fn text(array: &ArrayRef, row: usize, name: &str, is_spark: bool) -> String {
    if is_spark && let Some(numbers) = numbers(array, row) {
        return amount::sparkline(&numbers);
    }
    let Some(plain) = cell::text(array, row) else { return NULL.to_owned() };
    match array.data_type() {
        DataType::Boolean => if plain == "true" { "yes" } else { "no" }.to_owned(),
        DataType::Timestamp(..) => plain.replacen('T', " ", 1).chars().take("2026-11-01 10:00".len()).collect(),
        DataType::Date32 if name == "month" => plain.chars().take("2026-11".len()).collect(),
        kind if cell::is_numeric(kind) => amount::shown(&plain, name),
        _ => super::table::visible(&plain),
    }
}

/// The numbers of a list, NULL as 0. None if it is no list of numbers.
fn numbers(array: &ArrayRef, row: usize) -> Option<Vec<f64>> {
    let items = array.as_list_opt::<i32>().filter(|list| list.is_valid(row))?.value(row);
    Some(floats(&items).ok()?.into_iter().map(|number| number.unwrap_or(0.0)).collect())
}

fn floats(array: &ArrayRef) -> Result<Vec<Option<f64>>> {
    Ok(cast(array, &DataType::Float64)?.as_primitive::<arrow::datatypes::Float64Type>().iter().collect())
}

fn bars(array: &ArrayRef, shown: usize) -> Result<Vec<f64>> {
    let numbers: Vec<f64> = floats(array)?.into_iter().take(shown).map(|number| number.unwrap_or(0.0).max(0.0)).collect();
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    Ok(numbers.into_iter().map(|number| if largest > 0.0 { number / largest } else { 0.0 }).collect())
}

/// The exact sum of a column, as an array of its type's digits with one value. None if no value is known.
fn sum(array: &ArrayRef) -> Result<Option<ArrayRef>> {
    let scale = match array.data_type() {
        DataType::Decimal128(_, scale) => *scale,
        _ => 0,
    };
    let wide = cast(array, &DataType::Decimal128(38, scale))?;
    let known = wide.as_primitive::<Decimal128Type>().iter().flatten();
    let sum = known.clone().next().map(|_| known.sum::<i128>());
    let sum = arrow::array::Decimal128Array::from(vec![sum]).with_precision_and_scale(38, scale)?;
    Ok((!sum.is_null(0)).then(|| std::sync::Arc::new(sum) as ArrayRef))
}
