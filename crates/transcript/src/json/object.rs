//! How an object is declared.

use std::borrow::Cow;

/// Keys of an object that its declaration does not know. They are no part of what is compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknown<'a>(Vec<Cow<'a, str>>);

impl PartialEq for Unknown<'_> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<'a> Unknown<'a> {
    /// Takes in a key that is not declared, unless it is one of those that are known and not used.
    pub(crate) fn add(&mut self, key: Cow<'a, str>, ignored: &[&str]) {
        if !ignored.contains(&&*key) {
            self.0.push(key);
        }
    }

    /// The keys, in their order in the object.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|key| &**key)
    }
}

/// Declares objects by their keys, each with the type of its value: `Raw`, or what [`Field`] can hold.
///
/// A key with several spellings is one field; where an object has both, the last value counts. A `pub` object is public, its
/// fields are the crate's. An object that is followed by `ignored: "key", …;` is declared whole: it keeps every other key in a field `unknown`.
macro_rules! object {
    () => {};
    ($(#[doc = $doc:literal])* struct $name:ident<$life:lifetime> { $($fields:tt)* } ignored: $($ignored:literal),*; $($rest:tt)*) => {
        $crate::json::object!(@object [$($doc)*] [pub(crate)] $name [<$life>] $life [unknown $($ignored)*] { $($fields)* });
        $crate::json::object!($($rest)*);
    };
    ($(#[doc = $doc:literal])* struct $name:ident<$life:lifetime> { $($fields:tt)* } $($rest:tt)*) => {
        $crate::json::object!(@object [$($doc)*] [pub(crate)] $name [<$life>] $life [] { $($fields)* });
        $crate::json::object!($($rest)*);
    };
    ($(#[doc = $doc:literal])* pub struct $name:ident<$life:lifetime> { $($fields:tt)* } $($rest:tt)*) => {
        $crate::json::object!(@object [$($doc)*] [pub] $name [<$life>] $life [] { $($fields)* });
        $crate::json::object!($($rest)*);
    };
    ($(#[doc = $doc:literal])* pub struct $name:ident<$life:lifetime> { $($fields:tt)* } ignored: $($ignored:literal),*; $($rest:tt)*) => {
        $crate::json::object!(@object [$($doc)*] [pub] $name [<$life>] $life [unknown $($ignored)*] { $($fields)* });
        $crate::json::object!($($rest)*);
    };
    ($(#[doc = $doc:literal])* struct $name:ident { $($fields:tt)* } $($rest:tt)*) => {
        $crate::json::object!(@object [$($doc)*] [pub(crate)] $name [] 'de [] { $($fields)* });
        $crate::json::object!($($rest)*);
    };
    (
        @object [$($doc:literal)*] [$visible:vis] $name:ident [$($generics:tt)*] $life:lifetime [$($unknown:ident $($ignored:literal)*)?]
        { $($field:ident: $type:ty = $key:literal $(| $other:literal)*,)* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $visible struct $name $($generics)* {
            $(pub(crate) $field: $type,)*
            $(pub(crate) $unknown: $crate::json::Unknown<$life>,)?
        }

        impl<$life> $crate::json::Take<$life> for $name $($generics)* {
            #[allow(unused_mut, reason = "an object can be declared without fields")]
            fn map<A: serde::de::MapAccess<$life>>(mut map: A) -> Result<Option<Self>, A::Error> {
                let mut object = Self::default();
                while let Some($crate::json::Key(key)) = map.next_key()? {
                    match &*key {
                        $($key $(| $other)* => object.$field = map.next_value()?,)*
                        _ => {
                            $(object.$unknown.add(key, &[$($ignored),*]);)?
                            map.next_value::<serde::de::IgnoredAny>()?;
                        }
                    }
                }
                Ok(Some(object))
            }
        }

        impl $($generics)* $crate::json::Parts for $name $($generics)* {
            fn wrong(&self) -> Option<$crate::json::Mismatch> {
                let fields: &[(&dyn $crate::json::Check, &'static str)] = &[$((&self.$field, $key)),*];
                fields.iter().find_map(|(field, key)| field.wrong_at(key))
            }

            fn unknown(&self, at: $crate::json::Path<'_>, found: &mut Vec<String>) {
                $(found.extend(self.$unknown.keys().map(|key| at.name(key)));)?
                let fields: &[(&dyn $crate::json::Check, &'static str)] = &[$((&self.$field, $key)),*];
                fields.iter().for_each(|(field, key)| field.unknown_at(at, key, found));
            }
        }
    };
}

pub(crate) use object;
