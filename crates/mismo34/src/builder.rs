//! Builds a document from elements added in any order.

use crate::{
    Attribute, Document, Name, Path,
    document::{HeldAttribute, Node},
    name, path, relationship,
};
use std::borrow::Cow;

/// A message being built. Elements can be added in any order; [`Builder::finish`] sorts them by the schema.
#[derive(Clone, Debug)]
pub struct Builder {
    elements: Vec<Piece>,
}

/// An element of a message being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(usize);

#[derive(Clone, Debug)]
struct Piece {
    name: Name,
    text: String,
    attributes: Vec<(Attribute, String)>,
    children: Vec<usize>,
    /// Keep the element even if it is empty.
    stays: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty message of [`VERSION`](crate::VERSION).
    #[must_use]
    pub fn new() -> Self {
        let mut builder = Builder { elements: Vec::new() };
        let root = builder.push(name!("MESSAGE"));
        builder.attribute(root, Attribute::Version, crate::VERSION);
        builder
    }

    /// The `MESSAGE` element.
    #[must_use]
    pub const fn root(&self) -> Place {
        Place(0)
    }

    /// The `DEAL` element. Creates it if needed.
    pub fn deal(&mut self) -> Place {
        self.within(Place(0), &path!("MESSAGE", "DEAL_SETS/DEAL_SET/DEALS/DEAL"))
    }

    /// The element at the end of a path. Creates missing steps.
    pub fn within(&mut self, from: Place, path: &Path) -> Place {
        path.steps().iter().fold(from, |here, step| self.step(here, *step))
    }

    /// Adds an element at the end of a path, even if there is one already. It is kept even if it stays empty.
    pub fn add(&mut self, from: Place, path: &Path) -> Place {
        let Some((last, steps)) = path.steps().split_last() else { return from };
        let parent = steps.iter().fold(from, |here, step| self.step(here, *step));
        let place = self.push_into(parent, *last);
        self.elements[place.0].stays = true;
        place
    }

    /// Sets the text of the data point at the end of a path. Does nothing if the text is empty.
    pub fn value(&mut self, from: Place, path: &Path, text: &str) {
        if !text.is_empty() {
            let place = self.within(from, path);
            text.clone_into(&mut self.elements[place.0].text);
        }
    }

    /// Sets an attribute of an element.
    pub fn attribute(&mut self, place: Place, attribute: Attribute, value: &str) {
        let attributes = &mut self.elements[place.0].attributes;
        attributes.retain(|(known, _)| *known != attribute);
        attributes.push((attribute, value.to_owned()));
    }

    /// Adds a relationship between two labels: `relate("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "BORROWER_1")`.
    pub fn relate(&mut self, from: &str, role: &str, to: &str) {
        let deal = self.deal();
        let list = self.within(deal, &path!("DEAL", "RELATIONSHIPS"));
        let number = self.elements[list.0].children.len() + 1;
        let arc = self.push_into(list, name!("RELATIONSHIP"));
        self.attribute(arc, Attribute::SequenceNumber, &number.to_string());
        self.attribute(arc, Attribute::From, from);
        self.attribute(arc, Attribute::To, to);
        self.attribute(arc, Attribute::Arcrole, &format!("{}{role}", relationship::ARCROLE_PREFIX));
    }

    /// Returns the document with its elements in schema order. Empty containers are omitted, except for the `DEAL` and
    /// those that were added explicitly or have an attribute.
    #[must_use]
    pub fn finish(mut self) -> Document<'static> {
        let deal = self.deal();
        self.elements[deal.0].stays = true;
        let mut document = Document::default();
        self.take(0, &mut document);
        relationship::resolve(&mut document);
        document
    }

    fn take(&mut self, number: usize, document: &mut Document<'static>) {
        let piece = &mut self.elements[number];
        let (name, stays, text) = (piece.name, piece.stays, std::mem::take(&mut piece.text));
        let mut attributes = std::mem::take(&mut piece.attributes);
        let mut children = std::mem::take(&mut piece.children);
        attributes.sort_by_key(|(attribute, _)| *attribute);
        children.sort_by_key(|child| name.rank(self.elements[*child].name));

        let element = document.nodes.len();
        document.nodes.push(Node { text: Cow::Owned(text), end: 0, name });
        for (attribute, value) in attributes {
            let value = Cow::Owned(value);
            document.attributes.push(HeldAttribute { element: element as u32, attribute, value });
        }
        for child in children {
            self.take(child, document);
        }
        let has_nothing = document.nodes.len() == element + 1 && name.is_container();
        if has_nothing && !stays && document.held_attributes(element as u32).is_empty() {
            document.nodes.truncate(element);
        } else {
            document.nodes[element].end = document.nodes.len() as u32;
        }
    }

    fn step(&mut self, here: Place, step: Name) -> Place {
        let known = self.elements[here.0].children.iter().find(|child| self.elements[**child].name == step);
        match known {
            Some(child) => Place(*child),
            None => self.push_into(here, step),
        }
    }

    fn push_into(&mut self, parent: Place, name: Name) -> Place {
        let place = self.push(name);
        self.elements[parent.0].children.push(place.0);
        place
    }

    fn push(&mut self, name: Name) -> Place {
        self.elements.push(Piece {
            name,
            text: String::new(),
            attributes: Vec::new(),
            children: Vec::new(),
            stays: false,
        });
        Place(self.elements.len() - 1)
    }
}
