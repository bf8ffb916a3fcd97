//! Builds string view arrays whose repeated values share their bytes.

use arrow::array::{NullBufferBuilder, StringViewArray};
use arrow::buffer::{Buffer, ScalarBuffer};

/// Values up to this length are stored in the view itself.
const INLINE: usize = 12;
/// A block is closed when the next value would take it past this size.
const BLOCK: usize = 1 << 20;

/// Builds a [`StringViewArray`]; a value equal to the one before takes no further bytes.
#[derive(Debug)]
pub struct TextBuilder {
    views: Vec<u128>,
    blocks: Vec<Buffer>,
    block: Vec<u8>,
    last: Option<(usize, usize)>,
    nulls: NullBufferBuilder,
}

impl Default for TextBuilder {
    fn default() -> Self {
        Self { views: Vec::new(), blocks: Vec::new(), block: Vec::new(), last: None, nulls: NullBufferBuilder::new(0) }
    }
}

impl TextBuilder {
    /// Appends a text.
    #[inline]
    pub fn append(&mut self, value: &str) {
        let bytes = value.as_bytes();
        self.nulls.append_non_null();
        if bytes.len() <= INLINE {
            let mut view = [0u8; 16];
            view[0] = bytes.len() as u8;
            view[4..4 + bytes.len()].copy_from_slice(bytes);
            self.views.push(u128::from_le_bytes(view));
            return;
        }
        let start = match self.last {
            Some((start, length)) if self.block[start..start + length] == *bytes => start,
            _ => self.store(bytes),
        };
        let prefix = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let length = u32::try_from(bytes.len()).expect("columns hold texts below 4 GiB");
        // The layout of a view that the Arrow format lays down: length, first four bytes, block, place in the block.
        let [length, prefix, block, offset] = [length, prefix, self.blocks.len() as u32, start as u32].map(u128::from);
        self.views.push(length | prefix << 32 | block << 64 | offset << 96);
    }

    /// Appends NULL.
    #[inline]
    pub fn append_null(&mut self) {
        self.nulls.append_null();
        self.views.push(0);
    }

    fn store(&mut self, bytes: &[u8]) -> usize {
        if !self.block.is_empty() && self.block.len() + bytes.len() > BLOCK {
            self.blocks.push(Buffer::from_vec(std::mem::take(&mut self.block)));
        }
        let start = self.block.len();
        self.block.extend_from_slice(bytes);
        self.last = Some((start, bytes.len()));
        start
    }

    /// Takes what was appended.
    pub fn finish(&mut self) -> StringViewArray {
        let mut taken = std::mem::take(self);
        taken.blocks.push(Buffer::from_vec(taken.block));
        let nulls = taken.nulls.finish();
        StringViewArray::try_new(ScalarBuffer::from(taken.views), taken.blocks, nulls).expect("views point at whole texts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::Array;

    #[test]
    fn values_come_back_and_repeats_share_bytes() {
        let long = "a text that does not fit into the view";
        let other = "another text that does not fit into it";
        let mut builder = TextBuilder::default();
        for value in [Some("short"), Some(long), None, Some(long), Some(""), Some(other), Some(long)] {
            match value {
                Some(value) => builder.append(value),
                None => builder.append_null(),
            }
        }
        let array = builder.finish();
        let back: Vec<_> = array.iter().collect();
        assert_eq!(back, [Some("short"), Some(long), None, Some(long), Some(""), Some(other), Some(long)]);
        assert_eq!(array.data_buffers().iter().map(|buffer| buffer.len()).sum::<usize>(), 2 * long.len() + other.len());
        assert_eq!(builder.finish().len(), 0);
    }

    #[test]
    fn a_value_larger_than_a_block_is_whole() {
        let large = "x".repeat(BLOCK + 1);
        let mut builder = TextBuilder::default();
        builder.append("something longer than twelve");
        builder.append(&large);
        builder.append("something longer than twelve");
        let array = builder.finish();
        assert_eq!(array.value(1), large);
        assert_eq!(array.value(2), "something longer than twelve");
    }
}
