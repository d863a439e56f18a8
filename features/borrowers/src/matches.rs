//! Possible matches for somebody: by e-mail, by phone, or by first and last name together (LOAN-61), the surest first.

use crate::store;
use axum::extract::State;
use lending::{
    access::Permission,
    matching::{AgreedField, Agreement, MatchWeights, Nicknames, Person, Strength, compare},
    values::{Email, Phone, name_key},
};
use platform::{
    Actor, App, Result, Tx,
    db::Timestamp,
    extract::{Json, Query},
    limits,
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{cmp::Reverse, sync::LazyLock};
use utoipa::{IntoParams, ToSchema};

/// Whom to look for; keys are the specification's.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    #[serde(rename = "Email")]
    email: Option<String>,
    #[serde(rename = "CellPhone")]
    cell_phone: Option<String>,
    #[serde(rename = "FirstName")]
    first_name: Option<String>,
    #[serde(rename = "LastName")]
    last_name: Option<String>,
    /// Always true: borrowers of loans.
    #[serde(rename = "LoanOnly")]
    #[allow(dead_code, reason = "accepted; there are no borrowers without a loan yet")]
    loan_only: Option<bool>,
}

/// Who was found.
#[derive(Serialize, ToSchema)]
#[schema(as = Matches)]
pub struct Out {
    rows: Vec<Match>,
    /// Beyond one's reach: that there is one, whose, and since when (decision D29).
    outside: Vec<Outside>,
}

/// A borrower of a loan within reach (LOAN-32).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = MatchedBorrower)]
pub struct Match {
    first_name: String,
    last_name: String,
    email: Option<String>,
    cell_phone: Option<String>,
    loan_id: i64,
    /// How sure it is that this is the same person.
    strength: Strength,
    /// What agrees.
    agreed: Vec<AgreedField>,
}

/// A loan out of reach.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outside {
    /// `loan`.
    kind: &'static str,
    /// Its officer.
    owner_name: Option<String>,
    created_on: Timestamp,
}

/// Most matches that are shown.
const MATCHES_MAX: i64 = 20;
/// Look-ups of one person within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;

static NICKNAMES: LazyLock<Nicknames> = LazyLock::new(Nicknames::default);

/// Somebody from what is known of them; what can't be compared yet is left out.
#[must_use]
pub fn person(email: Option<&str>, phone: Option<&str>, first_name: Option<&str>, last_name: Option<&str>) -> Person {
    Person {
        first_name: first_name.unwrap_or_default().to_owned(),
        last_name: last_name.unwrap_or_default().to_owned(),
        emails: email.and_then(|text| text.trim().parse::<Email>().ok()).into_iter().collect(),
        phones: phone.and_then(|text| text.trim().parse::<Phone>().ok()).into_iter().collect(),
        ..Person::default()
    }
}

/// Borrowers who may be the same person.
#[utoipa::path(get, path = "/api/borrowers/matches", tag = "borrowers", operation_id = "findBorrowerMatches", params(In), responses((status = 200, body = Out)))]
pub async fn matches(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let person = person(
        query.email.as_deref(),
        query.cell_phone.as_deref(),
        query.first_name.as_deref(),
        query.last_name.as_deref(),
    );
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::check(&app.pool, "borrower matches", &subject, LOOKUPS_MAX, WINDOW_MINUTES).await?;
    limits::note(&app.pool, "borrower matches", &subject, WINDOW_MINUTES).await?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    let (rows, outside) = matches_of(&mut tx, std::slice::from_ref(&person)).await?;
    tx.commit().await?;
    Ok(Json(Out { rows, outside }))
}

/// Matches of people, within reach and beyond. What is told of loans beyond it stands in the audit trail.
///
/// # Errors
/// The database's.
pub async fn matches_of(tx: &mut Tx, people: &[Person]) -> Result<(Vec<Match>, Vec<Outside>)> {
    let emails = email_keys(people);
    let phones: Vec<_> =
        people.iter().flat_map(|person| &person.phones).map(|phone| phone.digits().to_owned()).collect();
    let names: Vec<_> = people
        .iter()
        .map(|person| (name_key(&person.first_name), name_key(&person.last_name)))
        .filter(|(first, last)| !first.is_empty() && !last.is_empty())
        .map(|(first, last)| format!("{first} {last}"))
        .collect();
    if emails.is_empty() && phones.is_empty() && names.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let found = store::contacts(tx, &emails, &phones, &names, MATCHES_MAX).await?;
    let (reach, org_unit) = (tx.actor().loan_reach(), tx.actor().org_unit());
    let (within, beyond): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|row| reach.covers(row.org_unit_id == org_unit, row.is_own));
    let mut rows: Vec<_> = within
        .into_iter()
        .filter_map(|row| {
            let known = person(row.email.as_deref(), row.phone.as_deref(), Some(&row.first_name), Some(&row.last_name));
            let agreement = best(people, &known)?;
            Some((agreement.score, Match::new(row, agreement)))
        })
        .collect();
    rows.sort_by_key(|(score, row)| Reverse((row.strength, *score)));
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    if !beyond.is_empty() {
        let loans: Vec<i64> = beyond.iter().map(|row| row.loan_id).collect();
        tx.audit(Audit {
            action: "borrower.match",
            entity: "company",
            entity_id: &tx.company().to_string(),
            before: None,
            after: Some(json!({ "outside": loans })),
        })
        .await?;
    }
    let mut outside: Vec<_> = beyond
        .into_iter()
        .map(|row| (row.loan_id, Outside { kind: "loan", owner_name: row.owner_name, created_on: row.created_at }))
        .collect();
    outside.dedup_by_key(|(loan, _)| *loan);
    Ok((rows, outside.into_iter().map(|(_, outside)| outside).collect()))
}

/// Whether a borrower of the company has one of these addresses already (LWBOR20001).
///
/// # Errors
/// The database's.
pub async fn is_known_email(tx: &mut Tx, people: &[Person]) -> Result<bool> {
    store::is_known_email(tx, &email_keys(people)).await
}

fn email_keys(people: &[Person]) -> Vec<String> {
    people.iter().flat_map(|person| &person.emails).map(Email::key).collect()
}

/// How a borrower agrees with whoever of some people they agree with most.
fn best(people: &[Person], known: &Person) -> Option<Agreement> {
    let weights = MatchWeights::default();
    people
        .iter()
        .filter_map(|person| compare(person, known, &weights, &NICKNAMES))
        .max_by_key(|agreement| (agreement.strength, agreement.score))
}

impl Match {
    fn new(row: store::Contact, agreement: Agreement) -> Self {
        Self {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            cell_phone: row.phone,
            loan_id: row.loan_id,
            strength: agreement.strength,
            agreed: agreement.fields,
        }
    }
}
