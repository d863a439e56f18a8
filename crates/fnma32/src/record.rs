//! A record: a line and the table that splits it into fields.

use crate::layout::{Field, Kind, Layout, Section};

/// End of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// Carriage return and line feed, as the guide requires.
    #[default]
    CrLf,
    /// Line feed only.
    Lf,
    /// Carriage return only.
    Cr,
    /// The file ends without a line end.
    Missing,
}

impl LineEnd {
    /// The characters of the line end.
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

/// How a value fitted into its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a value that does not fit is cut or left out"]
pub enum Fit {
    /// The value fitted completely.
    Whole,
    /// The text was cut to the field's length.
    Cut,
    /// The number was too long. The field is blank, because cutting would change the number.
    LeftOut,
}

/// A line of a file. A known record is split into fields by its [`Layout`]. Unknown records and blank lines are
/// preserved.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    pub(crate) layout: Option<&'static Layout>,
    /// The line with one character per column: control characters are replaced by spaces, and padding is added if the
    /// exporter counted bytes.
    pub(crate) text: String,
    /// The original line, if it differs from `text`.
    pub(crate) raw: Option<Box<str>>,
    pub(crate) end: LineEnd,
    pub(crate) line: usize,
    pub(crate) section: Section,
    pub(crate) applicant: Option<usize>,
}

impl Record {
    /// An empty record of this type, padded to its full length.
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

    /// The `000` record that opens a section.
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
        // The two layouts of `000` records start with the same two fields.
        record.put(4, 3, section.file_type());
        record.put(7, 5, crate::VERSION);
        record.section = section;
        record
    }

    /// Parses a line. `raw` has no line end.
    pub(crate) fn read(raw: &str, end: LineEnd, line: usize) -> Record {
        let layout = Layout::of(raw);
        let text = match layout {
            Some(layout) if !raw.is_ascii() && raw.len() == layout.length => printable(&recount(raw, layout)),
            _ => printable(raw),
        };
        let raw = (text != raw).then(|| raw.into());
        Record { layout, text, raw, end, line, section: Section::Envelope, applicant: None }
    }

    /// The record's table. `None` for unknown records and blank lines.
    #[must_use]
    pub fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// The record id without spaces: `03A`, `EH`.
    #[must_use]
    pub fn id(&self) -> &str {
        self.text.get(..3).unwrap_or(&self.text).trim_end()
    }

    /// Line number in the file, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The section that contains the record.
    #[must_use]
    pub fn section(&self) -> Section {
        self.section
    }

    /// The owner of the record: an index in [`File::applicants`](crate::File::applicants).
    #[must_use]
    pub fn applicant(&self) -> Option<usize> {
        self.applicant
    }

    /// The original line without its line end.
    #[must_use]
    pub fn as_written(&self) -> &str {
        self.raw.as_deref().unwrap_or(&self.text)
    }

    /// Whether the line is blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The trimmed value of a field. `None` if the field is blank, after the end of the line, or not part of this
    /// record.
    #[must_use]
    pub fn get(&self, field: &Field) -> Option<&str> {
        debug_assert!(self.has(field), "{} is not a field of {}", field.id, self.id());
        if !self.has(field) {
            return None;
        }
        let value = columns(&self.text, field.column, field.length).trim();
        (!value.is_empty()).then_some(value)
    }

    /// Sets a field: texts are left-aligned, numbers right-aligned. Control characters become spaces, so that a value
    /// can't start another record.
    ///
    /// A text that is too long is cut. Any other value that is too long is omitted.
    pub fn set(&mut self, field: &Field, value: &str) -> Fit {
        debug_assert!(self.has(field), "{} is not a field of {}", field.id, self.id());
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

    /// The same record with a field set; see [`Record::set`].
    #[must_use]
    pub fn with(mut self, field: &Field, value: &str) -> Record {
        let _ = self.set(field, value);
        self
    }

    /// Lengths of the text after the record's end: up to the last non-space character, and of the spaces after it.
    pub(crate) fn excess(&self) -> (usize, usize) {
        let Some(layout) = self.layout else { return (0, 0) };
        let excess = columns(&self.text, layout.length + 1, usize::MAX);
        let filled = excess.trim_end();
        (filled.chars().count(), excess[filled.len()..].chars().count())
    }

    fn has(&self, field: &Field) -> bool {
        self.layout.is_some_and(|layout| layout.fields.iter().any(|own| own.id == field.id))
    }

    /// Replaces columns. Pads the line if it is shorter.
    fn put(&mut self, column: usize, length: usize, value: &str) {
        let start = column - 1;
        let mut text: String = self.text.chars().chain(std::iter::repeat(' ')).take(start).collect();
        text.extend(value.chars().chain(std::iter::repeat(' ')).take(length));
        text.extend(self.text.chars().skip(start + length));
        self.text = text;
        self.raw = None;
    }
}

/// Omits the line, because it can contain a Social Security number.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record({} in line {}, {} characters)", self.id(), self.line, self.text.chars().count())
    }
}

/// The text with spaces instead of control characters.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Columns of a line, up to the end of the line.
fn columns(text: &str, column: usize, length: usize) -> &str {
    let (start, end) = (column - 1, (column - 1).saturating_add(length));
    if text.is_ascii() {
        return text.get(start..end.min(text.len())).unwrap_or("");
    }
    let at = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    &text[at(start)..at(end)]
}

/// Some exporters pad UTF-8 to the record's length in bytes, so each accented letter shifts the following columns to
/// the left. Such a line has exactly the record's length in bytes. Split its fields by bytes and pad them again.
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
