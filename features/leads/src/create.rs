//! A lead typed in by hand.

use crate::{
    fields::{LeadIn, LeadOut},
    make::{Made, answer, make},
};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Result, extract::Json, idempotency::IdempotencyKey};

/// Makes a lead. Whoever can't open it afterwards is told why in `accessWarning`.
#[utoipa::path(post, path = "/api/leads", tag = "leads", operation_id = "createLead", request_body = LeadIn,
    params(("Idempotency-Key" = Option<uuid::Uuid>, Header)), responses((status = 201, body = LeadOut), (status = 403), (status = 422)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    key: IdempotencyKey,
    Json(body): Json<LeadIn>,
) -> Result<(StatusCode, Json<LeadOut>)> {
    let new = body.read()?;
    let once = key.of("createLead", &body)?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let (Made::Now(id) | Made::Before(id)) = make(&mut tx, new, once.as_ref()).await?;
    let lead = answer(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(lead)))
}
