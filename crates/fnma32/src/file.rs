//! A file: its records in order, and the issues found in them.

use crate::{
    ISSUES_MAX,
    check::check,
    encoding::Encoding,
    issue::{Issue, Reason},
    join::join,
    layout::{Field, Layout, Occurs, Section},
    record::Record,
    records,
};

/// A file that was read or that will be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub(crate) records: Vec<Record>,
    pub(crate) applicants: Vec<usize>,
    pub(crate) issues: Issues,
    pub(crate) encoding: Encoding,
    pub(crate) byte_order_mark: bool,
}

impl File {
    /// Creates a file from records. It numbers lines, detects sections, assigns records to applicants and checks them,
    /// as if the file had been read.
    #[must_use]
    pub fn new(records: Vec<Record>) -> File {
        File::settle(records, Issues::default())
    }

    pub(crate) fn settle(mut records: Vec<Record>, mut issues: Issues) -> File {
        for (i, record) in records.iter_mut().enumerate() {
            record.line = i + 1;
        }
        find_sections(&mut records, &mut issues);
        for record in &records {
            check(record, &mut issues);
        }
        find_repeated(&records, &mut issues);
        let applicants = join(&mut records, &mut issues);
        find_cut_off(&records, &mut issues);
        // Each check covers one aspect, but readers of the issues go through the file from top to bottom.
        issues.list.sort_by_key(|issue| issue.line);
        File { records, applicants, issues, encoding: Encoding::default(), byte_order_mark: false }
    }

    /// Every line in order, including blank and unknown ones.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The records of one type, in order.
    pub fn all(&self, layout: &'static Layout) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |record| record.layout == Some(layout))
    }

    /// The first record of a type.
    #[must_use]
    pub fn first(&self, layout: &'static Layout) -> Option<&Record> {
        self.all(layout).next()
    }

    /// The applicants (03A), in the order of the file.
    pub fn applicants(&self) -> impl ExactSizeIterator<Item = &Record> {
        self.applicants.iter().map(|at| &self.records[*at])
    }

    /// The records of one type that belong to an applicant. `applicant` is the index in [`File::applicants`].
    pub fn of(&self, layout: &'static Layout, applicant: usize) -> impl Iterator<Item = &Record> {
        self.all(layout).filter(move |record| record.applicant == Some(applicant))
    }

    /// The issues in file order, at most [`ISSUES_MAX`].
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues.list
    }

    /// Number of issues omitted from [`File::issues`].
    #[must_use]
    pub fn issues_left_out(&self) -> usize {
        self.issues.left_out
    }

    /// Encoding of the text.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The same file with another encoding for writing.
    #[must_use]
    pub fn encoded(mut self, encoding: Encoding) -> File {
        self.encoding = encoding;
        self
    }
}

/// A list of issues with a limited length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Issues {
    pub(crate) list: Vec<Issue>,
    pub(crate) left_out: usize,
}

impl Issues {
    pub(crate) fn push(&mut self, issue: Issue) {
        if self.list.len() < ISSUES_MAX {
            self.list.push(issue);
        } else {
            self.left_out += 1;
        }
    }

    /// Reports an issue with a record or one of its fields. Values of sensitive fields are never quoted.
    pub(crate) fn about(&mut self, record: &Record, field: Option<&'static Field>, reason: Reason) {
        let value =
            field.filter(|field| !field.kind.is_sealed()).and_then(|field| record.get(field)).map(str::to_owned);
        self.push(Issue { line: record.line, record: record.id().to_owned(), field, value, reason });
    }
}

/// The file type in a `000` record: its leading digits.
pub(crate) fn file_type(record: &Record) -> &str {
    let text = record.text.get(3..).unwrap_or("").trim_start();
    &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())]
}

/// The version in a `000` record. Exporters use different columns, so it is the last `n.nn` of the line.
pub(crate) fn version(record: &Record) -> Option<&str> {
    let text = record.text.get(3..)?;
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(2))
        .rev()
        .find(|at| bytes[*at] == b'.' && [at - 1, at + 1, at + 2].iter().all(|digit| bytes[*digit].is_ascii_digit()))
        .map(|at| &text[at - 1..at + 3])
}

fn find_sections(records: &mut [Record], issues: &mut Issues) {
    let mut current = Some(Section::Envelope);
    for record in records {
        let Some(layout) = record.layout else { continue };
        if record.id() == "000" {
            let number = file_type(record);
            current = Section::OPENED.into_iter().find(|section| section.file_type() == number);
            let explained = record.text.contains('=');
            if current.is_none() {
                issues.about(record, layout.fields.first(), Reason::UnknownSection);
            } else if explained {
                issues.about(record, layout.fields.first(), Reason::ExplainedFileType);
            }
            if version(record).is_none() {
                issues.about(record, layout.fields.get(1), Reason::NoVersion);
            }
        } else if layout.section == Section::Envelope {
            current = Some(Section::Envelope);
        } else if current.is_some_and(|current| current != layout.section) {
            issues.about(record, None, Reason::WrongSection);
        }
        record.section = current.unwrap_or(layout.section);
    }
}

fn find_repeated(records: &[Record], issues: &mut Issues) {
    for layout in records::ALL.iter().filter(|layout| layout.occurs == Occurs::Once) {
        for record in records.iter().filter(|record| record.layout == Some(*layout)).skip(1) {
            issues.about(record, None, Reason::Repeated);
        }
    }
}

fn find_cut_off(records: &[Record], issues: &mut Issues) {
    let has = |layout: &'static Layout| records.iter().any(|record| record.layout == Some(layout));
    let open = (has(&records::envelope_header::LAYOUT) && !has(&records::envelope_trailer::LAYOUT))
        || (has(&records::transaction_header::LAYOUT) && !has(&records::transaction_trailer::LAYOUT));
    if let (true, Some(last)) = (open, records.last()) {
        issues.about(last, None, Reason::CutOff);
    }
}
