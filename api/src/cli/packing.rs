//! Recognises how a file is packed from its first bytes, and from its name where these allow two readings,
//! and unpacks it as a stream.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use crate::cli::unpacked::Unpacked;
use crate::limits::{XZ_DICTIONARY, ZSTD_WINDOW};

/// The byte order mark that some programs write in front of a text in UTF-8 (RFC 8259, 8.1).
const MARK: &[u8] = "\u{feff}".as_bytes();
const GZIP: &[u8] = b"\x1f\x8b";
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
/// The bytes of a skippable zstd frame after the first one, which has one of sixteen values. Such a frame
/// holds no data, and a zstd file may begin with one.
const SKIPPED: &[u8] = b"\x2a\x4d\x18";

/// Memory that the xz decoder needs besides the dictionary, in KiB; about a hundred suffice.
const XZ_BESIDES: u32 = 256;

/// A way in which files are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// RFC 1952; a file is a sequence of members.
    Gzip,
    /// The format of XZ Utils; a file is a sequence of streams.
    Xz,
    /// RFC 8878; a file is a sequence of frames.
    Zstd,
}

/// An open file, unpacked and without a byte order mark.
pub struct Opened {
    /// The unpacked bytes.
    pub reader: Box<dyn BufRead>,
    /// Whether the file was packed; then few bytes may unpack to many.
    pub is_packed: bool,
}

/// What the first bytes of a file show it to be.
enum Beginning {
    Text,
    Mark,
    Packed(Packing),
}

/// The name of a file in lower case.
pub fn lowercase_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default()
}

impl Packing {
    /// The packing that a name in lower case ends with, and the name without that ending.
    pub fn of_name(name: &str) -> (Option<Packing>, &str) {
        let endings = [(".gz", Packing::Gzip), (".xz", Packing::Xz), (".zst", Packing::Zstd)];
        let found =
            endings.into_iter().find_map(|(ending, packing)| Some((packing, name.strip_suffix(ending)?)));
        found.map_or((None, name), |(packing, rest)| (Some(packing), rest))
    }

    fn unpacked(self, packed: impl BufRead + 'static) -> Box<dyn Read> {
        match self {
            Packing::Gzip => Box::new(MultiGzDecoder::new(packed)),
            Packing::Xz => {
                Box::new(Xz(XzReader::new_mem_limit(packed, true, XZ_DICTIONARY / 1024 + XZ_BESIDES)))
            }
            Packing::Zstd => Box::new(Unpacked::new(packed, ZSTD_WINDOW)),
        }
    }
}

impl Opened {
    /// Opens a source. `by_name`: the packing that its name ends with.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn new(source: impl Read + 'static, by_name: Option<Packing>) -> io::Result<Opened> {
        let mut source = BufReader::new(source);
        let (head, beginning) = begin(&mut source)?;
        let packing = match beginning {
            Beginning::Packed(packing) => Some(packing),
            Beginning::Mark => None,
            // A file may keep the ending of a packing after it was unpacked, so text under such a name is
            // read as text if JSON may begin with it; otherwise it is a broken packed file.
            Beginning::Text => by_name.filter(|_| !is_of_text(head.first())),
        };
        let Some(packing) = packing else {
            return Ok(Opened { reader: without_mark(head, &beginning, source), is_packed: false });
        };
        let mut unpacked = BufReader::new(packing.unpacked(Cursor::new(head).chain(source)));
        let (head, beginning) = begin(&mut unpacked)?;
        Ok(Opened { reader: without_mark(head, &beginning, unpacked), is_packed: true })
    }
}

fn without_mark(head: Vec<u8>, beginning: &Beginning, rest: impl BufRead + 'static) -> Box<dyn BufRead> {
    match beginning {
        Beginning::Mark => Box::new(rest),
        Beginning::Text | Beginning::Packed(_) => Box::new(Cursor::new(head).chain(rest)),
    }
}

