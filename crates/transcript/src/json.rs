//! Lenient reading of JSON objects: a field of the wrong type costs that field, never the line.
//!
//! Objects are declared with [`object!`]: every field is a [`Field`], a repeated key takes its last value, keys that
//! are not declared are skipped without limit of depth, and an array never passes for an object.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

mod entries;
mod object;
mod raw;

pub(crate) use entries::Entries;
pub(crate) use object::{Unknown, object};
pub use raw::Body;
pub(crate) use raw::{Members, Raw};

/// A field of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Field<T> {
    /// The object does not have it.
    #[default]
    Absent,
    /// It is `null`.
    Null,
    /// It is of another type than the field.
    Wrong,
    /// Its value.
    Is(T),
}

impl<T> Field<T> {
    /// The value, if there is one of the right type.
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Field::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if there is one of the right type.
    pub(crate) fn into_option(self) -> Option<T> {
        match self {
            Field::Is(value) => Some(value),
            _ => None,
        }
    }

    /// Whether there is a value, of whatever type.
    pub(crate) fn is_some(&self) -> bool {
        matches!(self, Field::Is(_) | Field::Wrong)
    }
}

impl<T: Copy> Field<T> {
    /// The value, copied.
    pub(crate) fn copied(&self) -> Option<T> {
        self.get().copied()
    }
}

impl Field<Cow<'_, str>> {
    /// The text.
    pub(crate) fn str(&self) -> Option<&str> {
        self.get().map(|text| &**text)
    }

    /// The text, for what outlives the line.
    pub(crate) fn owned(&self) -> Option<String> {
        self.str().map(str::to_owned)
    }
}

/// A field that is of the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// Its key; `[]` for an element of an array.
    pub(crate) key: &'static str,
    /// What should be there.
    pub(crate) expected: &'static str,
}

/// A value that can have parts of the wrong type.
pub(crate) trait Parts {
    /// What the value is, in words.
    const EXPECTED: &'static str = "an object";

    /// The first part that is of the wrong type.
    fn wrong(&self) -> Option<Mismatch> {
        None
    }

    /// Adds the keys in the value, which is at a path, that no declaration knows.
    fn unknown(&self, _: Path<'_>, _: &mut Vec<String>) {}
}

/// Where a value is: nowhere, or at a key in a value that is somewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Path<'p>(Option<(&'p Path<'p>, &'static str)>);

impl<'p> Path<'p> {
    /// The place of a part.
    pub(crate) fn at(&'p self, key: &'static str) -> Self {
        Self(Some((self, key)))
    }

    /// A key here, with the keys that lead to it.
    pub(crate) fn name(&self, key: &str) -> String {
        match self.0 {
            None => key.to_owned(),
            Some((above, here)) => format!("{}.{key}", above.name(here)).replace(".[]", "[]"),
        }
    }
}

impl Parts for Cow<'_, str> {
    const EXPECTED: &'static str = "a string";
}

impl Parts for bool {
    const EXPECTED: &'static str = "true or false";
}

impl Parts for i64 {
    const EXPECTED: &'static str = "a whole number";
}

impl Parts for Rounded {
    const EXPECTED: &'static str = "a number";
}

impl Parts for Vec<Raw<'_>> {
    const EXPECTED: &'static str = "an array";
}

impl<T: Parts> Parts for Vec<Field<T>> {
    const EXPECTED: &'static str = "an array";

    fn wrong(&self) -> Option<Mismatch> {
        self.iter().find_map(|element| element.wrong_at("[]"))
    }

    fn unknown(&self, at: Path<'_>, found: &mut Vec<String>) {
        self.iter().for_each(|element| element.unknown_at(at, "[]", found));
    }
}

/// A field that can say that it, or a part of it, is of the wrong type.
pub(crate) trait Check {
    /// What is of the wrong type: the field, by this key, or a part of it.
    fn wrong_at(&self, key: &'static str) -> Option<Mismatch>;

    /// Adds the keys in the field, which is at a key of what is at a path, that no declaration knows.
    fn unknown_at(&self, _: Path<'_>, _: &'static str, _: &mut Vec<String>) {}
}

impl<T: Parts> Check for Field<T> {
    fn wrong_at(&self, key: &'static str) -> Option<Mismatch> {
        match self {
            Field::Wrong => Some(Mismatch { key, expected: T::EXPECTED }),
            Field::Is(value) => value.wrong(),
            Field::Absent | Field::Null => None,
        }
    }

