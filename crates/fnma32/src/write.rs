//! Writes records as bytes.

use crate::{
    encoding::{Encoding, push_windows_1252},
    file::File,
};

/// The bytes of a file. A file that was read is written back byte for byte.
#[must_use]
pub fn write(file: &File) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(file.records.iter().map(|record| record.as_written().len() + 2).sum());
    if file.byte_order_mark {
        bytes.extend_from_slice(b"\xef\xbb\xbf");
    }
    for record in &file.records {
        match file.encoding {
            Encoding::Utf8 => bytes.extend_from_slice(record.as_written().as_bytes()),
            Encoding::Windows1252 => push_windows_1252(record.as_written(), &mut bytes),
        }
        bytes.extend_from_slice(record.end.as_str().as_bytes());
    }
    bytes
}
