//! Duplicate detection: the keys that find records of the same person, and how strongly two records agree.
//!
//! No match relies on one field that several people can share: spouses share a mailbox, a household a phone and a
//! street.

mod names;

pub use names::{Likeness, Nicknames};

use crate::{
    values::{Email, Phone, PostalCode, name_key},
    words,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// Stand-in for a secret value, such as the keyed hash of a Social Security number. Fingerprints are equal if the
/// values are.
#[derive(Clone, PartialEq, Eq)]
pub struct Fingerprint(pub Vec<u8>);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fingerprint")
    }
}

/// A person as one record describes them. Unknown values are empty.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// First name, with any middle names.
    pub first_name: String,
    /// Last name, with any suffix such as Jr.
    pub last_name: String,
    /// Email addresses.
    pub emails: Vec<Email>,
    /// Phone numbers of any type.
    pub phones: Vec<Phone>,
    /// Social Security number or other taxpayer identifier.
    pub taxpayer_identifier: Option<Fingerprint>,
    /// Date of birth.
    pub birth_date: Option<Fingerprint>,
    /// Street and house number.
    pub street: Option<String>,
    /// ZIP code of that street.
    pub postal_code: Option<PostalCode>,
}

words! {
    /// Fields in which two records can agree (DUP-02).
    pub enum MatchField { TaxpayerIdentifier, Email, Phone, FirstName, LastName, BirthDate, Address }
}

words! {
    /// How certain it is that two records describe the same person (DUP-03).
    pub enum Strength { Possible, Likely, Certain }
}

/// A company's scores for each kind of agreement, and the thresholds for a match (DUP-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MatchWeights {
    /// Equal taxpayer identifiers. Different ones subtract these points.
    pub taxpayer_identifier: i32,
    /// Equal email addresses.
    pub email: i32,
    /// Equal phone numbers.
    pub phone: i32,
    /// Equal first names. Different ones subtract twice these points.
    pub first_name: i32,
    /// Equal last names. Different ones subtract two thirds of these points, because people change their name when they
    /// marry.
    pub last_name: i32,
    /// Similar first or last names: nicknames and typing errors.
    pub similar_name: i32,
    /// Equal birth dates. Different ones subtract these points.
    pub birth_date: i32,
    /// Equal street and ZIP code.
    pub address: i32,
    /// Minimum score of a certain match.
    pub certain: i32,
    /// Minimum score of a likely match.
    pub likely: i32,
    /// Minimum score of a possible match.
    pub possible: i32,
}

impl Default for MatchWeights {
    fn default() -> Self {
        Self {
            taxpayer_identifier: 100,
            email: 40,
            phone: 25,
            first_name: 15,
            last_name: 15,
            similar_name: 8,
            birth_date: 30,
            address: 25,
            certain: 100,
            likely: 55,
            possible: 20,
        }
    }
}

/// Result of comparing two records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// How certain the match is.
    pub strength: Strength,
    /// Score by the company's weights.
    pub score: i32,
    /// Fields that are equal or similar.
    pub fields: Vec<AgreedField>,
}

/// A field in which two records agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreedField {
    /// The field.
    pub field: MatchField,
    /// `true` if equal, `false` if only similar.
    pub equal: bool,
}

/// Compares two records. Returns `None` if they agree too little (DUP-03, DUP-05, DUP-06).
#[must_use]
pub fn compare(one: &Person, other: &Person, weights: &MatchWeights, nicknames: &Nicknames) -> Option<Agreement> {
    let mut tally = Tally::default();
    let numbers = known(one.taxpayer_identifier.as_ref(), other.taxpayer_identifier.as_ref());
    tally.equal_or(MatchField::TaxpayerIdentifier, numbers, weights.taxpayer_identifier, -weights.taxpayer_identifier);
    let emails = share(&one.emails, &other.emails, mailbox_key);
    tally.equal_or(MatchField::Email, emails.then_some(true), weights.email, 0);
    let phones = share(&one.phones, &other.phones, |phone| phone.digits().to_owned());
    tally.equal_or(MatchField::Phone, phones.then_some(true), weights.phone, 0);
    let [first, last] = names::compare(one, other, nicknames);
    tally.like(MatchField::FirstName, first, weights.first_name, weights.similar_name, -2 * weights.first_name);
    tally.like(MatchField::LastName, last, weights.last_name, weights.similar_name, -2 * weights.last_name / 3);
    let born = known(one.birth_date.as_ref(), other.birth_date.as_ref());
    tally.equal_or(MatchField::BirthDate, born, weights.birth_date, -weights.birth_date);
    let addresses = known(address_key(one), address_key(other)).filter(|equal| *equal);
    tally.equal_or(MatchField::Address, addresses, weights.address, 0);

    let strength = match tally.score {
        score if numbers == Some(true) || score >= weights.certain => Strength::Certain,
        score if score >= weights.likely => Strength::Likely,
        score if score >= weights.possible || emails || phones => Strength::Possible,
        _ => return None,
    };
    // A different number, first name or birth date may mean another person of the same household. If only one record
    // has a name suffix, they may be father and son, unless the birth dates are known.
    let is_doubtful = match numbers {
        Some(equal) => !equal,
        None => {
            first == Some(Likeness::Different)
                || born == Some(false)
                || (born.is_none() && names::one_has_a_suffix(one, other))
        }
    };
    let strength = if is_doubtful { Strength::Possible } else { strength };
    Some(Agreement { strength, score: tally.score, fields: tally.fields })
}

