//! Values that are taken as they are written, and read when they are asked for.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde_json::value::RawValue;

use super::{Check, Key, Mismatch, Parts, Take};
use crate::text::{self, Measure};

/// The text of a value as it is written, taken without reading it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Raw<'a>(Option<&'a str>);

impl<'a> Raw<'a> {
    /// A value by its text.
    pub(crate) fn of(json: &'a str) -> Self {
        Self(Some(json))
    }

    /// The JSON text. NULL where the field is absent or `null`.
    pub(crate) fn json(self) -> Option<&'a str> {
        self.0.filter(|json| *json != "null")
    }

    /// The JSON text, if it is a string.
    pub(crate) fn string(self) -> Option<&'a str> {
        self.0.filter(|json| json.starts_with('"'))
    }
}

impl Check for Raw<'_> {
    fn wrong_at(&self, _: &'static str) -> Option<Mismatch> {
        None
    }
}

/// A text that is not read until it is asked for: it stays as it is written in the JSON, escapes and all.
///
/// Two are equal where their texts are.
#[derive(Clone, Copy, Default)]
pub struct Body<'a>(Raw<'a>);

impl<'a> Body<'a> {
    /// A text by its JSON.
    pub(crate) fn of(json: &'a str) -> Self {
        Self(Raw::of(json))
    }

    /// The JSON string, with its quotes. `None` where the field is absent, `null` or no string.
    pub fn json(self) -> Option<&'a str> {
        self.0.string()
    }

    /// The text; half of a surrogate pair reads as U+FFFD. `None` where there is none.
    pub fn decode(self) -> Option<Cow<'a, str>> {
        text::decode_json(self.json()?)
    }

    /// Size and hash of the text, found without decoding it as a whole. `None` where there is none.
    pub fn measure(self) -> Option<Measure> {
        text::measure_json(self.json()?)
    }
}

impl PartialEq for Body<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.decode() == other.decode()
    }
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(formatter)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Body<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Raw::deserialize(deserializer).map(Self)
    }
}

impl Check for Body<'_> {
    fn wrong_at(&self, key: &'static str) -> Option<Mismatch> {
        (self.0.json().is_some() && self.json().is_none()).then_some(Mismatch { key, expected: <Cow<'_, str>>::EXPECTED })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|raw| Self(Some(raw.get())))
    }
}

/// The keys of an object with their values, in order, taken without reading them.
pub(crate) type Members<'a> = Vec<(Cow<'a, str>, Raw<'a>)>;

impl Parts for Members<'_> {}

impl<'de> Take<'de> for Members<'de> {
    fn map<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut entries = Vec::new();
        while let Some((Key(key), value)) = map.next_entry()? {
            entries.push((key, value));
        }
        Ok(Some(entries))
    }
}
