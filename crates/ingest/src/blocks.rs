//! Reads a file in blocks of whole lines.

use std::io::{self, Read};

use cclake_transcript::split::block_end;

/// How much is read at once. A longer line takes a longer block; a shorter file is read whole.
pub(crate) const BLOCK: u64 = 4 << 20;

/// A file that is being read. Only as many bytes are as it had when it was measured: what is appended in the meantime
/// belongs to the next run, which sees by the size that there is more.
pub(crate) struct Blocks<'a, R> {
    file: R,
    /// Bytes that are not read yet.
    left: u64,
    buffer: &'a mut Vec<u8>,
    /// The end of the current block in the buffer; what follows is the beginning of the next one.
    end: usize,
}

impl<'a, R: Read> Blocks<'a, R> {
    /// Starts to read a file of this size, through a buffer that may have been used before.
    pub(crate) fn new(file: R, size: u64, buffer: &'a mut Vec<u8>) -> Self {
        buffer.clear();
        buffer.shrink_to(2 * usize_of(BLOCK));
        Self { file, left: size, buffer, end: 0 }
    }

    /// Goes to the next block. Says whether there is one.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.end);
        while self.left > 0 {
            let known = self.buffer.len();
            let wanted = self.left.min(BLOCK.max(known as u64));
            self.buffer.reserve_exact(usize_of(wanted));
            let read = self.file.by_ref().take(wanted).read_to_end(self.buffer)? as u64;
            // A file that became shorter ends where it ends now.
            self.left = if read < wanted { 0 } else { self.left - read };
            if self.left > 0
                && let Some(end) = block_end(&self.buffer[known..])
            {
                self.end = known + end;
                return Ok(true);
            }
        }
        self.end = self.buffer.len();
        Ok(self.end > 0)
    }

    /// The current block.
    pub(crate) fn block(&self) -> &[u8] {
        &self.buffer[..self.end]
    }

    /// What is read from the beginning of the current block on.
    pub(crate) fn ahead(&self) -> &[u8] {
        self.buffer
    }
}

fn usize_of(bytes: u64) -> usize {
    usize::try_from(bytes).expect("no block is larger than the address space")
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn blocks(file: &[u8], size: u64) -> Vec<Vec<u8>> {
        let mut buffer = b"rest of another file".to_vec();
        let mut blocks = Blocks::new(file, size, &mut buffer);
        let mut all = Vec::new();
        while blocks.advance().unwrap() {
            all.push(blocks.block().to_vec());
        }
        assert!(!blocks.advance().unwrap());
        all
    }

    #[test]
    fn a_small_file_is_one_block_and_an_empty_one_none() {
        assert_eq!(blocks(b"a\nb", 3), [b"a\nb"]);
        assert_eq!(blocks(b"", 0), [b""; 0]);
    }

    #[test]
    fn blocks_end_with_lines_and_grow_with_them() {
        let mut file = Vec::new();
        for length in [10, 5 << 20, 1, 0, 3 << 20, 3 << 20, 13 << 20, 2] {
            file.extend(std::iter::repeat_n(b'x', length));
            file.push(b'\n');
        }
        file.extend(b"tail");
        let blocks = blocks(&file, file.len() as u64);
        assert_eq!(blocks.concat(), file);
        assert!(blocks.len() > 3);
        for block in &blocks[..blocks.len() - 1] {
            assert!(block.ends_with(b"\n"));
        }
    }

    #[test]
    fn growth_is_left_to_the_next_run_and_shrinkage_is_the_end() {
        assert_eq!(blocks(b"a\nb\nc\n", 3), [b"a\nb"]);
        assert_eq!(blocks(b"a\n", 20 << 20), [b"a\n"]);
    }
}