/// Whether a record can be linked to another without asking a user (decision D28, DUP-06). That requires the same
/// taxpayer identifier, or the same mailbox, first name and last name with nothing against it. A merely similar first
/// name isn't enough: it can be a nickname, a typing error, or a twin's.
#[must_use]
pub fn may_link(agreement: &Agreement) -> bool {
    let equal = |field| agreement.fields.contains(&AgreedField { field, equal: true });
    equal(MatchField::TaxpayerIdentifier)
        || (agreement.strength > Strength::Possible
            && [MatchField::Email, MatchField::FirstName, MatchField::LastName].into_iter().all(equal))
}

#[derive(Default)]
struct Tally {
    score: i32,
    fields: Vec<AgreedField>,
}

impl Tally {
    fn equal_or(&mut self, field: MatchField, equal: Option<bool>, points: i32, otherwise: i32) {
        match equal {
            Some(true) => {
                self.score += points;
                self.fields.push(AgreedField { field, equal: true });
            }
            Some(false) => self.score += otherwise,
            None => {}
        }
    }

    fn like(&mut self, field: MatchField, likeness: Option<Likeness>, equal: i32, similar: i32, otherwise: i32) {
        match likeness {
            Some(Likeness::Similar) => {
                self.score += similar;
                self.fields.push(AgreedField { field, equal: false });
            }
            likeness => self.equal_or(field, likeness.map(|likeness| likeness == Likeness::Equal), equal, otherwise),
        }
    }
}

/// Whether two values are equal, or `None` if one is unknown.
fn known<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<bool> {
    Some(one? == other?)
}

fn share<T>(one: &[T], other: &[T], key: impl Fn(&T) -> String) -> bool {
    one.iter().any(|value| other.iter().any(|another| key(value) == key(another)))
}

/// Normalizes an email address for matching: it drops tags after a plus sign, and dots in Gmail addresses. Use it only
/// for matching; mail goes to the address as entered.
#[must_use]
pub fn mailbox_key(email: &Email) -> String {
    let key = email.key();
    let Some((local, domain)) = key.rsplit_once('@') else { return key };
    let local = local.split_once('+').map_or(local, |(before, _)| if before.is_empty() { local } else { before });
    match domain {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
        _ => format!("{local}@{domain}"),
    }
}

/// Street and ZIP code, normalized for comparison: `1200 main st apt 4|94103`.
#[must_use]
pub fn address_key(person: &Person) -> Option<String> {
    const SHORT: [(&str, &str); 14] = [
        ("street", "st"),
        ("avenue", "ave"),
        ("boulevard", "blvd"),
        ("drive", "dr"),
        ("lane", "ln"),
        ("road", "rd"),
        ("court", "ct"),
        ("place", "pl"),
        ("terrace", "ter"),
        ("highway", "hwy"),
        ("apartment", "apt"),
        ("suite", "ste"),
        ("unit", "apt"),
        ("north", "n"),
    ];
    let street = name_key(&person.street.as_ref()?.replace('#', " apt ").replace(['.', ','], " "));
    if !street.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let words =
        street.split(' ').map(|word| SHORT.iter().find(|(long, _)| *long == word).map_or(word, |(_, short)| short));
    let zip = person.postal_code.as_ref()?.digits().get(..5)?.to_owned();
    Some(format!("{}|{zip}", words.collect::<Vec<_>>().join(" ")))
}

/// A lookup key shared by records that may describe the same person.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey {
    /// Source of the key.
    pub kind: MatchKeyKind,
    /// Lowercase letters and digits, or the hexadecimal digits of a fingerprint.
    pub value: String,
}

words! {
    /// Source of a key (DUP-02).
    pub enum MatchKeyKind { TaxpayerIdentifier, Email, Phone, Name, NearName, BirthDate, Address }
}

impl MatchKey {
    /// Whether few people share this key. In a large company, hundreds of people can share a name.
    #[must_use]
    pub fn is_firm(&self) -> bool {
        !matches!(self.kind, MatchKeyKind::Name | MatchKeyKind::NearName)
    }
}

/// Every key of a person. Two records that [`compare`] matches share at least one key. The exception is names with more
/// than one typing error if nothing else agrees.
#[must_use]
pub fn keys(person: &Person, nicknames: &Nicknames) -> Vec<MatchKey> {
    let mut keys = Vec::new();
    let mut add = |kind, value: String| keys.push(MatchKey { kind, value });
    for (kind, fingerprint) in
        [(MatchKeyKind::TaxpayerIdentifier, &person.taxpayer_identifier), (MatchKeyKind::BirthDate, &person.birth_date)]
    {
        if let Some(Fingerprint(bytes)) = fingerprint {
            add(kind, bytes.iter().map(|byte| format!("{byte:02x}")).collect());
        }
    }
    for email in &person.emails {
        add(MatchKeyKind::Email, mailbox_key(email));
    }
    for phone in &person.phones {
        add(MatchKeyKind::Phone, phone.digits().to_owned());
    }
    for name in names::keys(&person.first_name, &person.last_name, nicknames) {
        add(MatchKeyKind::Name, name);
    }
    for name in names::near_keys(&person.first_name, &person.last_name) {
        add(MatchKeyKind::NearName, name);
    }
    if let Some(address) = address_key(person) {
        add(MatchKeyKind::Address, address);
    }
    keys.sort();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests;
