//! A user's decision about a waiting arrival: create a lead, link it to an existing lead, or drop it.

use super::{came_again, store};
use crate::{
    edit::refuse_converted,
    fields::{LeadIn, LeadOut},
    make::{NewContact, answer, make},
    notes::{ReadNote, keep, read_notes},
    reach::within_reach,
};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, intake::ArrivalState};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Json, UuidId},
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// The lead to link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadArrivalLink)]
pub struct LinkIn {
    lead_id: i64,
}

/// Creates a lead from an arrival after the user's corrections.
#[utoipa::path(post, path = "/api/lead-arrivals/{id}/lead", tag = "leads", operation_id = "takeInLeadArrival", params(("id" = Uuid, Path)), request_body = LeadIn, responses((status = 201, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn take_in(
    actor: Actor,
    State(app): State<App>,
    UuidId(id): UuidId,
    Json(mut body): Json<LeadIn>,
) -> Result<(StatusCode, Json<LeadOut>)> {
    // The sender's id stays with the arrival.
    body.detail.external_id = None;
    let mut new = body.read()?;
    let notes = read_notes(body.notes.as_deref()).await?;
    let mut tx = begin(actor, &app, id).await?;
    let kept = store::kept(&app, &mut tx, id).await?.ok_or(Error::NotFound)?;
    new.consents = kept.consents(&new.contacts);
    new.notes = keep(&app, &mut tx, notes).await?;
    let lead = make(&mut tx, new).await?;
    record(&mut tx, id, ArrivalState::MADE, Some(lead)).await?;
    let made = answer(&mut tx, lead).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Links an arrival to an existing lead and records it there.
#[utoipa::path(post, path = "/api/lead-arrivals/{id}/link", tag = "leads", operation_id = "linkLeadArrival", params(("id" = Uuid, Path)), request_body = LinkIn, responses((status = 204), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn link(
    actor: Actor,
    State(app): State<App>,
    UuidId(id): UuidId,
    Json(body): Json<LinkIn>,
) -> Result<StatusCode> {
    let mut tx = begin(actor, &app, id).await?;
    let kept = store::kept(&app, &mut tx, id).await?.ok_or(Error::NotFound)?;
    let lead = match within_reach(&mut tx, body.lead_id).await {
        Err(Error::NotFound) => return Err(Error::field("leadId", "Choose one of your leads")),
        found => found?,
    };
    refuse_converted(&lead)?;
    let told = serde_json::from_value::<LeadIn>(kept.lead.clone()).ok();
    let contacts: Vec<NewContact> = told.iter().flat_map(LeadIn::readable_contacts).collect();
    let notes = told.and_then(|lead| lead.notes).unwrap_or_default();
    let notes = read_notes(Some(&notes)).await.unwrap_or_default();
    let notes: Vec<_> = notes.into_iter().map(ReadNote::without_pictures).collect();
    came_again(&mut tx, lead.id, &contacts, &notes, &kept.consents(&contacts)).await?;
    record(&mut tx, id, ArrivalState::LINKED, Some(lead.id)).await?;
    tx.event("lead.changed", lead.id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Drops an arrival.
#[utoipa::path(delete, path = "/api/lead-arrivals/{id}", tag = "leads", operation_id = "dropLeadArrival", params(("id" = Uuid, Path)), responses((status = 204), (status = 403), (status = 404), (status = 409)))]
pub async fn drop_it(actor: Actor, State(app): State<App>, UuidId(id): UuidId) -> Result<StatusCode> {
    let mut tx = begin(actor, &app, id).await?;
    record(&mut tx, id, ArrivalState::DROPPED, None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins a decision about a waiting arrival. If another user was faster, returns an error with their decision.
async fn begin(actor: Actor, app: &App, id: Uuid) -> Result<Tx> {
    let mut tx = actor.begin(app, Permission::LeadCreate).await?;
    if store::kept(app, &mut tx, id).await?.is_some() {
        return Ok(tx);
    }
    let (state, lead) = store::decided(&mut tx, id).await?.ok_or(Error::NotFound)?;
    Err(Error::Conflict {
        code: "LWLEAD10410",
        message: "Someone has already decided this.".to_owned(),
        details: Some(json!({ "state": state, "leadId": lead })),
    })
}

async fn record(tx: &mut Tx, id: Uuid, state: ArrivalState, lead: Option<i64>) -> Result<()> {
    store::decide(tx, id, state, lead).await?;
    let audit = Audit {
        action: "lead-arrival.decide",
        entity: "lead-arrival",
        entity_id: &id.to_string(),
        before: Some(json!({ "state": ArrivalState::HELD })),
        after: Some(json!({ "state": state, "lead": lead })),
    };
    tx.audit(audit).await
}

impl LeadIn {
    /// The contacts that can be parsed.
    fn readable_contacts(&self) -> Vec<NewContact> {
        self.contacts.iter().filter_map(|contact| contact.read(&mut Fields::default(), "")).collect()
    }
}
