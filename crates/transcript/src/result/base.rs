//! What all results have in common.

use std::fmt;

use super::ToolResult;
use crate::json::{self, Members, Parts, Take};

/// What all results have: the tool and the payload, as they came.
///
/// Two are equal where the tools are: what a payload means is what the types beside it compare.
#[derive(Clone, Copy)]
pub struct ToolResultBase<'a> {
    name: &'a str,
    raw: Option<&'a str>,
}

impl<'a> ToolResultBase<'a> {
    pub(super) fn new(name: &'a str, payload: Option<&'a str>) -> Self {
        Self { name, raw: payload.filter(|payload| json::trim(payload) != "null") }
    }

    /// The tool, exactly as it was invoked.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The payload as it is written, as JSON text. `None` where there is none, or `null`.
    pub fn raw(&self) -> Option<&'a str> {
        self.raw
    }

    /// The value of a key of the payload, as JSON text; the last one of any of its spellings. `None` where it is absent or `null`.
    pub(super) fn verbatim(&self, spellings: &'static [&'static str]) -> Option<&'a str> {
        let members: Members<'a> = json::read(self.raw?).ok()?.into_option()?;
        members.iter().rev().find(|(key, _)| spellings.contains(&&**key))?.1.json()
    }
}

impl PartialEq for ToolResultBase<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for ToolResultBase<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ToolResultBase").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An object that a typed result may hold already.
pub(crate) trait Fields<'a>: Take<'a> + Parts + Clone {
    /// The object that a result holds.
    fn of<'r>(result: &'r ToolResult<'a>) -> Option<&'r Self>;
}

/// Declares the public type of a result: the object that it is read from, behind what all results have.
macro_rules! typed {
    ($(#[doc = $doc:literal])* struct $name:ident of $output:ident $(in $variant:ident)?;) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name<'a> {
            base: $crate::result::ToolResultBase<'a>,
            fields: Box<$output<'a>>,
        }

        impl<'a> $name<'a> {
            pub(super) fn new(base: $crate::result::ToolResultBase<'a>, fields: $output<'a>) -> Self {
                Self { base, fields: Box::new(fields) }
            }

            pub(super) fn fields(&self) -> &$output<'a> {
                &self.fields
            }

            /// What all results have: the tool and the payload.
            pub fn base(&self) -> &$crate::result::ToolResultBase<'a> {
                &self.base
            }
        }

        $(impl<'a> $crate::result::Fields<'a> for $output<'a> {
            fn of<'r>(result: &'r $crate::result::ToolResult<'a>) -> Option<&'r Self> {
                match result {
                    $crate::result::ToolResult::$variant(result) => Some(result.fields()),
                    _ => None,
                }
            }
        })?
    };
}

pub(super) use typed;
