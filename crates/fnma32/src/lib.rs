//! Fannie Mae's Residential Loan Data file, Form 1003 version 3.2: what the industry calls "FNMA 3.2".
//!
//! A file is a list of records of fixed length, one a line. The first three columns name the record; a record `000`
//! opens each section. [`read`] cuts bytes into records by the tables of [`records`] and tells what is wrong in a list
//! of issues; [`write()`] makes bytes of records by the same tables. What was read is written back as it was, to the
//! byte.
//!
//! ```
//! use fnma32::{File, Record, Section, read, records::{applicant, mortgage}, write};
//!
//! let file = File::new(vec![
//!     Record::opening(Section::Application),
//!     Record::new(&mortgage::LAYOUT).with(&mortgage::AMOUNT, "300000.00").with(&mortgage::RATE, "4.250"),
//!     Record::new(&applicant::LAYOUT).with(&applicant::SSN, "900450001").with(&applicant::LAST_NAME, "Customer"),
//! ]);
//! let again = read(&write(&file))?;
//! assert_eq!(again.applicants().next().and_then(|applicant| applicant.get(&applicant::LAST_NAME)), Some("Customer"));
//! assert_eq!(again, file);
//! # Ok::<(), fnma32::Refusal>(())
//! ```
//!
//! The crate knows columns and codes, not loans: values stay texts. It does no I/O and holds no clock.

mod check;
pub mod codes;
mod encoding;
mod file;
mod issue;
mod join;
mod layout;
mod read;
mod record;
pub mod records;
mod write;

pub use encoding::Encoding;
pub use file::File;
pub use issue::{Issue, Reason, Refusal};
pub use layout::{Field, Kind, Layout, Occurs, Section};
pub use read::read;
pub use record::{Fit, LineEnd, Record};
pub use write::write;

/// The version of the format, as the records `000` write it.
pub const VERSION: &str = "3.20";

/// Most bytes of a file: 10 MB.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Most lines of a file. The largest real ones have a few hundred.
pub const LINES_MAX: usize = 20_000;

/// Most known records of a file.
pub const RECORDS_MAX: usize = 5_000;

/// Most bytes of a line. The longest record has 317 columns.
pub const LINE_BYTES_MAX: usize = 4_096;

/// Most issues that are kept; further ones are counted.
pub const ISSUES_MAX: usize = 5_000;
