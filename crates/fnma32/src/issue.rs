//! What is wrong in a file, and why a file is refused.

use crate::layout::Field;

/// Something in a file that could not be read as it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Line of the file, counted from 1; 0 where the whole file is meant.
    pub line: usize,
    /// The record, such as `03A`; empty where the whole file is meant.
    pub record: String,
    /// The field, where one is meant.
    pub field: Option<&'static Field>,
    /// What stands in it; never the value of a sealed field.
    pub value: Option<String>,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong. `Display` says it in a sentence, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Bytes that are not UTF-8.
    #[error(
        "The file has characters that are not UTF-8. They were read as Windows-1252; please check names with accents."
    )]
    NotUtf8,
    /// Control characters within a line.
    #[error("The line has characters that can't be printed. They were read as blanks.")]
    ControlCharacters,
    /// A line of no known record.
    #[error("FNMA 3.2 has no such record. It was not read.")]
    UnknownRecord,
    /// Characters beyond the end of the record.
    #[error(
        "The line is too long (by {0}), so that values may stand in the wrong columns. What goes beyond the end was \
         not read."
    )]
    LineTooLong(usize),
    /// Blanks beyond the end of the record.
    #[error("The line goes beyond the end of the record (by {0}), but with blanks only. Nothing was lost.")]
    BlanksBeyondEnd(usize),
    /// A record that should occur once.
    #[error("The record occurs more than once. The first one was read.")]
    Repeated,
    /// A record outside of its section.
    #[error("The record stands in the wrong section of the file. It was read all the same.")]
    WrongSection,
    /// A record `000` that opens no known section.
    #[error("FNMA 3.2 has no section with this file type.")]
    UnknownSection,
    /// A record `000` whose file type is written with its explanation, as the guide prints it.
    #[error("The file type is written with its explanation (\"1=1003\"). It was read by its number.")]
    ExplainedFileType,
    /// No version in the record `000`.
    #[error("The file does not say which version of the format it has. It was read as 3.20.")]
    NoVersion,
    /// EH or TH without ET or TT.
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
    /// Not a day of the calendar.
    #[error("This should be a date, written year, month, day: 20240131.")]
    NotADate,
    /// Not a year.
    #[error("This should be a year of four digits.")]
    NotAYear,
    /// Neither Y nor N.
    #[error("This should be Y or N.")]
    NotYesNo,
    /// A code that the guide does not have.
    #[error("FNMA 3.2 has no such code here.")]
    UnknownCode,
    /// An applicant without a Social Security number.
    #[error("The applicant has no Social Security number. Records without a number were taken to be this applicant's.")]
    NoNumber,
    /// Applicants who share a Social Security number, or both have none.
    #[error(
        "Another applicant has the same Social Security number, or none either. Their records can't be told apart: \
         those that occur once for each applicant were given out in order, all others to the first of them."
    )]
    SharedNumber,
    /// A record with a wrong number or none that only one applicant can own.
    #[error(
        "The record's Social Security number is missing or that of no applicant. It was given to the only applicant to \
         whom it can belong."
    )]
    GivenByPlace,
    /// A record that belongs to nobody.
    #[error("The record's Social Security number is missing or that of no applicant, so that its owner is not known.")]
    NoApplicant,
}

/// Why a file can't be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nothing but blanks.
    #[error("The file is empty.")]
    Empty,
    /// More than [`FILE_BYTES_MAX`](crate::FILE_BYTES_MAX).
    #[error("The file is too large.")]
    TooLarge,
    /// More than [`LINES_MAX`](crate::LINES_MAX) or [`RECORDS_MAX`](crate::RECORDS_MAX).
    #[error("The file has too many lines.")]
    TooManyLines,
    /// A line of more than [`LINE_BYTES_MAX`](crate::LINE_BYTES_MAX).
    #[error("Line {0} of the file is too long.")]
    LineTooLong(usize),
    /// XML, so another format.
    #[error("The file is XML, not FNMA 3.2.")]
    Xml,
    /// No record `000`, or no known record beside it.
    #[error("The file is not an FNMA 3.2 file.")]
    NotFnma,
    /// Another version of the format, as the record `000` says. Its columns are others: what would be read is not what
    /// was meant.
    #[error("The file has version {0} of the format, not 3.2.")]
    Version(String),
}

impl Refusal {
    /// A stable word for tests and logs.
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
