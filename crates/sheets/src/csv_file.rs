//! Reads CSV in all variants that spreadsheets write: comma, semicolon or tab; UTF-8, UTF-16 or Latin-1.

use super::{Refused, Rows};
use std::borrow::Cow;

pub(super) fn read(bytes: &[u8], rows: &mut Rows) -> Result<(), Refused> {
    let text = text_of(bytes)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter_of(&text))
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut place = Place { bytes: text.as_bytes(), at: 0, line: 1 };
    loop {
        let more = reader.read_record(&mut record).map_err(|error| {
            let row = error.position().map_or(1, |position| place.line_of(position));
            Refused(format!("Row {row}: the file can't be read as CSV."))
        })?;
        if !more {
            return Ok(());
        }
        let number = record.position().map_or(1, |position| place.line_of(position));
        Rows::check(number)?;
        for _ in &record {
            rows.count(number)?;
        }
        rows.add(number, record.iter().map(str::to_owned).collect(), None)?;
    }
}

/// Position in the file. The CSV reader's own line count lags if lines end with two characters.
struct Place<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl Place<'_> {
    /// The line in which a record starts.
    fn line_of(&mut self, position: &csv::Position) -> u32 {
        let begun = usize::try_from(position.byte()).unwrap_or(usize::MAX);
        while let Some(byte) = self.bytes.get(self.at) {
            if self.at >= begun && !matches!(byte, b'\r' | b'\n') {
                break;
            }
            let is_first_of_two = *byte == b'\r' && self.bytes.get(self.at + 1) == Some(&b'\n');
            self.line += u32::from(matches!(byte, b'\r' | b'\n') && !is_first_of_two);
            self.at += 1;
        }
        self.line
    }
}

fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, Refused> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        let units: Vec<u16> =
            rest.chunks_exact(2).filter_map(|two| Some(u16::from_le_bytes(two.try_into().ok()?))).collect();
        return Ok(Cow::Owned(String::from_utf16_lossy(&units)));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.contains(&0) {
        return Err("This isn't a CSV or XLSX file.".into());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => Ok(Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect())),
    }
}

/// The delimiter: the most frequent candidate in the header, outside of quotes.
fn delimiter_of(text: &str) -> u8 {
    let mut is_quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0), (b'|', 0)];
    for byte in text.trim_start().bytes().take(16_384) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|(candidate, _)| *candidate == byte).for_each(|(_, count)| *count += 1),
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(delimiter, _)| delimiter)
}
