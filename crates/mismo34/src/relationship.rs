//! Relationships: who owns what, tied by labels (XLink).
//!
//! Labels are texts, not identifiers: a schema lets those pass that stand twice or nowhere, so they are checked here. One
//! label may stand at two elements of different names, since the arc's role says which of them is meant.

use crate::{Attribute, Document, Issue, IssueKind, Name, Namespace, name};
use std::borrow::Cow;

/// What every arc role begins with.
pub(crate) const ARCROLE_PREFIX: &str = "urn:fdc:mismo.org:2009:residential/";

/// An arc between two elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relationship<'a> {
    /// The number of the element it comes from.
    pub from: u32,
    /// The number of the element it goes to.
    pub to: u32,
    /// Its meaning without the URN, such as `ASSET_IsAssociatedWith_ROLE`.
    pub role: Cow<'a, str>,
}

/// Follows every `RELATIONSHIP` of the deal to its ends and notes those that can't be followed.
pub(crate) fn resolve(document: &mut Document<'_>) {
    let name_of = |element: u32| document.nodes[element as usize].name;
    let mut labels: Vec<Labeled<'_>> = document
        .attributes
        .iter()
        .filter(|held| held.attribute == Attribute::Label)
        .map(|held| (&*held.value, name_of(held.element), held.element))
        .collect();
    labels.sort_unstable();

    let mut relationships = Vec::new();
    let mut issues = Vec::new();
    let mut note = |element, kind, name: &str| issues.push(Issue { element, kind, name: Cow::Owned(name.to_owned()) });
    for pair in labels.windows(2) {
        let [(label, name, _), (next_label, next_name, next)] = pair else { continue };
        if (label, name) == (next_label, next_name) {
            note(*next, IssueKind::DuplicateLabel, label);
        }
    }
    let deal = document.deal();
    // arcs of one role follow each other
    let (mut role_before, mut ends) = ("", (None, None));
    for arc in deal.all(name!("RELATIONSHIPS")).flat_map(|list| list.all(name!("RELATIONSHIP"))) {
        let end = |attribute| arc.attribute(attribute).map(str::trim).filter(|label| !label.is_empty());
        let (Some(from), Some(to)) = (end(Attribute::From), end(Attribute::To)) else {
            note(arc.number(), IssueKind::LooseRelationship, "");
            continue;
        };
        let role = arc.attribute(Attribute::Arcrole).unwrap_or_default().trim();
        let role = role.rsplit_once('/').map_or(role, |(_, role)| role);
        if role != role_before {
            (role_before, ends) = (role, ends_of(role));
        }
        let (from_name, to_name) = ends;
        let mut followed = |label: &str, wanted| match find(&labels, label, wanted) {
            Found::One(number) => Some(number),
            Found::Several => None,
            Found::None => {
                note(arc.number(), IssueKind::DanglingLabel, label);
                None
            }
        };
        if let (Some(from), Some(to)) = (followed(from, from_name), followed(to, to_name)) {
            relationships.push(Relationship { from, to, role: Cow::Owned(role.to_owned()) });
        }
    }
    document.relationships = relationships;
    for issue in issues {
        document.note(issue);
    }
}

/// The names of the elements that an arc role ties: `LOAN` and `ROLE` in `LOAN_IsAssociatedWith_ROLE`.
fn ends_of(role: &str) -> (Option<Name>, Option<Name>) {
    let is_verb = |word: &str| word.bytes().any(|b| b.is_ascii_lowercase());
    let Some(verb) = role.split('_').find(|word| is_verb(word)) else { return (None, None) };
    let Some((from, to)) = role.split_once(verb) else { return (None, None) };
    let name = |text: &str| Name::find(Namespace::Mismo, text.trim_matches('_'));
    (name(from), name(to))
}

/// A label, the name of the element that bears it, and the number of that element.
type Labeled<'a> = (&'a str, Name, u32);

enum Found {
    One(u32),
    Several,
    None,
}

/// The element of a label among those of a name, or among all where the role does not say which.
fn find(labels: &[Labeled<'_>], label: &str, wanted: Option<Name>) -> Found {
    let first = labels.partition_point(|(known, name, _)| (*known, Some(*name)) < (label, wanted));
    let fits = |(known, name, _): &&Labeled<'_>| *known == label && wanted.is_none_or(|wanted| wanted == *name);
    let mut fitting = labels[first..].iter().take_while(fits);
    match (fitting.next(), fitting.next()) {
        (Some((_, _, number)), None) => Found::One(*number),
        (Some(_), Some(_)) => Found::Several,
        (None, _) => Found::None,
    }
}
