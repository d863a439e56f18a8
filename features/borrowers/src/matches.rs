//! Possible matches for the borrower of a new loan: by email, phone, or first and last name together (LOAN-61),
//! strongest first.

use crate::{
    known::{Known, Outside, known_people},
    store,
};
use axum::extract::State;
use lending::{
    access::Permission,
    matching::{AgreedField, Person, Strength},
    values::{Email, Phone},
};
use platform::{
    Actor, App, Result, Tx,
    extract::{Json, Query},
    limits,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The borrower's data, with the specification's keys.
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

/// Matching records.
#[derive(Serialize, ToSchema)]
#[schema(as = Matches)]
pub struct Out {
    pub rows: Vec<Match>,
    /// Leads, business contacts, and borrowers without a loan in scope.
    pub others: Vec<Known>,
    /// Records out of scope: kind, owner and date only (decision D29).
    pub outside: Vec<Outside>,
}

/// A borrower of a loan in scope (LOAN-32).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = MatchedBorrower)]
pub struct Match {
    first_name: String,
    /// Without the suffix.
    last_name: String,
    /// Suffix such as Jr.
    suffix: Option<String>,
    email: Option<String>,
    cell_phone: Option<String>,
    loan_id: i64,
    /// Strength of the match.
    strength: Strength,
    /// Fields that agree.
    agreed: Vec<AgreedField>,
}

/// Lookups per user within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;

/// Creates a person from known data. Omits values that can't be compared yet.
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

/// Finds borrowers who may be the same person.
#[utoipa::path(get, path = "/api/borrowers/matches", tag = "borrowers", operation_id = "findBorrowerMatches", params(In), responses((status = 200, body = Out)))]
pub async fn matches(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let person = person(
        query.email.as_deref(),
        query.cell_phone.as_deref(),
        query.first_name.as_deref(),
        query.last_name.as_deref(),
    );
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::take(&app.pool, "borrower matches", &subject, LOOKUPS_MAX, WINDOW_MINUTES).await?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    let found = matches_of(&mut tx, std::slice::from_ref(&person)).await?;
    tx.commit().await?;
    Ok(Json(found))
}

/// Finds matches of people, in scope and out of scope. Audits what it reveals about the latter.
pub async fn matches_of(tx: &mut Tx, people: &[Person]) -> Result<Out> {
    let found = known_people(tx, people).await?;
    let (of_loans, others): (Vec<_>, Vec<_>) = found.rows.into_iter().partition(|known| !known.loans.is_empty());
    let rows = of_loans.iter().flat_map(|known| known.loans.iter().map(move |loan| Match::new(known, loan.id)));
    Ok(Out { rows: rows.collect(), others, outside: found.outside })
}

/// Returns true if a borrower of the company has one of these email addresses (LWBOR20001).
pub async fn is_known_email(tx: &mut Tx, people: &[Person]) -> Result<bool> {
    store::is_known_email(tx, &email_keys(people)).await
}

fn email_keys(people: &[Person]) -> Vec<String> {
    people.iter().flat_map(|person| &person.emails).map(Email::key).collect()
}

impl Match {
    fn new(known: &Known, loan_id: i64) -> Self {
        let (last_name, suffix) = lending::differences::apart(&known.last_name);
        Self {
            first_name: known.first_name.clone(),
            last_name: last_name.unwrap_or_default(),
            suffix,
            email: known.email.clone(),
            cell_phone: known.cell_phone.clone(),
            loan_id,
            strength: known.strength,
            agreed: known.agreed.clone(),
        }
    }
}
