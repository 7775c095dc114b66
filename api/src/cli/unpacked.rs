//! Unpacks Zstandard (RFC 8878): a sequence of frames, some of which may be skippable.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Reads the unpacked bytes.
pub(super) struct Unpacked<R> {
    packed: R,
    frames: FrameDecoder,
    /// Whether the decoder is within a frame.
    in_frame: bool,
}

impl<R: BufRead> Unpacked<R> {
    /// A frame is refused if its window is larger than `window` bytes.
    pub(super) fn new(packed: R, window: u64) -> Unpacked<R> {
        let mut frames = FrameDecoder::new();
        frames.set_max_window_size(window);
        Unpacked { packed, frames, in_frame: false }
    }

    /// Reads the head of the next frame with data; `false`: there are no more frames.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.frames.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut (&mut self.packed).take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Checks the frame's checksum, if it has one.
    fn check_sum(&self) -> io::Result<()> {
        match (self.frames.get_checksum_from_data(), self.frames.get_calculated_checksum()) {
            (Some(stated), Some(found)) if stated != found => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the checksum of a frame is not that of its bytes",
            )),
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame {
                self.in_frame = self.begin()?;
                if !self.in_frame {
                    return Ok(0);
                }
            }
            while self.frames.can_collect() == 0 && !self.frames.is_finished() {
                let next = BlockDecodingStrategy::UptoBlocks(1);
                self.frames.decode_blocks(&mut self.packed, next).map_err(io::Error::other)?;
            }
            let read = self.frames.read(bytes)?;
            if read > 0 {
                return Ok(read);
            }
            self.check_sum()?;
            self.in_frame = false;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Unpacked::new(packed, 1 << 27).read_to_end(&mut bytes).map(|_| bytes)
    }

    /// A frame with the checksum of its bytes.
    fn frame(bytes: &[u8]) -> Vec<u8> {
        let mut packer = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
        packer.include_checksum(true).unwrap();
        io::Write::write_all(&mut packer, bytes).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn all_frames_are_read() {
        let text: Vec<u8> = (0..300_000_u32).flat_map(|number| (number / 7).to_le_bytes()).collect();
        let skipped = [&0x184D_2A53_u32.to_le_bytes()[..], &3_u32.to_le_bytes(), b"abc"].concat();
        let parts = [&frame(&text), &frame(b""), &skipped, &frame(b"end")];
        let parts: Vec<u8> = parts.into_iter().flatten().copied().collect();
        assert_eq!(unpacked(&parts).unwrap(), [&text[..], b"end"].concat());
        assert_eq!(unpacked(b"").unwrap(), b"");
    }

    #[test]
    fn what_is_cut_or_changed_is_an_error() {
        let packed = frame(&b"the same again and again ".repeat(400));
        for end in 1..packed.len() {
            assert!(unpacked(&packed[..end]).is_err(), "{end}");
        }
        let (mut changed, last) = (packed.clone(), packed.len() - 1);
        changed[last] ^= 1;
        assert!(unpacked(&changed).is_err());
        assert!(unpacked(&[&packed[..], b"more"].concat()).is_err());
        let skipped = [&0x184D_2A50_u32.to_le_bytes()[..], &9_u32.to_le_bytes(), b"abc"].concat();
        assert!(unpacked(&skipped).is_err());
    }

    #[test]
    fn a_frame_may_not_ask_for_more_than_a_window() {
        let packed = frame(&[7; 100_000]);
        let mut bytes = Vec::new();
        assert!(Unpacked::new(&packed[..], 1 << 12).read_to_end(&mut bytes).is_err());
    }
}
