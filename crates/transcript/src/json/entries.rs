//! Objects whose keys are data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::MapAccess;

use super::{Check, Field, Key, Parts, Take};

/// An object as a map: its keys are data. A repeated key takes its last value, and no value is of the wrong type for the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entries<'a, T>(BTreeMap<Cow<'a, str>, Field<T>>);

impl<'a, T> Entries<'a, T> {
    /// The values of the right type, in the order of their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().filter_map(|(key, value)| Some((&**key, value.get()?)))
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.0.get(key)?.get()
    }
}

impl<T: Parts> Entries<'_, T> {
    /// Whether a value, or a part of one, is of the wrong type.
    pub(crate) fn is_partial(&self) -> bool {
        self.0.values().any(|value| value.wrong_at("").is_some())
    }
}

impl<T> Parts for Entries<'_, T> {}

impl<'de, T: Take<'de>> Take<'de> for Entries<'de, T> {
    fn map<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some((Key(key), value)) = map.next_entry()? {
            entries.insert(key, value);
        }
        Ok(Some(Self(entries)))
    }
}
