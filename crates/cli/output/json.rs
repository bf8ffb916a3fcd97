//! JSON: an array of objects, or one object per line.

use std::io::Write;

use anyhow::Result;
use arrow::array::RecordBatch;

use super::cell;

pub(super) fn write(names: &[&str], batches: &[RecordBatch], out: &mut dyn Write) -> Result<()> {
    let mut separator = "[\n";
    objects(names, batches, |object| {
        write!(out, "{separator}{object}")?;
        separator = ",\n";
        Ok(())
    })?;
    let end = if separator == "[\n" { "[]\n" } else { "\n]\n" };
    Ok(out.write_all(end.as_bytes())?)
}

pub(super) fn write_lines(names: &[&str], batches: &[RecordBatch], out: &mut dyn Write) -> Result<()> {
    objects(names, batches, |object| Ok(writeln!(out, "{object}")?))
}

fn objects(names: &[&str], batches: &[RecordBatch], mut each: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let keys: Vec<String> = names.iter().enumerate().map(|(at, name)| key(at, name)).collect();
    let mut object = String::new();
    for batch in batches {
        for row in 0..batch.num_rows() {
            object.clear();
            for (key, column) in keys.iter().zip(batch.columns()) {
                object.push_str(key);
                cell::write_json(column, row, &mut object);
            }
            object.push('}');
            each(&object)?;
        }
    }
    Ok(())
}

/// What stands before a value: its name, and what separates it from the one before.
fn key(at: usize, name: &str) -> String {
    let mut key = String::from(if at == 0 { "{" } else { "," });
    cell::write_string(name, &mut key);
    key.push(':');
    key
}
