//! A document: all elements of a message in one list, each followed by its contents.

use crate::{Issue, Name, Path, Relationship, name, relationship};
use std::{borrow::Cow, fmt::Write as _};

/// The elements of a MISMO message that are in the [table](crate::table).
///
/// The list is in file order. Texts are borrowed from the file unless they had to be decoded.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) attributes: Vec<HeldAttribute<'a>>,
    pub(crate) relationships: Vec<Relationship<'a>>,
    pub(crate) issues: Vec<Issue<'a>>,
    pub(crate) issues_left_out: usize,
}

/// An element in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node<'a> {
    /// The text of a data point; empty in a container.
    pub(crate) text: Cow<'a, str>,
    /// The number of the first following element outside of this one.
    pub(crate) end: u32,
    pub(crate) name: Name,
}

/// An attribute and the number of its element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldAttribute<'a> {
    pub(crate) element: u32,
    pub(crate) attribute: Attribute,
    pub(crate) value: Cow<'a, str>,
}

/// The supported attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// `MISMOReferenceModelIdentifier` of `MESSAGE`: the version of the standard.
    Version,
    /// `LoanRoleType` of `LOAN`: `SubjectLoan`, `RelatedLoan`.
    LoanRole,
    /// `SequenceNumber`.
    SequenceNumber,
    /// `xlink:label`: the name by which relationships refer to the element.
    Label,
    /// `xlink:from` of a `RELATIONSHIP`.
    From,
    /// `xlink:to` of a `RELATIONSHIP`.
    To,
    /// `xlink:arcrole` of a `RELATIONSHIP`: its meaning as a URN.
    Arcrole,
}

impl PartialEq for Document<'_> {
    /// Documents are equal if their contents are. Issues found while reading don't matter.
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.attributes == other.attributes
    }
}

impl Eq for Document<'_> {}

impl<'a> Document<'a> {
    /// The `MESSAGE` element.
    #[must_use]
    pub fn root(&self) -> Element<'_, 'a> {
        Element { document: self, number: 0 }
    }

    /// The only `DEAL` element.
    #[must_use]
    pub fn deal(&self) -> Element<'_, 'a> {
        self.root().at(&crate::path!("MESSAGE", "DEAL_SETS/DEAL_SET/DEALS/DEAL")).unwrap_or_else(|| self.root())
    }

    /// The element with this number; see [`Element::number`].
    #[must_use]
    pub fn element(&self, number: u32) -> Option<Element<'_, 'a>> {
        self.nodes.get(number as usize).map(|_| Element { document: self, number })
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the document has no elements, which is possible only if it was never read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The version of the standard that the message specifies.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.attribute(0, Attribute::Version)
    }

    /// The relationships with two existing ends, in file order.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship<'a>] {
        &self.relationships
    }

    /// Deviations from the standard, in file order; at most [`ISSUES_MAX`](crate::ISSUES_MAX).
    #[must_use]
    pub fn issues(&self) -> &[Issue<'a>] {
        &self.issues
    }

    /// Number of omitted issues.
    #[must_use]
    pub fn issues_left_out(&self) -> usize {
        self.issues_left_out
    }

    /// Path of an element from `DEAL`: `DEAL/LIABILITIES/LIABILITY[2]/LIABILITY_DETAIL`.
    #[must_use]
    pub fn place(&self, number: u32) -> String {
        let mut place = String::new();
        let mut here = self.root();
        while let Some(child) = here.children().take_while(|child| child.number <= number).last() {
            if child.name() == name!("DEAL") {
                place.clear();
            }
            if !place.is_empty() {
                place.push('/');
            }
            let _ = write!(place, "{}", child.name());
            if here.name().children().iter().any(|known| known.name == child.name() && known.repeats)
                && child.name() != name!("DEAL")
            {
                let nth = here.all(child.name()).take_while(|other| other.number <= child.number).count();
                let _ = write!(place, "[{nth}]");
            }
            if child.number == number {
                break;
            }
            here = child;
        }
        if place.is_empty() { here.name().to_string() } else { place }
    }

    /// The same message with its elements in schema order, as [`write()`](crate::write()) writes it.
    #[must_use]
    pub fn in_order(&self) -> Document<'a> {
        let mut ordered = Document { nodes: Vec::with_capacity(self.nodes.len()), ..Document::default() };
        if let Some(root) = self.element(0) {
            ordered.take(root);
        }
        relationship::resolve(&mut ordered);
        ordered
    }

    /// Appends an element and its contents in schema order.
    fn take(&mut self, element: Element<'_, 'a>) {
        let number = self.nodes.len();
        let node = &element.document.nodes[element.number as usize];
        self.nodes.push(Node { text: node.text.clone(), end: 0, name: node.name });
        for held in element.held_attributes() {
            self.attributes.push(HeldAttribute { element: number as u32, ..held.clone() });
        }
        for child in element.children_in_order() {
            self.take(child);
        }
        self.nodes[number].end = self.nodes.len() as u32;
    }

    pub(crate) fn held_attributes(&self, number: u32) -> &[HeldAttribute<'a>] {
        let first = self.attributes.partition_point(|held| held.element < number);
        let count = self.attributes[first..].iter().take_while(|held| held.element == number).count();
        &self.attributes[first..first + count]
    }

    pub(crate) fn attribute(&self, number: u32, attribute: Attribute) -> Option<&str> {
        self.held_attributes(number).iter().find(|held| held.attribute == attribute).map(|held| &*held.value)
    }
}

