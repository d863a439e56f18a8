//! Tags in a text: `{borrower.firstName}` stands for what a loan or a lead says when the text is used.

use std::fmt;

/// What a tag may be called, what people call it, and what the sample loan says.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// `borrower.firstName`.
    pub name: &'static str,
    /// For the list from which it is chosen.
    pub label: &'static str,
    /// Of the sample loan.
    pub sample: &'static str,
    /// A lead says nothing of it.
    pub is_of_loan: bool,
}

const fn tag(name: &'static str, label: &'static str, sample: &'static str) -> Tag {
    Tag { name, label, sample, is_of_loan: false }
}

const fn loan_tag(name: &'static str, label: &'static str, sample: &'static str) -> Tag {
    Tag { name, label, sample, is_of_loan: true }
}

/// Every tag, in the order of the list.
pub const TAGS: [Tag; 16] = [
    tag("borrower.firstName", "Borrower's first name", "Maya"),
    tag("borrower.lastName", "Borrower's last name", "Ortiz"),
    tag("borrower.name", "Borrower's name", "Maya Ortiz"),
    tag("officer.name", "Loan officer", "Avery Stone"),
    tag("branch.name", "Branch", "Harbor Cove"),
    loan_tag("loan.number", "Loan number", "2026-001042"),
    loan_tag("loan.amount", "Loan amount", "$420,000"),
    loan_tag("loan.rate", "Note rate", "6.125%"),
    loan_tag("loan.stage", "Stage", "Processing"),
    loan_tag("loan.applicationDate", "Application date", "11/02/2026"),
    loan_tag("loan.loanEstimateDate", "Last day for the Loan Estimate", "11/05/2026"),
    loan_tag("loan.closingDisclosureDate", "Last day for the Closing Disclosure", "11/25/2026"),
    loan_tag("loan.lockExpirationDate", "Lock expiration", "12/04/2026"),
    loan_tag("loan.closingDate", "Closing date", "11/30/2026"),
    loan_tag("loan.fundedDate", "Funded date", "12/03/2026"),
    loan_tag("property.address", "Property", "12 Alder Street, Oakland, CA"),
];

/// What is sealed apart from a loan, and reaches no text.
const SEALED: [&str; 6] =
    ["borrower.ssn", "borrower.taxId", "borrower.birthDate", "borrower.accountNumber", "borrower.race", "borrower.sex"];

/// Why a text can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTag {
    /// The letter at which it begins, counted from 1.
    pub at: usize,
    /// What stands between the braces.
    pub tag: String,
    /// What is wrong with it.
    pub fault: TagFault,
}

/// What is wrong with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagFault {
    /// There is no such tag.
    Unknown,
    /// It names what is sealed.
    Sealed,
    /// It is a loan's, and the text is about a lead.
    NotOfLead,
    /// Its brace is not closed.
    Open,
}

impl fmt::Display for WrongTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, tag, fault } = self;
        match fault {
            TagFault::Unknown => write!(f, "There is no tag {{{tag}}} (character {at})"),
            TagFault::Sealed => write!(f, "{{{tag}}} is sealed and can't be used in a text (character {at})"),
            TagFault::NotOfLead => write!(f, "A lead has no {{{tag}}} (character {at})"),
            TagFault::Open => write!(f, "The brace is not closed (character {at})"),
        }
    }
}

/// A piece of a text.
enum Piece<'a> {
    Plain(&'a str),
    /// What stands between braces, and the byte at which the first of them does.
    Tag(&'a str, usize),
    Open(usize),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let piece = match rest.strip_prefix('{') {
            None => Piece::Plain(&rest[..rest.find('{').unwrap_or(rest.len())]),
            Some(inside) => match inside.find(['{', '}']).filter(|end| inside[*end..].starts_with('}')) {
                Some(end) => Piece::Tag(&inside[..end], at),
                None => Piece::Open(at),
            },
        };
        at += match piece {
            Piece::Plain(plain) => plain.len(),
            Piece::Tag(name, _) => name.len() + 2,
            Piece::Open(_) => rest.len(),
        };
        Some(piece)
    })
}

/// Looks at the tags of a text.
///
/// # Errors
/// The first one that can't be used, with its place.
pub fn check(text: &str, is_about_loan: bool) -> Result<(), WrongTag> {
    for piece in pieces(text) {
        let (name, start, fault) = match piece {
            Piece::Plain(_) => continue,
            Piece::Open(start) => ("", start, TagFault::Open),
            Piece::Tag(name, start) => match TAGS.iter().find(|tag| tag.name == name) {
                Some(tag) if is_about_loan || !tag.is_of_loan => continue,
                Some(_) => (name, start, TagFault::NotOfLead),
                None if SEALED.contains(&name) => (name, start, TagFault::Sealed),
                None => (name, start, TagFault::Unknown),
            },
        };
        return Err(WrongTag { at: text[..start].chars().count() + 1, tag: name.to_owned(), fault });
    }
    Ok(())
}

/// The text with what its tags stand for; nothing where nothing is known.
#[must_use]
pub fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    pieces(text)
        .map(|piece| match piece {
            Piece::Plain(plain) => plain.to_owned(),
            Piece::Tag(name, _) => value(name).unwrap_or_default(),
            Piece::Open(at) => text[at..].to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_its_tags_stand_for() {
        let value = |name: &str| TAGS.iter().find(|tag| tag.name == name).map(|tag| tag.sample.to_owned());
        let text = "Call {borrower.firstName}: closing on {loan.closingDate}.";
        assert_eq!(check(text, true), Ok(()));
        assert_eq!(fill(text, value), "Call Maya: closing on 11/30/2026.");
        assert_eq!(fill("{a} b {borrower.name", |_| None), " b {borrower.name");
    }

    #[test]
    fn a_tag_that_cannot_be_used_is_told_with_its_place() {
        for (text, is_about_loan, at, fault) in [
            ("Ünd {loan.name}", true, 5, TagFault::Unknown),
            ("{borrower.ssn}", true, 1, TagFault::Sealed),
            ("Lock {loan.rate}", false, 6, TagFault::NotOfLead),
            ("{{loan.rate}}", true, 1, TagFault::Open),
            ("x {loan.rate", true, 3, TagFault::Open),
            ("{}", true, 1, TagFault::Unknown),
        ] {
            let wrong = check(text, is_about_loan).unwrap_err();
            assert_eq!((wrong.at, wrong.fault), (at, fault), "{text}");
        }
    }

    /// No tag names what is sealed, whatever it is called.
    #[test]
    fn nothing_sealed_has_a_tag() {
        assert!(TAGS.iter().all(|tag| !SEALED.contains(&tag.name)));
    }
}
