//! The borrower directory: one record per person for all their loans.
//!
//! A loan's borrower is linked to an existing record if the taxpayer numbers are equal, or if email and last name agree
//! without contradiction. Otherwise a new record is created (decision D28). Spouses who share a mailbox stay two
//! people.

use crate::{
    matching::{self, RecordKind},
    store,
};
use lending::{
    application::Address,
    matching::{Agreement, Fingerprint, MatchWeights, Nicknames, Person, compare, may_link},
    values::{Email, Phone, PostalCode, StateCode, name_key},
};
use platform::{
    InCompany, Result,
    db::Timestamp,
    keys::{Keys, mac},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashSet},
    fmt::Write,
    sync::LazyLock,
};

static NICKNAMES: LazyLock<Nicknames> = LazyLock::new(Nicknames::default);

/// A person's data from a loan or form.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// First name.
    pub first_name: String,
    /// Last name with a suffix such as Jr.
    pub last_name: String,
    pub email: Option<Email>,
    /// Preferred phone number.
    pub phone: Option<Phone>,
    /// Home address.
    pub address: Address,
    /// Keyed hash of the taxpayer number.
    pub ssn_key: Option<Vec<u8>>,
    /// Keyed hash of the birth date.
    pub birth_key: Option<Vec<u8>>,
}

/// A directory record, as returned by `known_borrowers`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Known {
    id: i64,
    first_name: String,
    last_name: String,
    email: Option<String>,
    phone: Option<String>,
    ssn_key: Option<String>,
    birth_key: Option<String>,
}

/// Hashes a birth date with the company's matching key.
#[must_use]
pub fn birth_key(keys: &Keys, company: i64, born_on: jiff::civil::Date) -> Vec<u8> {
    let (_, key) = keys.matching(company);
    mac(&key, &[b"birth date", born_on.to_string().as_bytes()]).to_vec()
}

/// Directory records that may match some of the people.
pub async fn known(tx: &mut impl InCompany, people: &[Told]) -> Result<Vec<Known>> {
    let (company, (ssn_keys, email_keys)) = (tx.company(), keys_of(people.iter()));
    let known =
        sqlx::query_scalar!("select known_borrowers($1, $2, $3) as \"known!\"", company, &ssn_keys, &email_keys)
            .fetch_one(&mut **tx)
            .await?;
    read(known)
}

/// Lookup keys of people: taxpayer numbers and email addresses.
#[must_use]
pub fn keys_of<'a>(people: impl Iterator<Item = &'a Told>) -> (Vec<Vec<u8>>, Vec<String>) {
    let keys = people.map(|one| (one.ssn_key.clone(), one.email.as_ref().map(Email::key)));
    let (ssn_keys, email_keys): (BTreeSet<_>, BTreeSet<_>) = keys.unzip();
    (ssn_keys.into_iter().flatten().collect(), email_keys.into_iter().flatten().collect())
}

/// Parses the result of `known_borrowers`.
///
/// # Errors
///
/// The value has another format.
pub fn read(known: Value) -> Result<Vec<Known>> {
    serde_json::from_value(known).map_err(platform::Error::internal)
}

/// How well two people agree, if a user may choose one for the other. `None` if too little agrees, or if taxpayer
/// number or birth date differ.
#[must_use]
pub fn agreement(one: &Person, other: &Person) -> Option<Agreement> {
    let differ =
        |one: &Option<Fingerprint>, other: &Option<Fingerprint>| one.is_some() && other.is_some() && one != other;
    if differ(&one.taxpayer_identifier, &other.taxpayer_identifier) || differ(&one.birth_date, &other.birth_date) {
        return None;
    }
    compare(one, other, &MatchWeights::default(), &NICKNAMES)
}