    fn unknown_at(&self, at: Path<'_>, key: &'static str, found: &mut Vec<String>) {
        self.get().into_iter().for_each(|value| value.unknown(at.at(key), found));
    }
}

/// What a type makes of the JSON value that a field has; `None` where it is of the wrong type.
pub(crate) trait Take<'de>: Sized {
    /// Of a string without escapes.
    fn borrowed(text: &'de str) -> Option<Self> {
        Self::text(text)
    }
    /// Of a string with escapes.
    fn text(_: &str) -> Option<Self> {
        None
    }
    /// Of an integer.
    fn int(_: i64) -> Option<Self> {
        None
    }
    /// Of a number with a fraction or exponent, or beyond 64 bits.
    fn real(_: f64) -> Option<Self> {
        None
    }
    /// Of a boolean.
    fn flag(_: bool) -> Option<Self> {
        None
    }
    /// Of an object.
    fn map<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
    /// Of an array.
    fn seq<A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

struct FieldVisitor<T>(PhantomData<T>);

impl<'de, T: Take<'de>> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Field<T>, E> {
        Ok(T::borrowed(text).into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Field<T>, E> {
        Ok(T::text(text).into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Field<T>, E> {
        Ok(T::int(number).into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Field<T>, E> {
        Ok(match i64::try_from(number) {
            Ok(number) => T::int(number),
            Err(_) => T::real(number as f64),
        }
        .into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Field<T>, E> {
        Ok(T::real(number).into())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Field<T>, E> {
        Ok(T::flag(flag).into())
    }

    fn visit_unit<E>(self) -> Result<Field<T>, E> {
        Ok(Field::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Field<T>, A::Error> {
        T::map(map).map(Into::into)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Field<T>, A::Error> {
        T::seq(seq).map(Into::into)
    }
}

impl<T> From<Option<T>> for Field<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Field::Wrong, Field::Is)
    }
}

impl<'de, T: Take<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor(PhantomData))
    }
}

impl<'de> Take<'de> for Cow<'de, str> {
    fn borrowed(text: &'de str) -> Option<Self> {
        Some(Cow::Borrowed(text))
    }

    fn text(text: &str) -> Option<Self> {
        Some(Cow::Owned(text.to_owned()))
    }
}

impl Take<'_> for bool {
    fn flag(flag: bool) -> Option<Self> {
        Some(flag)
    }
}

/// Whole numbers, also written as `12.0`, `1e2` or `"15"`.
impl Take<'_> for i64 {
    fn text(text: &str) -> Option<Self> {
        text.parse().ok().or_else(|| Self::real(text.parse().ok()?))
    }

    fn int(number: i64) -> Option<Self> {
        Some(number)
    }

    fn real(number: f64) -> Option<Self> {
        // Above 2^53 a double no longer tells whole numbers apart.
        (number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0).then_some(number as i64)
    }
}

/// A time span or other measure, rounded to a whole number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rounded(pub(crate) i64);

impl Take<'_> for Rounded {
    fn text(text: &str) -> Option<Self> {
        i64::text(text).map(Rounded).or_else(|| Self::real(text.parse().ok()?))
    }

    fn int(number: i64) -> Option<Self> {
        Some(Rounded(number))
    }

    fn real(number: f64) -> Option<Self> {
        (number.abs() <= 9_007_199_254_740_992.0).then_some(Rounded(number.round() as i64))
    }
}

/// An array; its elements are as lenient as fields.
impl<'de, T: Take<'de>> Take<'de> for Vec<Field<T>> {
    fn seq<A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(Some(elements))
    }
}

/// An array whose elements are taken without reading them.
impl<'de> Take<'de> for Vec<Raw<'de>> {
    fn seq<A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(Some(elements))
    }
}

/// A key, borrowed unless it is written with escapes.
#[derive(Debug)]
pub(crate) struct Key<'de>(pub(crate) Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(KeyVisitor)
    }
}

/// A JSON text without white space around it.
pub(crate) fn trim(json: &str) -> &str {
    json.trim_matches([' ', '\t', '\n', '\r'])
}

/// Reads a JSON text into a field.
///
/// # Errors
/// If the text is not one JSON value.
pub(crate) fn read<'de, T: Take<'de>>(json: &'de str) -> serde_json::Result<Field<T>> {
    serde_json::from_str(json)
}

/// Reads a JSON text that should be an object; one without fields where it is none.
pub(crate) fn object_or_default<'de, T: Take<'de> + Default>(json: &'de str) -> T {
    match read(json) {
        Ok(Field::Is(object)) => object,
        _ => T::default(),
    }
}

#[cfg(test)]
mod tests;
