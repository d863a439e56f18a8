//! Checks a lead form before saving: warnings about owners, and possible duplicates.

use crate::{
    fields::{ContactIn, OwnerIn, WarningOut, read_owners},
    owners::{access_warning_of, known_owners, license_warning},
};
use axum::extract::State;
use borrowers::{Known, KnownPeople, Outside, known_people, matching::RecordKind};
use lending::{
    access::Permission,
    matching::Person,
    values::{Email, Phone, StateCode},
};
use platform::{Actor, App, Fields, Result, Tx, extract::Json, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Current content of the form.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadCheck)]
pub struct In {
    #[serde(rename = "LeadUsers")]
    users: Vec<OwnerIn>,
    #[serde(rename = "LeadContacts")]
    contacts: Vec<ContactIn>,
    /// State, if known. Otherwise the state of the primary owner's branch.
    #[serde(default, rename = "StateCode")]
    state_code: Option<String>,
}

/// Warnings and possible duplicates.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadChecked)]
pub struct Out {
    /// The most important warning.
    warning: Option<WarningOut>,
    /// All warnings.
    warnings: Vec<WarningOut>,
    /// Leads, borrowers and business contacts in scope that may be the same person, strongest match first.
    duplicates: Vec<Known>,
    /// Records out of scope: kind, owner and date only (decision D29).
    outside: Vec<Outside>,
}

/// Lookups per user within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;
/// Maximum number of contacts to check.
const CONTACTS_MAX: usize = 4;

/// Returns warnings and possible duplicates for the form so far. Skips empty fields.
#[utoipa::path(post, path = "/api/leads/check", tag = "leads", operation_id = "checkLead", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 422), (status = 429)))]
pub async fn check(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut fields = Fields::default();
    let state = body.state_code.as_deref().filter(|code| !code.is_empty());
    let state = state.and_then(|code| fields.take("StateCode", code.parse::<StateCode>()));
    fields.check()?;
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::take(&app.pool, "lead checks", &subject, LOOKUPS_MAX, WINDOW_MINUTES).await?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let warnings = warnings(&mut tx, &body.users, state).await?;
    let people: Vec<_> = body.contacts.iter().take(CONTACTS_MAX).map(person).collect();
    let KnownPeople { rows: duplicates, outside } = known_people(&mut tx, &people).await?;
    tx.commit().await?;
    Ok(Json(Out { warning: warnings.first().cloned(), warnings, duplicates, outside }))
}

/// Warnings about the owners chosen so far.
async fn warnings(tx: &mut Tx, named: &[OwnerIn], state: Option<StateCode>) -> Result<Vec<WarningOut>> {
    // Duplicate owners are reported when saving.
    let named = read_owners(&mut Fields::default(), named);
    let owners = known_owners(tx, &mut Fields::default(), &named).await?;
    let Some(primary) = owners.first() else { return Ok(Vec::new()) };
    let state = state.map(|state| state.to_string());
    let license = license_warning(tx, primary, state.as_deref()).await?;
    Ok(access_warning_of(tx, &owners).into_iter().chain(license).map(WarningOut::from).collect())
}

pub(crate) fn person(contact: &ContactIn) -> Person {
    let text = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
    Person {
        first_name: text(&contact.first_name),
        last_name: text(&contact.last_name),
        emails: text(&contact.email).parse::<Email>().into_iter().collect(),
        phones: text(&contact.cell_phone).parse::<Phone>().into_iter().collect(),
        ..Person::default()
    }
}

/// Leads that may belong to one of the people, in scope and out of scope.
pub(crate) async fn duplicates(tx: &mut Tx, people: &[Person]) -> Result<(Vec<Known>, Vec<Outside>)> {
    let KnownPeople { mut rows, mut outside } = known_people(tx, people).await?;
    rows.retain(|known| known.kind == RecordKind::Lead);
    outside.retain(|outside| outside.kind == RecordKind::Lead.as_str());
    Ok((rows, outside))
}
