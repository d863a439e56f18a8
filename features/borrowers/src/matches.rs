//! Possible matches for somebody: by e-mail, by phone, or by first and last name together (LOAN-61).

use crate::store;
use axum::extract::State;
use lending::{
    access::Permission,
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

/// Somebody to look for, as they are compared.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// E-mail in lower case.
    pub email_key: Option<String>,
    /// Phone by its digits.
    pub phone: Option<String>,
    /// First and last name, where both are known.
    pub name_key: Option<String>,
}

/// Most matches that are shown.
const MATCHES_MAX: i64 = 20;
/// Look-ups of one person within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;

impl Person {
    /// From what is known of somebody; what can't be compared yet is left out.
    #[must_use]
    pub fn new(email: Option<&str>, phone: Option<&str>, first_name: Option<&str>, last_name: Option<&str>) -> Self {
        let given = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        Self {
            email_key: given(email).and_then(|text| text.parse::<Email>().ok()).map(|email| email.key()),
            phone: given(phone).and_then(|text| text.parse::<Phone>().ok()).map(|phone| phone.digits().to_owned()),
            name_key: match (given(first_name), given(last_name)) {
                (Some(first), Some(last)) => Some(name_key(&format!("{first} {last}"))),
                _ => None,
            },
        }
    }

    fn is_empty(&self) -> bool {
        self.email_key.is_none() && self.phone.is_none() && self.name_key.is_none()
    }
}

/// Borrowers who may be the same person.
#[utoipa::path(get, path = "/api/borrowers/matches", tag = "borrowers", operation_id = "findBorrowerMatches", params(In), responses((status = 200, body = Out)))]
pub async fn matches(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let person = Person::new(
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
    let people: Vec<_> = people.iter().filter(|person| !person.is_empty()).collect();
    if people.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let emails: Vec<_> = people.iter().filter_map(|person| person.email_key.clone()).collect();
    let phones: Vec<_> = people.iter().filter_map(|person| person.phone.clone()).collect();
    let names: Vec<_> = people.iter().filter_map(|person| person.name_key.clone()).collect();
    let found = store::contacts(tx, &emails, &phones, &names, MATCHES_MAX).await?;
    let (reach, org_unit) = (tx.actor().loan_reach(), tx.actor().org_unit());
    let (within, beyond): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|row| reach.covers(row.org_unit_id == org_unit, row.is_own));
    let rows = within
        .into_iter()
        .map(|row| Match {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            cell_phone: row.phone,
            loan_id: row.loan_id,
        })
        .collect();
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
    let emails: Vec<_> = people.iter().filter_map(|person| person.email_key.clone()).collect();
    store::is_known_email(tx, &emails).await
}
