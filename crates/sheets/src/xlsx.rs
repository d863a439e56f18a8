//! Streams the first visible sheet of an XLSX file. It never holds a whole part in memory, and reads no part beyond its
//! limit, regardless of the size that the archive declares. It doesn't calculate formulas.

use super::{CELL_CHARS_MAX, COLUMNS_MAX, Refused, Rows, letters};
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use std::io::{BufRead, BufReader, Cursor, Read};
use zip::ZipArchive;

/// Maximum number of parts in the archive.
const PARTS_MAX: usize = 1_000;
/// Maximum unpacked size of the sheet.
const SHEET_BYTES_MAX: u64 = 48 * 1024 * 1024;
/// Maximum unpacked size of the shared strings.
const TEXTS_BYTES_MAX: u64 = 24 * 1024 * 1024;
/// Maximum unpacked size of any other part.
const PART_BYTES_MAX: u64 = 1024 * 1024;
/// Maximum number of shared strings.
const TEXTS_MAX: usize = 400_000;
/// Maximum length of a text or tag.
const TOKEN_BYTES_MAX: usize = 256 * 1024;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn read(bytes: &[u8], rows: &mut Rows) -> Result<(), Refused> {
    let broken = || Refused("The file is damaged, or no XLSX file.".to_owned());
    if parts_of(bytes).is_none_or(|parts| parts > PARTS_MAX) {
        return Err(broken());
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| broken())?;
    if archive.len() > PARTS_MAX {
        return Err(broken());
    }
    let path = sheet_path(&mut archive)?.ok_or_else(broken)?;
    let texts = Texts::read(&mut archive)?;
    read_sheet(&mut archive, &path, &texts, rows)
}

/// The number of parts according to the archive's end record.
fn parts_of(bytes: &[u8]) -> Option<usize> {
    let tail = bytes.len().saturating_sub(66_000);
    let at = tail + bytes.get(tail..)?.windows(4).rposition(|four| four == b"PK\x05\x06")?;
    let count = bytes.get(at + 10..at + 12)?;
    Some(usize::from(u16::from_le_bytes(count.try_into().ok()?)))
}

/// Reads a part up to its limit, and limits the length of texts and tags.
struct Guarded<R> {
    inner: R,
    left: u64,
    since_bracket: usize,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let read = buffer.get(..count).unwrap_or_default();
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| std::io::Error::other("too many bytes"))?;
        let is_bracket = |byte: &u8| matches!(byte, b'<' | b'>');
        match read.iter().rposition(is_bracket) {
            Some(last) => self.since_bracket = count - last,
            None => self.since_bracket += count,
        }
        if self.since_bracket > TOKEN_BYTES_MAX {
            return Err(std::io::Error::other("too long a text"));
        }
        Ok(count)
    }
}

/// Calls `on` for each event of a part. Returns `None` if the part doesn't exist.
fn each(
    archive: &mut Archive<'_>,
    path: &str,
    bytes_max: u64,
    mut on: impl FnMut(Event<'_>) -> Result<bool, Refused>,
    what: impl Fn() -> String,
) -> Result<Option<()>, Refused> {
    let Ok(part) = archive.by_name(path) else { return Ok(None) };
    let too_much = || Refused(format!("{} is too large when it is unpacked.", what()));
    if part.size() > bytes_max {
        return Err(too_much());
    }
    let mut reader = reader_of(BufReader::new(Guarded { inner: part, left: bytes_max, since_bracket: 0 }));
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Eof) => return Ok(Some(())),
            Ok(Event::DocType(_)) => return Err("The file holds what no spreadsheet writes.".into()),
            Ok(event) => {
                if !on(event)? {
                    return Ok(Some(()));
                }
            }
            Err(quick_xml::Error::Io(_)) => return Err(too_much()),
            Err(_) => return Err(format!("{} is damaged.", what()).into()),
        }
        buffer.clear();
    }
}

