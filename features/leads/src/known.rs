//! Existing records of a lead's people, for its page. If two users create the same lead concurrently, each lead shows
//! the other.

use crate::{check::person, fields::ContactIn, reach::within_reach, store};
use axum::extract::State;
use borrowers::{KnownPeople, known_people, matching::RecordKind};
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Id, Json},
};

/// Returns other leads, borrowers and business contacts that may be the lead's people, strongest match first.
#[utoipa::path(get, path = "/api/leads/{id}/known", tag = "leads", operation_id = "findKnownPeopleOfLead", params(("id" = i64, Path)), responses((status = 200, body = KnownPeople), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<KnownPeople>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let lead = within_reach(&mut tx, id).await?;
    let contacts = store::contacts(&mut tx, lead.id).await?;
    let people: Vec<_> = contacts.into_iter().map(|contact| person(&ContactIn::from(contact))).collect();
    let mut known = known_people(&mut tx, &people).await?;
    known.rows.retain(|known| known.kind != RecordKind::Lead || known.id != id);
    tx.commit().await?;
    Ok(Json(known))
}
