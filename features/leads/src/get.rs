//! One lead.

use crate::{fields::LeadOut, reach::within_reach, store};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Result,
    extract::{Id, Json},
};

/// A lead within reach.
#[utoipa::path(get, path = "/api/leads/{id}", tag = "leads", operation_id = "getLead", params(("id" = i64, Path)), responses((status = 200, body = LeadOut), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<LeadOut>> {
    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let row = within_reach(&mut tx, id).await?;
    let lead = store::out(&mut tx, row).await?;
    Ok(Json(lead.shown(&app, tx.actor())))
}