fn reader_of<R: BufRead>(from: R) -> Reader<R> {
    let mut reader = Reader::from_reader(from);
    reader.config_mut().expand_empty_elements = true;
    reader
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().with_checks(false).flatten().find(|one| one.key.local_name().into_inner() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

/// The path of the first visible sheet.
fn sheet_path(archive: &mut Archive<'_>) -> Result<Option<String>, Refused> {
    let mut relation = None;
    let workbook = || "The list of sheets".to_owned();
    each(
        archive,
        "xl/workbook.xml",
        PART_BYTES_MAX,
        |event| {
            if let Event::Start(tag) = event
                && tag.local_name().into_inner() == "sheet"
                && attribute(&tag, "state").is_none_or(|state| state == "visible")
            {
                let of_relation = |key: &str| key.ends_with(":id");
                let found = tag.attributes().with_checks(false).flatten().find(|one| of_relation(one.key.0));
                relation = found.map(|one| one.value.into_owned());
                return Ok(relation.is_none());
            }
            Ok(true)
        },
        workbook,
    )?;
    let Some(relation) = relation else { return Ok(None) };
    let mut target = None;
    each(
        archive,
        "xl/_rels/workbook.xml.rels",
        PART_BYTES_MAX,
        |event| {
            if let Event::Start(tag) = event
                && attribute(&tag, "Id").as_deref() == Some(&relation)
            {
                target = attribute(&tag, "Target");
                return Ok(false);
            }
            Ok(true)
        },
        workbook,
    )?;
    Ok(target.map(|target| match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("xl/{target}"),
    }))
}

/// The shared strings, concatenated.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    fn read(archive: &mut Archive<'_>) -> Result<Self, Refused> {
        let mut texts = Self::default();
        let (mut is_in_text, mut is_phonetic) = (false, false);
        let mut chars = 0;
        each(
            archive,
            "xl/sharedStrings.xml",
            TEXTS_BYTES_MAX,
            |event| {
                match event {
                    Event::Start(tag) => match tag.local_name().into_inner() {
                        "t" => is_in_text = !is_phonetic,
                        "rPh" => is_phonetic = true,
                        _ => {}
                    },
                    Event::End(tag) => match tag.local_name().into_inner() {
                        "t" => is_in_text = false,
                        "rPh" => is_phonetic = false,
                        "si" => {
                            if texts.ends.len() >= TEXTS_MAX {
                                return Err(format!("The file has more than {TEXTS_MAX} texts.").into());
                            }
                            texts.ends.push(u32::try_from(texts.text.len()).unwrap_or(u32::MAX));
                            chars = 0;
                        }
                        _ => {}
                    },
                    event if is_in_text => push_text(&event, &mut texts.text, &mut chars),
                    _ => {}
                }
                Ok(true)
            },
            || "The texts of the file".to_owned(),
        )?;
        Ok(texts)
    }

    fn get(&self, at: usize) -> Option<&str> {
        let start = match at.checked_sub(1) {
            None => 0,
            Some(before) => *self.ends.get(before)? as usize,
        };
        self.text.get(start..*self.ends.get(at)? as usize)
    }
}

/// Appends the text of an event, up to slightly more than a cell's limit.
fn push_text(event: &Event<'_>, to: &mut String, chars: &mut usize) {
    let mut push = |text: &str| {
        let room = (CELL_CHARS_MAX + 1).saturating_sub(*chars);
        let taken: String = text.chars().take(room).collect();
        *chars += taken.chars().count();
        to.push_str(&taken);
    };
    match event {
        Event::Text(text) => push(text),
        Event::CData(text) => push(text),
        Event::GeneralRef(reference) => {
            let known = match &**reference {
                "amp" => Some('&'),
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                _ => reference.resolve_char_ref().ok().flatten(),
            };
            if let Some(known) = known {
                push(known.encode_utf8(&mut [0; 4]));
            }
        }
        _ => {}
    }
}

/// The current row.
#[derive(Default)]
struct Open {
    number: u32,
    cells: Vec<String>,
    fault: Option<String>,
    /// Column and type of the current cell.
    column: usize,
    kind: String,
    value: String,
    chars: usize,
    is_in_value: bool,
}

