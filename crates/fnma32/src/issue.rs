//! Issues found in a file, and reasons for rejecting one.

use crate::layout::Field;

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Line number, counted from 1; 0 if the issue concerns the whole file.
    pub line: usize,
    /// The record, such as `03A`; empty if the issue concerns the whole file.
    pub record: String,
    /// The field, if the issue concerns one.
    pub field: Option<&'static Field>,
    /// The field's value. Never set for sensitive fields.
    pub value: Option<String>,
    /// Type of problem.
    pub reason: Reason,
}

/// Types of problems. `Display` describes the problem and how it was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Bytes that aren't UTF-8.
    #[error(
        "The file has characters that are not UTF-8. They were read as Windows-1252; please check names with accents."
    )]
    NotUtf8,
    /// Control characters in a line.
    #[error("The line has characters that can't be printed. They were read as blanks.")]
    ControlCharacters,
    /// A line with an unknown record id.
    #[error("FNMA 3.2 has no such record. It was not read.")]
    UnknownRecord,
    /// Text after the end of the record.
    #[error(
        "The line is too long (by {0}), so that values may stand in the wrong columns. What goes beyond the end was \
         not read."
    )]
    LineTooLong(usize),
    /// Spaces after the end of the record.
    #[error("The line goes beyond the end of the record (by {0}), but with blanks only. Nothing was lost.")]
    BlanksBeyondEnd(usize),
    /// Several records of a type that may occur only once.
    #[error("The record occurs more than once. The first one was read.")]
    Repeated,
    /// A record outside its section.
    #[error("The record stands in the wrong section of the file. It was read all the same.")]
    WrongSection,
    /// A `000` record with an unknown file type.
    #[error("FNMA 3.2 has no section with this file type.")]
    UnknownSection,
    /// A `000` record with the explanation that the guide prints next to the file type.
    #[error("The file type is written with its explanation (\"1=1003\"). It was read by its number.")]
    ExplainedFileType,
    /// No version in the `000` record.
    #[error("The file does not say which version of the format it has. It was read as 3.20.")]
    NoVersion,
    /// EH or TH without the closing ET or TT.
    #[error("The file begins with an envelope that is never closed. Its end may have been cut off.")]
    CutOff,
    /// Not digits.
    #[error("This should be a whole number.")]
    NotDigits,
    /// Not an amount.
    #[error("This should be an amount such as 1234.56.")]
    NotAnAmount,
    /// Not a rate.
    #[error("This should be a percentage such as 4.250.")]
    NotARate,
    /// Not a valid date.
    #[error("This should be a date, written year, month, day: 20240131.")]
    NotADate,
    /// Not a year.
    #[error("This should be a year of four digits.")]
    NotAYear,
    /// Neither Y nor N.
    #[error("This should be Y or N.")]
    NotYesNo,
    /// A code that isn't in the guide.
    #[error("FNMA 3.2 has no such code here.")]
    UnknownCode,
    /// An applicant without a Social Security number.
    #[error("The applicant has no Social Security number. Records without a number were taken to be this applicant's.")]
    NoNumber,
    /// Applicants with the same Social Security number, or with none.
    #[error(
        "Another applicant has the same Social Security number, or none either. Their records can't be told apart: \
         those that occur once for each applicant were given out in order, all others to the first of them."
    )]
    SharedNumber,
    /// A record whose number is wrong or missing, and that only one applicant can own.
    #[error(
        "The record's Social Security number is missing or that of no applicant. It was given to the only applicant to \
         whom it can belong."
    )]
    GivenByPlace,
    /// A record without a known owner.
    #[error("The record's Social Security number is missing or that of no applicant, so that its owner is not known.")]
    NoApplicant,
}

/// Why a file can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Empty or only whitespace.
    #[error("The file is empty.")]
    Empty,
    /// More than [`FILE_BYTES_MAX`](crate::FILE_BYTES_MAX).
    #[error("The file is too large.")]
    TooLarge,
    /// More lines than [`LINES_MAX`](crate::LINES_MAX) or more records than [`RECORDS_MAX`](crate::RECORDS_MAX).
    #[error("The file has too many lines.")]
    TooManyLines,
    /// A line longer than [`LINE_BYTES_MAX`](crate::LINE_BYTES_MAX).
    #[error("Line {0} of the file is too long.")]
    LineTooLong(usize),
    /// The file is XML.
    #[error("The file is XML, not FNMA 3.2.")]
    Xml,
    /// No `000` record, or no known record apart from it.
    #[error("The file is not an FNMA 3.2 file.")]
    NotFnma,
    /// The `000` record names another version. Its columns differ, so values would be read into the wrong fields.
    #[error("The file has version {0} of the format, not 3.2.")]
    Version(String),
}

impl Refusal {
    /// Stable code for tests and logs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Empty => "empty",
            Refusal::TooLarge => "too_large",
            Refusal::TooManyLines => "too_many_lines",
            Refusal::LineTooLong(_) => "line_too_long",
            Refusal::Xml => "xml",
            Refusal::NotFnma => "not_fnma",
            Refusal::Version(_) => "version",
        }
    }
}
