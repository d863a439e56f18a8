//! Reasons for rejecting a file.

use crate::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_ATTRIBUTES_MAX, ELEMENTS_MAX, FILE_BYTES_MAX, NAMESPACES_MAX, VALUE_BYTES_MAX,
};
use std::fmt;

/// Why a file can't be read as MISMO 3.4. The message tells the user what the file is and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Empty file.
    #[error("This file is empty. Export the loan again as MISMO 3.4 and choose the new file.")]
    Empty,
    /// Larger than [`FILE_BYTES_MAX`].
    #[error(
        "This file has {} MB; a MISMO file may have {} MB. Export the loan without embedded documents and try again.",
        bytes.div_ceil(MEGABYTE),
        FILE_BYTES_MAX / MEGABYTE
    )]
    TooLarge {
        /// Size in bytes.
        bytes: usize,
    },
    /// Not XML.
    #[error(
        "This is {}, not a MISMO 3.4 file. Choose the .xml file that your loan origination system exported as MISMO 3.4.",
        kind.unwrap_or("not XML")
    )]
    NotXml {
        /// Type of the file, if its first bytes reveal it.
        kind: Option<&'static str>,
    },
    /// Not UTF-8.
    #[error("This file is written in {name}. Save it as UTF-8, or export the loan again, and choose the new file.")]
    Encoding {
        /// Name of the encoding, as far as known.
        name: Worded,
    },
    /// A document type declaration, which could define entities.
    #[error(
        "This file contains a document type declaration (DOCTYPE). MISMO 3.4 files have none, and it is refused for \
         safety. Export the loan again as MISMO 3.4."
    )]
    Doctype,
    /// Not well-formed according to XML 1.0 and Namespaces in XML 1.0.
    #[error(
        "This file is damaged: it is not well-formed XML (line {line}: {reason}). It may have been cut off or edited by \
         hand. Export the loan again as MISMO 3.4."
    )]
    NotWellFormed {
        /// Line number, counted from 1.
        line: usize,
        /// Description of the error.
        reason: String,
    },
    /// XML, but not a MISMO message.
    #[error(
        "This is an XML file of another kind ({root}), not a MISMO 3.4 loan file. Choose the file that your loan \
         origination system exported as MISMO 3.4."
    )]
    OtherDocument {
        /// Name of the outermost element.
        root: Worded,
    },
    /// MISMO, but not version 3.4.
    #[error("This is a MISMO {version} file ({root}); only MISMO 3.4 is read. Export the loan again as MISMO 3.4.")]
    OtherVersion {
        /// Name of the outermost element.
        root: Worded,
        /// Version that the file specifies.
        version: Worded,
    },
    /// No `DEAL`.
    #[error("This MISMO file contains no loan (no DEAL). Export the loan again as MISMO 3.4.")]
    NoDeal,
    /// More than one `DEAL`.
    #[error(
        "This MISMO file contains {count} loans (DEAL). Export each loan to a file of its own and import them one by one."
    )]
    ManyDeals {
        /// Number of `DEAL` elements.
        count: usize,
    },
    /// Nested deeper than [`DEPTH_MAX`].
    #[error(
        "This file is built like no loan file: more than {DEPTH_MAX} elements stand within each other. Export the loan again as MISMO 3.4."
    )]
    TooDeep,
    /// More elements than [`ELEMENTS_MAX`].
    #[error(
        "This file is built like no loan file: it has more than {ELEMENTS_MAX} elements. Export one loan as MISMO 3.4 and try again."
    )]
    TooManyElements,
    /// More attributes than [`ATTRIBUTES_MAX`], or than [`ELEMENT_ATTRIBUTES_MAX`] in one element.
    #[error(
        "This file is built like no loan file: it has more than {ATTRIBUTES_MAX} attributes, or more than \
         {ELEMENT_ATTRIBUTES_MAX} in one element. Export the loan again as MISMO 3.4."
    )]
    TooManyAttributes,
    /// More namespaces in scope than [`NAMESPACES_MAX`].
    #[error(
        "This file is built like no loan file: it declares more than {NAMESPACES_MAX} namespaces. Export the loan again as MISMO 3.4."
    )]
    TooManyNamespaces,
    /// A value longer than [`VALUE_BYTES_MAX`].
    #[error(
        "A value in line {line} is longer than {VALUE_BYTES_MAX} bytes, as no value of a loan is. Export the loan again as MISMO 3.4."
    )]
    ValueTooLong {
        /// Line number of its end, counted from 1.
        line: usize,
    },
}

impl Refusal {
    /// Stable code for tests, logs and programs, independent of the message.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Empty => "empty_file",
            Refusal::TooLarge { .. } => "too_large",
            Refusal::NotXml { .. } => "not_xml",
            Refusal::Encoding { .. } => "encoding",
            Refusal::Doctype => "doctype",
            Refusal::NotWellFormed { .. } => "not_well_formed",
            Refusal::OtherDocument { .. } => "other_document",
            Refusal::OtherVersion { .. } => "other_version",
            Refusal::NoDeal => "no_deal",
            Refusal::ManyDeals { .. } => "many_deals",
            Refusal::TooDeep => "too_deep",
            Refusal::TooManyElements => "too_many_elements",
            Refusal::TooManyAttributes => "too_many_attributes",
            Refusal::TooManyNamespaces => "too_many_namespaces",
            Refusal::ValueTooLong { .. } => "value_too_long",
        }
    }
}

/// Bytes per megabyte.
const MEGABYTE: usize = 1024 * 1024;

/// A text from a file that is safe to quote in a message: short, with only letters, digits and some punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worded(String);

impl Worded {
    /// Keeps the characters of a text that are safe to show.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let shown = |c: &char| c.is_alphanumeric() || " _-.:[]".contains(*c);
        let word: String = text.chars().filter(shown).take(60).collect();
        Self(if word.trim().is_empty() { "unknown".to_owned() } else { word.trim().to_owned() })
    }
}

impl fmt::Display for Worded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Line number of an offset, counted from 1.
pub(crate) fn line_of(bytes: &[u8], offset: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &bytes[..offset.min(bytes.len())]).count()
}
