//! A document: the elements of a message in one list, each followed by what stands in it.

use crate::{Issue, Name, Path, Relationship, name, relationship};
use std::{borrow::Cow, fmt::Write as _};

/// The elements of a MISMO message that the [table](crate::table) knows.
///
/// They stand in one list in the order of the file. Texts are borrowed from the file where nothing in them had to be
/// decoded.
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
    /// The number of the first element after it that does not stand in it.
    pub(crate) end: u32,
    pub(crate) name: Name,
}

/// An attribute, with the number of its element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldAttribute<'a> {
    pub(crate) element: u32,
    pub(crate) attribute: Attribute,
    pub(crate) value: Cow<'a, str>,
}

/// The attributes that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// `MISMOReferenceModelIdentifier` of `MESSAGE`: the version of the standard.
    Version,
    /// `LoanRoleType` of `LOAN`: `SubjectLoan`, `RelatedLoan`.
    LoanRole,
    /// `SequenceNumber`.
    SequenceNumber,
    /// `xlink:label`: what a relationship calls the element by.
    Label,
    /// `xlink:from` of a `RELATIONSHIP`.
    From,
    /// `xlink:to` of a `RELATIONSHIP`.
    To,
    /// `xlink:arcrole` of a `RELATIONSHIP`: its meaning, as a URN.
    Arcrole,
}

impl PartialEq for Document<'_> {
    /// Two documents are equal if they say the same; what was noted while reading does not count.
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.attributes == other.attributes
    }
}

impl Eq for Document<'_> {}

impl<'a> Document<'a> {
    /// `MESSAGE`.
    #[must_use]
    pub fn root(&self) -> Element<'_, 'a> {
        Element { document: self, number: 0 }
    }

    /// The one `DEAL`.
    #[must_use]
    pub fn deal(&self) -> Element<'_, 'a> {
        self.root().at(&crate::path!("MESSAGE", "DEAL_SETS/DEAL_SET/DEALS/DEAL")).unwrap_or_else(|| self.root())
    }

    /// The element of a number: see [`Element::number`].
    #[must_use]
    pub fn element(&self, number: u32) -> Option<Element<'_, 'a>> {
        self.nodes.get(number as usize).map(|_| Element { document: self, number })
    }

    /// How many elements it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none, as only a document that was never read has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The version of the standard that the message names.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.attribute(0, Attribute::Version)
    }

    /// The relationships whose two ends are there, in the order of the file.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship<'a>] {
        &self.relationships
    }

    /// What is not as the standard has it, in the order of the file; at most [`ISSUES_MAX`](crate::ISSUES_MAX).
    #[must_use]
    pub fn issues(&self) -> &[Issue<'a>] {
        &self.issues
    }

    /// How many more issues there were.
    #[must_use]
    pub fn issues_left_out(&self) -> usize {
        self.issues_left_out
    }

    /// Where an element stands, from `DEAL`: `DEAL/LIABILITIES/LIABILITY[2]/LIABILITY_DETAIL`.
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

    /// The same message with every child where the schema has it, as [`write()`](crate::write()) puts them.
    #[must_use]
    pub fn in_order(&self) -> Document<'a> {
        let mut ordered = Document { nodes: Vec::with_capacity(self.nodes.len()), ..Document::default() };
        if let Some(root) = self.element(0) {
            ordered.take(root);
        }
        relationship::resolve(&mut ordered);
        ordered
    }

    /// Appends an element with all that stands in it, in the order of the schema.
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
    /// Its number, in the order of the file; relationships name elements by it.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> Name {
        self.node().name
    }

    /// The text of a data point, trimmed and with single blanks; empty in a container.
    #[must_use]
    pub fn text(self) -> &'d str {
        &self.node().text
    }

    /// One of its attributes.
    #[must_use]
    pub fn attribute(self, attribute: Attribute) -> Option<&'d str> {
        self.document.attribute(self.number, attribute)
    }

    /// What stands in it, in the order of the file.
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

    /// Those of its children that have a name.
    pub fn all(self, name: Name) -> impl Iterator<Item = Element<'d, 'a>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first of its children that has a name.
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

    /// The text of the first data point at the end of a path; none if that is empty.
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

    /// Its children in the order of the schema; those of one name stay as they are.
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
