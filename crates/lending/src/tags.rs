//! Merge tags in texts: `{borrower.firstName}` is replaced with the loan's or lead's value when the text is used.

use std::fmt;

/// A merge tag with its label and a sample value.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// Name between the braces, such as `borrower.firstName`.
    pub name: &'static str,
    /// Label in the list of tags.
    pub label: &'static str,
    /// Value of the sample loan.
    pub sample: &'static str,
    /// Only loans have this value; leads don't.
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

/// Encrypted fields, which must never appear in a text.
const SEALED: [&str; 6] =
    ["borrower.ssn", "borrower.taxId", "borrower.birthDate", "borrower.accountNumber", "borrower.race", "borrower.sex"];

/// An invalid tag in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTag {
    /// Position of the tag's first character, counted from 1.
    pub at: usize,
    /// Text between the braces.
    pub tag: String,
    /// Why the tag is invalid.
    pub fault: TagFault,
}

/// Why a tag is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagFault {
    /// Unknown tag.
    Unknown,
    /// The tag names an encrypted field.
    Sealed,
    /// The tag needs a loan, and the text is for leads.
    NotOfLead,
    /// The closing brace is missing.
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

/// A part of a text.
enum Piece<'a> {
    Plain(&'a str),
    /// Text between braces, and the byte offset of the opening brace.
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

/// Validates the tags of a text.
///
/// # Errors
/// The first invalid tag and its position.
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

/// Replaces each tag with its value. A tag without a value becomes empty.
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
    fn fill_replaces_each_tag_with_its_value() {
        let value = |name: &str| TAGS.iter().find(|tag| tag.name == name).map(|tag| tag.sample.to_owned());
        let text = "Call {borrower.firstName}: closing on {loan.closingDate}.";
        assert_eq!(check(text, true), Ok(()));
        assert_eq!(fill(text, value), "Call Maya: closing on 11/30/2026.");
        assert_eq!(fill("{a} b {borrower.name", |_| None), " b {borrower.name");
    }

    #[test]
    fn an_invalid_tag_is_reported_with_its_position() {
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

    /// Encrypted fields have no tag under any name.
    #[test]
    fn encrypted_fields_have_no_tag() {
        assert!(TAGS.iter().all(|tag| !SEALED.contains(&tag.name)));
    }
}
