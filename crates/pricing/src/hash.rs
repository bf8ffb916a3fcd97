//! FNV-1a, 64 bit: the hash behind price ids and the hash of a table. It is small, and the same on every machine for ever.

use std::fmt;

/// A hash in the making. Text goes in through [`fmt::Write`], so that a value is hashed as it is written.
pub(crate) struct Fnv(u64);

impl Fnv {
    /// The hash of nothing.
    pub(crate) fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// The hash so far, as 16 hexadecimal digits.
    pub(crate) fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn published_values() {
        for (text, want) in [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")] {
            let mut hash = Fnv::new();
            hash.write_str(text).expect("hashing does not fail");
            assert_eq!(hash.hex(), want, "{text}");
        }
    }
}