fn read_sheet(archive: &mut Archive<'_>, path: &str, texts: &Texts, rows: &mut Rows) -> Result<(), Refused> {
    let mut open = Open::default();
    let found = each(
        archive,
        path,
        SHEET_BYTES_MAX,
        |event| {
            match event {
                Event::Start(tag) => match tag.local_name().into_inner() {
                    "row" => open.begin_row(&tag)?,
                    "c" => open.begin_cell(&tag, rows)?,
                    "f" => open.note(|cell| format!("{cell} holds a formula")),
                    "v" | "t" => open.is_in_value = true,
                    _ => {}
                },
                Event::End(tag) => match tag.local_name().into_inner() {
                    "row" => {
                        let cells = std::mem::take(&mut open.cells);
                        rows.add(open.number, cells, open.fault.take())?;
                    }
                    "c" => open.end_cell(texts)?,
                    "v" | "t" => open.is_in_value = false,
                    "sheetData" => return Ok(false),
                    _ => {}
                },
                event if open.is_in_value => push_text(&event, &mut open.value, &mut open.chars),
                _ => {}
            }
            Ok(true)
        },
        || "The sheet".to_owned(),
    )?;
    found.ok_or_else(|| "The file is damaged: its sheet is missing.".into())
}

impl Open {
    fn begin_row(&mut self, tag: &BytesStart<'_>) -> Result<(), Refused> {
        let given = attribute(tag, "r").and_then(|number| number.parse::<u32>().ok());
        let number = given.unwrap_or(self.number.saturating_add(1));
        Rows::check(number)?;
        if number <= self.number {
            return Err(format!("Row {number} stands below row {}.", self.number).into());
        }
        *self = Self { number, ..Self::default() };
        Ok(())
    }

    fn begin_cell(&mut self, tag: &BytesStart<'_>, rows: &mut Rows) -> Result<(), Refused> {
        rows.count(self.number)?;
        let given = attribute(tag, "r").and_then(|place| column_of(&place));
        self.column = given.unwrap_or(self.cells.len());
        self.kind = attribute(tag, "t").unwrap_or_default();
        self.value.clear();
        self.chars = 0;
        self.is_in_value = false;
        Ok(())
    }

    fn end_cell(&mut self, texts: &Texts) -> Result<(), Refused> {
        let value = match self.kind.as_str() {
            "s" => self.value.trim().parse().ok().and_then(|at| texts.get(at)).unwrap_or_default().to_owned(),
            "b" => if self.value.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
            "e" => {
                self.note(|cell| format!("{cell} holds an error"));
                return Ok(());
            }
            "str" | "inlineStr" => std::mem::take(&mut self.value),
            _ => number_text(self.value.trim()),
        };
        if value.is_empty() {
            return Ok(());
        }
        if self.column >= COLUMNS_MAX {
            let (row, cell) = (self.number, format!("{}{}", letters(self.column), self.number));
            return Err(format!("Row {row}: a file has at most {COLUMNS_MAX} columns, and {cell} lies beyond.").into());
        }
        if self.column < self.cells.len() {
            return Err(format!("Row {}: a cell appears twice.", self.number).into());
        }
        self.cells.resize(self.column, String::new());
        self.cells.push(value);
        Ok(())
    }

    fn note(&mut self, text: impl FnOnce(String) -> String) {
        let cell = format!("{}{}", letters(self.column), self.number);
        self.fault.get_or_insert_with(|| text(cell));
    }
}

/// The zero-based column of a cell reference such as `C7`.
fn column_of(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic).take(4);
    letters
        .map(|byte| usize::from(byte.to_ascii_uppercase() - b'A' + 1))
        .reduce(|sum, one| sum * 26 + one)?
        .checked_sub(1)
}

/// Formats a number without an exponent, such as a phone number that a spreadsheet stores as 4.155550132E9.
fn number_text(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() < 1e15 && value.contains(['.', 'e', 'E']) => {
            format!("{number:.0}")
        }
        _ => value.to_owned(),
    }
}
