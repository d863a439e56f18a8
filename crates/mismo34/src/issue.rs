//! Problems in a file that don't prevent reading it.

use std::borrow::Cow;

/// A deviation from the standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue<'a> {
    /// Number of the element; see [`crate::Document::place`].
    pub element: u32,
    /// Type of the issue.
    pub kind: IssueKind,
    /// The element, attribute or label that causes the issue.
    pub name: Cow<'a, str>,
}

/// Types of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IssueKind {
    /// `MESSAGE` doesn't specify a version of the standard.
    NoVersion,
    /// The XML declaration specifies an encoding other than UTF-8, but the bytes are UTF-8.
    DeclaredEncoding,
    /// An element with contents isn't in the table. It was skipped with its contents.
    Unknown,
    /// An element of the standard is in the wrong container. It was skipped.
    Misplaced,
    /// An element occurs again where the standard allows only one. The first was kept.
    Repeated,
    /// A container has text. The text was skipped.
    TextInContainer,
    /// Two elements with the same name share a label. Relationships to it are ignored.
    DuplicateLabel,
    /// A relationship refers to a label that no matching element has. It is ignored.
    DanglingLabel,
    /// A relationship has only one end.
    LooseRelationship,
}
