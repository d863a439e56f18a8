//! One register of people over leads, borrowers and business contacts: who is typed or imported is looked up in it, and
//! records of one person are found in it (DUP-01, -03, -08).
//!
//! The transaction that writes a record [`put`]s its people; [`find`] answers who may be the same person, whatever record
//! tells of them. Reach is the caller's to decide: what lies beyond it is told by kind, owner and date alone.

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

/// What tells of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RecordKind {
    /// A lead, with one or more contacts.
    Lead,
    /// A borrower of the directory.
    Borrower,
    /// A business contact.
    Contact,
}

impl RecordKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Lead, Self::Borrower, Self::Contact];

    /// The word in tables and payloads.
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

/// A record that tells of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// What it is.
    pub kind: RecordKind,
    /// Its id.
    pub id: i64,
}

/// A record's people, as they are written down.
#[derive(Debug)]
pub struct Told {
    /// The record.
    pub record: Record,
    /// Its branch.
    pub org_unit: i64,
    /// The membership whose it is.
    pub owner: Option<i64>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Those it tells of; none removes them.
    pub people: Vec<Person>,
}

/// Somebody who may be the one looked for.
#[derive(Clone, Debug)]
pub struct Found {
    /// What tells of them.
    pub record: Record,
    /// The record's branch.
    pub org_unit: i64,
    /// The membership whose it is.
    pub owner: Option<i64>,
    /// When it was made.
    pub created_at: Timestamp,
    /// As that record tells of them.
    pub person: Person,
    /// How they agree.
    pub agreement: Agreement,
}

/// What a company holds for the same.
#[derive(Default)]
pub struct Rules {
    /// What agreements are worth.
    pub weights: MatchWeights,
    /// Names that belong together.
    pub nicknames: Nicknames,
}

/// People with a key in common who are compared; of those who share a name alone, a quarter.
const COMPARED_MAX: i32 = 400;
/// Records of a crowd for each of which so many are compared; the keys of a larger one share them.
const CROWD_MAX: usize = 50;

/// Writes the people of records, and removes those that these tell of no more.
pub async fn put(connection: &mut PgConnection, told: &[Told]) -> Result<()> {
    store::put(connection, told, false).await
}

/// The same for records whose duplicates need not be looked for: a crowd that was made without any.
pub async fn put_compared(connection: &mut PgConnection, told: &[Told]) -> Result<()> {
    store::put(connection, told, true).await
}

/// A record is gone: its people are forgotten, and the duplicates that it was one of.
pub async fn remove(connection: &mut PgConnection, company: i64, record: Record) -> Result<()> {
    store::remove(connection, company, record).await
}

/// The same for many records of one kind.
pub async fn remove_all(connection: &mut PgConnection, company: i64, kind: RecordKind, ids: &[i64]) -> Result<()> {
    store::remove_all(connection, company, kind, ids).await
}

/// What the company that was entered holds for the same.
pub async fn rules(connection: &mut PgConnection, company: i64) -> Result<Rules> {
    store::rules(connection, company).await
}

/// Records of these kinds that tell of one of some people: each once, by whom agrees most; the surest first, at most
/// `limit`.
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

/// The same for a crowd of records at once: for each, those that tell of one of its people, the surest first.
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

/// Each record once, by whom agrees most.
fn surest(mut found: Vec<Found>, limit: usize) -> Vec<Found> {
    found.sort_by_key(|found| Reverse((found.agreement.strength, found.agreement.score, found.created_at)));
    let mut seen = HashSet::new();
    found.retain(|found| seen.insert(found.record));
    found.truncate(limit);
    found
}

/// What the company that was entered has done with who comes in and seems to be known.
pub async fn intake_rule(connection: &mut PgConnection, company: i64) -> Result<IntakeRule> {
    store::intake_rule(connection, company).await
}

/// Changes what is done with them.
pub async fn set_intake_rule(connection: &mut PgConnection, company: i64, rule: IntakeRule) -> Result<()> {
    store::set_intake_rule(connection, company, rule).await
}

impl store::Known {
    /// How they agree with whoever of some people they agree with most.
    fn compared(self, people: &[Person], rules: &Rules) -> Option<Found> {
        let agreement = people
            .iter()
            .filter_map(|person| matching::compare(person, &self.person, &rules.weights, &rules.nicknames))
            .max_by_key(|agreement| (agreement.strength, agreement.score))?;
        let Self { record, org_unit, owner, created_at, person, .. } = self;
        Some(Found { record, org_unit, owner, created_at, person, agreement })
    }
}
