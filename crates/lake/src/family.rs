//! Tables whose rows stay together.

use cclake_transcript::table::Table;
use cclake_transcript::tables::TABLES;

use crate::key::Key;

/// A table that decides for itself, and those whose rows follow its winners.
#[derive(Debug)]
pub(crate) struct Family {
    /// The table that decides.
    pub(crate) head: &'static Table,
    /// The tables that follow.
    pub(crate) children: Vec<&'static Table>,
}

impl Family {
    /// All families.
    pub(crate) fn all() -> Vec<Self> {
        let children = |head: &Table| TABLES.iter().copied().filter(|table| table.parent == Some(head.name)).collect();
        TABLES.iter().filter(|table| table.parent.is_none()).map(|head| Self { head, children: children(head) }).collect()
    }

    /// Whether the rows of one bundle key, in all tables, are taken from one source together.
    pub(crate) fn bundled(&self) -> bool {
        !self.children.is_empty()
    }

    /// What the rows of the head are grouped by.
    pub(crate) fn key(&self) -> Key {
        if self.bundled() { Key::bundle(self.head) } else { Key::whole(self.head) }
    }
}
