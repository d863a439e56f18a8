//! A lead typed in by hand.

use crate::{
    fields::{LeadIn, LeadOut},
    make::{Made, answer, make},
    notes::{keep, read_notes},
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
    let mut new = body.read()?;
    actor.may(Permission::LeadCreate)?;
    let notes = read_notes(body.notes.as_deref()).await?;
    let once = key.of("createLead", &body)?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let before = match &once {
        Some(once) => once.first(&mut tx).await?,
        None => None,
    };
    let id = match before {
        Some(id) => id,
        None => {
            new.notes = keep(&app, &mut tx, notes).await?;
            let (Made::Now(id) | Made::Before(id)) = make(&mut tx, new, once.as_ref()).await?;
            id
        }
    };
    let lead = answer(&mut tx, id).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(lead)))
}
