//! Tools whose rows are read field by field: a table, its columns, and the path that each is read from, in one declaration.
//!
//! What is called often, or needs more than its fields, has a decoder of its own; all others are declared here.

use std::borrow::Cow;

use super::fields::{Fields, WHOLE};
use super::outcome::{Outcome, Payload, Problem, Review};
use super::{Keys, Names, Opened, ToolCall};
use crate::policy::TextPolicy;
use crate::tables::Tables;

/// Where a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// In the input.
    Input,
    /// In the payload of the result.
    Output,
    /// In the payload, else in the input.
    Either,
}

/// A path that is known, and the side that it is on.
pub(crate) type Known = (Side, &'static str);

/// The columns that a call and its result fill, owned until the source ends.
pub(crate) trait Flat: std::fmt::Debug + Clone + 'static {
    /// The paths that are known, column by column.
    const KNOWN: &'static [&'static [Known]];

    /// Reads the call.
    fn of_call(names: &Names, input: &Fields<'_>) -> Self;
    /// Reads the result, and what of it comes as text only.
    fn read(&mut self, output: &Fields<'_>, outcome: &Outcome<'_>, policy: TextPolicy);
    /// Appends the rows.
    fn append(&self, keys: &Keys<'_>, tables: &mut Tables);
}

fn known<F: Flat>(side: Side) -> impl Iterator<Item = &'static str> + Clone {
    F::KNOWN.iter().copied().flatten().filter(move |(of, _)| *of == side || *of == Side::Either).map(|(_, path)| *path)
}

/// A call of a tool whose rows are read field by field.
#[derive(Debug)]
struct FlatCall<F> {
    policy: TextPolicy,
    /// What the call alone says.
    called: F,
    /// What call and result say.
    row: F,
}

/// Reads the input of a call.
pub(crate) fn open<F: Flat>(names: &Names, input: &str, policy: TextPolicy) -> Opened {
    let fields = Fields::of(input, known::<F>(Side::Input), policy);
    let of_shape = fields.is_some();
    let fields = fields.unwrap_or_else(|| Fields::none(policy));
    let called = F::of_call(names, &fields);
    let review = fields.review(Problem::Input);
    let review = if of_shape { review } else { Review::of(Problem::InputShape) };
    Opened { call: Box::new(FlatCall { policy, row: called.clone(), called }), review }
}

impl<F: Flat> ToolCall for FlatCall<F> {
    fn result(&mut self, outcome: &Outcome<'_>) -> Review {
        self.row = self.called.clone();
        let is_known = |path: &str| known::<F>(Side::Output).any(|known| known == path);
        let json = match outcome.payload {
            Payload::Absent | Payload::Text(_) => Some(Cow::Borrowed("{}")),
            Payload::Object(json) => Some(Cow::Borrowed(json)),
            Payload::Array(json) if is_known(WHOLE) => Some(Cow::Owned(format!("{{\"{WHOLE}\":{json}}}"))),
            Payload::Array(_) | Payload::Scalar(_) => None,
        };
        let fields = json.as_deref().and_then(|json| Fields::of(json, known::<F>(Side::Output), self.policy));
        let of_shape = fields.is_some();
        let fields = fields.unwrap_or_else(|| Fields::none(self.policy));
        self.row.read(&fields, outcome, self.policy);
        let review = fields.review(Problem::Field);
        if of_shape { review } else { Review::of(Problem::Shape) }
    }

    fn append(&self, keys: &Keys<'_>, tables: &mut Tables) {
        self.row.append(keys, tables);
    }
}

