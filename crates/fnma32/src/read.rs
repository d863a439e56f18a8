//! Parses bytes into records.

use crate::{
    FILE_BYTES_MAX, LINE_BYTES_MAX, LINES_MAX, RECORDS_MAX,
    encoding::{Encoding, from_windows_1252},
    file::{File, Issues, version},
    issue::{Issue, Reason, Refusal},
    layout::Section,
    record::{LineEnd, Record},
    records::header,
};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a file. Problems in it become issues. Bytes that aren't an FNMA 3.2 file, or exceed a limit, are rejected.
///
/// # Errors
/// A [`Refusal`] with the reason for the rejection.
pub fn read(bytes: &[u8]) -> Result<File, Refusal> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(Refusal::TooLarge);
    }
    let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => return Err(Refusal::Empty),
        Some(b'<') => return Err(Refusal::Xml),
        Some(_) => {}
    }
    let encoding = if std::str::from_utf8(body).is_ok() { Encoding::Utf8 } else { Encoding::Windows1252 };
    let records = split(body, encoding)?;
    let opened = records.iter().find(|record| record.id() == "000").ok_or(Refusal::NotFnma)?;
    if !records.iter().any(|record| record.layout.is_some_and(|layout| layout.section != Section::Envelope)) {
        return Err(Refusal::NotFnma);
    }
    let opened = records.iter().find(|record| record.layout == Some(&header::LAYOUT)).unwrap_or(opened);
    // Version 3.0 and earlier have different columns. Reading them as 3.2 would silently move amounts into the wrong
    // fields.
    if let Some(other) = version(opened).filter(|version| !version.starts_with("3.2")) {
        return Err(Refusal::Version(other.to_owned()));
    }

    let mut issues = Issues::default();
    if encoding == Encoding::Windows1252 {
        issues.push(Issue { line: 0, record: String::new(), field: None, value: None, reason: Reason::NotUtf8 });
    }
    let mut file = File::settle(records, issues);
    file.encoding = encoding;
    file.byte_order_mark = body.len() < bytes.len();
    Ok(file)
}

/// Splits the bytes into lines at CR LF, LF or CR, and the lines into records.
fn split(mut rest: &[u8], encoding: Encoding) -> Result<Vec<Record>, Refusal> {
    let mut records: Vec<Record> = Vec::new();
    let (mut known, mut opened) = (0, false);
    while !rest.is_empty() {
        let length = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(length);
        let end = match after {
            [b'\r', b'\n', ..] => LineEnd::CrLf,
            [b'\r', ..] => LineEnd::Cr,
            [b'\n', ..] => LineEnd::Lf,
            _ => LineEnd::Missing,
        };
        rest = &after[end.as_str().len()..];
        let number = records.len() + 1;
        // Before the first `000` record, the bytes may be any file, such as a picture. So the message is "not FNMA" and
        // not "line too long".
        if line.len() > LINE_BYTES_MAX {
            return Err(if opened { Refusal::LineTooLong(number) } else { Refusal::NotFnma });
        }
        if number > LINES_MAX || known > RECORDS_MAX {
            return Err(if opened { Refusal::TooManyLines } else { Refusal::NotFnma });
        }
        let record = match encoding {
            Encoding::Utf8 => Record::read(std::str::from_utf8(line).unwrap_or_default(), end, number),
            Encoding::Windows1252 => Record::read(&from_windows_1252(line), end, number),
        };
        known += usize::from(record.layout.is_some());
        opened |= record.id() == "000";
        records.push(record);
    }
    Ok(records)
}
