//! Rejections of malformed files, with line numbers.

use super::Reading;
use crate::{Refusal, Worded, refusal::line_of};
use quick_xml::{
    Error,
    errors::{IllFormedError, SyntaxError},
};

impl Reading<'_> {
    /// Line number of the current position.
    pub(super) fn line(&self) -> usize {
        line_of(self.text.as_bytes(), self.offset())
    }

    /// The rejection of a file that isn't well-formed.
    pub(super) fn damaged(&self, reason: &str) -> Refusal {
        Refusal::NotWellFormed { line: self.line(), reason: reason.to_owned() }
    }

    /// Converts an error of quick-xml into a rejection.
    pub(super) fn refuse(&self, error: &Error) -> Refusal {
        let reason = match error {
            Error::Syntax(SyntaxError::UnclosedDoctype) => return Refusal::Doctype,
            Error::IllFormed(IllFormedError::MissingDoctypeName) => return Refusal::Doctype,
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                format!("</{}> was expected, </{}> stands there", Worded::new(expected), Worded::new(found))
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
                format!("</{}> stands there, but nothing is open", Worded::new(found))
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => "a lone & stands in a text".to_owned(),
            Error::IllFormed(IllFormedError::DoubleHyphenInComment) => "-- stands in a comment".to_owned(),
            Error::Syntax(SyntaxError::InvalidBangMarkup) => "<! begins nothing that XML knows".to_owned(),
            Error::Syntax(_) => "the file ends too early, in the middle of a tag".to_owned(),
            _ => "a tag is not written as XML asks".to_owned(),
        };
        let at = usize::try_from(self.xml.error_position()).unwrap_or(usize::MAX);
        Refusal::NotWellFormed { line: line_of(self.text.as_bytes(), at), reason }
    }
}