/// The record of each person, in order. `None` for people without one. No record is used twice.
#[must_use]
pub fn link(people: &[Told], known: &[Known]) -> Vec<Option<i64>> {
    let weights = MatchWeights::default();
    let mut taken = HashSet::new();
    people
        .iter()
        .map(|told| {
            let told = told.person();
            let found = known
                .iter()
                .filter(|known| !taken.contains(&known.id))
                .filter_map(|known| Some((known.id, compare(&told, &known.person(), &weights, &NICKNAMES)?)))
                .filter(|(_, agreement)| may_link(agreement))
                .min_by_key(|(id, agreement)| (Reverse((agreement.strength, agreement.score)), *id));
            found.map(|(id, _)| {
                taken.insert(id);
                id
            })
        })
        .collect()
}

impl Told {
    /// The person's data for comparison.
    #[must_use]
    pub fn person(&self) -> Person {
        Person {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            emails: self.email.iter().cloned().collect(),
            phones: self.phone.iter().cloned().collect(),
            taxpayer_identifier: self.ssn_key.clone().map(Fingerprint),
            birth_date: self.birth_key.clone().map(Fingerprint),
            street: self.address.line.clone(),
            postal_code: self.address.postal_code.clone(),
        }
    }

    /// Fills missing values from another source, like `put_borrowers`.
    pub fn fill(&mut self, other: &Told) {
        if self.last_name.is_empty() && self.first_name.is_empty() {
            (self.first_name, self.last_name) = (other.first_name.clone(), other.last_name.clone());
        }
        if self.address.line.is_none() {
            self.address = other.address.clone();
        }
        self.email = self.email.take().or_else(|| other.email.clone());
        self.phone = self.phone.take().or_else(|| other.phone.clone());
        self.ssn_key = self.ssn_key.take().or_else(|| other.ssn_key.clone());
        self.birth_key = self.birth_key.take().or_else(|| other.birth_key.clone());
    }

    /// The record with its owner, as `put_borrowers` expects records of several owners.
    #[must_use]
    pub fn owned_record(&self, id: i64, key_version: i16, org_unit: i64, owner: i64) -> Value {
        let mut record = self.record(id, key_version);
        record["orgUnitId"] = org_unit.into();
        record["ownerId"] = owner.into();
        record
    }

    /// The record as `put_borrowers` expects it.
    #[must_use]
    pub fn record(&self, id: i64, key_version: i16) -> Value {
        let Told { first_name, last_name, email, phone, address, ssn_key, birth_key } = self;
        json!({
            "id": id,
            "firstName": first_name,
            "lastName": last_name,
            "nameKey": name_key(&format!("{first_name} {last_name}")),
            "sortName": name_key(&format!("{last_name} {first_name}")),
            "email": email.as_ref().map(Email::as_str),
            "emailKey": email.as_ref().map(Email::key),
            "phone": phone.as_ref().map(Phone::digits),
            "line": address.line,
            "unit": address.unit,
            "city": address.city,
            "stateCode": address.state.map(|state: StateCode| state.to_string()),
            "postalCode": address.postal_code.as_ref().map(PostalCode::digits),
            "ssnKey": ssn_key.as_deref().map(hex),
            "ssnKeyVersion": key_version,
            "birthKey": birth_key.as_deref().map(hex),
            "birthKeyVersion": key_version,
        })
    }
}

impl Told {
    /// The record with its previous values, as `follow_borrowers` expects it.
    #[must_use]
    pub fn following(&self, was: &Told, id: i64, key_version: i16) -> Value {
        let (mut record, was) = (self.record(id, key_version), was.record(id, key_version));
        for (now, before) in
            [("nameKey", "wasNameKey"), ("emailKey", "wasEmailKey"), ("phone", "wasPhone"), ("ssnKey", "wasSsnKey")]
        {
            record[before] = was[now].clone();
        }
        record
    }
}

