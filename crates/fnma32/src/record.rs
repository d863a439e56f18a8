//! One record: a line and the table by which it is cut into fields.

use crate::layout::{Field, Kind, Layout, Section};

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// Carriage return and line feed, as the guide asks.
    #[default]
    CrLf,
    /// Line feed alone.
    Lf,
    /// Carriage return alone.
    Cr,
    /// The file ends without one.
    Missing,
}

impl LineEnd {
    /// The characters themselves.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LineEnd::CrLf => "\r\n",
            LineEnd::Lf => "\n",
            LineEnd::Cr => "\r",
            LineEnd::Missing => "",
        }
    }
}

/// How much of a value found place in its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a value that does not fit is cut or left out"]
pub enum Fit {
    /// All of it.
    Whole,
    /// A text was cut at the field's end.
    Cut,
    /// A number can't be cut without becoming another: the field is left blank.
    LeftOut,
}

/// A line of a file. Known records are cut into fields by their [`Layout`]; unknown ones and blank lines are kept as
/// they are.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    pub(crate) layout: Option<&'static Layout>,
    /// The line in characters, so that columns can be counted: control characters made blanks, and padded where the
    /// file counted bytes.
    pub(crate) text: String,
    /// The line as it stood in the file, where that is different.
    pub(crate) raw: Option<Box<str>>,
    pub(crate) end: LineEnd,
    pub(crate) line: usize,
    pub(crate) section: Section,
    pub(crate) applicant: Option<usize>,
}

impl Record {
    /// An empty record of this kind, padded to its length.
    #[must_use]
    pub fn new(layout: &'static Layout) -> Record {
        Record {
            layout: Some(layout),
            text: format!("{:<width$}", layout.id, width = layout.length),
            raw: None,
            end: LineEnd::default(),
            line: 0,
            section: layout.section,
            applicant: None,
        }
    }

    /// The record `000` that opens a section.
    #[must_use]
    pub fn opening(section: Section) -> Record {
        use crate::records::{header, switch};
        let mut record = match section {
            Section::Application => {
                let mut record = Record::new(&header::LAYOUT);
                let _ = record.set(&header::EXPORT_VERSION, "W");
                record
            }
            _ => Record::new(&switch::LAYOUT),
        };
        // Both records begin with the same two fields.
        record.put(4, 3, section.file_type());
        record.put(7, 5, crate::VERSION);
        record.section = section;
        record
    }

    /// Reads a line. `text` has no line end.
    pub(crate) fn read(raw: &str, end: LineEnd, line: usize) -> Record {
        let layout = Layout::of(raw);
        let text = match layout {
            Some(layout) if !raw.is_ascii() && raw.len() == layout.length => printable(&recount(raw, layout)),
            _ => printable(raw),
        };
        let raw = (text != raw).then(|| raw.into());
        Record { layout, text, raw, end, line, section: Section::Envelope, applicant: None }
    }

    /// The table by which the record is read; none for unknown records and blank lines.
    #[must_use]
    pub fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// The three columns by which the record is known, without blanks: `03A`, `EH`.
    #[must_use]
    pub fn id(&self) -> &str {
        self.text.get(..3).unwrap_or(&self.text).trim_end()
    }

    /// Line of the file, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The section in which the record stands.
    #[must_use]
    pub fn section(&self) -> Section {
        self.section
    }

    /// Whose record it is: the place of the applicant among [`File::applicants`](crate::File::applicants).
    #[must_use]
    pub fn applicant(&self) -> Option<usize> {
        self.applicant
    }

    /// The line as it stands in the file, without its end.
    #[must_use]
    pub fn as_written(&self) -> &str {
        self.raw.as_deref().unwrap_or(&self.text)
    }

    /// Whether nothing stands in the line.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// What stands in a field, without the blanks around it; none where the field is blank, beyond the line's end, or
    /// of another record.
    #[must_use]
    pub fn get(&self, field: &Field) -> Option<&str> {
        debug_assert!(self.has(field), "{} is no field of {}", field.id, self.id());
        if !self.has(field) {
            return None;
        }
        let value = columns(&self.text, field.column, field.length).trim();
        (!value.is_empty()).then_some(value)
    }

    /// Puts a value into a field: texts from the left, numbers from the right. Control characters become blanks, so
    /// that a value can't begin another record.
    ///
    /// What does not fit is cut, if it is a text, and left out otherwise.
    pub fn set(&mut self, field: &Field, value: &str) -> Fit {
        debug_assert!(self.has(field), "{} is no field of {}", field.id, self.id());
        let value = printable(value.trim());
        let length = value.chars().count();
        let (value, fit) = if length <= field.length {
            (value, Fit::Whole)
        } else if matches!(field.kind.unsealed(), Kind::Text) {
            (value.chars().take(field.length).collect(), Fit::Cut)
        } else {
            (String::new(), Fit::LeftOut)
        };
        let width = field.length;
        if field.kind.is_right_aligned() {
            self.put(field.column, width, &format!("{value:>width$}"));
        } else {
            self.put(field.column, width, &value);
        }
        fit
    }

    /// The same record with a value put into a field; see [`Record::set`].
    #[must_use]
    pub fn with(mut self, field: &Field, value: &str) -> Record {
        let _ = self.set(field, value);
        self
    }

    /// Characters beyond the record's end: up to the last that is not blank, and the blanks after it.
    pub(crate) fn excess(&self) -> (usize, usize) {
        let Some(layout) = self.layout else { return (0, 0) };
        let excess = columns(&self.text, layout.length + 1, usize::MAX);
        let filled = excess.trim_end();
        (filled.chars().count(), excess[filled.len()..].chars().count())
    }

    fn has(&self, field: &Field) -> bool {
        self.layout.is_some_and(|layout| layout.fields.iter().any(|own| own.id == field.id))
    }

    /// Replaces columns, padding the line where it is shorter.
    fn put(&mut self, column: usize, length: usize, value: &str) {
        let start = column - 1;
        let mut text: String = self.text.chars().chain(std::iter::repeat(' ')).take(start).collect();
        text.extend(value.chars().chain(std::iter::repeat(' ')).take(length));
        text.extend(self.text.chars().skip(start + length));
        self.text = text;
        self.raw = None;
    }
}

/// Never prints the line: it may hold a Social Security number.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record({} in line {}, {} characters)", self.id(), self.line, self.text.chars().count())
    }
}

/// The text with blanks in place of control characters.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Columns of a line, as far as it reaches.
fn columns(text: &str, column: usize, length: usize) -> &str {
    let (start, end) = (column - 1, (column - 1).saturating_add(length));
    if text.is_ascii() {
        return text.get(start..end.min(text.len())).unwrap_or("");
    }
    let at = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    &text[at(start)..at(end)]
}

/// Some programs pad UTF-8 to the record's length in bytes, so that each letter with an accent moves what follows one
/// column to the left. Such a line has exactly the record's length in bytes: its fields are cut by bytes and padded
/// again.
fn recount(text: &str, layout: &Layout) -> String {
    let at = |byte: usize| {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    };
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(&text[..at(3)]);
    for field in layout.fields {
        let value = &text[at(field.column - 1)..at(field.column - 1 + field.length)];
        out.push_str(value);
        out.extend(std::iter::repeat_n(' ', field.length.saturating_sub(value.chars().count())));
    }
    out
}
