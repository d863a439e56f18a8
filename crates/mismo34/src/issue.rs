//! What an importer should know about a file that could be read.

use std::borrow::Cow;

/// Something in a file that is not as the standard has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue<'a> {
    /// The number of the element it is about; see [`crate::Document::place`].
    pub element: u32,
    /// What.
    pub kind: IssueKind,
    /// The element, attribute or label in question.
    pub name: Cow<'a, str>,
}

/// Kinds of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IssueKind {
    /// `MESSAGE` does not say which version of the standard it follows.
    NoVersion,
    /// The XML declaration names another encoding than UTF-8, but the bytes are UTF-8.
    DeclaredEncoding,
    /// An element in which something stands is not one that the table knows; it was left out with all in it.
    Unknown,
    /// An element of the standard stands where the standard has it not; it was left out.
    Misplaced,
    /// An element stands a second time where the standard has it once; the first was kept.
    Repeated,
    /// Text stands in a container; it was left out.
    TextInContainer,
    /// A label stands at two elements of one name; relationships that name it are not followed.
    DuplicateLabel,
    /// A relationship names a label that no such element has; it is not followed.
    DanglingLabel,
    /// A relationship lacks one of its ends.
    LooseRelationship,
}