/// Reads the bytes that decide what a file is, and none after them: a program that sends one line and waits
/// for its answer sends no more.
fn begin(source: &mut impl Read) -> io::Result<(Vec<u8>, Beginning)> {
    let mut head = Vec::new();
    while may_become(&head) {
        let mut byte = [0];
        match source.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => head.extend(byte),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let beginning = match head.as_slice() {
        MARK => Beginning::Mark,
        GZIP => Beginning::Packed(Packing::Gzip),
        XZ => Beginning::Packed(Packing::Xz),
        ZSTD => Beginning::Packed(Packing::Zstd),
        [first, rest @ ..] if is_of_skipped(*first) && rest == SKIPPED => Beginning::Packed(Packing::Zstd),
        _ => Beginning::Text,
    };
    Ok((head, beginning))
}

/// Whether these bytes are a proper prefix of a byte sequence that decides what a file is.
fn may_become(head: &[u8]) -> bool {
    let begins = |whole: &[u8], part: &[u8]| part.len() < whole.len() && whole.starts_with(part);
    let of_skipped = |(first, rest): (&u8, &[u8])| is_of_skipped(*first) && begins(SKIPPED, rest);
    [MARK, GZIP, XZ, ZSTD].into_iter().any(|whole| begins(whole, head))
        || head.split_first().is_some_and(of_skipped)
}

const fn is_of_skipped(first: u8) -> bool {
    matches!(first, 0x50..=0x5f)
}

/// Whether JSON may begin with this byte. Nothing packed begins with any of them.
const fn is_of_text(first: Option<&u8>) -> bool {
    matches!(first, None | Some(b'{' | b'[' | b' ' | b'\t' | b'\r' | b'\n'))
}

/// Unpacks xz, and says in plain words that a file needs too much memory.
struct Xz<R: Read>(XzReader<R>);

impl<R: Read> Read for Xz<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => io::Error::new(
                ErrorKind::OutOfMemory,
                format!("it takes a dictionary of more than {XZ_DICTIONARY} bytes to unpack this"),
            ),
            _ => error,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use std::io::Write;

    use flate2::write::GzEncoder;
    use lzma_rust2::{XzOptions, XzWriter};

    use super::*;

    fn read(bytes: &[u8], by_name: Option<Packing>) -> io::Result<(Vec<u8>, bool)> {
        let mut opened = Opened::new(Cursor::new(bytes.to_vec()), by_name)?;
        let mut read = Vec::new();
        opened.reader.read_to_end(&mut read)?;
        Ok((read, opened.is_packed))
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn xz(bytes: &[u8]) -> Vec<u8> {
        let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        let mut packer = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
        packer.include_checksum(true).unwrap();
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn the_first_bytes_tell_how_a_file_is_packed() {
        let skipped = |bytes: &[u8]| [b"\x5f\x2a\x4d\x18\x02\0\0\0ab", &zstd(bytes)[..]].concat();
        for text in ["", "{}", "{\"a\": 1}\n", &"[1]\n".repeat(100_000)] {
            let marked = ["\u{feff}", text].concat();
            for by_name in [None, Some(Packing::Gzip), Some(Packing::Xz), Some(Packing::Zstd)] {
                for bytes in [text, &marked] {
                    assert_eq!(read(bytes.as_bytes(), by_name).unwrap(), (text.as_bytes().to_vec(), false));
                    for packed in [
                        gzip(bytes.as_bytes()),
                        xz(bytes.as_bytes()),
                        zstd(bytes.as_bytes()),
                        skipped(bytes.as_bytes()),
                    ] {
                        assert_eq!(read(&packed, by_name).unwrap(), (text.as_bytes().to_vec(), true));
                        if bytes.is_empty() {
                            continue;
                        }
                        // Two packed texts in sequence unpack to one text.
                        let twice = read(&[&packed[..], &packed].concat(), by_name).unwrap().0;
                        assert_eq!(twice, [text, bytes].concat().as_bytes());
                    }
                }
            }
        }
        // Only one byte order mark is removed, and a packed file is unpacked only once.
        assert_eq!(read("\u{feff}\u{feff}".as_bytes(), None).unwrap().0, "\u{feff}".as_bytes());
        assert_eq!(read(&gzip(&xz(b"{}")), None).unwrap().0, xz(b"{}"));
    }

    #[test]
    fn a_name_says_what_else_would_be_no_json() {
        for by_name in [Packing::Gzip, Packing::Xz, Packing::Zstd] {
            assert!(read(b"not packed", Some(by_name)).is_err(), "{by_name:?}");
            assert_eq!(read(b"not packed", None).unwrap().0, b"not packed");
        }
        for cut in [&b"\xef\xbb"[..], b"\x1f", b"\xfd7z", b"\x28\xb5", b"\x5a\x2a"] {
            assert_eq!(read(cut, None).unwrap(), (cut.to_vec(), false));
        }
    }

    #[test]
    fn what_is_cut_or_changed_is_an_error() {
        let text = b"the same again and again ".repeat(400);
        for packed in [gzip(&text), xz(&text)] {
            for end in 7..packed.len() {
                assert!(read(&packed[..end], None).is_err(), "{end}");
            }
            assert!(read(&[&packed[..], b"more"].concat(), None).is_err());
            let mut changed = packed.clone();
            changed[packed.len() / 2] ^= 1;
            assert!(read(&changed, None).is_err());
        }
    }

    /// The head of a block states the size of the dictionary; the test keeps its checksum correct.
    #[test]
    fn a_block_may_not_ask_for_more_than_a_dictionary() {
        let with_dictionary = |size: u8| {
            let mut packed = xz(b"{}");
            // After the twelve bytes of the stream's head: the length of the block's head, flags, filter, the
            // length of the filter's properties, and these.
            let length = (usize::from(packed[12]) + 1) * 4;
            assert_eq!(packed[13..16], [0, 0x21, 1]);
            packed[16] = size;
            let sum = crc32fast::hash(&packed[12..12 + length - 4]).to_le_bytes();
            packed[12 + length - 4..12 + length].copy_from_slice(&sum);
            read(&packed, None)
        };
        // The format writes 64 MiB, 2^26, as 28; the next larger size is 96 MiB.
        assert_eq!(with_dictionary(28).unwrap().0, b"{}");
        for size in [29, 40] {
            let error = with_dictionary(size).unwrap_err();
            assert!(error.to_string().contains("67108864 bytes"), "{error}");
        }
    }

    /// The reader takes no byte after the one that decides what the file is.
    #[test]
    fn who_sends_a_line_is_not_asked_for_more() {
        struct OneByOne(Vec<u8>);
        impl Read for OneByOne {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "nobody would send more");
                bytes[0] = self.0.remove(0);
                Ok(1)
            }
        }
        for line in ["{}\n", "\n", "\u{feff}{}\n", "P\n"] {
            let mut opened = Opened::new(OneByOne(line.as_bytes().to_vec()), None).unwrap();
            let mut read = Vec::new();
            opened.reader.read_until(b'\n', &mut read).unwrap();
            assert_eq!(read, line.trim_start_matches('\u{feff}').as_bytes());
        }
    }

    #[test]
    fn names_say_how_files_are_packed() {
        for (name, packing, rest) in [
            ("a.json", None, "a.json"),
            ("a.json.gz", Some(Packing::Gzip), "a.json"),
            ("a.xz", Some(Packing::Xz), "a"),
            ("a.gz.zst", Some(Packing::Zstd), "a.gz"),
        ] {
            assert_eq!(Packing::of_name(name), (packing, rest));
        }
        assert_eq!(lowercase_name(Path::new("A/B.JSON.GZ")), "b.json.gz");
    }
}
