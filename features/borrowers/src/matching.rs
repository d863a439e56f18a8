//! The matching register: people from leads, borrowers and business contacts. It finds existing people for typed or
//! imported data, and duplicates among records (DUP-01, -03, -08).
//!
//! The transaction that writes a record [`put`]s its people. [`find`] returns people who may be the same, from any
//! record. The caller applies access scope: for records out of scope, it only reveals kind, owner and date.

mod duplicates;
mod store;

pub use duplicates::{find_duplicates, find_duplicates_until};

use lending::{
    intake::IntakeRule,
    matching::{self, Agreement, MatchWeights, Nicknames, Person},
    values::Invalid,
};
use platform::{Error, Result, db::Timestamp};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};
use utoipa::ToSchema;

/// Kind of record in the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RecordKind {
    /// A lead with one or more contacts.
    Lead,
    /// A borrower in the directory.
    Borrower,
    /// A business contact.
    Contact,
}

impl RecordKind {
    pub const ALL: [Self; 3] = [Self::Lead, Self::Borrower, Self::Contact];

    /// Value in tables and payloads.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lead => "lead",
            Self::Borrower => "borrower",
            Self::Contact => "contact",
        }
    }

    pub(crate) fn read(word: &str) -> Result<Self> {
        let kind = Self::ALL.into_iter().find(|kind| kind.as_str() == word);
        kind.ok_or_else(|| Error::internal(Invalid(format!("{word} tells of nobody"))))
    }
}

/// A record in the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    pub kind: RecordKind,
    pub id: i64,
}

/// A record's people, to write into the register.
#[derive(Debug)]
pub struct Told {
    pub record: Record,
    pub org_unit: i64,
    /// Membership of the owner.
    pub owner: Option<i64>,
    /// Creation time.
    pub created_at: Timestamp,
    /// The record's people. An empty list removes the record.
    pub people: Vec<Person>,
}

/// A person who may match.
#[derive(Clone, Debug)]
pub struct Found {
    /// The record with the person.
    pub record: Record,
    pub org_unit: i64,
    /// Membership of the record's owner.
    pub owner: Option<i64>,
    /// Creation time of the record.
    pub created_at: Timestamp,
    /// The person's data in the record.
    pub person: Person,
    /// How well they agree.
    pub agreement: Agreement,
}

/// Matching rules of a company.
#[derive(Default)]
pub struct Rules {
    /// Weights of agreeing fields.
    pub weights: MatchWeights,
    /// Equivalent first names.
    pub nicknames: Nicknames,
}

/// Maximum number of candidates with a common key. A quarter of that for a common name alone.
const COMPARED_MAX: i32 = 400;
/// Maximum number of records with the full limit of candidates each. Larger batches share the limit.
const CROWD_MAX: usize = 50;

/// Writes the people of records and removes those that are gone.
pub async fn put(connection: &mut PgConnection, told: &[Told]) -> Result<()> {
    store::put(connection, told, false).await
}

/// Like [`put`], for records that need no duplicate search because they were generated without duplicates.
pub async fn put_compared(connection: &mut PgConnection, told: &[Told]) -> Result<()> {
    store::put(connection, told, true).await
}

/// Removes a record's people and its duplicate pairs.
pub async fn remove(connection: &mut PgConnection, company: i64, record: Record) -> Result<()> {
    store::remove(connection, company, record).await
}

/// Removes records of one kind.
pub async fn remove_all(connection: &mut PgConnection, company: i64, kind: RecordKind, ids: &[i64]) -> Result<()> {
    store::remove_all(connection, company, kind, ids).await
}

/// The matching rules of the entered company.
pub async fn rules(connection: &mut PgConnection, company: i64) -> Result<Rules> {
    store::rules(connection, company).await
}

/// Finds records of these kinds that may be one of the people. Each record appears once with its best match; strongest
/// first, at most `limit`.
pub async fn find(
    connection: &mut PgConnection,
    company: i64,
    people: &[Person],
    kinds: &[RecordKind],
    limit: usize,
) -> Result<Vec<Found>> {
    let rules = store::rules(connection, company).await?;
    let keys = people.iter().flat_map(|person| matching::keys(person, &rules.nicknames));
    let (firm, names): (Vec<_>, Vec<_>) = keys.partition(matching::MatchKey::is_firm);
    let known = store::sharing(connection, &firm, &names, kinds, COMPARED_MAX).await?;
    Ok(surest(known.into_iter().filter_map(|known| known.compared(people, &rules)).collect(), limit))
}

/// Finds matches for each of several records, strongest first.
pub async fn find_each(
    connection: &mut PgConnection,
    crowd: &[Vec<Person>],
    rules: &Rules,
    kinds: &[RecordKind],
    limit: usize,
) -> Result<Vec<Vec<Found>>> {
    let key = |person: &Person| matching::keys(person, &rules.nicknames);
    let keys: HashSet<_> = crowd.iter().flatten().flat_map(key).collect();
    let (firm, names): (Vec<_>, Vec<_>) = keys.into_iter().partition(matching::MatchKey::is_firm);
    let compared_max = COMPARED_MAX * i32::try_from(crowd.len().clamp(1, CROWD_MAX)).unwrap_or(1);
    let known = store::sharing(connection, &firm, &names, kinds, compared_max).await?;
    let mut by_key = HashMap::<_, Vec<&store::Known>>::new();
    for known in &known {
        for key in key(&known.person) {
            by_key.entry(key).or_default().push(known);
        }
    }
    Ok(crowd
        .iter()
        .map(|people| {
            let mut met = HashSet::new();
            let sharing = people.iter().flat_map(key).filter_map(|key| by_key.get(&key)).flatten();
            let sharing = sharing.filter(|known| met.insert(std::ptr::from_ref::<store::Known>(known)));
            surest(sharing.filter_map(|known| (*known).clone().compared(people, rules)).collect(), limit)
        })
        .collect())
}

/// Keeps the best match of each record.
fn surest(mut found: Vec<Found>, limit: usize) -> Vec<Found> {
    found.sort_by_key(|found| Reverse((found.agreement.strength, found.agreement.score, found.created_at)));
    let mut seen = HashSet::new();
    found.retain(|found| seen.insert(found.record));
    found.truncate(limit);
    found
}

/// The entered company's rule for incoming people who seem to exist.
pub async fn intake_rule(connection: &mut PgConnection, company: i64) -> Result<IntakeRule> {
    store::intake_rule(connection, company).await
}

/// Changes the rule for incoming people.
pub async fn set_intake_rule(connection: &mut PgConnection, company: i64, rule: IntakeRule) -> Result<()> {
    store::set_intake_rule(connection, company, rule).await
}

impl store::Known {
    /// The best agreement with any of the people.
    fn compared(self, people: &[Person], rules: &Rules) -> Option<Found> {
        let agreement = people
            .iter()
            .filter_map(|person| matching::compare(person, &self.person, &rules.weights, &rules.nicknames))
            .max_by_key(|agreement| (agreement.strength, agreement.score))?;
        let Self { record, org_unit, owner, created_at, person, .. } = self;
        Some(Found { record, org_unit, owner, created_at, person, agreement })
    }
}
