//! The macros behind a declaration: [`table!`](crate::table!) for a table, [`columns!`](crate::columns!) for a group of columns
//! that tables share.

/// Declares a group of columns, in a module of its name: `Row`, `Builder`, `Columns` (typed access to a batch), `COLUMNS`.
/// The default row of a group has NULL, or the empty value, in every column.
///
/// Each column is written as `merge name: Kind`, under its documentation, with the kinds of [`crate::cell`].
#[macro_export]
macro_rules! columns {
    ($(#[doc = $doc:literal])* mod $name:ident { $($body:tt)* }) => {
        $(#[doc = $doc])*
        pub mod $name {
            $crate::columns!(@items #[derive(Default)] [] { $($body)* });
        }
    };
    (@items $(#[$attribute:meta])* [$($group:ident: $path:ident),*] { $($(#[doc = $doc:literal])* $merge:ident $column:ident: $kind:ident $(<$inner:ident>)?,)* }) => {
        #[allow(unused_imports, reason = "a group need not use every kind")]
        use $crate::cell::{Bool, Int, Kind, Money, Opt, Text, Time, Witness};

        /// One row, borrowed from what it was read from.
        #[derive(Clone, Copy, Debug)]
        $(#[$attribute])*
        pub struct Row<'a> {
            $(#[doc = concat!("The columns of the group `", stringify!($path), "`.")] pub $group: &'a $crate::tables::$path::Row<'a>,)*
            $($(#[doc = $doc])* pub $column: $crate::value!('a $kind $($inner)?),)*
        }

        /// The columns, in order, without those of other groups.
        pub const COLUMNS: &[$crate::table::Column] = &[$($crate::table::Column {
            name: $crate::table::plain(stringify!($column)),
            doc: concat!($($doc, "\n"),*),
            kind: <$kind $(<$inner>)? as Kind>::TYPE,
            nullable: <$kind $(<$inner>)? as Kind>::NULLABLE,
            merge: $crate::merge!($merge),
        }),*];

        /// Builds the Arrow arrays of the columns.
        #[derive(Debug, Default)]
        pub struct Builder {
            $($group: $crate::tables::$path::Builder,)*
            $($column: <$kind $(<$inner>)? as Kind>::Builder,)*
        }

        impl Builder {
            /// Appends one row.
            #[inline]
            pub fn append(&mut self, row: &Row<'_>) {
                $(self.$group.append(row.$group);)*
                $(<$kind $(<$inner>)? as Kind>::append(&mut self.$column, row.$column);)*
            }

            /// Takes what was appended, as one array per column.
            pub fn finish_into(&mut self, arrays: &mut Vec<arrow::array::ArrayRef>) {
                $(self.$group.finish_into(arrays);)*
                $(arrays.push(<$kind $(<$inner>)? as Kind>::finish(&mut self.$column));)*
            }
        }

        /// The columns of a batch in flight, by name and type.
        #[derive(Debug)]
        pub struct Columns<'a> {
            $(#[doc = concat!("The columns of the group `", stringify!($path), "`.")] pub $group: $crate::tables::$path::Columns<'a>,)*
            $($(#[doc = $doc])* pub $column: $crate::cell::Cells<'a, $kind $(<$inner>)?>,)*
        }

        impl<'a> Columns<'a> {
            /// Finds the columns in a batch of the table in flight.
            pub fn of(batch: &'a arrow::array::RecordBatch) -> Self {
                Self {
                    $($group: $crate::tables::$path::Columns::of(batch),)*
                    $($column: $crate::cell::Cells::of(batch, $crate::table::plain(stringify!($column))),)*
                }
            }
        }
    };
}

/// The Rust type of a value. A projection through [`Kind`](crate::cell::Kind) would make rows invariant.
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    ($life:lifetime Opt $kind:ident) => { Option<$crate::value!($life $kind)> };
    ($life:lifetime Text) => { &$life str };
    ($life:lifetime Int) => { i64 };
    ($life:lifetime Bool) => { bool };
    ($life:lifetime Time) => { i64 };
    ($life:lifetime Money) => { i128 };
    ($life:lifetime Witness) => { $crate::cell::WitnessValue<$life> };
}

/// Names a [`Merge`](crate::table::Merge) rule inside a declaration.
#[macro_export]
macro_rules! merge {
    (key) => {
        $crate::table::Merge::Key
    };
    (best) => {
        $crate::table::Merge::Best
    };
    (min) => {
        $crate::table::Merge::Min
    };
    (max) => {
        $crate::table::Merge::Max
    };
    (any) => {
        $crate::table::Merge::Any
    };
    (first) => {
        $crate::table::Merge::First
    };
    (last) => {
        $crate::table::Merge::Last
    };
    (witness) => {
        $crate::table::Merge::Witness
    };
    (call) => {
        $crate::table::Merge::Call
    };
    (result) => {
        $crate::table::Merge::Result
    };
    (result_from) => {
        $crate::table::Merge::ResultFrom
    };
    (derived) => {
        $crate::table::Merge::Derived
    };
}

/// Declares a table, in a module of its name: `TABLE`, and with it what [`columns!`](crate::columns!) makes.
///
/// ```text
/// table! {
///     /// What one row is.
///     mod name [group: group_module, …] {
///         parent: other_table,             // optional: whose winner takes the rows along
///         rank: [Larger(column), …],       // optional: own terms before the common ones
///         ts: min,                         // optional: how ts merges, if not by rank
///         /// What the column holds. NULL when …
///         best column: Opt<Int>,
///     }
///     derived(function) { … }              // optional: columns that `function` fills after the merge
/// }
/// ```
#[macro_export]
macro_rules! table {
    (
        $(#[doc = $doc:literal])* mod $name:ident [$($group:ident: $path:ident),*] {
            $(parent: $parent:ident,)?
            $(rank: [$($order:ident($by:ident)),*],)?
            $(ts: $ts:ident,)?
            $(#[doc = $first_doc:literal] $($body:tt)*)?
        }
        $(derived($derive:path) { $($(#[doc = $ddoc:literal])* $dcolumn:ident: $dkind:ident $(<$dinner:ident>)?,)* })?
    ) => {
        $(#[doc = $doc])*
        pub mod $name {
            $crate::columns!(@items [$($group: $path),*] { $(#[doc = $first_doc] $($body)*)? });

            $($crate::derived! { $derive { $($(#[doc = $ddoc])* $dcolumn: $dkind $(<$dinner>)?,)* } })?

            /// The declaration.
            pub static TABLE: $crate::table::Table = $crate::table::Table {
                name: stringify!($name),
                doc: concat!($($doc, "\n"),*),
                groups: &[$($crate::tables::$path::COLUMNS,)* COLUMNS, $($crate::last!(DERIVED $derive))?],
                parent: $crate::optional!($(stringify!($parent))?),
                rank: &[$($($crate::table::Rank::$order(stringify!($by))),*)?],
                ts: $crate::first_of!($($crate::merge!($ts),)? $crate::table::Merge::Best,),
                derive: $crate::first_of!($($derive,)? $crate::table::underived,),
            };

            /// Builds batches of the table in flight.
            #[derive(Debug, Default)]
            pub struct Rows {
                builder: Builder,
                origins: Vec<u32>,
                dropped: Vec<usize>,
            }

            impl Rows {
                /// Appends a row made from the source with this ordinal, and gives the row's place.
                #[inline]
                pub fn append(&mut self, origin: u32, row: &Row<'_>) -> usize {
                    self.builder.append(row);
                    self.origins.push(origin);
                    self.origins.len() - 1
                }

                /// Leaves a row out of the next batch: a later line of the same source took its place.
                pub fn discard(&mut self, place: usize) {
                    self.dropped.push(place);
                }
            }

            impl $crate::table::TableBuilder for Rows {
                fn table(&self) -> &'static $crate::table::Table {
                    &TABLE
                }

                fn rows(&self) -> usize {
                    self.origins.len()
                }

                fn finish(&mut self) -> arrow::array::RecordBatch {
                    let mut arrays = Vec::new();
                    self.builder.finish_into(&mut arrays);
                    $crate::table::in_flight(&TABLE, arrays, std::mem::take(&mut self.origins), std::mem::take(&mut self.dropped))
                }
            }
        }
    };
}

/// Declares the derived columns of a table: `DERIVED`, the row `Derived`, and `derive_with`, which fills them.
#[doc(hidden)]
#[macro_export]
macro_rules! derived {
    ($derive:path { $($(#[doc = $doc:literal])* $column:ident: $kind:ident $(<$inner:ident>)?,)* }) => {
        /// The derived columns of one row.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Derived<'a> {
            $($(#[doc = $doc])* pub $column: $crate::value!('a $kind $($inner)?),)*
        }

        /// The derived columns, in order.
        pub const DERIVED: &[$crate::table::Column] = &[$($crate::table::Column {
            name: $crate::table::plain(stringify!($column)),
            doc: concat!($($doc, "\n"),*),
            kind: <$kind $(<$inner>)? as Kind>::TYPE,
            nullable: <$kind $(<$inner>)? as Kind>::NULLABLE,
            merge: $crate::table::Merge::Derived,
        }),*];

        /// The batch in flight with its derived columns filled, row by row.
        pub fn derive_with<'b>(
            batch: &'b arrow::array::RecordBatch,
            derive: impl Fn(&Columns<'b>, usize) -> Derived<'b>,
        ) -> arrow::array::RecordBatch {
            $(let mut $column = <$kind $(<$inner>)? as Kind>::Builder::default();)*
            let columns = Columns::of(batch);
            for index in 0..batch.num_rows() {
                let row = derive(&columns, index);
                $(<$kind $(<$inner>)? as Kind>::append(&mut $column, row.$column);)*
            }
            $crate::table::replaced(batch, vec![$((stringify!($column), <$kind $(<$inner>)? as Kind>::finish(&mut $column))),*])
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! first_of {
    ($first:expr, $($rest:expr,)*) => {
        $first
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! last {
    ($value:ident $marker:path) => {
        $value
    };
}
