//! What rows are grouped by.

use std::hash::{BuildHasherDefault, Hasher};

use cclake_transcript::table::{Merge, Table};
use xxhash_rust::xxh3::xxh3_128;

use crate::rows::{At, Rows, Values};

/// Hash of the values that rows are grouped by. At 128 bits two different values never meet.
pub(crate) type Hash = u128;

/// Columns that rows are grouped by.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// Places of the columns in the table.
    pub(crate) columns: Vec<usize>,
}

impl Key {
    /// The whole key of a table.
    pub(crate) fn whole(table: &Table) -> Self {
        Self { columns: table.columns().enumerate().filter(|(_, column)| column.merge == Merge::Key).map(|(index, _)| index).collect() }
    }

    /// The first column of the key, which ties a bundle together.
    pub(crate) fn bundle(table: &Table) -> Self {
        let mut key = Self::whole(table);
        key.columns.truncate(1);
        key
    }

    /// The hash of a row's values; the buffer is only working space.
    pub(crate) fn hash(&self, rows: &Rows, at: At, buffer: &mut Vec<u8>) -> Hash {
        hash(self.columns.iter().map(|column| rows.values(*column, at)), at.row as usize, buffer)
    }
}

/// The hash of the values that a row has in some columns.
pub(crate) fn hash<'a>(columns: impl Iterator<Item = &'a Values>, row: usize, buffer: &mut Vec<u8>) -> Hash {
    buffer.clear();
    for values in columns {
        if values.is_null(row) {
            buffer.push(0);
            continue;
        }
        // The type and, of a text, the length go in, so that no two lists of values give the same bytes.
        match values {
            Values::Text(array) => {
                let text = array.value(row);
                tagged(buffer, 1, &(text.len() as u64).to_le_bytes());
                buffer.extend_from_slice(text.as_bytes());
            }
            Values::Int(array) => tagged(buffer, 2, &array.value(row).to_le_bytes()),
            Values::Time(array) => tagged(buffer, 3, &array.value(row).to_le_bytes()),
            Values::Bool(array) => tagged(buffer, 4, &[u8::from(array.value(row))]),
            Values::Money(array) => tagged(buffer, 5, &array.value(row).to_le_bytes()),
            Values::Witness(_) => unreachable!("a witness is never part of a key"),
        }
    }
    xxh3_128(buffer)
}

fn tagged(buffer: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    buffer.push(tag);
    buffer.extend_from_slice(bytes);
}

/// Hashes of keys are hashes already: half of one is as good as any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Half(u64);

impl Hasher for Half {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for (place, byte) in self.0.to_le_bytes().iter_mut().zip(bytes) {
            *place ^= byte;
        }
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }
}

/// A map by key.
pub(crate) type ByKey<V> = std::collections::HashMap<Hash, V, BuildHasherDefault<Half>>;