impl Known {
    /// The record for a person's data.
    #[must_use]
    pub fn of(id: i64, told: &Told) -> Self {
        let Told { first_name, last_name, email, phone, address: _, ssn_key, birth_key } = told.clone();
        Self {
            id,
            first_name,
            last_name,
            email: email.as_ref().map(ToString::to_string),
            phone: phone.as_ref().map(ToString::to_string),
            ssn_key: ssn_key.as_deref().map(hex),
            birth_key: birth_key.as_deref().map(hex),
        }
    }

    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }

    fn person(&self) -> Person {
        Person {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            emails: self.email.as_deref().and_then(|text| text.parse().ok()).into_iter().collect(),
            phones: self.phone.as_deref().and_then(|text| text.parse().ok()).into_iter().collect(),
            taxpayer_identifier: self.ssn_key.as_deref().and_then(unhex).map(Fingerprint),
            birth_date: self.birth_key.as_deref().and_then(unhex).map(Fingerprint),
            ..Person::default()
        }
    }
}

/// Decodes hexadecimal digits.
fn unhex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

/// Adds new records to the matching register, which finds duplicates.
pub async fn register_new(tx: &mut impl InCompany, org_unit: i64, owner: i64, people: &[(i64, &Told)]) -> Result<()> {
    if people.is_empty() {
        return Ok(());
    }
    let told = people.iter().map(|(id, told)| matching::Told {
        record: matching::Record { kind: RecordKind::Borrower, id: *id },
        org_unit,
        owner: Some(owner),
        created_at: Timestamp::now(),
        people: vec![told.person()],
    });
    matching::put(tx, &told.collect::<Vec<_>>()).await
}

/// Updates records in the matching register.
pub async fn register(tx: &mut impl InCompany, ids: &[i64]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let told = store::told(tx, ids).await?;
    matching::put(tx, &told).await
}

/// Encodes bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(first: &str, last: &str, email: &str) -> Told {
        Told { first_name: first.to_owned(), last_name: last.to_owned(), email: email.parse().ok(), ..Told::default() }
    }

    #[test]
    fn one_mailbox_and_name_are_one_person_and_spouses_are_two() {
        let robert = told("Robert", "Hale", "hales@example.com");
        let directory = [Known::of(1, &robert)];
        assert_eq!(link(&[told("ROBERT", "Hale", "Hales@example.com")], &directory), [Some(1)]);
        // A different first name needs a user's decision.
        assert_eq!(link(&[told("Bob", "Hale", "hales@example.com")], &directory), [None]);
        // DUP-06: his wife has the same mailbox.
        assert_eq!(link(&[told("Maria", "Hale", "hales@example.com")], &directory), [None]);
        assert_eq!(link(&[robert.clone(), told("Maria", "Hale", "hales@example.com")], &directory), [Some(1), None]);
        // No record is used twice, even for identical people.
        assert_eq!(link(&[robert.clone(), robert], &directory), [Some(1), None]);
    }

    #[test]
    fn equal_numbers_are_one_person_and_different_ones_or_birth_dates_are_two() {
        let numbered =
            |first: &str, number: u8| Told { ssn_key: Some(vec![number]), ..told(first, "Hale", "h@example.com") };
        let directory = [Known::of(7, &numbered("Robert", 1))];
        let married = Told { last_name: "Ortiz".to_owned(), email: None, ..numbered("Roberta", 1) };
        assert_eq!(link(&[married], &directory), [Some(7)]);
        assert_eq!(link(&[numbered("Robert", 2)], &directory), [None]);
        let born = |day: u8| Told { birth_key: Some(vec![day]), ..told("Robert", "Hale", "h@example.com") };
        assert_eq!(link(&[born(1)], &[Known::of(7, &born(1))]), [Some(7)]);
        assert_eq!(link(&[born(2)], &[Known::of(7, &born(1))]), [None]);
    }

    #[test]
    fn a_father_and_his_son_are_two() {
        let directory = [Known::of(1, &told("John", "Hale Sr", "hale@example.com"))];
        assert_eq!(link(&[told("John", "Hale Jr", "hale@example.com")], &directory), [None]);
    }
}
