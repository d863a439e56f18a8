//! What reading a loan file yields, whatever its format: an application, what is sealed, and a list of issues.
//!
//! Reading never fails as a whole for what an officer can live with; what is refused is told by [`Refusal`]
//! (decision D34). `mismo` and `fnma` map the two formats; ids are handed in, so that mapping stays a pure function.

use crate::application::{Application, Secrets};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What a file says, as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The application.
    pub application: Application,
    /// What is sealed apart from it.
    pub secrets: Secrets,
    /// What could not be taken over, in the order of the file.
    pub issues: Vec<Issue>,
    /// The day on which the file was written, where it says so.
    #[serde(default)]
    pub written_on: Option<Date>,
}

impl Imported {
    /// As of which day the file tells: when it was written, else the last day on which somebody signed it or it was received.
    #[must_use]
    pub fn tells_as_of(&self) -> Option<Date> {
        let Application { borrowers, loan, originator, .. } = &self.application;
        let signed = borrowers.iter().map(|borrower| borrower.signed_on);
        let known = signed.chain([originator.signed_on, loan.application_received_on]).flatten().max();
        self.written_on.or(known)
    }
}

/// Something in a file that an officer should look at. Never holds a sealed value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Issue {
    /// Where: a path from `DEAL` in MISMO, `line 12, record 03A` in FNMA.
    pub place: String,
    /// Which field, in the format's own name.
    pub field: String,
    /// What stands there; left out where it is long, sealed or missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is wrong, and what was done about it, in a sentence.
    pub reason: String,
}

/// A file that can't become a loan; the message tells a loan officer what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Stable word for tests and logs, such as `no_borrower`.
    pub code: &'static str,
    /// The sentence that is shown.
    pub message: String,
}

/// Where new ids come from: random in the program, counted in tests.
pub trait NewId {
    /// An id that was never given before.
    fn new_id(&mut self) -> Uuid;
}

impl<F: FnMut() -> Uuid> NewId for F {
    fn new_id(&mut self) -> Uuid {
        self()
    }
}

/// A file's bytes as they are compared: without blank space between elements or at the ends of lines, so that the same
/// document is recognized whatever a mail program or an editor did to its lines.
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
        // Between two elements a line's end means nothing; within one it is a blank.
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
    fn line_ends_make_no_other_document() {
        let fnma = b"00A1003\r\n01A N  \r\n";
        for same in [&b"00A1003\n01A N\n"[..], b"00A1003\r01A N", b"\xef\xbb\xbf00A1003\n\n01A N   "] {
            assert_eq!(normalized(same), normalized(fnma));
        }
        assert_ne!(normalized(b"00A1003\n 01A N"), normalized(fnma), "columns count from the line's beginning");
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
