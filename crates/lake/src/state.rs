//! What a machine has read into the lake so far.

use std::collections::BTreeMap;
use std::path::Path;

use cclake_transcript::DECODER;
use serde::{Deserialize, Serialize};

use crate::error::{At, Error};

/// Version of the layout of a lake. A lake with a larger one is refused.
pub const VERSION: u32 = 1;

/// What a machine has read into the lake, and how. Saved with each commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Version of the lake's layout; [`VERSION`] when this program writes it.
    pub version: u32,
    /// Version of the decoder that read the sources; 0 when nothing was read.
    pub decoder: i64,
    /// Text policy of the lake: none, preview, full; empty when nothing was read.
    pub text: String,
    /// Hash of the price table that the rows were priced with; empty when none were.
    #[serde(default)]
    pub prices: String,
    /// Sources as they were when they were read, by root and by path below it.
    pub sources: BTreeMap<String, BTreeMap<String, Seen>>,
}

impl Default for State {
    fn default() -> Self {
        Self { version: VERSION, decoder: 0, text: String::new(), prices: String::new(), sources: BTreeMap::new() }
    }
}

/// What tells whether a source has changed since it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Packed", into = "Packed")]
pub struct Seen {
    /// Size of the file.
    pub bytes: u64,
    /// When its content changed last: nanoseconds since 1970.
    pub mtime_ns: i64,
    /// When it or its attributes changed last: nanoseconds since 1970; 0 where the system does not say.
    pub ctime_ns: i64,
    /// Its number in the file system; 0 where the system has none.
    pub inode: u64,
    /// XXH3-64 of its first [`head_bytes`](Self::head_bytes) bytes.
    pub head_hash: u64,
    /// Size of the part that is hashed.
    pub head_bytes: u64,
    /// Hash of what tells whether the file beside it that describes it has changed; 0 where there is none.
    pub sidecar: u64,
}

/// A [`Seen`] as it is stored: without names, which would be most of the file. What came later can be missing at the end.
#[derive(Serialize, Deserialize)]
struct Packed(u64, i64, i64, u64, u64, u64, #[serde(default)] u64);

impl From<Packed> for Seen {
    fn from(Packed(bytes, mtime_ns, ctime_ns, inode, head_hash, head_bytes, sidecar): Packed) -> Self {
        Self { bytes, mtime_ns, ctime_ns, inode, head_hash, head_bytes, sidecar }
    }
}

impl From<Seen> for Packed {
    fn from(seen: Seen) -> Self {
        Self(seen.bytes, seen.mtime_ns, seen.ctime_ns, seen.inode, seen.head_hash, seen.head_bytes, seen.sidecar)
    }
}

impl State {
    /// The state in a file; the default if there is no file.
    pub(crate) fn load(path: &Path) -> Result<Self, Error> {
        match read(path)? {
            Some(bytes) => serde_json::from_slice(&bytes).at(path),
            None => Ok(Self::default()),
        }
    }

    /// Refuses a file of a newer program: one with another layout, or one whose decoder knows columns that this one would drop.
    pub(crate) fn check(path: &Path) -> Result<(), Error> {
        /// All that can be relied on in a file of another version.
        #[derive(Deserialize)]
        struct Head {
            version: u32,
            decoder: i64,
        }
        let Some(bytes) = read(path)? else { return Ok(()) };
        let Head { version, decoder } = serde_json::from_slice(&bytes).at(path)?;
        if version > VERSION || decoder > DECODER {
            return Err(Error::Newer { path: path.to_owned(), version, decoder });
        }
        Ok(())
    }

    /// The state as it is stored.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a state has text keys only")
    }
}

/// The bytes of a file, if there is one.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).at(path),
    }
}
