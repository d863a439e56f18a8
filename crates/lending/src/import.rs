//! Result of reading a loan file in any format: an application, its secrets and a list of issues.
//!
//! An unreadable field becomes an [`Issue`] and doesn't fail the import. Only a file that can't become a loan is a
//! [`Refusal`] (decision D34). `mismo` and `fnma` map the two formats. Callers pass in new ids, so that mapping stays a
//! pure function.

use crate::application::{Application, Secrets};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// The contents of a file, as far as they could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The application without its secrets.
    pub application: Application,
    /// Secrets, which are stored encrypted apart from the application.
    pub secrets: Secrets,
    /// Values that could not be imported, in the order of the file.
    pub issues: Vec<Issue>,
    /// The day the file was written, if it says so.
    #[serde(default)]
    pub written_on: Option<Date>,
}

impl Imported {
    /// The day up to which the file's contents are current: the day it was written, or else the last signature or
    /// receipt date.
    #[must_use]
    pub fn tells_as_of(&self) -> Option<Date> {
        let Application { borrowers, loan, originator, .. } = &self.application;
        let signed = borrowers.iter().map(|borrower| borrower.signed_on);
        let known = signed.chain([originator.signed_on, loan.application_received_on]).flatten().max();
        self.written_on.or(known)
    }
}

/// A problem in a file that an officer should look at. It never contains a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Issue {
    /// Location in the file: a path from `DEAL` in MISMO, `line 12, record 03A` in FNMA.
    pub place: String,
    /// Name of the field in the file's format.
    pub field: String,
    /// The value in the file. Omitted if it is long, secret or missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// One sentence that says what is wrong and how the import handled it.
    pub reason: String,
}

/// A file that can't become a loan. The message tells a loan officer how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Stable code for tests and logs, such as `no_borrower`.
    pub code: &'static str,
    /// The message that the officer sees.
    pub message: String,
}

/// Source of new ids: random in production, sequential in tests.
pub trait NewId {
    /// Returns an id that was never used before.
    fn new_id(&mut self) -> Uuid;
}

impl<F: FnMut() -> Uuid> NewId for F {
    fn new_id(&mut self) -> Uuid {
        self()
    }
}

/// Normalizes a file for duplicate detection. It drops whitespace between XML elements and at line ends, so that a file
/// still matches after a mail program or editor has rewritten its lines.
#[must_use]
pub fn normalized(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_markup = bytes.trim_ascii_start().starts_with(b"<");
    let mut kept = Vec::with_capacity(bytes.len());
    for line in bytes.split(|byte| matches!(byte, b'\r' | b'\n')) {
        let line = if is_markup { line.trim_ascii() } else { line.trim_ascii_end() };
        if line.is_empty() {
            continue;
        }
        // A line break is insignificant between two elements. Inside an element it counts as a space.
        let is_between = is_markup && (kept.ends_with(b">") || line.starts_with(b"<"));
        if !kept.is_empty() && !is_between {
            kept.push(if is_markup { b' ' } else { b'\n' });
        }
        kept.extend_from_slice(line);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_line_ends_do_not_make_a_different_document() {
        let fnma = b"00A1003\r\n01A N  \r\n";
        for same in [&b"00A1003\n01A N\n"[..], b"00A1003\r01A N", b"\xef\xbb\xbf00A1003\n\n01A N   "] {
            assert_eq!(normalized(same), normalized(fnma));
        }
        assert_ne!(
            normalized(b"00A1003\n 01A N"),
            normalized(fnma),
            "leading spaces are significant: FNMA columns count from the start of the line"
        );
        let mismo = b"<MESSAGE>\r\n  <DEAL>\r\n    <Name>Ken\r\n Customer</Name>\r\n  </DEAL>\r\n</MESSAGE>";
        for same in [
            &b"<MESSAGE><DEAL><Name>Ken Customer</Name></DEAL></MESSAGE>"[..],
            b"<MESSAGE>\n\t<DEAL>\n\t\t<Name>Ken\n Customer</Name>\n\t</DEAL>\n</MESSAGE>\n",
        ] {
            assert_eq!(normalized(same), normalized(mismo));
        }
        assert_ne!(normalized(b"<MESSAGE><DEAL><Name>Kim Customer</Name></DEAL></MESSAGE>"), normalized(mismo));
    }
}
