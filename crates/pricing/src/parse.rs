//! Price files of several formats, told apart by their content.

mod columns;
mod csv;
mod genai;
mod litellm;
mod offer;

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    error::Error,
    row::PriceRow,
    table::{Layer, PriceTable},
};

/// A JSON object, its values as text.
type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Reads a price file.
pub(crate) fn table(name: &str, text: &str) -> Result<PriceTable, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let rows = match text.trim_start().as_bytes().first() {
        Some(b'{') => litellm::rows(name, json(name, text)?)?,
        Some(b'[') => {
            let objects: Vec<Object<'_>> = json(name, text)?;
            let has = |key| objects.first().is_some_and(|object| object.contains_key(key));
            if has("models") {
                genai::rows(name, json(name, text)?)?
            } else if has("model_pattern") {
                return Ok(PriceTable::new(Layer { wins: true, rows: own_json(name, &objects)? }, None));
            } else {
                let reason = "a JSON array, but neither of price rows (with model_pattern) nor of providers (with models)".to_owned();
                return Err(Error::Format { file: name.to_owned(), reason });
            }
        }
        _ => return Ok(PriceTable::new(Layer { wins: true, rows: own_csv(name, text)? }, as_of(text))),
    };
    Ok(PriceTable::new(Layer { wins: false, rows }, None))
}

/// Reads JSON of some shape.
fn json<'a, T: Deserialize<'a>>(name: &str, text: &'a str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|source| Error::Json { file: name.to_owned(), source })
}

/// The text of a JSON string or number; empty for null.
fn cell(value: &RawValue) -> Option<String> {
    match value.get() {
        "null" => Some(String::new()),
        text if text.starts_with('"') => serde_json::from_str(text).ok(),
        text if text.starts_with(['{', '[', 't', 'f']) => None,
        number => Some(number.to_owned()),
    }
}

/// The rows of our own CSV.
fn own_csv(name: &str, text: &str) -> Result<Vec<PriceRow>, Error> {
    let error = |line: usize, reason| Error::Row { file: name.to_owned(), row: format!("line {line}"), reason };
    let mut records = csv::records(text);
    let Some((line, header)) = records.next().transpose().map_err(|(line, reason)| error(line, reason))? else {
        return Err(Error::Format { file: name.to_owned(), reason: "no header line".to_owned() });
    };
    columns::check(header.iter().map(String::as_str)).map_err(|reason| error(line, reason))?;
    let rows = records.map(|record| {
        let (line, cells) = record.map_err(|(line, reason)| error(line, reason))?;
        if cells.len() != header.len() {
            return Err(error(line, format!("{} cells, but the header has {}", cells.len(), header.len())));
        }
        let cells = header.iter().cloned().zip(cells).collect();
        Ok((format!("line {line}"), columns::row(&cells, name).map_err(|reason| error(line, reason))?))
    });
    distinct(name, rows.collect::<Result<_, _>>()?)
}

/// The rows of JSON with the columns of our CSV.
fn own_json(name: &str, objects: &[Object<'_>]) -> Result<Vec<PriceRow>, Error> {
    let rows = objects.iter().enumerate().map(|(at, object)| {
        let row = format!("row {}", at + 1);
        let read = || {
            columns::check(object.keys().map(String::as_str))?;
            let cells = object.iter().map(|(key, value)| Ok((key.clone(), cell(value).ok_or(format!("{key} is neither text nor a number"))?)));
            columns::row(&cells.collect::<Result<_, String>>()?, name)
        };
        match read() {
            Ok(priced) => Ok((row, priced)),
            Err(reason) => Err(Error::Row { file: name.to_owned(), row, reason }),
        }
    });
    distinct(name, rows.collect::<Result<_, _>>()?)
}

/// The rows, if no two with one pattern are in force on one day.
fn distinct(name: &str, rows: Vec<(String, PriceRow)>) -> Result<Vec<PriceRow>, Error> {
    let mut earlier = HashMap::<&str, Vec<(&str, &PriceRow)>>::new();
    for (place, row) in &rows {
        let same = earlier.entry(row.pattern.as_str()).or_default();
        if let Some((other, _)) = same.iter().find(|(_, other)| other.meets(row)) {
            let reason = format!("{} has a price on the same days in {other}", row.pattern);
            return Err(Error::Row { file: name.to_owned(), row: place.clone(), reason });
        }
        same.push((place, row));
    }
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// The day that a comment of the form `# prices_as_of: 2026-11-30` states.
fn as_of(text: &str) -> Option<Date> {
    let comments = text.lines().map_while(|line| line.strip_prefix('#'));
    comments.filter_map(|comment| comment.trim().strip_prefix("prices_as_of:")).find_map(|day| day.trim().parse().ok())
}
