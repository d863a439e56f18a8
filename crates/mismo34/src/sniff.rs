//! Checks the bytes of a file before XML parsing.

use crate::{FILE_BYTES_MAX, Refusal, Worded, attributes::is_xml_char, refusal::line_of};

/// The text of a file, if it can be parsed as XML: not too large, not empty, UTF-8, and without invalid characters.
/// Removes a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Refusal> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(Refusal::TooLarge { bytes: bytes.len() });
    }
    if bytes.trim_ascii().is_empty() {
        return Err(Refusal::Empty);
    }
    if let Some(kind) = binary_kind(bytes) {
        return Err(Refusal::NotXml { kind: Some(kind) });
    }
    if is_utf16(bytes) {
        return Err(Refusal::Encoding { name: Worded::new("UTF-16") });
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if !bytes.trim_ascii_start().starts_with(b"<") {
        return Err(Refusal::NotXml { kind: text_kind(bytes) });
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Refusal::Encoding { name: declared_encoding(bytes) });
    };
    if has_control(text.as_bytes()) || (!text.is_ascii() && text.contains(['\u{FFFE}', '\u{FFFF}'])) {
        let at = text.find(|c| !is_xml_char(c)).unwrap_or(0);
        let reason = "a character stands there that XML does not allow".to_owned();
        return Err(Refusal::NotWellFormed { line: line_of(bytes, at), reason });
    }
    Ok(text)
}

/// Whether the file starts with a UTF-16 byte order mark, or with `<` in two bytes.
fn is_utf16(bytes: &[u8]) -> bool {
    [[0xFE, 0xFF], [0xFF, 0xFE], [b'<', 0], [0, b'<']].iter().any(|start| bytes.starts_with(start))
}

/// Whether the bytes contain a control character other than tabs and line ends. Branchless, so that it processes
/// sixteen bytes at a time.
fn has_control(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |found, &b| found | ((b < 0x20) & (b != b'\t') & (b != b'\n') & (b != b'\r')))
}

/// Binary file types that users choose by mistake, by their first bytes.
fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 8] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"II*\0", "a TIFF picture"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive or an Office document"),
        (b"\x1F\x8B", "a compressed file"),
        (b"\xD0\xCF\x11\xE0", "an Office document"),
    ];
    KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

/// Text file types that users choose by mistake.
fn text_kind(bytes: &[u8]) -> Option<&'static str> {
    let bytes = bytes.trim_ascii_start();
    match bytes.first() {
        Some(b'{' | b'[') => Some("a JSON file"),
        _ if bytes.starts_with(b"EH ") => Some("an FNMA 3.2 file"),
        _ => None,
    }
}

/// The encoding in the XML declaration, for the rejection message.
fn declared_encoding(bytes: &[u8]) -> Worded {
    let head = &bytes[..bytes.len().min(200)];
    let head = head.split(|b| *b == b'>').next().unwrap_or_default();
    let name = memchr::memmem::find(head, b"encoding=").and_then(|at| {
        let value = &head[at + b"encoding=".len()..];
        let (quote, value) = value.split_first()?;
        value.split(|b| b == quote).next()
    });
    Worded::new(&String::from_utf8_lossy(name.unwrap_or(b"another encoding than UTF-8")))
}