/// An element of a document.
#[derive(Clone, Copy, Debug)]
pub struct Element<'d, 'a> {
    document: &'d Document<'a>,
    number: u32,
}

impl<'d, 'a> Element<'d, 'a> {
    /// Number of the element in file order. Relationships refer to elements by it.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Name of the element.
    #[must_use]
    pub fn name(self) -> Name {
        self.node().name
    }

    /// The text of a data point, trimmed and with single spaces. Empty for a container.
    #[must_use]
    pub fn text(self) -> &'d str {
        &self.node().text
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attribute(self, attribute: Attribute) -> Option<&'d str> {
        self.document.attribute(self.number, attribute)
    }

    /// The child elements in file order.
    pub fn children(self) -> impl Iterator<Item = Element<'d, 'a>> {
        let document = self.document;
        let mut next = self.number + 1;
        let end = self.node().end;
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let child = Element { document, number: next };
            next = child.node().end;
            Some(child)
        })
    }

    /// The children with this name.
    pub fn all(self, name: Name) -> impl Iterator<Item = Element<'d, 'a>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first child with this name.
    #[must_use]
    pub fn child(self, name: Name) -> Option<Element<'d, 'a>> {
        self.children().find(|child| child.name() == name)
    }

    /// The first element at the end of a path.
    #[must_use]
    pub fn at(self, path: &Path) -> Option<Element<'d, 'a>> {
        self.follow(path.steps())
    }

    /// Every element at the end of a path.
    #[must_use]
    pub fn every(self, path: &Path) -> Vec<Element<'d, 'a>> {
        let mut found = Vec::new();
        self.gather(path.steps(), &mut found);
        found
    }

    /// The text of the first data point at the end of a path, or `None` if it is empty.
    #[must_use]
    pub fn value(self, path: &Path) -> Option<&'d str> {
        self.at(path).map(Element::text).filter(|text| !text.is_empty())
    }

    fn gather(self, steps: &[Name], found: &mut Vec<Self>) {
        match steps {
            [] => found.push(self),
            [step, rest @ ..] => self.all(*step).for_each(|child| child.gather(rest, found)),
        }
    }

    fn follow(self, steps: &[Name]) -> Option<Element<'d, 'a>> {
        match steps {
            [] => Some(self),
            [step, rest @ ..] => self.all(*step).find_map(|child| child.follow(rest)),
        }
    }

    /// The children in schema order. Children with the same name keep their order.
    pub(crate) fn children_in_order(self) -> Vec<Element<'d, 'a>> {
        let mut children: Vec<_> = self.children().collect();
        let name = self.name();
        children.sort_by_key(|child| name.rank(child.name()));
        children
    }

    pub(crate) fn held_attributes(self) -> &'d [HeldAttribute<'a>] {
        self.document.held_attributes(self.number)
    }

    fn node(self) -> &'d Node<'a> {
        &self.document.nodes[self.number as usize]
    }
}