/// A row of a list that a call or result has.
pub(crate) trait Item: std::fmt::Debug + Clone {
    /// The paths that are known in an element, column by column.
    const KNOWN: &'static [&'static [&'static str]];

    /// Reads an element.
    fn read(element: &Fields<'_>) -> Self;
    /// Appends the row.
    fn append(&self, index: i64, keys: &Keys<'_>, tables: &mut Tables);

    /// Reads the elements of a list. What is no object there is a row without values.
    fn read_all(fields: &Fields<'_>, paths: &[&'static str]) -> Option<Vec<Self>> {
        fields.objects(paths, Self::KNOWN.iter().copied().flatten().copied(), Self::read)
    }
}

/// A value that is held, as its cell takes it.
pub(crate) trait Lend {
    /// The value as it is lent.
    type Lent<'a>
    where
        Self: 'a;

    /// Lends the value.
    fn lend(&self) -> Self::Lent<'_>;
}

impl Lend for String {
    type Lent<'a> = &'a str;

    fn lend(&self) -> &str {
        self
    }
}

impl Lend for Option<String> {
    type Lent<'a> = Option<&'a str>;

    fn lend(&self) -> Option<&str> {
        self.as_deref()
    }
}

macro_rules! lend_copies {
    ($($type:ty),*) => {
        $(impl Lend for $type {
            type Lent<'a> = $type;

            fn lend(&self) -> $type {
                *self
            }
        })*
    };
}

lend_copies!(i64, bool, Option<i64>, Option<bool>);

/// Declares the table of a tool, or of several with rows of one kind, and where each column is read.
///
/// ```text
/// calls! {
///     /// What was fetched. One row per call of WebFetch.
///     mod web_fetches as WebFetch {
///         /// Address. NULL where the input has none. Source: `url`.
///         best url: Opt<Text> = input.name("url"),
///     }
///     lists { hits: WebHit = output("results"), }  // optional: lists with rows of their own
/// }
/// ```
///
/// Readers are those of [`Fields`], on `input`, `output` or `either`; behind `else`, a function reads what only the text of
/// the result says, where the field is not there. `text.of(function)` reads the text alone, `called.tool()` the names of the call.
macro_rules! calls {
    (
        $(#[doc = $doc:literal])* mod $name:ident as $call:ident {
            $($(#[doc = $cdoc:literal])* $merge:ident $column:ident: $kind:ident $(<$inner:ident>)? = $side:ident.$reader:ident($($from:tt)*) $(else $text:ident)?,)*
        }
        $(lists { $($items:ident: $item:ident = $iside:ident($($ifrom:tt)*),)* })?
    ) => {
        $crate::table! {
            $(#[doc = $doc])*
            mod $name [common: common, call: call_key] {
                parent: tool_calls,
                $($(#[doc = $cdoc])* $merge $column: $kind $(<$inner>)?,)*
            }
        }

        #[doc = concat!("A row of `", stringify!($name), "`, held.")]
        #[derive(Clone, Debug)]
        pub(crate) struct $call {
            $($column: $crate::tools::flat::owned!($kind $($inner)?),)*
            $($($items: Option<Vec<$item>>,)*)?
        }

        impl $crate::tools::flat::Flat for $call {
            const KNOWN: &'static [&'static [$crate::tools::flat::Known]] = &[
                $($crate::tools::flat::paths!($side $($from)*),)*
                $($($crate::tools::flat::paths!($iside $($ifrom)*),)*)?
            ];

            fn of_call(_names: &$crate::tools::Names, _input: &$crate::tools::fields::Fields<'_>) -> Self {
                Self {
                    $($column: $crate::tools::flat::of_call!(_names _input $side $reader $($from)*),)*
                    $($($items: $crate::tools::flat::items_of_call!(_input $item $iside $($ifrom)*),)*)?
                }
            }

            fn read(
                &mut self,
                _output: &$crate::tools::fields::Fields<'_>,
                _outcome: &$crate::tools::outcome::Outcome<'_>,
                _policy: $crate::policy::TextPolicy,
            ) {
                $(
                    $crate::tools::flat::of_result!((self.$column) _output _outcome _policy $side $reader $($from)*);
                    $(self.$column = self.$column.take().or_else(|| $text(_outcome, _policy));)?
                )*
                $($($crate::tools::flat::items_of_result!((self.$items) _output _outcome _policy $item $iside $($ifrom)*);)*)?
            }

            fn append(&self, keys: &$crate::tools::Keys<'_>, tables: &mut $crate::tables::Tables) {
                let row = $name::Row {
                    common: keys.common,
                    call: keys.call,
                    $($column: $crate::tools::flat::Lend::lend(&self.$column),)*
                };
                tables.$name.append(keys.origin, &row);
                $($(self.$items.iter().flatten().zip(0..).for_each(|(item, index)| $crate::tools::flat::Item::append(item, index, keys, tables));)*)?
            }
        }
    };
}

/// Declares the table of a list's elements: after the columns of `call_child`, the place of the element, and where each
/// further column is read in it. Behind `also` stand the paths that no column holds.
macro_rules! items {
    (
        $(#[doc = $doc:literal])* mod $name:ident as $item:ident {
            $($(#[doc = $cdoc:literal])* $merge:ident $column:ident: $kind:ident $(<$inner:ident>)? = item.$reader:ident($($path:literal)|+),)*
        }
        $(also { $($apath:literal,)* })?
    ) => {
        $crate::table! {
            $(#[doc = $doc])*
            mod $name [call: call_child] {
                parent: tool_calls,
                /// Place in the list, from 0.
                key item_index: Int,
                $($(#[doc = $cdoc])* $merge $column: $kind $(<$inner>)?,)*
            }
        }

        #[doc = concat!("A row of `", stringify!($name), "`, held.")]
        #[derive(Clone, Debug)]
        pub(crate) struct $item {
            $($column: $crate::tools::flat::owned!($kind $($inner)?),)*
        }

        impl $crate::tools::flat::Item for $item {
            const KNOWN: &'static [&'static [&'static str]] = &[$(&[$($path),+],)* $(&[$($apath),*],)?];

            fn read(element: &$crate::tools::fields::Fields<'_>) -> Self {
                Self { $($column: element.$reader(&[$($path),+]),)* }
            }

            fn append(&self, item_index: i64, keys: &$crate::tools::Keys<'_>, tables: &mut $crate::tables::Tables) {
                let row = $name::Row {
                    call: &$crate::tables::call_child::Row::of(keys),
                    item_index,
                    $($column: $crate::tools::flat::Lend::lend(&self.$column),)*
                };
                tables.$name.append(keys.origin, &row);
            }
        }
    };
}

/// The type that holds a value of a column.
macro_rules! owned {
    (Opt $kind:ident) => { Option<$crate::tools::flat::owned!($kind)> };
    (Text) => { String };
    (Int) => { i64 };
    (Bool) => { bool };
    (Time) => { i64 };
}

/// The paths that a column is read from.
macro_rules! paths {
    (input $($path:literal)|+) => { &[$(($crate::tools::flat::Side::Input, $path)),+] };
    (output $($path:literal)|+) => { &[$(($crate::tools::flat::Side::Output, $path)),+] };
    (either $($path:literal)|+) => { &[$(($crate::tools::flat::Side::Either, $path)),+] };
    (text $function:ident) => { &[] };
    (called) => { &[] };
}

/// What the call says of a column.
macro_rules! of_call {
    ($names:ident $input:ident output $($rest:tt)*) => { None };
    ($names:ident $input:ident text $($rest:tt)*) => { None };
    ($names:ident $input:ident called $reader:ident) => { $names.$reader() };
    ($names:ident $input:ident $side:ident $reader:ident $($path:literal)|+) => { $input.$reader(&[$($path),+]) };
}

/// What the result says of a column.
macro_rules! of_result {
    (($column:expr) $output:ident $outcome:ident $policy:ident output $reader:ident $($path:literal)|+) => {
        $column = $output.$reader(&[$($path),+]);
    };
    (($column:expr) $output:ident $outcome:ident $policy:ident either $reader:ident $($path:literal)|+) => {
        $column = $output.$reader(&[$($path),+]).or($column.take());
    };
    (($column:expr) $output:ident $outcome:ident $policy:ident text of $function:ident) => {
        $column = $function($outcome, $policy);
    };
    (($column:expr) $output:ident $outcome:ident $policy:ident $side:ident $($rest:tt)*) => {};
}

/// What the call says of a list.
macro_rules! items_of_call {
    ($input:ident $item:ident output $($rest:tt)*) => { None };
    ($input:ident $item:ident text $($rest:tt)*) => { None };
    ($input:ident $item:ident $side:ident $($path:literal)|+) => { <$item as $crate::tools::flat::Item>::read_all($input, &[$($path),+]) };
}

/// What the result says of a list.
macro_rules! items_of_result {
    (($list:expr) $output:ident $outcome:ident $policy:ident $item:ident input $($rest:tt)*) => {};
    (($list:expr) $output:ident $outcome:ident $policy:ident $item:ident text $function:ident) => { $list = $function($output, $outcome, $policy) };
    (($list:expr) $output:ident $outcome:ident $policy:ident $item:ident $side:ident $($path:literal)|+) => {
        if let Some(items) = <$item as $crate::tools::flat::Item>::read_all($output, &[$($path),+]) {
            $list = Some(items);
        }
    };
}

pub(crate) use {calls, items, items_of_call, items_of_result, of_call, of_result, owned, paths};
