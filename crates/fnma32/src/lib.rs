//! Reads and writes Fannie Mae's Residential Loan Data file, Form 1003 version 3.2, which the industry calls "FNMA
//! 3.2".
//!
//! A file is a list of fixed-length records, one per line. The first three columns are the record id. A `000` record
//! opens each section. [`read`] parses bytes into records according to the tables of [`records`] and reports problems
//! as issues. [`write()`] does the reverse. A file that was read is written back byte for byte.
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
//! The crate knows columns and codes but not loans, so values stay text. It does no I/O and reads no clock.

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

/// Version of the format, as in the `000` records.
pub const VERSION: &str = "3.20";

/// Maximum size of a file: 10 MB.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;

/// Maximum number of lines. The largest real files have a few hundred.
pub const LINES_MAX: usize = 20_000;

/// Maximum number of known records.
pub const RECORDS_MAX: usize = 5_000;

/// Maximum length of a line. The longest record has 317 columns.
pub const LINE_BYTES_MAX: usize = 4_096;

/// Maximum number of issues kept. Further ones are only counted.
pub const ISSUES_MAX: usize = 5_000;
