//! Relationships between labeled elements (XLink): who owns what.
//!
//! Labels aren't XML identifiers, so a schema accepts duplicate and missing ones. They are checked here. Elements with
//! different names can share a label, because the arc's role defines which of them is meant.

use crate::{Attribute, Document, Issue, IssueKind, Name, Namespace, name};
use std::borrow::Cow;

/// Prefix of every arc role.
pub(crate) const ARCROLE_PREFIX: &str = "urn:fdc:mismo.org:2009:residential/";

/// A relationship between two elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relationship<'a> {
    /// Number of the source element.
    pub from: u32,
    /// Number of the target element.
    pub to: u32,
    /// Meaning without the URN prefix, such as `ASSET_IsAssociatedWith_ROLE`.
    pub role: Cow<'a, str>,
}

/// Resolves the ends of every `RELATIONSHIP` in the deal, and notes issues for those that can't be resolved.
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
    // Arcs with the same role are usually adjacent.
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

/// The element names in an arc role: `LOAN` and `ROLE` in `LOAN_IsAssociatedWith_ROLE`.
fn ends_of(role: &str) -> (Option<Name>, Option<Name>) {
    let is_verb = |word: &str| word.bytes().any(|b| b.is_ascii_lowercase());
    let Some(verb) = role.split('_').find(|word| is_verb(word)) else { return (None, None) };
    let Some((from, to)) = role.split_once(verb) else { return (None, None) };
    let name = |text: &str| Name::find(Namespace::Mismo, text.trim_matches('_'));
    (name(from), name(to))
}

/// A label, with the name and number of its element.
type Labeled<'a> = (&'a str, Name, u32);

enum Found {
    One(u32),
    Several,
    None,
}

/// Finds the element with a label, among those with the wanted name, or among all if the role doesn't define one.
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
